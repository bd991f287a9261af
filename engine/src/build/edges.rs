//! Owns laying out edges by file in both directions, as [`crate::snapshot`]'s `edges` reads them.
//!
//! By file of the caller: for each edge the distance of the place (0 the file's top level, then its symbols) to the
//! edge before, the signed distance of the target to the target before, the line, and one byte of evidence or kind.
//! By file of the target: the distance of the target's place in its file to the edge before, the signed distance of
//! the source's number to the one before, the line, and the same byte. All are varints but the byte.

use alloc::vec;
use alloc::vec::Vec;

use super::input::BuildError;
use super::symbols::SymbolStarts;
use crate::folders::Folders;
use crate::id::{FileId, SymbolId};
use crate::links::{AmbiguousCall, Endpoint, ImportEdge, ImportTarget, Links};
use crate::snapshot::{Mark, endpoint_code};
use crate::wire::{put_signed, put_u32, put_varint};

/// An edge with its mark's byte.
#[derive(Debug, Clone, Copy)]
struct Edge {
    from: Endpoint,
    to: SymbolId,
    line: u32,
    mark: u8,
}

impl Edge {
    fn new(from: Endpoint, to: SymbolId, line: u32, mark: impl Mark) -> Self {
        Self { from, to, line, mark: mark.code() }
    }
}

/// The sections of all edges.
#[derive(Debug)]
pub struct Edges {
    /// Calls, sure and ambiguous.
    pub calls: Calls,
    /// References.
    pub references: References,
    /// Imports.
    pub imports: Imports,
}

/// The sections of calls.
#[derive(Debug)]
pub struct Calls {
    pub(crate) n: u32,
    pub(crate) n_ambiguous: u32,
    pub(crate) out: Vec<u8>,
    pub(crate) incoming: Vec<u8>,
    pub(crate) ambiguous: Vec<u8>,
}

/// The sections of references.
#[derive(Debug)]
pub struct References {
    pub(crate) n: u32,
    pub(crate) out: Vec<u8>,
    pub(crate) incoming: Vec<u8>,
}

/// The sections of imports.
#[derive(Debug)]
pub struct Imports {
    pub(crate) n: u32,
    pub(crate) out: Vec<u8>,
    pub(crate) incoming: Vec<u8>,
}

/// Lays out calls.
pub fn calls(links: &Links, starts: &SymbolStarts) -> Result<Calls, BuildError> {
    let edges: Vec<Edge> = links.calls.iter().map(|e| Edge::new(e.from, e.to, e.line, e.evidence)).collect();
    Ok(Calls {
        n: count(edges.len())?,
        n_ambiguous: count(links.ambiguous.len())?,
        out: outgoing(&edges, starts),
        incoming: incoming(&edges, starts),
        ambiguous: ambiguous(&links.ambiguous, starts),
    })
}

/// Lays out references.
pub fn references(links: &Links, starts: &SymbolStarts) -> Result<References, BuildError> {
    let edges: Vec<Edge> = links.references.iter().map(|e| Edge::new(e.from, e.to, e.line, e.kind)).collect();
    Ok(References { n: count(edges.len())?, out: outgoing(&edges, starts), incoming: incoming(&edges, starts) })
}

/// Lays out imports.
pub fn imports(links: &Links, starts: &SymbolStarts, folders: &Folders) -> Result<Imports, BuildError> {
    let n_files = starts.n_files();
    Ok(Imports {
        n: count(links.imports.len())?,
        out: imports_out(&links.imports, n_files),
        incoming: imports_in(&links.imports, n_files, folders.paths().len()),
    })
}

fn count(n: usize) -> Result<u32, BuildError> {
    u32::try_from(n).map_err(|_| BuildError::TooLarge(u32::MAX))
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

/// Writes parts for `n` owners: `put` gets each owner's items in the order given. Items of others are left out.
fn by_owner<T: Copy>(
    n: usize,
    items: &[T],
    owner: impl Fn(&T) -> usize,
    mut put: impl FnMut(&mut Vec<u8>, usize, &mut [T]),
) -> Vec<u8> {
    let mut ends = vec![0_usize; n];
    for item in items {
        if let Some(count) = ends.get_mut(owner(item)) {
            *count += 1;
        }
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += core::mem::replace(end, sum);
    }
    // Each owner's entry is where its next item goes, and at last where its items end.
    let mut grouped = items.to_vec();
    for item in items {
        if let Some(at) = ends.get_mut(owner(item))
            && let Some(slot) = grouped.get_mut(*at)
        {
            *slot = *item;
            *at += 1;
        }
    }
    let mut section = ByFile::new();
    let mut start = 0;
    for (at, &end) in ends.iter().enumerate() {
        section.open();
        put(&mut section.data, at, grouped.get_mut(start..end).unwrap_or(&mut []));
        start = end;
    }
    section.finish()
}

/// Returns the section of edges by the file they start in.
fn outgoing(edges: &[Edge], starts: &SymbolStarts) -> Vec<u8> {
    let file_of = |edge: &Edge| starts.place(edge.from).0;
    by_owner(starts.n_files(), edges, file_of, |data, _, own| {
        let place_of = |edge: &Edge| starts.place(edge.from).1;
        own.sort_unstable_by_key(|edge| (place_of(edge), edge.to, edge.mark, edge.line));
        let (mut last_place, mut last_to) = (0, 0);
        for edge in own {
            let place = place_of(edge);
            put_varint(data, place - last_place);
            put_signed(data, i64::from(edge.to.0) - last_to);
            put_varint(data, edge.line);
            data.push(edge.mark);
            last_place = place;
            last_to = i64::from(edge.to.0);
        }
    })
}

/// Returns the section of edges by the file of their target.
fn incoming(edges: &[Edge], starts: &SymbolStarts) -> Vec<u8> {
    let file_of = |edge: &Edge| starts.file_of(edge.to);
    by_owner(starts.n_files(), edges, file_of, |data, file, own| {
        own.sort_unstable_by_key(|edge| (edge.to, endpoint_code(edge.from), edge.mark, edge.line));
        let (mut last_to, mut last_from) = (0, 0);
        for edge in own {
            let (place, from) = (edge.to.0 - starts.start(file), endpoint_code(edge.from));
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
fn ambiguous(calls: &[AmbiguousCall], starts: &SymbolStarts) -> Vec<u8> {
    let calls: Vec<&AmbiguousCall> = calls.iter().collect();
    let file_of = |call: &&AmbiguousCall| starts.place(call.from).0;
    by_owner(starts.n_files(), &calls, file_of, |data, _, own| {
        own.sort_unstable_by_key(|call| (starts.place(call.from).1, *call));
        let mut last_place = 0;
        for call in own {
            let place = starts.place(call.from).1;
            put_varint(data, place - last_place);
            last_place = place;
            put_varint(data, call.line);
            put_varint(data, u32::try_from(call.candidates.len()).unwrap_or(u32::MAX));
            let mut last = 0;
            for candidate in &call.candidates {
                put_varint(data, candidate.0.saturating_sub(last));
                last = candidate.0;
            }
        }
    })
}

/// Returns a target's number: files even, folders odd.
fn target_code(target: ImportTarget) -> u32 {
    match target {
        ImportTarget::File(id) => id.0 * 2,
        ImportTarget::Folder(id) => id.0 * 2 + 1,
    }
}

/// Returns the section of imports by the importing file: for each the target's number and the line.
fn imports_out(imports: &[ImportEdge], n_files: usize) -> Vec<u8> {
    let edges: Vec<(FileId, u32, u32)> =
        imports.iter().map(|edge| (edge.from, target_code(edge.to), edge.line)).collect();
    by_owner(
        n_files,
        &edges,
        |edge| edge.0.index(),
        |data, _, own| {
            own.sort_unstable();
            for (_, target, line) in own {
                put_varint(data, *target);
                put_varint(data, *line);
            }
        },
    )
}

/// Returns the section of imports by the imported file, then by the imported folder: for each the importing file and
/// the line.
fn imports_in(imports: &[ImportEdge], n_files: usize, n_folders: usize) -> Vec<u8> {
    let edges: Vec<(usize, FileId, u32)> = imports
        .iter()
        .map(|edge| match edge.to {
            ImportTarget::File(id) => (id.index(), edge.from, edge.line),
            ImportTarget::Folder(id) => (n_files + id.index(), edge.from, edge.line),
        })
        .collect();
    by_owner(
        n_files + n_folders,
        &edges,
        |edge| edge.0,
        |data, _, own| {
            own.sort_unstable();
            for (_, from, line) in own {
                put_varint(data, from.0);
                put_varint(data, *line);
            }
        },
    )
}
