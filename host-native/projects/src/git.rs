//! Owns which working tree of Git a folder lies in, and its commit; owns no rule of which files Git ignores (the walk's).

use std::path::{Path, PathBuf};

/// Returns the root of the Git working tree that `folder` (canonical) lies in, or `None`. For a folder in a submodule
/// or a linked worktree it is the root of that.
pub fn root_of(folder: &Path) -> Option<PathBuf> {
    let (repository, _) = gix::discover::upwards(folder).ok()?;
    repository.into_repository_and_work_tree_directories().1?.canonicalize().ok()
}

/// Returns the commit that is checked out in the working tree whose root `folder` is, in hex; `None` where it is none, or
/// has no commit yet.
pub fn head_of(folder: &Path) -> Option<String> {
    let repository = gix::open(folder).ok()?;
    Some(repository.head_id().ok()?.to_hex().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_below_a_working_tree_belongs_to_its_root() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        gix::init(&root).unwrap();
        std::fs::create_dir_all(root.join("a/b")).unwrap();
        assert_eq!(root_of(&root.join("a/b")), Some(root.clone()));
        assert_eq!(root_of(&root), Some(root));
    }
}
