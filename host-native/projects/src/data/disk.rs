//! Owns the error of a disk operation on the program's own files, with the sentence that says what to do about it;
//! owns no operation.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// What was being done when the disk failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doing {
    /// Reading a file or a folder.
    Read,
    /// Creating, writing, flushing or renaming a file, or creating a folder.
    Write,
    /// Taking a lock.
    Lock,
    /// Removing a file or a folder.
    Remove,
}

/// A failed operation on one of the program's own files.
#[derive(Debug)]
pub struct DiskError {
    /// What was being done.
    pub doing: Doing,
    /// To which file or folder.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

impl DiskError {
    /// Returns the error of `doing` something to `path`.
    pub fn new(doing: Doing, path: impl Into<PathBuf>, source: io::Error) -> Self {
        Self { doing, path: path.into(), source }
    }

    /// Returns whether the file or folder is not there.
    pub fn is_not_found(&self) -> bool {
        self.source.kind() == ErrorKind::NotFound
    }

    /// Returns whether the place cannot be written to at all, now or later, by this user.
    pub fn is_read_only(&self) -> bool {
        matches!(self.source.kind(), ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied)
    }
}

impl fmt::Display for DiskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = match self.doing {
            Doing::Read => "read",
            Doing::Write => "write",
            Doing::Lock => "lock",
            Doing::Remove => "remove",
        };
        let path = self.path.display();
        match advice(self.source.kind()) {
            Some((what, todo)) => write!(f, "cannot {verb} {path}: {what} ({}); {todo}", self.source),
            None => write!(f, "cannot {verb} {path}: {}", self.source),
        }
    }
}

impl std::error::Error for DiskError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // What the system said stands in the sentence, in words that help where there are any.
        None
    }
}

/// Returns what went wrong and what to do, for the kinds that users meet.
fn advice(kind: ErrorKind) -> Option<(&'static str, &'static str)> {
    match kind {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Some((
            "there is no room left",
            "free some space, or set GRAPHICLE_DATA_DIR to a folder on another disk, and run the command again",
        )),
        ErrorKind::ReadOnlyFilesystem => {
            Some(("the disk is read-only", "set GRAPHICLE_DATA_DIR to a folder that can be written"))
        }
        ErrorKind::PermissionDenied => Some((
            "this user may not do it",
            "change its permissions, or set GRAPHICLE_DATA_DIR to a folder that you can write",
        )),
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => Some((
            "a file stands where a folder is needed",
            "move it away, or set GRAPHICLE_DATA_DIR to another folder",
        )),
        ErrorKind::IsADirectory => Some((
            "a folder stands where a file is needed",
            "move it away, or set GRAPHICLE_DATA_DIR to another folder",
        )),
        _ => None,
    }
}

/// Names the file and the operation of an I/O result.
pub trait ResultExt<T> {
    /// Turns an I/O error into a [`DiskError`] of `doing` something to `path`.
    fn or_disk(self, doing: Doing, path: &Path) -> Result<T, DiskError>;
}

impl<T> ResultExt<T> for io::Result<T> {
    fn or_disk(self, doing: Doing, path: &Path) -> Result<T, DiskError> {
        self.map_err(|source| DiskError::new(doing, path, source))
    }
}
