//! Owns how a definition becomes a symbol: its lines with decorators and attributes, its doc comment, its container
//! and kind from what is around it; owns no language's forms of definitions.

use graphicle_engine::facts::{Name, Params, Symbol, SymbolFlags, SymbolIdx, SymbolKind};
use graphicle_engine::span::LineRange;

use super::{Cx, Place, Sym};
use crate::spec::ParamRule;
use crate::syntax::field;
use crate::tree::Node;

/// A definition on its way to being a symbol.
#[derive(Debug, Clone)]
pub(crate) struct Def<'t> {
    /// The whole definition, without wrappers such as decorators.
    pub(crate) node: Node<'t>,
    /// The name.
    pub(crate) name: &'t str,
    /// The line that holds the name.
    pub(crate) name_row: u32,
    /// What it is.
    pub(crate) kind: SymbolKind,
    /// The path of what it belongs to; starts as what is around it.
    pub(crate) container: Option<Name>,
    /// Its type or return type.
    pub(crate) ty: Option<Name>,
    /// What it extends, implements or embeds.
    pub(crate) bases: Vec<Name>,
    /// Its parameters.
    pub(crate) params: Option<Params>,
    /// Its marks.
    pub(crate) flags: SymbolFlags,
    /// Its documentation where that is not the comment above: a docstring.
    pub(crate) doc: Option<LineRange>,
}

impl Def<'_> {
    pub(crate) fn mark(&mut self, flag: SymbolFlags) {
        self.flags = self.flags.with(flag);
    }
}

impl<'t> Cx<'t> {
    /// Returns a definition at the place that the walk has reached, and claims its name.
    pub(crate) fn def(&mut self, kind: SymbolKind, node: Node<'t>, name: Node<'t>) -> Def<'t> {
        self.claim(name);
        let kind = match (kind, self.place()) {
            (SymbolKind::Function, Place::Type) => SymbolKind::Method,
            (SymbolKind::Variable, Place::Type) => SymbolKind::Field,
            (kind, _) => kind,
        };
        Def {
            node,
            name: name.text(),
            name_row: name.row(),
            kind,
            container: self.container(),
            ty: None,
            bases: Vec::new(),
            params: None,
            flags: SymbolFlags::default(),
            doc: None,
        }
    }

    /// Records a definition as a symbol.
    pub(crate) fn define(&mut self, mut def: Def<'t>) -> Sym {
        let mut outer = def.node;
        while let Some(parent) = outer.parent().filter(|parent| self.spec().wrappers.contains(&parent.kind())) {
            outer = parent;
        }
        if let Some(exported) = self.spec().exported
            && exported(self, &def)
        {
            def.mark(SymbolFlags::EXPORTED);
        }
        let (comment, attributes) = self.take_doc(outer.row());
        let (start, row) = attributes.unwrap_or((outer.start(), outer.row()));
        let parent = self.symbol_around(def.node).map(|sym| SymbolIdx(sym.0));
        let symbol = Symbol {
            name: self.name(def.name),
            kind: def.kind,
            container: def.container,
            parent,
            lines: LineRange::new(row, def.node.last_row()),
            name_line: def.name_row,
            doc: def.doc.or(comment),
            ty: def.ty,
            bases: def.bases,
            params: def.params,
            flags: def.flags,
        };
        let path = (symbol.container, symbol.name);
        let sym = self.draft.add_symbol(start, symbol);
        self.own.entry(path).or_insert(sym);
        sym
    }

    /// Returns the first definition so far of a name in a container.
    pub(crate) fn defined(&mut self, container: Option<Name>, name: &str) -> Option<Sym> {
        let name = self.name(name);
        self.own.get(&(container, name)).copied()
    }

    /// Returns whether a definition has all of these marks.
    pub(crate) fn has_flag(&self, sym: Sym, flag: SymbolFlags) -> bool {
        self.draft.symbol(sym).is_some_and(|symbol| symbol.flags.has(flag))
    }

    /// Adds a mark to a definition.
    pub(crate) fn mark(&mut self, sym: Sym, flag: SymbolFlags) {
        if let Some(symbol) = self.draft.symbol_mut(sym) {
            symbol.flags = symbol.flags.with(flag);
        }
    }

    /// Returns what a definition is.
    pub(crate) fn kind_of(&self, sym: Sym) -> SymbolKind {
        self.draft.kind_of(sym)
    }

    /// Returns the path of what is inside `sym`.
    pub(super) fn path_inside(&mut self, sym: Sym) -> Name {
        let (container, name) = self.draft.path_of(sym);
        match container {
            None => name,
            Some(container) => {
                let path = format!("{}.{}", self.name_text(container), self.name_text(name));
                self.name(&path)
            }
        }
    }

    /// Returns how many definitions have been recorded so far, for outlines that are cut at a count.
    pub(crate) fn symbols_so_far(&self) -> usize {
        self.draft.symbol_count()
    }

    pub(super) fn is_callable(&self, sym: Sym) -> bool {
        self.draft.kind_of(sym).is_callable()
    }

    /// Returns a symbol, to be completed with what only its inside tells.
    pub(crate) fn symbol_mut(&mut self, sym: Sym) -> Option<&mut Symbol> {
        self.draft.symbol_mut(sym)
    }

    /// Gives a variable the type that a function of this file returns, once that is known.
    pub(crate) fn typed_by_call(&mut self, sym: Sym, function: Name) {
        self.draft.typed_by_call.push((sym, function));
    }

    /// Takes note of what a function without a declared type returns in one place: a type, or something else.
    pub(crate) fn returns(&mut self, sym: Sym, ty: Option<Name>) {
        self.draft
            .returned
            .entry(sym)
            .and_modify(|known| *known = known.filter(|known| ty == Some(*known)))
            .or_insert(ty);
    }

    /// Returns the doc comment of a symbol.
    pub(crate) fn doc_of(&self, sym: Sym) -> Option<LineRange> {
        self.draft.symbol(sym).and_then(|symbol| symbol.doc)
    }

    /// Returns how many arguments a parameter list takes, as [`crate::spec::Spec::params`] counts.
    pub(crate) fn count_params(&self, list: Node<'t>) -> Params {
        let mut params = Params { min: 0, max: 0 };
        for child in list.named_children() {
            let rule = self.spec().params.iter().find(|(kind, _)| *kind == child.kind()).map(|(_, rule)| *rule);
            let (least, most) = match rule {
                None | Some(ParamRule::Receiver) => (0, 0),
                Some(ParamRule::One) => (1, 1),
                Some(ParamRule::Names) => {
                    let names = u8::try_from(child.children_with(field::NAME).count()).unwrap_or(254).max(1);
                    (names, names)
                }
                Some(ParamRule::Optional) => (0, 1),
                Some(ParamRule::Rest) => (0, 255),
            };
            params.min = params.min.saturating_add(least);
            params.max = params.max.saturating_add(most);
        }
        params
    }
}
