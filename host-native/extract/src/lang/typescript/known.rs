//! Owns what TypeScript's code tells of values: by the type that is declared, by the value that is given, by the place
//! that a function is handed to.

use graphicle_engine::facts::{Name, Receiver, Root, Step};

use super::functions::function_type;
use super::{
    ARGUMENTS, ARRAY_TYPE, CALL, COLLECTIONS, GENERIC_TYPE, NEW, OPTIONAL_TYPE, PARENTHESIZED_TYPE, PUBLIC_FIELD,
    READONLY_TYPE, REST_TYPE, TYPE_ANNOTATION, TYPE_IDENTIFIER, UNION_TYPE, VALUE_WRAPPERS, VARIABLE_DECLARATOR,
    shapes,
};
use crate::cx::Cx;
use crate::spec::{Shape, TypeShape};
use crate::syntax::field;
use crate::tree::Node;
use crate::types::last_segment;

/// The most steps of a receiver, as the engine documents it.
const MAX_STEPS: usize = 8;

/// How many types around a type's name are looked through.
const MAX_TYPES: usize = 16;

/// Methods of collections whose callback takes an element first.
const ELEMENT_FIRST: &[&str] =
    &["every", "filter", "find", "findIndex", "findLast", "findLastIndex", "flatMap", "forEach", "map", "some", "sort"];

/// The types of React's components that are functions of their properties.
const COMPONENTS: &[&str] = &["FC", "FunctionComponent", "SFC", "VFC"];

/// Functions that take a collection and then a callback whose first argument is an element.
const COLLECTION_FIRST: &[&str] = &[
    "each",
    "every",
    "filter",
    "find",
    "findIndex",
    "firstDefined",
    "flatMap",
    "forEach",
    "map",
    "mapDefined",
    "some",
];

/// Returns a value of the type that a type expression tells; of a type parameter, of what it extends.
pub(super) fn typed<'t>(cx: &mut Cx<'t>, ty: Node<'t>) -> Receiver {
    let known = cx.typed(Some(ty));
    if known != Receiver::UNKNOWN {
        return known;
    }
    let Some((parameter, levels)) = type_parameter(ty) else { return Receiver::UNKNOWN };
    cx.typed_by_bound(parameter.text(), levels)
}

/// Returns the single name that a type expression consists of below wrappers, and in how many collections it is.
fn type_parameter(ty: Node<'_>) -> Option<(Node<'_>, usize)> {
    let mut inner = ty;
    let mut levels = 0;
    for _ in 0..MAX_TYPES {
        let shape = match inner.kind() {
            TYPE_IDENTIFIER => return Some((inner, levels)),
            TYPE_ANNOTATION | PARENTHESIZED_TYPE | READONLY_TYPE | OPTIONAL_TYPE | REST_TYPE => {
                TypeShape::Through(inner.first_named()?)
            }
            ARRAY_TYPE => TypeShape::Collection(inner.first_named()?),
            UNION_TYPE => shapes::union(inner),
            GENERIC_TYPE => shapes::generic(inner),
            NEW => shapes::made(inner),
            _ => return None,
        };
        match shape {
            TypeShape::Through(next) => inner = next,
            TypeShape::Collection(element) => {
                levels += 1;
                inner = element;
            }
            TypeShape::Generic(base, arguments) if VALUE_WRAPPERS.contains(&base.text()) => {
                inner = arguments.first_named()?;
            }
            TypeShape::Generic(base, arguments) if COLLECTIONS.contains(&base.text()) => {
                levels += 1;
                inner = arguments.named_children().last()?;
            }
            _ => return None,
        }
    }
    None
}

/// Returns the name of the type that a type expression tells.
pub(super) fn type_name<'t>(cx: &mut Cx<'t>, ty: Node<'t>) -> Option<Name> {
    match typed(cx, ty) {
        Receiver { root: Root::Typed(ty), steps } if steps.is_empty() => Some(ty),
        _ => None,
    }
}

/// Returns what is known of a name with this declared type or this value.
pub(super) fn known<'t>(cx: &mut Cx<'t>, ty: Option<Node<'t>>, value: Option<Node<'t>>) -> Receiver {
    if let Some(ty) = ty {
        let known = typed(cx, ty);
        if known != Receiver::UNKNOWN {
            return known;
        }
    }
    value.map_or(Receiver::UNKNOWN, |value| chain(cx, value))
}

/// Returns what is known of an expression, without steps where its start is unknown.
pub(super) fn chain<'t>(cx: &mut Cx<'t>, value: Node<'t>) -> Receiver {
    let known = cx.chain(value);
    if known.root != Root::Unknown {
        return known;
    }
    if value.kind() == NEW { typed(cx, value) } else { Receiver::UNKNOWN }
}

/// Returns a member of a value.
pub(super) fn member(mut object: Receiver, name: Name) -> Receiver {
    if object.root == Root::Unknown || object.steps.len() >= MAX_STEPS {
        return Receiver::UNKNOWN;
    }
    object.steps.push(Step::Field(name));
    object
}

/// Returns an element of a collection.
pub(super) fn element(cx: &mut Cx<'_>, collection: Receiver) -> Receiver {
    if collection.root == Root::Unknown { Receiver::UNKNOWN } else { cx.element_of(collection) }
}

/// Returns what the place of a function tells of its first parameters.
pub(super) fn told_arguments<'t>(cx: &mut Cx<'t>, function: Node<'t>) -> Vec<Receiver> {
    let holder = function.parent().filter(|holder| matches!(holder.kind(), VARIABLE_DECLARATOR | PUBLIC_FIELD));
    match holder.and_then(|holder| holder.child(field::TYPE)) {
        Some(declared) => declared_arguments(cx, declared),
        None => callback_arguments(cx, function),
    }
}

/// Returns what the type that a function is declared with says of its parameters: `(item: Item) => void`, `FC<Props>`.
fn declared_arguments<'t>(cx: &mut Cx<'t>, declared: Node<'t>) -> Vec<Receiver> {
    if let Some(function) = function_type(declared) {
        let list = function.child(field::PARAMETERS);
        let types = list.into_iter().flat_map(Node::named_children).map(|parameter| parameter.child(field::TYPE));
        return types.map(|ty| known(cx, ty, None)).collect();
    }
    let generic = declared.first_named().filter(|ty| ty.kind() == GENERIC_TYPE);
    let component = generic.filter(|ty| {
        let name = ty.child(field::NAME).map_or("", Node::text);
        COMPONENTS.contains(&last_segment(name))
    });
    let properties = component.and_then(|ty| ty.child(field::TYPE_ARGUMENTS)).and_then(Node::first_named);
    properties.map(|ty| typed(cx, ty)).into_iter().collect()
}

/// Returns what the first parameters of a function are that is given to a method of a collection, or to a function
/// that takes a collection; of a promise, its value.
fn callback_arguments<'t>(cx: &mut Cx<'t>, function: Node<'t>) -> Vec<Receiver> {
    let list = function.parent().filter(|parent| parent.kind() == ARGUMENTS);
    let call = list.and_then(Node::parent).filter(|call| call.kind() == CALL);
    let (Some(list), Some(call)) = (list, call) else { return Vec::new() };
    let Some(callee) = call.child(field::FUNCTION) else { return Vec::new() };
    let mut arguments = list.named_children();
    let first = arguments.next();
    let collection = match cx.shape(callee) {
        Shape::Member { object, name } if first == Some(function) => match name.text() {
            "then" => return vec![chain(cx, object)],
            "reduce" => {
                let collection = chain(cx, object);
                return vec![Receiver::UNKNOWN, element(cx, collection)];
            }
            text if ELEMENT_FIRST.contains(&text) => object,
            _ => return Vec::new(),
        },
        Shape::Name(name) | Shape::Member { name, .. }
            if arguments.next() == Some(function) && COLLECTION_FIRST.contains(&name.text()) =>
        {
            match first {
                Some(first) => first,
                None => return Vec::new(),
            }
        }
        _ => return Vec::new(),
    };
    let collection = chain(cx, collection);
    let known = element(cx, collection);
    // Comparing takes two elements.
    vec![known.clone(), known]
}
