//! Owns the order in which a file's nodes are visited and what the tables' rules do there; owns no language.

use graphicle_engine::facts::{Receiver, Root};

use crate::cx::{Cx, Place, Sym};
use crate::spec::{Bind, Define, Flow, NameAt, Opens, Rule, Shape};
use crate::syntax::{Field, field};
use crate::tree::Node;

/// The walk looked at more nodes than it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooMuchWork;

/// Visits every node of the file. Stops when hooks have looked at more than `most` children: rules look at a node's
/// neighbours, which takes forever in a file whose nodes all have very many.
pub(crate) fn walk(cx: &mut Cx<'_>, most: u64) -> Result<(), TooMuchWork> {
    let tree = cx.tree();
    let grammar = cx.grammar();
    let mut at = 0;
    while let Some(node) = tree.node(at) {
        if tree.looks() > most {
            return Err(TooMuchWork);
        }
        cx.settle(at);
        let flow = match grammar.rule(node.kind()) {
            Rule::Visit => Flow::Into,
            Rule::Leaf | Rule::Skip | Rule::Drop => Flow::Over,
            Rule::Comment => {
                cx.comment(node);
                Flow::Over
            }
            Rule::Attribute => {
                cx.attribute(node);
                Flow::Into
            }
            Rule::Scope => {
                cx.open_block(node);
                Flow::Into
            }
            Rule::Define(define) => {
                define_at(cx, node, define);
                Flow::Into
            }
            Rule::Bind(bind) => {
                bind_at(cx, node, bind);
                Flow::Into
            }
            Rule::Call(kind) => {
                cx.call_at(node, kind);
                Flow::Into
            }
            Rule::Use(kind) => {
                cx.use_at(node, kind);
                Flow::Into
            }
            Rule::Hook(hook) => hook(cx, node),
        };
        at = match flow {
            Flow::Into => at.saturating_add(1),
            Flow::Over => node.next().max(at.saturating_add(1)),
        };
    }
    Ok(())
}

/// Defines what the table says and opens its inside. Returns the symbol.
pub(crate) fn define_at<'t>(cx: &mut Cx<'t>, node: Node<'t>, define: &Define) -> Option<Sym> {
    let name = match define.name {
        NameAt::Field(field) => node.child(field),
        NameAt::Child(kind) => node.child_of_kind(kind),
        NameAt::Hook(hook) => hook(node),
    }?;
    let mut def = cx.def(define.kind, node, name);
    if define.ty != Field::NONE {
        def.ty = node.child(define.ty).and_then(|ty| cx.ty(ty));
    }
    for role in define.bases {
        for list in node.children_with(*role) {
            if let Some(base) = cx.base(list) {
                def.bases.push(base);
                continue;
            }
            for base in list.named_children() {
                def.bases.extend(cx.base(base));
            }
        }
    }
    if define.params != Field::NONE {
        def.params = node.child(define.params).map(|list| cx.count_params(list));
    }
    if let Some(adjust) = define.adjust {
        adjust(cx, node, &mut def);
    }
    let sym = cx.define(def);
    match define.opens {
        Opens::Nothing => cx.attribute_to(node, sym),
        Opens::Type => cx.open(node, sym, Place::Type),
        Opens::Function => cx.open(node, sym, Place::Function),
        Opens::Module => cx.open(node, sym, Place::Module),
    }
    Some(sym)
}

/// Binds what the table says inside a callable; outside one, defines it where it is a symbol there.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "rules hand out references into static tables")]
pub(crate) fn bind_at<'t>(cx: &mut Cx<'t>, node: Node<'t>, bind: &Bind) {
    let role = if bind.name == Field::NONE { field::NAME } else { bind.name };
    let mut names = Vec::new();
    let mut simple = true;
    for pattern in node.children_with(role) {
        simple &= matches!(cx.shape(pattern), Shape::Name(_));
        names.extend(cx.names_in(pattern));
    }
    let ty = if bind.ty == Field::NONE { None } else { node.child(bind.ty) };
    let value = if bind.value == Field::NONE { None } else { node.child(bind.value) };
    if let (Some(kind), true) = (bind.symbol, cx.place() != Place::Function) {
        for name in names {
            let mut def = cx.def(kind, node, name);
            def.ty = ty.and_then(|ty| cx.ty(ty));
            if def.ty.is_none()
                && let Some(value) = value
                && let Receiver { root: Root::Typed(ty), steps } = cx.chain(value)
                && steps.is_empty()
            {
                def.ty = Some(ty);
            }
            let sym = cx.define(def);
            cx.attribute_to(node, sym);
        }
        return;
    }
    let mut known = match (ty, value) {
        // The parts of a pattern are not the value.
        _ if !simple => Receiver::UNKNOWN,
        (Some(ty), _) => cx.typed(Some(ty)),
        (None, Some(value)) => cx.chain(value),
        (None, None) => Receiver::UNKNOWN,
    };
    if bind.each && ty.is_none() {
        known = cx.element_of(known);
    }
    for name in names {
        cx.claim(name);
        let immediately = value.is_none();
        if immediately {
            cx.bind(name.text(), known.clone());
        } else {
            cx.bind_after(node, name.text(), known.clone());
        }
    }
}
