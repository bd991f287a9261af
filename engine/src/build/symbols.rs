//! Owns the sections that come from files' symbols: strings, symbols and their details. It owns neither edges
//! (`super::edges`) nor anything that comes from texts (`super::content`).

use alloc::vec::Vec;

use super::input::{BuildError, FileInput};
use super::strings::{FinalNumbers, Provisional, Strings};
use crate::facts::{FileFacts, Name, Symbol};
use crate::id::SymbolId;
use crate::links::Endpoint;
use crate::snapshot::rows::SymbolRow;
use crate::wire::{put_signed, put_u32, put_varint};

/// The sections that come from files' symbols.
#[derive(Debug)]
pub struct Symbols {
    pub(crate) strings: Vec<u8>,
    /// Each file's package, a string's number.
    pub(crate) packages: Vec<u32>,
    /// The rows, then the symbols in order of their names.
    pub(crate) rows: Vec<u8>,
    pub(crate) details: Vec<u8>,
}

/// Lays out symbols. `files` are in byte order of their paths.
pub fn symbols(files: &[FileInput<'_>]) -> Symbols {
    let n_symbols = files.iter().map(|file| file.facts.symbols.len()).sum();
    let mut strings = Strings::default();
    let collected: Vec<FileStrings> = files.iter().map(|file| FileStrings::collect(file.facts, &mut strings)).collect();
    let (strings, numbers) = strings.finish();

    let mut rows = Vec::with_capacity((SymbolRow::LEN + 4).saturating_mul(n_symbols));
    let mut details = Details::default();
    let mut by_name: Vec<(u32, u32)> = Vec::with_capacity(n_symbols);
    for (file, own) in files.iter().zip(&collected) {
        details.open();
        for (symbol, own) in file.facts.symbols.iter().zip(&own.symbols) {
            let name = numbers.of(own.name);
            by_name.push((name, u32::try_from(by_name.len()).unwrap_or(u32::MAX)));
            SymbolRow {
                name,
                container: numbers.of(own.container),
                start: symbol.lines.start,
                end: symbol.lines.end,
                kind: symbol.kind,
                flags: symbol.flags,
            }
            .put(&mut rows);
            details.put(symbol, own, &numbers);
        }
    }
    by_name.sort_unstable();
    for &(_, id) in &by_name {
        put_u32(&mut rows, id);
    }
    let packages = collected.iter().map(|file| numbers.of(file.package)).collect();
    Symbols { strings, packages, rows, details: details.finish() }
}

/// Where each file's symbols lie in the table of all.
#[derive(Debug, Clone)]
pub struct SymbolStarts {
    /// Each file's first symbol; one entry more for the end.
    starts: Vec<u32>,
    /// Each symbol's file.
    files: Vec<u32>,
}

impl SymbolStarts {
    /// Counts the symbols of `files`, which are in byte order of their paths.
    pub fn of(files: &[FileInput<'_>]) -> Result<Self, BuildError> {
        let n_symbols = files.iter().map(|file| file.facts.symbols.len()).sum();
        let too_large = |_| BuildError::TooLarge(u32::MAX);
        u32::try_from(n_symbols).map_err(too_large)?;
        let mut all = Self { starts: Vec::with_capacity(files.len() + 1), files: Vec::with_capacity(n_symbols) };
        for (at, file) in files.iter().enumerate() {
            all.starts.push(u32::try_from(all.files.len()).map_err(too_large)?);
            let end = all.files.len() + file.facts.symbols.len();
            all.files.resize(end, u32::try_from(at).map_err(too_large)?);
        }
        all.starts.push(u32::try_from(n_symbols).map_err(too_large)?);
        Ok(all)
    }

    /// Returns how many symbols there are.
    pub(crate) fn n_symbols(&self) -> u32 {
        self.starts.last().copied().unwrap_or(0)
    }

    pub(crate) fn n_files(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    pub(crate) fn start(&self, file: usize) -> u32 {
        self.starts.get(file).copied().unwrap_or(0)
    }

    /// Returns the file that a symbol belongs to.
    pub(crate) fn file_of(&self, symbol: SymbolId) -> usize {
        self.files.get(symbol.index()).map_or_else(|| self.n_files(), |&file| file as usize)
    }

    /// Returns the file of an endpoint, and the endpoint's place in it: 0 for the top level, then the symbols.
    pub(crate) fn place(&self, endpoint: Endpoint) -> (usize, u32) {
        match endpoint {
            Endpoint::File(id) => (id.index(), 0),
            Endpoint::Symbol(id) => {
                let file = self.file_of(id);
                (file, id.0.saturating_sub(self.start(file)) + 1)
            }
        }
    }
}

/// The strings of one file.
struct FileStrings {
    package: Provisional,
    symbols: Vec<SymbolStrings>,
}

/// The strings of one symbol.
struct SymbolStrings {
    name: Provisional,
    container: Provisional,
    ty: Provisional,
    bases: Vec<Provisional>,
}

impl FileStrings {
    fn collect<'a>(facts: &'a FileFacts<'a>, strings: &mut Strings<'a>) -> Self {
        let text = |name: Option<Name>| name.map(|name| facts.names.get(name));
        let package = strings.add_some(text(facts.package));
        let symbols = facts
            .symbols
            .iter()
            .map(|symbol| SymbolStrings {
                name: strings.add(facts.names.get(symbol.name)),
                container: strings.add_some(text(symbol.container)),
                ty: strings.add_some(text(symbol.ty)),
                bases: symbol.bases.iter().map(|&base| strings.add(facts.names.get(base))).collect(),
            })
            .collect();
        Self { package, symbols }
    }
}

/// Collects the details section.
#[derive(Default)]
struct Details {
    offsets: Vec<u8>,
    data: Vec<u8>,
}

impl Details {
    fn open(&mut self) {
        put_u32(&mut self.offsets, u32::try_from(self.data.len()).unwrap_or(u32::MAX));
    }

    fn put(&mut self, symbol: &Symbol, strings: &SymbolStrings, numbers: &FinalNumbers) {
        let data = &mut self.data;
        let from_start = |line: u32| i64::from(line) - i64::from(symbol.lines.start);
        put_signed(data, from_start(symbol.name_line));
        put_varint(data, symbol.parent.map_or(0, |parent| parent.0.saturating_add(1)));
        match symbol.doc {
            None => put_varint(data, 0),
            Some(doc) => {
                put_varint(data, doc.len());
                put_signed(data, from_start(doc.start));
            }
        }
        put_varint(data, numbers.of(strings.ty).wrapping_add(1));
        put_varint(data, u32::try_from(strings.bases.len()).unwrap_or(u32::MAX));
        strings.bases.iter().for_each(|&base| put_varint(data, numbers.of(base)));
        match symbol.params {
            None => data.push(0),
            Some(params) => data.extend_from_slice(&[1, params.min, params.max]),
        }
    }

    fn finish(mut self) -> Vec<u8> {
        self.open();
        self.offsets.extend_from_slice(&self.data);
        self.offsets
    }
}
