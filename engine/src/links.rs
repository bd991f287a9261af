//! Owns the edges between files and symbols, as the linker hands them over and the snapshot keeps them; owns no rule
//! of how they are found.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::facts::RefKind;
use crate::id::{FileId, FolderId, SymbolId};

/// Where an edge starts: in a symbol's lines, or in a file outside every callable symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Endpoint {
    /// The innermost callable symbol around the place.
    Symbol(SymbolId),
    /// The file's top level.
    File(FileId),
}

/// What an import leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ImportTarget {
    /// One file.
    File(FileId),
    /// The files directly in a folder: a Go or Java package.
    Folder(FolderId),
}

/// Why an edge is believed. The numbers are part of the snapshot's format: they are never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Evidence {
    /// The target is defined in the same file, in a scope that the language looks in first.
    SameFile = 0,
    /// The target is defined in the same package, whose files see each other.
    SamePackage = 1,
    /// An import of the file leads to the target.
    Import = 2,
    /// The receiver's type is told by the code, and the target is its member.
    ReceiverType = 3,
    /// As [`Evidence::ReceiverType`], and the member is inherited, embedded or the one implementation of an interface.
    Inherited = 4,
    /// The project defines the name once, in a language and of a kind that fit.
    UniqueName = 5,
}

impl Evidence {
    /// Every evidence, in the order of its number.
    pub const ALL: [Self; 6] =
        [Self::SameFile, Self::SamePackage, Self::Import, Self::ReceiverType, Self::Inherited, Self::UniqueName];

    /// Returns the evidence with this number, or `None`.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }
}

/// An import that leads to files of the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ImportEdge {
    /// The importing file.
    pub from: FileId,
    /// What it imports.
    pub to: ImportTarget,
    /// The line of the first such import.
    pub line: u32,
}

/// A call whose target is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallEdge {
    /// Who calls.
    pub from: Endpoint,
    /// What is called.
    pub to: SymbolId,
    /// The line of the first such call.
    pub line: u32,
    /// Why the target is believed.
    pub evidence: Evidence,
}

/// A call that may mean any of several definitions.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AmbiguousCall {
    /// Who calls.
    pub from: Endpoint,
    /// The line of the first such call.
    pub line: u32,
    /// What it may mean, at least two, at most 8, in order of their identifiers.
    pub candidates: Vec<SymbolId>,
}

/// A use of a definition other than by a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReferenceEdge {
    /// Who uses it.
    pub from: Endpoint,
    /// What is used.
    pub to: SymbolId,
    /// The line of the first such use.
    pub line: u32,
    /// What for.
    pub kind: RefKind,
}

/// Every edge of a project. Each list is sorted by its fields in their order and holds no pair (`from`, `to`) twice
/// (references: no triple with `kind`); the entry kept is the one with the smallest line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Links {
    /// Imports.
    pub imports: Vec<ImportEdge>,
    /// Calls whose target is known.
    pub calls: Vec<CallEdge>,
    /// Calls that stay ambiguous.
    pub ambiguous: Vec<AmbiguousCall>,
    /// Other uses whose target is known.
    pub references: Vec<ReferenceEdge>,
}
