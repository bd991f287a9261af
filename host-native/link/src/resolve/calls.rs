//! Owns which definition a call means and the evidence for it; owns neither the lookups nor the choice they end in.

use graphicle_engine::facts::{Call, CallKind, Root, Symbol, SymbolIdx, SymbolKind};
use graphicle_engine::id::{FileId, SymbolId};
use graphicle_engine::language::Language;
use graphicle_engine::links::{AmbiguousCall, CallEdge, Endpoint, Evidence};

use super::Resolver;
use super::found::{At, Candidates, Found, Hit, Place, Source, Want};
use super::pick::{Among, MAX_CANDIDATES, Picked};
use super::types::is_type_like;
use super::unique::Asked;
use crate::builtins;
use crate::family::Family;
use crate::intern::NameId;
use crate::output::Collector;
use crate::scopes::ScopeId;

/// How many types above each other are looked through for an overload that fits.
const MAX_OVERLOADS: usize = 16;

/// What a call means.
enum Meaning {
    Nothing,
    One(SymbolId, Evidence),
    Several(Candidates),
}

/// Returns the modules and namespaces of a file, in order.
fn modules_of(symbols: &[Symbol]) -> Vec<SymbolIdx> {
    let all = (0..).map(SymbolIdx).zip(symbols);
    all.filter(|(_, symbol)| symbol.kind == SymbolKind::Module).map(|(at, _)| at).collect()
}

/// Returns the innermost module around a line: code there that no callable holds sees the module's names.
fn module_around(symbols: &[Symbol], modules: &[SymbolIdx], line: u32) -> Option<SymbolIdx> {
    let around = |at: &&SymbolIdx| symbols.get(at.0 as usize).is_some_and(|symbol| symbol.lines.contains(line));
    // A module stands behind the one that it is in.
    modules.iter().rev().find(around).copied()
}

impl Resolver<'_, '_> {
    /// Adds the calls of a file.
    pub(super) fn link_calls(&mut self, file: FileId, out: &mut Collector) {
        let Some(entry) = self.index.file(file) else { return };
        let modules = modules_of(&entry.facts.symbols);
        for call in &entry.facts.calls {
            let from = self.endpoint(file, call.caller);
            let around = call.caller.or_else(|| module_around(&entry.facts.symbols, &modules, call.line));
            let at = self.at(file, around);
            match self.meaning(at, call) {
                Meaning::Nothing => {}
                Meaning::One(to, evidence) => out.call(CallEdge { from, to, line: call.line, evidence }),
                Meaning::Several(mut candidates) => {
                    candidates.sort_unstable();
                    out.ambiguous(AmbiguousCall { from, line: call.line, candidates: candidates.into_vec() });
                }
            }
        }
    }

    /// Returns where an edge starts: an index beyond the file's symbols is the file's top level.
    pub(super) fn endpoint(&self, file: FileId, symbol: Option<SymbolIdx>) -> Endpoint {
        match symbol.map(|symbol| self.index.symbols.id(file, symbol)) {
            Some(symbol) if symbol != SymbolId(u32::MAX) => Endpoint::Symbol(symbol),
            _ => Endpoint::File(file),
        }
    }

    fn meaning(&mut self, at: At, call: &Call) -> Meaning {
        let file = at.file;
        let text = self.index.text(file, call.callee);
        if matches!(text, "super" | "this") && matches!(call.receiver.root, Root::Bare | Root::Super | Root::SelfValue)
        {
            return self.own_constructor(at, text, call);
        }
        let name = match text.strip_suffix('!') {
            Some(bare) => self.index.names.find(bare),
            None => self.name(file, call.callee),
        };
        if call.receiver.root == Root::Bare && call.receiver.steps.is_empty() {
            return self.bare_meaning(at, name, call);
        }
        let place = self.place(at, &call.receiver);
        self.meaning_on(at, place, name, call)
    }

    fn meaning_on(&mut self, at: At, place: Place, name: NameId, call: &Call) -> Meaning {
        match place {
            Place::Unknown => self.by_unique_name(at, name, call, Asked::Method),
            Place::Outside | Place::Value(_, 1..) => Meaning::Nothing,
            Place::Module(_, source) => {
                // The code names the module, which is more than a bare name does.
                let source = if source == Source::Shared { Source::FullPath } else { source };
                let want = if call.kind == CallKind::Construct { Want::Type } else { Want::Call };
                match self.members_of(place, name, want) {
                    Found::Symbols(found) => self.choose(at, &found, call, source, Among::Alternatives),
                    _ => Meaning::Nothing,
                }
            }
            Place::Type(scope) | Place::Value(scope, 0) => self.member_meaning(at, scope, name, call),
            Place::Held(held) => match self.called_on_held(held, name, call.kind) {
                (own, None) => self.choose(at, &own, call, Source::OwnType, Among::Members),
                (own, Some(inside)) if own.is_empty() => self.meaning_on(at, inside, name, call),
                // `a.f()` is the wrapper's and `a->f()` that of what is wrapped; facts do not tell which is written.
                (own, Some(inside)) => {
                    let mut all = own;
                    if let Found::Symbols(more) = self.members_of(inside, name, Want::Call) {
                        all.extend(more.iter().copied());
                    }
                    self.choose_none(at.file, &all, call)
                }
            },
            Place::Super(scope) => {
                let found = self.inherited_members(scope, name, Want::Call);
                self.choose(at, &found, call, Source::Inherited, Among::Members)
            }
        }
    }

    fn bare_meaning(&mut self, at: At, name: NameId, call: &Call) -> Meaning {
        let family = self.index.family(at.file);
        let want = if call.kind == CallKind::Construct { Want::Type } else { Want::Call };
        let Hit { found, source } = if call.kind == CallKind::Construct {
            let text = self.index.text(at.file, call.callee);
            if text.contains('.') {
                Hit { found: self.type_path(at, text), source: Source::FullPath }
            } else {
                let Hit { found, source } = self.bare(at, name, want);
                Hit { found: self.default_of(found), source }
            }
        } else {
            self.bare(at, name, want)
        };
        match found {
            Found::Symbols(found) => {
                let (found, source) = self.with_inherited_overloads(at, found, source, name, call);
                let among = match source {
                    Source::OwnType | Source::Inherited => Among::Members,
                    _ => Among::Alternatives,
                };
                self.choose(at, &found, call, source, among)
            }
            Found::Nothing if call.kind == CallKind::Macro => self.by_unique_name(at, name, call, Asked::Macro),
            Found::Nothing if family.bare_is_global() => self.by_unique_name(at, name, call, Asked::Function),
            Found::Nothing | Found::Outside | Found::Module(_) => Meaning::Nothing,
        }
    }

    fn member_meaning(&mut self, at: At, scope: ScopeId, name: NameId, call: &Call) -> Meaning {
        let want = if call.kind == CallKind::Construct { Want::Type } else { Want::Call };
        let (found, inherited) = self.members(scope, name, want);
        if found.is_empty() {
            return self.missing_member(at, scope, call);
        }
        let source = if inherited { Source::Inherited } else { Source::OwnType };
        let (found, source) = self.with_inherited_overloads(at, found, source, name, call);
        self.choose(at, &found, call, source, Among::Members)
    }

    /// Returns what a call means where none of the found methods takes its arguments and a method of the same name
    /// further up does: overloads of a type and of its bases stand side by side.
    fn with_inherited_overloads(
        &self,
        at: At,
        found: Candidates,
        source: Source,
        name: NameId,
        call: &Call,
    ) -> (Candidates, Source) {
        let (true, Some(args)) = (self.index.family(at.file).overloads_through_bases(), call.args) else {
            return (found, source);
        };
        let misfits = |symbol: &SymbolId| {
            self.index.symbols.kind(*symbol) == SymbolKind::Method && self.takes(*symbol, args) == Some(false)
        };
        let Some(first) = found.first().copied().filter(|_| found.iter().all(misfits)) else {
            return (found, source);
        };
        let mut scope = self.index.scopes.home(first);
        for _ in 0..MAX_OVERLOADS {
            let above = self.inherited_members(scope, name, Want::Call);
            let Some(next) = above.first().copied() else { break };
            if !above.iter().all(misfits) {
                return (above, Source::Inherited);
            }
            scope = self.index.scopes.home(next);
        }
        (found, source)
    }

    /// Returns the meaning of a member that the told type does not have.
    fn missing_member(&mut self, at: At, scope: ScopeId, call: &Call) -> Meaning {
        let family = self.index.family(at.file);
        let text = self.index.text(at.file, call.callee);
        // `Foo.new` in Ruby and Perl makes a value by `initialize`, or by nothing that is written.
        if text == "new" && family == Family::Ruby {
            return match self.index.scopes.symbol(scope) {
                Some(symbol) => Meaning::One(self.constructor(at, symbol, call.args), Evidence::ReceiverType),
                None => Meaning::Nothing,
            };
        }
        Meaning::Nothing
    }

    fn own_constructor(&mut self, at: At, word: &str, call: &Call) -> Meaning {
        let scope = self.self_scope(at);
        if scope == ScopeId::NONE {
            return Meaning::Nothing;
        }
        let (target, evidence) = if word == "this" {
            (Some(scope), Evidence::ReceiverType)
        } else {
            (self.index.bases.of(scope.0).first().copied(), Evidence::Inherited)
        };
        match target.and_then(|target| self.index.scopes.symbol(target)) {
            Some(symbol) => Meaning::One(self.constructor(at, symbol, call.args), evidence),
            None => Meaning::Nothing,
        }
    }

    /// Keeps all that a call may mean, where nothing tells which it is.
    fn choose_none(&self, file: FileId, found: &Candidates, call: &Call) -> Meaning {
        let mut all: Candidates = found.iter().copied().filter(|symbol| self.suits(file, *symbol, call.kind)).collect();
        all.sort_unstable();
        all.dedup();
        match all.len() {
            2..=MAX_CANDIDATES if call.kind != CallKind::Value => Meaning::Several(all),
            _ => Meaning::Nothing,
        }
    }

    /// Chooses among what a lookup found and says why.
    fn choose(&mut self, at: At, found: &Candidates, call: &Call, source: Source, among: Among) -> Meaning {
        let mut found = found.clone();
        found.retain(|symbol| self.suits(at.file, *symbol, call.kind));
        // Of what nothing speaks for, nearness must not make one of several.
        let among = if source == Source::Shared { Among::Members } else { among };
        match self.pick(at.file, &found, call.args, among) {
            Picked::Nothing => Meaning::Nothing,
            Picked::One(symbol) => {
                let evidence = self.evidence(at.file, symbol, source);
                if evidence == Evidence::UniqueName && !self.may_be_unique(at.file, symbol, call) {
                    return Meaning::Nothing;
                }
                let is_type = is_type_like(self.index.symbols.kind(symbol));
                let symbol = if is_type && call.kind != CallKind::Value {
                    self.constructor(at, symbol, call.args)
                } else {
                    symbol
                };
                Meaning::One(symbol, evidence)
            }
            Picked::Several(_) if call.kind == CallKind::Value => Meaning::Nothing,
            Picked::Several(_) if source == Source::Shared && self.is_common(at.file, call) => Meaning::Nothing,
            Picked::Several(several) => Meaning::Several(several),
        }
    }

    /// Returns whether a definition can be the target of such a call.
    fn suits(&self, file: FileId, symbol: SymbolId, kind: CallKind) -> bool {
        let family = self.index.family(file);
        // What looks like a call of a type in C is an argument of a macro.
        let is_c = self.index.file(file).is_some_and(|file| file.language == Language::C);
        let found = self.index.symbols.kind(symbol);
        match kind {
            CallKind::Value => found.is_callable(),
            CallKind::Macro if family == Family::Rust => found == SymbolKind::Macro,
            CallKind::Call if family == Family::Rust => found != SymbolKind::Macro,
            CallKind::Call => !is_type_like(found) || family.call_constructs() && !is_c,
            CallKind::Construct | CallKind::Macro | CallKind::Decorator => true,
        }
    }

    fn may_be_unique(&self, file: FileId, symbol: SymbolId, call: &Call) -> bool {
        call.kind != CallKind::Value
            && !self.is_common(file, call)
            && call.args.is_none_or(|args| self.takes(symbol, args) != Some(false))
    }

    fn is_common(&self, file: FileId, call: &Call) -> bool {
        builtins::is_common(self.index.family(file), self.index.text(file, call.callee))
    }

    fn evidence(&self, file: FileId, symbol: SymbolId, source: Source) -> Evidence {
        let same_file = self.index.symbols.file(symbol) == file;
        match source {
            Source::File | Source::Package | Source::Included | Source::Shared if same_file => Evidence::SameFile,
            Source::File | Source::OwnType | Source::FullPath => Evidence::ReceiverType,
            Source::Inherited => Evidence::Inherited,
            Source::Package => Evidence::SamePackage,
            Source::Included | Source::Import => Evidence::Import,
            Source::Shared => Evidence::UniqueName,
        }
    }

    /// Returns what making a value of a type calls: the type's one fitting constructor, else the type.
    fn constructor(&mut self, at: At, symbol: SymbolId, args: Option<u8>) -> SymbolId {
        let Some(scope) = self.type_scope(symbol) else { return symbol };
        let family = self.index.family(self.index.symbols.file(symbol));
        let own_name = self.index.symbols.name(symbol);
        for word in builtins::constructors(family) {
            let name = if word.is_empty() { own_name } else { self.find_name(word) };
            let mut found = self.own_members(scope, name, Want::Call);
            found.retain(|symbol| {
                let kind = self.index.symbols.kind(*symbol);
                kind == SymbolKind::Constructor || !word.is_empty() && kind.is_callable()
            });
            if let Picked::One(one) = self.pick(at.file, &found, args, Among::Members) {
                return one;
            }
        }
        symbol
    }

    fn by_unique_name(&mut self, at: At, name: NameId, call: &Call, asked: Asked) -> Meaning {
        if matches!(call.kind, CallKind::Value | CallKind::Decorator | CallKind::Construct) {
            return Meaning::Nothing;
        }
        match self.unique(at.file, name, call.args, asked) {
            Picked::Nothing => Meaning::Nothing,
            Picked::One(symbol) => Meaning::One(symbol, Evidence::UniqueName),
            Picked::Several(several) => Meaning::Several(several),
        }
    }
}
