//! The native host of graphicle.
//!
//! This crate owns the disk: which folders are projects, what sync learned of each file, and the snapshot that readers
//! open. It owns no rule of which files belong ([`graphicle_walk`]), no grammar ([`graphicle_extract`]), no resolution
//! of names ([`graphicle_link`]) and no ranking or packing ([`graphicle_engine`]).
//!
//! Where to look:
//!
//! - [`cli`]: the command line.
//! - [`projects`]: which folder is which project.
//! - [`data`]: the data folder, atomic replacement and locks.
//! - [`store`]: what sync learned, kept safe against crashes.
//! - [`sync`]: from a folder to a snapshot.
//! - [`tokens`]: counting with a tokenizer file, and keeping the counts.
// `deny`, by the workspace, and not `forbid`: mapping a snapshot file is the one thing here that cannot be done without.

pub mod cli;
pub mod data;
pub mod eval;
pub mod git;
pub mod projects;
pub mod store;
pub mod sync;
pub mod tokens;

/// Returns `bytes` in lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len().saturating_mul(2)), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
