//! Owns where imports lead: the first stage, by paths and build files, for every import of every file; owns neither
//! namespaces that only definitions tell (see [`crate::resolve`]) nor what an imported name means.

mod c;
mod dart;
mod go;
mod lua;
mod php;
mod plain;
mod python;
mod ruby;
mod rust;
mod script;
mod table;

use graphicle_engine::facts::{FileFacts, Import, ImportKind, Manifest, Names};
use graphicle_engine::id::{FileId, FolderId};
use graphicle_engine::language::Language;

use crate::LinkFile;
use crate::family::Family;
use crate::paths::Paths;

pub(crate) use python::submodule as python_submodule;
pub(crate) use rust::RustModules;
pub(crate) use table::{BoundName, ImportTable};

/// Where an import leads, as far as paths tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// The import names a namespace or module that definitions tell, not a path.
    ByName,
    /// As [`Target::ByName`], and to this file when no definition has the name.
    ByNameElse(FileId),
    /// Out of the project.
    External,
    /// To a file.
    File(FileId),
    /// To the files of a folder.
    Folder(FolderId),
}

/// A build file's entries, with the file that holds them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Build<'a> {
    pub(crate) file: FileId,
    pub(crate) folder: FolderId,
    pub(crate) names: &'a Names<'a>,
    pub(crate) manifest: &'a Manifest,
}

/// Returns the build files of a project, in order of their files.
pub(crate) fn builds<'a>(files: &'a [LinkFile<'a>], paths: &Paths<'a>) -> Vec<Build<'a>> {
    let with_manifest = (0..).map(FileId).zip(files).filter_map(|(at, file)| Some((at, file.facts.manifest.as_ref()?)));
    with_manifest
        .filter_map(|(file, manifest)| {
            let names = &files.get(file.index())?.facts.names;
            Some(Build { file, folder: paths.folder_of(file), names, manifest })
        })
        .collect()
}

/// Where the imports of all files lead, as far as paths tell.
#[derive(Debug)]
pub(crate) struct PathImports {
    starts: Vec<u32>,
    targets: Vec<Target>,
    /// For Python's `import a.b`: where `a` alone leads.
    tops: Vec<(u32, Target)>,
}

impl PathImports {
    /// Returns where the import number `import` of `file` leads.
    pub(crate) fn target(&self, file: usize, import: usize) -> Target {
        let start = self.starts.get(file).map_or(usize::MAX, |at| *at as usize);
        start.checked_add(import).and_then(|at| self.targets.get(at)).copied().unwrap_or(Target::External)
    }

    /// Returns where the first part of a dotted Python import leads, where that differs.
    pub(crate) fn top(&self, file: usize, import: usize) -> Option<Target> {
        let at = self.starts.get(file)?.checked_add(u32::try_from(import).ok()?)?;
        let found = self.tops.binary_search_by_key(&at, |(at, _)| *at).ok()?;
        self.tops.get(found).map(|(_, target)| *target)
    }

    /// Returns which files an import of TypeScript or JavaScript leads to. A page that loads a script or a text that
    /// links to one makes no module of it.
    pub(crate) fn imported_by_scripts(&self, files: &[LinkFile<'_>]) -> Vec<bool> {
        let mut imported = vec![false; files.len()];
        for (file, window) in files.iter().zip(self.starts.windows(2)) {
            let &[start, end] = window else { continue };
            if Family::of(file.language) != Family::Script {
                continue;
            }
            for target in self.targets.get(start as usize..end as usize).unwrap_or_default() {
                if let Target::File(to) = target
                    && let Some(slot) = imported.get_mut(to.index())
                {
                    *slot = true;
                }
            }
        }
        imported
    }
}

/// Works out where every import leads, as far as paths tell.
pub(crate) fn by_paths<'a>(
    files: &'a [LinkFile<'a>],
    paths: &Paths<'a>,
    builds: &[Build<'a>],
    rust: &RustModules,
) -> PathImports {
    let mut go = go::Modules::new(files, paths, builds);
    let mut python = python::Roots::new(files, paths, builds);
    let mut script = script::Packages::new(paths, builds);
    let mut c = c::Headers::new(paths);
    let php = php::Autoload::new(paths, builds);
    let dart = dart::Packages::new(paths, builds);
    let mut starts = Vec::with_capacity(files.len() + 1);
    let mut targets = Vec::new();
    let mut tops = Vec::new();
    for (from, file) in (0..).map(FileId).zip(files) {
        starts.push(crate::index::id(targets.len()));
        let FileFacts { names, imports, .. } = &file.facts;
        for (nth, import) in imports.iter().enumerate() {
            let path = names.get(import.path);
            let target = match Family::of(file.language) {
                Family::Go => go.target(from, path),
                Family::Python => {
                    if binds_top(import, names, path)
                        && let Some((top, _)) = path.split_once('.')
                    {
                        tops.push((crate::index::id(targets.len()), python.target(from, top)));
                    }
                    python.target(from, path)
                }
                Family::Script => script.target(from, path),
                Family::C => c.target(from, path, import.kind),
                Family::Rust => match import.kind {
                    ImportKind::Submodule => rust.submodule(from, nth).map_or(Target::External, Target::File),
                    ImportKind::Include => plain::beside(paths, from, path),
                    _ => Target::ByName,
                },
                Family::Ruby => ruby::target(paths, from, path, import.kind),
                Family::Php => {
                    // `use A\B` takes `B` out of `A`: extraction writes one import for each name.
                    let member = import.bindings.first().and_then(|binding| binding.member);
                    php.target(from, path, member.map(|member| names.get(member)), import.kind)
                }
                Family::Dart => dart.target(from, path),
                Family::Lua => lua::target(paths, from, path),
                Family::Shell => plain::sourced(paths, from, path),
                Family::R | Family::Julia => match import.kind {
                    ImportKind::Include | ImportKind::SystemInclude => plain::beside(paths, from, path),
                    _ => Target::ByName,
                },
                Family::Beam if matches!(import.kind, ImportKind::Include | ImportKind::SystemInclude) => {
                    plain::by_suffix(paths, from, path)
                }
                Family::Perl if matches!(import.kind, ImportKind::Include) => plain::by_suffix(paths, from, path),
                Family::Protobuf => plain::by_suffix(paths, from, path),
                Family::Zig => plain::zig(paths, from, path),
                Family::GdScript => plain::godot(paths, from, path),
                Family::Web => plain::web(paths, from, path),
                Family::Jvm
                | Family::DotNet
                | Family::Swift
                | Family::Beam
                | Family::Haskell
                | Family::OCaml
                | Family::Perl => Target::ByName,
                Family::Hcl | Family::Other | Family::Inert => plain::beside(paths, from, path),
            };
            targets.push(target);
        }
    }
    starts.push(crate::index::id(targets.len()));
    PathImports { starts, targets, tops }
}

/// Returns whether a Python import is `import a.b`, which binds `a`.
fn binds_top(import: &Import, names: &Names<'_>, path: &str) -> bool {
    import.kind == ImportKind::Module
        && !path.starts_with('.')
        && import.bindings.iter().any(|binding| {
            let local = names.get(binding.local);
            binding.member.is_none() && path.strip_prefix(local).is_some_and(|rest| rest.starts_with('.'))
        })
}

/// Returns whether files of a language are looked up by the end of their path.
pub(crate) const fn is_found_by_suffix(language: Language) -> bool {
    matches!(
        language,
        Language::C
            | Language::Cpp
            | Language::ObjectiveC
            | Language::Ruby
            | Language::Php
            | Language::Lua
            | Language::Bash
            | Language::Protobuf
            | Language::Erlang
            | Language::Perl
    )
}
