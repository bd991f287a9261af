//! Owns how connected files and symbols are: how many places outside of a file use it. It owns no order of them beyond
//! that count.

use alloc::vec;
use alloc::vec::Vec;

use super::filter::Filter;
use super::source::Source;
use crate::id::{FileId, SymbolId};
use crate::links::{Endpoint, ImportTarget};
use crate::role::Roles;
use crate::snapshot::{File, Snapshot};

/// Returns all files of a snapshot, those first that a reader of the repository needs most: by their connections and
/// what kind of file each is; of equals the first by path.
pub fn by_connections(snapshot: &Snapshot<'_>) -> Vec<FileId> {
    let source = Source::new(snapshot, &Filter::default());
    let connections = Connections::of(&source);
    let mut files: Vec<(u64, FileId)> = source.files().map(|file| (connections.weight(file), file.id)).collect();
    files.sort_unstable_by_key(|&(weight, id)| (core::cmp::Reverse(weight), id));
    files.into_iter().map(|(_, id)| id).collect()
}

/// How often files and symbols are used from other files.
#[derive(Debug)]
pub(super) struct Connections {
    files: Vec<u32>,
    symbols: Vec<u32>,
}

impl Connections {
    /// Counts every call, reference and import that comes from another file.
    pub(super) fn of(source: &Source<'_>) -> Self {
        let meta = source.snapshot.meta();
        let mut own = Self { files: vec![0; meta.files as usize], symbols: vec![0; meta.symbols as usize] };
        for file in source.files() {
            own.count(source, file);
        }
        own
    }

    fn count(&mut self, source: &Source<'_>, file: &File<'_>) {
        let mut sum = u32::try_from(source.snapshot.imports_to(ImportTarget::File(file.id)).len()).unwrap_or(u32::MAX);
        let mut add = |from: Endpoint, to: SymbolId| {
            let is_outside = match from {
                Endpoint::File(id) => id != file.id,
                Endpoint::Symbol(id) => id < file.symbols.0 || file.symbols.1 <= id,
            };
            if is_outside {
                sum = sum.saturating_add(1);
                if let Some(count) = self.symbols.get_mut(to.index()) {
                    *count += 1;
                }
            }
        };
        for edge in source.snapshot.calls_to(file) {
            add(edge.from, edge.to);
        }
        for edge in source.snapshot.references_to(file) {
            add(edge.from, edge.to);
        }
        if let Some(count) = self.files.get_mut(file.id.index()) {
            *count = sum;
        }
    }

    /// Returns how many places outside of a file use it.
    pub(super) fn of_file(&self, id: FileId) -> u32 {
        self.files.get(id.index()).copied().unwrap_or(0)
    }

    /// Returns how many places outside of its file use a symbol.
    pub(super) fn of_symbol(&self, id: SymbolId) -> u32 {
        self.symbols.get(id.index()).copied().unwrap_or(0)
    }

    /// Returns what a file's connections say of its worth to a reader of the repository: tests and examples, and what
    /// nobody wrote by hand, count less.
    pub(super) fn weight(&self, file: &File<'_>) -> u64 {
        let mut thousandths = 1000_u64;
        for (role, factor) in [
            (Roles::TEST.with(Roles::EXAMPLE), 100),
            (Roles::GENERATED.with(Roles::MINIFIED).with(Roles::LOCK).with(Roles::DATA), 50),
            (Roles::VENDORED, 100),
        ] {
            if file.roles.has_any(role) {
                thousandths = thousandths * factor / 1000;
            }
        }
        if !file.language.is_code() {
            thousandths /= 4;
        }
        u64::from(self.of_file(file.id)) * thousandths
    }
}
