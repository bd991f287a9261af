//! Owns what C#'s expressions mean: calls, constructions, local names and patterns.

use graphicle_engine::facts::{CallKind, Receiver, RefKind};

use super::{
    ALIAS_QUALIFIED, ARGUMENT_LIST, AS_EXPRESSION, ASSIGNMENT, ATTRIBUTE_ARGUMENT_LIST, BASE_LIST, CONSTRAINTS,
    ELEMENT_BINDING, EVENT_FIELD, EXPLICIT_INTERFACE, FIELD, GENERIC_NAME, IDENTIFIER, IMPLICIT_PARAMETER,
    IMPLICIT_TYPE, MEMBER_BINDING, NULLABLE_TYPE, PARAMETER_LIST, PROPERTY, QUALIFIED_NAME, THIS, TUPLE_PATTERN,
    TYPE_ARGUMENTS, VARIABLE_DECLARATION, VARIABLE_DECLARATOR, bind_parameters,
};
use crate::cx::Cx;
use crate::spec::{Flow, Shape, TypeShape};
use crate::syntax::field;
use crate::tree::Node;

/// `: base(...)` and `: this(...)` call a constructor of the base or of the type itself.
pub(super) fn constructor_initializer<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(ty) = node.parent().and_then(Node::parent).and_then(Node::parent) else { return Flow::Into };
    let base = ty.child_of_kind(BASE_LIST).and_then(Node::first_named).and_then(|base| cx.type_leaf(base));
    let name = if node.child_of_kind(THIS).is_some() { ty.child(field::NAME) } else { base };
    if let Some(name) = name {
        let args = node.child_of_kind(ARGUMENT_LIST).map(argument_count);
        cx.call_named(node, name.text(), Receiver::BARE, CallKind::Construct, args);
    }
    Flow::Into
}

fn argument_count(list: Node<'_>) -> u8 {
    u8::try_from(list.named_children().count()).unwrap_or(u8::MAX)
}

pub(super) fn local_variables<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.parent().is_some_and(|parent| matches!(parent.kind(), FIELD | EVENT_FIELD)) {
        return Flow::Into;
    }
    let ty = node.child(field::TYPE);
    for declarator in node.children_of_kind(VARIABLE_DECLARATOR) {
        if let Some(name) = declarator.child(field::NAME) {
            cx.claim(name);
            let value = declarator.named_children().filter(|child| *child != name).last();
            let known = declared(cx, ty, value);
            cx.bind_after(declarator, name.text(), known);
        }
        let names = declarator.child_of_kind(TUPLE_PATTERN).map(|tuple| cx.names_in(tuple)).unwrap_or_default();
        for name in names {
            cx.bind_after(declarator, name.text(), Receiver::UNKNOWN);
        }
    }
    Flow::Into
}

/// Returns what is known of a name with a declared type, or with `var` and a value.
fn declared<'t>(cx: &mut Cx<'t>, ty: Option<Node<'t>>, value: Option<Node<'t>>) -> Receiver {
    match (ty, value) {
        (Some(ty), _) if ty.kind() != IMPLICIT_TYPE => cx.typed(Some(ty)),
        (_, Some(value)) => cx.chain(value),
        _ => Receiver::UNKNOWN,
    }
}

/// `out var x`, `is T x`, `catch (T x)`, `case T x`.
pub(super) fn pattern<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.claim(name);
        let known = declared(cx, node.child(field::TYPE), None);
        for name in cx.names_in(name) {
            cx.bind(name.text(), known.clone());
        }
    }
    Flow::Into
}

pub(super) fn foreach<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else { return Flow::Into };
    let ty = node.child(field::TYPE).filter(|ty| ty.kind() != IMPLICIT_TYPE);
    let known = if let Some(ty) = ty {
        cx.typed(Some(ty))
    } else {
        let collection = cx.chain(right);
        cx.element_of(collection)
    };
    let simple = left.kind() == IDENTIFIER;
    for name in cx.names_in(left) {
        cx.claim(name);
        let known = if simple { known.clone() } else { Receiver::UNKNOWN };
        cx.bind_after(right, name.text(), known);
    }
    Flow::Into
}

/// `from T x in xs`.
pub(super) fn from_clause<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let (Some(name), Some(source)) = (node.child(field::NAME), node.named_children().last()) {
        cx.claim(name);
        let collection = cx.chain(source);
        let known = match node.child(field::TYPE) {
            Some(ty) => cx.typed(Some(ty)),
            None => cx.element_of(collection),
        };
        cx.bind_after(node, name.text(), known);
    }
    Flow::Into
}

/// `let x = value`.
pub(super) fn let_clause<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut parts = node.named_children();
    if let (Some(name), Some(value)) = (parts.next(), parts.next()) {
        cx.claim(name);
        let known = cx.chain(value);
        cx.bind_after(node, name.text(), known);
    }
    Flow::Into
}

pub(super) fn lambda<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    match node.child(field::PARAMETERS) {
        Some(list) if list.kind() == PARAMETER_LIST => bind_parameters(cx, list),
        Some(name) if name.kind() == IMPLICIT_PARAMETER => cx.bind(name.text(), Receiver::UNKNOWN),
        _ => {}
    }
    Flow::Into
}

/// The names of parameters and of named arguments are no uses.
pub(super) fn claim_name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    for name in node.children_with(field::NAME) {
        cx.claim(name);
    }
    Flow::Into
}

/// `Owner: pattern` and `with { Owner = value }` name a member of the matched value.
pub(super) fn member_name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.first_named().filter(|name| name.kind() == IDENTIFIER) {
        cx.claim(name);
    }
    Flow::Into
}

/// `{ Owner = value }` sets members of the new value.
pub(super) fn initializer<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    for assignment in node.children_of_kind(ASSIGNMENT) {
        if let Some(member) = assignment.child(field::LEFT) {
            cx.claim(member);
        }
    }
    Flow::Into
}

pub(super) fn attribute<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        let args = node.child_of_kind(ATTRIBUTE_ARGUMENT_LIST).map_or(0, argument_count);
        construct(cx, name, CallKind::Decorator, Some(args));
    }
    Flow::Into
}

pub(super) fn object_creation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(ty) = node.child(field::TYPE) {
        let args = node.child(field::ARGUMENTS).map_or(0, argument_count);
        construct(cx, ty, CallKind::Construct, Some(args));
    }
    Flow::Into
}

/// `new(...)` makes what the declaration around it says.
pub(super) fn implicit_new<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(mut holder) = node.parent() else { return Flow::Into };
    if holder.kind() == VARIABLE_DECLARATOR {
        holder = holder.parent().unwrap_or(holder);
    }
    let ty = match holder.kind() {
        VARIABLE_DECLARATION | PROPERTY => holder.child(field::TYPE),
        _ => None,
    };
    if let Some(name) = ty.and_then(|ty| base_name(ty))
        && !cx.is_local(name.text())
    {
        let args = node.child_of_kind(ARGUMENT_LIST).map(argument_count);
        cx.call_named(node, name.text(), Receiver::BARE, CallKind::Construct, args);
    }
    Flow::Into
}

/// Records that a value of the type is made.
pub(super) fn construct<'t>(cx: &mut Cx<'t>, ty: Node<'t>, kind: CallKind, args: Option<u8>) {
    let Some(name) = base_name(ty) else { return };
    cx.claim(name);
    let qualifier = name.parent().filter(|parent| parent.kind() == QUALIFIED_NAME);
    let receiver = match qualifier.and_then(|parent| parent.child(field::QUALIFIER)) {
        Some(object) => {
            cx.claim_all(object);
            Some(cx.chain(object))
        }
        None => cx.receiver(None, name),
    };
    if let Some(parent) = qualifier {
        cx.claim(parent);
    }
    if let Some(receiver) = receiver {
        cx.call(name, receiver, kind, args);
    }
}

/// Returns the name of a type as written, wrappers such as `Lazy` and collections not taken off.
fn base_name(ty: Node<'_>) -> Option<Node<'_>> {
    let mut ty = ty;
    for _ in 0..8 {
        ty = match ty.kind() {
            IDENTIFIER => return Some(ty),
            GENERIC_NAME => return ty.first_named(),
            QUALIFIED_NAME | ALIAS_QUALIFIED => ty.child(field::NAME)?,
            NULLABLE_TYPE => ty.child(field::TYPE)?,
            _ => return None,
        };
    }
    None
}

pub(super) fn identifier<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let kind = if is_type(node) { RefKind::Type } else { RefKind::Value };
    cx.use_at(node, kind);
    Flow::Into
}

/// Returns whether a name stands where only a type can.
fn is_type(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else { return false };
    match parent.kind() {
        TYPE_ARGUMENTS | BASE_LIST | EXPLICIT_INTERFACE | CONSTRAINTS => true,
        GENERIC_NAME => is_type(parent),
        AS_EXPRESSION => node.field() == field::RIGHT,
        _ => matches!(node.field(), field::TYPE | field::RETURNS),
    }
}

pub(super) fn qualified_name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.use_at(node, RefKind::Type);
    if let Some(qualifier) = node.child(field::QUALIFIER) {
        cx.claim_all(qualifier);
    }
    Flow::Into
}

pub(super) fn qualified_type(node: Node<'_>) -> TypeShape<'_> {
    match node.child(field::NAME) {
        Some(name) if name.kind() == GENERIC_NAME => match (name.first_named(), name.child_of_kind(TYPE_ARGUMENTS)) {
            (Some(_), Some(arguments)) => TypeShape::Generic(node, arguments),
            _ => TypeShape::Unknown,
        },
        _ => TypeShape::Named(node.text()),
    }
}

pub(super) fn member_access<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let object = node.child(field::EXPRESSION).or_else(|| node.child(field::QUALIFIER));
    member(object, node.child(field::NAME))
}

pub(super) fn member<'t>(object: Option<Node<'t>>, name: Option<Node<'t>>) -> Shape<'t> {
    let name = name.and_then(|name| if name.kind() == GENERIC_NAME { name.first_named() } else { Some(name) });
    match (object, name) {
        (Some(object), Some(name)) => Shape::Member { object, name },
        _ => Shape::Unknown,
    }
}

pub(super) fn conditional_access<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let (Some(object), Some(access)) = (node.child(field::CONDITION), node.named_children().last()) else {
        return Shape::Unknown;
    };
    match access.kind() {
        MEMBER_BINDING => member(Some(object), access.child(field::NAME)),
        ELEMENT_BINDING => Shape::Element(object),
        _ => Shape::Unknown,
    }
}

/// `a ?? b` is an `a`.
pub(super) fn coalesced<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match (node.child(field::OPERATOR), node.child(field::LEFT)) {
        (Some(operator), Some(left)) if operator.text() == "??" => Shape::Through(left),
        _ => Shape::Unknown,
    }
}
