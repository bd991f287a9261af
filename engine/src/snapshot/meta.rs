//! Owns the totals of a snapshot; owns no table that they count.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::language::Language;

/// What the files of one language add up to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguageTotals {
    /// The language.
    pub language: Language,
    /// Files.
    pub files: u32,
    /// Lines.
    pub lines: u64,
    /// Bytes of text.
    pub bytes: u64,
}

/// The totals of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Meta {
    /// Files.
    pub files: u32,
    /// Folders, the root among them.
    pub folders: u32,
    /// Blocks of text.
    pub blocks: u32,
    /// Passages.
    pub passages: u32,
    /// Symbols.
    pub symbols: u32,
    /// Terms in all passages' texts: divided by `passages`, the mean length that ranking compares with.
    pub words: u64,
    /// Terms in all paths.
    pub path_words: u64,
    /// Bytes of text.
    pub text_bytes: u64,
    /// Calls whose target is known.
    pub calls: u32,
    /// Calls that stay ambiguous.
    pub ambiguous: u32,
    /// References whose target is known.
    pub references: u32,
    /// Imports that lead to files of the project.
    pub imports: u32,
    /// Totals by language, in the order of the languages' numbers, those without files left out.
    pub languages: Vec<LanguageTotals>,
}
