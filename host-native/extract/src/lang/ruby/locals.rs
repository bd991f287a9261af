//! Owns Ruby's local names: parameters, blocks, loops, patterns and assignments, those of instance variables among them.

use graphicle_engine::facts::{CallKind, Name, Receiver, Root, SymbolFlags, SymbolKind};

use super::{
    CALL, CLASS_VARIABLE, CONSTANT, DESTRUCTURED_PARAMETER, EXCEPTION_VARIABLE, EXCEPTIONS, IDENTIFIER,
    INSTANCE_VARIABLE, KEYWORD_PATTERN, LEFT_ASSIGNMENT_LIST, RIGHT_ASSIGNMENT_LIST, constant,
};
use crate::cx::Cx;
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// Binds every name of a parameter list.
pub(super) fn bind_parameters<'t>(cx: &mut Cx<'t>, list: Node<'t>) {
    for parameter in list.named_children() {
        match parameter.kind() {
            IDENTIFIER => cx.bind(parameter.text(), Receiver::UNKNOWN),
            DESTRUCTURED_PARAMETER => bind_pattern(cx, parameter),
            _ => {
                if let Some(name) = parameter.child(field::NAME) {
                    cx.bind(name.text(), Receiver::UNKNOWN);
                }
            }
        }
    }
}

/// Binds every name below a pattern.
fn bind_pattern<'t>(cx: &mut Cx<'t>, pattern: Node<'t>) {
    for at in pattern.at()..pattern.next() {
        let Some(node) = cx.tree().node(at) else { return };
        match node.kind() {
            IDENTIFIER => cx.bind(node.text(), Receiver::UNKNOWN),
            KEYWORD_PATTERN if node.child(field::VALUE).is_none() => {
                if let Some(key) = node.child(field::KEY) {
                    cx.bind(key.text(), Receiver::UNKNOWN);
                }
            }
            _ => {}
        }
    }
}

/// A block's parameters; the first one of a loop over a collection is its element.
pub(super) fn block<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let Some(list) = node.child(field::PARAMETERS) else { return Flow::Into };
    bind_parameters(cx, list);
    let call = node.parent().filter(|parent| parent.kind() == CALL);
    if let Some(call) = call
        && let (Some(method), Some(collection)) = (call.child(field::METHOD), call.child(field::RECEIVER))
        && LOOPS.binary_search(&method.text()).is_ok()
        && let Some(first) = list.first_named().filter(|first| first.kind() == IDENTIFIER)
    {
        let collection = cx.chain(collection);
        let known = cx.element_of(collection);
        cx.bind(first.text(), known);
    } else if let Some(call) = call
        && let (Some(method), Some(object)) = (call.child(field::METHOD), call.child(field::RECEIVER))
        && matches!(method.text(), "tap" | "then")
        && let Some(first) = list.first_named().filter(|first| first.kind() == IDENTIFIER)
    {
        let known = cx.chain(object);
        cx.bind(first.text(), known);
    }
    Flow::Into
}

/// Methods that call their block with each element, in byte order.
const LOOPS: &[&str] = &[
    "all?",
    "any?",
    "collect",
    "count",
    "detect",
    "each",
    "each_with_index",
    "each_with_object",
    "filter",
    "filter_map",
    "find",
    "find_each",
    "flat_map",
    "group_by",
    "index_by",
    "map",
    "max_by",
    "min_by",
    "none?",
    "partition",
    "reject",
    "reverse_each",
    "select",
    "sort_by",
    "sum",
];

/// What a branch assigns lives on after it.
pub(super) fn branch<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_branch(node);
    Flow::Into
}

pub(super) fn lambda<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(list) = node.child(field::PARAMETERS) {
        bind_parameters(cx, list);
    }
    Flow::Into
}

pub(super) fn for_loop<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let (Some(name), Some(value)) =
        (node.child(field::PATTERN), node.child(field::VALUE).and_then(Node::first_named))
    {
        if name.kind() == IDENTIFIER {
            cx.claim(name);
            let collection = cx.chain(value);
            let known = cx.element_of(collection);
            cx.bind(name.text(), known);
        } else {
            bind_pattern(cx, name);
        }
    }
    Flow::Into
}

pub(super) fn in_clause<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(pattern) = node.child(field::PATTERN) {
        bind_pattern(cx, pattern);
    }
    Flow::Into
}

pub(super) fn rescue<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let name = node.child_of_kind(EXCEPTION_VARIABLE).and_then(Node::first_named);
    if let Some(name) = name.filter(|name| name.kind() == IDENTIFIER) {
        let mut types = node.child_of_kind(EXCEPTIONS).into_iter().flat_map(Node::named_children);
        let known = match (types.next(), types.next()) {
            (Some(ty), None) => cx.typed(Some(ty)),
            _ => Receiver::UNKNOWN,
        };
        cx.bind(name.text(), known);
    }
    Flow::Into
}

pub(super) fn assignment<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else { return Flow::Into };
    match left.kind() {
        LEFT_ASSIGNMENT_LIST => {
            let names: Vec<Node<'t>> = left.named_children().collect();
            let values: Vec<Node<'t>> =
                if right.kind() == RIGHT_ASSIGNMENT_LIST { right.named_children().collect() } else { Vec::new() };
            let paired = names.len() == values.len();
            for (i, name) in names.into_iter().enumerate() {
                let value = if paired { values.get(i).copied() } else { None };
                assign(cx, node, name, value);
            }
            // The nested and the rest names.
            let below = (left.at()..left.next()).filter_map(|at| cx.tree().node(at));
            let names: Vec<Node<'t>> =
                below.filter(|name| name.kind() == IDENTIFIER && name.parent() != Some(left)).collect();
            for name in names.into_iter().filter(|name| name.parent().is_some_and(|parent| parent.kind() != CALL)) {
                assign(cx, node, name, None);
            }
        }
        CONSTANT => return constant(cx, node, left, right),
        _ => assign(cx, node, left, Some(right)),
    }
    Flow::Into
}

/// Binds a local name, or defines an instance or class variable where it is assigned for the first time.
pub(super) fn assign<'t>(cx: &mut Cx<'t>, statement: Node<'t>, name: Node<'t>, value: Option<Node<'t>>) {
    match name.kind() {
        IDENTIFIER => {
            cx.claim(name);
            let known = match value {
                Some(value) => cx.chain(value),
                None => Receiver::UNKNOWN,
            };
            cx.bind_after(statement, name.text(), known);
        }
        INSTANCE_VARIABLE | CLASS_VARIABLE => {
            let container = cx.type_around();
            if container.is_none() || cx.defined(container, name.text()).is_some() {
                return;
            }
            let mut def = cx.def(SymbolKind::Field, statement, name);
            def.container = container;
            def.ty = value.and_then(|value| typed_value(cx, value));
            if name.kind() == CLASS_VARIABLE {
                def.mark(SymbolFlags::STATIC);
            }
            cx.define(def);
        }
        // `object.name = value` calls `name=`.
        CALL => {
            if let (Some(object), Some(method)) = (name.child(field::RECEIVER), name.child(field::METHOD)) {
                cx.claim(name);
                let receiver = cx.chain(object);
                cx.call_named(method, &format!("{}=", method.text()), receiver, CallKind::Call, Some(1));
            }
        }
        _ => {}
    }
}

/// Returns the type of a value that is made on the spot.
pub(super) fn typed_value<'t>(cx: &mut Cx<'t>, value: Node<'t>) -> Option<Name> {
    match cx.chain(value) {
        Receiver { root: Root::Typed(ty), steps } if steps.is_empty() => Some(ty),
        _ => None,
    }
}
