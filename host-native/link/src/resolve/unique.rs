//! Owns the last resort: a name that the whole project defines once; owns no lookup that scopes answer.

use graphicle_engine::facts::{SymbolFlags, SymbolKind};
use graphicle_engine::id::FileId;
use graphicle_engine::role::Roles;

use super::Resolver;
use super::found::Candidates;
use super::pick::{MAX_CANDIDATES, Picked};
use crate::builtins;
use crate::intern::NameId;

/// What a name is looked for as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// A method, on a receiver that nothing tells.
    Method,
    /// A function, called by its bare name.
    Function,
    /// A macro.
    Macro,
}

impl Resolver<'_, '_> {
    /// Returns what the project defines under a name that no scope tells: one definition, or a few.
    pub(super) fn unique(&mut self, file: FileId, name: NameId, args: Option<u8>, asked: Asked) -> Picked {
        let all = self.index.callables.of(name.0);
        if all.is_empty() || all.len() > MAX_CANDIDATES * 4 {
            return Picked::Nothing;
        }
        let family = self.index.family(file);
        let text = self.index.names.text(name);
        if builtins::is_common(family, text) || asked == Asked::Method && !builtins::is_telling(text) {
            return Picked::Nothing;
        }
        let is_test = |file: FileId| self.index.file(file).is_some_and(|file| file.roles.has(Roles::TEST));
        let from_test = is_test(file);
        let mut found: Candidates = all
            .iter()
            .copied()
            .filter(|symbol| {
                let home = self.index.symbols.file(*symbol);
                let Some(record) = self.index.symbol(*symbol) else { return false };
                let suits = match asked {
                    Asked::Method => matches!(record.kind, SymbolKind::Method),
                    Asked::Function => matches!(record.kind, SymbolKind::Function | SymbolKind::Macro),
                    Asked::Macro => record.kind == SymbolKind::Macro,
                };
                let seen = home == file
                    || asked == Asked::Method
                    || record.flags.has(SymbolFlags::EXPORTED)
                    || record.flags.has(SymbolFlags::DECLARATION);
                let fits = args.is_none_or(|args| self.takes(*symbol, args) != Some(false));
                suits
                    && seen
                    && fits
                    && self.index.family(home) == family
                    && (from_test || !is_test(home) && !record.flags.has(SymbolFlags::TEST))
            })
            .collect();
        // A declaration and the definition of the same thing are one.
        if let Some(first) = found.first().copied()
            && found.iter().all(|symbol| self.index.scopes.home(*symbol) == self.index.scopes.home(first))
        {
            self.without_declarations(&mut found);
        }
        match found.as_slice() {
            [] => Picked::Nothing,
            [one] => Picked::One(*one),
            several if several.len() > MAX_CANDIDATES => Picked::Nothing,
            _ => Picked::Several(found),
        }
    }
}
