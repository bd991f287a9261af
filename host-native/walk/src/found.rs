//! Owns what a walk returns; owns no rule that put a file into it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::{SkipReason, Stat};

/// What a folder holds under Git's rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walk {
    /// The folder's canonical path.
    pub root: PathBuf,
    /// The repository whose work tree holds the folder; `None` where there is none, and ignore files alone decide.
    pub git: Option<GitState>,
    /// The files to read, in the byte order of their paths.
    pub files: Vec<Found>,
    /// What is left out although Git would list it, in the byte order of the paths.
    pub skipped: Vec<Skipped>,
}

/// The repository that a folder belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GitState {
    /// The canonical path of the work tree's top folder: the walk's root, or a folder above it.
    pub work_tree: PathBuf,
    /// The commit that is checked out, in hexadecimal; `None` before the first commit.
    pub head: Option<String>,
    /// Whether the repository's rules ignore the walk's root itself, so that only tracked files are listed.
    pub root_is_ignored: bool,
}

/// A regular file that belongs to the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The file's key: its path from the root, `/` between the parts, on one line and UTF-8. A byte of a name that is
    /// not UTF-8 and a control character stand as `\xNN`; no two files share a key.
    pub path: String,
    /// What the system told of the file.
    pub stat: Stat,
    /// The path on disk where the key is not the path itself.
    pub(crate) odd_path: Option<Box<Path>>,
}

impl Found {
    /// Returns a file whose key is its path on disk too.
    pub fn new(path: String, stat: Stat) -> Self {
        Self { path, stat, odd_path: None }
    }

    /// Returns the path from the root as the system takes it.
    pub fn os_path(&self) -> &Path {
        self.odd_path.as_deref().unwrap_or_else(|| Path::new(&self.path))
    }
}

/// Something that Git would list and that is left out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Skipped {
    /// The key, as in [`Found::path`].
    pub path: String,
    /// Why it is left out.
    pub reason: SkipReason,
}
