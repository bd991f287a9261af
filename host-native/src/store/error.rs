//! Owns why the store cannot be used, told apart by what can be done about it.

use std::io::{self, ErrorKind};
use std::path::Path;

use redb::StorageError;

use crate::data::{DiskError, Doing};

/// Why the store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Its content cannot be what was written, or was written in another form. Syncing again from the folder mends it.
    #[error("what was kept of the last sync cannot be used ({0})")]
    Unusable(String),
    /// Another process has it open and did not let go in time.
    #[error("another process keeps the project's store busy; wait for it to end and run the command again")]
    Busy,
    /// The disk failed.
    #[error(transparent)]
    Disk(#[from] DiskError),
}

impl StoreError {
    /// Returns the error for damage that was found, with what was damaged.
    pub(crate) fn damaged(what: impl Into<String>) -> Self {
        Self::Unusable(what.into())
    }

    /// Returns the error for what the database said while `path` was read or written.
    pub(super) fn from_redb(error: redb::Error, doing: Doing, path: &Path) -> Self {
        use redb::Error as E;
        match error {
            E::DatabaseAlreadyOpen => Self::Busy,
            E::Io(error) => Self::from_io(error, doing, path),
            E::Corrupted(what) => Self::Unusable(what),
            E::Backend(error) => Self::from_io(io::Error::other(error), doing, path),
            other => Self::Unusable(other.to_string()),
        }
    }

    fn from_io(error: io::Error, doing: Doing, path: &Path) -> Self {
        match error.kind() {
            ErrorKind::InvalidData | ErrorKind::UnexpectedEof => Self::Unusable(error.to_string()),
            _ => Self::Disk(DiskError::new(doing, path, error)),
        }
    }

    /// Returns the error for what the database's storage said while `path` was read.
    pub(super) fn from_storage(error: StorageError, path: &Path) -> Self {
        Self::from_redb(error.into(), Doing::Read, path)
    }
}
