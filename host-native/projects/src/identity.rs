//! Owns telling a folder that was moved or renamed from a new one; owns no path.

use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

/// What stays the same when a folder is renamed or moved on its disk.
///
/// The number of an inode is given out again after a folder was deleted, so the time of birth is part of it. Where the
/// system tells either not, a folder has no identity and a move is not recognised (`graphicle projects move` says it).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolderIdentity {
    device: u64,
    inode: u64,
    /// Seconds and nanoseconds since 1970.
    born: (u64, u32),
}

impl FolderIdentity {
    /// Returns the identity of the folder at `path`, or `None` where the system tells none.
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        let born = metadata.created().ok()?.duration_since(UNIX_EPOCH).ok()?;
        let (device, inode) = numbers(&metadata)?;
        Some(Self { device, inode, born: (born.as_secs(), born.subsec_nanos()) })
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other platforms have no such numbers")]
fn numbers(metadata: &fs::Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn numbers(_: &fs::Metadata) -> Option<(u64, u64)> {
    None
}
