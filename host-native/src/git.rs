//! Owns the two questions that the program asks Git about a folder; owns no rule of which files Git ignores (the walk
//! does).

use std::path::{Path, PathBuf};

/// Returns the root of the Git working tree that `folder` (canonical) lies in, or `None`. For a folder in a submodule
/// or a linked worktree it is the root of that.
pub fn root_of(folder: &Path) -> Option<PathBuf> {
    let (repository, _) = gix::discover::upwards(folder).ok()?;
    repository.into_repository_and_work_tree_directories().1?.canonicalize().ok()
}

/// Returns the commit that the working tree at `root` has checked out, in hexadecimal; `None` when it is no working
/// tree or has no commit yet.
pub fn head_commit(root: &Path) -> Option<String> {
    let repository = gix::open(root).ok()?;
    Some(repository.head_id().ok()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_repository_has_a_root_and_no_commit() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        assert_eq!(head_commit(&root), None);
        gix::init(&root).unwrap();
        std::fs::create_dir_all(root.join("a/b")).unwrap();
        assert_eq!(root_of(&root.join("a/b")), Some(root.clone()));
        assert_eq!(head_commit(&root), None);
    }
}
