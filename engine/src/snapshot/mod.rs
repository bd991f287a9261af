//! Owns the snapshot: one byte slice that holds a synced project, and the reading of it. Writing one is
//! [`crate::build`]'s.
//!
//! [`Snapshot::open`] checks the header, the list of sections and that every table has the size that the totals say;
//! it decodes nothing else, so that opening takes no time that grows with the project. Everything read later is
//! checked where it is read: damage gives `None`, a shorter list or a [`SnapshotError`], never a panic, and no
//! allocation beyond what the bytes at hand justify. [`Snapshot::verify`] compares every checksum.

mod edges;
mod error;
mod files;
mod folders;
mod format;
mod lists;
mod meta;
pub mod rows;
mod symbols;
mod text;

pub use edges::{AmbiguousEdge, IncomingEdge, OutgoingEdge};
pub(crate) use edges::{Mark, endpoint_code};
pub use error::SnapshotError;
pub use files::{File, Passage};
pub use folders::Folder;
pub(crate) use format::MAGIC;
pub use format::{ALIGNMENT, Checksum, Section, SnapshotId, VERSION, aligned, header};
pub use lists::{FilePostings, KeyLists, Lists, Postings};
pub use meta::{LanguageTotals, Meta};
pub use symbols::{Symbol, SymbolDetails};
pub use text::UnpackedBlocks;

use crate::wire::Dictionary;
use rows::{BlockRow, FileRow, FolderRow, PassageRow, SymbolRow};

/// A snapshot that is open for reading.
#[derive(Debug, Clone)]
pub struct Snapshot<'a> {
    id: SnapshotId,
    meta: Meta,
    bytes: &'a [u8],
    entries: [format::SectionEntry; Section::COUNT],
}

impl<'a> Snapshot<'a> {
    /// Opens a snapshot, whose bytes may come from anywhere.
    pub fn open(bytes: &'a [u8]) -> Result<Self, SnapshotError> {
        let (id, entries) = format::parse(bytes)?;
        let mut snapshot = Self { id, meta: Meta::default(), bytes, entries };
        snapshot.meta =
            postcard::from_bytes(snapshot.section(Section::Meta)).map_err(|_| SnapshotError::Section(Section::Meta))?;
        snapshot.check_sizes()?;
        Ok(snapshot)
    }

    /// Returns the identity: equal for equal contents.
    pub const fn id(&self) -> SnapshotId {
        self.id
    }

    /// Returns the totals.
    pub const fn meta(&self) -> &Meta {
        &self.meta
    }

    /// Compares every section with its checksum.
    pub fn verify(&self) -> Result<(), SnapshotError> {
        for (section, entry) in Section::ALL.into_iter().zip(&self.entries) {
            if format::checksum(self.section(section)) != entry.checksum {
                return Err(SnapshotError::Section(section));
            }
        }
        Ok(())
    }

    /// Returns a section's bytes.
    pub fn section(&self, section: Section) -> &'a [u8] {
        let bytes: &'a [u8] = self.bytes;
        self.entries
            .get(section as usize)
            .and_then(|entry| {
                let start = usize::try_from(entry.offset).ok()?;
                bytes.get(start..start.checked_add(usize::try_from(entry.len).ok()?)?)
            })
            .unwrap_or(&[])
    }

    /// Returns the dictionary in a section; an empty one where its bytes are damaged.
    fn dictionary(&self, section: Section) -> Dictionary<'a> {
        Dictionary::open(self.section(section)).unwrap_or_default()
    }

    /// Checks that the tables have the sizes that the totals say.
    fn check_sizes(&self) -> Result<(), SnapshotError> {
        let meta = &self.meta;
        let files = meta.files as usize;
        let expected = [
            (Section::Files, files.checked_mul(FileRow::LEN)),
            (
                Section::Folders,
                (meta.folders as usize).checked_mul(FolderRow::LEN).and_then(|n| n.checked_add(files.checked_mul(4)?)),
            ),
            (Section::Blocks, (meta.blocks as usize).checked_mul(BlockRow::LEN)),
            (Section::Passages, (meta.passages as usize).checked_mul(PassageRow::LEN)),
            (Section::Symbols, (meta.symbols as usize).checked_mul(SymbolRow::LEN + 4)),
        ];
        for (section, len) in expected {
            if len != Some(self.section(section).len()) {
                return Err(SnapshotError::Section(section));
            }
        }
        for section in [Section::Strings, Section::Purposes, Section::Terms, Section::Names, Section::PathTerms] {
            if Dictionary::open(self.section(section)).is_none() {
                return Err(SnapshotError::Section(section));
            }
        }
        Ok(())
    }
}
