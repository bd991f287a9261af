//! Owns what Haskell's expressions and patterns mean: which names they bind and which they use, and tests.

use graphicle_engine::facts::{CallKind, Receiver, RefKind, Root};

use super::{
    APPLY, BIND, CONSTRUCTOR, CONSTRUCTOR_OPERATOR, EXP, FIELD_NAME, FIELD_PATTERN, GENERATOR, INFIX, LET, LOCAL_BINDS,
    MATCH, MODULE, NAME, PARENS, PATTERNS, PREFIX_ID, QUALIFIED, VARIABLE, bare, name_of, test, test_name,
};
use crate::cx::Cx;
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// Returns the names that a pattern binds.
pub(super) fn names_in(pattern: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    pattern.subtree().filter(|below| {
        let around = below.parent();
        // A field's name is bound where it stands alone: `Store{items}`.
        let pun = around.filter(|around| around.kind() == FIELD_NAME).and_then(Node::parent);
        let named =
            pun.is_some_and(|pattern| pattern.kind() == FIELD_PATTERN && pattern.child(field::PATTERN).is_some());
        below.kind() == VARIABLE && !named && around.is_none_or(|around| around.kind() != QUALIFIED)
    })
}

fn bind_pattern<'t>(cx: &mut Cx<'t>, pattern: Node<'t>) {
    for name in names_in(pattern) {
        cx.claim(name);
        cx.bind(name.text(), Receiver::UNKNOWN);
    }
}

/// Binds what an equation's patterns and its `where` bind.
pub(super) fn bind_equation<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    let infix = node.child_of_kind(INFIX).into_iter().flat_map(Node::named_children);
    let operands = infix.filter(|part| part.field() != field::OPERATOR);
    for pattern in node.child_of_kind(PATTERNS).into_iter().chain(operands) {
        bind_pattern(cx, pattern);
    }
    bind_declarations(cx, node);
}

/// Binds the names that the declarations of a `let` or `where` are of.
fn bind_declarations<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    for declaration in node.child_of_kind(LOCAL_BINDS).into_iter().flat_map(Node::named_children) {
        if let Some(pattern) = declaration.child(field::PATTERN) {
            bind_pattern(cx, pattern);
        } else if let Some(name) = name_of(declaration) {
            cx.claim_all(name);
            cx.bind(bare(name), Receiver::UNKNOWN);
        }
    }
}

pub(super) fn alternative<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    for pattern in node.child(field::PATTERN).into_iter().chain(node.child_of_kind(PATTERNS)) {
        bind_pattern(cx, pattern);
    }
    bind_declarations(cx, node);
    Flow::Into
}

pub(super) fn lambda<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    for pattern in node.children_of_kind(PATTERNS) {
        bind_pattern(cx, pattern);
    }
    Flow::Into
}

/// `pattern <- expression` in a `do`, a guard or a comprehension.
pub(super) fn statement<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    for name in node.child(field::PATTERN).into_iter().flat_map(names_in) {
        cx.claim(name);
        cx.bind_after(node, name.text(), Receiver::UNKNOWN);
    }
    Flow::Into
}

pub(super) fn generator<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    statement(cx, node)
}

pub(super) fn let_statement<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    bind_declarations(cx, node);
    Flow::Into
}

pub(super) fn let_in<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    bind_declarations(cx, node);
    Flow::Into
}

/// What a comprehension's generators bind is used before it is written.
pub(super) fn comprehension<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let qualifiers: Vec<Node<'t>> = node.named_children().flat_map(Node::named_children).collect();
    for qualifier in qualifiers {
        match qualifier.kind() {
            GENERATOR => qualifier.child(field::PATTERN).into_iter().for_each(|pattern| bind_pattern(cx, pattern)),
            LET => bind_declarations(cx, qualifier),
            _ => {}
        }
    }
    Flow::Into
}

/// Operators that hand their operands' functions on, so that these are called.
const APPLYING: [&str; 17] =
    ["$", "$!", "&", ".", "*>", "<$", "<$!>", "<$>", "<*", "<*>", "<=<", "<|>", "=<<", ">=>", ">>", ">>=", "<>"];

/// Operators that everybody knows, of which no definition is looked for.
const KNOWN: [&str; 24] = [
    "!!", "&&", "*", "**", "+", "++", "-", "/", "/=", ":", "<", "<=", "==", ">", ">=", "@?=", "^", "||", "~:", "~=?",
    "<&>", "$>", "@=?", "!",
];

/// Returns whether what stands here is run, not handed on.
fn is_called(node: Node<'_>) -> bool {
    let mut node = node;
    while let Some(parent) = node.parent() {
        match parent.kind() {
            PARENS => node = parent,
            APPLY => return node.field() == field::FUNCTION,
            BIND | EXP | MATCH => return true,
            INFIX => {
                let operator = parent.child(field::OPERATOR).map_or("", Node::text);
                return APPLYING.contains(&operator);
            }
            _ => return false,
        }
    }
    false
}

pub(super) fn variable<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let text = node.text();
    if !cx.is_claimed(node) && !cx.is_local(text) && !cx.is_builtin(text) {
        used(cx, node, node, text, Receiver::BARE);
    }
    Flow::Over
}

/// Records a name's use: as a call where it is run, else as a value that may be called later.
fn used<'t>(cx: &mut Cx<'t>, place: Node<'t>, name: Node<'t>, text: &str, receiver: Receiver) {
    if is_called(place) {
        cx.call_named(name, text, receiver, CallKind::Call, None);
    } else {
        cx.reference_named(name, text, receiver.clone(), RefKind::Value);
        cx.call_named(name, text, receiver, CallKind::Value, None);
    }
}

pub(super) fn constructor<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let text = node.text();
    if !cx.is_claimed(node) && !cx.is_builtin(text) {
        cx.reference(node, Receiver::BARE, RefKind::Value);
    }
    Flow::Over
}

pub(super) fn operator<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let text = node.text();
    if cx.is_claimed(node) || APPLYING.contains(&text) || KNOWN.contains(&text) || cx.is_local(text) {
        return Flow::Over;
    }
    let handed_on = node.parent().is_some_and(|parent| parent.kind() == PREFIX_ID);
    let kind = if handed_on { CallKind::Value } else { CallKind::Call };
    if node.kind() == CONSTRUCTOR_OPERATOR {
        cx.reference(node, Receiver::BARE, RefKind::Value);
    } else {
        cx.call(node, Receiver::BARE, kind, None);
    }
    Flow::Over
}

/// `Map.lookup`: the module is one name, whatever dots it has.
pub(super) fn qualified<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(module), Some(name)) = (node.child_of_kind(MODULE), node.named_children().last()) else {
        return Flow::Over;
    };
    if cx.is_claimed(node) {
        return Flow::Over;
    }
    cx.claim_all(node);
    let root = Root::Free(cx.name(module.text().trim_end_matches('.')));
    let receiver = Receiver { root, steps: Vec::new() };
    match name.kind() {
        NAME => cx.reference(name, receiver, RefKind::Type),
        CONSTRUCTOR => cx.reference(name, receiver, RefKind::Value),
        VARIABLE => used(cx, node, name, name.text(), receiver),
        _ => cx.call(name, receiver, CallKind::Call, None),
    }
    Flow::Over
}

pub(super) fn type_name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let text = node.text();
    if !cx.is_claimed(node) && !cx.is_builtin(text) && !cx.is_local(text) {
        cx.reference(node, Receiver::BARE, RefKind::Type);
    }
    Flow::Over
}

/// A call with a text is a test where its function makes tests; `$` and a block may follow.
pub(super) fn infix<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.child(field::OPERATOR).is_some_and(|operator| operator.text() == "$")
        && let Some(call) = node.child(field::LEFT_OPERAND).filter(|left| left.kind() == APPLY)
        && let Some(name) = test_name(call)
    {
        cx.claim(call);
        test(cx, node, name);
    }
    Flow::Into
}

pub(super) fn application<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let is_inner = node.parent().is_some_and(|parent| parent.kind() == APPLY) && node.field() == field::FUNCTION;
    if !is_inner
        && !cx.is_claimed(node)
        && let Some(name) = test_name(node)
    {
        test(cx, node, name);
    }
    Flow::Into
}
