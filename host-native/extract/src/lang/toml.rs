//! Owns what TOML's syntax means: tables and the keys in them.

use graphicle_engine::facts::SymbolKind;

use crate::cx::{Cx, Place};
use crate::spec::{Flow, Rule, Spec};
use crate::syntax::kinds;
use crate::tree::Node;

use super::outline;

kinds! {
    ARRAY = "array",
    COMMENT = "comment",
    DOTTED_KEY = "dotted_key",
    INLINE_TABLE = "inline_table",
    PAIR = "pair",
    STRING = "string",
    TABLE = "table",
    TABLE_ARRAY_ELEMENT = "table_array_element",
}

/// TOML.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ARRAY, Rule::Leaf),
        (COMMENT, Rule::Comment),
        (DOTTED_KEY, Rule::Leaf),
        (INLINE_TABLE, Rule::Leaf),
        (PAIR, Rule::Hook(pair)),
        (STRING, Rule::Leaf),
        (TABLE, Rule::Hook(table)),
        (TABLE_ARRAY_ELEMENT, Rule::Hook(table)),
    ],
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_toml_ng::LANGUAGE.into(), KINDS)
};

/// The name is the whole path in the header: `tool.ruff.lint`.
fn table<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(key) = node.first_named() else { return Flow::Over };
    let name = bare(key.text());
    if name.is_empty() || !outline::has_room(cx, 0) {
        return Flow::Over;
    }
    let sym = outline::entry(cx, SymbolKind::Block, node, key, name);
    // The comment above the next table lies in this one's node.
    let last = node.named_children().last().map_or(node.row(), Node::last_row);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.lines.end = last;
    }
    cx.open(node, sym, Place::Module);
    Flow::Into
}

fn pair<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let level = usize::from(cx.symbol().is_some());
    if let Some(key) = node.first_named()
        && let name = bare(key.text())
        && !name.is_empty()
        && outline::has_room(cx, level)
    {
        outline::entry(cx, SymbolKind::Entry, node, key, name);
    }
    Flow::Over
}

/// Returns a key without quotes, where it is one quoted part.
fn bare(key: &str) -> &str {
    let inner = key.trim_matches(['"', '\'']);
    if inner.contains(['"', '\'']) { key } else { inner }
}
