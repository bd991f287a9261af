//! Owns reading objects of a repository, which a walk needs only where a sparse checkout left files out of the tree:
//! an ignore file that is tracked but not on disk still counts, and a folder that the index keeps as one entry may hold
//! files after all.

use std::path::Path;

use gix::ObjectId;
use gix::objs::TreeRefIter;

/// A file of a tree.
#[derive(Debug)]
pub(super) struct TreeFile {
    pub(super) path: Vec<u8>,
    pub(super) id: ObjectId,
    pub(super) is_submodule: bool,
}

/// The objects of a repository.
pub(super) struct Objects {
    repository: gix::Repository,
}

impl Objects {
    /// Opens a repository's objects, or returns `None` when they cannot be had.
    pub(super) fn open(git_dir: &Path) -> Option<Self> {
        // Isolated: no environment variable, no user's file, no program has a say. Whose the files are says nothing
        // about reading them.
        let options = gix::open::Options::isolated().open_path_as_is(true).with(gix::sec::Trust::Full);
        gix::open_opts(git_dir, options).ok().map(|repository| Self { repository })
    }

    /// Returns a blob's bytes, or `None` when it cannot be had.
    pub(super) fn blob(&self, id: ObjectId) -> Option<Vec<u8>> {
        let mut blob = self.repository.find_object(id).ok()?.try_into_blob().ok()?;
        Some(std::mem::take(&mut blob.data))
    }

    /// Appends all files below a tree to `files`, their paths with `prefix` before them. Returns `None` when an object
    /// cannot be had; what was found until then stays.
    pub(super) fn files_of_tree(&self, id: ObjectId, prefix: &[u8], files: &mut Vec<TreeFile>) -> Option<()> {
        /// Deeper than a path that a system can name.
        const MAX_DEPTH: usize = 2048;
        let mut open = vec![(id, prefix.to_vec(), 0)];
        while let Some((id, prefix, depth)) = open.pop() {
            let tree = self.repository.find_object(id).ok()?.try_into_tree().ok()?;
            for entry in TreeRefIter::from_bytes(&tree.data, id.kind()) {
                let entry = entry.ok()?;
                let mut path = prefix.clone();
                path.extend_from_slice(entry.filename);
                let id = entry.oid.to_owned();
                if !entry.mode.is_tree() {
                    files.push(TreeFile { path, id, is_submodule: entry.mode.is_commit() });
                } else if depth < MAX_DEPTH {
                    path.push(b'/');
                    open.push((id, path, depth + 1));
                }
            }
        }
        Some(())
    }
}
