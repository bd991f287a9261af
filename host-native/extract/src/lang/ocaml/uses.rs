//! Owns what OCaml's expressions and patterns mean: which names they bind, which values, operators and methods they
//! use, and tests.

use graphicle_engine::facts::{CallKind, Receiver, RefKind};

use super::{
    APPLICATION, CLASS_PATH, CONSTRUCTOR_NAME, EXTENDED_MODULE_PATH, FIELD_NAME, FIELD_PATH, FIELD_PATTERN, FUN,
    FUNCTION, INFIX, METHOD_NAME, MODULE_NAME, MODULE_PATH, NEW, PACKAGE_PATTERN, PARAMETER, PARENTHESIZED, REC,
    STRING, VALUE_NAME, VALUE_PATH, VALUE_PATTERN, bare, test, type_use,
};
use crate::cx::Cx;
use crate::spec::{Flow, Shape};
use crate::syntax::field;
use crate::tree::Node;

/// Returns the names that a pattern binds.
pub(super) fn names_in(pattern: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    pattern.subtree().filter_map(|below| match below.kind() {
        // `{ items }` binds what the field is called.
        FIELD_PATTERN if below.child(field::PATTERN).is_none() => {
            below.child_of_kind(FIELD_PATH)?.child_of_kind(FIELD_NAME)
        }
        PACKAGE_PATTERN => below.child_of_kind(MODULE_NAME),
        VALUE_PATTERN => Some(below),
        VALUE_NAME => below.parent().is_none_or(|parent| parent.kind() != VALUE_PATH).then_some(below),
        _ => None,
    })
}

fn bind_pattern<'t>(cx: &mut Cx<'t>, pattern: Node<'t>) {
    let known = cx.typed(pattern.child(field::TYPE));
    for name in names_in(pattern) {
        cx.claim(name);
        cx.bind(name.text(), known.clone());
    }
}

pub(super) fn bind_parameters<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    for pattern in node.children_of_kind(PARAMETER).filter_map(|parameter| parameter.child(field::PATTERN)) {
        bind_pattern(cx, pattern);
    }
}

/// A `let` inside an expression binds names for what follows; with `rec`, and for a function's own parameters, at once.
pub(super) fn local<'t>(
    cx: &mut Cx<'t>,
    node: Node<'t>,
    definition: Option<Node<'t>>,
    pattern: Node<'t>,
    is_name: bool,
) -> Flow {
    let recursive = definition.is_some_and(|definition| definition.child_of_kind(REC).is_some());
    let known = match (node.child(field::TYPE), node.child(field::BODY)) {
        (Some(ty), _) => cx.typed(Some(ty)),
        (None, Some(body)) if is_name && !matches!(body.kind(), FUN | FUNCTION) => cx.chain(body),
        _ => Receiver::UNKNOWN,
    };
    let known = if node.child_of_kind(PARAMETER).is_some() { Receiver::UNKNOWN } else { known };
    let names: Vec<Node<'t>> = if is_name { vec![pattern] } else { names_in(pattern).collect() };
    for name in names {
        cx.claim(name);
        if recursive {
            cx.bind(bare(name), known.clone());
        } else {
            cx.bind_after(definition.unwrap_or(node), bare(name), known.clone());
        }
    }
    cx.open_block(node);
    bind_parameters(cx, node);
    Flow::Into
}

pub(super) fn closure<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    bind_parameters(cx, node);
    Flow::Into
}

pub(super) fn match_case<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(pattern) = node.child(field::PATTERN) {
        bind_pattern(cx, pattern);
    }
    Flow::Into
}

pub(super) fn for_loop<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(name) = node.child(field::NAME) {
        cx.bind(name.text(), Receiver::UNKNOWN);
    }
    Flow::Into
}

/// `M.N.value`, `M.N`: the last name on the path before it.
pub(super) fn path_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let Some(name) = node.named_children().last() else { return Shape::Unknown };
    match node.first_named().filter(|first| matches!(first.kind(), EXTENDED_MODULE_PATH | MODULE_PATH)) {
        Some(object) if object != name => Shape::Member { object, name },
        _ => Shape::Name(name),
    }
}

pub(super) fn field_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let name = node.child_of_kind(FIELD_PATH).and_then(|path| path.child_of_kind(FIELD_NAME));
    match (node.first_named(), name) {
        (Some(object), Some(name)) => Shape::Member { object, name },
        _ => Shape::Unknown,
    }
}

pub(super) fn method_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match (node.child(field::OBJECT), node.child_of_kind(METHOD_NAME)) {
        (object, Some(name)) => Shape::Invoke { object, name },
        _ => Shape::Unknown,
    }
}

pub(super) fn application_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match node.child(field::FUNCTION) {
        Some(function) if function.kind() == NEW => Shape::Through(function),
        Some(function) => Shape::Call(function),
        None => Shape::Unknown,
    }
}

pub(super) fn method_call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.call_with(node, CallKind::Call, None);
    Flow::Into
}

pub(super) fn new<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(class) = node.child_of_kind(CLASS_PATH) {
        let path = crate::types::dotted(class.text());
        let (receiver, name) = cx.free_path(&path);
        cx.call_named(class, name, receiver, CallKind::Construct, None);
    }
    Flow::Over
}

/// Operators whose operands are functions that they run.
const APPLYING: [&str; 14] =
    ["%", "@@", "|>", ">>=", ">>|", ">|=", "<*>", "<$>", "=<<", "let*", "let+", "and+", "and*", ">>"];

/// Operators that everybody knows, of which no definition is looked for.
const KNOWN: [&str; 27] = [
    "!", "!=", "&", "&&", "*", "**", "*.", "+", "+.", "-", "-.", "/", "/.", ":=", "<", "<=", "<>", "=", "==", ">",
    ">=", ">::", ">:::", "@", "^", "||", "~-",
];

/// Returns whether the value that stands here is run, not handed on.
fn is_called(node: Node<'_>) -> bool {
    let mut node = node;
    while let Some(parent) = node.parent() {
        match parent.kind() {
            PARENTHESIZED => node = parent,
            APPLICATION => return node.field() == field::FUNCTION,
            INFIX => {
                let operator = parent.child(field::OPERATOR).map_or("", Node::text);
                return match operator {
                    "|>" | ">>=" | ">>|" | ">|=" => node.field() == field::RIGHT,
                    "@@" | "<$>" | "=<<" => node.field() == field::LEFT,
                    _ => false,
                };
            }
            _ => return false,
        }
    }
    false
}

pub(super) fn value<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (object, name) = match path_shape(cx, node) {
        Shape::Member { object, name } => (Some(object), name),
        Shape::Name(name) => (None, name),
        _ => return Flow::Over,
    };
    let text = bare(name);
    if object.is_none() && (cx.is_local(text) || cx.is_builtin(text)) || text.is_empty() {
        return Flow::Over;
    }
    let receiver = match object {
        Some(object) => cx.chain(object),
        None => Receiver::BARE,
    };
    if is_called(node) {
        cx.call_named(name, text, receiver, CallKind::Call, None);
    } else {
        cx.reference_named(name, text, receiver.clone(), RefKind::Value);
        cx.call_named(name, text, receiver, CallKind::Value, None);
    }
    Flow::Over
}

pub(super) fn constructor<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let name = node.child_of_kind(CONSTRUCTOR_NAME).filter(|name| !cx.is_builtin(name.text()));
    if let Some(name) = name {
        let receiver = match path_shape(cx, node) {
            Shape::Member { object, .. } => cx.chain(object),
            _ => Receiver::BARE,
        };
        cx.reference(name, receiver, RefKind::Value);
    }
    Flow::Over
}

pub(super) fn operator<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let text = node.text();
    let is_use = node.parent().is_some_and(|parent| parent.kind() != super::PARENTHESIZED_OPERATOR);
    if is_use && !KNOWN.contains(&text) && !APPLYING.contains(&text) && !cx.is_local(text) {
        cx.call(node, Receiver::BARE, CallKind::Call, None);
    }
    Flow::Over
}

pub(super) fn type_path<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    type_use(cx, node);
    Flow::Over
}

/// `OUnit`'s `"name" >:: body` is a test.
pub(super) fn infix<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let makes_test = node.child(field::OPERATOR).is_some_and(|operator| matches!(operator.text(), ">::" | ">:::"));
    if let Some(name) = node.child(field::LEFT).filter(|left| makes_test && left.kind() == STRING) {
        test(cx, node, name, "test");
    }
    Flow::Into
}

/// Alcotest's `test_case "name"` is a test.
pub(super) fn application<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let function = node.child(field::FUNCTION).map_or("", |function| crate::types::last_segment(function.text()));
    let name = node.children_with(field::ARGUMENT).next().filter(|name| name.kind() == STRING);
    if let Some(name) = name.filter(|_| matches!(function, "test_case" | "test_case_sync")) {
        test(cx, node, name, "test");
    }
    Flow::Into
}
