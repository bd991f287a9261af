//! Owns resolving a range of files against the index: what names, types and receivers mean, and which definition each
//! call, reference and import leads to. It owns no table over all files.

mod attach;
mod by_name;
mod calls;
mod edges;
mod exports;
mod found;
mod holders;
mod members;
mod names;
mod pick;
mod receivers;
mod types;
mod unique;
mod visible;

use std::ops::Range;
use std::rc::Rc;

use graphicle_engine::facts::{Name, SymbolIdx};
use graphicle_engine::id::{FileId, SymbolId};
use graphicle_engine::links::Links;
use hashbrown::HashMap;

use crate::family::Family;
use crate::index::{Index, id};
use crate::intern::NameId;
use crate::output::Collector;
use crate::scopes::{ScopeId, ScopeKind};
use found::{At, Found, Hit, TypeRef, Want};

pub(crate) use attach::{attach, bases};

/// Reads the index and remembers what it found. What is remembered depends on the index alone, never on what was asked
/// before, so that ranges can be cut anywhere.
pub(crate) struct Resolver<'i, 'a> {
    index: &'i Index<'a>,
    current: FileId,
    /// The project-wide names of the current file's names.
    translated: Vec<NameId>,
    bare: HashMap<(ScopeId, NameId, Want), Hit>,
    types: HashMap<(FileId, ScopeId, Name, u32), TypeRef>,
    bindings: HashMap<(FileId, u32, NameId, NameId), Found>,
    included: HashMap<FileId, Rc<[u32]>>,
    included_total: usize,
}

/// Returns the links that start in the files of `range`.
pub(crate) fn resolve(index: &Index<'_>, range: Range<usize>) -> Links {
    let mut resolver = Resolver::new(index);
    let mut out = Collector::default();
    let end = range.end.min(index.files.len());
    for file in (range.start.min(end)..end).map(|at| FileId(id(at))) {
        if index.family(file) == Family::Inert {
            continue;
        }
        resolver.enter(file);
        resolver.link_imports(file, &mut out);
        resolver.link_calls(file, &mut out);
        resolver.link_references(file, &mut out);
        out.end_file();
    }
    out.finish()
}

impl<'i, 'a> Resolver<'i, 'a> {
    pub(crate) fn new(index: &'i Index<'a>) -> Self {
        Self {
            index,
            current: FileId(u32::MAX),
            translated: Vec::new(),
            bare: HashMap::new(),
            types: HashMap::new(),
            bindings: HashMap::new(),
            included: HashMap::new(),
            included_total: 0,
        }
    }

    /// Makes `file` the current one, whose names and scopes are looked up most.
    fn enter(&mut self, file: FileId) {
        self.current = file;
        self.bare.clear();
        self.translated.clear();
        if let Some(entry) = self.index.file(file) {
            self.translated.extend(entry.facts.names.iter().map(|text| self.index.names.find(text)));
        }
    }

    /// Returns the project-wide name of a file's name.
    fn name(&self, file: FileId, name: Name) -> NameId {
        if file == self.current {
            return self.translated.get(name.0 as usize).copied().unwrap_or(NameId::NONE);
        }
        self.index.names.find(self.index.text(file, name))
    }

    /// Returns where a lookup starts that stands in a symbol's lines, or at a file's top level.
    fn at(&self, file: FileId, symbol: Option<SymbolIdx>) -> At {
        let file_scope = self.index.scopes.file_scope(file);
        let Some(symbol) = symbol else { return At { file, scope: file_scope } };
        let own = self.index.symbols.id(file, symbol);
        let scope = self.inner_scope(own);
        At { file, scope: if scope == ScopeId::NONE { file_scope } else { scope } }
    }

    /// Returns the scope that a symbol opens, else the one it is a member of.
    fn inner_scope(&self, symbol: SymbolId) -> ScopeId {
        let opened = self.index.scopes.opens(symbol);
        if opened == ScopeId::NONE { self.index.scopes.home(symbol) } else { opened }
    }

    /// Returns the place that a symbol's types are written in.
    fn at_symbol(&self, symbol: SymbolId) -> At {
        let file = self.index.symbols.file(symbol);
        let home = self.index.scopes.home(symbol);
        At { file, scope: if home == ScopeId::NONE { self.index.scopes.file_scope(file) } else { home } }
    }

    /// Returns the scope of the type around a scope; where there is none, of the module or file.
    fn self_scope(&self, at: At) -> ScopeId {
        let mut scope = at.scope;
        for _ in 0..names::MAX_NESTING {
            match self.index.scopes.kind(scope) {
                ScopeKind::Function => scope = self.index.scopes.parent(scope),
                ScopeKind::Type | ScopeKind::Namespace | ScopeKind::File => return scope,
                ScopeKind::Root | ScopeKind::Package => return ScopeId::NONE,
            }
        }
        ScopeId::NONE
    }
}
