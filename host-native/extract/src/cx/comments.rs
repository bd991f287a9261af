//! Owns which comment documents what follows: the run of comment lines directly above it, attributes in between
//! allowed; owns no language's forms of comments.

use graphicle_engine::span::LineRange;

use super::Cx;
use crate::tree::Node;

/// The newest run of comments and attributes without a blank line in it.
#[derive(Debug, Default)]
pub(super) struct Comments {
    doc: Option<LineRange>,
    /// Where the first attribute of the run starts: byte and line.
    attributes: Option<(u32, u32)>,
    last_row: u32,
    /// The first run of the file, while nothing has taken it.
    first: Option<LineRange>,
    seen: bool,
}

impl<'t> Cx<'t> {
    /// Takes note of a comment.
    pub(crate) fn comment(&mut self, node: Node<'t>) {
        if !self.stands_first(node) {
            return;
        }
        let run = &mut self.comments;
        let joins = run.last_row > 0 && node.row() <= run.last_row.saturating_add(1);
        if !joins {
            run.doc = None;
            run.attributes = None;
        }
        if run.attributes.is_none() {
            let start = run.doc.map_or(node.row(), |doc| doc.start);
            run.doc = Some(LineRange::new(start, node.last_row()));
        }
        run.last_row = node.last_row();
        if !run.seen || (joins && run.first.is_some() && run.doc.map(|doc| doc.start) == run.first.map(|doc| doc.start))
        {
            run.first = run.doc;
        }
        run.seen = true;
    }

    /// Takes note of an attribute that stands before its definition.
    pub(crate) fn attribute(&mut self, node: Node<'t>) {
        let run = &mut self.comments;
        if run.last_row == 0 || node.row() > run.last_row.saturating_add(1) {
            run.doc = None;
            run.attributes = None;
        }
        run.attributes.get_or_insert((node.start(), node.row()));
        run.last_row = node.last_row();
    }

    /// Returns the comment directly above a definition that starts on `row`, and where the attributes between them
    /// start; the comment is then taken.
    pub(crate) fn take_doc(&mut self, row: u32) -> (Option<LineRange>, Option<(u32, u32)>) {
        let run = &mut self.comments;
        if run.last_row == 0 || run.last_row.saturating_add(1) < row || run.last_row > row {
            return (None, None);
        }
        run.last_row = 0;
        let taken = (run.doc.take(), run.attributes.take());
        if taken.0.is_some() && taken.0 == run.first {
            run.first = None;
        }
        taken
    }

    /// Returns the file's first comment, where nothing has taken it and it is more than a licence.
    pub(crate) fn first_comment(&self) -> Option<LineRange> {
        let first = self.comments.first?;
        // What tells a kernel or an editor how to read the file documents nothing.
        let is_technical = |line: &str| line.starts_with("#!") || line.contains("-*-") || line.contains("coding:");
        let mut above = self.tree().text().lines().skip(first.start.saturating_sub(1) as usize);
        let technical = (first.start..=first.end).take_while(|_| above.next().is_some_and(is_technical)).count();
        let start = first.start.saturating_add(u32::try_from(technical).unwrap_or(u32::MAX));
        if start > first.end {
            return None;
        }
        let first = LineRange::new(start, first.end);
        let skip = first.start.saturating_sub(1) as usize;
        let lines = self.tree().text().lines().skip(skip).take(first.len().min(30) as usize);
        let licence = ["copyright", "license", "licence", "spdx-", "all rights reserved"];
        let is_licence = |line: &str| {
            let lower = line.to_ascii_lowercase();
            licence.iter().any(|word| lower.contains(word))
        };
        (!lines.into_iter().any(is_licence)).then_some(first)
    }

    /// Returns whether only white space stands before the node on its line.
    fn stands_first(&self, node: Node<'t>) -> bool {
        let before = self.tree().text().as_bytes().get(..node.start() as usize).unwrap_or(&[]);
        let blank = before.iter().rev().find(|b| !matches!(b, b' ' | b'\t' | b'\r'));
        // A byte order mark stands before the first line's text.
        blank.is_none_or(|b| *b == b'\n') || before == "\u{feff}".as_bytes()
    }
}
