//! Owns the file table as a ranking reads it: every row decoded once, since most steps look at all of them. It owns no
//! score.

use alloc::vec::Vec;
use core::ops::Range;

use crate::id::FileId;
use crate::snapshot::{File, Snapshot};

/// All files of a snapshot, by their identifiers.
#[derive(Debug)]
pub(super) struct Table<'a> {
    rows: Vec<Option<File<'a>>>,
}

impl<'a> Table<'a> {
    /// Decodes all rows.
    pub(super) fn of(snapshot: &Snapshot<'a>) -> Self {
        Self { rows: (0..snapshot.meta().files).map(|id| snapshot.file(FileId(id))).collect() }
    }

    /// Returns the number of rows, those of damaged ones too.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns a file, or `None` where its row is damaged or there is none.
    pub(super) fn get(&self, id: FileId) -> Option<&File<'a>> {
        self.rows.get(id.index())?.as_ref()
    }

    /// Returns the places of a file's passages among all passages; none for a damaged row.
    pub(super) fn passages(&self, id: FileId) -> Range<usize> {
        self.get(id).map_or(0..0, |file| file.passages.0.index()..file.passages.1.index())
    }

    /// Returns all rows in order.
    pub(super) fn rows(&self) -> impl Iterator<Item = Option<&File<'a>>> {
        self.rows.iter().map(Option::as_ref)
    }

    /// Returns the files in order, without damaged rows.
    pub(super) fn files(&self) -> impl Iterator<Item = &File<'a>> {
        self.rows.iter().flatten()
    }
}
