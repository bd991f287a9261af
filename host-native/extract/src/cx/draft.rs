//! Owns the facts as they grow, and putting them in their documented order at the end; owns no meaning of them.

use core::hash::BuildHasher;

use graphicle_engine::facts::{
    Call, CallKind, FileFacts, Import, Manifest, Name, NamesBuilder, Outcome, Reference, Root, Symbol, SymbolIdx,
    SymbolKind,
};
use graphicle_engine::span::LineRange;
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};

use super::Sym;

#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) names: NamesBuilder,
    pub(crate) package: Option<Name>,
    pub(crate) module_doc: Option<LineRange>,
    pub(crate) manifest: Option<Manifest>,
    symbols: Vec<(u32, Symbol)>,
    calls: Vec<(u32, Call)>,
    references: Vec<(u32, Reference)>,
    known: HashTable<u32>,
    hasher: DefaultHashBuilder,
    imports: Vec<Import>,
    pub(super) typed_by_call: Vec<(Sym, Name)>,
    /// What functions without a declared type were seen to return; `None` where that is not one type.
    pub(super) returned: HashMap<Sym, Option<Name>>,
}

impl Draft {
    pub(super) fn add_symbol(&mut self, start: u32, symbol: Symbol) -> Sym {
        let sym = Sym(u32::try_from(self.symbols.len()).unwrap_or(u32::MAX));
        self.symbols.push((start, symbol));
        sym
    }

    pub(super) fn symbol(&self, sym: Sym) -> Option<&Symbol> {
        self.symbols.get(sym.0 as usize).map(|(_, symbol)| symbol)
    }

    pub(super) fn symbol_mut(&mut self, sym: Sym) -> Option<&mut Symbol> {
        self.symbols.get_mut(sym.0 as usize).map(|(_, symbol)| symbol)
    }

    pub(super) fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    pub(super) fn kind_of(&self, sym: Sym) -> SymbolKind {
        self.symbol(sym).map_or(SymbolKind::Variable, |symbol| symbol.kind)
    }

    /// Returns the symbol's container and name.
    pub(super) fn path_of(&self, sym: Sym) -> (Option<Name>, Name) {
        self.symbol(sym).map_or((None, Name(u32::MAX)), |symbol| {
            // A block that adds to a type carries the type's name and is no container of its own.
            (symbol.container, symbol.name)
        })
    }

    pub(super) fn add_call(&mut self, start: u32, call: Call) {
        self.calls.push((start, call));
    }

    pub(super) fn add_import(&mut self, import: Import) {
        self.imports.push(import);
    }

    pub(super) fn add_reference(&mut self, start: u32, reference: Reference) {
        let key = |r: &Reference| self.hasher.hash_one((r.from, r.name, &r.receiver, r.kind));
        let hash = key(&reference);
        let at = |i: &u32| self.references.get(*i as usize).map(|(_, known)| known);
        let same = |i: &u32| {
            at(i).is_some_and(|known| {
                known.from == reference.from
                    && known.name == reference.name
                    && known.kind == reference.kind
                    && known.receiver == reference.receiver
            })
        };
        if self.known.find(hash, same).is_some() {
            return;
        }
        let new = u32::try_from(self.references.len()).unwrap_or(u32::MAX);
        self.known.insert_unique(hash, new, |i| at(i).map_or(0, key));
        self.references.push((start, reference));
    }

    /// Returns the facts.
    pub(crate) fn finish(mut self, outcome: Outcome) -> FileFacts<'static> {
        self.settle_names_of_this_file();
        let place = self.places();
        let moved = |old: Option<SymbolIdx>| old.and_then(|old| place.get(old.0 as usize).copied().flatten());
        let names = &self.names;
        self.symbols.retain(|(_, symbol)| !names.text(symbol.name).is_empty());
        self.symbols.sort_by_key(|(start, _)| *start);
        self.calls.sort_by_key(|(start, _)| *start);
        self.references.sort_by_key(|(start, _)| *start);
        self.imports.sort_by_key(|import| import.line);
        let mut facts = FileFacts {
            outcome,
            names: self.names.finish(),
            package: self.package,
            module_doc: self.module_doc,
            symbols: self.symbols.into_iter().map(|(_, symbol)| symbol).collect(),
            imports: self.imports,
            calls: self.calls.into_iter().map(|(_, call)| call).collect(),
            references: self.references.into_iter().map(|(_, reference)| reference).collect(),
            manifest: self.manifest,
        };
        for symbol in &mut facts.symbols {
            symbol.parent = moved(symbol.parent);
        }
        for call in &mut facts.calls {
            call.caller = moved(call.caller);
        }
        for reference in &mut facts.references {
            reference.from = moved(reference.from);
        }
        facts
    }

    /// Returns where each symbol will stand when they are in order. A parser that repairs a broken text makes up names
    /// without a letter; a symbol of such a name is left out, and what is inside it belongs to what is around it.
    fn places(&self) -> Vec<Option<SymbolIdx>> {
        let mut order: Vec<(u32, usize)> = Vec::with_capacity(self.symbols.len());
        let named = self.symbols.iter().enumerate().filter(|(_, (_, symbol))| !self.names.text(symbol.name).is_empty());
        order.extend(named.map(|(old, (start, _))| (*start, old)));
        order.sort_unstable();
        let mut places = vec![None; self.symbols.len()];
        for (new, (_, old)) in (0_u32..).zip(order) {
            if let Some(place) = places.get_mut(old) {
                *place = Some(SymbolIdx(new));
            }
        }
        for (old, (_, symbol)) in self.symbols.iter().enumerate() {
            // What is around was defined before.
            let around = symbol.parent.and_then(|parent| places.get(parent.0 as usize).copied().flatten());
            if let Some(place) = places.get_mut(old).filter(|place| place.is_none()) {
                *place = around;
            }
        }
        places
    }

    /// Uses what the whole file has told: a bare call of one of its types constructs, and what it defines as anything
    /// but a callable is no function given as a value.
    fn settle_names_of_this_file(&mut self) {
        self.settle_returned_types();
        self.settle_types();
        let mut top: HashMap<Name, SymbolKind> = HashMap::new();
        let mut members: HashMap<(Name, Name), SymbolKind> = HashMap::new();
        for (_, symbol) in &self.symbols {
            match symbol.container {
                None => top.insert(symbol.name, symbol.kind),
                Some(container) => members.insert((container, symbol.name), symbol.kind),
            };
        }
        let symbols = &self.symbols;
        let own_type = |call: &Call| {
            let caller = symbols.get(call.caller?.0 as usize).map(|(_, symbol)| symbol)?;
            caller.container
        };
        self.calls.retain_mut(|(_, call)| {
            if !call.receiver.steps.is_empty() {
                return true;
            }
            let kind = match call.receiver.root {
                Root::Bare => top.get(&call.callee).copied(),
                Root::SelfValue | Root::SelfType => {
                    own_type(call).and_then(|own| members.get(&(own, call.callee)).copied())
                }
                Root::Typed(ty) => members.get(&(ty, call.callee)).copied(),
                _ => None,
            };
            let Some(kind) = kind else { return true };
            if call.kind == CallKind::Call && call.receiver.root == Root::Bare && kind.is_type() {
                call.kind = CallKind::Construct;
            }
            call.kind != CallKind::Value || kind.is_callable()
        });
    }

    fn settle_returned_types(&mut self) {
        if self.returned.is_empty() {
            return;
        }
        for (i, (_, symbol)) in (0_u32..).zip(&mut self.symbols) {
            if let Some(ty) = self.returned.get(&Sym(i)) {
                symbol.ty = symbol.ty.or(*ty);
            }
        }
    }

    fn settle_types(&mut self) {
        if self.typed_by_call.is_empty() {
            return;
        }
        let returned: HashMap<Name, Option<Name>> = self
            .symbols
            .iter()
            .filter(|(_, symbol)| symbol.container.is_none())
            .filter_map(|(_, symbol)| match symbol.kind {
                SymbolKind::Function => Some((symbol.name, symbol.ty)),
                kind if kind.is_type() => Some((symbol.name, Some(symbol.name))),
                _ => None,
            })
            .collect();
        for (sym, function) in core::mem::take(&mut self.typed_by_call) {
            let ty = returned.get(&function).copied().flatten();
            if let Some(symbol) = self.symbol_mut(sym) {
                symbol.ty = symbol.ty.or(ty);
            }
        }
    }
}
