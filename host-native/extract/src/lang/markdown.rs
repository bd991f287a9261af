//! Owns what Markdown's block syntax means: headings with their sections, and links.

use crate::cx::Cx;
use crate::spec::{Flow, Rule, Spec};
use crate::syntax::kinds;
use crate::tree::Node;

use super::outline::{self, Links};

kinds! {
    ATX_HEADING = "atx_heading",
    DOCUMENT = "document",
    FENCED_CODE = "fenced_code_block",
    H1_UNDERLINE = "setext_h1_underline",
    HTML_BLOCK = "html_block",
    INDENTED_CODE = "indented_code_block",
    INLINE = "inline",
    LINK_DESTINATION = "link_destination",
    PIPE_TABLE_CELL = "pipe_table_cell",
    SECTION = "section",
    SETEXT_HEADING = "setext_heading",
}

/// Markdown.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ATX_HEADING, Rule::Hook(heading)),
        (DOCUMENT, Rule::Hook(document)),
        (FENCED_CODE, Rule::Leaf),
        (HTML_BLOCK, Rule::Leaf),
        (INDENTED_CODE, Rule::Leaf),
        (INLINE, Rule::Leaf),
        (PIPE_TABLE_CELL, Rule::Leaf),
        (SETEXT_HEADING, Rule::Hook(heading)),
    ],
    ..Spec::new(|| tree_sitter_md::LANGUAGE.into(), KINDS)
};

fn heading<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(own) = level(node) else { return Flow::Over };
    let name = node.subtree().find(|below| below.kind() == INLINE);
    if let Some(name) = name
        && let text = plain(name.text())
        && !text.is_empty()
        && outline::has_room(cx, 0)
    {
        let next = outline::next_section(cx, node, own, level);
        outline::section(cx, node, name, text, next);
    }
    Flow::Over
}

/// Returns the level of a heading of the document's own, from 1; headings in quotes and lists are none.
fn level(node: Node<'_>) -> Option<usize> {
    let level = match node.kind() {
        ATX_HEADING => node.text().bytes().take_while(|b| *b == b'#').count(),
        SETEXT_HEADING if node.child_of_kind(H1_UNDERLINE).is_some() => 1,
        SETEXT_HEADING => 2,
        _ => return None,
    };
    let mut around = node.parent()?;
    while around.kind() == SECTION {
        around = around.parent()?;
    }
    (around.kind() == DOCUMENT).then_some(level)
}

/// How many bytes of a heading are read.
const LONGEST_HEADING: usize = 1_024;
/// How many bytes of a link's destination are read.
const LONGEST_DESTINATION: usize = 1_024;

/// Returns a heading's text without its markup.
fn plain(text: &str) -> String {
    let text = outline::upto(text.trim(), 0, LONGEST_HEADING);
    let closed = text.trim_end_matches('#');
    let text = if closed.is_empty() || closed.ends_with(' ') { closed.trim_end() } else { text };
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after = rest.get(first.len_utf8()..).unwrap_or("");
        rest = after;
        match first {
            '`' | '*' => {}
            '!' if after.starts_with('[') => {}
            '\\' if after.starts_with(|c: char| c.is_ascii_punctuation()) => {
                out.extend(after.chars().next());
                rest = after.get(1..).unwrap_or("");
            }
            '[' => {
                if let Some((label, target)) = after.split_once("](")
                    && !label.contains(']')
                    && let Some((_, end)) = target.split_once(')')
                {
                    out.push_str(&plain(label));
                    rest = end;
                } else {
                    out.push('[');
                }
            }
            '<' if after.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') && after.contains('>') => {
                rest = after.split_once('>').map_or("", |(_, end)| end);
            }
            c => out.push(c),
        }
    }
    outline::one_line(out.trim()).into_owned()
}

fn document<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut links = Links::default();
    for below in node.subtree() {
        match below.kind() {
            INLINE | HTML_BLOCK | PIPE_TABLE_CELL => link_targets(below.text(), |at, target| {
                let before = below.text().get(..at).unwrap_or("");
                let breaks = before.bytes().filter(|b| *b == b'\n').count();
                let line = below.row().saturating_add(u32::try_from(breaks).unwrap_or(u32::MAX));
                links.add(cx, line, target);
            }),
            LINK_DESTINATION => links.add(cx, below.row(), below.text().trim_matches(['<', '>'])),
            _ => {}
        }
    }
    Flow::Into
}

/// Calls `found` with the place and the target of every link and image in a text, code spans left out.
fn link_targets<'s>(text: &'s str, mut found: impl FnMut(usize, &'s str)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let rest = text.get(at..).unwrap_or("");
        match byte {
            b'`' => {
                let ticks = rest.bytes().take_while(|b| *b == b'`').count();
                let code = rest.get(ticks..).unwrap_or("");
                let fence = rest.get(..ticks).unwrap_or("`");
                at += ticks + code.find(fence).map_or(0, |end| end + ticks);
            }
            b'\\' => at += 2,
            b']' if rest.starts_with("](") => {
                if let Some(target) = destination(rest.get(2..).unwrap_or("")) {
                    found(at, target);
                }
                at += 2;
            }
            b'h' | b's' if rest.starts_with("href=") || rest.starts_with("src=") => {
                let value = rest.split_once('=').map_or("", |(_, value)| value);
                if let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) {
                    let target = value.get(1..).and_then(|value| value.split_once(quote)).map(|(target, _)| target);
                    if let Some(target) = target {
                        found(at, target);
                    }
                }
                at += 4;
            }
            _ => at += 1,
        }
    }
}

/// Returns the destination at the start of what follows `](`.
fn destination(text: &str) -> Option<&str> {
    let text = outline::upto(text.trim_start(), 0, LONGEST_DESTINATION);
    if let Some(bracketed) = text.strip_prefix('<') {
        return bracketed.split_once('>').map(|(target, _)| target);
    }
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            ')' => return text.get(..at),
            c if c.is_whitespace() => return text.get(..at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_lose_their_markup() {
        assert_eq!(plain("Guide *to* `things`"), "Guide to things");
        assert_eq!(plain("[v1.2](notes.md) - **new** ##"), "v1.2 - new");
        assert_eq!(plain("C# and F#"), "C# and F#");
        assert_eq!(plain("snake_case \\*star\\* <a name=\"x\"></a>"), "snake_case *star*");
        assert_eq!(plain("a < b > c [x]"), "a < b > c [x]");
    }

    #[test]
    fn links_and_images_have_targets() {
        let targets = |text| {
            let mut all = Vec::new();
            link_targets(text, |_, target| all.push(target));
            all
        };
        assert_eq!(targets("[a](b.md) ![i](<c d.png> \"t\") `[no](x)` [p](q(1).md)"), ["b.md", "c d.png", "q(1).md"]);
        assert_eq!(targets("<img src=\"i.png\"> \\[x](y) [open](z"), ["i.png", "y"]);
        assert_eq!(targets("``a`` [b](c"), Vec::<&str>::new());
    }
}
