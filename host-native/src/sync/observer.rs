//! Owns what a sync tells while it runs; owns no way of showing it.

/// A part of a sync.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Listing the folder.
    Listing,
    /// Reading and parsing files: how many, and their bytes.
    Reading {
        /// Files to read.
        files: u64,
        /// Their size on disk, bytes.
        bytes: u64,
    },
    /// Resolving names across files and merging.
    Linking,
    /// Writing the snapshot and the store.
    Writing,
}

/// Is told what a sync does. Several threads call it.
pub trait Observer: Sync {
    /// A part of the sync begins.
    fn begin(&self, phase: Phase);

    /// A file was read (and parsed, where its language is).
    fn file_done(&self, bytes: u64);

    /// Something that the user should know: one sentence without its full stop.
    fn note(&self, sentence: &str);
}
