//! Owns what Java calls and uses: invocations, constructions, method references, annotations, and what expressions and
//! types are where a table does not say it.

use graphicle_engine::facts::{CallKind, Name, Receiver, RefKind, Root, Step};

use super::{
    ANNOTATION, ARRAY_TYPE, CLASS_BODY, CREATION, GENERIC_TYPE, IDENTIFIER, MARKER_ANNOTATION, NEW, SCOPED_TYPE, SUPER,
    THIS, TYPE_IDENTIFIER,
};
use crate::cx::Cx;
use crate::spec::{Flow, Shape, TypeShape};
use crate::syntax::field;
use crate::tree::Node;
use crate::types::dotted;

/// The most steps of a receiver, as the engine documents it.
const MAX_STEPS: usize = 8;

/// `name(...)`, `object.name(...)`.
pub(super) fn invocation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    cx.claim(name);
    let receiver = match node.child(field::OBJECT) {
        Some(object) => cx.chain(object),
        None => Receiver::BARE,
    };
    if !is_of_language(cx, &receiver) {
        let args = cx.count_args(node);
        cx.call(name, receiver, CallKind::Call, args);
    }
    Flow::Into
}

/// Returns whether the language's own types give the receiver: `System.out`, `String.valueOf(...)`.
fn is_of_language(cx: &Cx<'_>, receiver: &Receiver) -> bool {
    match receiver.root {
        Root::Free(name) => cx.is_builtin(cx.name_text(name)),
        _ => false,
    }
}

/// Records the use of a type's name, which may be dotted, as a call of this kind.
fn call_of_type<'t>(cx: &mut Cx<'t>, ty: Node<'t>, kind: CallKind, args: Option<u8>) {
    let Some(leaf) = cx.type_leaf(ty) else { return };
    let path = dotted(leaf.text());
    let (receiver, last) = split(cx, &path);
    if receiver != Receiver::BARE || !cx.is_builtin(last) {
        cx.call_named(last_name(leaf), last, receiver, kind, args);
    }
    claim_path(cx, leaf);
}

/// Returns what stands before the last part of a dotted path, and that part.
fn split<'p>(cx: &mut Cx<'_>, path: &'p str) -> (Receiver, &'p str) {
    let Some((qualifier, last)) = path.rsplit_once('.') else { return (Receiver::BARE, path) };
    let mut parts = qualifier.split('.');
    let root = Root::Free(cx.name(parts.next().unwrap_or(qualifier)));
    let steps = parts.take(MAX_STEPS).map(|part| Step::Field(cx.name(part))).collect();
    (Receiver { root, steps }, last)
}

/// Returns the node of the last name in a path of type names.
fn last_name(path: Node<'_>) -> Node<'_> {
    path.named_children().filter(|part| part.kind() == TYPE_IDENTIFIER).last().unwrap_or(path)
}

/// Claims the names of a path, not those of the type arguments in it.
fn claim_path<'t>(cx: &mut Cx<'t>, path: Node<'t>) {
    let mut open = vec![path];
    while let Some(part) = open.pop() {
        match part.kind() {
            TYPE_IDENTIFIER => cx.claim(part),
            SCOPED_TYPE | GENERIC_TYPE => {
                cx.claim(part);
                open.extend(part.named_children());
            }
            _ => {}
        }
    }
}

/// `new Type(...)`, with or without a body of its own.
pub(super) fn creation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(ty) = node.child(field::TYPE) {
        // The name of what is made is on the outside of its type arguments.
        let head = head(ty);
        let args = cx.count_args(node);
        call_of_type(cx, head, CallKind::Construct, args);
    }
    if node.child_of_kind(CLASS_BODY).is_some() {
        cx.open_nameless(node);
    }
    Flow::Into
}

/// Returns the name of a generic type.
pub(super) fn head(ty: Node<'_>) -> Node<'_> {
    if ty.kind() == GENERIC_TYPE { ty.first_named().unwrap_or(ty) } else { ty }
}

/// `this(...)`, `super(...)`.
pub(super) fn explicit_constructor<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(word) = node.child(field::CONSTRUCTOR) {
        let root = if word.kind() == SUPER { Root::Super } else { Root::SelfValue };
        let args = cx.count_args(node);
        cx.call(word, Receiver { root, steps: Vec::new() }, CallKind::Call, args);
    }
    Flow::Into
}

/// `Type::name`, `value::name`, `Type::new`.
pub(super) fn method_reference<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(owner) = node.first_named() else { return Flow::Into };
    if node.children().any(|child| child.kind() == NEW) {
        if owner.kind() == IDENTIFIER || owner.kind() == TYPE_IDENTIFIER {
            cx.claim(owner);
            if !cx.is_builtin(owner.text()) {
                cx.call(owner, Receiver::BARE, CallKind::Construct, None);
            }
        } else if owner.kind() != ARRAY_TYPE {
            call_of_type(cx, head(owner), CallKind::Construct, None);
        }
        return Flow::Into;
    }
    let Some(name) = node.named_children().last().filter(|name| name.kind() == IDENTIFIER && *name != owner) else {
        return Flow::Into;
    };
    cx.claim(name);
    let receiver = match owner.kind() {
        ARRAY_TYPE => return Flow::Into,
        TYPE_IDENTIFIER | GENERIC_TYPE | SCOPED_TYPE => {
            let path = dotted(head(owner).text());
            let path = format!("{path}.");
            split(cx, &path).0
        }
        _ => cx.chain(owner),
    };
    if !is_of_language(cx, &receiver) {
        cx.call(name, receiver, CallKind::Value, None);
    }
    Flow::Into
}

/// `@Name`, `@Name(...)`.
pub(super) fn annotation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    cx.claim_all(name);
    let path = dotted(name.text());
    let (receiver, last) = split(cx, &path);
    if receiver != Receiver::BARE || !cx.is_builtin(last) {
        let at = name.child(field::NAME).unwrap_or(name);
        cx.call_named(at, last, receiver, CallKind::Decorator, None);
    }
    Flow::Into
}

/// `key = value` in an annotation.
pub(super) fn element_value<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(key) = node.child(field::KEY) {
        cx.claim(key);
    }
    Flow::Into
}

/// The type of a record pattern stands as a name of a value.
pub(super) fn record_pattern<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.first_named().filter(|name| name.kind() == IDENTIFIER) {
        cx.claim(name);
        if !cx.is_builtin(name.text()) {
            cx.reference(name, Receiver::BARE, RefKind::Type);
        }
    }
    Flow::Into
}

/// `Outer.Inner` as a type.
pub(super) fn scoped_type<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if cx.is_claimed(node) {
        return Flow::Into;
    }
    let path = dotted(node.text());
    let (receiver, _) = split(cx, &path);
    cx.reference(last_name(node), receiver, RefKind::Type);
    claim_path(cx, node);
    Flow::Into
}

/// `object.name`; `Outer.this` is a value of `Outer`.
pub(super) fn field_access<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match (node.child(field::OBJECT), node.child(field::FIELD)) {
        (Some(object), Some(name)) if name.kind() == THIS => Shape::Typed(object),
        (Some(object), Some(name)) => Shape::Member { object, name },
        _ => Shape::Unknown,
    }
}

/// `this`; in a class without a name it is a value of what that class extends.
pub(super) fn this<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    nameless_base(node).map_or(Shape::Root(Root::SelfValue), Shape::Typed)
}

/// `super`; in a class without a name it is a value of what that class extends.
pub(super) fn super_value<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    nameless_base(node).map_or(Shape::Root(Root::Super), Shape::Typed)
}

/// Returns what the innermost class around extends, where that class has no name.
fn nameless_base(node: Node<'_>) -> Option<Node<'_>> {
    let mut at = node.parent();
    while let Some(around) = at {
        at = around.parent();
        if around.kind() == CLASS_BODY {
            return at.filter(|owner| owner.kind() == CREATION)?.child(field::TYPE);
        }
    }
    None
}

/// `@NonNull Type`.
pub(super) fn annotated_type(node: Node<'_>) -> TypeShape<'_> {
    let is_type = |part: &Node<'_>| !matches!(part.kind(), ANNOTATION | MARKER_ANNOTATION);
    node.named_children().find(is_type).map_or(TypeShape::Unknown, TypeShape::Through)
}

/// `First | Second` of a `catch` has no one name.
pub(super) fn catch_type(node: Node<'_>) -> TypeShape<'_> {
    let mut types = node.named_children();
    match (types.next(), types.next()) {
        (Some(ty), None) => TypeShape::Through(ty),
        _ => TypeShape::Unknown,
    }
}

/// A type's name; `var` is none.
pub(super) fn type_identifier(node: Node<'_>) -> TypeShape<'_> {
    match node.text() {
        "var" => TypeShape::Unknown,
        text => TypeShape::Named(text),
    }
}

/// Records the use of a type as a base. Returns its name.
pub(super) fn base<'t>(cx: &mut Cx<'t>, ty: Node<'t>) -> Option<Name> {
    cx.base(head(ty))
}
