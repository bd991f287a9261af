//! Owns imports and paths that only definitions resolve: packages and namespaces from the family's root, Rust's module
//! paths; owns no path on disk.

use graphicle_engine::facts::Name;
use graphicle_engine::id::FileId;

use super::Resolver;
use super::exports::Allowance;
use super::found::{Entity, Found, Want};
use crate::family::Family;
use crate::imports::Target;
use crate::intern::NameId;
use crate::scopes::{ScopeId, ScopeKind};

impl Resolver<'_, '_> {
    /// Returns what an import leads to, or the member of it where `member` is one.
    pub(super) fn import_by_name(&mut self, file: FileId, import: u32, member: NameId, left: &mut Allowance) -> Found {
        let Some(entry) = self.index.file(file) else { return Found::Nothing };
        let Some(record) = entry.facts.imports.get(import as usize) else { return Found::Nothing };
        let path = entry.facts.names.get(record.path);
        let found = if self.index.family(file) == Family::Rust {
            let module = self.index.imports.inside(file, import).map_or(Entity::File(file), Entity::Scope);
            self.rust_path(file, module, path, left)
        } else {
            self.path_from_root(self.index.family(file), path, left)
        };
        if member == NameId::NONE {
            return match (found, self.index.imports.target(file, import)) {
                (Found::Nothing, Target::ByNameElse(file)) => Found::Module(Entity::File(file)),
                (found, _) => found,
            };
        }
        let inside = self.as_entity(&found);
        let found = inside.map_or(Found::Nothing, |entity| self.export(entity, member, Want::Any, left));
        match (found, self.index.imports.target(file, import)) {
            (Found::Nothing, Target::ByNameElse(file)) => {
                match self.export(Entity::File(file), member, Want::Any, left) {
                    Found::Nothing => Found::Module(Entity::File(file)),
                    found => found,
                }
            }
            (found, _) => found,
        }
    }

    /// Returns what a dotted path from a family's root means.
    pub(super) fn path_from_root(&mut self, family: Family, path: &str, left: &mut Allowance) -> Found {
        let mut parts = path.split('.').filter(|part| !part.is_empty());
        let root = Found::Module(Entity::Scope(self.index.scopes.root(family)));
        if family != Family::OCaml {
            return self.walk(root, parts, left);
        }
        let first = parts.next().and_then(|first| self.root_namespace(family, first));
        first.map_or(Found::Nothing, |first| self.walk(Found::Module(Entity::Scope(first)), parts, left))
    }

    /// Goes on from what was found, one name after the other.
    pub(super) fn walk<'p>(
        &mut self,
        from: Found,
        parts: impl Iterator<Item = &'p str>,
        left: &mut Allowance,
    ) -> Found {
        let mut found = from;
        for part in parts {
            let Some(entity) = self.as_entity(&found) else { return Found::Nothing };
            let name = self.index.names.find(part);
            found = self.export(entity, name, Want::Any, left);
            // A class and its companion, a module and a type of one name: the way goes on through what holds names.
            if let Found::Symbols(symbols) = &found
                && symbols.iter().all(|symbol| self.type_scope(*symbol).is_none())
                && let Entity::Scope(scope) = entity
                && let Some(child) = self.index.scopes.named(scope, name)
            {
                found = Found::Module(Entity::Scope(child));
            }
        }
        found
    }

    /// Returns what a Rust path means, seen from a module.
    pub(super) fn rust_path(&mut self, file: FileId, module: Entity, path: &str, left: &mut Allowance) -> Found {
        let mut parts = path.split('.').filter(|part| !part.is_empty()).peekable();
        let mut here = module;
        let mut moved = false;
        while let Some(part) = parts.peek() {
            here = match *part {
                "crate" | "$crate" => Entity::File(self.index.rust.crate_root(&self.index.paths, file)),
                "self" => here,
                "super" => match self.rust_parent(here) {
                    Some(above) => above,
                    None => return Found::Nothing,
                },
                _ => break,
            };
            moved = true;
            parts.next();
        }
        if moved || parts.peek().is_none() {
            return self.walk(Found::Module(here), parts, left);
        }
        let Some(first) = parts.next() else { return Found::Nothing };
        let start = self.rust_first(file, here, first, left);
        match start {
            Found::Nothing => Found::Outside,
            start => self.walk(start, parts, left),
        }
    }

    /// Returns what the first part of a path means: something of the module, else a crate.
    fn rust_first(&mut self, file: FileId, module: Entity, first: &str, left: &mut Allowance) -> Found {
        let name = self.index.names.find(first);
        let local = self.export(module, name, Want::Any, left);
        if !matches!(local, Found::Nothing | Found::Outside) {
            return local;
        }
        match self.index.rust.library(&self.index.paths, file, first) {
            Some(root) => Found::Module(Entity::File(root)),
            None => Found::Nothing,
        }
    }

    fn rust_parent(&self, module: Entity) -> Option<Entity> {
        match module {
            Entity::File(file) => self.index.rust.parent(file).map(Entity::File),
            Entity::Scope(scope) => {
                let above = self.index.scopes.parent(scope);
                if self.index.scopes.kind(above) == ScopeKind::File {
                    let file = self.index.symbols.file(self.index.scopes.symbol(scope)?);
                    return Some(Entity::File(file));
                }
                Some(above).filter(|above| *above != ScopeId::NONE).map(Entity::Scope)
            }
            Entity::Folder(_) => None,
        }
    }

    /// Returns the Rust module around a scope.
    pub(super) fn rust_module(&self, file: FileId, scope: ScopeId) -> Entity {
        let mut at = scope;
        for _ in 0..super::names::MAX_NESTING {
            match self.index.scopes.kind(at) {
                ScopeKind::Namespace => return Entity::Scope(at),
                ScopeKind::Type | ScopeKind::Function => at = self.index.scopes.parent(at),
                ScopeKind::Root | ScopeKind::Package | ScopeKind::File => break,
            }
        }
        Entity::File(file)
    }

    /// Returns whether a name is one of Rust's words for modules.
    pub(super) fn is_rust_module_word(&self, file: FileId, name: Name) -> bool {
        matches!(self.index.text(file, name), "crate" | "super" | "self" | "$crate")
    }
}
