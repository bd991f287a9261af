//! Owns the outer form of an exported file: its first bytes, its header, the head of a frame. It owns neither writing nor
//! reading.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use super::About;

/// The first eight bytes.
pub(super) const MAGIC: [u8; 8] = *b"GRPHFILE";

/// The version of the format. It rises whenever bytes written before read as something else.
pub const VERSION: u32 = 1;

/// Bytes in front of the header: magic, version, the header's length.
pub(super) const LEAD: usize = 16;
/// Bytes behind the header: its checksum, with the lead's.
pub(super) const CHECKSUM: usize = 8;
/// Bytes in front of a frame: its unpacked length, its length, its checksum.
pub(super) const FRAME_HEAD: usize = 16;
/// Unpacked bytes of each frame but the last. LZ4 looks back 64 KiB, so larger frames pack no better.
pub(super) const FRAME: usize = 1 << 20;
/// No header is longer: it holds a name, a commit and patterns.
pub(super) const MAX_HEADER: usize = 1 << 20;

/// The header, as JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    /// The version of the program that wrote it, for people.
    pub(super) written_by: String,
    /// Bytes of the snapshot.
    pub(super) snapshot_bytes: u64,
    /// What is known of the snapshot.
    #[serde(flatten)]
    pub(super) about: About,
}
