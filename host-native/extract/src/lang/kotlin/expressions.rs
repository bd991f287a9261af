//! Owns what Kotlin's expressions mean: calls with trailing lambdas, local names, smart casts, and the tests that
//! Kotest writes as calls.

use graphicle_engine::facts::{CallKind, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use super::{
    ANNOTATED_LAMBDA, CALL, DOUBLE_COLON, IDENTIFIER, IF, IS, IS_EXPRESSION, LABEL, LAMBDA, LAMBDA_PARAMETERS,
    MULTI_VARIABLE, NAVIGATION, PARAMETERS, SPREAD, STRING, STRING_CONTENT, TYPE_ARGUMENTS, TYPE_TEST, VALUE_ARGUMENT,
    VALUE_ARGUMENTS, VARIABLE, WHEN, WHEN_SUBJECT, bind_parameters, child_type, property_value, type_reference,
    variables,
};
use crate::cx::{Cx, Place};
use crate::lang::capitals::{self, is_type_name};
use crate::spec::{Flow, Shape, TypeShape};
use crate::syntax::field;
use crate::tree::Node;

pub(super) fn identifier<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.use_at(node, type_reference(node));
    Flow::Over
}

/// A type with its package before it.
pub(super) fn user_type<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    capitals::type_path(cx, node, IDENTIFIER)
}

/// The name of a named argument is no use.
pub(super) fn value_argument<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut parts = node.named_children();
    if let (Some(name), Some(_)) = (parts.next(), parts.next()) {
        cx.claim(name);
    }
    Flow::Into
}

/// Returns how many arguments a list writes.
pub(super) fn count_arguments(list: Node<'_>) -> Option<u8> {
    let mut count = 0_u8;
    for argument in list.children_of_kind(VALUE_ARGUMENT) {
        if argument.child_of_kind(SPREAD).is_some() {
            return None;
        }
        count = count.saturating_add(1);
    }
    Some(count)
}

/// Returns the arguments of a call with the lambda after it, which the grammar makes a call of its own.
fn arguments_of(call: Node<'_>) -> Option<u8> {
    let own = call.child_of_kind(VALUE_ARGUMENTS).map_or(Some(0), count_arguments)?;
    let outer = call.parent().filter(|outer| outer.kind() == CALL && outer.first_named() == Some(call));
    let lambda = [Some(call), outer].into_iter().flatten().any(|call| call.child_of_kind(ANNOTATED_LAMBDA).is_some());
    Some(own.saturating_add(u8::from(lambda)))
}

/// Returns the call whose trailing lambda makes the call `node`, or `node` itself.
fn called(node: Node<'_>) -> Node<'_> {
    match node.first_named() {
        Some(inner) if inner.kind() == CALL && node.child_of_kind(ANNOTATED_LAMBDA).is_some() => inner,
        _ => node,
    }
}

pub(super) fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if define_test(cx, node) || called(node) != node || cx.is_claimed(node) {
        return Flow::Into;
    }
    let Some(function) = node.first_named() else { return Flow::Into };
    let Some((object, name)) = cx.callee(function) else { return Flow::Into };
    cx.claim(function);
    cx.claim(name);
    capitals::call(cx, object, name, arguments_of(node));
    Flow::Into
}

pub(super) fn call_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    if called(node) != node {
        return Shape::Through(called(node));
    }
    let Some(function) = node.first_named() else { return Shape::Unknown };
    match function.kind() {
        IDENTIFIER if matches!(function.text(), "lazy" | "remember" | "run") && !cx.is_local(function.text()) => {
            let lambda = node.child_of_kind(ANNOTATED_LAMBDA).and_then(|lambda| lambda.child_of_kind(LAMBDA));
            lambda.and_then(|lambda| lambda.named_children().last()).map_or(Shape::Unknown, Shape::Through)
        }
        IDENTIFIER if is_type_name(function.text()) && !cx.is_local(function.text()) => Shape::Typed(node),
        NAVIGATION => {
            let mut parts = function.named_children();
            let (object, name) = (parts.next(), parts.last());
            match (object, name) {
                (Some(object), Some(name)) if is_type_name(name.text()) && is_type_name(object.text()) => {
                    Shape::Typed(node)
                }
                // What these give is what they are called on.
                (Some(object), Some(name)) if matches!(name.text(), "also" | "apply") => Shape::Through(object),
                _ => Shape::Call(function),
            }
        }
        _ => Shape::Call(function),
    }
}

/// Returns the type that a call of a type's name makes.
pub(super) fn called_type(call: Node<'_>) -> TypeShape<'_> {
    let Some(function) = call.first_named() else { return TypeShape::Unknown };
    match call.child_of_kind(TYPE_ARGUMENTS) {
        Some(arguments) => TypeShape::Generic(function, arguments),
        None => TypeShape::Named(function.text()),
    }
}

pub(super) fn navigation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.child_of_kind(DOUBLE_COLON).is_some() {
        if let Shape::Member { object, name } = cx.shape(node) {
            cx.claim(name);
            if name.text() != "class" {
                let receiver = cx.chain(object);
                cx.call(name, receiver, CallKind::Value, None);
            }
        }
        return Flow::Into;
    }
    cx.use_at(node, RefKind::Value);
    Flow::Into
}

pub(super) fn navigation_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let mut parts = node.named_children();
    match (parts.next(), parts.last()) {
        (Some(object), Some(name)) => Shape::Member { object, name },
        _ => Shape::Unknown,
    }
}

/// `::name` hands a function on.
pub(super) fn callable_reference<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut parts = node.named_children();
    match (parts.next(), parts.next()) {
        (Some(name), None) => {
            cx.claim(name);
            if !cx.is_local(name.text()) {
                cx.call(name, Receiver::BARE, CallKind::Value, None);
            }
        }
        (Some(object), Some(name)) => {
            cx.claim(name);
            let receiver = cx.chain(object);
            cx.call(name, receiver, CallKind::Value, None);
        }
        _ => {}
    }
    Flow::Into
}

/// `a name b` calls `name` on `a`.
pub(super) fn infix<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut parts = node.named_children();
    if let (Some(object), Some(name), Some(_)) = (parts.next(), parts.next(), parts.next()) {
        cx.claim(name);
        if !cx.is_builtin(name.text()) {
            let receiver = cx.chain(object);
            cx.call(name, receiver, CallKind::Call, Some(1));
        }
    }
    Flow::Into
}

pub(super) fn this_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match node.child_of_kind(IDENTIFIER) {
        Some(label) => Shape::Typed(label),
        None => Shape::Root(Root::SelfValue),
    }
}

/// `a ?: b` is an `a`.
pub(super) fn elvis<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match (node.child(field::OPERATOR), node.child(field::LEFT)) {
        (Some(operator), Some(left)) if operator.text() == "?:" => Shape::Through(left),
        _ => Shape::Unknown,
    }
}

pub(super) fn local_property<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let value = property_value(node);
    bind_variables(cx, node, variables(node), value);
    Flow::Into
}

fn bind_variables<'t>(cx: &mut Cx<'t>, statement: Node<'t>, variables: Vec<Node<'t>>, value: Option<Node<'t>>) {
    let only = variables.len() == 1;
    for variable in variables {
        let Some(name) = variable.child_of_kind(IDENTIFIER) else { continue };
        let known = match (child_type(variable), value) {
            (Some(ty), _) => cx.typed(Some(ty)),
            (None, Some(value)) if only => cx.chain(value),
            _ => Receiver::UNKNOWN,
        };
        cx.bind_after(statement, name.text(), known);
    }
}

/// In the branch that tests a name's type, the name has that type.
pub(super) fn block<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let condition =
        node.parent().filter(|parent| parent.kind() == IF).and_then(|parent| parent.child(field::CONDITION));
    if let Some(condition) = condition.filter(|condition| condition.kind() == IS_EXPRESSION)
        && condition.child_of_kind(IS).is_some()
        && condition.end() < node.start()
        && let (Some(name), Some(ty)) = (condition.child(field::LEFT), condition.child(field::RIGHT))
        && name.kind() == IDENTIFIER
    {
        let known = cx.typed(Some(ty));
        cx.bind(name.text(), known);
    }
    Flow::Into
}

pub(super) fn when_subject<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(variable) = node.child_of_kind(VARIABLE) {
        let value = node.named_children().last().filter(|value| *value != variable);
        bind_variables(cx, node, vec![variable], value);
    }
    Flow::Into
}

pub(super) fn when_entry<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let subject = node.parent().filter(|when| when.kind() == WHEN).and_then(|when| when.child_of_kind(WHEN_SUBJECT));
    let name = subject.and_then(|subject| {
        let variable = subject.child_of_kind(VARIABLE);
        variable.map_or_else(|| subject.child_of_kind(IDENTIFIER), |variable| variable.child_of_kind(IDENTIFIER))
    });
    let mut tests = node.children_with(field::CONDITION);
    if let (Some(name), Some(test), None) = (name, tests.next(), tests.next())
        && test.kind() == TYPE_TEST
    {
        let known = cx.typed(child_type(test));
        cx.bind(name.text(), known);
    }
    Flow::Into
}

pub(super) fn catch<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(name) = node.child_of_kind(IDENTIFIER) {
        cx.claim(name);
        let known = cx.typed(child_type(node));
        cx.bind(name.text(), known);
    }
    Flow::Into
}

pub(super) fn for_loop<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let header = node.named_children().find(|child| matches!(child.kind(), VARIABLE | MULTI_VARIABLE));
    let Some(header) = header else { return Flow::Into };
    let collection = node.named_children().find(|child| child.start() > header.start() && child.kind() != LABEL);
    if header.kind() == MULTI_VARIABLE {
        for name in header.children_of_kind(VARIABLE).filter_map(|variable| variable.child_of_kind(IDENTIFIER)) {
            cx.bind(name.text(), Receiver::UNKNOWN);
        }
    } else if let (Some(name), Some(collection)) = (header.child_of_kind(IDENTIFIER), collection) {
        let known = if let Some(ty) = child_type(header) {
            cx.typed(Some(ty))
        } else {
            let collection = cx.chain(collection);
            cx.element_of(collection)
        };
        cx.bind_after(collection, name.text(), known);
    }
    Flow::Into
}

pub(super) fn anonymous_function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(list) = node.child_of_kind(PARAMETERS) {
        bind_parameters(cx, list);
    }
    Flow::Into
}

/// Methods that call their lambda with each element, in byte order.
const LOOPS: &[&str] = &[
    "all",
    "any",
    "associateBy",
    "count",
    "filter",
    "filterNot",
    "find",
    "first",
    "firstOrNull",
    "flatMap",
    "forEach",
    "groupBy",
    "last",
    "map",
    "mapNotNull",
    "maxByOrNull",
    "minByOrNull",
    "none",
    "onEach",
    "partition",
    "single",
    "sortedBy",
    "sumOf",
];

pub(super) fn lambda<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let known = lambda_argument(cx, node);
    match node.child_of_kind(LAMBDA_PARAMETERS) {
        None => cx.bind("it", known),
        Some(list) => {
            let only = list.named_children().count() == 1;
            for parameter in list.named_children() {
                let variables: Vec<Node<'t>> = if parameter.kind() == MULTI_VARIABLE {
                    parameter.children_of_kind(VARIABLE).collect()
                } else {
                    vec![parameter]
                };
                let simple = variables.len() == 1 && only;
                for variable in variables {
                    let Some(name) = variable.child_of_kind(IDENTIFIER) else { continue };
                    let value = match child_type(variable) {
                        Some(ty) => cx.typed(Some(ty)),
                        None if simple => known.clone(),
                        None => Receiver::UNKNOWN,
                    };
                    cx.bind(name.text(), value);
                }
            }
        }
    }
    Flow::Into
}

/// Returns what the one argument of a lambda is: an element of what is looped over, or the value of `let` and `also`.
fn lambda_argument<'t>(cx: &mut Cx<'t>, lambda: Node<'t>) -> Receiver {
    let call = lambda.parent().filter(|parent| parent.kind() == ANNOTATED_LAMBDA).and_then(Node::parent).map(called);
    let function = call.filter(|call| call.kind() == CALL).and_then(Node::first_named);
    let Some(Shape::Member { object, name }) = function.map(|function| cx.shape(function)) else {
        return Receiver::UNKNOWN;
    };
    if matches!(name.text(), "also" | "let" | "takeIf" | "takeUnless") {
        return cx.chain(object);
    }
    if LOOPS.binary_search(&name.text()).is_ok() {
        let collection = cx.chain(object);
        return cx.element_of(collection);
    }
    Receiver::UNKNOWN
}

/// The calls whose lambda is a test or a group of tests, in byte order.
const TESTS: &[&str] = &[
    "Given",
    "Then",
    "When",
    "context",
    "describe",
    "expect",
    "feature",
    "given",
    "it",
    "scenario",
    "should",
    "test",
    "then",
    "when",
    "xdescribe",
    "xit",
    "xtest",
];

/// Defines the test that `test("...") { ... }` or `"..." { ... }` is. Returns whether the call is one.
fn define_test<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> bool {
    let in_test = cx.path().contains("Test") || cx.path().contains("Spec") || cx.path().contains("test");
    if !in_test || node.child_of_kind(ANNOTATED_LAMBDA).is_none() {
        return false;
    }
    let Some(inner) = node.first_named() else { return false };
    let title = match inner.kind() {
        STRING => Some(inner),
        CALL => {
            let named = inner.first_named().is_some_and(|name| TESTS.binary_search(&name.text()).is_ok());
            let first = inner.child_of_kind(VALUE_ARGUMENTS).and_then(|list| list.child_of_kind(VALUE_ARGUMENT));
            first.and_then(Node::first_named).filter(|title| named && title.kind() == STRING)
        }
        _ => None,
    };
    let Some(title) = title else { return false };
    let Some(text) = title.child_of_kind(STRING_CONTENT) else { return false };
    if inner.kind() == CALL {
        cx.claim_all(inner);
    }
    let mut def = cx.def(SymbolKind::Test, node, title);
    def.name = if title.named_children().count() == 1 { text.text() } else { title.text().trim_matches('"') };
    def.mark(SymbolFlags::TEST);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    true
}
