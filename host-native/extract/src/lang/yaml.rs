//! Owns what YAML's syntax means: the keys of each document and of the mappings in it, and Kubernetes' manifests.

use graphicle_engine::facts::SymbolKind;

use crate::cx::{Cx, Place};
use crate::spec::{Flow, Rule, Spec};
use crate::syntax::{field, kinds};
use crate::tree::Node;

use super::outline;

kinds! {
    BLOCK_MAPPING = "block_mapping",
    BLOCK_NODE = "block_node",
    BLOCK_SCALAR = "block_scalar",
    BLOCK_SEQUENCE = "block_sequence",
    COMMENT = "comment",
    DOCUMENT = "document",
    FLOW_NODE = "flow_node",
    PAIR = "block_mapping_pair",
}

/// YAML.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (BLOCK_SCALAR, Rule::Leaf),
        (BLOCK_SEQUENCE, Rule::Leaf),
        (COMMENT, Rule::Comment),
        (DOCUMENT, Rule::Hook(document)),
        (FLOW_NODE, Rule::Leaf),
        (PAIR, Rule::Hook(pair)),
    ],
    first_comment_is_module_doc: true,
    // The stream, a document, its node, its mapping, a pair, its node, its mapping, a pair, its key.
    levels: 8,
    ..Spec::new(|| tree_sitter_yaml::LANGUAGE.into(), KINDS)
};

/// A manifest is one thing with a kind and a name; other documents are no more than their keys.
fn document<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(mapping) = mapping_of(node.child_of_kind(BLOCK_NODE)) else { return Flow::Into };
    let value = |mapping: Node<'t>, key: &str| {
        let mut pairs = mapping.children_of_kind(PAIR).take(32);
        pairs.find(|pair| key_of(*pair).is_some_and(|(_, text)| text == key))?.child(field::VALUE)
    };
    if !outline::has_room(cx, 0) {
        return Flow::Over;
    }
    if let (Some(_), Some(kind)) = (value(mapping, "apiVersion"), value(mapping, "kind"))
        && let Some(metadata) = mapping_of(value(mapping, "metadata"))
        && let Some(name) = value(metadata, "name").or_else(|| value(metadata, "generateName"))
    {
        let text = format!("{}/{}", scalar(kind.text()), scalar(name.text()));
        let sym = outline::entry(cx, SymbolKind::Block, mapping, name, text);
        cx.open(node, sym, Place::Module);
    }
    Flow::Into
}

/// Returns the block mapping that a value is.
fn mapping_of(value: Option<Node<'_>>) -> Option<Node<'_>> {
    value?.child_of_kind(BLOCK_MAPPING)
}

fn key_of(pair: Node<'_>) -> Option<(Node<'_>, &str)> {
    let key = pair.child(field::KEY)?;
    let text = scalar(key.text());
    (!text.is_empty() && text != "<<" && !text.contains('\n')).then_some((key, text))
}

/// Returns a scalar's text without its anchor, tag and quotes.
fn scalar(text: &str) -> &str {
    let mut text = text.trim();
    while text.starts_with(['&', '!'])
        && let Some((_, rest)) = text.split_once(char::is_whitespace)
    {
        text = rest.trim_start();
    }
    text.trim_matches(['"', '\''])
}

fn pair<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let around = node.parent().and_then(Node::parent).and_then(Node::parent);
    let level = usize::from(around.is_some_and(|around| around.kind() == PAIR));
    let Some((key, text)) = key_of(node) else { return Flow::Over };
    // What every manifest has names nothing.
    let in_manifest = level == 0 && cx.symbol().is_some();
    if in_manifest && matches!(text, "apiVersion" | "kind" | "metadata") || !outline::has_room(cx, level) {
        return Flow::Over;
    }
    let sym = outline::entry(cx, SymbolKind::Entry, node, key, text);
    if level > 0 {
        return Flow::Over;
    }
    cx.open(node, sym, Place::Module);
    Flow::Into
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_lose_anchors_tags_and_quotes() {
        assert_eq!(scalar("&base !!str 'a b'"), "a b");
        assert_eq!(scalar("\"x\""), "x");
        assert_eq!(scalar("plain"), "plain");
    }
}
