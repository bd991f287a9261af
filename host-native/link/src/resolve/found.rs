//! Owns what a lookup can give; owns no lookup.

use std::ops::{Deref, DerefMut};

use graphicle_engine::id::{FileId, FolderId, SymbolId};
use smallvec::SmallVec;

use super::holders::Held;
use crate::scopes::ScopeId;

/// Definitions that a name may mean: most often one.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Candidates(SmallVec<[SymbolId; 4]>);

impl Candidates {
    pub(crate) fn of(symbols: &[SymbolId]) -> Self {
        Self(SmallVec::from_slice(symbols))
    }

    pub(crate) fn into_vec(self) -> Vec<SymbolId> {
        self.0.into_vec()
    }
}

impl Clone for Candidates {
    /// Copies the identifiers at once, where the derived way copies one after the other.
    fn clone(&self) -> Self {
        Self::of(&self.0)
    }
}

impl Deref for Candidates {
    type Target = SmallVec<[SymbolId; 4]>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Candidates {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl FromIterator<SymbolId> for Candidates {
    fn from_iter<I: IntoIterator<Item = SymbolId>>(symbols: I) -> Self {
        Self(symbols.into_iter().collect())
    }
}

/// What holds names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entity {
    /// A file that is a module.
    File(FileId),
    /// A folder that is a module without a file of its own.
    Folder(FolderId),
    /// A package or namespace.
    Scope(ScopeId),
}

/// What a name means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    /// Nothing has the name.
    Nothing,
    /// The name is bound, and to something outside of the project or not told.
    Outside,
    /// A module.
    Module(Entity),
    /// One or more definitions.
    Symbols(Candidates),
}

/// Where a lookup found what it found: what evidence is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// In the same file.
    File,
    /// Among the members of the type around the place.
    OwnType,
    /// Among what the type around the place inherits.
    Inherited,
    /// In the same package or namespace, whose files see each other.
    Package,
    /// In a scope that the whole family shares, and includes make it visible.
    Included,
    /// In a scope that the whole family shares, and nothing else speaks for it.
    Shared,
    /// Through an import.
    Import,
    /// By a full path that the code names.
    FullPath,
}

/// What a lookup of a bare name gives.
#[derive(Debug, Clone)]
pub(crate) struct Hit {
    pub(crate) found: Found,
    pub(crate) source: Source,
}

impl Hit {
    pub(crate) const NOTHING: Self = Self { found: Found::Nothing, source: Source::File };
    pub(crate) const OUTSIDE: Self = Self { found: Found::Outside, source: Source::Import };
}

/// A type, as the code tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeRef {
    /// Not told.
    Unknown,
    /// Told, and not of the project.
    Outside,
    /// The type that opens the scope, in so many levels of collections.
    Known(ScopeId, u8),
    /// A type that holds another, itself of the project.
    Held(Held),
}

/// What a name is looked up for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(crate) enum Want {
    /// To call it.
    Call,
    /// As a type, or as a module on the way to one.
    Type,
    /// As whatever it is.
    Any,
}

/// Where a name stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) file: FileId,
    pub(crate) scope: ScopeId,
}

/// What stands before a called or used name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Not told.
    Unknown,
    /// Told, and not of the project.
    Outside,
    /// A module.
    Module(Entity, Source),
    /// A type.
    Type(ScopeId),
    /// A value of a type, in so many levels of collections.
    Value(ScopeId, u8),
    /// A value of a type that holds another.
    Held(Held),
    /// What the type around the place extends.
    Super(ScopeId),
}
