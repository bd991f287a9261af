//! Owns what Swift's expressions mean: calls with trailing closures, optional bindings, patterns and local names.

use graphicle_engine::facts::{CallKind, Receiver, RefKind, Root};

use super::{
    CALL, CALL_SUFFIX, CONSTRUCTOR_SUFFIX, IDENTIFIER, LAMBDA, LAMBDA_PARAMETER, LAMBDA_PARAMETERS, LAMBDA_TYPE,
    NAVIGATION, PATTERN, TYPE_ANNOTATION, TYPE_IDENTIFIER, USER_TYPE, VALUE_ARGUMENT, VALUE_ARGUMENTS, VALUE_BINDING,
};
use crate::cx::Cx;
use crate::lang::capitals::{self, is_type_name};
use crate::spec::{Flow, Shape, TypeShape};
use crate::syntax::field;
use crate::tree::Node;

pub(super) fn identifier<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.field() == field::BOUND_IDENTIFIER {
        // What a pattern binds without a value of its own.
        if !cx.is_claimed(node) {
            cx.claim(node);
            cx.bind(node.text(), Receiver::UNKNOWN);
        }
        return Flow::Over;
    }
    if node.text() != "Self" {
        cx.use_at(node, RefKind::Value);
    }
    Flow::Over
}

pub(super) fn identifier_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    if node.text() == "Self" { Shape::Root(Root::SelfType) } else { Shape::Name(node) }
}

/// A type with the types around it before it, or one that is claimed with all its names.
pub(super) fn user_type<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    capitals::type_path(cx, node, TYPE_IDENTIFIER)
}

/// Returns whether a call is an element access: the grammar writes `a[i]` as a call.
fn is_subscript(call: Node<'_>) -> bool {
    let list = call.child_of_kind(CALL_SUFFIX).and_then(|suffix| suffix.child_of_kind(VALUE_ARGUMENTS));
    list.is_some_and(|list| list.text().starts_with('['))
}

fn count_arguments(suffix: Node<'_>) -> u8 {
    let written = suffix.child_of_kind(VALUE_ARGUMENTS).map_or(0, |list| list.children_of_kind(VALUE_ARGUMENT).count());
    u8::try_from(written + suffix.children_of_kind(LAMBDA).count()).unwrap_or(u8::MAX)
}

pub(super) fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(function), Some(suffix)) = (node.first_named(), node.child_of_kind(CALL_SUFFIX)) else {
        return Flow::Into;
    };
    // The labels of further trailing closures.
    for label in suffix.children_of_kind(IDENTIFIER) {
        cx.claim(label);
    }
    if is_subscript(node) {
        return Flow::Into;
    }
    let Some((object, name)) = cx.callee(function) else { return Flow::Into };
    cx.claim(function);
    cx.claim(name);
    capitals::call(cx, object, name, Some(count_arguments(suffix)));
    Flow::Into
}

/// `Name<Argument>(...)`.
pub(super) fn constructor<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(ty), Some(suffix)) = (node.child_of_kind(USER_TYPE), node.child_of_kind(CONSTRUCTOR_SUFFIX)) else {
        return Flow::Into;
    };
    let path = crate::types::dotted(ty.text());
    let (receiver, last) = cx.free_path(&path);
    cx.claim(ty);
    cx.call_named(ty, last, receiver, CallKind::Construct, Some(count_arguments(suffix)));
    Flow::Into
}

pub(super) fn call_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let Some(function) = node.first_named() else { return Shape::Unknown };
    if is_subscript(node) {
        return Shape::Element(function);
    }
    match function.kind() {
        IDENTIFIER if function.text() == "Self" => Shape::Root(Root::SelfValue),
        IDENTIFIER if is_type_name(function.text()) && !cx.is_local(function.text()) => Shape::Typed(node),
        NAVIGATION => match navigation_shape(cx, function) {
            Shape::Member { object, name } if name.text() == "init" && is_type_name(object.text()) => {
                Shape::Typed(object)
            }
            Shape::Member { object, name } if is_type_name(name.text()) && is_type_name(object.text()) => {
                Shape::Typed(node)
            }
            _ => Shape::Call(function),
        },
        // A closure that is called on the spot gives its last value.
        LAMBDA => function
            .named_children()
            .last()
            .and_then(|body| body.named_children().last())
            .map_or(Shape::Unknown, Shape::Through),
        _ => Shape::Call(function),
    }
}

/// Returns the type that a call of a type's name makes.
pub(super) fn called_type(call: Node<'_>) -> TypeShape<'_> {
    call.first_named().map_or(TypeShape::Unknown, |function| TypeShape::Named(function.text()))
}

pub(super) fn navigation_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let name = node.child(field::SUFFIX).and_then(|suffix| suffix.child(field::SUFFIX));
    match (node.child(field::TARGET), name) {
        (Some(object), Some(name)) => Shape::Member { object, name },
        _ => Shape::Unknown,
    }
}

/// `(a as! B)`.
pub(super) fn tuple_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let mut parts = node.named_children();
    match (parts.next(), parts.next()) {
        (Some(only), None) => Shape::Through(only),
        _ => Shape::Unknown,
    }
}

/// `.name` names a member of a type that the place tells, not a name around.
pub(super) fn prefix<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.child(field::OPERATION).is_some_and(|operation| operation.text() == ".")
        && let Some(target) = node.child(field::TARGET)
    {
        cx.claim(target);
    }
    Flow::Into
}

/// `#selector(name)` hands a method on.
pub(super) fn selector<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(function) = node.first_named()
        && let Some((object, name)) = cx.callee(function)
    {
        cx.claim(function);
        cx.claim(name);
        if let Some(receiver) = cx.receiver(object, name) {
            cx.call(name, receiver, CallKind::Value, None);
        }
    }
    Flow::Into
}

/// Returns the names that a pattern of a declaration binds.
pub(super) fn bound_names(pattern: Node<'_>) -> Vec<Node<'_>> {
    if let Some(name) = pattern.child(field::BOUND_IDENTIFIER) {
        return vec![name];
    }
    let parts = pattern.children_of_kind(PATTERN);
    parts.filter_map(|part| part.child(field::BOUND_IDENTIFIER).or_else(|| part.child_of_kind(IDENTIFIER))).collect()
}

pub(super) fn local_property<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let annotation = node.child_of_kind(TYPE_ANNOTATION);
    let value = node.child(field::VALUE);
    let names: Vec<Node<'t>> = node.children_with(field::NAME).flat_map(bound_names).collect();
    let only = names.len() == 1;
    for name in names {
        cx.claim(name);
        let known = match (annotation, value) {
            (Some(ty), _) => cx.typed(Some(ty)),
            (None, Some(value)) if only => cx.chain(value),
            _ => Receiver::UNKNOWN,
        };
        cx.bind_after(node, name.text(), known);
    }
    Flow::Into
}

pub(super) fn if_statement<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    conditions(cx, node)
}

/// Binds the names of `let name = value` among conditions, and of `let name`, which keeps its value.
pub(super) fn conditions<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let parts: Vec<Node<'t>> = node.children().collect();
    for (i, name) in parts.iter().enumerate() {
        if name.field() != field::BOUND_IDENTIFIER {
            continue;
        }
        cx.claim(*name);
        let has_value = parts.get(i + 1).is_some_and(|next| next.field() == field::CONDITION && next.text() == "=");
        let value = parts.iter().skip(i + 1).find(|next| next.field() == field::CONDITION && next.is_named());
        match value {
            _ if name.text() == "self" => {}
            Some(value) if has_value => {
                let known = cx.chain(*value);
                cx.bind_after(*value, name.text(), known);
            }
            _ => {
                let known = cx.root_of(name.text());
                cx.bind(name.text(), known);
            }
        }
    }
    Flow::Into
}

/// `case let .failed(reason, code)` binds every name in the case, `as T` tells a type.
pub(super) fn pattern<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let typed = node.child(field::NAME).filter(|ty| ty.kind() == USER_TYPE);
    let known = cx.typed(typed);
    let binds_all = node.child_of_kind(VALUE_BINDING).is_some();
    for at in node.at().saturating_add(1)..node.next() {
        let Some(name) = cx.tree().node(at).filter(|name| name.kind() == IDENTIFIER) else { continue };
        let is_bound = name.field() == field::BOUND_IDENTIFIER;
        let nested = name.parent().is_some_and(|parent| parent.kind() == PATTERN && parent != node);
        if !cx.is_claimed(name) && (is_bound && typed.is_some() || !is_bound && binds_all && nested) {
            cx.claim(name);
            cx.bind(name.text(), known.clone());
        } else if !is_bound && name.parent() == Some(node) {
            // The case's name, as in `.failed(...)`.
            cx.claim(name);
        }
    }
    Flow::Into
}

pub(super) fn catch<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if node.child(field::ERROR).is_none() {
        cx.bind("error", Receiver::UNKNOWN);
    }
    Flow::Into
}

pub(super) fn for_loop<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let (Some(item), Some(collection)) = (node.child(field::ITEM), node.child(field::COLLECTION)) else {
        return Flow::Into;
    };
    let names = bound_names(item);
    let only = names.len() == 1;
    for name in names {
        cx.claim(name);
        let known = match node.child_of_kind(TYPE_ANNOTATION) {
            Some(ty) => cx.typed(Some(ty)),
            None if only => {
                let collection = cx.chain(collection);
                cx.element_of(collection)
            }
            None => Receiver::UNKNOWN,
        };
        cx.bind_after(collection, name.text(), known);
    }
    Flow::Into
}

/// Methods that call their closure with each element, in byte order.
const LOOPS: &[&str] = &[
    "allSatisfy",
    "compactMap",
    "contains",
    "filter",
    "first",
    "flatMap",
    "forEach",
    "last",
    "map",
    "max",
    "min",
    "removeAll",
    "sorted",
];

pub(super) fn lambda<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let mut known = Receiver::UNKNOWN;
    let call = node.parent().and_then(|suffix| if suffix.kind() == CALL { Some(suffix) } else { suffix.parent() });
    if let Some(function) = call.filter(|call| call.kind() == CALL).and_then(Node::first_named)
        && let Shape::Member { object, name } = cx.shape(function)
        && LOOPS.binary_search(&name.text()).is_ok()
    {
        let collection = cx.chain(object);
        known = cx.element_of(collection);
    }
    let list = node.child_of_kind(LAMBDA_TYPE).and_then(|ty| ty.child_of_kind(LAMBDA_PARAMETERS));
    let parameters: Vec<Node<'t>> = list.into_iter().flat_map(|list| list.children_of_kind(LAMBDA_PARAMETER)).collect();
    let only = parameters.len() == 1;
    if parameters.is_empty() {
        cx.bind("$0", known.clone());
        cx.bind("$1", Receiver::UNKNOWN);
    }
    for parameter in parameters {
        let mut parts = parameter.children_with(field::NAME);
        let (Some(name), ty) = (parts.next(), parts.next()) else { continue };
        let value = match ty {
            Some(ty) => cx.typed(Some(ty)),
            None if only => known.clone(),
            None => Receiver::UNKNOWN,
        };
        cx.bind(name.text(), value);
    }
    Flow::Into
}
