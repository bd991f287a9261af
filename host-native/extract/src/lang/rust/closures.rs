//! Owns what the parameters of Rust's closures are, where the method that takes the closure tells; owns no pattern.

use graphicle_engine::facts::Receiver;

use super::{ARGUMENTS, CALL, PARAMETER, PARENTHESIZED, REFERENCE, method, patterns, types};
use crate::cx::Cx;
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// Methods that give an iterator over what they are called on, in byte order.
const SOURCES: &[&str] = &[
    "drain",
    "into_iter",
    "into_par_iter",
    "into_values",
    "iter",
    "iter_mut",
    "par_iter",
    "par_iter_mut",
    "values",
    "values_mut",
];

/// Methods of iterators that give an iterator over some of the same elements, in byte order.
const ADAPTORS: &[&str] = &[
    "by_ref",
    "chain",
    "cloned",
    "copied",
    "cycle",
    "filter",
    "fuse",
    "inspect",
    "peekable",
    "rev",
    "skip",
    "skip_while",
    "step_by",
    "take",
    "take_while",
];

/// Methods that call their closure with elements, in byte order.
const OF_ELEMENTS: &[&str] = &[
    "all",
    "any",
    "dedup_by_key",
    "filter_map",
    "find",
    "find_map",
    "flat_map",
    "for_each",
    "map_while",
    "max_by",
    "max_by_key",
    "min_by",
    "min_by_key",
    "partition",
    "position",
    "retain",
    "retain_mut",
    "rposition",
    "skip_while",
    "sort_by",
    "sort_by_cached_key",
    "sort_by_key",
    "sort_unstable_by",
    "sort_unstable_by_key",
    "take_while",
    "try_for_each",
];

/// Methods that call their closure with the value in an `Option` or `Result`, in byte order.
const OF_VALUE: &[&str] = &["and_then", "is_none_or", "is_ok_and", "is_some_and", "map_or", "map_or_else"];

/// How many adaptors are looked through.
const MAX_ADAPTORS: usize = 16;

fn in_list(list: &[&str], name: &str) -> bool {
    list.binary_search(&name).is_ok()
}

pub(super) fn closure<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let Some(parameters) = node.child(field::PARAMETERS) else { return Flow::Into };
    let given = given(node);
    for (nth, parameter) in parameters.named_children().enumerate() {
        if parameter.kind() == PARAMETER {
            let known = parameter.child(field::TYPE).map_or(Receiver::UNKNOWN, |ty| types::value(cx, ty));
            if let Some(pattern) = parameter.child(field::PATTERN) {
                patterns::bind(cx, None, pattern, &known);
            }
            continue;
        }
        match given {
            Given::Elements(source, first) if nth >= first => patterns::bind_elements(cx, None, parameter, source),
            Given::Value(source) => {
                let known = cx.chain(source);
                patterns::bind(cx, None, parameter, &known);
            }
            Given::Elements(..) | Given::Unknown => patterns::bind(cx, None, parameter, &Receiver::UNKNOWN),
        }
    }
    Flow::Into
}

/// What a closure is called with.
#[derive(Clone, Copy)]
enum Given<'t> {
    Unknown,
    /// Elements of this, from the parameter with this number on.
    Elements(Node<'t>, usize),
    /// This value.
    Value(Node<'t>),
}

fn given(closure: Node<'_>) -> Given<'_> {
    let call = closure
        .parent()
        .filter(|list| list.kind() == ARGUMENTS)
        .and_then(Node::parent)
        .filter(|call| call.kind() == CALL);
    let Some((object, name)) = call.and_then(|call| method(call.child(field::FUNCTION)?)) else {
        return Given::Unknown;
    };
    match name {
        "fold" | "try_fold" => Given::Elements(object, 1),
        "filter" | "inspect" | "map" if iterates(object) => Given::Elements(object, 0),
        "filter" | "inspect" | "map" => Given::Value(object),
        _ if in_list(OF_ELEMENTS, name) => Given::Elements(object, 0),
        _ if in_list(OF_VALUE, name) => Given::Value(object),
        _ => Given::Unknown,
    }
}

/// Returns whether an expression is an iterator by the methods that make it.
fn iterates(expression: Node<'_>) -> bool {
    let source = below_adaptors(expression);
    let called =
        Some(source).filter(|source| source.kind() == CALL).and_then(|call| method(call.child(field::FUNCTION)?));
    called.is_some_and(|(_, name)| in_list(SOURCES, name) || matches!(name, "enumerate" | "zip"))
}

/// Returns the expression that an iterator's elements come from, adaptors left out.
fn below_adaptors(expression: Node<'_>) -> Node<'_> {
    let mut node = expression;
    for _ in 0..MAX_ADAPTORS {
        let inner = match node.kind() {
            PARENTHESIZED => node.first_named(),
            REFERENCE => node.child(field::VALUE),
            CALL => node
                .child(field::FUNCTION)
                .and_then(method)
                .filter(|(_, name)| in_list(ADAPTORS, name))
                .map(|(object, _)| object),
            _ => None,
        };
        let Some(inner) = inner else { break };
        node = inner;
    }
    node
}

/// Returns what an element of a collection or iterator is.
pub(super) fn element<'t>(cx: &mut Cx<'t>, collection: Node<'t>) -> Receiver {
    let known = cx.chain(below_adaptors(collection));
    if known == Receiver::UNKNOWN {
        return known;
    }
    cx.element_of(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_in_byte_order() {
        for list in [SOURCES, ADAPTORS, OF_ELEMENTS, OF_VALUE] {
            assert!(list.is_sorted_by(|a, b| a < b), "{list:?}");
        }
    }
}
