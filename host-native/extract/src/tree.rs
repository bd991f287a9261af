//! Owns a file's syntax tree as one flat array in the order of the text, so that languages walk it, look up and down
//! it and compare kinds without the parser's library; owns neither parsing nor what any node means.
//!
//! Tokens that no language rule can ask for (punctuation without a field) are left out, and so is what lies under a
//! node that the language skips.

use core::cell::Cell;

use crate::spec::{Copying, Grammar};
use crate::syntax::{Field, Kind};

#[derive(Debug, Clone, Copy)]
pub(crate) struct RawNode {
    start: u32,
    end: u32,
    row: u32,
    last_row: u32,
    parent: u32,
    /// The index after the last node below this one.
    next: u32,
    kind: Kind,
    field: Field,
    marks: u8,
}

const NAMED: u8 = 1;
const EXTRA: u8 = 2;

/// The tree is nested deeper than is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooDeep;

/// Writes the tree into `nodes`, replacing what is there.
pub(crate) fn flatten(
    tree: &tree_sitter::Tree,
    grammar: &Grammar,
    max_depth: usize,
    nodes: &mut Vec<RawNode>,
) -> Result<(), TooDeep> {
    nodes.clear();
    let mut cursor = tree.walk();
    let mut open: Vec<u32> = Vec::new();
    let levels = grammar.spec.levels;
    loop {
        let node = cursor.node();
        let id = node.kind_id();
        let kind = grammar.kind(id);
        let field = grammar.field(cursor.field_id());
        let named = node.is_named();
        let copying = grammar.copying(id);
        let kept = copying != Copying::Nothing && (named || kind != Kind::OTHER || field != Field::NONE);
        if kept {
            let at = count(nodes.len());
            let (from, to) = (node.start_position(), node.end_position());
            // Some grammars give a node its line's end: its last line is the one before.
            let last = if to.column == 0 && to.row > from.row { to.row - 1 } else { to.row };
            nodes.push(RawNode {
                start: count(node.start_byte()),
                end: count(node.end_byte()),
                row: count(from.row).saturating_add(1),
                last_row: count(last).saturating_add(1),
                parent: open.last().copied().unwrap_or(u32::MAX),
                next: at.saturating_add(1),
                kind,
                field,
                marks: u8::from(named) * NAMED + u8::from(node.is_extra()) * EXTRA,
            });
            if copying == Copying::Whole && open.len() < levels && cursor.goto_first_child() {
                open.push(at);
                if open.len() > max_depth {
                    return Err(TooDeep);
                }
                continue;
            }
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return Ok(());
            }
            let next = count(nodes.len());
            if let Some(node) = open.pop().and_then(|at| nodes.get_mut(at as usize)) {
                node.next = next;
            }
        }
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// A tree and the text that it was parsed from.
#[derive(Debug)]
pub(crate) struct Tree<'t> {
    nodes: &'t [RawNode],
    text: &'t str,
    looks: Cell<u64>,
}

impl<'t> Tree<'t> {
    pub(crate) fn new(nodes: &'t [RawNode], text: &'t str) -> Self {
        Self { nodes, text, looks: Cell::new(0) }
    }

    pub(crate) fn len(&self) -> u32 {
        count(self.nodes.len())
    }

    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    /// Returns how many nodes were looked at as somebody's children so far: a measure of the work done, the same each
    /// time for the same file.
    pub(crate) fn looks(&self) -> u64 {
        self.looks.get()
    }

    pub(crate) fn node(&'t self, at: u32) -> Option<Node<'t>> {
        self.nodes.get(at as usize).map(|raw| Node { tree: self, raw, at })
    }
}

/// A node of a [`Tree`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node<'t> {
    tree: &'t Tree<'t>,
    raw: &'t RawNode,
    at: u32,
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl<'t> Node<'t> {
    pub(crate) fn at(self) -> u32 {
        self.at
    }

    /// Returns the index after the last node below this one.
    pub(crate) fn next(self) -> u32 {
        self.raw.next
    }

    pub(crate) fn kind(self) -> Kind {
        self.raw.kind
    }

    /// Returns the node's role in its parent.
    pub(crate) fn field(self) -> Field {
        self.raw.field
    }

    pub(crate) fn is_named(self) -> bool {
        self.raw.marks & NAMED != 0
    }

    /// Returns whether the node may stand anywhere, as comments may.
    pub(crate) fn is_extra(self) -> bool {
        self.raw.marks & EXTRA != 0
    }

    /// Returns the first byte's offset.
    pub(crate) fn start(self) -> u32 {
        self.raw.start
    }

    /// Returns the offset after the last byte.
    pub(crate) fn end(self) -> u32 {
        self.raw.end
    }

    /// Returns the line of the first byte, from 1.
    pub(crate) fn row(self) -> u32 {
        self.raw.row
    }

    /// Returns the line of the last byte, from 1.
    pub(crate) fn last_row(self) -> u32 {
        self.raw.last_row
    }

    pub(crate) fn text(self) -> &'t str {
        self.tree.text.get(self.raw.start as usize..self.raw.end as usize).unwrap_or("")
    }

    pub(crate) fn parent(self) -> Option<Self> {
        self.tree.node(self.raw.parent)
    }

    pub(crate) fn children(self) -> Children<'t> {
        Children { tree: self.tree, at: self.at.saturating_add(1), end: self.raw.next }
    }

    /// Returns the children that the grammar names, without comments.
    pub(crate) fn named_children(self) -> impl Iterator<Item = Node<'t>> {
        self.children().filter(|child| child.is_named() && !child.is_extra())
    }

    pub(crate) fn first_named(self) -> Option<Self> {
        self.named_children().next()
    }

    /// Returns the node and all below it, in the order of the text.
    pub(crate) fn subtree(self) -> impl Iterator<Item = Node<'t>> {
        (self.at..self.raw.next).filter_map(move |at| self.tree.node(at))
    }

    /// Returns the parent's children after this node.
    pub(crate) fn siblings_after(self) -> Children<'t> {
        let end = self.parent().map_or(self.raw.next, |parent| parent.raw.next);
        Children { tree: self.tree, at: self.raw.next, end }
    }

    /// Returns the parent's child before this node.
    pub(crate) fn sibling_before(self) -> Option<Self> {
        let mut before = self.tree.node(self.at.checked_sub(1)?)?;
        while before.raw.parent != self.raw.parent {
            before = before.parent()?;
        }
        Some(before)
    }

    /// Returns the first child with this role.
    pub(crate) fn child(self, field: Field) -> Option<Self> {
        self.children().find(|child| child.raw.field == field)
    }

    /// Returns the children that have this role and that the grammar names (a list's commas may share its role).
    pub(crate) fn children_with(self, field: Field) -> impl Iterator<Item = Node<'t>> {
        self.children().filter(move |child| child.raw.field == field && child.is_named())
    }

    /// Returns the first child of this kind.
    pub(crate) fn child_of_kind(self, kind: Kind) -> Option<Self> {
        self.children().find(|child| child.raw.kind == kind)
    }

    pub(crate) fn children_of_kind(self, kind: Kind) -> impl Iterator<Item = Node<'t>> {
        self.children().filter(move |child| child.raw.kind == kind)
    }
}

/// The children of a node, in the order of the text.
#[derive(Debug, Clone)]
pub(crate) struct Children<'t> {
    tree: &'t Tree<'t>,
    at: u32,
    end: u32,
}

impl<'t> Iterator for Children<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        if self.at >= self.end {
            return None;
        }
        let node = self.tree.node(self.at)?;
        self.tree.looks.set(self.tree.looks.get() + 1);
        self.at = node.raw.next.max(self.at.saturating_add(1));
        Some(node)
    }
}
