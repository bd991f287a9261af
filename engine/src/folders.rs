//! Owns the list of a project's folders, which its files' paths imply; owns nothing that a folder holds.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::id::FolderId;

/// Returns the folder part of a path, empty for the root.
pub fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the name part of a path.
pub fn name_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// The folders of a project: the root (an empty path) and every folder above a file, in byte order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Folders {
    paths: Vec<String>,
}

impl Folders {
    /// Returns the folders that these files' paths imply.
    pub fn of_paths<'a>(paths: impl IntoIterator<Item = &'a str>) -> Self {
        let mut all: Vec<&str> = alloc::vec![""];
        let mut last = "";
        for path in paths {
            let mut folder = folder_of(path);
            if folder == last {
                continue;
            }
            last = folder;
            while !folder.is_empty() {
                all.push(folder);
                folder = folder_of(folder);
            }
        }
        all.sort_unstable();
        all.dedup();
        Self { paths: all.into_iter().map(ToOwned::to_owned).collect() }
    }

    /// Returns the paths in order of their identifiers.
    pub fn paths(&self) -> &[String] {
        &self.paths
    }

    /// Returns the identifier of the folder with this path, or `None`.
    pub fn find(&self, path: &str) -> Option<FolderId> {
        let at = self.paths.binary_search_by(|known| known.as_str().cmp(path)).ok()?;
        u32::try_from(at).ok().map(FolderId)
    }
}
