//! Owns reading the file table and the passage table.

use crate::facts::Outcome;
use crate::id::{FileId, FolderId, PassageId, SymbolId};
use crate::language::Language;
use crate::role::Roles;
use crate::span::LineRange;

use super::rows::{FileRow, PassageRow, some};
use super::{Section, Snapshot};

/// A file of the snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct File<'a> {
    /// Its identifier.
    pub id: FileId,
    /// Its path from the project's root, with `/`.
    pub path: &'a str,
    /// Its folder.
    pub folder: FolderId,
    /// Its language.
    pub language: Language,
    /// Its marks.
    pub roles: Roles,
    /// How its parse went.
    pub outcome: Outcome,
    /// Its lines.
    pub lines: u32,
    /// Its text's length, bytes of UTF-8; 0 where the text is withheld.
    pub text_len: u32,
    /// Its passages: the first, and one behind the last.
    pub passages: (PassageId, PassageId),
    /// Its symbols: the first, and one behind the last.
    pub symbols: (SymbolId, SymbolId),
    /// The start of the SHA-256 of the file's bytes on disk.
    pub hash: [u8; 16],
    pub(super) row: FileRow,
}

/// A passage of the snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passage {
    /// Its lines.
    pub lines: LineRange,
    /// The number of terms in its text, at most `u16::MAX`.
    pub words: u16,
}

impl<'a> Snapshot<'a> {
    /// Returns a file, or `None` where there is none with this identifier or its row is damaged.
    pub fn file(&self, id: FileId) -> Option<File<'a>> {
        if id.0 >= self.meta().files {
            return None;
        }
        let table = self.section(Section::Files);
        let row = FileRow::read(table, id.0)?;
        let (next_passage, next_symbol) = match id.0 + 1 {
            next if next < self.meta().files => {
                (FileRow::first_passage_of(table, next)?, FileRow::first_symbol_of(table, next)?)
            }
            _ => (self.meta().passages, self.meta().symbols),
        };
        let in_order = row.first_passage <= next_passage
            && next_passage <= self.meta().passages
            && row.first_symbol <= next_symbol
            && next_symbol <= self.meta().symbols;
        Some(File {
            id,
            path: self.path_slice(row.path_start, row.path_len)?,
            folder: FolderId(row.folder),
            language: row.language,
            roles: row.roles,
            outcome: row.outcome,
            lines: row.lines,
            text_len: row.text_len,
            passages: (PassageId(row.first_passage), PassageId(next_passage)),
            symbols: (SymbolId(row.first_symbol), SymbolId(next_symbol)),
            hash: row.hash,
            row,
        })
        .filter(|_| in_order)
    }

    /// Returns a file's passages without reading the rest of its row: the first, and one behind the last; an empty
    /// range where there is no such file.
    pub fn passages_in(&self, id: FileId) -> core::ops::Range<u32> {
        let table = self.section(Section::Files);
        let start_of = |id: u32| match id {
            id if id < self.meta().files => FileRow::first_passage_of(table, id),
            _ => Some(self.meta().passages),
        };
        let range = start_of(id.0).zip(start_of(id.0.saturating_add(1)));
        range.map_or(0..0, |(start, end)| start..end.min(self.meta().passages))
    }

    /// Returns the files in byte order of their paths; damaged rows are left out.
    pub fn files(&self) -> impl Iterator<Item = File<'a>> + '_ {
        (0..self.meta().files).filter_map(|id| self.file(FileId(id)))
    }

    /// Returns the file with this path, or `None`.
    pub fn find_file(&self, path: &str) -> Option<FileId> {
        let table = self.section(Section::Files);
        let (mut low, mut high) = (0, self.meta().files);
        while low < high {
            let middle = low + (high - low) / 2;
            let row = FileRow::read(table, middle)?;
            match self.path_slice(row.path_start, row.path_len)?.cmp(path) {
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Equal => return Some(FileId(middle)),
                core::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Returns a file's declared package, or `None` where it declares none.
    pub fn package(&self, file: &File<'_>) -> Option<alloc::string::String> {
        self.dictionary(Section::Strings).get(some(file.row.package)?)
    }

    /// Returns what a file says its folder is for, or `None` where it does not say.
    pub fn stated_purpose(&self, file: &File<'_>) -> Option<alloc::string::String> {
        self.dictionary(Section::Purposes).get(some(file.row.purpose)?)
    }

    /// Returns a passage, or `None` where there is none with this identifier.
    pub fn passage(&self, id: PassageId) -> Option<Passage> {
        let row = PassageRow::read(self.section(Section::Passages), id.0)?;
        let end = row.start.checked_add(u32::from(row.lines).saturating_sub(1))?;
        Some(Passage { lines: LineRange::new(row.start, end), words: row.words })
    }

    /// Returns the file that a passage belongs to, or `None` where there is none with this identifier.
    pub fn file_of_passage(&self, id: PassageId) -> Option<FileId> {
        if id.0 >= self.meta().passages {
            return None;
        }
        self.last_file_at(|table, at| FileRow::first_passage_of(table, at).map(|first| first <= id.0))
    }

    /// Returns the file that a symbol belongs to, or `None` where there is none with this identifier.
    pub fn file_of_symbol(&self, id: SymbolId) -> Option<FileId> {
        if id.0 >= self.meta().symbols {
            return None;
        }
        self.last_file_at(|table, at| FileRow::first_symbol_of(table, at).map(|first| first <= id.0))
    }

    /// Returns the last file for which `reached` holds; it holds for the first files and then for no more.
    fn last_file_at(&self, reached: impl Fn(&[u8], u32) -> Option<bool>) -> Option<FileId> {
        let table = self.section(Section::Files);
        let (mut low, mut high) = (0, self.meta().files);
        while low < high {
            let middle = low + (high - low) / 2;
            if reached(table, middle)? {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low.checked_sub(1).map(FileId)
    }

    pub(super) fn path_slice(&self, start: u32, len: u32) -> Option<&'a str> {
        let end = start.checked_add(len)?;
        core::str::from_utf8(self.section(Section::Paths).get(start as usize..end as usize)?).ok()
    }
}

impl File<'_> {
    pub(crate) const fn row(&self) -> FileRow {
        self.row
    }
}

impl Snapshot<'_> {
    pub(crate) fn passage_row(&self, at: u32) -> Option<PassageRow> {
        PassageRow::read(self.section(Section::Passages), at)
    }
}
