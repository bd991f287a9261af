//! Owns the outer form of a snapshot: its header, its list of sections and their checksums. It owns the inside of no
//! section. docs/snapshot-format.md describes the same in prose.

use alloc::vec::Vec;
use core::fmt;

use sha2::{Digest, Sha256};
use twox_hash::XxHash3_64;

use super::SnapshotError;
use crate::wire::{put_u32, u32_at, u64_at};

/// The first eight bytes of every snapshot.
pub(crate) const MAGIC: [u8; 8] = *b"GRPHSNAP";

/// The version of the format. It rises whenever bytes written before read as something else.
pub const VERSION: u32 = 1;

/// Bytes before the first entry of the list of sections: magic, version, number of sections, length, identity.
const HEADER_LEN: usize = 40;
/// Bytes of one entry of the list of sections: kind, zero, offset, length, checksum.
const ENTRY_LEN: usize = 32;
/// Sections start at multiples of this, so that tables of integers are aligned in memory.
pub const ALIGNMENT: usize = 8;

/// A part of a snapshot. The numbers are part of the format: they are never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Section {
    /// Totals and statistics, as postcard.
    Meta = 0,
    /// The files' paths, one after another.
    Paths = 1,
    /// One row for each file.
    Files = 2,
    /// One row for each folder, and the files in each.
    Folders = 3,
    /// One row for each block of text.
    Blocks = 4,
    /// The compressed blocks of text.
    Text = 5,
    /// One row for each passage.
    Passages = 6,
    /// The dictionary of symbol names, containers, types and packages.
    Strings = 7,
    /// The dictionary of terms.
    Terms = 8,
    /// Where each term's postings start, and the postings.
    Postings = 9,
    /// The dictionary of whole names as written.
    Names = 10,
    /// Where each name's files start, and the files.
    NameFiles = 11,
    /// The dictionary of the terms of paths.
    PathTerms = 12,
    /// Where each path term's files start, and the files.
    PathFiles = 13,
    /// One row for each symbol, then the symbols in order of their names.
    Symbols = 14,
    /// What a symbol's row does not hold, by file.
    SymbolDetails = 15,
    /// Calls by the calling file.
    CallsOut = 16,
    /// Calls by the called file.
    CallsIn = 17,
    /// Ambiguous calls by the calling file.
    Ambiguous = 18,
    /// References by the referring file.
    ReferencesOut = 19,
    /// References by the file referred to.
    ReferencesIn = 20,
    /// Imports by the importing file.
    ImportsOut = 21,
    /// Imports by the imported file or folder.
    ImportsIn = 22,
    /// The dictionary of what files say their folders are for.
    Purposes = 23,
}

impl Section {
    /// How many kinds of sections there are.
    pub const COUNT: usize = 24;

    /// Every kind, in the order of its number, which is the order in the file.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Meta,
        Self::Paths,
        Self::Files,
        Self::Folders,
        Self::Blocks,
        Self::Text,
        Self::Passages,
        Self::Strings,
        Self::Terms,
        Self::Postings,
        Self::Names,
        Self::NameFiles,
        Self::PathTerms,
        Self::PathFiles,
        Self::Symbols,
        Self::SymbolDetails,
        Self::CallsOut,
        Self::CallsIn,
        Self::Ambiguous,
        Self::ReferencesOut,
        Self::ReferencesIn,
        Self::ImportsOut,
        Self::ImportsIn,
        Self::Purposes,
    ];
}

/// The identity of a snapshot: the first 16 bytes of the SHA-256 of its list of sections, whose checksums cover the
/// contents. Two snapshots with one identity hold the same bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SnapshotId(pub [u8; 16]);

impl fmt::Display for SnapshotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Where a section lies and what its bytes must hash to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SectionEntry {
    /// Bytes from the start of the snapshot.
    pub(super) offset: u64,
    /// Bytes.
    pub(super) len: u64,
    /// XXH3-64 of the section's bytes, seed 0. It finds damage, not forgery.
    pub(super) checksum: u64,
}

/// Returns the checksum of a section's bytes.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

/// Computes a checksum over parts.
pub struct Checksum(XxHash3_64);

impl fmt::Debug for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Checksum").field(&self.finish()).finish()
    }
}

impl Default for Checksum {
    fn default() -> Self {
        Self(XxHash3_64::with_seed(0))
    }
}

impl Checksum {
    /// Adds the next bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        core::hash::Hasher::write(&mut self.0, bytes);
    }

    /// Returns the checksum of all bytes added.
    pub fn finish(&self) -> u64 {
        core::hash::Hasher::finish(&self.0)
    }
}

/// Returns the bytes in front of the first section for sections of these lengths and checksums, in the order of
/// [`Section::ALL`], and the identity and the whole length that they state.
pub fn header(sections: &[(u64, u64)]) -> (Vec<u8>, SnapshotId, u64) {
    let mut table = Vec::with_capacity(sections.len() * ENTRY_LEN);
    let mut at = aligned((HEADER_LEN + sections.len() * ENTRY_LEN) as u64);
    for (kind, &(len, sum)) in (0_u32..).zip(sections) {
        put_u32(&mut table, kind);
        put_u32(&mut table, 0);
        table.extend_from_slice(&at.to_le_bytes());
        table.extend_from_slice(&len.to_le_bytes());
        table.extend_from_slice(&sum.to_le_bytes());
        at = aligned(at + len);
    }
    let id = identity(&table);
    let mut bytes = Vec::with_capacity(HEADER_LEN + table.len());
    bytes.extend_from_slice(&MAGIC);
    put_u32(&mut bytes, VERSION);
    put_u32(&mut bytes, u32::try_from(sections.len()).unwrap_or(u32::MAX));
    bytes.extend_from_slice(&at.to_le_bytes());
    bytes.extend_from_slice(&id.0);
    bytes.extend_from_slice(&table);
    bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
    (bytes, id, at)
}

/// Returns the next multiple of [`ALIGNMENT`].
pub const fn aligned(len: u64) -> u64 {
    len.next_multiple_of(ALIGNMENT as u64)
}

fn identity(table: &[u8]) -> SnapshotId {
    let mut hash = Sha256::new();
    hash.update(VERSION.to_le_bytes());
    hash.update(table);
    let digest = hash.finalize();
    let mut id = [0_u8; 16];
    id.iter_mut().zip(digest.iter()).for_each(|(to, from)| *to = *from);
    SnapshotId(id)
}

/// Reads and checks the header: every kind once, in order, inside the bytes, and the list as its identity says.
pub(super) fn parse(bytes: &[u8]) -> Result<(SnapshotId, [SectionEntry; Section::COUNT]), SnapshotError> {
    if bytes.len() < HEADER_LEN {
        return Err(if MAGIC.starts_with(bytes.get(..8).unwrap_or(bytes)) {
            SnapshotError::Truncated
        } else {
            SnapshotError::NotASnapshot
        });
    }
    if bytes.get(..8) != Some(&MAGIC) {
        return Err(SnapshotError::NotASnapshot);
    }
    let found = u32_at(bytes, 8).ok_or(SnapshotError::Truncated)?;
    if found != VERSION {
        return Err(SnapshotError::Version { found, known: VERSION });
    }
    let len = u64_at(bytes, 16).ok_or(SnapshotError::Truncated)?;
    if len > bytes.len() as u64 {
        return Err(SnapshotError::Truncated);
    }
    let table = bytes.get(HEADER_LEN..HEADER_LEN + Section::COUNT * ENTRY_LEN).ok_or(SnapshotError::Truncated)?;
    let stated = bytes.get(24..HEADER_LEN).ok_or(SnapshotError::Truncated)?;
    let id = identity(table);
    if len < bytes.len() as u64 || u32_at(bytes, 12).map(u64::from) != Some(Section::COUNT as u64) || stated != id.0 {
        return Err(SnapshotError::Header);
    }
    let mut entries = [SectionEntry { offset: 0, len: 0, checksum: 0 }; Section::COUNT];
    let mut expected = aligned((HEADER_LEN + table.len()) as u64);
    for ((kind, row), entry) in (0_u32..).zip(table.chunks_exact(ENTRY_LEN)).zip(&mut entries) {
        let read = |at| u64_at(row, at).ok_or(SnapshotError::Header);
        *entry = SectionEntry { offset: read(8)?, len: read(16)?, checksum: read(24)? };
        let end = entry.offset.checked_add(entry.len).ok_or(SnapshotError::Header)?;
        if u32_at(row, 0) != Some(kind) || entry.offset != expected || end > len {
            return Err(SnapshotError::Header);
        }
        expected = aligned(end);
    }
    Ok((id, entries))
}
