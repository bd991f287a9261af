//! Owns Objective-C's messages: calls by selector, what they give, generic collections; owns no definition.

use graphicle_engine::facts::{CallKind, Receiver, RefKind, Root};

use super::{PROTOCOL_REFERENCES, TYPE_NAME, selector, use_class};
use crate::cx::Cx;
use crate::lang::c_family::{self, TYPE_IDENTIFIER};
use crate::spec::{Flow, Shape, TypeShape};
use crate::syntax::field;
use crate::tree::Node;

/// Messages that give a value of the type that they are sent to, in byte order.
const SAME_TYPE: &[&str] = &["alloc", "autorelease", "copy", "mutableCopy", "new", "retain", "self"];

/// Generic collections of their last argument, in byte order.
const COLLECTIONS: &[&str] = &[
    "NSArray",
    "NSDictionary",
    "NSEnumerator",
    "NSHashTable",
    "NSMapTable",
    "NSMutableArray",
    "NSMutableDictionary",
    "NSMutableOrderedSet",
    "NSMutableSet",
    "NSOrderedSet",
    "NSSet",
];

/// Returns the parts of a message's selector.
fn parts(message: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    message.children_with(field::METHOD)
}

/// Returns the arguments that a message is sent with.
fn arguments(message: Node<'_>) -> usize {
    message.named_children().filter(|child| !matches!(child.field(), field::METHOD | field::RECEIVER)).count()
}

/// `[object doThing:x withOther:y]`
pub(super) fn send<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(object), Some(first)) = (node.child(field::RECEIVER), parts(node).next()) else { return Flow::Into };
    let count = arguments(node);
    let name = selector(parts(node), count);
    for part in parts(node) {
        cx.claim(part);
    }
    let receiver = receiver(cx, object);
    cx.call_named(first, &name, receiver, CallKind::Call, u8::try_from(count).ok());
    Flow::Into
}

/// Returns what a message is sent to; a class by its name is free.
fn receiver<'t>(cx: &mut Cx<'t>, object: Node<'t>) -> Receiver {
    if object.kind() == c_family::IDENTIFIER
        && object.text().starts_with(char::is_uppercase)
        && !cx.is_local(object.text())
    {
        use_class(cx, object);
    }
    cx.chain(object)
}

/// Returns what a message gives, where it is known to be of its receiver's type; else the call of its selector.
pub(super) fn shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let (Some(object), Some(first)) = (node.child(field::RECEIVER), parts(node).next()) else {
        return Shape::Unknown;
    };
    let text = first.text();
    if text.starts_with("init") || SAME_TYPE.binary_search(&text).is_ok() {
        let is_class = object.kind() == c_family::IDENTIFIER && object.text().starts_with(char::is_uppercase);
        return if is_class { Shape::Typed(object) } else { Shape::Through(object) };
    }
    if text.starts_with("objectAt")
        || text == "objectForKey"
        || matches!(text, "firstObject" | "lastObject" | "anyObject")
    {
        return Shape::Element(object);
    }
    match arguments(node) {
        0 => Shape::Invoke { object: Some(object), name: first },
        // The steps of a receiver are names as written, and a selector with arguments is none.
        _ => Shape::Unknown,
    }
}

pub(super) fn name_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match node.text() {
        "self" => Shape::Root(Root::SelfValue),
        "super" => Shape::Root(Root::Super),
        _ => Shape::Name(node),
    }
}

/// `@selector(doThing:)` hands on the methods of that name.
pub(super) fn selector_in_use<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let inside = node.text().split_once('(').map_or("", |(_, inside)| inside.trim_end_matches(')'));
    let name: String = inside.split_whitespace().collect();
    if !name.is_empty() {
        cx.call_named(node, &name, Receiver::UNKNOWN, CallKind::Value, None);
        cx.reference_named(node, &name, Receiver::UNKNOWN, RefKind::Value);
    }
    Flow::Over
}

/// `id<Protocol>` is a value of the protocol; other types of this kind have no members.
pub(super) fn object(node: Node<'_>) -> TypeShape<'_> {
    match node.child_of_kind(PROTOCOL_REFERENCES).and_then(Node::first_named) {
        Some(protocol) => TypeShape::Through(protocol),
        None => TypeShape::Named(node.text()),
    }
}

/// A type in parentheses; that of a block or a function has no name.
pub(super) fn type_name(node: Node<'_>) -> TypeShape<'_> {
    match node.first_named() {
        Some(ty) if node.child_of_kind(c_family::ABSTRACT_FUNCTION).is_none() => TypeShape::Through(ty),
        _ => TypeShape::Unknown,
    }
}

/// `NSArray<Foo *>`
pub(super) fn generic(node: Node<'_>) -> TypeShape<'_> {
    let Some(base) = node.child_of_kind(TYPE_IDENTIFIER) else { return TypeShape::Unknown };
    let element = node.children_of_kind(TYPE_NAME).last();
    match element {
        Some(element) if COLLECTIONS.binary_search(&base.text()).is_ok() => TypeShape::Collection(element),
        _ => TypeShape::Through(base),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_in_byte_order() {
        for list in [SAME_TYPE, COLLECTIONS] {
            assert!(list.is_sorted_by(|a, b| a < b), "{list:?}");
        }
    }
}
