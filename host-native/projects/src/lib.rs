//! Which folder is which project, and where its current snapshot lies.
//!
//! This crate owns the data folder's layout, the list of projects, what a user means by an id, a key or a folder, and the
//! snapshot files with the pointer to the current one. It owns nothing that a sync learns of a project's files, and
//! nothing of what is inside a snapshot. The command line and the Node package both stand on it, so that both find the
//! same project and the same snapshot.
//!
//! - [`data`]: the data folder, atomic replacement and locks.
//! - [`git`]: which working tree a folder lies in.
//! - [`snapshots`]: the snapshot files of a project.
//! - [`current`]: from what a user means to the current snapshot.
// `deny`, by the workspace, and not `forbid`: mapping a snapshot file is the one thing here that cannot be done without.

pub mod current;
pub mod data;
pub mod git;
pub mod snapshots;

mod identity;
mod key;
mod record;
mod registry;
mod resolve;
mod root_path;
mod state;

pub use identity::FolderIdentity;
pub use key::InvalidKey;
pub use record::{Project, ProjectId};
pub use registry::{Listing, ProjectsError, Registry};
pub use resolve::{ResolveError, Target, by_folder, by_selector, from_inside};
pub use state::StateId;

/// Returns `bytes` in lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len().saturating_mul(2)), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
