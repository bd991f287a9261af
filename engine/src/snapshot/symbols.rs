//! Owns reading the symbol table.
//!
//! Form: a row for each symbol, then the symbols' identifiers in order of (name, identifier). What a row does not hold
//! is decoded for a whole file at once from its part of the details section: by file the offset (`u32`), one more for
//! the end, then for each symbol the signed distance from its first line to its name's, its parent plus one, its doc
//! comment (0, or its length, and the signed distance from the first line to the comment's), its type plus one, its
//! bases' number and names, and its parameters (0, or 1, fewest, most).

use alloc::string::String;
use alloc::vec::Vec;

use super::rows::{SymbolRow, some};
use super::{File, Section, Snapshot};
use crate::facts::{Params, SymbolFlags, SymbolKind};
use crate::id::SymbolId;
use crate::span::LineRange;
use crate::wire::{Cursor, u32_at};

/// A symbol of the snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symbol {
    /// Its identifier.
    pub id: SymbolId,
    /// What it is.
    pub kind: SymbolKind,
    /// Its marks.
    pub flags: SymbolFlags,
    /// Its lines, without its doc comment.
    pub lines: LineRange,
    name: u32,
    container: u32,
}

/// What [`Symbol`] does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolDetails {
    /// The line that holds the name.
    pub name_line: u32,
    /// The nearest symbol around it.
    pub parent: Option<SymbolId>,
    /// Its doc comment or docstring.
    pub doc: Option<LineRange>,
    /// Its type, see [`crate::facts::Symbol::ty`].
    pub ty: Option<String>,
    /// What it extends, implements or embeds.
    pub bases: Vec<String>,
    /// Its parameters.
    pub params: Option<Params>,
}

impl Snapshot<'_> {
    /// Returns a symbol, or `None` where there is none with this identifier or its row is damaged.
    pub fn symbol(&self, id: SymbolId) -> Option<Symbol> {
        if id.0 >= self.meta().symbols {
            return None;
        }
        let row = SymbolRow::read(self.section(Section::Symbols), id.0)?;
        Some(Symbol {
            id,
            kind: row.kind,
            flags: row.flags,
            lines: LineRange::new(row.start, row.end),
            name: row.name,
            container: row.container,
        })
    }

    /// Returns a symbol's name.
    pub fn symbol_name(&self, symbol: &Symbol) -> Option<String> {
        self.dictionary(Section::Strings).get(symbol.name)
    }

    /// Returns a symbol's container, or `None` where it has none.
    pub fn symbol_container(&self, symbol: &Symbol) -> Option<String> {
        self.dictionary(Section::Strings).get(some(symbol.container)?)
    }

    /// Returns the symbols with exactly this name, in order of their identifiers.
    pub fn symbols_named(&self, name: &str) -> Vec<SymbolId> {
        let n = self.meta().symbols;
        let table = self.section(Section::Symbols);
        let order = table.get((n as usize).saturating_mul(SymbolRow::LEN)..).unwrap_or(&[]);
        let Some(wanted) = self.dictionary(Section::Strings).find(name) else { return Vec::new() };
        let name_at = |at: u32| -> Option<(u32, u32)> {
            let id = u32_at(order, at as usize * 4)?;
            Some((SymbolRow::name_of(table, id)?, id))
        };
        let (mut low, mut high) = (0, n);
        while low < high {
            let middle = low + (high - low) / 2;
            match name_at(middle) {
                Some((name, _)) if name < wanted => low = middle + 1,
                Some(_) => high = middle,
                None => return Vec::new(),
            }
        }
        (low..n)
            .map_while(name_at)
            .take_while(|&(name, _)| name == wanted)
            .map(|(_, id)| SymbolId(id))
            .filter(|id| id.0 < n)
            .collect()
    }

    /// Returns the details of a file's symbols in order; fewer where their bytes are damaged.
    pub fn symbol_details(&self, file: &File<'_>) -> Vec<SymbolDetails> {
        let (first, end) = (file.symbols.0, file.symbols.1);
        let mut details = Vec::new();
        let Some(mut cursor) = self.by_file(Section::SymbolDetails, file.id.0, self.meta().files) else {
            return details;
        };
        for id in first.0..end.0 {
            let Some(detail) = self.detail(&mut cursor, first, SymbolId(id)) else { break };
            details.push(detail);
        }
        details
    }

    fn detail(&self, cursor: &mut Cursor<'_>, first: SymbolId, id: SymbolId) -> Option<SymbolDetails> {
        let strings = self.dictionary(Section::Strings);
        let start = i64::from(self.symbol(id)?.lines.start);
        let line = |distance: i64| u32::try_from(start.checked_add(distance)?).ok();
        let name_line = line(cursor.signed()?)?;
        let parent = cursor.varint()?.checked_sub(1).and_then(|at| first.0.checked_add(at)).map(SymbolId);
        let doc = match cursor.varint()? {
            0 => None,
            len => {
                let start = line(cursor.signed()?)?;
                Some(LineRange::new(start, start.checked_add(len - 1)?))
            }
        };
        let ty = match cursor.varint()?.checked_sub(1) {
            None => None,
            Some(string) => Some(strings.get(string)?),
        };
        let n_bases = cursor.varint()?;
        let mut bases = Vec::new();
        for _ in 0..n_bases {
            bases.push(strings.get(cursor.varint()?)?);
        }
        let params = match cursor.byte()? {
            0 => None,
            _ => Some(Params { min: cursor.byte()?, max: cursor.byte()? }),
        };
        Some(SymbolDetails { name_line, parent, doc, ty, bases, params })
    }

    /// Returns a file's part of a section that starts with `n` offsets and the end.
    pub(super) fn by_file(&self, section: Section, at: u32, n: u32) -> Option<Cursor<'_>> {
        let bytes = self.section(section);
        let data = bytes.get((n as usize).checked_add(1)?.checked_mul(4)?..)?;
        let start = u32_at(bytes, (at as usize).checked_mul(4)?)?;
        let end = u32_at(bytes, (at as usize).checked_add(1)?.checked_mul(4)?)?;
        data.get(start as usize..end as usize).map(Cursor::new)
    }
}
