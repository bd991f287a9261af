//! Owns the system calls where there are no file descriptors to start from, through the standard library.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::{Entry, Kind, Opened};
use crate::{Stat, Time};

/// The folder below which everything happens.
#[derive(Debug)]
pub(crate) struct Root {
    path: PathBuf,
}

impl Root {
    /// Opens the folder.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        fs::read_dir(path).map(|_| Self { path: path.to_path_buf() })
    }

    /// Opens a folder below the root, the root itself for an empty path.
    pub(crate) fn folder(&self, relative: &Path) -> io::Result<Folder> {
        no_links(&self.path, relative)?;
        Ok(Folder { path: self.path.join(relative) })
    }

    /// Opens a regular file below the root.
    pub(crate) fn file(&self, relative: &Path) -> io::Result<Opened> {
        no_links(&self.path, relative)?;
        open_regular(&self.path.join(relative))
    }
}

/// A folder's path.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Returns the folder's entries in the order of the system.
    #[expect(clippy::needless_pass_by_ref_mut, reason = "on Unix listing moves the folder's position")]
    pub(crate) fn list(&mut self) -> io::Result<Listing> {
        let mut listing = Listing::default();
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let kind = entry.file_type().ok().map(kind_of);
            listing.entries.push((entry.file_name(), kind));
        }
        Ok(listing)
    }

    /// Returns what a name of this folder stands for now.
    pub(crate) fn stat(&self, name: &OsStr) -> io::Result<(Kind, Stat)> {
        let data = self.path.join(name).symlink_metadata()?;
        Ok((kind_of(data.file_type()), stat_of(&data)))
    }

    /// Opens a regular file of this folder.
    pub(crate) fn file(&self, name: &OsStr) -> io::Result<File> {
        open_regular(&self.path.join(name)).map(|opened| opened.file)
    }
}

/// The entries of a folder.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    entries: Vec<(OsString, Option<Kind>)>,
}

impl Listing {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.entries.iter().map(|(name, kind)| Entry { name, kind: *kind })
    }
}

/// Returns an open file's data.
pub(crate) fn file_stat(file: &File) -> io::Result<Stat> {
    Ok(stat_of(&file.metadata()?))
}

/// Returns whether an error says that a link was met, which [`no_links`] tells in another way.
pub(crate) fn is_link_error(_error: &io::Error) -> bool {
    false
}

/// Returns the path whose bytes Git wrote down, which is UTF-8 here.
pub(crate) fn path_from_git(bytes: &[u8]) -> Option<PathBuf> {
    std::str::from_utf8(bytes).ok().map(PathBuf::from)
}

fn no_links(root: &Path, relative: &Path) -> io::Result<()> {
    let mut at = root.to_path_buf();
    for part in relative.components() {
        at.push(part);
        if at.symlink_metadata()?.file_type().is_symlink() {
            return Err(io::Error::from(io::ErrorKind::NotADirectory));
        }
    }
    Ok(())
}

fn open_regular(path: &Path) -> io::Result<Opened> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt as _;
        // FILE_FLAG_OPEN_REPARSE_POINT: open the link itself, which is then seen not to be a regular file.
        options.custom_flags(0x0020_0000);
    }
    let file = options.open(path)?;
    let data = file.metadata()?;
    if !data.is_file() {
        return Err(io::Error::from(io::ErrorKind::InvalidInput));
    }
    Ok(Opened { file, stat: stat_of(&data) })
}

fn kind_of(kind: fs::FileType) -> Kind {
    if kind.is_symlink() {
        Kind::Link
    } else if kind.is_dir() {
        Kind::Folder
    } else if kind.is_file() {
        Kind::File
    } else {
        Kind::Special
    }
}

fn stat_of(data: &Metadata) -> Stat {
    let mtime = data.modified().map(Time::from).unwrap_or_default();
    Stat { size: data.len(), mtime, ..Stat::default() }
}
