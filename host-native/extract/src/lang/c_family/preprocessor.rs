//! Owns what C's preprocessor lines say: macros with the calls in their values, includes; owns no conditional
//! compilation, whose branches are all read.

use graphicle_engine::facts::{CallKind, ImportKind, Params, Receiver, Root, SymbolFlags, SymbolKind};
use graphicle_engine::span::LineRange;

use super::{COMMENT, ELLIPSIS, IDENTIFIER, PREPROC_PARAMS, SYSTEM_LIB_STRING, is_header};
use crate::cx::{Cx, Def, Place, Sym};
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// Words before parentheses in a macro's value that call nothing, in byte order.
const NOT_CALLED: &[&str] = &[
    "_Generic",
    "__attribute__",
    "__declspec",
    "__typeof__",
    "alignof",
    "catch",
    "const_cast",
    "decltype",
    "defined",
    "do",
    "dynamic_cast",
    "else",
    "for",
    "if",
    "new",
    "noexcept",
    "offsetof",
    "reinterpret_cast",
    "return",
    "sizeof",
    "static_assert",
    "static_cast",
    "switch",
    "throw",
    "typeof",
    "while",
];

/// How many lines of a file's first comment are looked at.
const MAX_LINES: usize = 60;

/// Words of a licence, after which a file's first comment says nothing of the file.
const LICENCE: &[&str] = &["copyright", "license", "licence", "spdx-", "all rights reserved", "this file is part of"];

/// Documents the file with what its first comment says before a licence begins.
pub(super) fn file<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(first) = node.children().next().filter(|first| first.kind() == COMMENT) else { return Flow::Into };
    let mut lines = 0_u32;
    let mut words = 0;
    let mut row = first.row();
    let mut next = Some(first);
    // Line comments one below the other are one comment.
    while let Some(comment) = next.filter(|comment| comment.kind() == COMMENT && comment.row() == row) {
        let mut ended = false;
        for line in comment.text().lines().take(MAX_LINES) {
            let lower = line.to_ascii_lowercase();
            if LICENCE.iter().any(|word| lower.contains(word)) {
                ended = true;
                break;
            }
            let said = line.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2).count();
            words += said;
            lines += 1;
        }
        if ended {
            break;
        }
        row = comment.last_row().saturating_add(1);
        next = cx.tree().node(comment.next());
    }
    // A file's name and a line of stars say nothing.
    if words > 3 && lines > 0 {
        cx.set_module_doc(LineRange::new(first.row(), first.row().saturating_add(lines - 1)));
    }
    Flow::Into
}

/// Leaves the names in a condition alone.
pub(super) fn condition<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    for role in [field::CONDITION, field::NAME] {
        if let Some(condition) = node.child(role) {
            cx.claim_all(condition);
        }
    }
    Flow::Into
}

/// `#define NAME value`.
pub(super) fn constant<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let (Some(name), Some(value)) = (node.child(field::NAME), node.child(field::VALUE))
        && !value.text().trim().is_empty()
    {
        define(cx, node, name, SymbolKind::Constant, None);
    }
    Flow::Over
}

/// `#define NAME(parameters) value`.
pub(super) fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Over };
    let list = node.child(field::PARAMETERS).filter(|list| list.kind() == PREPROC_PARAMS);
    let parameters: Vec<&'t str> =
        list.into_iter().flat_map(|list| list.children_of_kind(IDENTIFIER)).map(Node::text).collect();
    let count = u8::try_from(parameters.len()).unwrap_or(254);
    let open = list.is_some_and(|list| list.child_of_kind(ELLIPSIS).is_some());
    let params = Params { min: count, max: if open { 255 } else { count } };
    let sym = define(cx, node, name, SymbolKind::Macro, Some(params));
    cx.open(node, sym, Place::Function);
    if let Some(value) = node.child(field::VALUE) {
        calls_in(cx, value, &parameters);
    }
    Flow::Over
}

/// Macros belong to no scope.
fn define<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>, kind: SymbolKind, params: Option<Params>) -> Sym {
    let flags = if is_header(cx.path()) { SymbolFlags::EXPORTED } else { SymbolFlags::default() };
    let def = Def {
        node,
        name: name.text(),
        name_row: name.row(),
        kind,
        container: None,
        ty: None,
        bases: Vec::new(),
        params,
        flags,
        doc: None,
    };
    let sym = cx.define(def);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.parent = None;
    }
    sym
}

/// Records what a macro's value calls, by its shape: a name before parentheses.
fn calls_in<'t>(cx: &mut Cx<'t>, value: Node<'t>, parameters: &[&str]) {
    let text = value.text();
    let bytes = text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut line = value.row();
    let mut at = 0;
    // What stands before a name, spaces left out: its last two bytes, and the name before `::`.
    let mut before = [0_u8; 2];
    let mut qualifier = "";
    let mut last_word = "";
    while let Some(&byte) = bytes.get(at) {
        if matches!(byte, b'"' | b'\'') {
            at = after_string(bytes, at);
            before = [0, byte];
            continue;
        }
        if !is_word(byte) || byte.is_ascii_digit() {
            line += u32::from(byte == b'\n');
            if !byte.is_ascii_whitespace() && byte != b'\\' {
                if byte == b':' && before[1] == b':' {
                    qualifier = last_word;
                }
                before = [before[1], byte];
            }
            at += 1;
            continue;
        }
        let start = at;
        while bytes.get(at).copied().is_some_and(is_word) {
            at += 1;
        }
        let word = text.get(start..at).unwrap_or("");
        let rest = text.get(at..).unwrap_or("");
        let called = rest.trim_start_matches([' ', '\t']).starts_with('(');
        let pasted = before[1] == b'#' || rest.trim_start_matches([' ', '\t']).starts_with("##");
        if called && !pasted && !parameters.contains(&word) && NOT_CALLED.binary_search(&word).is_err() {
            let receiver = match before {
                [b':', b':'] if parameters.contains(&qualifier) || qualifier.is_empty() => Receiver::UNKNOWN,
                [b':', b':'] => Receiver { root: Root::Free(cx.name(qualifier)), steps: Vec::new() },
                [b'-', b'>'] | [_, b'.'] => Receiver::UNKNOWN,
                _ => Receiver::BARE,
            };
            let start = u32::try_from(start).unwrap_or(0).saturating_add(value.start());
            let kind = if super::prepare::is_capital(word) { CallKind::Macro } else { CallKind::Call };
            cx.call_on_line(start, line, word, receiver, kind, None);
        }
        last_word = word;
        before = [0, b'a'];
    }
}

fn after_string(bytes: &[u8], from: usize) -> usize {
    let quote = bytes.get(from).copied();
    let mut at = from + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            _ if Some(byte) == quote => return at + 1,
            _ => at += 1,
        }
    }
    at
}

/// `#include "x.h"`, `#include <x.h>`, `#import`.
pub(super) fn include<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(path) = node.child(field::PATH) else { return Flow::Over };
    let kind = match path.kind() {
        SYSTEM_LIB_STRING => ImportKind::SystemInclude,
        super::STRING => ImportKind::Include,
        // A macro stands for the name.
        _ => return Flow::Over,
    };
    let name = path.text().trim_matches(['"', '<', '>']).trim();
    if !name.is_empty() {
        cx.import(node.row(), kind, name, &[]);
    }
    Flow::Over
}

#[cfg(test)]
mod list_tests {
    use super::*;

    #[test]
    fn list_is_in_byte_order() {
        assert!(NOT_CALLED.is_sorted_by(|a, b| a < b));
    }
}
