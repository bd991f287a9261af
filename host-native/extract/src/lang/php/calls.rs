//! Owns what PHP's calls and uses of names mean, methods and functions that are handed on by name among them.

use graphicle_engine::facts::{CallKind, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use super::{
    ANONYMOUS_FUNCTION, ARGUMENTS, ARROW_FUNCTION, BINARY, CLASS_CONSTANT, NAME, NAMED_TYPE, QUALIFIED_NAME,
    RELATIVE_NAME, VARIABLE, VARIADIC_PLACEHOLDER, VARIADIC_UNPACKING, define_constant, literal,
};
use crate::cx::{Cx, Place};
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;
use crate::types::dotted;

/// The name of a named argument is no use.
pub(super) fn argument<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.claim(name);
    }
    Flow::Into
}

/// `[$this, 'name']` and `[Type::class, 'name']` hand on a method.
pub(super) fn array<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut elements = node.named_children().map(Node::first_named);
    if let (Some(Some(object)), Some(Some(name)), None) = (elements.next(), elements.next(), elements.next())
        && let Some(text) = literal(name).filter(|text| is_name(text))
    {
        let class = (object.kind() == CLASS_CONSTANT)
            .then(|| object.named_children().last().filter(|last| last.text() == "class").and(object.first_named()));
        let receiver = match class {
            Some(Some(class)) => cx.chain(class),
            None if object.kind() == VARIABLE => cx.chain(object),
            Some(None) | None => return Flow::Into,
        };
        if receiver.root != Root::Unknown {
            cx.call_named(name, text, receiver, CallKind::Value, None);
        }
    }
    Flow::Into
}

pub(super) fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

pub(super) fn attribute<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(ty) = node.first_named() {
        let args = node.child(field::PARAMETERS).map_or(Some(0), count_arguments);
        construct(cx, ty, CallKind::Decorator, args);
    }
    Flow::Into
}

fn count_arguments(list: Node<'_>) -> Option<u8> {
    let mut count = 0_u8;
    for argument in list.named_children() {
        if argument.first_named().is_some_and(|value| value.kind() == VARIADIC_UNPACKING) {
            return None;
        }
        count = count.saturating_add(1);
    }
    Some(count)
}

pub(super) fn object_creation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(ty) = node.first_named() {
        let args = node.child_of_kind(ARGUMENTS).map_or(Some(0), count_arguments);
        construct(cx, ty, CallKind::Construct, args);
    }
    Flow::Into
}

/// Records that a value of the type is made.
fn construct<'t>(cx: &mut Cx<'t>, ty: Node<'t>, kind: CallKind, args: Option<u8>) {
    match ty.kind() {
        NAME if matches!(ty.text(), "self" | "static") => {
            cx.claim(ty);
            if let Some(own) = cx.type_around() {
                let last = crate::types::last_segment(cx.name_text(own)).to_owned();
                cx.call_named(ty, &last, Receiver::BARE, kind, args);
            }
        }
        NAME => {
            cx.claim(ty);
            if !cx.is_builtin(ty.text()) {
                cx.call(ty, Receiver::BARE, kind, args);
            }
        }
        QUALIFIED_NAME => {
            cx.claim_all(ty);
            let path = dotted(ty.text());
            let (receiver, last) = cx.free_path(&path);
            cx.call_named(ty, last, receiver, kind, args);
        }
        _ => {}
    }
}

pub(super) fn member_call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    // `$this->name(...)` hands the method on.
    let hands_on = node.child(field::ARGUMENTS).is_some_and(|list| list.child_of_kind(VARIADIC_PLACEHOLDER).is_some());
    let named = node.child(field::NAME).is_some_and(|name| name.kind() == NAME);
    if named {
        cx.call_at(node, if hands_on { CallKind::Value } else { CallKind::Call });
    }
    Flow::Into
}

/// Functions that take a function's name as text, in byte order.
const CALLBACK_TAKERS: &[&str] = &[
    "add_action",
    "add_filter",
    "array_filter",
    "array_map",
    "array_walk",
    "call_user_func",
    "call_user_func_array",
    "is_callable",
    "ob_start",
    "register_activation_hook",
    "register_shutdown_function",
    "remove_action",
    "remove_filter",
    "set_error_handler",
    "set_exception_handler",
    "spl_autoload_register",
    "uasort",
    "uksort",
    "usort",
];

pub(super) fn function_call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(function) = node.child(field::FUNCTION) else { return Flow::Into };
    let arguments: Vec<Node<'t>> =
        node.child(field::ARGUMENTS).into_iter().flat_map(Node::named_children).filter_map(Node::first_named).collect();
    let args = cx.count_args(node);
    let hands_on = node.child(field::ARGUMENTS).is_some_and(|list| list.child_of_kind(VARIADIC_PLACEHOLDER).is_some());
    let kind = if hands_on { CallKind::Value } else { CallKind::Call };
    match function.kind() {
        NAME => {
            let text = function.text();
            cx.claim(function);
            if CALLBACK_TAKERS.binary_search(&text).is_ok() {
                hand_on_functions(cx, &arguments);
            }
            if text == "define" && cx.place() != Place::Function {
                define_constant(cx, node, arguments.first().copied());
            }
            if define_test(cx, node, function, &arguments) {
                return Flow::Into;
            }
            if !cx.is_builtin(text) {
                cx.call(function, Receiver::BARE, kind, args);
            }
        }
        QUALIFIED_NAME => {
            cx.claim_all(function);
            let path = dotted(function.text());
            let (receiver, last) = cx.free_path(&path);
            if !cx.is_builtin(last) {
                cx.call_named(function, last, receiver, kind, args);
            }
        }
        RELATIVE_NAME => {
            let last = function.text().rsplit('\\').next().unwrap_or("");
            cx.call_named(function, last, Receiver::BARE, kind, args);
        }
        _ => {}
    }
    Flow::Into
}

fn hand_on_functions<'t>(cx: &mut Cx<'t>, arguments: &[Node<'t>]) {
    for argument in arguments {
        let Some(text) = literal(*argument) else { continue };
        let path = dotted(&text.replace("\\\\", "\\"));
        if path.split('.').all(is_name) {
            let (receiver, last) = cx.free_path(&path);
            cx.call_named(*argument, last, receiver, CallKind::Value, None);
        }
    }
}

/// Pest's `it('...', function () { ... })` and its kin. Returns whether the call is one.
fn define_test<'t>(cx: &mut Cx<'t>, node: Node<'t>, function: Node<'t>, arguments: &[Node<'t>]) -> bool {
    let &[title, body, ..] = arguments else { return false };
    let is_test = matches!(function.text(), "describe" | "it" | "test")
        && matches!(body.kind(), ANONYMOUS_FUNCTION | ARROW_FUNCTION)
        && cx.path().to_ascii_lowercase().contains("test");
    let Some(text) = literal(title).filter(|_| is_test) else { return false };
    let mut def = cx.def(SymbolKind::Test, node, title);
    def.name = text;
    def.mark(SymbolFlags::TEST);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    true
}

pub(super) fn name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let parent = node.parent();
    let is_type = parent.is_some_and(|parent| {
        matches!(parent.kind(), NAMED_TYPE | CLASS_CONSTANT)
            || node.field() == field::SCOPE
            || (parent.kind() == BINARY && node.field() == field::RIGHT && is_instance_test(parent))
    });
    cx.use_at(node, if is_type { RefKind::Type } else { RefKind::Value });
    Flow::Over
}

fn is_instance_test(binary: Node<'_>) -> bool {
    binary.child(field::OPERATOR).is_some_and(|operator| operator.text() == "instanceof")
}

pub(super) fn qualified_name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if !cx.is_claimed(node) {
        let path = dotted(node.text());
        let (receiver, last) = cx.free_path(&path);
        cx.reference_named(node, last, receiver, RefKind::Type);
    }
    Flow::Over
}

pub(super) fn class_constant<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    match node.named_children().last() {
        Some(name) if name.text() == "class" => cx.claim(name),
        _ => cx.use_at(node, RefKind::Value),
    }
    Flow::Into
}
