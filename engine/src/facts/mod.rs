//! Owns what extraction says of one file: its symbols, calls, references, imports and manifest entries, as plain
//! data that borrows its names from the bytes it was decoded from. It owns neither parsing (the extraction crate)
//! nor resolving names to other files (the link crate).
//!
//! Every name is an index into the file's own [`Names`]; nothing in here knows another file.

mod call;
mod import;
mod manifest;
mod names;
mod symbol;

pub use call::{Call, CallKind, Receiver, RefKind, Reference, Root, Step};
pub use import::{Binding, Import, ImportKind};
pub use manifest::{Manifest, PathMapping, Replacement};
pub use names::{Name, Names, NamesBuilder};
pub use symbol::{Params, Symbol, SymbolFlags, SymbolIdx, SymbolKind};

use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use crate::span::LineRange;

/// Why a file has the symbols it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Outcome {
    /// The language has no grammar here, or the file is prose or data without one.
    #[default]
    NoGrammar,
    /// The whole file was parsed.
    Parsed,
    /// The file was parsed, and parts of it were not understood; symbols outside these parts are there.
    ParsedWithErrors,
    /// The file is larger than the parser is given.
    TooLarge,
    /// The parser used up its allowance of steps.
    OutOfSteps,
    /// The syntax tree is nested deeper than extraction follows.
    TooDeep,
    /// The parser's process ended on this file.
    ParserCrashed,
}

/// What extraction says of one file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FileFacts<'a> {
    /// How the parse went.
    pub outcome: Outcome,
    /// The names that everything below points into.
    #[serde(borrow)]
    pub names: Names<'a>,
    /// The package, namespace or module that the file declares itself, dotted ("com.acme.store", "store").
    pub package: Option<Name>,
    /// The lines of the comment or docstring that documents the whole file or its package.
    pub module_doc: Option<LineRange>,
    /// The definitions, in order of their first line, then of their first column.
    pub symbols: Vec<Symbol>,
    /// The imports, in order of their line.
    pub imports: Vec<Import>,
    /// The calls, in order of their place in the text.
    pub calls: Vec<Call>,
    /// The names used other than as a callee, one entry for each distinct (symbol, name, receiver, kind).
    pub references: Vec<Reference>,
    /// What a build file says that resolving imports needs.
    pub manifest: Option<Manifest>,
}

impl FileFacts<'_> {
    /// Returns the facts of a file that was not parsed, for the reason given.
    pub fn without_symbols(outcome: Outcome) -> Self {
        Self { outcome, ..Self::default() }
    }

    /// Returns the facts as postcard bytes, or `None` when a count does not fit the format.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        postcard::to_allocvec(self).ok()
    }
}

/// Returns the facts that `bytes` hold, borrowing their names, or `None` when the bytes are not facts.
pub fn from_bytes(bytes: &[u8]) -> Option<FileFacts<'_>> {
    postcard::from_bytes(bytes).ok()
}
