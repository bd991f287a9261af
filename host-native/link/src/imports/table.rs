//! Owns, for every file, which names its imports bind and which imports bring all names; owns no lookup.

use graphicle_engine::facts::{ImportKind, SymbolKind};
use graphicle_engine::id::{FileId, SymbolId};

use super::{PathImports, Target};
use crate::LinkFile;
use crate::family::Family;
use crate::index::{Csr, Symbols, id};
use crate::intern::{Interner, NameId};
use crate::scopes::{ScopeId, Scopes};

/// A name that an import binds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BoundName {
    /// The name in the importing file.
    pub(crate) local: NameId,
    /// The name in what is imported; [`NameId::NONE`] for the imported module itself.
    pub(crate) member: NameId,
    /// The import's number in its file.
    pub(crate) import: u32,
    /// Whether the file itself can use the name: not what TypeScript's `export ... from` hands on.
    pub(crate) is_local: bool,
    /// Where the import leads, as far as paths tell.
    pub(crate) target: Target,
}

/// What the imports of all files bring.
#[derive(Debug)]
pub(crate) struct ImportTable {
    targets: PathImports,
    bound: Csr<BoundName>,
    wildcards: Csr<u32>,
    includes: Csr<u32>,
    /// The inline Rust modules that imports stand in, by file and import, sorted.
    inside: Vec<((u32, u32), ScopeId)>,
}

impl ImportTable {
    /// Returns the table.
    pub(crate) fn new<'a>(
        files: &'a [LinkFile<'a>],
        targets: PathImports,
        scopes: &Scopes,
        symbols: &Symbols,
        names: &mut Interner,
    ) -> Self {
        let mut bound = Vec::new();
        let mut wildcards = Vec::new();
        let mut includes = Vec::new();
        let mut inside = Vec::new();
        for (at, file) in (0..).map(FileId).zip(files) {
            let family = Family::of(file.language);
            let start = bound.len();
            for (nth, import) in (0_u32..).zip(&file.facts.imports) {
                let target = targets.target(at.index(), nth as usize);
                if family.includes_make_visible()
                    && let Target::File(to) = target
                {
                    includes.push((at.0, to.0));
                }
                if brings_all(family, import.kind, import.bindings.is_empty()) {
                    wildcards.push((at.0, nth));
                }
                if family == Family::Rust
                    && let Some(scope) = inline_module(at, file, import.line, scopes, symbols)
                {
                    inside.push(((at.0, nth), scope));
                }
                let is_local = family != Family::Script || import.kind != ImportKind::Reexport;
                for binding in &import.bindings {
                    let member = binding.member.map_or("", |name| file.facts.names.get(name));
                    let member = names.intern(member);
                    let text = file.facts.names.get(binding.local);
                    let mut target = target;
                    let mut local = text;
                    if family == Family::Python
                        && member == NameId::NONE
                        && let Some(top) = targets.top(at.index(), nth as usize)
                    {
                        target = top;
                        local = text.split('.').next().unwrap_or(text);
                    }
                    let local = names.intern(local);
                    bound.push((at.0, BoundName { local, member, import: nth, is_local, target }));
                    if let (Family::Go, Target::Folder(folder)) = (family, target)
                        && file.facts.names.get(import.path).rsplit('/').any(|part| part == text || is_version(part))
                        && let Some((_, package)) = scopes.folder_package(folder)
                        && package != local
                    {
                        // Without a name of its own the import binds what the package calls itself.
                        bound.push((at.0, BoundName { local: package, member, import: nth, is_local, target }));
                    }
                }
            }
            if let Some(own) = bound.get_mut(start..) {
                own.sort_by_key(|(_, bound)| (bound.local, bound.import));
            }
        }
        Self {
            bound: Csr::new(files.len(), &bound),
            wildcards: Csr::new(files.len(), &wildcards),
            includes: Csr::new(files.len(), &includes),
            targets,
            inside,
        }
    }

    /// Returns where an import leads, as far as paths tell.
    pub(crate) fn target(&self, file: FileId, import: u32) -> Target {
        self.targets.target(file.index(), import as usize)
    }

    /// Returns the names that a file's imports bind `local` to, in order of the imports.
    pub(crate) fn bound(&self, file: FileId, local: NameId) -> &[BoundName] {
        let all = self.bound.of(file.0);
        let start = all.partition_point(|bound| bound.local < local);
        let rest = all.get(start..).unwrap_or_default();
        let end = rest.iter().take_while(|bound| bound.local == local).count();
        rest.get(..end).unwrap_or_default()
    }

    /// Returns the imports of a file that bring every name of what they import.
    pub(crate) fn wildcards(&self, file: FileId) -> &[u32] {
        self.wildcards.of(file.0)
    }

    /// Returns the files that a file includes.
    pub(crate) fn includes(&self, file: FileId) -> &[u32] {
        self.includes.of(file.0)
    }

    /// Returns the inline module that an import stands in.
    pub(crate) fn inside(&self, file: FileId, import: u32) -> Option<ScopeId> {
        let at = self.inside.binary_search_by_key(&(file.0, import), |(key, _)| *key).ok()?;
        self.inside.get(at).map(|(_, scope)| *scope)
    }
}

fn brings_all(family: Family, kind: ImportKind, without_names: bool) -> bool {
    match kind {
        ImportKind::Wildcard | ImportKind::ReexportAll => true,
        ImportKind::Module => without_names && family.plain_import_is_wildcard(),
        ImportKind::Include => family == Family::Dart,
        ImportKind::SystemInclude | ImportKind::Reexport | ImportKind::Submodule => false,
    }
}

/// Returns whether a part of a Go import path is a major version: `v2`.
fn is_version(part: &str) -> bool {
    part.strip_prefix('v').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// Returns the scope of the innermost inline module whose lines hold `line`.
fn inline_module(at: FileId, file: &LinkFile<'_>, line: u32, scopes: &Scopes, symbols: &Symbols) -> Option<ScopeId> {
    let all = &file.facts.symbols;
    let found = all.iter().rposition(|symbol| symbol.kind == SymbolKind::Module && symbol.lines.contains(line))?;
    let SymbolId(own) = symbols.id(at, graphicle_engine::facts::SymbolIdx(id(found)));
    Some(scopes.opens(SymbolId(own))).filter(|scope| *scope != ScopeId::NONE)
}
