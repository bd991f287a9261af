//! Owns laying out edges by file in both directions, as [`crate::snapshot`]'s `edges` reads them.
//!
//! By file of the caller: for each edge the distance of the place (0 the file's top level, then its symbols) to the
//! edge before, the signed distance of the target to the target before, the line, and one byte of evidence or kind.
//! By file of the target: the distance of the target's place in its file to the edge before, the signed distance of
//! the source's number to the one before, the line, and the same byte. All are varints but the byte.

use alloc::vec::Vec;

use crate::id::{FileId, SymbolId};
use crate::links::{AmbiguousCall, Endpoint, ImportEdge, ImportTarget};
use crate::snapshot::{Mark, endpoint_code};
use crate::wire::{put_signed, put_u32, put_varint};

/// An edge with its mark's byte.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edge {
    pub(crate) from: Endpoint,
    pub(crate) to: SymbolId,
    pub(crate) line: u32,
    pub(crate) mark: u8,
}

impl Edge {
    pub(crate) fn new(from: Endpoint, to: SymbolId, line: u32, mark: impl Mark) -> Self {
        Self { from, to, line, mark: mark.code() }
    }
}

/// Where each file's symbols start; one entry more for the end.
#[derive(Debug, Clone)]
pub(crate) struct SymbolStarts(pub(crate) Vec<u32>);

impl SymbolStarts {
    fn n_files(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    fn start(&self, file: usize) -> u32 {
        self.0.get(file).copied().unwrap_or(0)
    }

    /// Returns the file that a symbol belongs to.
    fn file_of(&self, symbol: SymbolId) -> usize {
        self.0.partition_point(|&start| start <= symbol.0).saturating_sub(1)
    }

    /// Returns the file of an endpoint, and the endpoint's place in it: 0 for the top level, then the symbols.
    fn place(&self, endpoint: Endpoint) -> (usize, u32) {
        match endpoint {
            Endpoint::File(id) => (id.index(), 0),
            Endpoint::Symbol(id) => {
                let file = self.file_of(id);
                (file, id.0 - self.start(file) + 1)
            }
        }
    }
}

/// Collects the parts of a section by file.
struct ByFile {
    offsets: Vec<u8>,
    data: Vec<u8>,
}

impl ByFile {
    fn new() -> Self {
        Self { offsets: Vec::new(), data: Vec::new() }
    }

    /// Opens the next part.
    fn open(&mut self) {
        put_u32(&mut self.offsets, u32::try_from(self.data.len()).unwrap_or(u32::MAX));
    }

    fn finish(mut self) -> Vec<u8> {
        self.open();
        self.offsets.extend_from_slice(&self.data);
        self.offsets
    }
}

/// Writes parts for `n` owners from items that are sorted by owner.
fn by_owner<T>(n: usize, items: &[T], owner: impl Fn(&T) -> usize, mut put: impl FnMut(&mut Vec<u8>, &[T])) -> Vec<u8> {
    let mut section = ByFile::new();
    let mut rest = items;
    for at in 0..n {
        section.open();
        let end = rest.partition_point(|item| owner(item) <= at);
        let (own, others) = rest.split_at_checked(end).unwrap_or((rest, &[]));
        put(&mut section.data, own);
        rest = others;
    }
    section.finish()
}

/// Returns the section of edges by the file they start in.
pub(crate) fn outgoing(edges: &[Edge], starts: &SymbolStarts) -> Vec<u8> {
    let mut placed: Vec<(usize, u32, Edge)> = edges
        .iter()
        .map(|edge| {
            let (file, place) = starts.place(edge.from);
            (file, place, *edge)
        })
        .collect();
    placed.sort_unstable_by_key(|&(file, place, edge)| (file, place, edge.to, edge.mark, edge.line));
    by_owner(
        starts.n_files(),
        &placed,
        |edge| edge.0,
        |data, own| {
            let (mut last_place, mut last_to) = (0, 0);
            for &(_, place, edge) in own {
                put_varint(data, place - last_place);
                put_signed(data, i64::from(edge.to.0) - last_to);
                put_varint(data, edge.line);
                data.push(edge.mark);
                last_place = place;
                last_to = i64::from(edge.to.0);
            }
        },
    )
}

/// Returns the section of edges by the file of their target.
pub(crate) fn incoming(edges: &[Edge], starts: &SymbolStarts) -> Vec<u8> {
    let mut sorted: Vec<(SymbolId, i64, Edge)> =
        edges.iter().map(|edge| (edge.to, endpoint_code(edge.from), *edge)).collect();
    sorted.sort_unstable_by_key(|&(to, from, edge)| (to, from, edge.mark, edge.line));
    let file_of = |edge: &(SymbolId, i64, Edge)| starts.file_of(edge.0);
    let mut file = 0;
    by_owner(starts.n_files(), &sorted, file_of, |data, own| {
        let (mut last_to, mut last_from) = (0, 0);
        let first = starts.start(file);
        file += 1;
        for &(to, from, edge) in own {
            let place = to.0 - first;
            put_varint(data, place - last_to);
            put_signed(data, from - last_from);
            put_varint(data, edge.line);
            data.push(edge.mark);
            last_to = place;
            last_from = from;
        }
    })
}

/// Returns the section of ambiguous calls by the calling file: for each the distance of the place to the call before,
/// the line, the number of candidates, and their distances.
pub(crate) fn ambiguous(calls: &[AmbiguousCall], starts: &SymbolStarts) -> Vec<u8> {
    let mut placed: Vec<(usize, u32, &AmbiguousCall)> = calls
        .iter()
        .map(|call| {
            let (file, place) = starts.place(call.from);
            (file, place, call)
        })
        .collect();
    placed.sort_unstable();
    by_owner(
        starts.n_files(),
        &placed,
        |call| call.0,
        |data, own| {
            let mut last_place = 0;
            for (_, place, call) in own {
                put_varint(data, place - last_place);
                last_place = *place;
                put_varint(data, call.line);
                put_varint(data, u32::try_from(call.candidates.len()).unwrap_or(u32::MAX));
                let mut last = 0;
                for candidate in &call.candidates {
                    put_varint(data, candidate.0.saturating_sub(last));
                    last = candidate.0;
                }
            }
        },
    )
}

/// Returns a target's number: files even, folders odd.
fn target_code(target: ImportTarget) -> u32 {
    match target {
        ImportTarget::File(id) => id.0 * 2,
        ImportTarget::Folder(id) => id.0 * 2 + 1,
    }
}

/// Returns the section of imports by the importing file: for each the target's number and the line.
pub(crate) fn imports_out(imports: &[ImportEdge], n_files: usize) -> Vec<u8> {
    let mut sorted: Vec<(FileId, u32, u32)> =
        imports.iter().map(|edge| (edge.from, target_code(edge.to), edge.line)).collect();
    sorted.sort_unstable();
    by_owner(
        n_files,
        &sorted,
        |edge| edge.0.index(),
        |data, own| {
            for &(_, target, line) in own {
                put_varint(data, target);
                put_varint(data, line);
            }
        },
    )
}

/// Returns the section of imports by the imported file, then by the imported folder: for each the importing file and
/// the line.
pub(crate) fn imports_in(imports: &[ImportEdge], n_files: usize, n_folders: usize) -> Vec<u8> {
    let mut sorted: Vec<(usize, FileId, u32)> = imports
        .iter()
        .map(|edge| match edge.to {
            ImportTarget::File(id) => (id.index(), edge.from, edge.line),
            ImportTarget::Folder(id) => (n_files + id.index(), edge.from, edge.line),
        })
        .collect();
    sorted.sort_unstable();
    by_owner(
        n_files + n_folders,
        &sorted,
        |edge| edge.0,
        |data, own| {
            for &(_, from, line) in own {
                put_varint(data, from.0);
                put_varint(data, line);
            }
        },
    )
}
