//! Owns C++'s expressions: paths, calls of templates, `new`, initializers; owns no definition and no type.

use graphicle_engine::facts::{CallKind, Receiver, RefKind};

use super::{
    DEPENDENT_NAME, DESTRUCTOR_NAME, OPERATOR_CAST, OPERATOR_NAME, QUALIFIED, TEMPLATE_ARGUMENTS, TEMPLATE_FUNCTION,
    TEMPLATE_METHOD, TEMPLATE_TYPE, types,
};
use crate::cx::Cx;
use crate::lang::c_family::{self, locals};
use crate::spec::{Flow, Shape};
use crate::syntax::field;
use crate::tree::Node;

/// Macros that make a value of the type that they are given as their argument.
const ALLOCATORS: &[&str] = &["memnew"];

/// Functions of the standard library that give their argument, in byte order.
const IDENTITIES: &[&str] = &["as_const", "cref", "forward", "move", "ref"];

/// How many names of a path are followed.
const MAX_NAMES: usize = 32;

/// Returns the last node of a path as the grammar nests it, with the path that holds it.
pub(super) fn innermost(node: Node<'_>) -> (Node<'_>, Node<'_>) {
    let mut holder = node;
    let mut last = node;
    for _ in 0..MAX_NAMES {
        if last.kind() != QUALIFIED {
            break;
        }
        holder = last;
        match last.child(field::NAME) {
            Some(inner) => last = inner,
            None => break,
        }
    }
    (holder, last)
}

/// Returns a name without template arguments.
fn bare(node: Node<'_>) -> Node<'_> {
    match node.kind() {
        DEPENDENT_NAME => node.first_named().map_or(node, bare_template),
        _ => bare_template(node),
    }
}

fn bare_template(node: Node<'_>) -> Node<'_> {
    match node.kind() {
        TEMPLATE_FUNCTION | TEMPLATE_METHOD | TEMPLATE_TYPE => node.child(field::NAME).unwrap_or(node),
        _ => node,
    }
}

/// Returns what is written before the last name of a path, and that name.
pub(in crate::lang) fn path(node: Node<'_>) -> (Option<&str>, Node<'_>) {
    let (_, last) = innermost(node);
    let before = last.start().checked_sub(node.start()).and_then(|len| node.text().get(..len as usize));
    (before.filter(|before| !before.is_empty()), bare(last))
}

/// Returns a defined name as one writes it: operators without spaces that say nothing.
pub(in crate::lang) fn written_name(name: Node<'_>) -> String {
    let text = name.text();
    match name.kind() {
        OPERATOR_CAST => {
            let ty = name.child(field::TYPE).map_or("", Node::text);
            format!("operator {}", ty.split_whitespace().collect::<Vec<_>>().join(" "))
        }
        OPERATOR_NAME => {
            let sign: String = text.strip_prefix("operator").unwrap_or(text).split_whitespace().collect();
            let space = if sign.starts_with(char::is_alphabetic) { " " } else { "" };
            format!("operator{space}{sign}")
        }
        DESTRUCTOR_NAME => text.split_whitespace().collect(),
        _ => text.to_owned(),
    }
}

pub(super) fn path_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let (holder, last) = innermost(node);
    let name = bare(last);
    match holder.child(field::SCOPE) {
        Some(object) => Shape::Member { object, name },
        None => Shape::Name(name),
    }
}

/// The grammar nests `a::b::c` to the right: what stands before a part is the scope of the path around it.
pub(super) fn scope_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let name = bare(node);
    let path = node.parent().filter(|parent| parent.kind() == QUALIFIED && node.field() == field::SCOPE);
    let around = path
        .and_then(|path| Some((path.parent()?, path)))
        .filter(|(around, path)| around.kind() == QUALIFIED && path.field() == field::NAME);
    match around.and_then(|(around, _)| around.child(field::SCOPE)) {
        Some(object) => Shape::Member { object, name },
        None => Shape::Name(name),
    }
}

/// `.second` of a pair is what the pair stands for.
pub(super) fn member_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let (Some(object), Some(name)) = (node.child(field::ARGUMENT), node.child(field::FIELD)) else {
        return Shape::Unknown;
    };
    if name.kind() == QUALIFIED {
        return Shape::Through(name);
    }
    let is_called =
        node.parent().is_some_and(|parent| parent.kind() == c_family::CALL && node.field() == field::FUNCTION);
    if name.text() == "second" && !is_called {
        return Shape::Through(object);
    }
    Shape::Member { object, name: bare(name) }
}

pub(super) fn call_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let Some(function) = node.child(field::FUNCTION) else { return Shape::Unknown };
    let argument = || node.child(field::ARGUMENTS).and_then(Node::first_named);
    let (holder, last) = if function.kind() == c_family::FIELD_EXPRESSION {
        (function, function.child(field::FIELD).unwrap_or(function))
    } else {
        innermost(function)
    };
    let name = bare(last).text();
    if ALLOCATORS.contains(&name) {
        return match argument() {
            Some(made) if made.kind() == c_family::CALL => Shape::Through(made),
            Some(ty) => Shape::Typed(ty),
            None => Shape::Unknown,
        };
    }
    let in_std = holder.child(field::SCOPE).is_some_and(|scope| scope.text() == "std");
    if in_std
        && IDENTITIES.binary_search(&name).is_ok()
        && let Some(argument) = argument()
    {
        return Shape::Through(argument);
    }
    let template = if last.kind() == DEPENDENT_NAME { last.first_named() } else { Some(last) };
    let arguments = template.and_then(|template| template.child_of_kind(TEMPLATE_ARGUMENTS));
    if let Some(ty) = arguments.and_then(Node::first_named)
        && (name.to_ascii_lowercase().contains("cast") || name.starts_with("make_"))
        && cx.type_path(ty).is_some()
    {
        return Shape::Typed(ty);
    }
    Shape::Call(function)
}

/// Records what a macro such as `memnew(Foo)` makes; `memnew(Foo(a))` calls by itself.
pub(in crate::lang) fn allocate<'t>(cx: &mut Cx<'t>, call: Node<'t>, name: Node<'t>) {
    if !ALLOCATORS.contains(&name.text()) {
        return;
    }
    let made = call.child(field::ARGUMENTS).and_then(Node::first_named);
    if let Some(made) = made.filter(|made| made.kind() != c_family::CALL) {
        construct(cx, made, Some(0));
    }
}

fn construct<'t>(cx: &mut Cx<'t>, ty: Node<'t>, args: Option<u8>) {
    let Some((object, name)) = c_family::expressions::constructed(cx, ty) else { return };
    if object.is_none() && (cx.is_local(name.text()) || cx.is_builtin(name.text())) {
        return;
    }
    let receiver = cx.receiver(object, name);
    cx.claim(ty);
    cx.claim(name);
    if let Some(receiver) = receiver {
        cx.call(name, receiver, CallKind::Construct, args);
    }
}

/// `new Foo(a)`
pub(super) fn new<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(ty) = node.child(field::TYPE) else { return Flow::Into };
    let args = match node.child(field::ARGUMENTS) {
        Some(list) => u8::try_from(list.named_children().count()).unwrap_or(u8::MAX),
        None => 0,
    };
    if !types::stands_for_another(ty) {
        construct(cx, ty, Some(args));
    }
    Flow::Into
}

/// `Foo{a}`
pub(super) fn literal<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let (Some(ty), Some(list)) = (node.child(field::TYPE), node.child(field::VALUE)) {
        locals::construct(cx, ty, list);
    }
    Flow::Into
}

/// `: Base(a)` constructs a base where the name is one of a class; the grammar tells members apart by nothing.
pub(super) fn field_initializer<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.first_named() else { return Flow::Into };
    let (_, last) = path(name);
    let is_class = name.kind() != c_family::FIELD_IDENTIFIER || last.text().starts_with(char::is_uppercase);
    if is_class && !cx.is_local(last.text()) {
        let receiver = match cx.callee(name) {
            Some((Some(object), _)) => cx.chain(object),
            _ => Receiver::BARE,
        };
        let args = node.named_children().nth(1).map_or(0, |list| list.named_children().count());
        cx.claim_all(name);
        cx.call(last, receiver, CallKind::Construct, u8::try_from(args).ok());
    }
    Flow::Into
}

/// Records the use of a path by its last name.
pub(super) fn path_in_use<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.parent().is_some_and(|parent| parent.kind() == QUALIFIED) {
        return Flow::Into;
    }
    let (_, last) = innermost(node);
    let is_type = matches!(last.kind(), c_family::TYPE_IDENTIFIER | TEMPLATE_TYPE);
    let name = bare(last);
    if !cx.is_claimed(name) {
        cx.use_at(node, if is_type { RefKind::Type } else { RefKind::Value });
        cx.claim(name);
    }
    Flow::Into
}

/// Records the use of a class before `::`.
pub(super) fn scope_in_use<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let first = node.field() == field::SCOPE
        && node.parent().and_then(Node::parent).is_none_or(|around| around.kind() != QUALIFIED);
    let text = node.text();
    if first && text.starts_with(char::is_uppercase) && !cx.is_claimed(node) && !cx.is_local(text) {
        cx.reference(node, Receiver::BARE, RefKind::Type);
    }
    Flow::Over
}
