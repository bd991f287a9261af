//! Owns what a bare name means at a place: the scopes around it, the file, its imports, its package, in the order that
//! languages look; owns no choice among several candidates.

use graphicle_engine::facts::{SymbolFlags, SymbolKind};
use graphicle_engine::id::{FileId, SymbolId};

use super::Resolver;
use super::exports::Allowance;
use super::found::{At, Candidates, Entity, Found, Hit, Source, Want};
use crate::family::{Family, Home};
use crate::intern::NameId;
use crate::scopes::{ScopeId, ScopeKind};

/// How many scopes are nested in each other at most, as far as lookups go.
pub(super) const MAX_NESTING: usize = 64;

/// How many candidates of one name are looked at: beyond, the name tells nothing.
const MAX_SHARED: usize = 64;

impl Resolver<'_, '_> {
    /// Returns what a bare name means at a place.
    pub(super) fn bare(&mut self, at: At, name: NameId, want: Want) -> Hit {
        if name == NameId::NONE {
            return Hit::NOTHING;
        }
        let key = (at.scope, name, want);
        if at.file == self.current
            && let Some(known) = self.bare.get(&key)
        {
            return known.clone();
        }
        let hit = self.look_up(at, name, want);
        if at.file == self.current {
            self.bare.insert(key, hit.clone());
        }
        hit
    }

    fn look_up(&mut self, at: At, name: NameId, want: Want) -> Hit {
        let family = self.index.family(at.file);
        let file_scope = self.index.scopes.file_scope(at.file);
        let mut scope = at.scope;
        for _ in 0..MAX_NESTING {
            if scope == file_scope || scope == ScopeId::NONE {
                break;
            }
            if let Some(hit) = self.in_scope(at, scope, family, name, want) {
                return hit;
            }
            scope = self.index.scopes.parent(scope);
        }
        self.at_file_level(at, family, file_scope, name, want)
    }

    /// Looks in one of the scopes around the place, below the file's level.
    fn in_scope(&mut self, at: At, scope: ScopeId, family: Family, name: NameId, want: Want) -> Option<Hit> {
        match self.index.scopes.kind(scope) {
            ScopeKind::Function => {
                let mut found = self.own_members(scope, name, want);
                // A method here belongs to a nameless class in the function's body, which bare names do not reach.
                found.retain(|symbol| self.index.symbols.kind(*symbol) != SymbolKind::Method);
                hit(found, Source::File)
            }
            ScopeKind::Type => {
                let reaches = match want {
                    Want::Type => family.bare_reaches_nested_types(),
                    Want::Call | Want::Any => family.bare_reaches_members(),
                };
                if !reaches {
                    // A namespace and a type of one name share their scope; the namespace's part is no member of values.
                    let mut found = self.own_members(scope, name, want);
                    found.retain(|symbol| family == Family::Script && self.is_of_namespace(*symbol));
                    return hit(found, Source::Package);
                }
                let (found, inherited) = self.members(scope, name, want);
                let same_file = found.iter().any(|symbol| self.index.symbols.file(*symbol) == at.file);
                let source = match (inherited, same_file) {
                    (true, _) => Source::Inherited,
                    (false, true) => Source::File,
                    (false, false) => Source::OwnType,
                };
                hit(found, source)
            }
            ScopeKind::Namespace | ScopeKind::Package | ScopeKind::File | ScopeKind::Root => {
                let hit = self.shared(at, scope, family, name, want)?;
                Some(hit)
            }
        }
    }

    /// Returns whether a member stands in a namespace, not in the body of a type.
    fn is_of_namespace(&self, symbol: SymbolId) -> bool {
        let file = self.index.symbols.file(symbol);
        let parent = self.index.symbol(symbol).and_then(|record| record.parent);
        parent.is_some_and(|parent| self.index.symbols.kind(self.index.symbols.id(file, parent)) == SymbolKind::Module)
    }

    fn at_file_level(&mut self, at: At, family: Family, file_scope: ScopeId, name: NameId, want: Want) -> Hit {
        let is_file = self.index.scopes.kind(file_scope) == ScopeKind::File;
        if is_file {
            let own = self.own_members(file_scope, name, want);
            if !own.is_empty() {
                return Hit { found: Found::Symbols(own), source: Source::File };
            }
        } else if family != Family::C {
            let own = self.members_in(file_scope, name, at.file, want);
            if !own.is_empty() {
                return Hit { found: Found::Symbols(own), source: Source::File };
            }
        }
        if let Some(hit) = self.through_bindings(at.file, name, want) {
            return hit;
        }
        if !is_file {
            if let Some(hit) = self.shared(at, file_scope, family, name, want) {
                return hit;
            }
            if family.sees_outer_namespaces()
                && let Some(hit) = self.in_outer_namespaces(at, file_scope, family, name, want)
            {
                return hit;
            }
        }
        if let Some(hit) = self.through_wildcards(at.file, name, want) {
            return hit;
        }
        if family == Family::GdScript
            && let Some(hit) = self.shared(at, self.index.scopes.root(family), family, name, want)
        {
            return hit;
        }
        if want != Want::Call
            && let Some(hit) = self.named_module(at, family, file_scope, name)
        {
            return hit;
        }
        Hit::NOTHING
    }

    fn in_outer_namespaces(&mut self, at: At, from: ScopeId, family: Family, name: NameId, want: Want) -> Option<Hit> {
        let mut scope = self.index.scopes.parent(from);
        for _ in 0..MAX_NESTING {
            if scope == ScopeId::NONE {
                return None;
            }
            if let Some(hit) = self.shared(at, scope, family, name, want) {
                return Some(hit);
            }
            scope = self.index.scopes.parent(scope);
        }
        None
    }

    fn through_bindings(&mut self, file: FileId, name: NameId, want: Want) -> Option<Hit> {
        let index = self.index;
        let mut outside = false;
        for bound in index.imports.bound(file, name).iter().filter(|bound| bound.is_local) {
            match self.binding(file, bound) {
                Found::Nothing => {}
                Found::Outside => outside = true,
                Found::Symbols(mut symbols) => {
                    if want == Want::Call {
                        let family = index.family(file);
                        symbols.retain(|symbol| self.fits(*symbol, family, want));
                    }
                    if !symbols.is_empty() {
                        return Some(Hit { found: Found::Symbols(symbols), source: Source::Import });
                    }
                }
                found @ Found::Module(_) => {
                    let found = if want == Want::Call { self.default_of(found) } else { found };
                    return Some(Hit { found, source: Source::Import });
                }
            }
        }
        outside.then_some(Hit::OUTSIDE)
    }

    /// Looks in a scope that several files share: a package, a namespace, the family's root.
    fn shared(&mut self, at: At, scope: ScopeId, family: Family, name: NameId, want: Want) -> Option<Hit> {
        let all = self.index.members(scope, name);
        if all.len() > MAX_SHARED {
            return hit(self.members_in(scope, name, at.file, want), Source::File);
        }
        let mut found = self.own_members(scope, name, want);
        if family == Family::C {
            found.retain(|symbol| self.links_to(at.file, *symbol));
        }
        if found.is_empty() {
            // Namespaces inside of the one around the place can be named from it.
            let reaches = want != Want::Call && (family.sees_outer_namespaces() || family == Family::Php);
            let child = self.index.scopes.named(scope, name).filter(|_| reaches)?;
            return Some(Hit { found: Found::Module(Entity::Scope(child)), source: Source::Package });
        }
        if found.iter().all(|symbol| self.index.symbols.file(*symbol) == at.file) {
            return hit(found, Source::File);
        }
        let is_root = self.index.scopes.kind(scope) == ScopeKind::Root;
        if !(family.includes_make_visible() || is_root && family == Family::Script) {
            return hit(found, Source::Package);
        }
        let seen: Candidates = found.iter().copied().filter(|symbol| self.sees(at.file, *symbol)).collect();
        if seen.is_empty() {
            return hit(found, Source::Shared);
        }
        if seen.iter().any(|symbol| !self.is_declaration(*symbol)) {
            return hit(seen, Source::Included);
        }
        // What is seen is only declared there: the definitions stay candidates, and the choice is made later.
        hit(found, Source::Included)
    }

    /// Returns whether C's linker lets a file reach a function of another: not when it is `static` in a source.
    fn links_to(&mut self, file: FileId, symbol: SymbolId) -> bool {
        self.index.symbols.kind(symbol) != SymbolKind::Function
            || self.index.symbols.has(symbol, SymbolFlags::EXPORTED)
            || self.is_declaration(symbol)
            || self.sees(file, symbol)
    }

    fn through_wildcards(&mut self, file: FileId, name: NameId, want: Want) -> Option<Hit> {
        let index = self.index;
        let mut all = Candidates::default();
        for import in index.imports.wildcards(file) {
            let mut left = Allowance::full();
            let Some(entity) = self.import_entity(file, *import, &mut left) else { continue };
            if entity == Entity::File(file) {
                continue;
            }
            match self.export(entity, name, want, &mut left) {
                Found::Symbols(symbols) => {
                    all.extend(symbols.iter().copied().filter(|symbol| self.fits(*symbol, index.family(file), want)));
                }
                found @ Found::Module(_) if want != Want::Call && all.is_empty() => {
                    return Some(Hit { found, source: Source::Import });
                }
                _ => {}
            }
            if all.len() > MAX_SHARED {
                break;
            }
        }
        all.sort_unstable();
        all.dedup();
        hit(all, Source::Import)
    }

    /// Looks for a module that the code may name without an import.
    fn named_module(&mut self, at: At, family: Family, file_scope: ScopeId, name: NameId) -> Option<Hit> {
        if family == Family::Rust {
            let text = self.index.names.text(name);
            if let Some(child) = self.index.scopes.named(file_scope, name) {
                return Some(Hit { found: Found::Module(Entity::Scope(child)), source: Source::File });
            }
            let root = self.index.rust.library(&self.index.paths, at.file, text)?;
            return Some(Hit { found: Found::Module(Entity::File(root)), source: Source::FullPath });
        }
        if !family.names_full_paths() || family.home() == Home::File {
            return None;
        }
        let child = self.root_namespace(family, self.index.names.text(name))?;
        Some(Hit { found: Found::Module(Entity::Scope(child)), source: Source::FullPath })
    }

    /// Returns the namespace with this name directly below a family's root. OCaml calls the module of `store.ml`
    /// `Store`.
    pub(super) fn root_namespace(&self, family: Family, name: &str) -> Option<ScopeId> {
        let root = self.index.scopes.root(family);
        self.index.scopes.named(root, self.index.names.find(name)).or_else(|| {
            let first = name.chars().next().filter(|_| family == Family::OCaml)?;
            let mut stem = String::with_capacity(name.len());
            stem.push(first.to_ascii_lowercase());
            stem.push_str(name.get(first.len_utf8()..)?);
            self.index.scopes.named(root, self.index.names.find(&stem))
        })
    }
}

fn hit(found: Candidates, source: Source) -> Option<Hit> {
    if found.is_empty() { None } else { Some(Hit { found: Found::Symbols(found), source }) }
}
