//! Owns the system calls of a walk: listing a folder, taking a file's data, opening a file, all below one root and
//! without ever following a link. Owns no rule about what to list.
//!
//! Paths given to this module are relative to the root and use the system's separators.

#[cfg(not(unix))]
mod portable;
#[cfg(unix)]
mod unix;

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

#[cfg(not(unix))]
pub(crate) use portable::{Folder, Listing, Root, file_stat, is_link_error, path_from_git};
#[cfg(unix)]
pub(crate) use unix::{Folder, Listing, Root, file_stat, is_link_error, path_from_git};

use crate::Stat;

/// What kind of thing a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link, or what the system has in its place.
    Link,
    /// A pipe, a socket or a device.
    Special,
}

/// One name of a folder.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry<'a> {
    pub(crate) name: &'a OsStr,
    /// `None` where listing does not tell: [`Folder::stat`] does.
    pub(crate) kind: Option<Kind>,
}

/// Reads a small file that steers Git (an ignore file, `HEAD`, a `.git` file) whole.
///
/// Fails when it is longer than `limit` bytes.
pub(crate) fn read_small(file: File, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::from(io::ErrorKind::FileTooLarge));
    }
    Ok(bytes)
}

/// Where a symbolic link leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkTarget {
    Inside,
    Outside,
    Nowhere,
}

/// Returns where the link `relative` leads. Resolving a link reads other links, and no content.
pub(crate) fn link_target(root: &Path, relative: &Path) -> LinkTarget {
    match root.join(relative).canonicalize() {
        Ok(target) if target.starts_with(root) => LinkTarget::Inside,
        Ok(_) => LinkTarget::Outside,
        Err(_) => LinkTarget::Nowhere,
    }
}

/// Returns whether two paths below `top`, as Git writes them, stand for one file.
pub(crate) fn is_same_file(top: &Path, a: &[u8], b: &[u8]) -> bool {
    let of = |path: &[u8]| {
        let path = top.join(path_from_git(path)?);
        path.symlink_metadata().ok().map(|data| identity(&data))
    };
    of(a).is_some_and(|a| Some(a) == of(b))
}

#[cfg(unix)]
fn identity(data: &std::fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt as _;
    (data.dev(), data.ino())
}

/// Without numbers of files, two spellings that are both there are taken for one file: such systems fold case.
#[cfg(not(unix))]
fn identity(_data: &std::fs::Metadata) -> (u64, u64) {
    (0, 0)
}

/// Returns whether there is anything at a path, a dangling link included.
pub(crate) fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// A regular file that was opened below a root.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) file: File,
    pub(crate) stat: Stat,
}

/// Returns `folder/name`, or `name` when `folder` is the root.
pub(crate) fn join(folder: &Path, name: &OsStr) -> PathBuf {
    let mut path = PathBuf::with_capacity(folder.as_os_str().len() + name.len() + 1);
    path.push(folder);
    path.push(name);
    path
}
