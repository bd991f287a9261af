//! Owns what C's local names are: parameters and local variables; owns no symbol and no expression.

use graphicle_engine::facts::{CallKind, Receiver, Root};

use super::declarators::{self, Declared};
use super::{
    ABSTRACT_FUNCTION, ARGUMENT_LIST, IDENTIFIER, INIT_DECLARATOR, INITIALIZER_LIST, PARAMETER, PARAMETER_LIST,
    PRIMITIVE_TYPE, SIZED_TYPE, TYPE_IDENTIFIER, expressions,
};
use crate::cx::Cx;
use crate::lang::cpp;
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// Binds the parameters of a function, a lambda or a `catch`.
pub(in crate::lang) fn bind_parameters<'t>(cx: &mut Cx<'t>, list: Node<'t>) {
    for parameter in list.named_children() {
        if parameter.kind() == IDENTIFIER {
            // The old style of C: types follow as declarations.
            cx.claim(parameter);
            cx.bind(parameter.text(), Receiver::UNKNOWN);
            continue;
        }
        let Some(declared) = parameter.child(field::DECLARATOR).and_then(declarators::declared) else { continue };
        let known = value(cx, parameter.child(field::TYPE), None, &declared);
        cx.claim(declared.name);
        cx.bind(declared.name.text(), known);
    }
}

/// The name of a parameter is no use of anything, also in a type.
pub(in crate::lang) fn parameter<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(declared) = node.child(field::DECLARATOR).and_then(declarators::declared) {
        cx.claim(declared.name);
    }
    Flow::Into
}

/// Returns what is known of a declared variable: by its type, or by its value where the type is `auto`.
fn value<'t>(cx: &mut Cx<'t>, ty: Option<Node<'t>>, value: Option<Node<'t>>, declared: &Declared<'t>) -> Receiver {
    if let Some(name) = declarators::declared_type(cx, ty, declared) {
        return Receiver { root: Root::Typed(name), steps: Vec::new() };
    }
    match value {
        Some(value) if ty.is_some_and(|ty| ty.kind() == cpp::PLACEHOLDER_TYPE) => cx.chain(value),
        _ => Receiver::UNKNOWN,
    }
}

/// Binds what a declaration in a function's body declares.
pub(super) fn declaration<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let ty = node.child(field::TYPE);
    for declarator in node.children_with(field::DECLARATOR) {
        let Some(declared) = declarators::declared(declarator) else { continue };
        let mut initial = if declarator.kind() == INIT_DECLARATOR { declarator.child(field::VALUE) } else { None };
        // `if (T x = f())` has its value beside the declarator.
        initial = initial.or_else(|| node.child(field::VALUE));
        if declared.name.kind() == cpp::STRUCTURED_BINDING {
            bind_parts(cx, node, declared.name, None);
            continue;
        }
        if let Some(function) = declared.function {
            constructed_or_declared(cx, node, function, &declared);
            continue;
        }
        cx.claim(declared.name);
        let known = value(cx, ty, initial, &declared);
        if let (Some(ty), Some(list)) = (ty, initial.filter(|value| makes_value(*value)))
            && !declared.is_pointer
        {
            construct(cx, ty, list);
        }
        cx.bind_after(declarator, declared.name.text(), known);
    }
    Flow::Into
}

fn makes_value(initial: Node<'_>) -> bool {
    matches!(initial.kind(), ARGUMENT_LIST | INITIALIZER_LIST) && initial.first_named().is_some()
}

/// Binds the names of `auto [a, b]`. Of two, the second is the element of what pairs are made of: a map's value.
#[expect(clippy::needless_pass_by_value, reason = "every binder takes what it binds by value")]
pub(in crate::lang) fn bind_parts<'t>(cx: &mut Cx<'t>, after: Node<'t>, parts: Node<'t>, element: Option<Receiver>) {
    let names: Vec<Node<'t>> = parts.named_children().collect();
    let pair = names.len() == 2;
    for (nth, name) in names.into_iter().enumerate() {
        cx.claim(name);
        let known = match &element {
            Some(element) if pair && nth == 1 => element.clone(),
            _ => Receiver::UNKNOWN,
        };
        cx.bind_after(after, name.text(), known);
    }
}

/// `T x(a);` in a body reads like a prototype to the grammar: it makes a value where all that it is given may be values.
fn constructed_or_declared<'t>(cx: &mut Cx<'t>, node: Node<'t>, function: Node<'t>, declared: &Declared<'t>) {
    cx.claim(declared.name);
    let Some(list) = function.child(field::PARAMETERS).filter(|list| list.kind() == PARAMETER_LIST) else { return };
    let ty = node.child(field::TYPE).filter(|ty| !matches!(ty.kind(), PRIMITIVE_TYPE | SIZED_TYPE));
    let direct = function.child(field::DECLARATOR).is_some_and(|name| name == declared.name);
    let parameters: Vec<Node<'t>> = list.named_children().collect();
    let Some(ty) = ty.filter(|_| direct && !parameters.is_empty()) else { return };
    if !parameters.iter().all(|parameter| may_be_value(cx, *parameter)) {
        return;
    }
    for parameter in parameters {
        let value = parameter.child(field::TYPE);
        let arguments = parameter.child(field::DECLARATOR).and_then(|declarator| declarator.child(field::PARAMETERS));
        if let (Some(function), Some(arguments)) = (value, arguments) {
            call_like_a_type(cx, function, arguments);
        }
    }
    let known = cx.typed(Some(ty));
    construct(cx, ty, list);
    cx.bind_after(function, declared.name.text(), known);
}

/// Returns whether what the grammar takes for a parameter's type may be a variable or a call.
fn may_be_value<'t>(cx: &Cx<'t>, parameter: Node<'t>) -> bool {
    let is_call = parameter.child(field::DECLARATOR).map(|declarator| declarator.kind() == ABSTRACT_FUNCTION);
    let Some(ty) = parameter.child(field::TYPE).filter(|_| parameter.kind() == PARAMETER) else { return false };
    let text = ty.text();
    match (ty.kind(), is_call) {
        (_, Some(false)) => false,
        (TYPE_IDENTIFIER, None) => {
            cx.is_local(text) || text.starts_with(|c: char| c.is_lowercase() || c == '_') && !text.ends_with("_t")
        }
        (TYPE_IDENTIFIER | cpp::QUALIFIED, _) => true,
        _ => false,
    }
}

/// Records the call of what the grammar takes for a type before parentheses.
fn call_like_a_type<'t>(cx: &mut Cx<'t>, function: Node<'t>, arguments: Node<'t>) {
    let Some((object, name)) = cx.callee(function) else { return };
    let receiver = cx.receiver(object, name);
    cx.claim(function);
    cx.claim(name);
    let args = u8::try_from(arguments.named_children().count()).ok();
    if let Some(receiver) = receiver {
        cx.call(name, receiver, CallKind::Call, args);
    }
}

/// Records that a value of a type is made from a list of arguments.
pub(in crate::lang) fn construct<'t>(cx: &mut Cx<'t>, ty: Node<'t>, arguments: Node<'t>) {
    let Some((object, name)) = expressions::constructed(cx, ty) else { return };
    if object.is_none() && (cx.is_local(name.text()) || cx.is_builtin(name.text())) {
        return;
    }
    let args = u8::try_from(arguments.named_children().count()).unwrap_or(u8::MAX);
    if let Some(receiver) = cx.receiver(object, name) {
        cx.call(name, receiver, CallKind::Construct, Some(args));
    }
}
