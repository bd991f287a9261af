//! Owns which macros define tests: those of googletest, Catch2, doctest, Boost.Test and Check; owns no test's body.

use graphicle_engine::facts::{CallKind, Name, SymbolFlags, SymbolKind};
use graphicle_engine::span::LineRange;

use super::{
    ARGUMENT_LIST, CALL, COMPOUND_STATEMENT, FUNCTION_DECLARATOR, IDENTIFIER, PARAMETER, PARAMETER_LIST, STRING,
};
use crate::cx::{Cx, Def, Place, Sym};
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// Macros before the body of a test, in byte order.
const MACROS: &[&str] = &[
    "BOOST_AUTO_TEST_CASE",
    "BOOST_FIXTURE_TEST_CASE",
    "FUZZ_TEST",
    "SCENARIO",
    "START_TEST",
    "TEST",
    "TEST_CASE",
    "TEST_CASE_FIXTURE",
    "TEST_CASE_METHOD",
    "TEST_F",
    "TEST_METHOD",
    "TEST_P",
    "TYPED_TEST",
    "TYPED_TEST_P",
];

/// Returns whether a name is that of a macro that defines a test.
pub(super) fn is_macro(name: &str) -> bool {
    MACROS.binary_search(&name).is_ok()
}

/// Defines a test where the grammar sees a function without a type: `TEST(Suite, Name) {`.
pub(super) fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Option<Flow> {
    let declarator = node.child(field::DECLARATOR)?;
    // `START_TEST(name) {` looks like the type of a variable in parentheses.
    if let Some(ty) = node.child(field::TYPE) {
        if !is_macro(ty.text()) || declarator.kind() == FUNCTION_DECLARATOR {
            return None;
        }
        let name = declarator.first_named()?;
        cx.claim(ty);
        let sym = define(cx, node, None, name);
        cx.open(node, sym, Place::Function);
        return Some(Flow::Into);
    }
    let name = declarator
        .child(field::DECLARATOR)
        .filter(|name| declarator.kind() == FUNCTION_DECLARATOR && is_macro(name.text()))?;
    cx.claim(name);
    let list = declarator.child(field::PARAMETERS)?;
    let (suite, name) = parts(list)?;
    let sym = define(cx, node, suite, name);
    cx.claim_all(list);
    cx.open(node, sym, Place::Function);
    Some(Flow::Into)
}

/// Defines a test where the grammar sees a call and a block after it: `TEST_CASE("name") {`.
pub(super) fn statement<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let call = node.first_named().filter(|call| call.kind() == CALL && cx.place() != Place::Function);
    let function = call
        .and_then(|call| call.child(field::FUNCTION))
        .filter(|name| name.kind() == IDENTIFIER && is_macro(name.text()));
    let body = cx.tree().node(node.next()).filter(|next| next.kind() == COMPOUND_STATEMENT);
    let parts = call.and_then(|call| call.child(field::ARGUMENTS)).and_then(parts);
    let (Some(function), Some(body), Some((suite, name))) = (function, body, parts) else { return Flow::Into };
    cx.claim(function);
    let sym = define(cx, node, suite, name);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.lines = LineRange::new(symbol.lines.start, body.last_row());
    }
    cx.open_until(body.next(), sym, Place::Function);
    Flow::Over
}

/// Returns the suite, where there is one, and the name that a test's macro is given.
fn parts(list: Node<'_>) -> Option<(Option<Node<'_>>, Node<'_>)> {
    if !matches!(list.kind(), ARGUMENT_LIST | PARAMETER_LIST) {
        return None;
    }
    let mut given = list.named_children();
    let (first, second) = (given.next()?, given.next());
    let is_text = |node: &Node<'_>| node.kind() == STRING;
    match second {
        _ if is_text(&first) => Some((None, first)),
        Some(second) if is_text(&second) || second.kind() == PARAMETER || second.kind() == IDENTIFIER => {
            Some((Some(first), second))
        }
        _ => Some((None, first)),
    }
}

fn define<'t>(cx: &mut Cx<'t>, node: Node<'t>, suite: Option<Node<'t>>, name: Node<'t>) -> Sym {
    let mut container = cx.container();
    if let Some(suite) = suite {
        container = Some(inside(cx, container, suite.text()));
    }
    cx.claim(name);
    cx.define(Def {
        node,
        name: name.text().trim_matches('"'),
        name_row: name.row(),
        kind: SymbolKind::Test,
        container,
        ty: None,
        bases: Vec::new(),
        params: None,
        flags: SymbolFlags::TEST,
        doc: None,
    })
}

fn inside(cx: &mut Cx<'_>, container: Option<Name>, name: &str) -> Name {
    match container {
        None => cx.name(name),
        Some(container) => {
            let path = format!("{}.{name}", cx.name_text(container));
            cx.name(&path)
        }
    }
}

/// Returns how a called name is called: one in capitals is a macro by convention.
pub(super) fn kind_of_call(name: &str) -> CallKind {
    if super::prepare::is_capital(name) { CallKind::Macro } else { CallKind::Call }
}

#[cfg(test)]
mod list_tests {
    use super::*;

    #[test]
    fn list_is_in_byte_order() {
        assert!(MACROS.is_sorted_by(|a, b| a < b));
    }
}
