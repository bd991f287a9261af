//! Owns finding a repository from a folder inside it, and telling a repository from what only looks like one, as Git
//! does it. Owns none of what is in a repository.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Place, open_regular};
use crate::disk;

/// The longest `.git` file that Git reads.
const MAX_GIT_FILE: u64 = 1 << 20;
/// More than any `HEAD` or `commondir` needs.
const MAX_POINTER: u64 = 1 << 16;

/// Returns the repository that Git would find from `start`, which is canonical; `None` when there is none, when it is
/// broken, and when `start` lies in a repository that has no work tree.
///
/// The search stops at the border of a file system, as Git's does.
pub(super) fn find(start: &Path) -> Option<Place> {
    let device = device_of(start);
    for folder in start.ancestors().take_while(|folder| device_of(folder) == device) {
        let dot_git = folder.join(".git");
        match git_file(&dot_git) {
            GitFile::Repository(git_dir) => return Some(place(folder, git_dir)),
            // Git gives up at a broken `.git` file instead of looking further up.
            GitFile::Broken | GitFile::Unreadable => return None,
            GitFile::None if is_git_dir(&dot_git) => return Some(place(folder, dot_git)),
            GitFile::None => {}
        }
        if is_git_dir(folder) {
            return None;
        }
    }
    None
}

/// Returns whether a folder is the root of a repository with a work tree.
pub(crate) fn is_repository(folder: &Path) -> bool {
    let dot_git = folder.join(".git");
    match git_file(&dot_git) {
        GitFile::Repository(_) | GitFile::Unreadable => true,
        GitFile::None | GitFile::Broken => is_git_dir(&dot_git),
    }
}

fn place(top: &Path, git_dir: PathBuf) -> Place {
    let common_dir = common_dir(&git_dir);
    Place { top: top.to_path_buf(), git_dir, common_dir }
}

#[cfg(unix)]
fn device_of(folder: &Path) -> Option<u64> {
    use std::os::unix::fs::MetadataExt as _;
    folder.metadata().ok().map(|data| data.dev())
}

#[cfg(not(unix))]
fn device_of(_folder: &Path) -> Option<u64> {
    None
}

/// What a `.git` that may be a file is.
#[derive(Debug, PartialEq, Eq)]
enum GitFile {
    /// It is no regular file.
    None,
    /// It names this folder, which is a repository's.
    Repository(PathBuf),
    /// It names nothing, or something that is no repository.
    Broken,
    /// It cannot be read.
    Unreadable,
}

fn git_file(path: &Path) -> GitFile {
    match path.metadata() {
        Ok(data) if data.is_file() => {}
        _ => return GitFile::None,
    }
    let Some(file) = open_regular(path) else { return GitFile::Unreadable };
    let Ok(bytes) = disk::read_small(file, MAX_GIT_FILE) else { return GitFile::Broken };
    let Some(target) = bytes.strip_prefix(b"gitdir: ") else { return GitFile::Broken };
    let target = without_line_end(target);
    let Some(target) = disk::path_from_git(target).filter(|_| !target.is_empty()) else { return GitFile::Broken };
    // An absolute path replaces the folder it is joined to.
    let git_dir = path.parent().unwrap_or_else(|| Path::new("")).join(target);
    if is_git_dir(&git_dir) { GitFile::Repository(git_dir) } else { GitFile::Broken }
}

/// Returns whether a folder is a repository's own: a sensible `HEAD`, and `objects` and `refs` in it or in the folder
/// that its `commondir` names.
fn is_git_dir(folder: &Path) -> bool {
    has_head(&folder.join("HEAD")) && {
        let common = common_dir(folder);
        can_enter(&common.join("objects")) && can_enter(&common.join("refs"))
    }
}

fn has_head(head: &Path) -> bool {
    if let Ok(target) = fs::read_link(head) {
        return target.starts_with("refs");
    }
    let Some(bytes) = open_regular(head).and_then(|file| disk::read_small(file, MAX_POINTER).ok()) else {
        return false;
    };
    // Git looks at this many bytes.
    let bytes = bytes.get(..256).unwrap_or(&bytes);
    if let Some(name) = bytes.strip_prefix(b"ref:") {
        return name.trim_ascii_start().starts_with(b"refs/");
    }
    // The shorter of the two hash functions' lengths in hexadecimal.
    bytes.get(..40).is_some_and(|id| id.iter().all(u8::is_ascii_hexdigit))
}

fn common_dir(git_dir: &Path) -> PathBuf {
    let named = open_regular(&git_dir.join("commondir"))
        .and_then(|file| disk::read_small(file, MAX_POINTER).ok())
        .and_then(|bytes| disk::path_from_git(without_line_end(&bytes)));
    named.map_or_else(|| git_dir.to_path_buf(), |named| git_dir.join(named))
}

fn without_line_end(mut bytes: &[u8]) -> &[u8] {
    while let [rest @ .., b'\n' | b'\r'] = bytes {
        bytes = rest;
    }
    bytes
}

#[cfg(unix)]
fn can_enter(folder: &Path) -> bool {
    rustix::fs::access(folder, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
fn can_enter(folder: &Path) -> bool {
    folder.metadata().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_git_takes_for_a_repository_is_one() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        let git = root.join(".git");
        assert!(!is_repository(&root));
        fs::create_dir(&git).unwrap();
        assert!(!is_repository(&root), "an empty .git folder");
        fs::write(git.join("HEAD"), "ref: refs/heads/main\n").unwrap();
        fs::create_dir(git.join("objects")).unwrap();
        assert!(!is_repository(&root), "no refs");
        fs::create_dir(git.join("refs")).unwrap();
        assert!(is_repository(&root));
        fs::write(git.join("HEAD"), "nonsense\n").unwrap();
        assert!(!is_repository(&root), "a broken HEAD");
        fs::write(git.join("HEAD"), "0123456789012345678901234567890123456789\n").unwrap();
        assert!(is_repository(&root), "a detached HEAD");

        let linked = root.join("linked");
        fs::create_dir(&linked).unwrap();
        for (text, expected) in [
            ("gitdir: ../.git\n", true),
            ("gitdir: ../.git", true),
            ("gitdir: ../nowhere\n", false),
            ("gitdir: \n", false),
            ("gitdir:../.git\n", false),
            ("", false),
        ] {
            fs::write(linked.join(".git"), text).unwrap();
            assert_eq!(is_repository(&linked), expected, "{text:?}");
        }
        assert!(find(&linked).is_none(), "Git stops at a broken .git file");
        assert_eq!(find(&root).unwrap().git_dir, git);
        assert!(find(&git.join("refs")).is_none(), "no work tree inside .git");
    }
}
