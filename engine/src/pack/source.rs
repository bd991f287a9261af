//! Owns what a pack is made of: the project's files as the request lets them in, their texts by line, and where in a text
//! each symbol's lines are. It owns no choice.

use alloc::collections::VecDeque;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use hashbrown::HashMap;

use super::filter::Filter;
use crate::facts::SymbolKind;
use crate::id::{FileId, SymbolId};
use crate::snapshot::{File, Snapshot, Symbol, UnpackedBlocks};
use crate::span::LineRange;

/// Texts that are kept at hand: those of a pack's sections are read again within a few files.
const KEPT: usize = 64;

/// The files of a project that a pack may show.
#[derive(Debug)]
pub(super) struct Source<'a> {
    pub(super) snapshot: &'a Snapshot<'a>,
    files: Vec<Option<File<'a>>>,
    kept: RefCell<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    texts: HashMap<FileId, Rc<FileText>>,
    order: VecDeque<FileId>,
    blocks: UnpackedBlocks,
}

/// A file's text, by line.
#[derive(Debug)]
pub(super) struct FileText {
    text: String,
    /// Where each line starts, and the text's end behind the last, bytes.
    starts: Vec<u32>,
}

/// A symbol with everything that belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Definition {
    pub(super) id: SymbolId,
    pub(super) kind: SymbolKind,
    /// Its lines, its doc comment included.
    pub(super) lines: LineRange,
    /// The line that holds its name.
    pub(super) name_line: u32,
    /// The nearest definition around it, by its place in the file's list.
    pub(super) parent: Option<usize>,
    pub(super) symbol: Symbol,
}

impl<'a> Source<'a> {
    /// Returns the files that a filter lets in.
    pub(super) fn new(snapshot: &'a Snapshot<'a>, filter: &Filter) -> Self {
        let files = (0..snapshot.meta().files).map(|id| snapshot.file(FileId(id)));
        Self {
            snapshot,
            files: files.map(|file| file.filter(|file| filter.lets_in(file.path))).collect(),
            kept: RefCell::default(),
        }
    }

    /// Returns a file, or `None` where it is left out.
    pub(super) fn file(&self, id: FileId) -> Option<&File<'a>> {
        self.files.get(id.index())?.as_ref()
    }

    /// Returns a file that has text.
    pub(super) fn readable(&self, id: FileId) -> Option<&File<'a>> {
        self.file(id).filter(|file| file.text_len > 0)
    }

    /// Returns all files that are let in, in byte order of their paths.
    pub(super) fn files(&self) -> impl Iterator<Item = &File<'a>> {
        self.files.iter().flatten()
    }

    /// Returns a file's text, or `None` where there is none or it is damaged.
    pub(super) fn text(&self, id: FileId) -> Option<Rc<FileText>> {
        let file = self.readable(id)?;
        let mut kept = self.kept.borrow_mut();
        if let Some(text) = kept.texts.get(&id) {
            return Some(Rc::clone(text));
        }
        let text = Rc::new(FileText::new(self.snapshot.text_with(file, &mut kept.blocks).ok()?));
        if kept.order.len() == KEPT
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.texts.remove(&oldest);
        }
        kept.order.push_back(id);
        kept.texts.insert(id, Rc::clone(&text));
        Some(text)
    }

    /// Returns a file's definitions in order of their first lines.
    pub(super) fn definitions(&self, file: &File<'_>) -> Vec<Definition> {
        let details = self.snapshot.symbol_details(file);
        let ids = (file.symbols.0.0..file.symbols.1.0).map(SymbolId);
        let own = ids.zip(details).filter_map(|(id, details)| {
            let symbol = self.snapshot.symbol(id)?;
            let doc = details.doc.unwrap_or(symbol.lines);
            let end = symbol.lines.end.min(file.lines);
            Some(Definition {
                id,
                kind: symbol.kind,
                lines: LineRange::new(symbol.lines.start.min(doc.start), end.max(doc.end.min(file.lines))),
                name_line: details.name_line.clamp(1, file.lines.max(1)),
                parent: details.parent.and_then(|parent| parent.0.checked_sub(file.symbols.0.0)).map(|at| at as usize),
                symbol,
            })
        });
        own.collect()
    }

    /// Returns a symbol's name with its container's in front: "Cache.Get".
    pub(super) fn full_name(&self, symbol: &Symbol) -> String {
        let name = self.snapshot.symbol_name(symbol).unwrap_or_default();
        match self.snapshot.symbol_container(symbol) {
            Some(container) if symbol.kind != SymbolKind::Heading => alloc::format!("{container}.{name}"),
            _ => name,
        }
    }

    /// Returns the file that holds a symbol, where it is let in.
    pub(super) fn file_of(&self, symbol: SymbolId) -> Option<&File<'a>> {
        self.file(self.snapshot.file_of_symbol(symbol)?)
    }
}

impl FileText {
    fn new(text: String) -> Self {
        let mut starts = Vec::with_capacity(text.len() / 24);
        let mut at = 0_u32;
        for line in text.split_inclusive('\n') {
            starts.push(at);
            at = at.saturating_add(u32::try_from(line.len()).unwrap_or(u32::MAX));
        }
        starts.push(at);
        Self { text, starts }
    }

    /// Returns how many lines it has.
    pub(super) fn n_lines(&self) -> u32 {
        u32::try_from(self.starts.len() - 1).unwrap_or(u32::MAX)
    }

    /// Returns all its lines; `None` where it has none.
    pub(super) fn all(&self) -> Option<LineRange> {
        (self.n_lines() > 0).then(|| LineRange { start: 1, end: self.n_lines() })
    }

    /// Returns lines as they are in the file, line ends included.
    pub(super) fn lines(&self, range: LineRange) -> &str {
        let start = |line: u32| self.starts.get(line.saturating_sub(1) as usize).or(self.starts.last());
        let from = start(range.start).copied().unwrap_or(0) as usize;
        let to = start(range.end.saturating_add(1)).copied().unwrap_or(0) as usize;
        self.text.get(from..to).unwrap_or("")
    }

    /// Returns how many bytes lines have.
    pub(super) fn bytes(&self, range: LineRange) -> u32 {
        u32::try_from(self.lines(range).len()).unwrap_or(u32::MAX)
    }

    /// Returns a range without the blank lines at its ends, or `None` where it has no other.
    pub(super) fn trimmed(&self, range: LineRange) -> Option<LineRange> {
        let is_blank = |line: u32| self.lines(LineRange { start: line, end: line }).trim().is_empty();
        let end = range.end.min(self.n_lines());
        let start = (range.start..=end).find(|&line| !is_blank(line))?;
        let end = (start..=end).rev().find(|&line| !is_blank(line))?;
        Some(LineRange { start, end })
    }
}
