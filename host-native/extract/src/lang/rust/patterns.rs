//! Owns what Rust's patterns bind and what is known of each name in them; owns no statement's value beyond handing it
//! to the pattern.

use graphicle_engine::facts::{Receiver, Root, Step};

use super::{
    CALL, CAPTURED_PATTERN, FIELD_PATTERN, IDENTIFIER, MATCH, MATCH_PATTERN, MUT_PATTERN, OR_PATTERN, ORDINALS,
    REF_PATTERN, REFERENCE_PATTERN, SHORTHAND_FIELD, STRUCT_PATTERN, TUPLE_PATTERN, TUPLE_STRUCT_PATTERN, closures,
    method, starts_upper, types,
};
use crate::cx::Cx;
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;
use crate::types::{dotted, last_segment};

/// The most patterns in one; more are of a table, not of a program.
const MAX_PATTERNS: usize = 1024;

/// Binds the names of a pattern whose whole value is `known`: at once, or from the end of `after` on.
pub(super) fn bind<'t>(cx: &mut Cx<'t>, after: Option<Node<'t>>, pattern: Node<'t>, known: &Receiver) {
    let mut open = vec![(pattern, known.clone())];
    for _ in 0..MAX_PATTERNS {
        let Some((pattern, known)) = open.pop() else { return };
        match pattern.kind() {
            IDENTIFIER | SHORTHAND_FIELD => name(cx, after, pattern, known),
            MATCH_PATTERN => open.extend(pattern.first_named().map(|inner| (inner, known))),
            MUT_PATTERN | REF_PATTERN | REFERENCE_PATTERN => {
                open.extend(pattern.named_children().last().map(|inner| (inner, known)));
            }
            CAPTURED_PATTERN | OR_PATTERN => {
                open.extend(pattern.named_children().map(|inner| (inner, known.clone())));
            }
            TUPLE_STRUCT_PATTERN => tuple_struct(cx, pattern, &known, &mut open),
            STRUCT_PATTERN => struct_fields(cx, after, pattern, &mut open),
            _ => open.extend(pattern.named_children().map(|inner| (inner, Receiver::UNKNOWN))),
        }
    }
}

fn name<'t>(cx: &mut Cx<'t>, after: Option<Node<'t>>, name: Node<'t>, known: Receiver) {
    let text = name.text();
    if starts_upper(text) {
        return;
    }
    cx.claim(name);
    match after {
        Some(after) => cx.bind_after(after, text, known),
        None => cx.bind(text, known),
    }
}

fn tuple_struct<'t>(cx: &mut Cx<'t>, pattern: Node<'t>, known: &Receiver, open: &mut Vec<(Node<'t>, Receiver)>) {
    let Some(ty) = pattern.child(field::TYPE) else { return };
    let inner = pattern.named_children().filter(|child| child.field() != field::TYPE);
    match last_segment(ty.text()) {
        "Some" | "Ok" => open.extend(inner.map(|inner| (inner, known.clone()))),
        "Err" => open.extend(inner.map(|inner| (inner, Receiver::UNKNOWN))),
        _ => {
            let of = pattern_type(cx, ty);
            // What follows `..` counts from the end.
            let mut counted = true;
            let mut ordinals = ORDINALS.iter();
            for inner in inner {
                counted &= inner.text() != "..";
                let known = match ordinals.next() {
                    Some(ordinal) if counted => member(cx, &of, ordinal),
                    _ => Receiver::UNKNOWN,
                };
                open.push((inner, known));
            }
        }
    }
}

fn struct_fields<'t>(
    cx: &mut Cx<'t>,
    after: Option<Node<'t>>,
    pattern: Node<'t>,
    open: &mut Vec<(Node<'t>, Receiver)>,
) {
    let Some(ty) = pattern.child(field::TYPE) else { return };
    let of = pattern_type(cx, ty);
    for inner in pattern.children_of_kind(FIELD_PATTERN) {
        let Some(field) = inner.child(field::NAME) else { continue };
        let known = member(cx, &of, field.text());
        match inner.child(field::PATTERN) {
            Some(inner) => open.push((inner, known)),
            None => name(cx, after, field, known),
        }
    }
}

/// Returns a value of the struct or variant that a pattern names.
fn pattern_type<'t>(cx: &mut Cx<'t>, ty: Node<'t>) -> Receiver {
    let mut path = dotted(ty.text());
    if let Some(rest) = path.strip_prefix("Self")
        && let Some(around) = cx.type_around()
        && (rest.is_empty() || rest.starts_with('.'))
    {
        path = format!("{}{rest}", cx.name_text(around));
    }
    Receiver { root: Root::Typed(cx.name(&path)), steps: Vec::new() }
}

fn member(cx: &mut Cx<'_>, of: &Receiver, name: &str) -> Receiver {
    let mut known = of.clone();
    known.steps.push(Step::Field(cx.name(name)));
    known
}

pub(super) fn let_declaration<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(pattern) = node.child(field::PATTERN) else { return Flow::Into };
    let mut known = node.child(field::TYPE).map_or(Receiver::UNKNOWN, |ty| types::value(cx, ty));
    let told = !matches!(known.root, Root::Typed(name) if cx.name_text(name).starts_with('_'));
    if (known == Receiver::UNKNOWN || !told)
        && let Some(value) = node.child(field::VALUE)
    {
        known = cx.chain(value);
    }
    bind(cx, Some(node), pattern, &known);
    Flow::Into
}

pub(super) fn let_condition<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let (Some(pattern), Some(value)) = (node.child(field::PATTERN), node.child(field::VALUE)) {
        let known = cx.chain(value);
        bind(cx, Some(node), pattern, &known);
    }
    Flow::Into
}

pub(super) fn match_arm<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let matched = node.parent().and_then(Node::parent).filter(|parent| parent.kind() == MATCH);
    if let (Some(pattern), Some(value)) = (node.child(field::PATTERN), matched.and_then(|m| m.child(field::VALUE))) {
        let known = cx.chain(value);
        bind(cx, None, pattern, &known);
    }
    Flow::Into
}

pub(super) fn for_loop<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let (Some(pattern), Some(value)) = (node.child(field::PATTERN), node.child(field::VALUE)) {
        bind_elements(cx, Some(value), pattern, value);
    }
    Flow::Into
}

/// Binds a pattern to the elements of a collection or iterator, one after the other. Of a pair, the second name gets
/// the element: pairs come from `enumerate` and from maps; `zip` gives each name one of its own.
pub(super) fn bind_elements<'t>(cx: &mut Cx<'t>, after: Option<Node<'t>>, pattern: Node<'t>, collection: Node<'t>) {
    if pattern.kind() != TUPLE_PATTERN {
        let known = closures::element(cx, collection);
        bind(cx, after, pattern, &known);
        return;
    }
    let call = Some(collection).filter(|collection| collection.kind() == CALL);
    let (mut first, mut second) = (None, Some(collection));
    match call.and_then(|call| method(call.child(field::FUNCTION)?)) {
        Some((object, "enumerate")) => second = Some(object),
        Some((object, "zip")) => {
            first = Some(object);
            second = call.and_then(|call| call.child(field::ARGUMENTS)).and_then(Node::first_named);
        }
        _ => {}
    }
    let parts = pattern.named_children();
    let mut sources = [first, second].into_iter();
    for part in parts {
        let known = match sources.next().flatten() {
            Some(source) => closures::element(cx, source),
            None => Receiver::UNKNOWN,
        };
        bind(cx, after, part, &known);
    }
}
