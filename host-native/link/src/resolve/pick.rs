//! Owns the choice among definitions that a name may mean: definitions before declarations, arguments that fit,
//! nearness; owns no lookup.

use graphicle_engine::facts::{SymbolFlags, SymbolKind};
use graphicle_engine::folders::name_of;
use graphicle_engine::id::{FileId, SymbolId};
use graphicle_engine::role::Roles;

use super::Resolver;
use super::found::Candidates;
use crate::family::Family;
use crate::paths::common_folders;

/// How many candidates an ambiguous call keeps.
pub(super) const MAX_CANDIDATES: usize = 8;

/// What candidates are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Among {
    /// Members of one type: several are overloads.
    Members,
    /// Members of one scope that files share: several are alternatives.
    Alternatives,
}

/// What a choice gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Picked {
    Nothing,
    One(SymbolId),
    /// At least two, at most [`MAX_CANDIDATES`], in order.
    Several(Candidates),
}

impl Resolver<'_, '_> {
    /// Chooses what a call in `file` with so many arguments means.
    pub(super) fn pick(&mut self, file: FileId, found: &Candidates, args: Option<u8>, among: Among) -> Picked {
        let family = self.index.family(file);
        let mut all: Candidates = found.iter().copied().filter(|symbol| self.is_call_target(*symbol, family)).collect();
        if all.len() > 1 {
            all.sort_unstable();
            all.dedup();
            self.prefer_outside_of_tests(file, &mut all);
            self.prefer_callables(&mut all);
            if among == Among::Alternatives {
                self.prefer_same_file(file, &mut all);
            }
            self.prefer_definitions(file, &mut all, args);
            self.prefer_fitting(&mut all, args);
            self.prefer_fixed_counts(&mut all, args);
            self.fold_const_twins(family, &mut all);
            if among == Among::Alternatives {
                self.prefer_language(file, &mut all);
                // Which of several definitions C's linker takes is a matter of the build, not of folders.
                if family == Family::C {
                    self.prefer_folder(file, &mut all);
                } else {
                    self.prefer_near(file, &mut all);
                }
            }
        }
        match all.as_slice() {
            [] => Picked::Nothing,
            [one] => Picked::One(*one),
            several if several.len() > MAX_CANDIDATES => Picked::Nothing,
            _ => Picked::Several(all),
        }
    }

    fn is_call_target(&self, symbol: SymbolId, family: Family) -> bool {
        let kind = self.index.symbols.kind(symbol);
        kind.is_callable()
            || kind.is_type()
            || matches!(kind, SymbolKind::EnumMember | SymbolKind::Event | SymbolKind::Block)
            || matches!(kind, SymbolKind::Constant | SymbolKind::Variable)
                && matches!(family, Family::Script | Family::Lua | Family::R | Family::Julia)
    }

    /// Leaves the candidates that are good, where any is.
    pub(super) fn prefer(&self, all: &mut Candidates, good: impl Fn(&Self, SymbolId) -> bool) {
        if all.len() > 1 && all.iter().any(|symbol| good(self, *symbol)) {
            all.retain(|symbol| good(self, *symbol));
        }
    }

    /// Leaves out definitions of tests where the caller is none and others are left.
    pub(super) fn prefer_outside_of_tests(&self, file: FileId, all: &mut Candidates) {
        let is_test = |file: FileId| self.index.file(file).is_some_and(|file| file.roles.has(Roles::TEST));
        if !is_test(file) {
            self.prefer(all, |this, symbol| {
                let home = this.index.symbols.file(symbol);
                home == file || !is_test(home) && !this.index.symbols.has(symbol, SymbolFlags::TEST)
            });
        }
    }

    fn prefer_callables(&self, all: &mut Candidates) {
        self.prefer(all, |this, symbol| this.index.symbols.kind(symbol).is_callable());
    }

    fn prefer_same_file(&self, file: FileId, all: &mut Candidates) {
        // A prototype in the same file may stand for a definition elsewhere.
        self.prefer(all, |this, symbol| this.index.symbols.file(symbol) == file && !this.is_declaration(symbol));
    }

    /// Leaves out declarations where a definition is left.
    pub(super) fn without_declarations(&self, all: &mut Candidates) {
        self.prefer(all, |this, symbol| !this.is_declaration(symbol));
    }

    /// Returns whether a symbol has no body where it stands.
    pub(super) fn is_declaration(&self, symbol: SymbolId) -> bool {
        self.index.symbols.has(symbol, SymbolFlags::DECLARATION)
    }

    /// Leaves out aliases where a type of its own is left: `typedef struct Node Node`.
    pub(super) fn without_aliases(&self, all: &mut Candidates) {
        self.prefer(all, |this, symbol| {
            let kind = this.index.symbols.kind(symbol);
            kind.is_type() && kind != SymbolKind::TypeAlias
        });
    }

    /// Prefers definitions with a body to the declarations that they belong to. Where several definitions stand behind
    /// one declaration that the file sees, the declaration is what is certain.
    fn prefer_definitions(&mut self, file: FileId, all: &mut Candidates, args: Option<u8>) {
        let mut declared: Candidates = all.iter().copied().filter(|symbol| self.is_declaration(*symbol)).collect();
        let mut defined: Candidates = all.iter().copied().filter(|symbol| !self.is_declaration(*symbol)).collect();
        if declared.is_empty() {
            return;
        }
        if defined.is_empty() {
            // Prototypes of one function in several places say the same.
            self.prefer_fitting(&mut declared, args);
            let seen: Option<SymbolId> = declared.iter().copied().find(|symbol| self.sees(file, *symbol));
            if self.index.family(file) == Family::C || self.index.family(file) == Family::Script {
                *all = seen.or(declared.first().copied()).into_iter().collect();
            }
            return;
        }
        self.prefer_fitting(&mut declared, args);
        self.prefer_fitting(&mut defined, args);
        if defined.len() > 1 {
            let seen: Candidates = declared.iter().copied().filter(|symbol| self.sees(file, *symbol)).collect();
            let behind: Candidates = defined
                .iter()
                .copied()
                .filter(|symbol| {
                    let source = self.index.symbols.file(*symbol);
                    seen.iter().any(|header| self.implements(source, self.index.symbols.file(*header)))
                })
                .collect();
            if !behind.is_empty() {
                defined = behind;
            }
            let first = defined.first().map(|symbol| self.index.symbols.file(*symbol));
            let one_file = defined.iter().all(|symbol| Some(self.index.symbols.file(*symbol)) == first);
            if defined.len() > 1 && !one_file && seen.len() == 1 {
                *all = seen;
                return;
            }
        }
        *all = defined;
    }

    /// Returns whether a source file is named like a header, or includes it.
    fn implements(&self, source: FileId, header: FileId) -> bool {
        let stem = |file: FileId| {
            let name = name_of(self.index.paths.file_path(file));
            name.split('.').next().unwrap_or(name)
        };
        source == header || stem(source) == stem(header) || self.index.imports.includes(source).contains(&header.0)
    }

    fn prefer_fitting(&self, all: &mut Candidates, args: Option<u8>) {
        if let Some(args) = args {
            self.prefer(all, |this, symbol| this.takes(symbol, args) == Some(true));
            self.prefer(all, |this, symbol| this.takes(symbol, args) != Some(false));
        }
    }

    /// Of overloads, one that takes just so many arguments comes before one that takes any number.
    fn prefer_fixed_counts(&self, all: &mut Candidates, args: Option<u8>) {
        let home = |symbol: &SymbolId| self.index.scopes.home(*symbol);
        let first = all.first().map(home);
        if args.is_some() && all.iter().all(|symbol| Some(home(symbol)) == first) {
            self.prefer(all, |this, symbol| !this.takes_any_number(symbol));
        }
    }

    /// Two of C++'s methods of one type that take nothing differ by `const` alone: the first stands for both.
    fn fold_const_twins(&self, family: Family, all: &mut Candidates) {
        let home = |symbol: &SymbolId| self.index.scopes.home(*symbol);
        let first = all.first().map(home);
        let takes_nothing = |symbol: &SymbolId| {
            self.index.symbols.kind(*symbol) == SymbolKind::Method
                && self.index.symbol(*symbol).and_then(|record| record.params).is_some_and(|params| params.max == 0)
        };
        let are_twins = || all.iter().all(|symbol| Some(home(symbol)) == first && takes_nothing(symbol));
        let one_file = || {
            let file = |symbol: &SymbolId| self.index.symbols.file(*symbol);
            all.iter().all(|symbol| Some(file(symbol)) == all.first().map(file))
        };
        if family == Family::C && all.len() == 2 && are_twins() && one_file() {
            all.truncate(1);
        }
    }

    fn takes_any_number(&self, symbol: SymbolId) -> bool {
        self.index.symbol(symbol).and_then(|record| record.params).is_some_and(|params| params.max == u8::MAX)
    }

    /// Returns whether a callable takes so many arguments, or `None` where the code does not tell.
    pub(super) fn takes(&self, symbol: SymbolId, args: u8) -> Option<bool> {
        let params = self.index.symbol(symbol)?.params?;
        Some(params.min <= args && args <= params.max)
    }

    fn prefer_language(&self, file: FileId, all: &mut Candidates) {
        let language = self.index.file(file).map(|file| file.language);
        self.prefer(all, |this, symbol| {
            this.index.file(this.index.symbols.file(symbol)).map(|file| file.language) == language
        });
    }

    /// Leaves the candidates in the same folder, where there are any.
    fn prefer_folder(&self, file: FileId, all: &mut Candidates) {
        let here = self.index.paths.folder_of(file);
        self.prefer(all, |this, symbol| this.index.paths.folder_of(this.index.symbols.file(symbol)) == here);
    }

    /// Leaves the candidates in the same folder; where there is none, those that share the most folders with the file.
    pub(super) fn prefer_near(&self, file: FileId, all: &mut Candidates) {
        self.prefer_folder(file, all);
        if all.len() < 2 {
            return;
        }
        let here = self.index.paths.file_path(file);
        let shared =
            |symbol: &SymbolId| common_folders(here, self.index.paths.file_path(self.index.symbols.file(*symbol)));
        let most = all.iter().map(shared).max().unwrap_or(0);
        all.retain(|symbol| shared(symbol) == most);
    }
}
