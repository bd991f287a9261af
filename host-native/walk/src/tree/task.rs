//! Owns the values that pass between the listing of one folder and the walk: the task and what comes of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::git::Below;
use crate::rules::Layer;
use crate::{SkipReason, Stat};

/// A folder to list, and what is known about it from above.
#[derive(Debug, Default)]
pub(super) struct Task {
    /// The task's number, by which what it found is put in its place.
    pub(super) id: usize,
    /// From the root, as keys are written, with a slash at the end unless empty.
    pub(super) key: String,
    /// From the root, as the system takes it, where the key is not that path.
    pub(super) odd_path: Option<PathBuf>,
    /// From the top of the work tree, as Git writes it, with a slash at the end unless empty.
    pub(super) git_path: Vec<u8>,
    /// The tracked paths below this folder.
    pub(super) tracked: Below,
    pub(super) git_rules: Option<Arc<Layer>>,
    pub(super) own_rules: Option<Arc<Layer>>,
    /// Git's rules exclude the folder, so that only tracked files of it are listed.
    pub(super) is_ignored: bool,
    /// A `.graphicleignore` excludes the folder, so that all of it is left out.
    pub(super) is_left_out: bool,
    /// Git would not list the folder's files if it turns out to be a repository.
    pub(super) may_be_repository: bool,
}

impl Task {
    /// Returns the key without the slash.
    pub(super) fn own_key(&self) -> &str {
        self.key.strip_suffix('/').unwrap_or(&self.key)
    }

    /// Returns the path from the root as the system takes it; empty for the root.
    pub(super) fn os_path(&self) -> &Path {
        self.odd_path.as_deref().unwrap_or_else(|| Path::new(self.own_key()))
    }
}

/// Something that was found in a folder.
#[derive(Debug)]
pub(super) struct Item {
    /// The key; a folder's ends with a slash.
    pub(super) key: String,
    pub(super) what: What,
}

impl Item {
    /// Returns the part of the key that is not the folder's, by which the folder's items are told apart.
    pub(super) fn name(&self, folder: &Task) -> &[u8] {
        self.key.as_bytes().get(folder.key.len()..).unwrap_or_default()
    }
}

/// What was found under a name.
#[derive(Debug)]
pub(super) enum What {
    /// A file to read.
    File { stat: Stat, odd_path: Option<Box<Path>> },
    /// Something that is left out.
    Skipped(SkipReason),
    /// A folder that is entered by the task of this number.
    Folder(usize),
}
