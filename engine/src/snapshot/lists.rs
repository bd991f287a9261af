//! Owns reading where terms, names and the terms of paths occur; owns no score.
//!
//! Form of such a section: for each key of its dictionary the offset of its list (`u32`, from the end of these
//! offsets), then the lists. A list is the number of files, a total (passages for terms, occurrences for counts), and
//! for each file the gap to the file before it (varint) and its body (see [`crate::build::inverted`]).

use crate::build::inverted::{BodyKind, Weight};
use crate::id::{FileId, PassageId};
use crate::wire::{Cursor, Dictionary, u32_at};

use super::rows::FileRow;
use super::{Section, Snapshot};

/// Lists by key number.
#[derive(Debug, Clone, Copy)]
pub struct Lists<'a> {
    offsets: &'a [u8],
    data: &'a [u8],
}

impl<'a> Lists<'a> {
    /// Returns the lists of a section's bytes; `None` where they are too short for so many keys.
    pub(crate) fn open(bytes: &'a [u8], n_keys: u32) -> Option<Self> {
        let (offsets, data) = bytes.split_at_checked((n_keys as usize).checked_mul(4)?)?;
        Some(Self { offsets, data })
    }

    /// Returns a key's list: the number of files, the total, and the entries.
    pub fn get(&self, key: u32) -> Option<(u32, u32, Cursor<'a>)> {
        let mut cursor = Cursor::new(self.data.get(self.start(key)?..self.start(key.checked_add(1)?)?)?);
        Some((cursor.varint()?, cursor.varint()?, cursor))
    }

    /// Returns the lists of a range of keys as they lie, and where each starts in them; `None` where an offset is
    /// damaged.
    pub(crate) fn raw(&self, keys: core::ops::Range<u32>) -> Option<(&'a [u8], impl Iterator<Item = u32> + use<'a>)> {
        let (first, end) = (self.start(keys.start)?, self.start(keys.end)?);
        let offsets = self.offsets.get((keys.start as usize).checked_mul(4)?..(keys.end as usize).checked_mul(4)?)?;
        let starts = offsets.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
        let first_start = u32::try_from(first).ok()?;
        Some((self.data.get(first..end)?, starts.map(move |start| start.wrapping_sub(first_start))))
    }

    /// Returns where a key's list starts; for the number behind the last key where the last list ends.
    fn start(&self, key: u32) -> Option<usize> {
        let at = (key as usize).checked_mul(4)?;
        if at == self.offsets.len() {
            return Some(self.data.len());
        }
        Some(u32_at(self.offsets, at)? as usize)
    }
}

/// A dictionary and its keys' lists.
#[derive(Debug, Clone, Copy)]
pub struct KeyLists<'a> {
    /// The keys.
    pub keys: Dictionary<'a>,
    /// Their lists.
    pub lists: Lists<'a>,
    /// What the lists' bodies hold.
    pub body: BodyKind,
}

/// A term's postings in one file.
#[derive(Debug, Clone)]
pub struct FilePostings<'a> {
    /// The file.
    pub file: FileId,
    first_passage: u32,
    body: Cursor<'a>,
    left: u32,
    last: u32,
}

impl Iterator for FilePostings<'_> {
    type Item = (PassageId, Weight);

    fn next(&mut self) -> Option<(PassageId, Weight)> {
        self.left = self.left.checked_sub(1)?;
        self.last = self.last.checked_add(self.body.varint()?)?;
        let weight = Weight(self.body.byte()?);
        Some((PassageId(self.first_passage.checked_add(self.last)?), weight))
    }
}

/// A term's postings, file by file.
#[derive(Debug, Clone)]
pub struct Postings<'s, 'a> {
    snapshot: &'s Snapshot<'a>,
    /// The number of files that hold the term.
    pub files: u32,
    /// The number of passages that hold the term.
    pub passages: u32,
    cursor: Cursor<'a>,
    next_file: u32,
}

impl<'a> Iterator for Postings<'_, 'a> {
    type Item = FilePostings<'a>;

    fn next(&mut self) -> Option<FilePostings<'a>> {
        let file = self.next_file.checked_add(self.cursor.varint()?)?;
        let mut body = Cursor::new(BodyKind::Passages.take(&mut self.cursor)?.0);
        let left = body.varint()?;
        let first_passage = FileRow::first_passage_of(self.snapshot.section(Section::Files), file)?;
        self.next_file = file;
        Some(FilePostings { file: FileId(file), first_passage, body, left, last: 0 })
    }
}

impl<'a> Snapshot<'a> {
    /// Returns the terms and where they occur, by passage.
    pub fn terms(&self) -> Option<KeyLists<'a>> {
        self.key_lists(Section::Terms, Section::Postings, BodyKind::Passages)
    }

    /// Returns the whole names as written and the files that hold them, with counts.
    pub fn names(&self) -> Option<KeyLists<'a>> {
        self.key_lists(Section::Names, Section::NameFiles, BodyKind::Count)
    }

    /// Returns the terms of paths and the files whose paths hold them, with counts.
    pub fn path_terms(&self) -> Option<KeyLists<'a>> {
        self.key_lists(Section::PathTerms, Section::PathFiles, BodyKind::Count)
    }

    fn key_lists(&self, keys: Section, lists: Section, body: BodyKind) -> Option<KeyLists<'a>> {
        let keys = Dictionary::open(self.section(keys))?;
        Some(KeyLists { keys, lists: Lists::open(self.section(lists), keys.len())?, body })
    }

    /// Returns the postings of a term (a stem, see [`crate::terms`]), or `None` where the project does not hold it.
    pub fn postings<'s>(&'s self, term: &str) -> Option<Postings<'s, 'a>> {
        let terms = self.terms()?;
        self.postings_of(terms.keys.find(term)?)
    }

    /// Returns the postings of term number `term`, or `None` where there is none.
    pub fn postings_of<'s>(&'s self, term: u32) -> Option<Postings<'s, 'a>> {
        let (files, passages, cursor) = self.terms()?.lists.get(term)?;
        Some(Postings { snapshot: self, files, passages, cursor, next_file: 0 })
    }

    /// Returns the files that hold a whole name as written, with how often; none where no file does.
    pub fn files_with_name(&self, name: &str) -> impl Iterator<Item = (FileId, u32)> + 'a {
        counts(self.names(), name)
    }

    /// Returns the files whose paths hold a term, with how often; none where no path does.
    pub fn files_with_path_term(&self, term: &str) -> impl Iterator<Item = (FileId, u32)> + 'a {
        counts(self.path_terms(), term)
    }
}

/// Returns the files of a key with their counts.
fn counts<'a>(lists: Option<KeyLists<'a>>, key: &str) -> impl Iterator<Item = (FileId, u32)> + use<'a> {
    let found = lists.and_then(|lists| lists.lists.get(lists.keys.find(key)?));
    let mut cursor = found.map_or(Cursor::new(&[]), |(_, _, cursor)| cursor);
    let mut last = 0_u32;
    core::iter::from_fn(move || {
        last = last.checked_add(cursor.varint()?)?;
        Some((FileId(last), cursor.varint()?))
    })
}
