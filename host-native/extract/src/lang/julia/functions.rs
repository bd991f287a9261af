//! Owns how Julia's functions are written: heads in their three forms, parameters, functions without a name.

use graphicle_engine::facts::{Params, Receiver, SymbolFlags, SymbolKind};

use super::{
    ARGUMENT_LIST, CALL, FIELD, IDENTIFIER, MACRO, NAMED_ARGUMENT, OPEN_TUPLE, OPERATOR, PARAMETRIZED, PARENTHESIZED,
    QUOTE, SEMICOLON, SIGNATURE, SPLAT, TUPLE, TYPED, WHERE, around_macros, bind_type_parameters, type_use,
};
use crate::cx::{Cx, Def, Place};
use crate::spec::Flow;
use crate::tree::Node;

/// The call in the head of a function, what its type is, and the types that `where` names.
pub(super) struct Head<'t> {
    pub(super) call: Node<'t>,
    ty: Option<Node<'t>>,
    parameters: Vec<Node<'t>>,
}

/// Returns the head in `f(x)`, `f(x)::T` and `f(x) where T`.
pub(super) fn function_head(node: Node<'_>) -> Option<Head<'_>> {
    let mut inner = node;
    let mut found = Head { call: node, ty: None, parameters: Vec::new() };
    loop {
        match inner.kind() {
            SIGNATURE => inner = inner.first_named()?,
            WHERE => {
                found.parameters.extend(inner.named_children().skip(1));
                inner = inner.first_named()?;
            }
            TYPED => {
                found.ty = inner.named_children().nth(1);
                inner = inner.first_named()?;
            }
            ARGUMENT_LIST | CALL | IDENTIFIER => {
                found.call = inner;
                return Some(found);
            }
            _ => return None,
        }
    }
}

/// The name that a function's head calls, and the module that it adds a method to.
fn name_in(call: Node<'_>) -> Option<(Node<'_>, Option<Node<'_>>)> {
    let mut name = if call.kind() == CALL { call.first_named()? } else { call };
    if name.kind() == PARAMETRIZED {
        name = name.first_named()?;
    }
    match name.kind() {
        IDENTIFIER | OPERATOR => Some((name, None)),
        FIELD => {
            let mut member = name.named_children().last()?;
            if member.kind() == QUOTE {
                member = member.first_named()?;
            }
            Some((member, name.first_named()))
        }
        _ => None,
    }
}

pub(super) fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(head) = node.child_of_kind(SIGNATURE).and_then(function_head) else {
        cx.open_block(node);
        return Flow::Into;
    };
    define_function(cx, node, head);
    Flow::Into
}

pub(super) fn define_function<'t>(cx: &mut Cx<'t>, node: Node<'t>, head: Head<'t>) {
    let list = if head.call.kind() == ARGUMENT_LIST { Some(head.call) } else { head.call.child_of_kind(ARGUMENT_LIST) };
    let name = if head.call.kind() == ARGUMENT_LIST { None } else { name_in(head.call) };
    cx.claim(head.call);
    // In the head of a function nothing is called.
    if let Some(called) = head.call.first_named().filter(|_| head.call.kind() == CALL) {
        cx.claim_all(called);
    }
    if let Some(list) = list {
        cx.claim(list);
    }
    match name {
        Some((name, _)) if cx.place() == Place::Function => {
            cx.claim(name);
            cx.bind(name.text(), Receiver::UNKNOWN);
            cx.open_block(node);
        }
        Some((name, module)) => {
            let kind = if node.kind() == MACRO { SymbolKind::Macro } else { SymbolKind::Function };
            let mut def = cx.def(kind, around_macros(node), name);
            place(cx, &mut def, module);
            def.params = list.map(params);
            if list.is_none() {
                def.mark(SymbolFlags::DECLARATION);
            }
            def.ty = head.ty.and_then(|ty| cx.ty(ty));
            let sym = cx.define(def);
            cx.open(node, sym, Place::Function);
        }
        None => cx.open_block(node),
    }
    // `(c::Cache)(x)` makes values callable.
    let callable = head.call.first_named().filter(|callable| callable.kind() == PARENTHESIZED);
    if let Some((name, ty)) = callable.and_then(Node::first_named).and_then(parameter_parts) {
        let known = cx.typed(ty);
        cx.bind(name.text(), known);
    }
    for parameters in head.parameters {
        bind_type_parameters(cx, parameters);
    }
    if let Some(list) = list {
        bind_parameters(cx, list);
    }
    if let Some(ty) = head.ty {
        type_use(cx, ty);
    }
}

/// A method of another module's function belongs there; a function called as its type, inside of it, makes values.
fn place<'t>(cx: &mut Cx<'t>, def: &mut Def<'t>, module: Option<Node<'t>>) {
    if let Some(module) = module {
        cx.claim_all(module);
        def.container = Some(cx.name(module.text()));
    }
    let own_type = def.container.filter(|_| def.kind == SymbolKind::Method);
    if own_type.is_some_and(|ty| cx.name_text(ty).rsplit('.').next() == Some(def.name)) {
        def.kind = SymbolKind::Constructor;
    }
    if def.name == "main" && cx.place() != Place::Type {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
}

/// Counts the positional parameters: what stands behind a semicolon is named.
fn params(list: Node<'_>) -> Params {
    let mut params = Params { min: 0, max: 0 };
    for parameter in positional(list) {
        match parameter.kind() {
            SPLAT => params.max = u8::MAX,
            NAMED_ARGUMENT => params.max = params.max.saturating_add(1),
            _ => {
                params.min = params.min.saturating_add(1);
                params.max = params.max.saturating_add(1);
            }
        }
    }
    params
}

pub(super) fn positional(list: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    list.children().take_while(|child| child.kind() != SEMICOLON).filter(|child| child.is_named() && !child.is_extra())
}

/// The name and the type of a parameter, below a default value and an ellipsis.
fn parameter_parts(parameter: Node<'_>) -> Option<(Node<'_>, Option<Node<'_>>)> {
    let mut inner = parameter;
    while matches!(inner.kind(), NAMED_ARGUMENT | SPLAT) {
        inner = inner.first_named()?;
    }
    match inner.kind() {
        IDENTIFIER => Some((inner, None)),
        TYPED => Some((inner.first_named()?, inner.named_children().nth(1))),
        _ => None,
    }
}

fn bind_parameters<'t>(cx: &mut Cx<'t>, list: Node<'t>) {
    for parameter in list.named_children() {
        if let Some((name, ty)) = parameter_parts(parameter) {
            let known = if parameter.kind() == SPLAT { Receiver::UNKNOWN } else { cx.typed(ty) };
            cx.claim(name);
            cx.bind(name.text(), known);
        } else {
            bind_names(cx, parameter);
        }
    }
}

/// Binds every name of a pattern to something unknown.
pub(super) fn bind_names<'t>(cx: &mut Cx<'t>, pattern: Node<'t>) {
    if !matches!(pattern.kind(), ARGUMENT_LIST | IDENTIFIER | OPEN_TUPLE | PARENTHESIZED | SPLAT | TUPLE) {
        return;
    }
    for name in cx.names_in(pattern) {
        cx.claim(name);
        cx.bind(name.text(), Receiver::UNKNOWN);
    }
}

pub(super) fn arrow<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    match node.first_named() {
        Some(list) if list.kind() == ARGUMENT_LIST => {
            cx.claim(list);
            bind_parameters(cx, list);
        }
        Some(parameter) => match parameter_parts(parameter) {
            Some((name, ty)) => {
                let known = cx.typed(ty);
                cx.claim(name);
                cx.bind(name.text(), known);
            }
            None => bind_names(cx, parameter),
        },
        None => {}
    }
    Flow::Into
}

pub(super) fn do_clause<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(list) = node.child_of_kind(ARGUMENT_LIST) {
        cx.claim(list);
        bind_parameters(cx, list);
    }
    Flow::Into
}
