//! Owns what Scala's expressions mean: calls, infix calls, local names, patterns, and the tests that `ScalaTest` and munit
//! write as calls.

use graphicle_engine::facts::{CallKind, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use super::{
    APPLIED_CONSTRUCTOR, ARGUMENTS, ARROW, BLOCK, CALL, CAPTURE_PATTERN, CASE_BLOCK, COMPOUND_TYPE, FIELD,
    GENERIC_FUNCTION, GENERIC_TYPE, IDENTIFIER, INDENTED_BLOCK, INFIX, INFIX_PATTERN, PARENTHESIZED, STABLE_IDENTIFIER,
    STABLE_TYPE, STRING, TEMPLATE_BODY, TUPLE_PATTERN, TYPE_IDENTIFIER, TYPED_PATTERN, VARARG, bind_parameters,
};
use crate::cx::{Cx, Place};
use crate::lang::capitals::{self, is_type_name};
use crate::spec::{Flow, Shape, TypeShape};
use crate::syntax::field;
use crate::tree::Node;

pub(super) fn identifier<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.use_at(node, RefKind::Value);
    Flow::Over
}

pub(super) fn identifier_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match node.text() {
        "this" if !cx.is_local("this") => Shape::Root(Root::SelfValue),
        "super" => Shape::Root(Root::Super),
        _ => Shape::Name(node),
    }
}

/// `a.b.C`, as a type or as a pattern.
pub(super) fn path<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let inside = node.parent().is_some_and(|parent| matches!(parent.kind(), STABLE_TYPE | STABLE_IDENTIFIER));
    if !inside && !cx.is_claimed(node) {
        let path = crate::types::dotted(node.text());
        let (receiver, last) = cx.free_path(&path);
        let kind = if node.kind() == STABLE_TYPE { RefKind::Type } else { RefKind::Value };
        cx.reference_named(node, last, receiver, kind);
    }
    Flow::Over
}

/// Returns how many arguments are written; a block in the place of arguments is one.
pub(super) fn count_arguments(list: Node<'_>) -> Option<u8> {
    if list.kind() != ARGUMENTS {
        return Some(1);
    }
    let mut count = 0_u8;
    for argument in list.named_children() {
        if argument.kind() == VARARG {
            return None;
        }
        count = count.saturating_add(1);
    }
    Some(count)
}

pub(super) fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if define_test_call(cx, node) {
        return Flow::Into;
    }
    let Some(function) = node.child(field::FUNCTION) else { return Flow::Into };
    if cx.is_claimed(node) {
        return Flow::Into;
    }
    let Some((object, name)) = cx.claim_callee(function) else { return Flow::Into };
    capitals::call(cx, object, name, node.child(field::ARGUMENTS).and_then(count_arguments));
    Flow::Into
}

pub(super) fn call_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let Some(function) = node.child(field::FUNCTION) else { return Shape::Unknown };
    match function.kind() {
        IDENTIFIER if is_type_name(function.text()) && !cx.is_local(function.text()) => Shape::Typed(node),
        FIELD => {
            let (object, name) = (function.child(field::VALUE), function.child(field::FIELD));
            match (object, name) {
                (Some(object), Some(name)) if is_type_name(object.text()) && is_type_name(name.text()) => {
                    Shape::Typed(node)
                }
                _ => Shape::Call(function),
            }
        }
        // Further argument lists: the call that the first one makes.
        CALL => Shape::Through(function),
        _ => Shape::Call(function),
    }
}

/// Returns the type that a call of a type's name makes.
pub(super) fn called_type(call: Node<'_>) -> TypeShape<'_> {
    call.child(field::FUNCTION).map_or(TypeShape::Unknown, |function| TypeShape::Named(function.text()))
}

/// `value.asInstanceOf[T]` is a `T`; other type arguments leave what is called.
pub(super) fn generic_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let Some(function) = node.child(field::FUNCTION) else { return Shape::Unknown };
    let is_cast = function.child(field::FIELD).is_some_and(|name| name.text() == "asInstanceOf");
    match node.child(field::TYPE_ARGUMENTS).and_then(Node::first_named) {
        Some(ty) if is_cast => Shape::Typed(ty),
        _ => Shape::Through(function),
    }
}

/// `_` in `items.map(_.name)` is an element of what is looped over.
pub(super) fn placeholder<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let mut at = node;
    for _ in 0..16 {
        let Some(parent) = at.parent() else { return Shape::Unknown };
        match parent.kind() {
            FIELD | CALL | GENERIC_FUNCTION | PARENTHESIZED | INFIX => at = parent,
            ARGUMENTS if at != node => return looped(parent).map_or(Shape::Unknown, Shape::Element),
            _ => return Shape::Unknown,
        }
    }
    Shape::Unknown
}

/// Methods that call their function with each element, in byte order.
const LOOPS: &[&str] = &[
    "collect",
    "count",
    "exists",
    "filter",
    "filterNot",
    "find",
    "flatMap",
    "forall",
    "foreach",
    "groupBy",
    "map",
    "maxBy",
    "minBy",
    "partition",
    "sortBy",
    "withFilter",
];

/// Returns the collection that the call around an argument list loops over.
fn looped(arguments: Node<'_>) -> Option<Node<'_>> {
    let function = arguments.parent().filter(|call| call.kind() == CALL)?.child(field::FUNCTION)?;
    let name = function.child(field::FIELD)?;
    if LOOPS.binary_search(&name.text()).is_err() {
        return None;
    }
    function.child(field::VALUE)
}

pub(super) fn instance<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(ty) = node.first_named().filter(|ty| ty.kind() != TEMPLATE_BODY) {
        let inner = ty.child(field::BASE).and_then(|base| base.child_of_kind(ARGUMENTS));
        let args = node.child(field::ARGUMENTS).or(inner).map_or(Some(0), count_arguments);
        construct(cx, ty, CallKind::Construct, args);
    }
    if node.child_of_kind(TEMPLATE_BODY).is_some() {
        cx.open_nameless(node);
    }
    Flow::Into
}

/// Returns the name of a type as written, wrappers and collections not taken off.
pub(super) fn type_name(ty: Node<'_>) -> Option<Node<'_>> {
    let mut ty = ty;
    for _ in 0..8 {
        ty = match ty.kind() {
            TYPE_IDENTIFIER | STABLE_TYPE => return Some(ty),
            GENERIC_TYPE => ty.child(field::TYPE)?,
            COMPOUND_TYPE => ty.child(field::BASE)?,
            APPLIED_CONSTRUCTOR => ty.first_named()?,
            _ => return None,
        };
    }
    None
}

/// Records that a value of the type is made.
pub(super) fn construct<'t>(cx: &mut Cx<'t>, ty: Node<'t>, kind: CallKind, args: Option<u8>) {
    let Some(name) = type_name(ty) else { return };
    let path = crate::types::dotted(name.text());
    let (receiver, last) = cx.free_path(&path);
    cx.claim_all(name);
    if !cx.is_local(last) && !cx.is_builtin(last) {
        cx.call_named(name, last, receiver, kind, args);
    }
}

/// `a name b` calls `name` on `a`.
pub(super) fn infix<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if cx.is_claimed(node) || define_test_phrase(cx, node) {
        return Flow::Into;
    }
    if let (Some(left), Some(name)) = (node.child(field::LEFT), node.child(field::OPERATOR))
        && name.kind() == IDENTIFIER
    {
        cx.claim(name);
        let receiver = cx.chain(left);
        cx.call(name, receiver, CallKind::Call, Some(1));
    }
    Flow::Into
}

pub(super) fn interpolated<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(interpolator) = node.child(field::INTERPOLATOR) {
        cx.claim(interpolator);
    }
    Flow::Into
}

/// The name of a named argument is no use.
pub(super) fn assignment<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.parent().is_some_and(|parent| parent.kind() == ARGUMENTS)
        && let Some(name) = node.child(field::LEFT)
    {
        cx.claim(name);
    }
    Flow::Into
}

pub(super) fn lambda<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let Some(parameters) = node.child(field::PARAMETERS) else { return Flow::Into };
    // Parentheses or a block may stand between the lambda and the call.
    let holder = node.parent().filter(|holder| matches!(holder.kind(), ARGUMENTS | BLOCK));
    let known = match holder.and_then(looped) {
        Some(collection) => {
            let collection = cx.chain(collection);
            cx.element_of(collection)
        }
        None => Receiver::UNKNOWN,
    };
    if parameters.kind() == IDENTIFIER {
        cx.claim(parameters);
        cx.bind(parameters.text(), known);
        return Flow::Into;
    }
    bind_parameters(cx, parameters);
    let mut names = parameters.named_children();
    if let (Some(only), None) = (names.next(), names.next())
        && only.child(field::TYPE).is_none()
        && let Some(name) = only.child(field::NAME)
    {
        cx.bind(name.text(), known);
    }
    Flow::Into
}

/// `x <- xs` and `x = value` in a `for`.
pub(super) fn enumerator<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut parts = node.named_children();
    let (Some(pattern), Some(value)) = (parts.next(), parts.next()) else { return Flow::Into };
    let each = node.child_of_kind(ARROW).is_some();
    let known = cx.chain(value);
    let known = if each { cx.element_of(known) } else { known };
    bind_pattern(cx, pattern, Some((node, known)));
    Flow::Into
}

pub(super) fn case_clause<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(pattern) = node.child(field::PATTERN) {
        bind_pattern(cx, pattern, None);
    }
    Flow::Into
}

/// Binds the names of a pattern; names with a capital are constants. The whole pattern, where it is one name, is bound
/// to the given value after the given statement.
#[expect(clippy::needless_pass_by_value, reason = "every binder takes what it binds by value")]
fn bind_pattern<'t>(cx: &mut Cx<'t>, pattern: Node<'t>, whole: Option<(Node<'t>, Receiver)>) {
    for at in pattern.at()..pattern.next() {
        let Some(node) = cx.tree().node(at) else { return };
        if node.kind() != IDENTIFIER || is_type_name(node.text()) || node.text().starts_with('`') {
            continue;
        }
        let Some(parent) = node.parent() else { continue };
        let binds = node == pattern
            || matches!(parent.kind(), TUPLE_PATTERN | INFIX_PATTERN)
            || node.field() == field::PATTERN
            || (parent.kind() == CAPTURE_PATTERN && node.field() == field::NAME);
        if !binds {
            continue;
        }
        cx.claim(node);
        if parent.kind() == TYPED_PATTERN {
            let known = cx.typed(parent.child(field::TYPE));
            cx.bind(node.text(), known);
        } else if let Some((statement, known)) = whole.as_ref().filter(|_| node == pattern) {
            cx.bind_after(*statement, node.text(), known.clone());
        } else {
            cx.bind(node.text(), Receiver::UNKNOWN);
        }
    }
}

fn is_test_file(cx: &Cx<'_>) -> bool {
    let path = cx.path();
    ["Test", "Spec", "Suite", "test/"].iter().any(|mark| path.contains(mark))
}

/// The functions whose block is a test or a group of tests, in byte order.
const TESTS: &[&str] =
    &["Feature", "Scenario", "describe", "feature", "ignore", "it", "property", "scenario", "test", "they"];

/// `test("...") { ... }`.
fn define_test_call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> bool {
    let Some(inner) = node.child(field::FUNCTION).filter(|inner| inner.kind() == CALL) else { return false };
    let has_block =
        node.child(field::ARGUMENTS).is_some_and(|block| matches!(block.kind(), BLOCK | CASE_BLOCK | ARGUMENTS));
    let Some(name) = inner.child(field::FUNCTION).filter(|_| has_block && is_test_file(cx)) else { return false };
    let title = inner.child(field::ARGUMENTS).and_then(Node::first_named).filter(|title| title.kind() == STRING);
    let Some(title) = title.filter(|_| TESTS.binary_search(&name.text()).is_ok()) else { return false };
    cx.claim(inner);
    cx.claim(name);
    let mut def = cx.def(SymbolKind::Test, node, title);
    def.name = title.text().trim_matches('"');
    def.mark(SymbolFlags::TEST);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    true
}

/// `"a thing" should "do" in { ... }`, `"a thing" - { ... }`, `"a thing" when { ... }`.
fn define_test_phrase<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> bool {
    let (Some(left), Some(operator), Some(right)) =
        (node.child(field::LEFT), node.child(field::OPERATOR), node.child(field::RIGHT))
    else {
        return false;
    };
    let words = ["in", "should", "when", "must", "can", "which", "that", "-", ">>"];
    let is_body = matches!(right.kind(), BLOCK | INDENTED_BLOCK) && words.contains(&operator.text());
    if !is_body || !is_test_file(cx) || !matches!(left.kind(), STRING | INFIX) {
        return false;
    }
    let title = left.text().replace('"', "");
    let title = cx.name(title.trim());
    cx.claim_all(left);
    cx.claim(operator);
    let mut def = cx.def(SymbolKind::Test, node, left);
    def.mark(SymbolFlags::TEST);
    let sym = cx.define(def);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.name = title;
    }
    cx.open(node, sym, Place::Function);
    true
}
