//! Owns modules in JavaScript's older form: `require`, `module.exports`, `exports.name`, and `import("...")`, which
//! brings a module just as `require` does; and the functions that old code treats as classes.

use graphicle_engine::facts::{ImportKind, Receiver, SymbolFlags, SymbolKind};

use super::bindings::{is_closure, parts};
use super::functions::{define, open_function};
use super::modules::{DEFAULT_NAME, unquoted};
use super::values::{define_value, open_value};
use super::{
    ARGUMENTS, ASSIGNMENT, AWAIT, CALL, CLASS_VALUE, IDENTIFIER, IMPORT, MEMBER, METHOD, OBJECT, OBJECT_PATTERN, PAIR,
    PAIR_PATTERN, SHORTHAND, SHORTHAND_PATTERN, STRING, types,
};
use crate::cx::{Cx, Place};
use crate::syntax::field;
use crate::tree::Node;

/// How many assignments are written in one: `exports = module.exports = value`.
const MAX_ASSIGNED: usize = 4;

/// Notes the names that stand before `.prototype`.
pub(super) fn note_prototypes(cx: &mut Cx<'_>) {
    let text = cx.tree().text();
    for (at, _) in text.match_indices(".prototype") {
        let before = text.get(..at).unwrap_or("");
        let start = before.rfind(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$')).map_or(0, |at| at + 1);
        if let Some(name) = before.get(start..).filter(|name| !name.is_empty()) {
            cx.prototypes.insert(name);
        }
    }
}

/// Notes the names that `module.exports = ...` and `exports.name = ...` hand out.
pub(super) fn note_exports<'t>(cx: &mut Cx<'t>, statement: Node<'t>) {
    let mut assignment = statement.first_named();
    for _ in 0..MAX_ASSIGNED {
        let Some(node) = assignment.filter(|node| node.kind() == ASSIGNMENT) else { return };
        let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else { return };
        assignment = Some(right);
        if !matches!(left.text().split('.').next(), Some("module" | "exports")) {
            continue;
        }
        match right.kind() {
            IDENTIFIER => {
                cx.handed_out.insert(right.text());
            }
            OBJECT => {
                for member in right.children_of_kind(SHORTHAND) {
                    cx.handed_out.insert(member.text());
                }
            }
            _ => {}
        }
    }
}

/// What `require("...")` or `import("...")` brings.
#[derive(Debug, Clone, Copy)]
pub(super) struct Required<'t> {
    /// The path as written.
    path: &'t str,
    /// The call.
    call: Node<'t>,
    /// The member that is taken of the module: `require("...").name`.
    member: Option<&'t str>,
}

/// Returns the module that a value is: `require("...")`, `require("...").name`, `await import("...")`.
pub(super) fn required<'t>(cx: &Cx<'t>, value: Node<'t>) -> Option<Required<'t>> {
    let mut member = None;
    let mut call = value;
    if call.kind() == MEMBER {
        member = Some(call.child(field::PROPERTY)?.text());
        call = call.child(field::OBJECT)?;
    } else if call.kind() == AWAIT {
        call = call.first_named()?;
    }
    if call.kind() != CALL {
        return None;
    }
    let function = call.child(field::FUNCTION)?;
    let require = function.kind() == IDENTIFIER && function.text() == "require" && !cx.is_local("require");
    if !require && function.kind() != IMPORT {
        return None;
    }
    let list = call.child(field::ARGUMENTS).filter(|list| list.kind() == ARGUMENTS)?;
    let path = list.first_named().filter(|path| path.kind() == STRING)?;
    Some(Required { path: unquoted(path.text()), call, member })
}

/// Records the import that a variable's value is, with the names that the variable's pattern binds. Returns whether it
/// is one.
pub(super) fn import_by_value<'t>(cx: &mut Cx<'t>, name: Node<'t>, value: Node<'t>) -> bool {
    let Some(required) = required(cx, value) else { return false };
    let mut bindings: Vec<(Option<&str>, &'t str)> = Vec::new();
    match (name.kind(), required.member) {
        (IDENTIFIER, member) => bindings.push((member, name.text())),
        (OBJECT_PATTERN, None) => {
            for part in name.named_children() {
                match part.kind() {
                    SHORTHAND_PATTERN => bindings.push((Some(part.text()), part.text())),
                    PAIR_PATTERN => {
                        if let (Some(key), Some(local)) = (part.child(field::KEY), part.child(field::VALUE))
                            && local.kind() == IDENTIFIER
                        {
                            bindings.push((Some(unquoted(key.text())), local.text()));
                        }
                    }
                    _ => bindings.extend(pattern_names(cx, part)),
                }
            }
        }
        _ => {}
    }
    cx.import(value.row(), ImportKind::Module, required.path, &bindings);
    claim_call(cx, value, required);
    true
}

fn pattern_names<'t>(cx: &mut Cx<'t>, pattern: Node<'t>) -> Vec<(Option<&'t str>, &'t str)> {
    let names = parts(cx, pattern, Receiver::UNKNOWN);
    names.into_iter().map(|(name, _)| (Some(name.text()), name.text())).collect()
}

fn claim_call<'t>(cx: &mut Cx<'t>, value: Node<'t>, required: Required<'t>) {
    cx.claim(value);
    cx.claim(required.call);
    if let Some(function) = required.call.child(field::FUNCTION) {
        cx.claim(function);
    }
}

/// `require("...")` or `import("...")` anywhere else: an import that binds no name.
pub(super) fn import_call<'t>(cx: &mut Cx<'t>, call: Node<'t>) {
    if let Some(required) = required(cx, call) {
        cx.import(call.row(), ImportKind::Module, required.path, &[]);
    }
}

/// `module.exports = value`.
pub(super) fn export_value<'t>(cx: &mut Cx<'t>, node: Node<'t>, left: Node<'t>, right: Node<'t>) {
    cx.claim(left);
    let row = node.row();
    if let Some(required) = required(cx, right) {
        cx.import(row, ImportKind::ReexportAll, required.path, &[]);
        claim_call(cx, right, required);
        return;
    }
    match right.kind() {
        IDENTIFIER => cx.import(row, ImportKind::Reexport, "", &[(Some(right.text()), DEFAULT_NAME)]),
        OBJECT => export_members(cx, right),
        ASSIGNMENT => {}
        _ => {
            if let Some(name) = right.child(field::NAME).filter(|_| is_closure(right) || right.kind() == CLASS_VALUE) {
                cx.import(row, ImportKind::Reexport, "", &[(Some(name.text()), DEFAULT_NAME)]);
                export_definition(cx, node, name, right);
            } else if let Some(name) = left.child(field::PROPERTY) {
                // Without a name of its own the value is what an import without a name brings.
                export_unnamed(cx, node, name, right);
            }
        }
    }
}

fn export_definition<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>, value: Node<'t>) {
    if value.kind() == CLASS_VALUE {
        types::define_class(cx, node, name, value);
        return;
    }
    let mut def = cx.def(SymbolKind::Function, node, name);
    def.kind = SymbolKind::Function;
    def.mark(SymbolFlags::EXPORTED);
    let sym = define(cx, def);
    open_function(cx, node, value, sym);
}

fn export_unnamed<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>, value: Node<'t>) {
    let kind = match value.kind() {
        CLASS_VALUE => SymbolKind::Class,
        _ if is_closure(value) => SymbolKind::Function,
        _ => SymbolKind::Variable,
    };
    let mut def = cx.def(kind, node, name);
    def.kind = kind;
    def.name = DEFAULT_NAME;
    def.mark(SymbolFlags::EXPORTED);
    match kind {
        SymbolKind::Function => {
            let sym = define(cx, def);
            open_function(cx, node, value, sym);
        }
        SymbolKind::Class => {
            let sym = define(cx, def);
            cx.open(value, sym, Place::Type);
            let bases = types::bases(cx, value);
            if let Some(symbol) = cx.symbol_mut(sym) {
                symbol.bases = bases;
            }
        }
        _ => {
            let sym = define_value(cx, def, None, Some(value));
            open_value(cx, node, sym, Some(value));
        }
    }
}

/// The members of `module.exports = { ... }`: a name under another one is handed on; functions are the walk's.
fn export_members<'t>(cx: &mut Cx<'t>, object: Node<'t>) {
    for member in object.named_children() {
        if member.kind() == METHOD || member.kind() != PAIR {
            continue;
        }
        let (Some(key), Some(value)) = (member.child(field::KEY), member.child(field::VALUE)) else { continue };
        let local = unquoted(key.text());
        if let Some(required) = required(cx, value) {
            cx.import(member.row(), ImportKind::Reexport, required.path, &[(required.member, local)]);
            claim_call(cx, value, required);
        } else if value.kind() == IDENTIFIER {
            cx.import(member.row(), ImportKind::Reexport, "", &[(Some(value.text()), local)]);
        }
    }
}

/// `exports.name = value`.
pub(super) fn export_member<'t>(cx: &mut Cx<'t>, node: Node<'t>, left: Node<'t>, name: Node<'t>, right: Node<'t>) {
    cx.claim(left);
    let row = node.row();
    if let Some(required) = required(cx, right) {
        cx.import(row, ImportKind::Reexport, required.path, &[(required.member, name.text())]);
        claim_call(cx, right, required);
    } else if right.kind() == IDENTIFIER {
        if right.text() != name.text() {
            cx.import(row, ImportKind::Reexport, "", &[(Some(right.text()), name.text())]);
        }
    } else if is_closure(right) || right.kind() == CLASS_VALUE {
        export_definition(cx, node, name, right);
    } else if right.kind() != ASSIGNMENT && cx.place() == Place::File {
        let mut def = cx.def(SymbolKind::Variable, node, name);
        def.mark(SymbolFlags::EXPORTED);
        let sym = define_value(cx, def, None, Some(right));
        open_value(cx, node, sym, Some(right));
    }
}
