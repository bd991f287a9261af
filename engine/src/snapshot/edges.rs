//! Owns reading edges: calls, ambiguous calls, references and imports, in both directions.
//!
//! Form: by file (imports' second direction: by file, then by folder) the offset of its part (`u32`), one more for the
//! end, then the parts. Edges inside a part are sorted; each field is the distance to the edge before it where that
//! pays (see `build::edges`, which writes them).

use alloc::vec::Vec;

use super::{File, Section, Snapshot};
use crate::facts::RefKind;
use crate::id::{FileId, FolderId, SymbolId};
use crate::links::{Endpoint, Evidence, ImportTarget};
use crate::wire::Cursor;

/// An edge from a place in the file at hand to a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct OutgoingEdge<M> {
    /// Who calls or refers.
    pub from: Endpoint,
    /// What is called or referred to.
    pub to: SymbolId,
    /// The line of the first such use, in the file of `from`.
    pub line: u32,
    /// The evidence of a call, the kind of a reference.
    pub mark: M,
}

/// An edge from any place to a symbol of the file at hand.
pub type IncomingEdge<M> = OutgoingEdge<M>;

/// A call that may mean any of several symbols.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AmbiguousEdge {
    /// Who calls.
    pub from: Endpoint,
    /// The line of the first such call.
    pub line: u32,
    /// What it may mean.
    pub candidates: Vec<SymbolId>,
}

/// What an edge carries beside its ends and its line.
pub(crate) trait Mark: Copy {
    fn of_code(code: u8) -> Option<Self>;
    fn code(self) -> u8;
}

impl Mark for Evidence {
    fn of_code(code: u8) -> Option<Self> {
        Self::from_code(code)
    }

    fn code(self) -> u8 {
        self as u8
    }
}

impl Mark for RefKind {
    fn of_code(code: u8) -> Option<Self> {
        [Self::Type, Self::Value, Self::Base].get(usize::from(code)).copied()
    }

    fn code(self) -> u8 {
        match self {
            Self::Type => 0,
            Self::Value => 1,
            Self::Base => 2,
        }
    }
}

/// Returns an endpoint's number in incoming edges: symbols even, files odd.
pub(crate) fn endpoint_code(endpoint: Endpoint) -> i64 {
    match endpoint {
        Endpoint::Symbol(id) => i64::from(id.0) * 2,
        Endpoint::File(id) => i64::from(id.0) * 2 + 1,
    }
}

impl Snapshot<'_> {
    /// Returns the calls that a file makes, sorted by caller, then target; those before damaged bytes.
    pub fn calls_from(&self, file: &File<'_>) -> Vec<OutgoingEdge<Evidence>> {
        self.outgoing(Section::CallsOut, file)
    }

    /// Returns the calls to a file's symbols, sorted by target, then caller; those before damaged bytes.
    pub fn calls_to(&self, file: &File<'_>) -> Vec<IncomingEdge<Evidence>> {
        self.incoming(Section::CallsIn, file)
    }

    /// Returns the references that a file makes, sorted by place, then target; those before damaged bytes.
    pub fn references_from(&self, file: &File<'_>) -> Vec<OutgoingEdge<RefKind>> {
        self.outgoing(Section::ReferencesOut, file)
    }

    /// Returns the references to a file's symbols, sorted by target, then place; those before damaged bytes.
    pub fn references_to(&self, file: &File<'_>) -> Vec<IncomingEdge<RefKind>> {
        self.incoming(Section::ReferencesIn, file)
    }

    /// Returns the ambiguous calls that a file makes; those before damaged bytes.
    pub fn ambiguous_from(&self, file: &File<'_>) -> Vec<AmbiguousEdge> {
        let mut edges = Vec::new();
        let Some(mut cursor) = self.by_file(Section::Ambiguous, file.id.0, self.meta().files) else { return edges };
        let mut from = 0;
        while !cursor.is_empty() {
            let Some(edge) = self.ambiguous(&mut cursor, file, &mut from) else { break };
            edges.push(edge);
        }
        edges
    }

    /// Returns what a file imports, with the line; those before damaged bytes.
    pub fn imports_from(&self, file: &File<'_>) -> Vec<(ImportTarget, u32)> {
        let mut imports = Vec::new();
        let Some(mut cursor) = self.by_file(Section::ImportsOut, file.id.0, self.meta().files) else { return imports };
        while let (Some(target), Some(line)) = (cursor.varint(), cursor.varint()) {
            let (number, is_folder) = (target / 2, target % 2 == 1);
            let known = if is_folder { number < self.meta().folders } else { number < self.meta().files };
            if !known {
                break;
            }
            let target =
                if is_folder { ImportTarget::Folder(FolderId(number)) } else { ImportTarget::File(FileId(number)) };
            imports.push((target, line));
        }
        imports
    }

    /// Returns the files that import a file or a folder, with the line; those before damaged bytes.
    pub fn imports_to(&self, target: ImportTarget) -> Vec<(FileId, u32)> {
        let (n_files, n_folders) = (self.meta().files, self.meta().folders);
        let at = match target {
            ImportTarget::File(id) if id.0 < n_files => id.0,
            ImportTarget::Folder(id) if id.0 < n_folders => n_files + id.0,
            _ => return Vec::new(),
        };
        let mut imports = Vec::new();
        let Some(mut cursor) = self.by_file(Section::ImportsIn, at, n_files.saturating_add(n_folders)) else {
            return imports;
        };
        while let (Some(from), Some(line)) = (cursor.varint(), cursor.varint()) {
            if from >= n_files {
                break;
            }
            imports.push((FileId(from), line));
        }
        imports
    }

    fn outgoing<M: Mark>(&self, section: Section, file: &File<'_>) -> Vec<OutgoingEdge<M>> {
        let mut edges = Vec::new();
        let Some(mut cursor) = self.by_file(section, file.id.0, self.meta().files) else { return edges };
        let (mut from, mut to) = (0_u32, 0_i64);
        while !cursor.is_empty() {
            let mut read = || {
                from = from.checked_add(cursor.varint()?)?;
                to = to.checked_add(cursor.signed()?)?;
                let line = cursor.varint()?;
                let mark = M::of_code(cursor.byte()?)?;
                let to = self.known_symbol(u32::try_from(to).ok()?)?;
                Some(OutgoingEdge { from: place(file, from)?, to, line, mark })
            };
            let Some(edge) = read() else { break };
            edges.push(edge);
        }
        edges
    }

    fn incoming<M: Mark>(&self, section: Section, file: &File<'_>) -> Vec<IncomingEdge<M>> {
        let mut edges = Vec::new();
        let Some(mut cursor) = self.by_file(section, file.id.0, self.meta().files) else { return edges };
        let (mut to, mut from) = (0_u32, 0_i64);
        while !cursor.is_empty() {
            let mut read = || {
                to = to.checked_add(cursor.varint()?)?;
                from = from.checked_add(cursor.signed()?)?;
                let line = cursor.varint()?;
                let mark = M::of_code(cursor.byte()?)?;
                let target = file.symbols.0.0.checked_add(to).filter(|&id| id < file.symbols.1.0)?;
                Some(OutgoingEdge { from: self.known_endpoint(from)?, to: SymbolId(target), line, mark })
            };
            let Some(edge) = read() else { break };
            edges.push(edge);
        }
        edges
    }

    fn ambiguous(&self, cursor: &mut Cursor<'_>, file: &File<'_>, from: &mut u32) -> Option<AmbiguousEdge> {
        *from = from.checked_add(cursor.varint()?)?;
        let line = cursor.varint()?;
        let n = cursor.varint()?;
        let mut candidates = Vec::new();
        let mut last = 0_u32;
        for _ in 0..n {
            last = last.checked_add(cursor.varint()?)?;
            candidates.push(self.known_symbol(last)?);
        }
        Some(AmbiguousEdge { from: place(file, *from)?, line, candidates })
    }

    fn known_symbol(&self, id: u32) -> Option<SymbolId> {
        (id < self.meta().symbols).then_some(SymbolId(id))
    }

    fn known_endpoint(&self, code: i64) -> Option<Endpoint> {
        let number = u32::try_from(code / 2).ok()?;
        if code < 0 {
            None
        } else if code % 2 == 0 {
            self.known_symbol(number).map(Endpoint::Symbol)
        } else {
            (number < self.meta().files).then_some(Endpoint::File(FileId(number)))
        }
    }
}

/// Returns the place in a file that a number means: 0 its top level, then its symbols.
fn place(file: &File<'_>, number: u32) -> Option<Endpoint> {
    match number.checked_sub(1) {
        None => Some(Endpoint::File(file.id)),
        Some(at) => {
            let id = file.symbols.0.0.checked_add(at)?;
            (id < file.symbols.1.0).then_some(Endpoint::Symbol(SymbolId(id)))
        }
    }
}
