//! Owns what an exported file says of itself beside the snapshot: where it is from and what it leaves out. It owns no bytes
//! of the format.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

/// What is known of where a snapshot is from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct About {
    /// The project's name.
    pub project: Option<String>,
    /// The commit that the snapshot is of.
    pub commit: Option<String>,
    /// What of the project is not in it.
    #[serde(default)]
    pub left_out: LeftOut,
}

/// What of a project an export leaves out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LeftOut {
    /// Only files that one of these patterns matches are in it; all where there is none.
    pub include: Vec<String>,
    /// No file that one of these patterns matches is in it.
    pub exclude: Vec<String>,
    /// No file larger than so many bytes is in it.
    pub max_size: Option<u64>,
    /// Files that are not in it for one of these reasons.
    pub files: u32,
    /// Files that are in it without their text: they are ranked, and cannot be shown.
    pub texts: u32,
    /// Those texts' bytes.
    pub text_bytes: u64,
}
