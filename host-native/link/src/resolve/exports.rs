//! Owns what a name means inside an imported module: its definitions, what it hands on, its submodules; owns no lookup
//! of the module.

use graphicle_engine::facts::{ImportKind, SymbolFlags, SymbolKind};
use graphicle_engine::folders::name_of;
use graphicle_engine::id::{FileId, SymbolId};

use super::Resolver;
use super::found::{Candidates, Entity, Found, Want};
use crate::family::Family;
use crate::imports::{BoundName, Target, python_submodule};
use crate::intern::NameId;
use crate::scopes::{ScopeId, ScopeKind};

/// How many modules hand a name on one after the other.
const MAX_STEPS: u32 = 5;

/// How many modules one lookup may visit in all, where each hands on all names of many.
const MAX_VISITS: u32 = 200;

/// What is left of a lookup's allowance. It belongs to one lookup from its start, so that what a lookup gives does not
/// depend on others.
#[derive(Debug, Clone, Copy)]
pub(super) struct Allowance {
    steps: u32,
    visits: u32,
}

impl Allowance {
    pub(super) const fn full() -> Self {
        Self { steps: MAX_STEPS, visits: MAX_VISITS }
    }
}

impl Resolver<'_, '_> {
    /// Returns what an import's bound name means.
    pub(super) fn binding(&mut self, file: FileId, bound: &BoundName) -> Found {
        let key = (file, bound.import, bound.local, bound.member);
        if let Some(known) = self.bindings.get(&key) {
            return known.clone();
        }
        let mut allowance = Allowance::full();
        let found = self.follow(file, bound, &mut allowance);
        self.bindings.insert(key, found.clone());
        found
    }

    fn follow(&mut self, file: FileId, bound: &BoundName, left: &mut Allowance) -> Found {
        let found = match self.target_entity(bound.target) {
            Some(entity) if bound.member == NameId::NONE => Found::Module(entity),
            Some(entity) => self.export(entity, bound.member, Want::Any, left),
            None => match bound.target {
                Target::ByName | Target::ByNameElse(_) => self.import_by_name(file, bound.import, bound.member, left),
                _ => Found::Outside,
            },
        };
        // The name is bound here, even where what it is bound to is not told.
        if found == Found::Nothing { Found::Outside } else { found }
    }

    /// Returns what a target is as a module, or `None` where names must tell it or it lies outside.
    pub(super) fn target_entity(&self, target: Target) -> Option<Entity> {
        match target {
            Target::File(file) => Some(Entity::File(file)),
            Target::Folder(folder) => {
                let package = self.index.scopes.folder_package(folder);
                Some(package.map_or(Entity::Folder(folder), |(scope, _)| Entity::Scope(scope)))
            }
            Target::ByName | Target::ByNameElse(_) | Target::External => None,
        }
    }

    /// Returns what `name` means in a module.
    pub(super) fn export(&mut self, entity: Entity, name: NameId, want: Want, left: &mut Allowance) -> Found {
        if left.visits == 0 || name == NameId::NONE {
            return Found::Nothing;
        }
        left.visits -= 1;
        match entity {
            Entity::File(file) => self.file_export(file, name, want, left),
            Entity::Folder(folder) => {
                let text = self.index.names.text(name);
                self.submodule(python_submodule(&self.index.paths, folder, text))
            }
            Entity::Scope(scope) => self.scope_export(scope, name, want, left),
        }
    }

    fn submodule(&self, target: Option<Target>) -> Found {
        target.and_then(|target| self.target_entity(target)).map_or(Found::Nothing, Found::Module)
    }

    fn scope_export(&mut self, scope: ScopeId, name: NameId, want: Want, left: &mut Allowance) -> Found {
        let own = if self.index.scopes.kind(scope) == ScopeKind::Type {
            self.members(scope, name, want).0
        } else {
            self.own_members(scope, name, want)
        };
        if !own.is_empty() {
            return Found::Symbols(own);
        }
        if let Some(child) = self.index.scopes.named(scope, name) {
            return Found::Module(Entity::Scope(child));
        }
        if self.index.scopes.family(scope) == Family::Rust
            && let Some(symbol) = self.index.scopes.symbol(scope)
        {
            return self.handed_on(self.index.symbols.file(symbol), Some(scope), name, want, left);
        }
        let inherited = self.inherited_members(scope, name, want);
        if inherited.is_empty() { Found::Nothing } else { Found::Symbols(inherited) }
    }

    fn file_export(&mut self, file: FileId, name: NameId, want: Want, left: &mut Allowance) -> Found {
        let scope = self.index.scopes.file_scope(file);
        let own = self.members_in(scope, name, file, want);
        if !own.is_empty() {
            return Found::Symbols(own);
        }
        let family = self.index.family(file);
        let handed_on = self.handed_on(file, None, name, want, left);
        if handed_on != Found::Nothing {
            return handed_on;
        }
        match family {
            Family::Script if self.index.names.text(name) == "default" => self.default_export(file, scope),
            Family::Python if name_of(self.index.paths.file_path(file)).starts_with("__init__") => {
                let folder = self.index.paths.folder_of(file);
                self.submodule(python_submodule(&self.index.paths, folder, self.index.names.text(name)))
            }
            Family::Rust => {
                self.index.scopes.named(scope, name).map_or(Found::Nothing, |scope| Found::Module(Entity::Scope(scope)))
            }
            _ => Found::Nothing,
        }
    }

    /// Returns what a file, or an inline module of it, hands on under a name.
    fn handed_on(
        &mut self,
        file: FileId,
        inside: Option<ScopeId>,
        name: NameId,
        want: Want,
        left: &mut Allowance,
    ) -> Found {
        let family = self.index.family(file);
        if left.steps == 0 || family == Family::C {
            return Found::Nothing;
        }
        left.steps -= 1;
        let index = self.index;
        let stands_inside = |import: u32| family != Family::Rust || index.imports.inside(file, import) == inside;
        let mut found = Found::Nothing;
        for bound in index.imports.bound(file, name) {
            if !stands_inside(bound.import) || bound.target == Target::File(file) && bound.member == name {
                continue;
            }
            found = self.follow(file, bound, left);
            if found != Found::Nothing && found != Found::Outside {
                break;
            }
        }
        if matches!(found, Found::Nothing | Found::Outside) {
            for import in index.imports.wildcards(file) {
                if !stands_inside(*import) || !self.hands_all_on(file, *import, family) {
                    continue;
                }
                let Some(entity) = self.import_entity(file, *import, left) else { continue };
                if entity == Entity::File(file) {
                    continue;
                }
                let through = self.export(entity, name, want, left);
                if through != Found::Nothing && through != Found::Outside {
                    found = through;
                    break;
                }
            }
        }
        left.steps += 1;
        found
    }

    fn hands_all_on(&self, file: FileId, import: u32, family: Family) -> bool {
        let kind = self.index.file(file).and_then(|file| file.facts.imports.get(import as usize)).map(|i| i.kind);
        match kind {
            Some(ImportKind::ReexportAll) => true,
            Some(ImportKind::Wildcard) => matches!(family, Family::Python | Family::Rust),
            _ => false,
        }
    }

    /// Returns the module that an import leads to.
    pub(super) fn import_entity(&mut self, file: FileId, import: u32, left: &mut Allowance) -> Option<Entity> {
        let target = self.index.imports.target(file, import);
        if let Some(entity) = self.target_entity(target) {
            return Some(entity);
        }
        if !matches!(target, Target::ByName | Target::ByNameElse(_)) {
            return None;
        }
        match self.import_by_name(file, import, NameId::NONE, left) {
            Found::Module(entity) => Some(entity),
            Found::Symbols(symbols) => symbols.first().and_then(|first| self.type_scope(*first)).map(Entity::Scope),
            Found::Nothing | Found::Outside => None,
        }
    }

    /// Returns what a module of scripts stands for where it is called or used as a type: its default export.
    pub(super) fn default_of(&mut self, found: Found) -> Found {
        let Found::Module(entity @ Entity::File(file)) = found else { return found };
        if self.index.family(file) != Family::Script {
            return found;
        }
        let name = self.index.names.find("default");
        match self.export(entity, name, Want::Any, &mut Allowance::full()) {
            Found::Symbols(symbols) => Found::Symbols(symbols),
            _ => found,
        }
    }

    /// Returns a file's default export, where facts do not name it: the one exported definition, else the one that is
    /// called like the file.
    fn default_export(&self, file: FileId, scope: ScopeId) -> Found {
        let mut exported = Candidates::default();
        let stem = name_of(self.index.paths.file_path(file)).split('.').next().unwrap_or("");
        let mut like_file = Candidates::default();
        for member in self.index.members.of(scope.0) {
            let Some(record) = self.index.symbol(member.symbol) else { continue };
            if self.index.symbols.file(member.symbol) != file || record.kind == SymbolKind::Test {
                continue;
            }
            if record.flags.has(SymbolFlags::EXPORTED) {
                exported.push(member.symbol);
            }
            if self.index.names.text(member.name).eq_ignore_ascii_case(stem) {
                like_file.push(member.symbol);
            }
        }
        exported.sort_unstable();
        match (exported.len(), like_file.len()) {
            (1, _) => Found::Symbols(exported),
            (_, 1) => Found::Symbols(like_file),
            _ => Found::Nothing,
        }
    }

    /// Returns the type scope or module of what was found, for going on into it.
    pub(super) fn as_entity(&self, found: &Found) -> Option<Entity> {
        match found {
            Found::Module(entity) => Some(*entity),
            Found::Symbols(symbols) => {
                symbols.iter().find_map(|symbol: &SymbolId| self.type_scope(*symbol)).map(Entity::Scope)
            }
            Found::Nothing | Found::Outside => None,
        }
    }
}
