//! Owns the fixed-size rows of a snapshot's tables, their layout in both directions; owns no table.

use alloc::vec::Vec;

use crate::facts::{Outcome, SymbolFlags, SymbolKind};
use crate::language::Language;
use crate::role::Roles;
use crate::wire::{put_u32, u16_at, u32_at, u64_at};

/// Stands for "none" where a row holds a number of something.
pub const NONE: u32 = u32::MAX;

/// Returns `None` for [`NONE`].
pub const fn some(number: u32) -> Option<u32> {
    if number == NONE { None } else { Some(number) }
}

/// Reads row number `at` of a table of rows of `N` bytes.
fn row<const N: usize>(table: &[u8], at: u32) -> Option<&[u8; N]> {
    let start = (at as usize).checked_mul(N)?;
    table.get(start..start.checked_add(N)?)?.try_into().ok()
}

/// A file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileRow {
    /// Where its path starts in the heap of paths, bytes.
    pub path_start: u32,
    /// Its path's length, bytes.
    pub path_len: u32,
    /// Its folder.
    pub folder: u32,
    /// Its marks.
    pub roles: Roles,
    /// Its language.
    pub language: Language,
    /// How its parse went.
    pub outcome: Outcome,
    /// Its lines.
    pub lines: u32,
    /// Its text's length, bytes of UTF-8.
    pub text_len: u32,
    /// The block that its text starts in.
    pub block: u32,
    /// Where in that block's text it starts, bytes.
    pub offset: u32,
    /// Its first passage.
    pub first_passage: u32,
    /// Its first symbol.
    pub first_symbol: u32,
    /// Its declared package, a string's number or [`NONE`].
    pub package: u32,
    /// What it says its folder is for, a purpose's number or [`NONE`].
    pub purpose: u32,
    /// The start of the SHA-256 of the file's bytes.
    pub hash: [u8; 16],
}

impl FileRow {
    /// Bytes of a row.
    pub const LEN: usize = 64;

    /// Appends the row.
    pub fn put(&self, out: &mut Vec<u8>) {
        put_u32(out, self.path_start);
        put_u32(out, self.path_len);
        put_u32(out, self.folder);
        out.extend_from_slice(&self.roles.0.to_le_bytes());
        out.push(self.language as u8);
        out.push(outcome_code(self.outcome));
        for value in [
            self.lines,
            self.text_len,
            self.block,
            self.offset,
            self.first_passage,
            self.first_symbol,
            self.package,
            self.purpose,
        ] {
            put_u32(out, value);
        }
        out.extend_from_slice(&self.hash);
    }

    /// Reads row number `at`.
    pub fn read(table: &[u8], at: u32) -> Option<Self> {
        let row: &[u8] = row::<{ Self::LEN }>(table, at)?;
        Some(Self {
            path_start: u32_at(row, 0)?,
            path_len: u32_at(row, 4)?,
            folder: u32_at(row, 8)?,
            roles: Roles(u16_at(row, 12)?),
            language: Language::from_code(*row.get(14)?)?,
            outcome: outcome_of(*row.get(15)?)?,
            lines: u32_at(row, 16)?,
            text_len: u32_at(row, 20)?,
            block: u32_at(row, 24)?,
            offset: u32_at(row, 28)?,
            first_passage: u32_at(row, 32)?,
            first_symbol: u32_at(row, 36)?,
            package: u32_at(row, 40)?,
            purpose: u32_at(row, 44)?,
            hash: row.get(48..64)?.try_into().ok()?,
        })
    }

    /// Reads only the first passage of row number `at`.
    pub fn first_passage_of(table: &[u8], at: u32) -> Option<u32> {
        u32_at(row::<{ Self::LEN }>(table, at)?, 32)
    }

    /// Reads only the first symbol of row number `at`.
    pub fn first_symbol_of(table: &[u8], at: u32) -> Option<u32> {
        u32_at(row::<{ Self::LEN }>(table, at)?, 36)
    }
}

const OUTCOMES: [Outcome; 7] = [
    Outcome::NoGrammar,
    Outcome::Parsed,
    Outcome::ParsedWithErrors,
    Outcome::TooLarge,
    Outcome::OutOfSteps,
    Outcome::TooDeep,
    Outcome::ParserCrashed,
];

fn outcome_code(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::NoGrammar => 0,
        Outcome::Parsed => 1,
        Outcome::ParsedWithErrors => 2,
        Outcome::TooLarge => 3,
        Outcome::OutOfSteps => 4,
        Outcome::TooDeep => 5,
        Outcome::ParserCrashed => 6,
    }
}

fn outcome_of(code: u8) -> Option<Outcome> {
    OUTCOMES.get(usize::from(code)).copied()
}

/// A folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FolderRow {
    /// Where its path starts in the heap of paths (it is the start of a file's path), bytes.
    pub path_start: u32,
    /// Its path's length, bytes.
    pub path_len: u32,
    /// The folder around it; [`NONE`] for the root.
    pub parent: u32,
    /// The file that says what it is for; [`NONE`] where none does.
    pub purpose_file: u32,
    /// Its first entry in the list of files by folder.
    pub first_file: u32,
}

impl FolderRow {
    /// Bytes of a row.
    pub const LEN: usize = 20;

    /// Appends the row.
    pub fn put(&self, out: &mut Vec<u8>) {
        for value in [self.path_start, self.path_len, self.parent, self.purpose_file, self.first_file] {
            put_u32(out, value);
        }
    }

    /// Reads row number `at`.
    pub fn read(table: &[u8], at: u32) -> Option<Self> {
        let row: &[u8] = row::<{ Self::LEN }>(table, at)?;
        Some(Self {
            path_start: u32_at(row, 0)?,
            path_len: u32_at(row, 4)?,
            parent: u32_at(row, 8)?,
            purpose_file: u32_at(row, 12)?,
            first_file: u32_at(row, 16)?,
        })
    }
}

/// A block of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockRow {
    /// Where it starts in the text section, bytes.
    pub start: u64,
    /// Its compressed length, bytes.
    pub packed_len: u32,
    /// Its text's length, bytes.
    pub raw_len: u32,
}

impl BlockRow {
    /// Bytes of a row.
    pub const LEN: usize = 16;

    /// Appends the row.
    pub fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.start.to_le_bytes());
        put_u32(out, self.packed_len);
        put_u32(out, self.raw_len);
    }

    /// Reads row number `at`.
    pub fn read(table: &[u8], at: u32) -> Option<Self> {
        let row: &[u8] = row::<{ Self::LEN }>(table, at)?;
        Some(Self { start: u64_at(row, 0)?, packed_len: u32_at(row, 8)?, raw_len: u32_at(row, 12)? })
    }
}

/// A passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassageRow {
    /// The first line, from 1.
    pub start: u32,
    /// The number of lines.
    pub lines: u16,
    /// The number of terms in its text, at most `u16::MAX`.
    pub words: u16,
}

impl PassageRow {
    /// Bytes of a row.
    pub const LEN: usize = 8;

    /// Appends the row.
    pub fn put(&self, out: &mut Vec<u8>) {
        put_u32(out, self.start);
        out.extend_from_slice(&self.lines.to_le_bytes());
        out.extend_from_slice(&self.words.to_le_bytes());
    }

    /// Reads row number `at`.
    pub fn read(table: &[u8], at: u32) -> Option<Self> {
        let row: &[u8] = row::<{ Self::LEN }>(table, at)?;
        Some(Self { start: u32_at(row, 0)?, lines: u16_at(row, 4)?, words: u16_at(row, 6)? })
    }
}

/// What is needed of a symbol most often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SymbolRow {
    /// Its name, a string's number.
    pub name: u32,
    /// Its container, a string's number or [`NONE`].
    pub container: u32,
    /// Its first line.
    pub start: u32,
    /// Its last line.
    pub end: u32,
    /// What it is.
    pub kind: SymbolKind,
    /// Its marks.
    pub flags: SymbolFlags,
}

impl SymbolRow {
    /// Bytes of a row.
    pub const LEN: usize = 18;

    /// Appends the row.
    pub fn put(&self, out: &mut Vec<u8>) {
        for value in [self.name, self.container, self.start, self.end] {
            put_u32(out, value);
        }
        out.push(self.kind as u8);
        out.push(self.flags.0);
    }

    /// Reads row number `at`.
    pub fn read(table: &[u8], at: u32) -> Option<Self> {
        let row: &[u8] = row::<{ Self::LEN }>(table, at)?;
        Some(Self {
            name: u32_at(row, 0)?,
            container: u32_at(row, 4)?,
            start: u32_at(row, 8)?,
            end: u32_at(row, 12)?,
            kind: SymbolKind::from_code(*row.get(16)?)?,
            flags: SymbolFlags(*row.get(17)?),
        })
    }

    /// Reads only the name of row number `at`.
    pub fn name_of(table: &[u8], at: u32) -> Option<u32> {
        u32_at(row::<{ Self::LEN }>(table, at)?, 0)
    }
}
