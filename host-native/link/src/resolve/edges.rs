//! Owns the edges of imports and references; owns no lookup.

use graphicle_engine::facts::{RefKind, Reference, Root};
use graphicle_engine::id::{FileId, SymbolId};
use graphicle_engine::links::{Endpoint, ImportEdge, ImportTarget, ReferenceEdge};

use super::Resolver;
use super::exports::Allowance;
use super::found::{At, Entity, Found, Place, Want};
use crate::family::Family;
use crate::imports::Target;
use crate::intern::NameId;
use crate::output::Collector;

/// How many folders an imported namespace may lie in; one in more names nothing in particular.
const MAX_FOLDERS: usize = 16;

impl Resolver<'_, '_> {
    /// Adds the imports of a file.
    pub(super) fn link_imports(&mut self, file: FileId, out: &mut Collector) {
        let Some(entry) = self.index.file(file) else { return };
        for (nth, import) in (0_u32..).zip(&entry.facts.imports) {
            let mut add = |to: ImportTarget| {
                if to != ImportTarget::File(file) {
                    out.import(ImportEdge { from: file, to, line: import.line });
                }
            };
            let target = self.index.imports.target(file, nth);
            match target {
                Target::External => continue,
                Target::File(to) => add(ImportTarget::File(to)),
                Target::Folder(folder) => {
                    if self.index.family(file) != Family::Python || import.bindings.is_empty() {
                        add(ImportTarget::Folder(folder));
                    }
                }
                Target::ByName | Target::ByNameElse(_) if import.bindings.is_empty() => {
                    let found = self.import_by_name(file, nth, NameId::NONE, &mut Allowance::full());
                    self.targets_of(file, &found).into_iter().for_each(&mut add);
                }
                Target::ByName | Target::ByNameElse(_) => {}
            }
            let by_path = matches!(target, Target::File(_) | Target::Folder(_));
            if by_path && self.index.family(file) != Family::Python {
                continue;
            }
            for binding in &import.bindings {
                let local = self.name(file, binding.local);
                let index = self.index;
                for bound in index.imports.bound(file, local).iter().filter(|bound| bound.import == nth) {
                    let found = self.binding(file, bound);
                    if by_path && !matches!(found, Found::Module(_)) {
                        continue;
                    }
                    self.targets_of(file, &found).into_iter().for_each(&mut add);
                }
            }
        }
    }

    /// Returns the files or folders that hold what was found.
    fn targets_of(&mut self, file: FileId, found: &Found) -> Vec<ImportTarget> {
        match found {
            Found::Nothing | Found::Outside => Vec::new(),
            Found::Module(Entity::File(to)) => vec![ImportTarget::File(*to)],
            Found::Module(Entity::Folder(to)) => vec![ImportTarget::Folder(*to)],
            Found::Module(Entity::Scope(scope)) => {
                let files = self.index.scope_files.of(scope.0).iter().map(|file| FileId(*file));
                let mut folders: Vec<_> = files.map(|file| self.index.paths.folder_of(file)).collect();
                if folders.is_empty() {
                    let symbol = self.index.scopes.symbol(*scope);
                    return symbol.map(|s| ImportTarget::File(self.index.symbols.file(s))).into_iter().collect();
                }
                folders.sort_unstable();
                folders.dedup();
                if folders.len() > MAX_FOLDERS {
                    return Vec::new();
                }
                folders.into_iter().map(ImportTarget::Folder).collect()
            }
            Found::Symbols(symbols) => {
                let mut near = symbols.clone();
                self.prefer_near(file, &mut near);
                near.iter().map(|symbol| ImportTarget::File(self.index.symbols.file(*symbol))).collect()
            }
        }
    }

    /// Adds the references of a file.
    pub(super) fn link_references(&mut self, file: FileId, out: &mut Collector) {
        let Some(entry) = self.index.file(file) else { return };
        for reference in &entry.facts.references {
            let from = self.endpoint(file, reference.from);
            if let Some(to) = self.referred(file, reference)
                && from != Endpoint::Symbol(to)
            {
                out.reference(ReferenceEdge { from, to, line: reference.line, kind: reference.kind });
            }
        }
    }

    fn referred(&mut self, file: FileId, reference: &Reference) -> Option<SymbolId> {
        let at = self.at(file, reference.from);
        let want = match reference.kind {
            RefKind::Type | RefKind::Base => Want::Type,
            RefKind::Value => Want::Any,
        };
        let found = if reference.receiver.root == Root::Bare && reference.receiver.steps.is_empty() {
            let text = self.index.text(file, reference.name);
            if text.contains('.') {
                self.type_path(at, text)
            } else {
                let name = self.name(file, reference.name);
                self.bare(at, name, want).found
            }
        } else {
            let place = self.place(at, &reference.receiver);
            if matches!(place, Place::Unknown | Place::Outside) {
                return None;
            }
            let name = self.name(file, reference.name);
            self.members_of(place, name, want)
        };
        let Found::Symbols(symbols) = found else { return None };
        match reference.kind {
            RefKind::Type | RefKind::Base => self.one_type(at, &symbols),
            RefKind::Value => self.one_value(at, &symbols),
        }
    }

    fn one_value(&mut self, at: At, symbols: &super::found::Candidates) -> Option<SymbolId> {
        let mut all = symbols.clone();
        if all.len() > 1 {
            self.without_declarations(&mut all);
            self.prefer_outside_of_tests(at.file, &mut all);
            if all.iter().any(|symbol| self.index.symbols.file(*symbol) == at.file) {
                all.retain(|symbol| self.index.symbols.file(*symbol) == at.file);
            }
        }
        match all.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }
}
