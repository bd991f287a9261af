//! Owns what calls something in TypeScript: calls, constructions, JSX elements, decorators; and the calls that are
//! tests.

use graphicle_engine::facts::{CallKind, Name, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use super::bindings::is_closure;
use super::shapes::through_call_method;
use super::{
    ARGUMENTS, CALL, CLASS_BODY, IDENTIFIER, IMPORT, MEMBER, PARENTHESIZED, STRING, SUPER, TEMPLATE_STRING, commonjs,
};
use crate::cx::{Cx, Place};
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// The functions of test frameworks that take a name and what to run, in byte order.
const TESTS: &[&str] = &[
    "bench",
    "context",
    "describe",
    "fdescribe",
    "fit",
    "it",
    "scenario",
    "specify",
    "suite",
    "test",
    "xdescribe",
    "xit",
    "xtest",
];

/// How many members stand between a test function's name and its call: `test.concurrent.only`.
const MAX_MODIFIERS: usize = 4;

/// A call.
pub(super) fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(function) = node.child(field::FUNCTION) else { return Flow::Into };
    if cx.is_claimed(node) {
        return Flow::Into;
    }
    match function.kind() {
        IMPORT => commonjs::import_call(cx, node),
        SUPER => {
            let args = args(cx, node);
            cx.call(function, Receiver { root: Root::Super, steps: Vec::new() }, CallKind::Call, args);
        }
        IDENTIFIER if function.text() == "require" && commonjs::required(cx, node).is_some() => {
            cx.claim(function);
            commonjs::import_call(cx, node);
        }
        _ if is_test(cx, node, function) => test(cx, node, function),
        MEMBER if let Some((object, method)) = through_call_method(node, function) => {
            cx.claim(function);
            if let Some(name) = function.child(field::PROPERTY) {
                cx.claim(name);
            }
            let kind = if method == "bind" { CallKind::Value } else { CallKind::Call };
            record(cx, object, kind, None);
        }
        _ => {
            let args = args(cx, node);
            record(cx, function, CallKind::Call, args);
        }
    }
    Flow::Into
}

/// Returns how many arguments a call writes; a tagged template's are not counted.
fn args<'t>(cx: &Cx<'t>, call: Node<'t>) -> Option<u8> {
    call.child(field::ARGUMENTS).filter(|list| list.kind() == ARGUMENTS)?;
    cx.count_args(call)
}

/// Records the call of what `function` names. A local name is called by what its value is known to be, if it is.
fn record<'t>(cx: &mut Cx<'t>, function: Node<'t>, kind: CallKind, args: Option<u8>) {
    let Some((object, name)) = cx.claim_callee(function) else { return };
    let Some(object) = object else {
        let text = name.text();
        if let Some((receiver, callee)) = cx.alias(text) {
            record_alias(cx, name, receiver, callee, kind, args);
        } else if !cx.is_local(text) && !cx.is_builtin(text) {
            cx.call(name, Receiver::BARE, kind, args);
        }
        return;
    };
    let receiver = cx.chain(object);
    if !is_of_runtime(cx, &receiver) {
        cx.call(name, receiver, kind, args);
    }
}

fn record_alias<'t>(
    cx: &mut Cx<'t>,
    name: Node<'t>,
    receiver: Receiver,
    callee: Name,
    kind: CallKind,
    args: Option<u8>,
) {
    if is_of_runtime(cx, &receiver) {
        return;
    }
    let callee = cx.name_text(callee).to_owned();
    cx.call_named(name, &callee, receiver, kind, args);
}

/// Returns whether the runtime's own objects give the receiver: `console`, `Object.keys(...)`.
fn is_of_runtime(cx: &Cx<'_>, receiver: &Receiver) -> bool {
    match receiver.root {
        Root::Free(name) => cx.is_builtin(cx.name_text(name)),
        _ => false,
    }
}

/// `new Name(...)`.
pub(super) fn construct<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(class) = node.child(field::CONSTRUCTOR)
        && matches!(class.kind(), IDENTIFIER | MEMBER | PARENTHESIZED)
    {
        let args = match node.child(field::ARGUMENTS) {
            Some(_) => cx.count_args(node),
            None => Some(0),
        };
        record(cx, class, CallKind::Construct, args);
    }
    Flow::Into
}

/// A member that is used and not called. A capital name is a type or a value of an enum, and no function given as a value.
pub(super) fn member<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(object), Some(name)) = (node.child(field::OBJECT), node.child(field::PROPERTY)) else {
        return Flow::Into;
    };
    if cx.is_claimed(node) || !name.text().starts_with(char::is_uppercase) {
        cx.use_at(node, RefKind::Value);
        return Flow::Into;
    }
    let receiver = cx.chain(object);
    if matches!(receiver.root, Root::Free(_)) {
        cx.reference(name, receiver, RefKind::Value);
    }
    Flow::Into
}

/// A JSX element with a capital name or a member's calls its component; others are the page's own.
pub(super) fn jsx<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    match name.kind() {
        IDENTIFIER if name.text().starts_with(|c: char| c.is_lowercase()) => cx.claim(name),
        // The grammar has `this` for a name here.
        IDENTIFIER | MEMBER if !name.text().starts_with("this.") => record(cx, name, CallKind::Call, None),
        _ => cx.claim_all(name),
    }
    Flow::Into
}

/// `@decorator`, `@decorator(...)`.
pub(super) fn decorator<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.parent().is_some_and(|parent| parent.kind() == CLASS_BODY) {
        cx.attribute(node);
    }
    let Some(mut expression) = node.first_named() else { return Flow::Into };
    if expression.kind() == PARENTHESIZED
        && let Some(inner) = expression.first_named()
    {
        expression = inner;
    }
    let mut count = None;
    let mut function = expression;
    if expression.kind() == CALL {
        cx.claim(expression);
        count = args(cx, expression);
        match expression.child(field::FUNCTION) {
            Some(called) => function = called,
            None => return Flow::Into,
        }
    }
    record(cx, function, CallKind::Decorator, count);
    Flow::Into
}

/// Returns whether a call is a test: one of the frameworks' functions, with a name in quotes and a function to run.
fn is_test<'t>(cx: &Cx<'t>, call: Node<'t>, function: Node<'t>) -> bool {
    let Some(word) = test_word(function) else { return false };
    if TESTS.binary_search(&word.text()).is_err() || cx.is_local(word.text()) {
        return false;
    }
    let mut arguments = call.child(field::ARGUMENTS).into_iter().flat_map(Node::named_children);
    arguments.next().is_some_and(|name| matches!(name.kind(), STRING | TEMPLATE_STRING)) && arguments.any(is_closure)
}

/// Returns the name that a call starts from: `it` in `it`, `it.only`, `it.each([...])`.
fn test_word(function: Node<'_>) -> Option<Node<'_>> {
    let mut node = function;
    for _ in 0..MAX_MODIFIERS {
        match node.kind() {
            IDENTIFIER => return Some(node),
            MEMBER => node = node.child(field::OBJECT)?,
            CALL => node = node.child(field::FUNCTION)?,
            _ => return None,
        }
    }
    None
}

/// Defines the test that a call is.
fn test<'t>(cx: &mut Cx<'t>, call: Node<'t>, function: Node<'t>) {
    let Some(name) = call.child(field::ARGUMENTS).and_then(Node::first_named) else { return };
    let mut node = function;
    // The framework's own names are no uses; the table of `it.each` stays.
    for _ in 0..MAX_MODIFIERS {
        cx.claim(node);
        match node.kind() {
            MEMBER => match node.child(field::OBJECT) {
                Some(object) => node = object,
                None => break,
            },
            CALL => match node.child(field::FUNCTION) {
                Some(function) => node = function,
                None => break,
            },
            _ => break,
        }
    }
    let mut def = cx.def(SymbolKind::Test, call, name);
    def.name = def.name.trim_matches(['"', '\'', '`']);
    def.mark(SymbolFlags::TEST);
    let sym = cx.define(def);
    cx.open(call, sym, Place::Function);
}
