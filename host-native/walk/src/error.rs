//! Owns the errors that end a walk as a whole; what is wrong with one file is a [`crate::SkipReason`].

use std::io;
use std::path::PathBuf;

/// Why a folder could not be walked at all.
#[derive(Debug, thiserror::Error)]
pub enum WalkError {
    /// There is nothing at this path.
    #[error("there is no folder at {}", path.display())]
    NotFound {
        /// The path as it was given.
        path: PathBuf,
    },
    /// The path names something that is not a folder.
    #[error("{} is not a folder", path.display())]
    NotAFolder {
        /// The path as it was given.
        path: PathBuf,
    },
    /// The folder cannot be opened or listed.
    #[error("{} cannot be read: {source}", path.display())]
    Unreadable {
        /// The path as it was given.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The repository's index cannot be read, so that which files are tracked is unknown.
    #[error("Git's index {} cannot be read ({message}); `git status` in that folder shows whether Git can", path.display())]
    Index {
        /// The index file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
}
