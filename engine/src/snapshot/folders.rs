//! Owns reading the folder table.

use crate::id::{FileId, FolderId};
use crate::wire::u32_at;

use super::rows::{FolderRow, some};
use super::{Section, Snapshot};

/// A folder of the snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Folder<'a> {
    /// Its identifier.
    pub id: FolderId,
    /// Its path from the project's root, empty for the root.
    pub path: &'a str,
    /// The folder around it; `None` for the root.
    pub parent: Option<FolderId>,
    /// The file that says what it is for (a README, a package's comment); `None` where none does.
    pub purpose_file: Option<FileId>,
    /// Its files' places in the list of files by folder: the first, and one behind the last.
    files: (u32, u32),
}

impl<'a> Snapshot<'a> {
    /// Returns a folder, or `None` where there is none with this identifier or its row is damaged.
    pub fn folder(&self, id: FolderId) -> Option<Folder<'a>> {
        if id.0 >= self.meta().folders {
            return None;
        }
        let table = self.section(Section::Folders);
        let row = FolderRow::read(table, id.0)?;
        let end = match id.0 + 1 {
            next if next < self.meta().folders => FolderRow::read(table, next)?.first_file,
            _ => self.meta().files,
        };
        Some(Folder {
            id,
            path: self.path_slice(row.path_start, row.path_len)?,
            parent: some(row.parent).map(FolderId),
            purpose_file: some(row.purpose_file).map(FileId),
            files: (row.first_file, end),
        })
        .filter(|folder| folder.files.0 <= end && end <= self.meta().files)
    }

    /// Returns the folders in byte order of their paths; damaged rows are left out.
    pub fn folders(&self) -> impl Iterator<Item = Folder<'a>> + '_ {
        (0..self.meta().folders).filter_map(|id| self.folder(FolderId(id)))
    }

    /// Returns the files directly in a folder, in byte order of their paths.
    pub fn files_in(&self, folder: &Folder<'_>) -> impl Iterator<Item = FileId> + 'a {
        let list = self
            .section(Section::Folders)
            .get((self.meta().folders as usize).saturating_mul(FolderRow::LEN)..)
            .unwrap_or(&[]);
        let n_files = self.meta().files;
        (folder.files.0..folder.files.1)
            .map_while(move |at| u32_at(list, at as usize * 4))
            .filter(move |&id| id < n_files)
            .map(FileId)
    }

    /// Returns the folder with this path, or `None`.
    pub fn find_folder(&self, path: &str) -> Option<FolderId> {
        let (mut low, mut high) = (0, self.meta().folders);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.folder(FolderId(middle))?.path.cmp(path) {
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Equal => return Some(FolderId(middle)),
                core::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}
