//! Owns what HTML's syntax means: headings with their sections, elements with an id, and links to other files.

use graphicle_engine::facts::SymbolKind;

use crate::cx::Cx;
use crate::spec::{Flow, Rule, Spec};
use crate::syntax::kinds;
use crate::tree::Node;

use super::outline::{self, Links};

kinds! {
    ATTRIBUTE = "attribute",
    ATTRIBUTE_NAME = "attribute_name",
    ATTRIBUTE_VALUE = "attribute_value",
    COMMENT = "comment",
    DOCUMENT = "document",
    ELEMENT = "element",
    RAW_TEXT = "raw_text",
    SCRIPT = "script_element",
    SELF_CLOSING_TAG = "self_closing_tag",
    START_TAG = "start_tag",
    STYLE = "style_element",
    TAG_NAME = "tag_name",
}

/// HTML.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (COMMENT, Rule::Drop),
        (DOCUMENT, Rule::Hook(document)),
        (ELEMENT, Rule::Hook(element)),
        (RAW_TEXT, Rule::Drop),
        (SCRIPT, Rule::Hook(element)),
        (STYLE, Rule::Hook(element)),
    ],
    ..Spec::new(|| tree_sitter_html::LANGUAGE.into(), KINDS)
};

/// Attributes that lead to a file.
const LINKS: [&str; 4] = ["href", "src", "data-src", "poster"];

fn document<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut links = Links::default();
    for below in node.subtree() {
        if below.kind() == ATTRIBUTE
            && let Some((name, value)) = attribute(below)
            && LINKS.iter().any(|link| name.eq_ignore_ascii_case(link))
        {
            links.add(cx, below.row(), value.text());
        }
    }
    Flow::Into
}

fn element<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if !outline::has_room(cx, 0) {
        return Flow::Into;
    }
    if let Some(own) = level(node) {
        let text = content(node);
        if !text.is_empty() {
            let next = outline::next_section(cx, node, own, level);
            outline::section(cx, node, node, text, next);
        }
    }
    if let Some(id) = id(node) {
        outline::entry(cx, SymbolKind::Entry, node, id, id.text());
    }
    Flow::Into
}

/// How many bytes of a heading's element are read.
const LONGEST_HEADING: usize = 2_048;

/// Returns an element's text without tags, in one line.
fn content(element: Node<'_>) -> String {
    let mut out = String::new();
    let mut rest = outline::upto(element.text(), 0, LONGEST_HEADING);
    while let Some((before, after)) = rest.split_once('<') {
        out.push_str(before);
        rest = after.split_once('>').map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    for (entity, character) in [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")] {
        if out.contains('&') {
            out = out.replace(entity, character);
        }
    }
    outline::one_line(out.trim()).into_owned()
}

/// Returns the level of a heading, from 1.
fn level(node: Node<'_>) -> Option<usize> {
    if node.kind() != ELEMENT {
        return None;
    }
    match tag(node)?.child_of_kind(TAG_NAME)?.text().as_bytes() {
        [b'h' | b'H', digit @ b'1'..=b'6'] => Some(usize::from(digit - b'0')),
        _ => None,
    }
}

fn tag(element: Node<'_>) -> Option<Node<'_>> {
    element.child_of_kind(START_TAG).or_else(|| element.child_of_kind(SELF_CLOSING_TAG))
}

/// Returns what links can name an element by: its id, or the name of an anchor.
fn id(element: Node<'_>) -> Option<Node<'_>> {
    let tag = tag(element)?;
    let is_anchor = tag.child_of_kind(TAG_NAME).is_some_and(|name| name.text().eq_ignore_ascii_case("a"));
    let named = |wanted: &str| {
        let mut all = tag.children_of_kind(ATTRIBUTE).filter_map(attribute);
        all.find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value)
    };
    let id = named("id").or_else(|| if is_anchor { named("name") } else { None })?;
    (!id.text().contains(['{', '<', '$'])).then_some(id)
}

/// Returns an attribute's name and the node of its value without quotes.
fn attribute(node: Node<'_>) -> Option<(&str, Node<'_>)> {
    let name = node.child_of_kind(ATTRIBUTE_NAME)?.text();
    let value = node.named_children().nth(1)?;
    let value = if value.kind() == ATTRIBUTE_VALUE { value } else { value.child_of_kind(ATTRIBUTE_VALUE)? };
    Some((name, value))
}
