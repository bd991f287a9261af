//! Owns a project's record, its id and the file that keeps both; owns no list of projects.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::identity::FolderIdentity;
use super::root_path;
use crate::data::{DiskError, Doing, ProjectFolder, ResultExt as _, replace};

/// The version of the record's form.
const FORMAT: u32 = 1;

/// A project's id: 12 hexadecimal digits, made from the path of its folder when it was first synced, and kept for good.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProjectId(String);

impl ProjectId {
    /// How many hexadecimal digits an id has.
    pub const LEN: usize = 12;

    /// Returns the id of the `attempt`-th project whose first folder was `root`, from 0. Attempts after the first are
    /// for a folder that takes the place of one that moved away and kept its id.
    pub(super) fn of_root(root: &Path, attempt: u32) -> Self {
        let mut hash = Sha256::new();
        hash.update(root.as_os_str().as_encoded_bytes());
        if attempt > 0 {
            // No path holds a zero byte, so this is nobody else's text.
            hash.update([0]);
            hash.update(attempt.to_le_bytes());
        }
        let mut id = crate::hex(&hash.finalize());
        id.truncate(Self::LEN);
        Self(id)
    }

    /// Returns the digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the id that a folder's name is, or `None`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let fits = text.len() == Self::LEN && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        fits.then(|| Self(text.to_owned()))
    }
}

impl fmt::Display for ProjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A folder that was synced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Project {
    /// The version of this record's form.
    pub(super) format: u32,
    /// Its id.
    pub id: ProjectId,
    /// Its short name, unique among the projects.
    pub key: String,
    /// Its folder, an absolute path without links.
    #[serde(with = "root_path")]
    pub root: PathBuf,
    /// When it was first synced, in seconds since 1970.
    pub created: u64,
    /// What its folder keeps when it is moved.
    pub identity: Option<FolderIdentity>,
}

impl Project {
    /// Returns the record of a new project.
    pub(super) fn new(id: ProjectId, key: String, root: PathBuf) -> Self {
        let created =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let identity = FolderIdentity::of(&root);
        Self { format: FORMAT, id, key, root, created, identity }
    }

    /// Returns whether its folder is no longer there. A folder that is there and cannot be read has not vanished.
    pub fn has_vanished(&self) -> bool {
        match fs::metadata(&self.root) {
            Ok(metadata) => !metadata.is_dir(),
            Err(error) => {
                matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
            }
        }
    }

    /// Returns the project's name for people: "key (id, folder)".
    pub fn describe(&self) -> String {
        format!("{} ({}, {})", self.key, self.id, self.root.display())
    }

    /// Reads the record in `folder`; `None` when the file does not hold a record that this program understands.
    pub(super) fn read(folder: &ProjectFolder) -> Result<Option<Self>, DiskError> {
        let path = folder.record();
        let bytes = fs::read(&path).or_disk(Doing::Read, &path)?;
        Ok(serde_json::from_slice(&bytes).ok().filter(|project: &Self| project.format == FORMAT))
    }

    /// Writes the record into `folder`.
    pub(super) fn write(&self, folder: &ProjectFolder) -> Result<(), DiskError> {
        folder.create()?;
        let path = folder.record();
        let mut bytes = serde_json::to_vec_pretty(self)
            .map_err(|error| DiskError::new(Doing::Write, &path, std::io::Error::other(error)))?;
        bytes.push(b'\n');
        replace(&path, &bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_stable_and_differ_by_folder_and_attempt() {
        let id = ProjectId::of_root(Path::new("/home/a/web"), 0);
        assert_eq!(id, ProjectId::of_root(Path::new("/home/a/web"), 0));
        assert_ne!(id, ProjectId::of_root(Path::new("/home/a/web"), 1));
        assert_ne!(id, ProjectId::of_root(Path::new("/home/a/api"), 0));
        assert_eq!(ProjectId::parse(id.as_str()), Some(id));
        assert_eq!(ProjectId::parse("../../etc/pa"), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_whose_path_is_not_unicode_is_kept_exactly() {
        use std::os::unix::ffi::OsStringExt as _;
        let root = PathBuf::from(std::ffi::OsString::from_vec(b"/tmp/\xff\xfe".to_vec()));
        let project = Project::new(ProjectId::of_root(&root, 0), "x".to_owned(), root.clone());
        let read: Project = serde_json::from_slice(&serde_json::to_vec(&project).unwrap()).unwrap();
        assert_eq!(read.root, root);
    }
}
