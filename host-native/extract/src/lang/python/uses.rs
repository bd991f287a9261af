//! Owns what Python's expressions use and call, and what an expression is for what is called on it.

use graphicle_engine::facts::{CallKind, Receiver, RefKind, Root};

use super::{
    ATTRIBUTE, CALL, GENERATOR, GENERIC_TYPE, IDENTIFIER, NONE, PARENTHESIZED, SLICE, SUBSCRIPT, define, is_class_name,
    last_part, setup_script, types, use_kind,
};
use crate::cx::Cx;
use crate::spec::{Flow, Shape};
use crate::syntax::field;
use crate::tree::Node;

/// A name.
pub(super) fn identifier<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let kind = use_kind(cx, node);
    cx.use_at(node, kind);
    Flow::Over
}

/// `a.b`.
pub(super) fn attribute<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let kind = use_kind(cx, node);
    cx.use_at(node, kind);
    if let Some(name) = node.child(field::ATTRIBUTE) {
        cx.claim(name);
    }
    Flow::Into
}

/// A name with dots in a pattern.
pub(super) fn dotted_name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.named_children().nth(1).is_none() {
        return Flow::Into;
    }
    let text = node.text();
    if !cx.is_local(text.split('.').next().unwrap_or(text)) {
        let (receiver, last) = cx.free_path(text);
        cx.reference_named(node, last, receiver, RefKind::Value);
    }
    Flow::Over
}

/// `f(name=value)`: the name is no use of anything.
pub(super) fn keyword_argument<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.claim(name);
    }
    Flow::Into
}

/// An annotation: the names in it stand for types.
pub(super) fn annotation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.types_until = cx.types_until.max(node.next());
    Flow::Into
}

/// A string; in an annotation it is a type.
pub(super) fn string<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.at() < cx.types_until && use_kind(cx, node) == RefKind::Type && !is_literal_type(node) {
        for path in types::names_in_quotes(node.text()) {
            let first = path.split('.').next().unwrap_or(path);
            if !cx.is_local(first) && !cx.is_builtin(path) && !cx.is_module(path) {
                let (receiver, last) = cx.free_path(path);
                cx.reference_named(node, last, receiver, RefKind::Type);
            }
        }
    }
    Flow::Into
}

/// Returns whether a string stands in `Literal[...]`.
fn is_literal_type(node: Node<'_>) -> bool {
    let mut around = node.parent();
    for _ in 0..3 {
        let Some(parent) = around else { return false };
        if matches!(parent.kind(), GENERIC_TYPE | SUBSCRIPT) {
            return parent.first_named().is_some_and(|base| last_part(base.text()) == "Literal");
        }
        around = parent.parent();
    }
    false
}

/// A call.
pub(super) fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if cx.is_claimed(node) {
        return Flow::Into;
    }
    if cx.file_name() == "setup.py" {
        setup_script::read(cx, node);
    }
    if !construct_own_type(cx, node) {
        let args = count_args(cx, node);
        cx.call_with(node, CallKind::Call, args);
    }
    Flow::Into
}

fn count_args<'t>(cx: &Cx<'t>, call: Node<'t>) -> Option<u8> {
    match call.child(field::ARGUMENTS) {
        Some(arguments) if arguments.kind() == GENERATOR => Some(1),
        _ => cx.count_args(call),
    }
}

/// `cls(...)`, `type(self)(...)`: makes a value of the class around. Returns whether the call is one.
fn construct_own_type<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> bool {
    let Some(function) = node.child(field::FUNCTION) else { return false };
    if !is_own_type(cx, function) {
        return false;
    }
    let Some(path) = cx.type_around() else { return false };
    let path = cx.name_text(path).to_owned();
    let (receiver, last) = cx.free_path(&path);
    let args = count_args(cx, node);
    cx.claim(function);
    cx.call_named(function, last, receiver, CallKind::Construct, args);
    true
}

/// Returns whether an expression is the class around: `cls`, `type(self)`, `self.__class__`.
fn is_own_type<'t>(cx: &Cx<'t>, node: Node<'t>) -> bool {
    match node.kind() {
        IDENTIFIER => is_local_root(cx, node, Root::SelfType),
        ATTRIBUTE | CALL => matches!(cx.shape(node), Shape::Root(Root::SelfType)),
        _ => false,
    }
}

fn is_local_root<'t>(cx: &Cx<'t>, node: Node<'t>, root: Root) -> bool {
    node.kind() == IDENTIFIER && cx.local(node.text()).is_some_and(|known| known.root == root && known.steps.is_empty())
}

/// `@decorator`, `@decorator(...)`.
pub(super) fn decorator<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(expression) = node.first_named() else { return Flow::Into };
    if expression.kind() == CALL {
        cx.claim(expression);
        let args = count_args(cx, expression);
        cx.call_with(expression, CallKind::Decorator, args);
        return Flow::Into;
    }
    let Some((object, name)) = cx.callee(expression) else { return Flow::Into };
    cx.claim(expression);
    cx.claim(name);
    if object.is_some() && define::is_accessor(name.text()) {
        // `@size.setter` names the property that it belongs to.
        cx.claim_all(expression);
    } else if (object.is_some() || !cx.is_builtin(name.text()))
        && let Some(receiver) = cx.receiver(object, name)
    {
        cx.call(name, receiver, CallKind::Decorator, None);
    }
    Flow::Into
}

/// `a.b`; `self.__class__` is the class around.
pub(super) fn attribute_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let (Some(object), Some(name)) = (node.child(field::OBJECT), node.child(field::ATTRIBUTE)) else {
        return Shape::Unknown;
    };
    if name.text() == "__class__" && is_local_root(cx, object, Root::SelfValue) {
        return Shape::Root(Root::SelfType);
    }
    Shape::Member { object, name }
}

/// `f(...)`, and the built-in functions whose value the file tells.
pub(super) fn call_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let Some(function) = node.child(field::FUNCTION) else { return Shape::Unknown };
    if is_own_type(cx, function) {
        return Shape::Root(Root::SelfValue);
    }
    let name = function.text();
    if function.kind() != IDENTIFIER || cx.is_local(name) {
        return Shape::Call(function);
    }
    let mut arguments = node.child(field::ARGUMENTS).into_iter().flat_map(Node::named_children);
    let first = arguments.next();
    if name == "cast" && cx.is_imported(name) {
        return first.map_or(Shape::Unknown, Shape::Typed);
    }
    if !cx.is_builtin(name) {
        return Shape::Call(function);
    }
    match (name, first) {
        ("super", _) => Shape::Root(Root::Super),
        ("type", Some(value)) if is_local_root(cx, value, Root::SelfValue) => Shape::Root(Root::SelfType),
        ("list" | "set" | "tuple" | "sorted" | "reversed" | "iter" | "frozenset", Some(value)) => Shape::Through(value),
        ("next" | "anext", Some(value)) => Shape::Element(value),
        ("str" | "repr" | "input" | "chr" | "format", _) => Shape::Literal("str"),
        ("int" | "len" | "id" | "ord" | "hash", _) => Shape::Literal("int"),
        ("float", _) => Shape::Literal("float"),
        ("bool" | "isinstance" | "hasattr" | "callable" | "any" | "all", _) => Shape::Literal("bool"),
        _ => Shape::Unknown,
    }
}

/// `a[b]` is an element of `a`, `a[b:c]` is like `a`, and `A[B](...)` calls `A`.
pub(super) fn subscript_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let Some(value) = node.child(field::VALUE) else { return Shape::Unknown };
    let is_slice = node.child(field::SUBSCRIPT).is_some_and(|subscript| subscript.kind() == SLICE);
    let is_called = node.field() == field::FUNCTION;
    let is_type = matches!(value.kind(), IDENTIFIER | ATTRIBUTE) && is_class_name(last_part(value.text()));
    if is_slice || is_called && is_type { Shape::Through(value) } else { Shape::Element(value) }
}

/// `a or b`: what is known of either; `a and b` is `b` where it matters.
pub(super) fn boolean_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else { return Shape::Unknown };
    let is_and = node.child(field::OPERATOR).is_some_and(|operator| operator.text() == "and");
    let unknown = |node: Node<'t>| {
        node.kind() == NONE || node.kind() == IDENTIFIER && cx.local(node.text()) == Some(&Receiver::UNKNOWN)
    };
    if is_and || unknown(left) { Shape::Through(right) } else { Shape::Through(left) }
}

/// `a if b else c`: the one of both that is not `None`.
pub(super) fn conditional_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let mut parts = node.named_children();
    let (Some(then), Some(_), Some(other)) = (parts.next(), parts.next(), parts.next()) else { return Shape::Unknown };
    match (then.kind() == NONE, other.kind() == NONE) {
        (false, true) => Shape::Through(then),
        (true, false) => Shape::Through(other),
        _ if called(then).is_some() && called(then) == called(other) => Shape::Through(then),
        _ => Shape::Unknown,
    }
}

/// Returns the text of what an expression calls.
fn called(node: Node<'_>) -> Option<&str> {
    let node = if node.kind() == PARENTHESIZED { node.first_named()? } else { node };
    node.child(field::FUNCTION).filter(|_| node.kind() == CALL).map(Node::text)
}
