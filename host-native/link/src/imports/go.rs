//! Owns where a Go import path leads: `replace` lines, the project's modules, vendor folders; owns no package's names.

use graphicle_engine::facts::{Manifest, Names, Replacement};
use graphicle_engine::id::{FileId, FolderId};
use graphicle_engine::language::Language;
use hashbrown::HashMap;

use super::{Build, Target};
use crate::LinkFile;
use crate::index::id;
use crate::paths::{NONE, Paths, join};

/// How many `replace` lines are followed one after the other: Go follows one; module renames may add some.
const MAX_REPLACEMENTS: usize = 4;

struct Module<'a> {
    folder: &'a str,
    path: &'a str,
    names: &'a Names<'a>,
    replace: &'a [Replacement],
}

/// The Go modules of a project.
pub(super) struct Modules<'p, 'a> {
    paths: &'p Paths<'a>,
    #[expect(clippy::struct_field_names, reason = "the plural of what the module is about is its natural name")]
    modules: Vec<Module<'a>>,
    module_of_folder: Vec<u32>,
    vendor_of_folder: Vec<u32>,
    vendors: Vec<&'a str>,
    has_go: Vec<bool>,
    known: HashMap<(u32, u32, &'a str), Target>,
}

impl<'p, 'a> Modules<'p, 'a> {
    pub(super) fn new(files: &'a [LinkFile<'a>], paths: &'p Paths<'a>, builds: &[Build<'a>]) -> Self {
        let mut modules = Vec::new();
        let mut own = Vec::new();
        for build in builds {
            if let Manifest::GoModule { module, replace } = build.manifest {
                own.push((build.folder, id(modules.len())));
                let (folder, path) = (paths.folder_path(build.folder), build.names.get(*module));
                modules.push(Module { folder, path, names: build.names, replace });
            }
        }
        let mut has_go = vec![false; paths.folder_count()];
        for (at, file) in (0..).map(FileId).zip(files) {
            if file.language == Language::Go
                && let Some(slot) = has_go.get_mut(paths.folder_of(at).index())
            {
                *slot = true;
            }
        }
        let mut vendors = Vec::new();
        let mut vendor_own = Vec::new();
        for folder in (0..id(paths.folder_count())).map(FolderId) {
            let path = paths.folder_path(folder);
            if (path == "vendor" || path.ends_with("/vendor"))
                && let Some(above) = paths.parent(folder)
            {
                vendor_own.push((above, id(vendors.len())));
                vendors.push(path);
            }
        }
        Self {
            module_of_folder: paths.nearest_above(&own),
            vendor_of_folder: paths.nearest_above(&vendor_own),
            paths,
            modules,
            vendors,
            has_go,
            known: HashMap::new(),
        }
    }

    /// Returns where `path`, imported by `from`, leads.
    pub(super) fn target(&mut self, from: FileId, path: &'a str) -> Target {
        let here = self.paths.folder_of(from);
        let at = |table: &[u32]| table.get(here.index()).copied().unwrap_or(NONE);
        let (module, vendor) = (at(&self.module_of_folder), at(&self.vendor_of_folder));
        let key = (module, vendor, path);
        if let Some(target) = self.known.get(&key) {
            return *target;
        }
        let relative = path.starts_with("./") || path.starts_with("../");
        let folder = if relative {
            join(self.paths.folder_path(here), path).and_then(|path| self.package(&path))
        } else {
            self.find(module, vendor, path)
        };
        let target = folder.map_or(Target::External, Target::Folder);
        if !relative {
            self.known.insert(key, target);
        }
        target
    }

    fn find(&self, module: u32, vendor: u32, path: &str) -> Option<FolderId> {
        let mut path = path.to_owned();
        if let Some(module) = self.modules.get(module as usize) {
            for _ in 0..MAX_REPLACEMENTS {
                let Some((target, rest)) = replaced(module, &path) else { break };
                if target.starts_with("./") || target.starts_with("../") {
                    return join(module.folder, &format!("{target}/{rest}")).and_then(|path| self.package(&path));
                }
                let renamed = if rest.is_empty() { target.to_owned() } else { format!("{target}/{rest}") };
                if renamed == path {
                    break;
                }
                path = renamed;
            }
        }
        let owners = self.modules.iter().filter_map(|module| Some((module, below(module.path, &path)?)));
        // Of two modules with one path the first in byte order of folders stands, which is the shallower one.
        let owner = owners.rev().max_by_key(|(module, _)| module.path.len());
        let own = owner.and_then(|(module, rest)| self.package(&join(module.folder, rest)?));
        own.or_else(|| {
            let vendor = self.vendors.get(vendor as usize)?;
            self.package(&format!("{vendor}/{path}"))
        })
        .or_else(|| if self.modules.is_empty() { self.without_modules(&path) } else { None })
    }

    /// Returns the folder of the longest end of `path` that is a folder with Go files: for projects older than modules,
    /// whose place in the import path no file tells.
    fn without_modules(&self, path: &str) -> Option<FolderId> {
        let (host, rest) = path.split_once('/')?;
        if !host.contains('.') {
            return None;
        }
        let mut rest = rest;
        loop {
            if let Some(folder) = self.package(rest) {
                return Some(folder);
            }
            rest = rest.split_once('/')?.1;
        }
    }

    fn package(&self, path: &str) -> Option<FolderId> {
        self.paths.folder(path).filter(|folder| self.has_go.get(folder.index()).copied().unwrap_or(false))
    }
}

/// Returns what is left of `path` below the module, empty for the module itself.
fn below<'p>(module: &str, path: &'p str) -> Option<&'p str> {
    let rest = path.strip_prefix(module)?;
    if module.is_empty() || rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

/// Returns the longest replacement of `path` and what is left of the path below it.
fn replaced<'m, 'p>(module: &'m Module<'_>, path: &'p str) -> Option<(&'m str, &'p str)> {
    let fitting = module.replace.iter().filter_map(|line| {
        let from = module.names.get(line.module);
        let rest = below(from, path).filter(|_| !from.is_empty())?;
        Some((from.len(), module.names.get(line.target), rest))
    });
    fitting.max_by_key(|(length, ..)| *length).map(|(_, target, rest)| (target, rest))
}
