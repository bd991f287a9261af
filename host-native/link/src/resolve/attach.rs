//! Owns the two stages of the index that need lookups: definitions written outside of their type, and what types
//! extend; owns neither the index nor the lookups.

use graphicle_engine::facts::{Name, Symbol, SymbolKind};
use graphicle_engine::id::{FileId, SymbolId};

use super::Resolver;
use super::found::At;
use crate::family::Family;
use crate::index::{Csr, Index, id};
use crate::scopes::{Pending, ScopeId};

/// Gives every pending definition its place. Bases are not known yet, so that lookups here go through own members only.
pub(crate) fn attach<'a>(index: &mut Index<'a>, pending: &[Pending<'a>]) {
    // Where each pending path leads is worked out first, over an index that does not change meanwhile.
    let mut resolver = Resolver::new(index);
    let mut found = Vec::with_capacity(pending.len());
    let mut last: Option<(FileId, ScopeId, &str, Option<ScopeId>)> = None;
    for one in pending {
        let (symbol, from, path) = match *one {
            Pending::Member { symbol, from, path } | Pending::Extension { symbol, from, path } => (symbol, from, path),
            Pending::Inside { .. } => {
                found.push(None);
                continue;
            }
        };
        let file = resolver.index.symbols.file(symbol);
        // Methods of one type stand together.
        if let Some((known_file, known_from, known_path, scope)) = last
            && known_file == file
            && known_from == from
            && known_path == path
        {
            found.push(scope);
            continue;
        }
        let scope = resolver.scope_of_path(At { file, scope: from }, path);
        last = Some((file, from, path, scope));
        found.push(scope);
    }
    for (one, scope) in pending.iter().zip(found) {
        match *one {
            Pending::Member { symbol, from, path } => {
                let family = index.family(index.symbols.file(symbol));
                let home = scope.unwrap_or_else(|| match family {
                    // A table that is no definition of its own is what the file hands out.
                    Family::Lua => index.scopes.file_scope(index.symbols.file(symbol)),
                    _ => index.scopes.namespace(from, path, &mut index.names, family),
                });
                index.scopes.set_home(symbol, home);
            }
            Pending::Extension { symbol, from, .. } => {
                let family = index.family(index.symbols.file(symbol));
                let scope = scope.unwrap_or_else(|| index.scopes.foreign_type(from, family));
                index.scopes.set_opens(symbol, scope);
            }
            Pending::Inside { symbol, block } => {
                let home = index.scopes.opens(block);
                index.scopes.set_home(symbol, home);
            }
        }
    }
}

/// Returns what a definition extends: its bases, and what it is an alias of.
fn bases_of(symbol: &Symbol) -> impl Iterator<Item = Name> + '_ {
    let aliased = symbol.ty.filter(|_| symbol.kind == SymbolKind::TypeAlias);
    symbol.bases.iter().copied().chain(aliased)
}

/// Returns the scopes that each scope's types extend, in the order written.
pub(crate) fn bases(index: &Index<'_>) -> Csr<ScopeId> {
    let mut resolver = Resolver::new(index);
    let mut pairs: Vec<(u32, ScopeId)> = Vec::new();
    let mut next = 0;
    for (file, entry) in (0..).map(FileId).zip(index.files) {
        let first = next;
        next += id(entry.facts.symbols.len());
        if index.family(file) == Family::Inert
            || entry.facts.symbols.iter().all(|symbol| bases_of(symbol).next().is_none())
        {
            continue;
        }
        for (own, symbol) in (first..).map(SymbolId).zip(&entry.facts.symbols) {
            let scope = index.scopes.opens(own);
            if scope == ScopeId::NONE {
                continue;
            }
            let around = if symbol.kind == SymbolKind::Extension {
                index.scopes.file_scope(file)
            } else {
                resolver.at_symbol(own).scope
            };
            for base in bases_of(symbol) {
                let path = entry.facts.names.get(base);
                let named = resolver.scopes_of_base(At { file, scope: around }, path);
                pairs.extend(named.into_iter().filter(|base| *base != scope).map(|base| (scope.0, base)));
            }
        }
    }
    let mut seen = hashbrown::HashSet::with_capacity(pairs.len());
    pairs.retain(|pair| seen.insert(*pair));
    Csr::new(index.scopes.len(), &pairs)
}
