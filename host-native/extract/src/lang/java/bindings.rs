//! Owns Java's local names: variables, parameters, loop variables, patterns, and what a lambda takes.

use graphicle_engine::facts::{Name, Receiver, Root};

use super::{
    ARGUMENT_LIST, ARRAY_TYPE, CATCH_PARAMETER, COLLECTIONS, DIMENSIONS, FORMAL_PARAMETERS, GENERIC_TYPE, IDENTIFIER,
    INFERRED_PARAMETERS, INVOCATION, SPREAD_PARAMETER, TYPE_ARGUMENTS, TYPE_BOUND, TYPE_IDENTIFIER, VALUE_WRAPPERS,
    VARIABLE_DECLARATOR, WILDCARD,
};
use crate::cx::Cx;
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// Methods of collections and streams whose function takes an element, in byte order.
const ELEMENT_FIRST: &[&str] = &[
    "allMatch",
    "anyMatch",
    "dropWhile",
    "filter",
    "flatMap",
    "forEach",
    "forEachOrdered",
    "map",
    "mapToInt",
    "mapToLong",
    "mapToObj",
    "noneMatch",
    "peek",
    "removeIf",
    "sort",
    "sorted",
    "takeWhile",
];

/// Methods of optional and future values whose function takes the value, in byte order.
const VALUE_FIRST: &[&str] =
    &["ifPresent", "ifPresentOrElse", "thenAccept", "thenApply", "thenCombine", "thenCompose", "whenComplete"];

/// How many types around a type's name are looked through.
const MAX_TYPES: usize = 16;

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
        match inner.kind() {
            TYPE_IDENTIFIER => return Some((inner, levels)),
            ARRAY_TYPE => {
                levels += 1;
                inner = inner.child(field::ELEMENT)?;
            }
            WILDCARD | TYPE_BOUND => inner = inner.first_named()?,
            GENERIC_TYPE => {
                let base = inner.first_named()?.text();
                let arguments = inner.child_of_kind(TYPE_ARGUMENTS)?;
                if VALUE_WRAPPERS.binary_search(&base).is_ok() {
                    inner = arguments.first_named()?;
                } else if COLLECTIONS.binary_search(&base).is_ok() {
                    levels += 1;
                    inner = arguments.named_children().last()?;
                } else {
                    return None;
                }
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

/// Returns the name of a collection of this type, as a declarator `name[]` or a parameter `Type... name` makes it.
pub(super) fn collection_of(cx: &mut Cx<'_>, element: Name) -> Name {
    let form = format!("{}[]", cx.name_text(element));
    cx.name(&form)
}

/// Returns what is known of a name that is declared with this type, or with `var` and this value.
fn declared<'t>(cx: &mut Cx<'t>, declarator: Node<'t>, ty: Option<Node<'t>>, value: Option<Node<'t>>) -> Receiver {
    match ty {
        Some(ty) if ty.text() != "var" => {
            let known = typed(cx, ty);
            match known {
                Receiver { root: Root::Typed(element), .. } if declarator.child_of_kind(DIMENSIONS).is_some() => {
                    Receiver { root: Root::Typed(collection_of(cx, element)), steps: Vec::new() }
                }
                known => known,
            }
        }
        _ => value.map_or(Receiver::UNKNOWN, |value| chain(cx, value)),
    }
}

fn chain<'t>(cx: &mut Cx<'t>, value: Node<'t>) -> Receiver {
    let known = cx.chain(value);
    if known.root == Root::Unknown { Receiver::UNKNOWN } else { known }
}

/// `Type name = value;` in a method.
pub(super) fn local_variable<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let ty = node.child(field::TYPE);
    for declarator in node.children_with(field::DECLARATOR) {
        let Some(name) = declarator.child(field::NAME) else { continue };
        cx.claim(name);
        let known = declared(cx, declarator, ty, declarator.child(field::VALUE));
        cx.bind_after(declarator, name.text(), known);
    }
    Flow::Into
}

/// `try (Type name = value)`.
pub(super) fn resource<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.claim(name);
        let known = declared(cx, node, node.child(field::TYPE), node.child(field::VALUE));
        cx.bind_after(node, name.text(), known);
    }
    Flow::Into
}

/// `for (Type name : values)`.
pub(super) fn enhanced_for<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let (Some(name), Some(value)) = (node.child(field::NAME), node.child(field::VALUE)) else { return Flow::Into };
    cx.claim(name);
    let known = match node.child(field::TYPE) {
        Some(ty) if ty.text() != "var" => typed(cx, ty),
        _ => {
            let collection = chain(cx, value);
            if collection.root == Root::Unknown { collection } else { cx.element_of(collection) }
        }
    };
    cx.bind(name.text(), known);
    Flow::Into
}

/// `catch (First | Second name)`.
pub(super) fn catch<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(parameter) = node.child_of_kind(CATCH_PARAMETER)
        && let Some(name) = parameter.child(field::NAME)
    {
        cx.claim(name);
        let known = match parameter.named_children().find(|child| child.kind() == super::CATCH_TYPE) {
            Some(ty) => typed(cx, ty),
            None => Receiver::UNKNOWN,
        };
        cx.bind(name.text(), known);
    }
    Flow::Into
}

/// `value instanceof Type name` binds the name for what follows in the block.
pub(super) fn instance_of<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let (Some(ty), Some(name)) = (node.child(field::RIGHT), node.child(field::NAME)) {
        cx.claim(name);
        let known = typed(cx, ty);
        cx.bind(name.text(), known);
    }
    Flow::Into
}

/// `Type name` in a pattern.
pub(super) fn pattern<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut parts = node.named_children();
    if let (Some(ty), Some(name)) = (parts.next(), parts.next())
        && name.kind() == IDENTIFIER
    {
        cx.claim(name);
        let known = if ty.text() == "var" { Receiver::UNKNOWN } else { typed(cx, ty) };
        cx.bind(name.text(), known);
    }
    Flow::Into
}

/// Binds the parameters of a method.
pub(super) fn bind_parameters<'t>(cx: &mut Cx<'t>, list: Node<'t>) {
    for parameter in list.named_children() {
        if parameter.kind() == SPREAD_PARAMETER {
            let name =
                parameter.child_of_kind(VARIABLE_DECLARATOR).and_then(|declarator| declarator.child(field::NAME));
            let Some(name) = name else { continue };
            cx.claim(name);
            let ty = parameter
                .named_children()
                .find(|child| !matches!(child.kind(), super::MODIFIERS | VARIABLE_DECLARATOR))
                .and_then(|ty| type_name(cx, ty));
            let known = match ty {
                Some(ty) => Receiver { root: Root::Typed(collection_of(cx, ty)), steps: Vec::new() },
                None => Receiver::UNKNOWN,
            };
            cx.bind(name.text(), known);
        } else if let Some(name) = parameter.child(field::NAME) {
            cx.claim(name);
            let known = declared(cx, parameter, parameter.child(field::TYPE), None);
            cx.bind(name.text(), known);
        }
    }
}

/// Binds the type parameters of a definition to what they extend.
pub(super) fn bind_type_parameters<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    let list = node.child(field::TYPE_PARAMETERS);
    for parameter in list.into_iter().flat_map(Node::named_children) {
        let Some(name) = parameter.child_of_kind(TYPE_IDENTIFIER) else { continue };
        let known = match parameter.child_of_kind(TYPE_BOUND).and_then(Node::first_named) {
            Some(bound) => typed(cx, bound),
            None => Receiver::UNKNOWN,
        };
        cx.bind(name.text(), known);
    }
}

/// A type parameter's name is no use of anything.
pub(super) fn claim_type_parameter<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(TYPE_IDENTIFIER) {
        cx.claim(name);
    }
    Flow::Into
}

/// A label is no use of anything.
pub(super) fn claim_label<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(label) = node.first_named().filter(|label| label.kind() == IDENTIFIER) {
        cx.claim(label);
    }
    Flow::Into
}

/// `name -> ...`, `(first, second) -> ...`, `(Type name) -> ...`.
pub(super) fn lambda<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let Some(parameters) = node.child(field::PARAMETERS) else { return Flow::Into };
    if parameters.kind() == FORMAL_PARAMETERS {
        bind_parameters(cx, parameters);
        return Flow::Into;
    }
    let names: Vec<Node<'t>> =
        if parameters.kind() == INFERRED_PARAMETERS { parameters.named_children().collect() } else { vec![parameters] };
    let told = told_arguments(cx, node, names.len());
    for (nth, name) in names.into_iter().enumerate() {
        cx.claim(name);
        cx.bind(name.text(), told.get(nth).cloned().unwrap_or(Receiver::UNKNOWN));
    }
    Flow::Into
}

/// Returns what the method that a lambda is given to says of the lambda's parameters.
fn told_arguments<'t>(cx: &mut Cx<'t>, lambda: Node<'t>, count: usize) -> Vec<Receiver> {
    let list = lambda.parent().filter(|list| list.kind() == ARGUMENT_LIST && list.first_named() == Some(lambda));
    let call = list.and_then(Node::parent).filter(|call| call.kind() == INVOCATION);
    let Some((object, name)) = call.and_then(|call| Some((call.child(field::OBJECT)?, call.child(field::NAME)?)))
    else {
        return Vec::new();
    };
    if VALUE_FIRST.binary_search(&name.text()).is_ok() {
        return vec![chain(cx, object)];
    }
    if ELEMENT_FIRST.binary_search(&name.text()).is_err() {
        return Vec::new();
    }
    let collection = chain(cx, object);
    if collection.root == Root::Unknown {
        return Vec::new();
    }
    let element = cx.element_of(collection);
    match (name.text(), count) {
        (_, 1) => vec![element],
        // A map's entry: the value is its element.
        ("forEach", 2) => vec![Receiver::UNKNOWN, element],
        ("sort" | "sorted", 2) => vec![element.clone(), element],
        _ => Vec::new(),
    }
}
