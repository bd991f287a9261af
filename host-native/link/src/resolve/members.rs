//! Owns the lookup of a member in a type and in what it extends; owns no lookup of the type.

use graphicle_engine::facts::SymbolKind;
use graphicle_engine::id::{FileId, SymbolId};
use smallvec::SmallVec;

use super::Resolver;
use super::found::{Candidates, Want};
use crate::family::Family;
use crate::intern::NameId;
use crate::scopes::ScopeId;

/// How many types a lookup goes through: wider and deeper than any real hierarchy.
const MAX_BASES: usize = 256;

impl Resolver<'_, '_> {
    /// Returns the members with a name in a scope itself.
    pub(super) fn own_members(&self, scope: ScopeId, name: NameId, want: Want) -> Candidates {
        let family = self.index.scopes.family(scope);
        let all = self.index.members(scope, name).iter();
        all.map(|member| member.symbol).filter(|symbol| self.fits(*symbol, family, want)).collect()
    }

    /// Returns the members with a name in a scope that stand in a file.
    pub(super) fn members_in(&self, scope: ScopeId, name: NameId, file: FileId, want: Want) -> Candidates {
        let family = self.index.scopes.family(scope);
        let all = self.index.members_in(scope, name, file).iter();
        all.map(|member| member.symbol).filter(|symbol| self.fits(*symbol, family, want)).collect()
    }

    /// Returns the members with a name in a scope, else in the nearest of what it extends that has any, and whether they
    /// are inherited.
    pub(super) fn members(&self, scope: ScopeId, name: NameId, want: Want) -> (Candidates, bool) {
        let own = self.own_members(scope, name, want);
        if !own.is_empty() || name == NameId::NONE {
            return (own, false);
        }
        (self.inherited_members(scope, name, want), true)
    }

    /// Returns the members with a name in the nearest of what a scope extends that has any.
    pub(super) fn inherited_members(&self, scope: ScopeId, name: NameId, want: Want) -> Candidates {
        let direct = self.index.bases.of(scope.0);
        if direct.is_empty() {
            return Candidates::default();
        }
        let mut order: SmallVec<[ScopeId; 16]> = SmallVec::from_slice(direct);
        let mut next = 0;
        while let Some(base) = order.get(next).copied() {
            next += 1;
            let found = self.own_members(base, name, want);
            if !found.is_empty() {
                return found;
            }
            for above in self.index.bases.of(base.0) {
                if order.len() < MAX_BASES && *above != scope && !order.contains(above) {
                    order.push(*above);
                }
            }
        }
        Candidates::default()
    }

    /// Returns whether a definition can be what a name is looked up for.
    pub(super) fn fits(&self, symbol: SymbolId, family: Family, want: Want) -> bool {
        let kind = self.index.symbols.kind(symbol);
        match want {
            Want::Any => !matches!(kind, SymbolKind::Heading | SymbolKind::Test),
            Want::Type => kind.is_type() || matches!(kind, SymbolKind::Module | SymbolKind::Block),
            Want::Call => match kind {
                SymbolKind::Heading | SymbolKind::Entry | SymbolKind::Test => false,
                // Methods and fields have names of their own: a field does not hide a method.
                SymbolKind::Field | SymbolKind::Property | SymbolKind::Variable | SymbolKind::Constant => !matches!(
                    family,
                    Family::Jvm | Family::DotNet | Family::Swift | Family::Ruby | Family::Php | Family::Rust
                ),
                SymbolKind::EnumMember => {
                    matches!(family, Family::Rust | Family::Swift | Family::Haskell | Family::OCaml | Family::Jvm)
                }
                _ => true,
            },
        }
    }

    /// Returns the scope that a candidate for a type opens, or `None` where it opens none.
    pub(super) fn type_scope(&self, symbol: SymbolId) -> Option<ScopeId> {
        Some(self.index.scopes.opens(symbol)).filter(|scope| *scope != ScopeId::NONE)
    }
}
