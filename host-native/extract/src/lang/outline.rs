//! Owns what the outlines of documents and data files share: how many entries they have at most, their names and
//! lines, sections between headings, and which written links can lead to a file of the project. Owns no format.

use std::borrow::Cow;

use graphicle_engine::facts::{ImportKind, SymbolKind};
use graphicle_engine::span::LineRange;
use hashbrown::HashSet;

use crate::cx::{Cx, Place, Sym};
use crate::tree::Node;

/// How many entries a file has before those inside other entries are left out.
const MOST_INNER: usize = 400;
/// How many entries a file has at most: more are a table or a dump, of which an outline says nothing.
const MOST: usize = 800;
/// How many bytes of a name are kept: a selector or a heading can be as long as a paragraph.
const LONGEST_NAME: usize = 160;
/// How many links of a file are followed.
const MOST_LINKS: usize = 1_000;

/// Returns whether the file's outline has room for one more entry. `level` is 0 for the outermost.
pub(super) fn has_room(cx: &Cx<'_>, level: usize) -> bool {
    cx.symbols_so_far() < if level == 0 { MOST } else { MOST_INNER }
}

/// Records `node` as an entry that is called `text`, which `name` shows; its lines end where its text does.
pub(super) fn entry<'t>(
    cx: &mut Cx<'t>,
    kind: SymbolKind,
    node: Node<'t>,
    name: Node<'t>,
    text: impl Into<Cow<'t, str>>,
) -> Sym {
    let mut def = cx.def(kind, node, name);
    let text = text.into();
    // A name that stands nowhere in the text is given afterwards.
    def.name = if let Cow::Borrowed(text) = text { cut(text) } else { "" };
    let sym = cx.define(def);
    let own = if let Cow::Owned(text) = &text { Some(cx.name(cut(text))) } else { None };
    let last = last_row(node);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.name = own.unwrap_or(symbol.name);
        symbol.lines = LineRange::new(symbol.lines.start, last.max(symbol.lines.start));
    }
    sym
}

/// Records a heading and opens its section, which ends before `next` or with the file.
pub(super) fn section<'t>(cx: &mut Cx<'t>, heading: Node<'t>, name: Node<'t>, text: String, next: Option<Node<'t>>) {
    let sym = entry(cx, SymbolKind::Heading, heading, name, text);
    let all = cx.tree().text();
    let end = next.map_or(all.len(), |next| next.start() as usize);
    let inside = all.get(heading.start() as usize..end).unwrap_or("");
    let last = match (next, cx.tree().node(0)) {
        (Some(next), _) => next.row() - breaks_at_end(inside).min(next.row()),
        (None, Some(root)) => last_row(root),
        (None, None) => heading.last_row(),
    };
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.lines = LineRange::new(symbol.lines.start, last.max(symbol.lines.end));
    }
    let after = cx.tree().len();
    cx.open_until(next.map_or(after, Node::at), sym, Place::Module);
}

/// Returns the node that ends the section of `heading`: the first after it that `level` finds to be a heading of the
/// same or a higher level.
pub(super) fn next_section<'t>(
    cx: &Cx<'t>,
    heading: Node<'t>,
    own: usize,
    level: impl Fn(Node<'t>) -> Option<usize>,
) -> Option<Node<'t>> {
    let after = heading.next()..cx.tree().len();
    after.filter_map(|at| cx.tree().node(at)).find(|node| level(*node).is_some_and(|level| level <= own))
}

/// Returns the last line that holds some of the node's text.
fn last_row(node: Node<'_>) -> u32 {
    let text = node.text();
    let breaks = breaks_at_end(text);
    let blank = if text.ends_with('\n') { breaks.saturating_sub(1) } else { breaks };
    node.last_row().saturating_sub(blank).max(node.row())
}

fn breaks_at_end(text: &str) -> u32 {
    let blank = text.get(text.trim_end().len()..).unwrap_or("");
    u32::try_from(blank.bytes().filter(|b| *b == b'\n').count()).unwrap_or(u32::MAX)
}

/// Returns the text in one line, with one space for each run of white space.
pub(super) fn one_line(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|b| b.is_ascii_whitespace() && b != b' ') || text.contains("  ") {
        Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
    } else {
        Cow::Borrowed(text)
    }
}

fn cut(text: &str) -> &str {
    upto(text, 0, LONGEST_NAME)
}

/// Returns at most `length` bytes of the text from an offset on.
pub(super) fn upto(text: &str, from: usize, length: usize) -> &str {
    let mut end = from.saturating_add(length).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(from..end).unwrap_or("")
}

/// Collects the links of a file that can lead to other files of the project, each target once.
#[derive(Debug, Default)]
pub(super) struct Links {
    seen: HashSet<String>,
}

impl Links {
    /// Records an import of what `target` leads to, where that can be a file of the project.
    pub(super) fn add(&mut self, cx: &mut Cx<'_>, line: u32, target: &str) {
        if self.seen.len() >= MOST_LINKS {
            return;
        }
        if let Some(path) = local_path(target)
            && self.seen.insert(path.clone())
        {
            cx.import(line, ImportKind::Include, &path, &[]);
        }
    }
}

/// Returns the path that a link names, without query and fragment, or `None` for another site, a place in the same
/// document, or a template's expression.
pub(super) fn local_path(target: &str) -> Option<String> {
    let path = target.trim().split(['#', '?']).next()?;
    let scheme = path.split('/').next().is_some_and(|first| first.contains(':'));
    let expression = path.contains("{{") || path.contains("${") || path.contains("<%") || path.contains("{%");
    if path.is_empty() || path.len() > 512 || scheme || expression || path.starts_with("//") {
        return None;
    }
    Some(unescaped(path).unwrap_or_else(|| path.to_owned()))
}

/// Returns the text with `%20` and the like as the characters they stand for, or `None` when these are no UTF-8.
fn unescaped(text: &str) -> Option<String> {
    if !text.contains('%') {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let escaped = (*first == b'%').then(|| after.get(..2)).flatten();
        let value =
            escaped.and_then(|digits| std::str::from_utf8(digits).ok()).and_then(|d| u8::from_str_radix(d, 16).ok());
        bytes.push(value.unwrap_or(*first));
        rest = if value.is_some() { after.get(2..).unwrap_or(&[]) } else { after };
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_are_local() {
        let local = |target| local_path(target);
        assert_eq!(local("docs/a.md#part").as_deref(), Some("docs/a.md"));
        assert_eq!(local("../a%20b.md?x").as_deref(), Some("../a b.md"));
        assert_eq!(local("a%zz.md").as_deref(), Some("a%zz.md"));
        assert_eq!(local("/root.md").as_deref(), Some("/root.md"));
        for other in ["", "#part", "https://a.b/c", "//a.b/c", "mailto:a@b", "{{ url }}", "%"] {
            assert_eq!(local(other), if other == "%" { Some("%".to_owned()) } else { None }, "{other}");
        }
    }

    #[test]
    fn long_names_are_cut_between_characters() {
        let long = "é".repeat(LONGEST_NAME);
        assert_eq!(cut(&long).len(), LONGEST_NAME);
        assert_eq!(cut(&format!("x{long}")).len(), LONGEST_NAME - 1);
        assert_eq!(cut("short"), "short");
    }
}
