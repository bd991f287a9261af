//! Owns what a snapshot is made from: one entry for each file, and why making it can fail.

use crate::facts::FileFacts;
use crate::id::FileId;
use crate::language::Language;
use crate::role::Roles;

/// Where a file's passages and words come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The base snapshot holds them: the file's text, facts and marks are what they were.
    Base(FileId),
    /// A segment holds them.
    Segment {
        /// The segment's place in the list of segments.
        segment: u32,
        /// The file's number in it.
        file: u32,
    },
}

/// A file of the new snapshot.
#[derive(Debug, Clone)]
pub struct FileInput<'a> {
    /// Its path from the project's root, with `/`.
    pub path: &'a str,
    /// Its language.
    pub language: Language,
    /// Its marks.
    pub roles: Roles,
    /// The start of the SHA-256 of its bytes.
    pub hash: [u8; 16],
    /// What extraction says of it.
    pub facts: &'a FileFacts<'a>,
    /// Where its passages and words come from.
    pub source: Source,
}

/// Why a snapshot cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// Neither the base nor a segment holds what the entry says it holds.
    #[error("the parts to build the snapshot from do not belong together (at {0:?})")]
    Parts(alloc::string::String),
    /// The base snapshot is damaged.
    #[error(transparent)]
    Base(#[from] crate::snapshot::SnapshotError),
    /// A table outgrows the format's numbers.
    #[error("the project is too large for a snapshot: more than {0} in one table")]
    TooLarge(u32),
}
