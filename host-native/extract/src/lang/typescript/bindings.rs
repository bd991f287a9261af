//! Owns TypeScript's patterns: which names they bind and what of a value each gets; and what a condition tells of a name.

use graphicle_engine::facts::Receiver;

use super::known::{chain, element, member, typed};
use super::{
    ARRAY_PATTERN, ARROW, ASSIGNMENT_PATTERN, BINARY, FUNCTION_EXPRESSION, GENERATOR_EXPRESSION, IDENTIFIER, MEMBER,
    OBJECT_ASSIGNMENT_PATTERN, OBJECT_PATTERN, PAIR_PATTERN, PARENTHESIZED, PROPERTY_NAME, REST_PATTERN,
    SHORTHAND_PATTERN, TYPE_IDENTIFIER,
};
use crate::cx::Cx;
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// How many `&&` of one condition are looked at.
const MAX_CONJUNCTS: usize = 16;

/// Binds every name of a pattern to what `value` tells of it.
pub(super) fn bind_pattern<'t>(cx: &mut Cx<'t>, pattern: Node<'t>, value: Receiver) {
    for (name, known) in parts(cx, pattern, value) {
        cx.claim(name);
        cx.bind(name.text(), known);
    }
}

/// Returns the names that a pattern binds with what `value` tells of each.
pub(super) fn parts<'t>(cx: &mut Cx<'t>, pattern: Node<'t>, value: Receiver) -> Vec<(Node<'t>, Receiver)> {
    let mut found = Vec::new();
    let mut open = vec![(pattern, value)];
    while let Some((pattern, value)) = open.pop() {
        match pattern.kind() {
            IDENTIFIER | SHORTHAND_PATTERN => found.push((pattern, value)),
            OBJECT_PATTERN => {
                for part in pattern.named_children() {
                    let key = match part.kind() {
                        SHORTHAND_PATTERN => Some(part),
                        OBJECT_ASSIGNMENT_PATTERN => part.child(field::LEFT).filter(|l| l.kind() == SHORTHAND_PATTERN),
                        PAIR_PATTERN => part.child(field::KEY).filter(|key| key.kind() == PROPERTY_NAME),
                        _ => None,
                    };
                    let known = match key {
                        Some(key) => {
                            let name = cx.name(key.text());
                            member(value.clone(), name)
                        }
                        None => Receiver::UNKNOWN,
                    };
                    let inner = if part.kind() == PAIR_PATTERN { part.child(field::VALUE) } else { Some(part) };
                    open.extend(inner.map(|inner| (inner, known)));
                }
            }
            ARRAY_PATTERN => {
                let known = element(cx, value);
                open.extend(pattern.named_children().map(|part| (part, known.clone())));
            }
            ASSIGNMENT_PATTERN | OBJECT_ASSIGNMENT_PATTERN => {
                let (left, right) = (pattern.child(field::LEFT), pattern.child(field::RIGHT));
                let known = match right {
                    Some(right) if value == Receiver::UNKNOWN => chain(cx, right),
                    _ => value,
                };
                open.extend(left.map(|left| (left, known)));
            }
            REST_PATTERN => open.extend(pattern.first_named().map(|inner| (inner, value))),
            _ => {}
        }
    }
    found.sort_by_key(|(name, _)| name.at());
    found
}

/// In what follows `if (x instanceof Item)`, `x` is an item; the same for `x instanceof Item ? ... : ...`.
pub(super) fn condition<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let (Some(condition), Some(consequence)) = (node.child(field::CONDITION), node.child(field::CONSEQUENCE)) {
        narrow(cx, condition, consequence);
    }
    Flow::Into
}

/// `x instanceof Item && x.run()`.
pub(super) fn conjunction<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT))
        && node.child(field::OPERATOR).is_some_and(|operator| operator.text() == "&&")
    {
        narrow(cx, left, right);
    }
    Flow::Into
}

/// Binds the names that a condition tells the type of until the end of `until`.
fn narrow<'t>(cx: &mut Cx<'t>, condition: Node<'t>, until: Node<'t>) {
    let mut open = vec![condition];
    let mut opened = false;
    for _ in 0..MAX_CONJUNCTS {
        let Some(part) = open.pop() else { return };
        match part.kind() {
            PARENTHESIZED => open.extend(part.first_named()),
            BINARY => {
                let (Some(left), Some(right)) = (part.child(field::LEFT), part.child(field::RIGHT)) else { continue };
                match part.child(field::OPERATOR).map_or("", Node::text) {
                    "&&" => open.extend([left, right]),
                    "instanceof" if left.kind() == IDENTIFIER => {
                        let known = cx.typed(Some(right));
                        if known != Receiver::UNKNOWN {
                            if !opened {
                                cx.open_block(until);
                                opened = true;
                            }
                            cx.bind(left.text(), known);
                        }
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// A type parameter's or a predicate's name is no use of anything.
pub(super) fn claim_name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.claim(name);
    }
    Flow::Into
}

/// `infer T` and the key of a mapped type bind a type's name.
pub(super) fn claim_type<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(TYPE_IDENTIFIER) {
        cx.claim(name);
        cx.bind(name.text(), Receiver::UNKNOWN);
    }
    Flow::Into
}

/// The identifiers directly below are names of parameters, not uses.
pub(super) fn claim_identifiers<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    for name in node.children_of_kind(IDENTIFIER) {
        cx.claim(name);
    }
    Flow::Into
}

/// Binds the type parameters of a definition to what they extend.
pub(super) fn bind_type_parameters<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    let list = node.child(field::TYPE_PARAMETERS);
    for parameter in list.into_iter().flat_map(Node::named_children) {
        let Some(name) = parameter.child(field::NAME) else { continue };
        let known = match parameter.child(field::CONSTRAINT).and_then(Node::first_named) {
            Some(constraint) => typed(cx, constraint),
            None => Receiver::UNKNOWN,
        };
        cx.bind(name.text(), known);
    }
}

/// Returns whether a node is a closure: a function that is an expression.
pub(super) fn is_closure(node: Node<'_>) -> bool {
    matches!(node.kind(), ARROW | FUNCTION_EXPRESSION | GENERATOR_EXPRESSION)
}

/// Returns the text of a dotted path of names, or `None` for any other expression.
pub(super) fn dotted_path(node: Node<'_>) -> Option<&str> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    (matches!(node.kind(), IDENTIFIER | MEMBER) && node.text().chars().all(plain)).then(|| node.text())
}
