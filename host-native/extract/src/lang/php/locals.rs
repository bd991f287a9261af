//! Owns PHP's local names: assignments, loops, closures and branches.

use graphicle_engine::facts::{Receiver, Root, SymbolFlags, SymbolKind};

use super::{
    ANONYMOUS_FUNCTION, ARRAY, BINARY, EXPRESSION_STATEMENT, FUNCTION, IF, LIST, MEMBER_ACCESS, METHOD, NAME,
    NAMESPACE, PAIR, PROGRAM, PROPERTY_HOOK, VARIABLE, bind_parameters,
};
use crate::cx::{Cx, Place};
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

pub(super) fn closure<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(list) = node.child(field::PARAMETERS) {
        bind_parameters(cx, list, "");
    }
    Flow::Into
}

/// What a branch assigns lives on after it; in the branch that tests a variable's class, it has that class.
pub(super) fn compound<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(parent) = node.parent() else { return Flow::Into };
    if matches!(parent.kind(), FUNCTION | METHOD | ANONYMOUS_FUNCTION | NAMESPACE | PROPERTY_HOOK) {
        return Flow::Into;
    }
    cx.open_branch(node);
    let condition = if parent.kind() == IF { parent.child(field::CONDITION).and_then(Node::first_named) } else { None };
    if let Some(condition) = condition.filter(|condition| condition.kind() == BINARY)
        && condition.child(field::OPERATOR).is_some_and(|operator| operator.text() == "instanceof")
        && let (Some(tested), Some(ty)) = (condition.child(field::LEFT), condition.child(field::RIGHT))
        && tested.kind() == VARIABLE
    {
        let known = cx.typed(Some(ty));
        cx.bind_narrowed(tested.text(), known);
    }
    Flow::Into
}

pub(super) fn assignment<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else { return Flow::Into };
    match left.kind() {
        VARIABLE => {
            let known = cx.chain(right);
            let statement = node.parent().filter(|parent| parent.kind() == EXPRESSION_STATEMENT);
            let at_top = statement.and_then(Node::parent).is_some_and(|parent| parent.kind() == PROGRAM);
            if at_top && cx.place() == Place::File && cx.defined(None, left.text()).is_none() {
                let mut def = cx.def(SymbolKind::Variable, statement.unwrap_or(node), left);
                def.ty = made_type(&known);
                cx.define(def);
            }
            cx.bind_after(node, left.text(), known);
        }
        LIST | ARRAY => bind_variables(cx, left),
        MEMBER_ACCESS => assign_property(cx, node, left, right),
        _ => {}
    }
    Flow::Into
}

fn made_type(known: &Receiver) -> Option<graphicle_engine::facts::Name> {
    match known.root {
        Root::Typed(ty) if known.steps.is_empty() => Some(ty),
        _ => None,
    }
}

/// `$this->name = value` tells the type of a property, or is all that there is of its definition.
fn assign_property<'t>(cx: &mut Cx<'t>, node: Node<'t>, left: Node<'t>, right: Node<'t>) {
    let is_own = left.child(field::OBJECT).is_some_and(|object| object.text() == "$this");
    let (Some(name), Some(container)) = (left.child(field::NAME), cx.type_around()) else { return };
    if !is_own || name.kind() != NAME {
        return;
    }
    let known = cx.chain(right);
    let ty = made_type(&known);
    if let Some(sym) = cx.defined(Some(container), name.text()) {
        if let Some(symbol) = cx.symbol_mut(sym)
            && symbol.kind == SymbolKind::Field
        {
            symbol.ty = symbol.ty.or(ty);
        }
    } else {
        let mut def = cx.def(SymbolKind::Field, node, name);
        def.container = Some(container);
        def.ty = ty;
        def.mark(SymbolFlags::EXPORTED);
        cx.define(def);
    }
}

/// Binds every variable below a pattern.
fn bind_variables<'t>(cx: &mut Cx<'t>, pattern: Node<'t>) {
    for at in pattern.at()..pattern.next() {
        if let Some(node) = cx.tree().node(at).filter(|node| node.kind() == VARIABLE) {
            cx.bind(node.text(), Receiver::UNKNOWN);
        }
    }
}

pub(super) fn static_variable<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        let known = node.child(field::VALUE).map_or(Receiver::UNKNOWN, |value| cx.chain(value));
        cx.bind_after(node, name.text(), known);
    }
    Flow::Into
}

pub(super) fn foreach<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut parts = node.named_children();
    let (Some(collection), Some(target)) = (parts.next(), parts.next()) else { return Flow::Into };
    let value = if target.kind() == PAIR { target.named_children().last() } else { Some(target) };
    if target.kind() == PAIR
        && let Some(key) = target.first_named()
    {
        bind_variables(cx, key);
    }
    match value {
        Some(value) if value.kind() == VARIABLE => {
            let collection = cx.chain(collection);
            let known = cx.element_of(collection);
            cx.bind(value.text(), known);
        }
        Some(pattern) => bind_variables(cx, pattern),
        None => {}
    }
    Flow::Into
}

pub(super) fn catch<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        let mut types = node.child(field::TYPE).into_iter().flat_map(Node::named_children);
        let known = match (types.next(), types.next()) {
            (Some(ty), None) => cx.typed(Some(ty)),
            _ => Receiver::UNKNOWN,
        };
        cx.bind(name.text(), known);
    }
    Flow::Into
}
