//! Owns the system calls on Unix, through file descriptors, so that a folder that is swapped for a link in the middle of
//! a walk leads nowhere.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;

use super::{Entry, Kind, Opened};
use crate::{Stat, Time};

/// The folder below which everything happens.
#[derive(Debug)]
pub(crate) struct Root {
    fd: OwnedFd,
}

impl Root {
    /// Opens the folder; a link in `path` itself is followed, since the caller named it.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Self { fd: rustix::fs::openat(CWD, path, flags, Mode::empty())? })
    }

    /// Opens a folder below the root, the root itself for an empty path.
    pub(crate) fn folder(&self, relative: &Path) -> io::Result<Folder> {
        let path = if relative.as_os_str().is_empty() { Path::new(".") } else { relative };
        let fd = open_beneath(self.fd.as_fd(), path, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC)?;
        Ok(Folder { dir: Dir::new(fd)? })
    }

    /// Opens a regular file below the root.
    ///
    /// `NONBLOCK` has no meaning for regular files and keeps a pipe that took the file's place from blocking.
    pub(crate) fn file(&self, relative: &Path) -> io::Result<Opened> {
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
        regular(open_beneath(self.fd.as_fd(), relative, flags)?)
    }
}

/// An open folder.
#[derive(Debug)]
pub(crate) struct Folder {
    dir: Dir,
}

impl Folder {
    /// Returns the folder's entries, without `.` and `..`, in the order of the system.
    pub(crate) fn list(&mut self) -> io::Result<Listing> {
        let mut listing = Listing::default();
        while let Some(entry) = self.dir.read() {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if name == b"." || name == b".." {
                continue;
            }
            let start = listing.names.len();
            listing.names.extend_from_slice(name);
            listing.entries.push((start..listing.names.len(), kind_of(entry.file_type())));
        }
        Ok(listing)
    }

    /// Returns what a name of this folder stands for now.
    pub(crate) fn stat(&self, name: &OsStr) -> io::Result<(Kind, Stat)> {
        let stat = rustix::fs::statat(self.dir.fd()?, name, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok((kind_of(FileType::from_raw_mode(stat.st_mode)).unwrap_or(Kind::Special), stat_of(&stat)))
    }

    /// Opens a regular file of this folder.
    pub(crate) fn file(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::NOFOLLOW;
        regular(rustix::fs::openat(self.dir.fd()?, name, flags, Mode::empty())?).map(|opened| opened.file)
    }
}

/// The entries of a folder, their names in one piece.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    names: Vec<u8>,
    entries: Vec<(Range<usize>, Option<Kind>)>,
}

impl Listing {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.entries.iter().map(|(at, kind)| {
            let name = OsStr::from_bytes(self.names.get(at.clone()).unwrap_or_default());
            Entry { name, kind: *kind }
        })
    }
}

/// Returns an open file's data.
pub(crate) fn file_stat(file: &File) -> io::Result<Stat> {
    Ok(stat_of(&rustix::fs::fstat(file)?))
}

/// Returns whether an error says that a link was met where none is followed.
pub(crate) fn is_link_error(error: &io::Error) -> bool {
    error.raw_os_error() == Some(Errno::LOOP.raw_os_error())
}

/// Returns the path whose bytes Git wrote down.
#[expect(clippy::unnecessary_wraps, reason = "on other systems not every byte string is a path")]
pub(crate) fn path_from_git(bytes: &[u8]) -> Option<PathBuf> {
    Some(PathBuf::from(OsStr::from_bytes(bytes)))
}

fn regular(fd: OwnedFd) -> io::Result<Opened> {
    let stat = rustix::fs::fstat(&fd)?;
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => Ok(Opened { file: File::from(fd), stat: stat_of(&stat) }),
        FileType::Directory => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        _ => Err(io::Error::from(io::ErrorKind::InvalidInput)),
    }
}

/// Opens `relative` without following a link at any part of it.
fn open_beneath(root: BorrowedFd<'_>, relative: &Path, flags: OFlags) -> io::Result<OwnedFd> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::ResolveFlags;
        /// A rename elsewhere in the tree may race with a look-up, but not with each of so many.
        const RACES: usize = 16;
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        // NOSYS and PERM: an old kernel, or a sandbox that knows no such call; then the parts are opened one by one,
        // which also tells a real lack of permission.
        for _ in 0..RACES {
            match rustix::fs::openat2(root, relative, flags, Mode::empty(), resolve) {
                Ok(fd) => return Ok(fd),
                Err(Errno::AGAIN) => {}
                Err(Errno::NOSYS | Errno::PERM) => break,
                Err(other) => return Err(other.into()),
            }
        }
    }
    open_by_parts(root, relative, flags)
}

fn open_by_parts(root: BorrowedFd<'_>, relative: &Path, flags: OFlags) -> io::Result<OwnedFd> {
    let mut parts = relative.components().map(Component::as_os_str).peekable();
    let mut at: Option<OwnedFd> = None;
    while let Some(part) = parts.next() {
        if part == ".." {
            return Err(Errno::XDEV.into());
        }
        let part_flags = if parts.peek().is_some() {
            OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NOFOLLOW
        } else {
            flags | OFlags::NOFOLLOW
        };
        let from = at.as_ref().map_or(root, |fd| fd.as_fd());
        at = Some(rustix::fs::openat(from, part, part_flags, Mode::empty())?);
    }
    at.ok_or_else(|| Errno::NOENT.into())
}

fn kind_of(kind: FileType) -> Option<Kind> {
    match kind {
        FileType::RegularFile => Some(Kind::File),
        FileType::Directory => Some(Kind::Folder),
        FileType::Symlink => Some(Kind::Link),
        FileType::Unknown => None,
        _ => Some(Kind::Special),
    }
}

fn stat_of(stat: &rustix::fs::Stat) -> Stat {
    Stat {
        size: number(stat.st_size),
        mtime: Time { secs: stat.st_mtime, nanos: nanos(stat.st_mtime_nsec) },
        ctime: Time { secs: stat.st_ctime, nanos: nanos(stat.st_ctime_nsec) },
        inode: number(stat.st_ino),
        device: number(stat.st_dev),
    }
}

/// The fields of a `stat` have other widths on other systems; none holds a number that does not fit.
fn number(value: impl TryInto<u64>) -> u64 {
    value.try_into().unwrap_or(0)
}

fn nanos(value: impl TryInto<u32>) -> u32 {
    value.try_into().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn no_part_of_a_path_may_be_a_link() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret"), "x").unwrap();
        let inside = tempfile::tempdir().unwrap();
        fs::create_dir(inside.path().join("d")).unwrap();
        fs::write(inside.path().join("d/f"), "y").unwrap();
        symlink(outside.path(), inside.path().join("out")).unwrap();
        symlink("d", inside.path().join("near")).unwrap();
        symlink("f", inside.path().join("d/link")).unwrap();

        let root = Root::open(inside.path()).unwrap();
        assert!(root.file(Path::new("d/f")).is_ok());
        for path in ["out/secret", "near/f", "d/link", "../x", "d/../../x", "d"] {
            assert!(root.file(Path::new(path)).is_err(), "{path}");
            assert!(open_by_parts(root.fd.as_fd(), Path::new(path), OFlags::RDONLY).is_err() || path == "d", "{path}");
        }
        for path in ["out", "near", "d/f"] {
            assert!(root.folder(Path::new(path)).is_err(), "{path}");
        }
        assert!(open_by_parts(root.fd.as_fd(), Path::new("d/f"), OFlags::RDONLY).is_ok());
    }
}
