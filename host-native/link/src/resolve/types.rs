//! Owns what a type's text means at the place where it is written; owns no member of the type.

use graphicle_engine::facts::{Name, SymbolKind};
use graphicle_engine::id::SymbolId;

use super::Resolver;
use super::exports::Allowance;
use super::found::{At, Candidates, Entity, Found, Place, TypeRef, Want};
use super::holders::names_holder;
use crate::family::Family;
use crate::index::id;
use crate::intern::NameId;
use crate::scopes::ScopeId;

/// How many aliases, or values that stand for types, are followed one after the other.
const MAX_STEPS: usize = 8;

impl Resolver<'_, '_> {
    /// Returns the type that a text means. An alias stands for itself: what it is an alias of is its base.
    pub(super) fn type_of(&mut self, at: At, text: Name) -> TypeRef {
        self.type_of_part(at, text, self.index.text(at.file, text))
    }

    /// Returns the type that `form`, the start of a text, means.
    pub(super) fn type_of_part(&mut self, at: At, text: Name, form: &str) -> TypeRef {
        let key = (at.file, at.scope, text, id(form.len()));
        if let Some(known) = self.types.get(&key) {
            return *known;
        }
        let result = if names_holder(form) { self.held_type(at, text, form) } else { self.plain_type(at, form) };
        self.types.insert(key, result);
        result
    }

    /// Returns the type that a text means which names no holder.
    fn plain_type(&mut self, at: At, form: &str) -> TypeRef {
        let mut here = at;
        let mut form = form;
        let mut levels = 0_u8;
        for _ in 0..MAX_STEPS {
            let (path, more) = parts(form);
            levels = levels.saturating_add(more);
            let found = match self.type_path(here, path) {
                Found::Symbols(symbols) => self.one_type(here, &symbols),
                _ => None,
            };
            let Some(symbol) = found else { return self.without_symbol(here, path, levels) };
            // A function that makes the value, or a value that holds a type: its own type tells.
            let value = self.index.symbol(symbol).filter(|record| !is_type_like(record.kind));
            let Some(ty) = value.and_then(|record| record.ty) else {
                let scope = self.type_scope(symbol);
                return scope.map_or(TypeRef::Unknown, |scope| TypeRef::Known(scope, levels));
            };
            here = self.at_symbol(symbol);
            form = self.index.text(here.file, ty);
            if names_holder(form) {
                return if levels == 0 { self.held_type(here, ty, form) } else { TypeRef::Unknown };
            }
        }
        TypeRef::Unknown
    }

    /// Returns what an element of a value is whose type is an alias of a collection.
    pub(super) fn element_of_alias(&mut self, scope: ScopeId) -> TypeRef {
        let mut scope = scope;
        for _ in 0..MAX_STEPS {
            let Some(symbol) = self.index.scopes.symbol(scope) else { break };
            if self.index.symbols.kind(symbol) != SymbolKind::TypeAlias {
                break;
            }
            match self.type_of_symbol(symbol) {
                TypeRef::Known(inner, 0) if inner != scope => scope = inner,
                TypeRef::Known(inner, levels @ 1..) => return TypeRef::Known(inner, levels - 1),
                TypeRef::Held(held) => return self.element_of_held(held),
                _ => break,
            }
        }
        TypeRef::Unknown
    }

    /// Returns the type for a path that names no single definition.
    fn without_symbol(&mut self, at: At, path: &str, levels: u8) -> TypeRef {
        if path == "Self" || path == "self" || path == "static" {
            let scope = self.self_scope(at);
            return if scope == ScopeId::NONE { TypeRef::Unknown } else { TypeRef::Known(scope, levels) };
        }
        match self.type_path(at, path) {
            Found::Module(Entity::Scope(scope)) => TypeRef::Known(scope, levels),
            Found::Symbols(_) => TypeRef::Unknown,
            _ => TypeRef::Outside,
        }
    }

    /// Returns what a dotted path means, looked up as a type.
    pub(super) fn type_path(&mut self, at: At, path: &str) -> Found {
        let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
        let family = self.index.family(at.file);
        if family == Family::Rust && matches!(first, "crate" | "super" | "self" | "$crate") {
            let module = self.rust_module(at.file, at.scope);
            return self.rust_path(at.file, module, path, &mut Allowance::full());
        }
        let name = self.index.names.find(first);
        let hit = self.bare(at, name, Want::Type);
        let Some(rest) = rest else { return self.default_of(hit.found) };
        let parts = || rest.split('.').filter(|part| !part.is_empty());
        let found = match hit.found {
            Found::Nothing => Found::Nothing,
            Found::Outside => return Found::Outside,
            found => self.walk(found, parts(), &mut Allowance::full()),
        };
        if found == Found::Nothing && family.names_full_paths() {
            return self.path_from_root(family, path, &mut Allowance::full());
        }
        found
    }

    /// Returns the one type that candidates mean: the one in the same file, else the one that is seen, else the one
    /// there is.
    pub(super) fn one_type(&mut self, at: At, symbols: &Candidates) -> Option<SymbolId> {
        let mut types: Candidates =
            symbols.iter().copied().filter(|symbol| is_type_like(self.index.symbols.kind(*symbol))).collect();
        if types.is_empty() {
            types = symbols.clone();
        }
        if types.len() == 1 {
            return types.first().copied();
        }
        self.without_declarations(&mut types);
        self.without_aliases(&mut types);
        let here = |symbol: &SymbolId| self.index.symbols.file(*symbol) == at.file;
        if types.iter().any(here) {
            types.retain(|symbol| self.index.symbols.file(*symbol) == at.file);
        } else if self.index.family(at.file).includes_make_visible() {
            let seen: Candidates = types.iter().copied().filter(|symbol| self.sees(at.file, *symbol)).collect();
            if !seen.is_empty() {
                types = seen;
            }
        }
        self.prefer_outside_of_tests(at.file, &mut types);
        let first = types.first().copied()?;
        let scope = self.type_scope(first);
        // Parts of one open type are one type.
        if types.iter().all(|symbol| self.type_scope(*symbol) == scope && scope.is_some()) {
            return Some(first);
        }
        self.prefer_near(at.file, &mut types);
        if types.len() == 1 { types.first().copied() } else { None }
    }

    /// Returns the type of the value that a definition is or gives.
    pub(super) fn type_of_symbol(&mut self, symbol: SymbolId) -> TypeRef {
        match self.index.symbol(symbol).and_then(|record| record.ty) {
            Some(ty) => {
                let at = self.at_symbol(symbol);
                self.type_of(at, ty)
            }
            None => TypeRef::Unknown,
        }
    }

    /// Returns the scope that a type path names, for what is written outside of its type.
    pub(super) fn scope_of_path(&mut self, at: At, path: &str) -> Option<ScopeId> {
        match self.type_path(at, path) {
            Found::Symbols(symbols) => {
                let symbol = self.one_type(at, &symbols)?;
                self.type_scope(symbol)
            }
            Found::Module(Entity::Scope(scope)) => Some(scope),
            Found::Module(Entity::File(file)) => Some(self.index.scopes.file_scope(file)),
            _ => None,
        }
    }

    /// Returns the project-wide name of the text, for tests of what is common.
    pub(super) fn find_name(&self, text: &str) -> NameId {
        self.index.names.find(text)
    }
}

/// Returns a value of a type.
pub(super) fn value_of(ty: TypeRef) -> Place {
    match ty {
        TypeRef::Unknown => Place::Unknown,
        TypeRef::Outside => Place::Outside,
        TypeRef::Known(scope, levels) => Place::Value(scope, levels),
        TypeRef::Held(held) => Place::Held(held),
    }
}

pub(super) fn is_type_like(kind: SymbolKind) -> bool {
    kind.is_type() || matches!(kind, SymbolKind::Module | SymbolKind::Block)
}

/// Parts a type's text into its dotted path and its levels of collections.
fn parts(text: &str) -> (&str, u8) {
    let mut path = text;
    let mut levels = 0_u8;
    while let Some(inner) = path.strip_suffix("[]") {
        path = inner;
        levels = levels.saturating_add(1);
    }
    (path, levels)
}
