//! Owns what Dart's expressions mean: calls, cascades, local names, patterns, and the tests that packages write as calls.

use graphicle_engine::facts::{CallKind, Receiver, SymbolFlags, SymbolKind};

use super::{
    ARGUMENTS, CALL, CASCADE, FORMAL_PARAMETERS, FUNCTION_EXPRESSION, IDENTIFIER, IF, INITIALIZED_IDENTIFIER, MEMBER,
    NULL_AWARE_MEMBER, STRING, THIS, TYPE, TYPE_CAST, TYPE_IDENTIFIER, TYPE_TEST, TYPE_TEST_EXPRESSION,
    bind_parameters, parameter_name, parameters,
};
use crate::cx::{Cx, Place};
use crate::lang::capitals::{self, is_type_name};
use crate::spec::{Flow, Shape, TypeShape};
use crate::syntax::field;
use crate::tree::Node;

/// A type with the library's prefix before it, or one that is claimed with all its names.
pub(super) fn type_path<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    capitals::type_path(cx, node, TYPE_IDENTIFIER)
}

pub(super) fn count_arguments(list: Node<'_>) -> u8 {
    let written = list.children().filter(|child| (child.is_named() && !child.is_extra()) || child.kind() == THIS);
    u8::try_from(written.count()).unwrap_or(u8::MAX)
}

pub(super) fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if define_test(cx, node) {
        return Flow::Into;
    }
    let callee = match node.child(field::FUNCTION) {
        Some(function) => {
            let callee = cx.callee(function);
            cx.claim(function);
            callee
        }
        None => match cx.shape(node) {
            Shape::Invoke { object, name } => Some((object, name)),
            _ => None,
        },
    };
    let Some((object, name)) = callee else { return Flow::Into };
    cx.claim(name);
    capitals::call(cx, object, name, node.child(field::ARGUMENTS).map(count_arguments));
    Flow::Into
}

pub(super) fn call_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let Some(function) = node.child(field::FUNCTION) else { return Shape::Unknown };
    match function.kind() {
        IDENTIFIER if is_type_name(function.text()) && !cx.is_local(function.text()) => Shape::Typed(node),
        // A type of an imported library: `prefix.Type(...)`.
        MEMBER if function.child(field::PROPERTY).is_some_and(|name| is_type_name(name.text())) => Shape::Typed(node),
        _ => Shape::Call(function),
    }
}

/// Returns the type that a call of a type's name makes.
pub(super) fn called_type(call: Node<'_>) -> TypeShape<'_> {
    call.child(field::FUNCTION).map_or(TypeShape::Unknown, |function| TypeShape::Named(function.text()))
}

/// Returns the object that a cascade section works on.
fn cascade_object(section: Node<'_>) -> Option<Node<'_>> {
    let mut outer = section.parent();
    while let Some(at) = outer {
        if at.kind() == CASCADE {
            return at.first_named();
        }
        outer = at.parent();
    }
    None
}

/// `..name(...)` calls on the cascade's object.
pub(super) fn cascade_call_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match (node.child(field::FUNCTION), node.child(field::PROPERTY)) {
        (Some(function), _) => Shape::Call(function),
        (None, Some(name)) => Shape::Invoke { object: cascade_object(node), name },
        (None, None) => Shape::Unknown,
    }
}

pub(super) fn cascade_selector_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match (cascade_object(node), node.child_of_kind(IDENTIFIER)) {
        (Some(object), Some(name)) => Shape::Member { object, name },
        _ => Shape::Unknown,
    }
}

/// `a as T`.
pub(super) fn cast_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let ty = node.child_of_kind(TYPE_CAST).and_then(|cast| cast.child_of_kind(TYPE));
    ty.map_or(Shape::Unknown, Shape::Typed)
}

/// `new T(...)`, `const T.name(...)`.
pub(super) fn construct<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(ty) = node.child(field::TYPE) {
        let args = node.child(field::ARGUMENTS).map(count_arguments);
        let path = crate::types::dotted(ty.text());
        let (receiver, last) = cx.free_path(&path);
        cx.claim(ty);
        if !cx.is_builtin(last) {
            cx.call_named(ty, last, receiver, CallKind::Construct, args);
        }
    }
    Flow::Into
}

pub(super) fn local_variables<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let ty = node.child_of_kind(TYPE);
    let further: Vec<Node<'t>> = node.children_of_kind(INITIALIZED_IDENTIFIER).collect();
    for variable in [node].into_iter().chain(further) {
        let Some(name) = variable.child(field::NAME) else { continue };
        cx.claim(name);
        let known = match (ty, variable.child(field::VALUE)) {
            (Some(ty), _) => cx.typed(Some(ty)),
            (None, Some(value)) => cx.chain(value),
            (None, None) => Receiver::UNKNOWN,
        };
        cx.bind_after(variable, name.text(), known);
    }
    Flow::Into
}

/// In the branch that tests a name's type, the name has that type.
pub(super) fn block<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let test = node.parent().filter(|parent| parent.kind() == IF && node.field() == field::CONSEQUENCE);
    let test =
        test.and_then(|parent| parent.child(field::CONDITION)).filter(|test| test.kind() == TYPE_TEST_EXPRESSION);
    if let Some(test) = test
        && let (Some(name), Some(tested)) = (test.first_named(), test.child_of_kind(TYPE_TEST))
        && name.kind() == IDENTIFIER
        && !tested.text().contains('!')
    {
        let known = cx.typed(tested.child_of_kind(TYPE));
        cx.bind(name.text(), known);
    }
    Flow::Into
}

/// `on T catch (e, stack)`; the type stands beside the clause.
pub(super) fn catch<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let ty = sibling_before(cx, node).filter(|sibling| sibling.kind() == TYPE);
    if let Some(name) = node.child(field::EXCEPTION) {
        cx.claim(name);
        let known = cx.typed(ty);
        cx.bind(name.text(), known);
    }
    if let Some(name) = node.child(field::STACK_TRACE) {
        cx.claim(name);
        cx.bind(name.text(), Receiver::UNKNOWN);
    }
    Flow::Into
}

/// Returns the node before a node below the same parent.
fn sibling_before<'t>(cx: &Cx<'t>, node: Node<'t>) -> Option<Node<'t>> {
    let mut before = cx.tree().node(node.at().checked_sub(1)?)?;
    while before.parent() != node.parent() {
        before = before.parent()?;
    }
    Some(before)
}

pub(super) fn for_loop<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let (Some(name), Some(collection)) = (node.child(field::NAME), node.child(field::VALUE)) {
        cx.claim(name);
        let known = if let Some(ty) = node.child_of_kind(TYPE) {
            cx.typed(Some(ty))
        } else {
            let collection = cx.chain(collection);
            cx.element_of(collection)
        };
        cx.bind_after(collection, name.text(), known);
    }
    Flow::Into
}

pub(super) fn variable_pattern<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.claim(name);
        let known = cx.typed(node.child_of_kind(TYPE));
        cx.bind(name.text(), known);
    }
    Flow::Into
}

/// Methods that call their closure with each element, in byte order.
const LOOPS: &[&str] =
    &["any", "every", "expand", "firstWhere", "forEach", "lastWhere", "map", "removeWhere", "singleWhere", "where"];

pub(super) fn closure<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let Some(list) = node.child(field::PARAMETERS).filter(|list| list.kind() == FORMAL_PARAMETERS) else {
        return Flow::Into;
    };
    bind_parameters(cx, list);
    let all = parameters(list);
    let call = node.parent().filter(|parent| parent.kind() == ARGUMENTS).and_then(Node::parent);
    let function = call.filter(|call| call.kind() == CALL).and_then(|call| call.child(field::FUNCTION));
    if let ([only], Some(function)) = (all.as_slice(), function)
        && only.child_of_kind(TYPE).is_none()
        && matches!(function.kind(), MEMBER | NULL_AWARE_MEMBER)
        && let (Some(object), Some(method)) = (function.child(field::OBJECT), function.child(field::PROPERTY))
        && LOOPS.binary_search(&method.text()).is_ok()
        && let Some(name) = parameter_name(*only)
    {
        let collection = cx.chain(object);
        let known = cx.element_of(collection);
        cx.bind(name.text(), known);
    }
    Flow::Into
}

/// The functions whose closure is a test or a group of tests.
fn is_test_function(name: &str) -> bool {
    matches!(name, "blocTest" | "group" | "test" | "testGoldens" | "testWidgets")
}

/// `test('...', () { ... })`. Returns whether the call is one.
fn define_test<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> bool {
    let Some(function) = node.child(field::FUNCTION).filter(|function| function.kind() == IDENTIFIER) else {
        return false;
    };
    if !is_test_function(function.text()) || !cx.file_name().ends_with("_test.dart") {
        return false;
    }
    let Some(arguments) = node.child(field::ARGUMENTS) else { return false };
    let has_closure = arguments.named_children().any(|argument| argument.kind() == FUNCTION_EXPRESSION);
    let title = arguments.first_named().filter(|title| title.kind() == STRING && has_closure);
    let Some(title) = title else { return false };
    cx.claim(function);
    let mut def = cx.def(SymbolKind::Test, node, title);
    def.name = title.text().trim_matches(['\'', '"']);
    def.mark(SymbolFlags::TEST);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    true
}
