//! Owns a pack while it is filled: what room is left, which lines it holds, and the manifest's lines that each new file
//! costs. It owns no choice of what is offered to it.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::content::{Chunk, Part, Shown};
use super::held::Held;
use super::options::PackOptions;
use super::section::SectionKind;
use super::source::{FileText, Source};
use super::write::{Piece, Writer};
use crate::id::FileId;
use crate::snapshot::File;
use crate::span::LineRange;
use crate::tokens::{TokenCounter, Tokens};
use crate::visible::visible;

/// The room that a section may still fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Room(pub(super) Tokens);

/// What is offered to a pack.
#[derive(Debug, Clone)]
pub(super) struct Offer {
    pub(super) file: FileId,
    pub(super) shape: Shape,
    pub(super) why: String,
}

/// How much of a file is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    /// All of it.
    Whole,
    /// Consecutive lines.
    Lines(LineRange),
    /// The first lines of symbols: in order, and apart.
    Outline(Vec<LineRange>),
}

impl Shape {
    /// Returns the lines of a text that it shows.
    fn lines(&self, text: &FileText) -> Vec<LineRange> {
        match self {
            Self::Whole => text.all().into_iter().collect(),
            Self::Lines(lines) => alloc::vec![*lines],
            Self::Outline(lines) => lines.clone(),
        }
    }
}

/// A file's line in the manifest.
#[derive(Debug, Clone, Default)]
pub(super) struct Entry {
    pub(super) tokens: Tokens,
    pub(super) sections: Vec<SectionKind>,
}

/// A section while it is filled.
#[derive(Debug, Clone)]
pub(super) struct Filling {
    pub(super) part: Part,
    pub(super) chunks: Vec<(Option<FileId>, Chunk)>,
}

/// A pack while it is filled.
pub(super) struct Draft<'p, 'a> {
    pub(super) source: &'p Source<'a>,
    pub(super) options: &'p PackOptions,
    pub(super) counter: &'p dyn TokenCounter,
    pub(super) writer: Writer,
    pub(super) sections: BTreeMap<SectionKind, Filling>,
    pub(super) entries: BTreeMap<FileId, Entry>,
    pub(super) held: Held,
    /// What is left of the budget.
    pub(super) left: Tokens,
    /// Whether anything was offered that did not fit, or only a part of a file.
    pub(super) is_cut: bool,
    /// Whether there is no other part than the one that is filled.
    pub(super) is_one_part: bool,
    /// The first so many chunks of the focus are pins, which are dropped for nothing.
    pinned: usize,
    part: Part,
    /// Whether the part that is filled lists its files.
    has_manifest: bool,
}

impl<'p, 'a> Draft<'p, 'a> {
    pub(super) fn new(
        source: &'p Source<'a>,
        options: &'p PackOptions,
        counter: &'p dyn TokenCounter,
        left: Tokens,
    ) -> Self {
        Self {
            source,
            options,
            counter,
            writer: Writer::new(options.format, options.line_numbers),
            sections: BTreeMap::new(),
            entries: BTreeMap::new(),
            held: Held::default(),
            left,
            is_cut: false,
            is_one_part: true,
            pinned: 0,
            part: Part::Suffix,
            has_manifest: options.sections.has(SectionKind::Manifest),
        }
    }

    /// Says which part of the pack is filled from now on; the cache layout's repository part has no manifest.
    pub(super) fn start(&mut self, part: Part, has_manifest: bool) {
        self.part = part;
        self.has_manifest = has_manifest && self.options.sections.has(SectionKind::Manifest);
    }

    /// Returns the room of a section: so much, and no more than is left.
    pub(super) fn room(&self, share: Tokens) -> Room {
        Room(share.min(self.left))
    }

    /// Returns whether a section is wanted.
    pub(super) fn wants(&self, kind: SectionKind) -> bool {
        self.options.sections.has(kind)
    }

    /// Takes lines of a file into a section, unless they do not fit or the pack holds some of them already; returns
    /// whether it did.
    pub(super) fn offer(&mut self, kind: SectionKind, room: &mut Room, offer: &Offer) -> bool {
        let Some((file, text)) = self.source.readable(offer.file).zip(self.source.text(offer.file)) else {
            return false;
        };
        let Some(all) = text.all() else { return false };
        let lines = offer.shape.lines(&text);
        let is_valid = !lines.is_empty()
            && lines.iter().all(|own| own.end <= all.end && !self.held.meets(offer.file, *own))
            && lines.iter().zip(lines.iter().skip(1)).all(|(own, next)| own.end < next.start);
        if !is_valid {
            return false;
        }
        // What needs no counting is decided by size: a token is a byte at least in no text that people write, and a
        // file of many megabytes is not written only to be thrown away.
        let bytes: u64 = lines.iter().map(|own| u64::from(text.bytes(*own))).sum();
        if bytes / MOST_BYTES_A_TOKEN > u64::from(room.0.0) {
            self.is_cut = true;
            return false;
        }
        let (written, tokens) = self.written(kind, offer, file, &text);
        let cost = self.cost(kind, offer, file, tokens);
        let whole = !matches!(offer.shape, Shape::Outline(_)) && lines.as_slice() == [all];
        self.is_cut |= !whole;
        if cost > room.0 || cost > self.left {
            self.is_cut = true;
            return false;
        }
        self.spend(room, cost);
        self.held.add(offer.file, &lines);
        let entry = self.entries.entry(offer.file).or_default();
        entry.tokens = entry.tokens.plus(tokens);
        if !entry.sections.contains(&kind) {
            entry.sections.push(kind);
        }
        let shown = Some(Shown { path: file.path.into(), lines, whole });
        self.push(kind, Some(offer.file), Chunk { shown, tokens, why: offer.why.clone(), text: written });
        true
    }

    /// Returns what an offer would cost, were there room for it.
    pub(super) fn cost_of(&self, kind: SectionKind, offer: &Offer) -> Tokens {
        let Some((file, text)) = self.source.readable(offer.file).zip(self.source.text(offer.file)) else {
            return Tokens(0);
        };
        self.cost(kind, offer, file, self.written(kind, offer, file, &text).1)
    }

    /// Returns what an offer whose chunk has so many tokens costs in all.
    fn cost(&self, kind: SectionKind, offer: &Offer, file: &File<'_>, chunk: Tokens) -> Tokens {
        chunk.plus(self.opening_cost(kind)).plus(self.entry_cost(offer.file, file.path, kind))
    }

    /// Returns the text of the chunk that an offer asks for, and its tokens.
    fn written(&self, kind: SectionKind, offer: &Offer, file: &File<'_>, text: &FileText) -> (String, Tokens) {
        let piece = Piece {
            path: file.path,
            language: file.language,
            lines: &offer.shape.lines(text),
            is_outline: matches!(offer.shape, Shape::Outline(_)),
            why: &offer.why,
        };
        let written = self.writer.piece(kind, &piece, text);
        let tokens = self.counter.chunk(&written.text, written.code.as_ref());
        (written.text, tokens)
    }

    /// Takes text of the pack's own into a section, unless it does not fit; returns whether it did.
    pub(super) fn offer_prose(&mut self, kind: SectionKind, room: &mut Room, text: &str) -> bool {
        let text = self.writer.prose(text);
        let tokens = self.counter.chunk(&text, None);
        let cost = tokens.plus(self.opening_cost(kind));
        if cost > room.0 || cost > self.left {
            return false;
        }
        self.spend(room, cost);
        self.push(kind, None, Chunk { shown: None, tokens, why: String::new(), text });
        true
    }

    /// Returns what a line of the pack's own costs.
    pub(super) fn line_cost(&self, line: &str) -> Tokens {
        self.counter.chunk(&self.writer.prose(line), None)
    }

    /// Takes tokens off what is left.
    pub(super) fn reserve(&mut self, tokens: Tokens) {
        self.left = self.left.less(tokens);
    }

    fn spend(&mut self, room: &mut Room, cost: Tokens) {
        room.0 = room.0.less(cost);
        self.left = self.left.less(cost);
    }

    fn push(&mut self, kind: SectionKind, file: Option<FileId>, chunk: Chunk) {
        let part = self.part;
        let filling = self.sections.entry(kind).or_insert_with(|| Filling { part, chunks: Vec::new() });
        filling.chunks.push((file, chunk));
    }

    /// Makes what the focus holds so far stay in it.
    pub(super) fn pin_focus(&mut self) {
        self.pinned = self.sections.get(&SectionKind::Focus).map_or(0, |own| own.chunks.len());
    }

    /// Drops chunks of files from the least relevant end of a part until they count at least `tokens`; a part without
    /// chunks of files loses its last chunk, and pins stay. Returns whether there was any.
    pub(super) fn drop_least(&mut self, part: Part, tokens: Tokens) -> bool {
        let mut dropped = Tokens(0);
        for kind in LEAST_FIRST {
            let kept = if kind == SectionKind::Focus { self.pinned } else { 0 };
            while dropped < tokens.max(Tokens(1)) {
                let own = self.sections.get_mut(&kind).filter(|own| own.part == part && own.chunks.len() > kept);
                let Some((file, chunk)) = own.and_then(|own| own.chunks.pop()) else { break };
                dropped = dropped.plus(chunk.tokens);
                if let Some(file) = file {
                    self.forget(file, chunk.tokens);
                }
            }
            if self.sections.get(&kind).is_some_and(|own| own.chunks.is_empty()) {
                self.sections.remove(&kind);
            }
        }
        self.is_cut = true;
        dropped > Tokens(0)
    }

    /// Makes what is known of a file say what its chunks say that are left.
    fn forget(&mut self, file: FileId, tokens: Tokens) {
        let left = self.sections.iter().flat_map(|(kind, own)| own.chunks.iter().map(move |chunk| (*kind, chunk)));
        let left = left.filter(|(_, (own, _))| *own == Some(file));
        let (mut lines, mut sections) = (Vec::new(), Vec::new());
        for (kind, (_, chunk)) in left {
            lines.extend(chunk.shown.iter().flat_map(|shown| shown.lines.iter().copied()));
            if !sections.contains(&kind) {
                sections.push(kind);
            }
        }
        if lines.is_empty() {
            self.entries.remove(&file);
        } else if let Some(entry) = self.entries.get_mut(&file) {
            entry.tokens = entry.tokens.less(tokens);
            entry.sections = sections;
        }
        self.held.set(file, &lines);
    }

    /// Returns what a section's marks cost, while it has no chunk.
    fn opening_cost(&self, kind: SectionKind) -> Tokens {
        if self.sections.contains_key(&kind) {
            return Tokens(0);
        }
        let marks = self.writer.opening(kind, "");
        self.counter.chunk(&marks, None).plus(self.counter.chunk(self.writer.closing(), None))
    }

    /// Returns what the manifest's line of a file costs, or its longer line.
    fn entry_cost(&self, id: FileId, path: &str, kind: SectionKind) -> Tokens {
        match self.entries.get(&id) {
            _ if !self.has_manifest => Tokens(0),
            Some(entry) if entry.sections.contains(&kind) => Tokens(0),
            Some(_) => SECTION_NAME,
            None => self.counter.chunk(&visible(path), None).plus(ENTRY),
        }
    }
}

/// Sections in the order in which they lose chunks where a pack counts more than its parts did.
const LEAST_FIRST: [SectionKind; 7] = [
    SectionKind::Breadth,
    SectionKind::Docs,
    SectionKind::Tests,
    SectionKind::CallPaths,
    SectionKind::Focus,
    SectionKind::Map,
    SectionKind::Architecture,
];

/// No text that people write has more bytes for a token than this, so that what is larger cannot fit.
const MOST_BYTES_A_TOKEN: u64 = 64;

/// A line of the manifest beside its path: `- `, tokens, a section, the rank.
const ENTRY: Tokens = Tokens(16);

/// One more section in a line of the manifest.
const SECTION_NAME: Tokens = Tokens(4);
