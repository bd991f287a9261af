//! Owns the sections that come from files' facts and links: strings, symbols and edges. It owns neither finding the
//! links nor anything that comes from texts (`super::content`).

use alloc::vec::Vec;

use super::edges::{self, Edge, SymbolStarts};
use super::input::{BuildError, FileInput};
use super::strings::{FinalNumbers, Provisional, Strings};
use crate::facts::{FileFacts, Name, Symbol};
use crate::folders::Folders;
use crate::links::Links;
use crate::snapshot::rows::SymbolRow;
use crate::wire::{put_signed, put_u32, put_varint};

/// The sections that come from files' facts and links.
#[derive(Debug)]
pub struct Graph {
    pub(crate) starts: SymbolStarts,
    pub(crate) n_symbols: u32,
    pub(crate) strings: Vec<u8>,
    /// Each file's package, a string's number.
    pub(crate) packages: Vec<u32>,
    pub(crate) symbols: Vec<u8>,
    pub(crate) details: Vec<u8>,
    pub(crate) calls_out: Vec<u8>,
    pub(crate) calls_in: Vec<u8>,
    pub(crate) ambiguous: Vec<u8>,
    pub(crate) references_out: Vec<u8>,
    pub(crate) references_in: Vec<u8>,
    pub(crate) imports_out: Vec<u8>,
    pub(crate) imports_in: Vec<u8>,
    pub(crate) counts: Counts,
}

/// How many edges of each kind there are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counts {
    pub(crate) calls: u32,
    pub(crate) ambiguous: u32,
    pub(crate) references: u32,
    pub(crate) imports: u32,
}

/// Lays out symbols and edges. `files` are in byte order of their paths, and `folders` are theirs.
pub fn graph(files: &[FileInput<'_>], folders: &Folders, links: &Links) -> Result<Graph, BuildError> {
    let starts = symbol_starts(files)?;
    let n_symbols = starts.0.last().copied().unwrap_or(0);
    let mut strings = Strings::default();
    let collected: Vec<FileStrings> = files.iter().map(|file| FileStrings::collect(file.facts, &mut strings)).collect();
    let (strings, numbers) = strings.finish();

    let mut rows = Vec::with_capacity(n_symbols as usize * (SymbolRow::LEN + 4));
    let mut details = Details::default();
    let mut by_name: Vec<(u32, u32)> = Vec::with_capacity(n_symbols as usize);
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

    let calls: Vec<Edge> = links.calls.iter().map(|e| Edge::new(e.from, e.to, e.line, e.evidence)).collect();
    let references: Vec<Edge> = links.references.iter().map(|e| Edge::new(e.from, e.to, e.line, e.kind)).collect();
    let n_folders = folders.paths().len();
    Ok(Graph {
        n_symbols,
        strings,
        packages: collected.iter().map(|file| numbers.of(file.package)).collect(),
        symbols: rows,
        details: details.finish(),
        calls_out: edges::outgoing(&calls, &starts),
        calls_in: edges::incoming(&calls, &starts),
        ambiguous: edges::ambiguous(&links.ambiguous, &starts),
        references_out: edges::outgoing(&references, &starts),
        references_in: edges::incoming(&references, &starts),
        imports_out: edges::imports_out(&links.imports, files.len()),
        imports_in: edges::imports_in(&links.imports, files.len(), n_folders),
        counts: Counts {
            calls: count(calls.len())?,
            ambiguous: count(links.ambiguous.len())?,
            references: count(references.len())?,
            imports: count(links.imports.len())?,
        },
        starts,
    })
}

fn count(n: usize) -> Result<u32, BuildError> {
    u32::try_from(n).map_err(|_| BuildError::TooLarge(u32::MAX))
}

fn symbol_starts(files: &[FileInput<'_>]) -> Result<SymbolStarts, BuildError> {
    let mut starts = Vec::with_capacity(files.len() + 1);
    let mut next = 0_u32;
    for file in files {
        starts.push(next);
        next = next.checked_add(count(file.facts.symbols.len())?).ok_or(BuildError::TooLarge(u32::MAX))?;
    }
    starts.push(next);
    Ok(SymbolStarts(starts))
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
