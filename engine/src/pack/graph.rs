//! Owns reading the code graph around symbols: who calls a symbol, what it calls, and which tests use it. It owns no
//! choice of symbols.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::RefCell;

use hashbrown::HashMap;

use super::source::{Definition, Source};
use crate::facts::RefKind;
use crate::id::{FileId, SymbolId};
use crate::links::{Endpoint, Evidence};
use crate::snapshot::{AmbiguousEdge, File, IncomingEdge, OutgoingEdge};

/// The edges of files that were asked about.
pub(super) struct Graph<'p, 'a> {
    source: &'p Source<'a>,
    calls_in: Kept<IncomingEdge<Evidence>>,
    calls_out: Kept<OutgoingEdge<Evidence>>,
    references_in: Kept<IncomingEdge<RefKind>>,
    definitions: Kept<Definition>,
}

type Kept<E> = RefCell<HashMap<FileId, Rc<Vec<E>>>>;

impl<'p, 'a> Graph<'p, 'a> {
    pub(super) fn new(source: &'p Source<'a>) -> Self {
        Self {
            source,
            calls_in: RefCell::default(),
            calls_out: RefCell::default(),
            references_in: RefCell::default(),
            definitions: RefCell::default(),
        }
    }

    /// Returns the calls of a symbol, in order of the callers.
    pub(super) fn callers(&self, symbol: SymbolId) -> Vec<IncomingEdge<Evidence>> {
        let Some(file) = self.source.file_of(symbol) else { return Vec::new() };
        let all = kept(&self.calls_in, file, |file| self.source.snapshot.calls_to(file));
        all.iter().filter(|edge| edge.to == symbol).copied().collect()
    }

    /// Returns the calls that a symbol makes, in order of their lines.
    pub(super) fn callees(&self, symbol: SymbolId) -> Vec<OutgoingEdge<Evidence>> {
        let Some(file) = self.source.file_of(symbol) else { return Vec::new() };
        let all = kept(&self.calls_out, file, |file| self.source.snapshot.calls_from(file));
        let mut own: Vec<_> = all.iter().filter(|edge| edge.from == Endpoint::Symbol(symbol)).copied().collect();
        own.sort_by_key(|edge| (edge.line, edge.to));
        own
    }

    /// Returns the references to a symbol.
    pub(super) fn references(&self, symbol: SymbolId) -> Vec<IncomingEdge<RefKind>> {
        let Some(file) = self.source.file_of(symbol) else { return Vec::new() };
        let all = kept(&self.references_in, file, |file| self.source.snapshot.references_to(file));
        all.iter().filter(|edge| edge.to == symbol).copied().collect()
    }

    /// Returns the calls of a symbol's body that may mean any of several definitions.
    pub(super) fn ambiguous(&self, symbol: SymbolId) -> Vec<AmbiguousEdge> {
        let Some(file) = self.source.file_of(symbol) else { return Vec::new() };
        let all = self.source.snapshot.ambiguous_from(file);
        all.into_iter().filter(|edge| edge.from == Endpoint::Symbol(symbol)).collect()
    }

    /// Returns the line that holds a symbol's name.
    pub(super) fn name_line(&self, symbol: SymbolId) -> Option<u32> {
        let file = self.source.file_of(symbol)?;
        let all = kept(&self.definitions, file, |file| self.source.definitions(file));
        all.iter().find(|own| own.id == symbol).map(|own| own.name_line)
    }

    /// Returns the file that an endpoint lies in, where it is let in.
    pub(super) fn file_at(&self, endpoint: Endpoint) -> Option<&'p File<'a>> {
        match endpoint {
            Endpoint::File(id) => self.source.file(id),
            Endpoint::Symbol(id) => self.source.file_of(id),
        }
    }
}

fn kept<E>(of: &Kept<E>, file: &File<'_>, read: impl FnOnce(&File<'_>) -> Vec<E>) -> Rc<Vec<E>> {
    Rc::clone(of.borrow_mut().entry(file.id).or_insert_with(|| Rc::new(read(file))))
}
