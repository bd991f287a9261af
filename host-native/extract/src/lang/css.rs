//! Owns what CSS' syntax means: rules, groups of rules, custom properties and imported sheets.

use graphicle_engine::facts::{ImportKind, Receiver, RefKind, SymbolKind};

use crate::cx::{Cx, Place};
use crate::spec::{Flow, Rule, Spec};
use crate::syntax::kinds;
use crate::tree::Node;

use super::outline;

kinds! {
    ARGUMENTS = "arguments",
    AT_RULE = "at_rule",
    BLOCK = "block",
    CALL = "call_expression",
    COMMENT = "comment",
    DECLARATION = "declaration",
    FUNCTION_NAME = "function_name",
    IMPORT = "import_statement",
    JS_COMMENT = "js_comment",
    KEYFRAMES = "keyframes_statement",
    KEYFRAMES_NAME = "keyframes_name",
    KEYFRAME_LIST = "keyframe_block_list",
    MEDIA = "media_statement",
    PLAIN_VALUE = "plain_value",
    PROPERTY_NAME = "property_name",
    RULE_SET = "rule_set",
    SCOPE = "scope_statement",
    SELECTORS = "selectors",
    STRING = "string_value",
    SUPPORTS = "supports_statement",
}

/// CSS.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (AT_RULE, Rule::Hook(group)),
        (CALL, Rule::Hook(call)),
        (COMMENT, Rule::Comment),
        (DECLARATION, Rule::Hook(declaration)),
        (IMPORT, Rule::Hook(import)),
        (JS_COMMENT, Rule::Comment),
        (KEYFRAMES, Rule::Hook(keyframes)),
        (KEYFRAME_LIST, Rule::Skip),
        (MEDIA, Rule::Hook(group)),
        (RULE_SET, Rule::Hook(rule_set)),
        (SCOPE, Rule::Hook(group)),
        (SELECTORS, Rule::Leaf),
        (STRING, Rule::Leaf),
        (SUPPORTS, Rule::Hook(group)),
    ],
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_css::LANGUAGE.into(), KINDS)
};

fn rule_set<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(selectors) = node.child_of_kind(SELECTORS)
        && outline::has_room(cx, 0)
    {
        let sym = outline::entry(cx, SymbolKind::Entry, node, selectors, outline::one_line(selectors.text()));
        cx.open(node, sym, Place::Module);
    }
    Flow::Into
}

/// A group is called as it is written, up to its block: `@media (max-width: 600px)`.
fn group<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(block) = node.child_of_kind(BLOCK) else { return Flow::Into };
    let length = block.start().saturating_sub(node.start()) as usize;
    let head = node.text().get(..length).unwrap_or("").trim_end();
    if outline::has_room(cx, 0) {
        let sym = outline::entry(cx, SymbolKind::Block, node, node, outline::one_line(head));
        cx.open(node, sym, Place::Module);
    }
    Flow::Into
}

fn keyframes<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(KEYFRAMES_NAME)
        && outline::has_room(cx, 0)
    {
        outline::entry(cx, SymbolKind::Block, node, name, name.text());
    }
    Flow::Over
}

/// A custom property is seen by every rule of its elements, whichever rule sets it: it has no container.
fn declaration<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(PROPERTY_NAME).filter(|name| name.text().starts_with("--"))
        && outline::has_room(cx, 0)
    {
        let mut def = cx.def(SymbolKind::Variable, node, name);
        def.container = None;
        cx.define(def);
    }
    Flow::Into
}

fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let is_var = node.child_of_kind(FUNCTION_NAME).is_some_and(|name| name.text() == "var");
    if is_var
        && let Some(name) = node.child_of_kind(ARGUMENTS).and_then(Node::first_named)
        && name.kind() == PLAIN_VALUE
        && outline::has_room(cx, 0)
    {
        cx.reference(name, Receiver::BARE, RefKind::Value);
    }
    Flow::Into
}

fn import<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let url = node.child_of_kind(CALL).and_then(|call| call.child_of_kind(ARGUMENTS));
    let target = url.and_then(Node::first_named).or_else(|| node.child_of_kind(STRING));
    if let Some(path) = target.and_then(|target| outline::local_path(target.text().trim_matches(['"', '\'']))) {
        cx.import(node.row(), ImportKind::Include, &path, &[]);
    }
    Flow::Over
}
