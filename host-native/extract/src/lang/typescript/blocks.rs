//! Owns which names TypeScript's blocks hold, and what is known of them.
//!
//! A block's `const`, `let`, `class` and functions are known in the whole block, functions above them included, so they
//! are bound when the block opens. A `var` in an inner block belongs to the whole function.

use graphicle_engine::facts::Receiver;

use super::bindings::{bind_pattern, parts};
use super::commonjs::required;
use super::functions::is_function;
use super::known::{chain, element, known};
use super::{
    AMBIENT, ARRAY_PATTERN, CATCH, CLASS, CLASS_VALUE, DO, ELSE, EXPORT, FINALLY, FOR, FOR_IN, FUNCTION, GENERATOR,
    IDENTIFIER, IF, INTERNAL_MODULE, LABELED, LEXICAL, METHOD, MODULE, PROGRAM, STATEMENT_BLOCK, SWITCH, SWITCH_BODY,
    SWITCH_CASE, SWITCH_DEFAULT, TRY, TYPE_IDENTIFIER, USING, VAR, VARIABLE_DECLARATOR, WHILE, WITH, jsdoc,
};
use crate::cx::{Cx, Place};
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// Returns whether what a declaration declares is local, as opposed to a variable of a file or namespace.
pub(super) fn is_local(cx: &Cx<'_>, declaration: Node<'_>) -> bool {
    let Some(parent) = declaration.parent() else { return false };
    match parent.kind() {
        PROGRAM | EXPORT | AMBIENT => false,
        STATEMENT_BLOCK => !is_namespace_body(parent),
        FOR | IF | ELSE | SWITCH_CASE | SWITCH_DEFAULT | LABELED | WHILE | DO => true,
        _ => cx.place() == Place::Function,
    }
}

fn is_namespace_body(block: Node<'_>) -> bool {
    block.parent().is_some_and(|parent| matches!(parent.kind(), INTERNAL_MODULE | MODULE | AMBIENT))
}

/// A block of statements: what it declares is known from its start.
pub(super) fn block<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if is_namespace_body(node) {
        know_values(cx, node);
        return Flow::Into;
    }
    cx.open_block(node);
    hoist(cx, node);
    if node.parent().is_some_and(|parent| is_function(parent.kind()) || parent.kind() == METHOD) {
        hoist_vars(cx, node);
    }
    Flow::Into
}

/// A `switch`: its cases share one block.
pub(super) fn switch_body<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    for case in node.named_children() {
        hoist(cx, case);
    }
    Flow::Into
}

/// Binds what the statements directly below declare.
fn hoist<'t>(cx: &mut Cx<'t>, statements: Node<'t>) {
    for statement in statements.children() {
        match statement.kind() {
            LEXICAL | VAR | USING => declare(cx, statement),
            FUNCTION | GENERATOR | CLASS => {
                if let Some(name) = statement.child(field::NAME) {
                    uncover(cx, name);
                }
            }
            _ => {}
        }
    }
}

/// Binds the names of a declaration; functions and classes are symbols, and modules are imports' names.
fn declare<'t>(cx: &mut Cx<'t>, declaration: Node<'t>) {
    for declarator in declaration.children_of_kind(VARIABLE_DECLARATOR) {
        let Some(name) = declarator.child(field::NAME) else { continue };
        let value = declarator.child(field::VALUE);
        if value.is_some_and(|value| is_function(value.kind()) || value.kind() == CLASS_VALUE) {
            uncover(cx, name);
            continue;
        }
        if value.is_some_and(|value| required(cx, value).is_some()) {
            continue;
        }
        let known = known(cx, declarator.child(field::TYPE), value);
        bind_pattern(cx, name, known);
    }
}

/// Makes a name mean the symbol that a definition here makes of it, and no local name of further out.
pub(super) fn uncover<'t>(cx: &mut Cx<'t>, name: Node<'t>) {
    if name.kind() == IDENTIFIER || name.kind() == TYPE_IDENTIFIER {
        cx.bind_shared(name.text());
    }
}

/// Binds the variables that inner blocks of a function declare with `var`.
fn hoist_vars<'t>(cx: &mut Cx<'t>, body: Node<'t>) {
    let mut open: Vec<Node<'t>> = body.named_children().filter(|statement| statement.kind() != VAR).collect();
    while let Some(statement) = open.pop() {
        match statement.kind() {
            VAR => declare(cx, statement),
            FOR_IN => {
                if statement.child(field::KIND).is_some_and(|kind| kind.text() == "var")
                    && let Some(left) = statement.child(field::LEFT)
                {
                    bind_pattern(cx, left, Receiver::UNKNOWN);
                }
                open.extend(statement.child(field::BODY));
            }
            IF | ELSE | FOR | WHILE | DO | TRY | CATCH | FINALLY | SWITCH | SWITCH_BODY | SWITCH_CASE
            | SWITCH_DEFAULT | LABELED | WITH | STATEMENT_BLOCK => open.extend(statement.named_children()),
            _ => {}
        }
    }
}

/// Takes note of what calls tell of the variables of a file or namespace, before the walk comes to what uses them.
pub(super) fn know_values<'t>(cx: &mut Cx<'t>, statements: Node<'t>) {
    for statement in statements.children() {
        let declaration = match statement.kind() {
            EXPORT => statement.child(field::DECLARATION),
            LEXICAL | VAR => Some(statement),
            _ => None,
        };
        let declarators =
            declaration.into_iter().flat_map(|declaration| declaration.children_of_kind(VARIABLE_DECLARATOR));
        for declarator in declarators {
            let (Some(name), Some(value)) = (declarator.child(field::NAME), declarator.child(field::VALUE)) else {
                continue;
            };
            let declared = declarator.child(field::TYPE).is_some() || jsdoc::declared(cx, declarator).is_some();
            if declared || is_function(value.kind()) || required(cx, value).is_some() {
                continue;
            }
            let value = chain(cx, value);
            for (name, known) in parts(cx, name, value) {
                // A type is told by the symbol itself, and a bare name leads to it.
                if !known.steps.is_empty() {
                    cx.know(name.text(), known);
                }
            }
        }
    }
}

/// `for (let i = 0; ...)`.
pub(super) fn for_loop<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(declaration) = node.child(field::INITIALIZER)
        && matches!(declaration.kind(), LEXICAL | VAR)
    {
        declare(cx, declaration);
    }
    Flow::Into
}

/// `for (const x of xs)`.
pub(super) fn for_each<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else { return Flow::Into };
    if node.child(field::KIND).is_none() {
        return Flow::Into;
    }
    let mut value = Receiver::UNKNOWN;
    if node.child(field::OPERATOR).is_some_and(|operator| operator.text() == "of") {
        value = chain(cx, right);
        value = element(cx, value);
    }
    // `[key, value]` of a map's entries: the element is the value.
    if left.kind() == ARRAY_PATTERN {
        for (nth, part) in left.named_children().enumerate() {
            let known = if nth == 1 { value.clone() } else { Receiver::UNKNOWN };
            bind_pattern(cx, part, known);
        }
        return Flow::Into;
    }
    bind_pattern(cx, left, value);
    Flow::Into
}

/// `catch (error)`.
pub(super) fn catch<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(parameter) = node.child(field::PARAMETER) {
        let known = known(cx, node.child(field::TYPE), None);
        bind_pattern(cx, parameter, known);
    }
    Flow::Into
}
