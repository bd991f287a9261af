//! Owns finding files and folders by path: exact, joined, by suffix, nearest; owns no language's rule of where to look.

use std::hash::BuildHasher;

use graphicle_engine::folders::{Folders, folder_of, name_of};
use graphicle_engine::id::{FileId, FolderId};
use hashbrown::{DefaultHashBuilder, HashTable};

use crate::LinkFile;
use crate::index::id;

/// No folder, no manifest.
pub(crate) const NONE: u32 = u32::MAX;

/// The files and folders of a project by path.
#[derive(Debug)]
pub(crate) struct Paths<'a> {
    files: &'a [LinkFile<'a>],
    folders: &'a Folders,
    by_path: HashTable<u32>,
    by_folder: HashTable<u32>,
    hasher: DefaultHashBuilder,
    folder_of_file: Vec<FolderId>,
    parent: Vec<u32>,
    by_name: Vec<u32>,
}

impl<'a> Paths<'a> {
    /// Returns the index. `by_suffix` says which files can be found by the end of their path.
    pub(crate) fn new(
        files: &'a [LinkFile<'a>],
        folders: &'a Folders,
        by_suffix: impl Fn(&LinkFile<'a>) -> bool,
    ) -> Self {
        let hasher = DefaultHashBuilder::default();
        let file_at = |at: u32| files.get(at as usize).map_or("", |file| file.path);
        let folder_at = |at: u32| folders.paths().get(at as usize).map_or("", String::as_str);
        let mut by_path = HashTable::with_capacity(files.len());
        for at in 0..id(files.len()) {
            by_path.insert_unique(hasher.hash_one(file_at(at)), at, |at| hasher.hash_one(file_at(*at)));
        }
        let mut by_folder = HashTable::with_capacity(folders.paths().len());
        for at in 0..id(folders.paths().len()) {
            by_folder.insert_unique(hasher.hash_one(folder_at(at)), at, |at| hasher.hash_one(folder_at(*at)));
        }
        let mut by_name: Vec<u32> =
            (0..id(files.len())).filter(|at| files.get(*at as usize).is_some_and(&by_suffix)).collect();
        by_name.sort_by_key(|at| name_of(file_at(*at)));
        let mut paths = Self {
            files,
            folders,
            by_path,
            by_folder,
            hasher,
            folder_of_file: Vec::new(),
            parent: Vec::new(),
            by_name,
        };
        paths.folder_of_file =
            files.iter().map(|file| paths.folder(folder_of(file.path)).unwrap_or(FolderId(0))).collect();
        paths.parent = folders
            .paths()
            .iter()
            .map(|path| if path.is_empty() { NONE } else { paths.folder(folder_of(path)).map_or(NONE, |f| f.0) })
            .collect();
        paths
    }

    /// Returns the file with this path.
    pub(crate) fn file(&self, path: &str) -> Option<FileId> {
        let same = |at: &u32| self.files.get(*at as usize).is_some_and(|file| file.path == path);
        self.by_path.find(self.hasher.hash_one(path), same).map(|at| FileId(*at))
    }

    /// Returns the folder with this path, empty for the root.
    pub(crate) fn folder(&self, path: &str) -> Option<FolderId> {
        let same = |at: &u32| self.folders.paths().get(*at as usize).is_some_and(|known| known == path);
        self.by_folder.find(self.hasher.hash_one(path), same).map(|at| FolderId(*at))
    }

    /// Returns a folder's path.
    pub(crate) fn folder_path(&self, folder: FolderId) -> &'a str {
        self.folders.paths().get(folder.index()).map_or("", String::as_str)
    }

    /// Returns a file's path.
    pub(crate) fn file_path(&self, file: FileId) -> &'a str {
        self.files.get(file.index()).map_or("", |file| file.path)
    }

    /// Returns the folder that a file lies in.
    pub(crate) fn folder_of(&self, file: FileId) -> FolderId {
        self.folder_of_file.get(file.index()).copied().unwrap_or(FolderId(0))
    }

    /// Returns the folder above, or `None` for the root.
    pub(crate) fn parent(&self, folder: FolderId) -> Option<FolderId> {
        self.parent.get(folder.index()).copied().filter(|at| *at != NONE).map(FolderId)
    }

    /// Returns how many folders there are.
    pub(crate) fn folder_count(&self) -> usize {
        self.folders.paths().len()
    }

    /// Returns, for each folder, the value of the nearest folder at or above it that `own` gives one, or [`NONE`].
    pub(crate) fn nearest_above(&self, own: &[(FolderId, u32)]) -> Vec<u32> {
        let mut values = vec![NONE; self.folder_count()];
        // Of two values for one folder the first stands.
        for (folder, value) in own.iter().rev() {
            if let Some(slot) = values.get_mut(folder.index()) {
                *slot = *value;
            }
        }
        // A folder's parent is a prefix of it and so stands before it.
        for at in 0..values.len() {
            let above = self.parent.get(at).and_then(|parent| values.get(*parent as usize)).copied();
            if let (Some(slot), Some(above)) = (values.get_mut(at), above)
                && *slot == NONE
            {
                *slot = above;
            }
        }
        values
    }

    /// Returns the files, among those that can be found so, whose path is `suffix` or ends with it after a `/`, in
    /// byte order of their paths.
    pub(crate) fn with_suffix<'s>(&'s self, suffix: &'s str) -> impl Iterator<Item = FileId> + 's {
        let name = name_of(suffix);
        let start = self.by_name.partition_point(|at| name_of(self.file_path(FileId(*at))) < name);
        self.by_name
            .get(start..)
            .unwrap_or_default()
            .iter()
            .map(|at| FileId(*at))
            .take_while(move |file| name_of(self.file_path(*file)) == name)
            .filter(move |file| {
                let path = self.file_path(*file);
                path.strip_suffix(suffix).is_some_and(|before| before.is_empty() || before.ends_with('/'))
            })
    }

    /// Returns the file found by suffix that is nearest to `from`: most folders in common, then the shortest path, then
    /// the first in byte order.
    pub(crate) fn nearest_with_suffix(&self, from: FileId, suffix: &str) -> Option<FileId> {
        let here = self.file_path(from);
        self.with_suffix(suffix).filter(|file| *file != from).min_by_key(|file| {
            let path = self.file_path(*file);
            (std::cmp::Reverse(common_folders(here, path)), path.len(), *file)
        })
    }
}

/// Returns how many leading folders two paths share.
pub(crate) fn common_folders(a: &str, b: &str) -> usize {
    let shared = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y);
    shared.filter(|(x, _)| *x == b'/').count()
}

/// Returns `relative` seen from `folder`, with `.` and `..` worked out, or `None` when it leads above the root.
pub(crate) fn join(folder: &str, relative: &str) -> Option<String> {
    let mut out = String::with_capacity(folder.len() + relative.len() + 1);
    if !relative.starts_with('/') {
        out.push_str(folder);
    }
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if out.is_empty() {
                    return None;
                }
                out.truncate(folder_of(&out).len());
            }
            part => {
                if !out.is_empty() {
                    out.push('/');
                }
                out.push_str(part);
            }
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joining_works_out_dots_and_stays_inside() {
        assert_eq!(join("a/b", "../c.ts").as_deref(), Some("a/c.ts"));
        assert_eq!(join("a", "./x//y/").as_deref(), Some("a/x/y"));
        assert_eq!(join("", "x").as_deref(), Some("x"));
        assert_eq!(join("a", "/x").as_deref(), Some("x"));
        assert_eq!(join("a", "..").as_deref(), Some(""));
        assert_eq!(join("a", "../../x"), None);
    }

    #[test]
    fn common_folders_count_whole_parts() {
        assert_eq!(common_folders("a/b/c.go", "a/b/d.go"), 2);
        assert_eq!(common_folders("a/bc/x", "a/bd/x"), 1);
        assert_eq!(common_folders("x", "y"), 0);
    }
}
