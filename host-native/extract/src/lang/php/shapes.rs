//! Owns what PHP's expressions and types are, seen from what is called on them.

use graphicle_engine::facts::Root;

use super::{NAME, QUALIFIED_NAME, SCOPED_PROPERTY, VARIABLE};
use crate::cx::Cx;
use crate::spec::{Shape, TypeShape};
use crate::syntax::field;
use crate::tree::Node;

pub(super) fn relative_root(text: &str) -> Option<Root> {
    match text {
        "self" | "static" => Some(Root::SelfType),
        "parent" => Some(Root::Super),
        _ => None,
    }
}

pub(super) fn variable_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match node.text() {
        "$this" => Shape::Root(Root::SelfValue),
        text if cx.is_local(text) => Shape::Name(node),
        _ => Shape::Unknown,
    }
}

/// A static property's name is a variable: `Type::$name`.
pub(super) fn member_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let object = node.child(field::OBJECT).or_else(|| node.child(field::SCOPE));
    let name = node.child(field::NAME).and_then(|name| match name.kind() {
        NAME => Some(name),
        VARIABLE if node.kind() == SCOPED_PROPERTY => name.child_of_kind(NAME),
        _ => None,
    });
    match (object, name) {
        (Some(object), Some(name)) => Shape::Member { object, name },
        _ => Shape::Unknown,
    }
}

pub(super) fn call_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let object = node.child(field::OBJECT).or_else(|| node.child(field::SCOPE));
    match node.child(field::NAME).filter(|name| name.kind() == NAME) {
        Some(name) => Shape::Invoke { object, name },
        None => Shape::Unknown,
    }
}

pub(super) fn function_call_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match node.child(field::FUNCTION) {
        Some(name) if name.kind() == NAME => Shape::Invoke { object: None, name },
        _ => Shape::Unknown,
    }
}

pub(super) fn class_constant_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let mut parts = node.named_children();
    match (parts.next(), parts.next()) {
        (Some(object), Some(name)) if name.text() == "class" => Shape::Through(object),
        (Some(object), Some(name)) => Shape::Member { object, name },
        _ => Shape::Unknown,
    }
}

pub(super) fn new_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match node.first_named() {
        Some(ty) if matches!(ty.text(), "self" | "static") => Shape::Root(Root::SelfValue),
        Some(ty) if matches!(ty.kind(), NAME | QUALIFIED_NAME) => Shape::Typed(ty),
        _ => Shape::Unknown,
    }
}

/// `$a ?? $b` is an `$a`.
pub(super) fn coalesced<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match (node.child(field::OPERATOR), node.child(field::LEFT)) {
        (Some(operator), Some(left)) if operator.text() == "??" => Shape::Through(left),
        _ => Shape::Unknown,
    }
}

pub(super) fn primitive_type(node: Node<'_>) -> TypeShape<'_> {
    match node.text() {
        "array" | "iterable" | "mixed" | "object" | "void" => TypeShape::Unknown,
        text => TypeShape::Named(text),
    }
}

/// `X|null` is an `X`; other unions tell nothing.
pub(super) fn union_type(node: Node<'_>) -> TypeShape<'_> {
    let mut types = node.named_children().filter(|ty| !matches!(ty.text(), "null" | "false"));
    match (types.next(), types.next()) {
        (Some(ty), None) => TypeShape::Through(ty),
        _ => TypeShape::Unknown,
    }
}
