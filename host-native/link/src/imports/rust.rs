//! Owns Rust's tree of modules across files: crates' roots from `Cargo.toml`, `mod` declarations, workspace crates by
//! name; owns no item of a module.

use graphicle_engine::facts::{ImportKind, Manifest};
use graphicle_engine::folders::{folder_of, name_of};
use graphicle_engine::id::FileId;
use graphicle_engine::language::Language;
use hashbrown::HashMap;

use super::Build;
use crate::LinkFile;
use crate::index::id;
use crate::paths::{NONE, Paths, join};

/// How many modules deep a file is followed up to its crate's root.
const MAX_DEPTH: usize = 64;

struct Crate<'a> {
    names: &'a graphicle_engine::facts::Names<'a>,
    folder: &'a str,
    root: Option<FileId>,
    dependencies: &'a [graphicle_engine::facts::PathMapping],
}

/// The modules of all Rust crates of a project.
#[derive(Debug)]
pub(crate) struct RustModules {
    parent: Vec<u32>,
    /// Where the `mod` declarations of a file lead, by file and import, sorted.
    declared: Vec<((u32, u32), FileId)>,
    crate_of_folder: Vec<u32>,
    /// The file with the library's root of each crate.
    roots: Vec<Option<FileId>>,
    by_name: HashMap<String, u32>,
    renamed: HashMap<(u32, String), u32>,
}

impl RustModules {
    /// Returns the module tree.
    pub(crate) fn new<'a>(files: &'a [LinkFile<'a>], paths: &Paths<'a>, builds: &[Build<'a>]) -> Self {
        let mut crates: Vec<Crate<'a>> = Vec::new();
        let mut own = Vec::new();
        let mut by_name = HashMap::new();
        for build in builds {
            let Manifest::CargoPackage { name: Some(name), lib_path, path_dependencies } = build.manifest else {
                continue;
            };
            let folder = paths.folder_path(build.folder);
            let lib = lib_path.map_or("src/lib.rs", |path| build.names.get(path));
            let root = join(folder, lib).and_then(|path| paths.file(&path));
            own.push((build.folder, id(crates.len())));
            by_name.entry(build.names.get(*name).replace('-', "_")).or_insert(id(crates.len()));
            crates.push(Crate { names: build.names, folder, root, dependencies: path_dependencies });
        }
        let mut renamed = HashMap::new();
        for (at, one) in (0..).zip(&crates) {
            for dependency in one.dependencies {
                let local = one.names.get(dependency.pattern).replace('-', "_");
                let folder = dependency.targets.first().and_then(|target| join(one.folder, one.names.get(*target)));
                let found = folder.and_then(|folder| crates.iter().position(|other| other.folder == folder));
                if let Some(found) = found {
                    renamed.entry((at, local)).or_insert(id(found));
                }
            }
        }
        let mut parent = vec![NONE; files.len()];
        let mut declared = Vec::new();
        for (from, file) in (0..).map(FileId).zip(files) {
            if file.language != Language::Rust {
                continue;
            }
            for (nth, import) in (0..).zip(&file.facts.imports) {
                if import.kind != ImportKind::Submodule {
                    continue;
                }
                if let Some(child) = submodule_file(paths, from, file.facts.names.get(import.path)) {
                    declared.push(((from.0, nth), child));
                    if let Some(slot) = parent.get_mut(child.index())
                        && *slot == NONE
                        && child != from
                    {
                        *slot = from.0;
                    }
                }
            }
        }
        Self {
            parent,
            declared,
            crate_of_folder: paths.nearest_above(&own),
            roots: crates.iter().map(|one| one.root).collect(),
            by_name,
            renamed,
        }
    }

    /// Returns the file of the module that import number `import` of `from` declares.
    pub(crate) fn submodule(&self, from: FileId, import: usize) -> Option<FileId> {
        let key = (from.0, id(import));
        let at = self.declared.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        self.declared.get(at).map(|(_, file)| *file)
    }

    /// Returns the file whose module declares the module of `file`.
    pub(crate) fn parent(&self, file: FileId) -> Option<FileId> {
        self.parent.get(file.index()).copied().filter(|at| *at != NONE).map(FileId)
    }

    /// Returns the root of the crate that `file` is compiled into: up its `mod` declarations, else its package's
    /// library.
    pub(crate) fn crate_root(&self, paths: &Paths<'_>, file: FileId) -> FileId {
        let mut at = file;
        for _ in 0..MAX_DEPTH {
            match self.parent(at) {
                Some(above) => at = above,
                None => break,
            }
        }
        if at != file || is_root(paths.file_path(file)) {
            return at;
        }
        self.library_of(paths, file).unwrap_or(at)
    }

    /// Returns the names that crates have in code, in byte order.
    pub(crate) fn crate_names(&self) -> Vec<&str> {
        let renamed = self.renamed.keys().map(|(_, name)| name.as_str());
        let mut all: Vec<&str> = self.by_name.keys().map(AsRef::as_ref).chain(renamed).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns the root of the library that `name` means in `file`: a dependency by path, or a crate of the project.
    pub(crate) fn library(&self, paths: &Paths<'_>, file: FileId, name: &str) -> Option<FileId> {
        let own = self.crate_of_folder.get(paths.folder_of(file).index()).copied().unwrap_or(NONE);
        let renamed = self.renamed.get(&(own, name.to_owned()));
        let at = renamed.or_else(|| self.by_name.get(name))?;
        self.roots.get(*at as usize).copied().flatten()
    }

    fn library_of(&self, paths: &Paths<'_>, file: FileId) -> Option<FileId> {
        let own = self.crate_of_folder.get(paths.folder_of(file).index())?;
        self.roots.get(*own as usize).copied().flatten()
    }
}

/// Returns whether Cargo makes a crate of the file by its place alone.
fn is_root(path: &str) -> bool {
    let folder = name_of(folder_of(path));
    matches!(name_of(path), "lib.rs" | "main.rs" | "build.rs")
        || matches!(folder, "bin" | "tests" | "examples" | "benches")
}

/// Returns the file of `mod name;` in `from`. Inline modules around the declaration come as dotted parts.
fn submodule_file(paths: &Paths<'_>, from: FileId, name: &str) -> Option<FileId> {
    let path = paths.file_path(from);
    if let Some(literal) = name.strip_suffix(".rs") {
        return paths.file(&join(folder_of(path), &format!("{literal}.rs"))?);
    }
    let file_name = name_of(path);
    let stem = file_name.strip_suffix(".rs").unwrap_or(file_name);
    let name = name.replace('.', "/");
    let folder = folder_of(path);
    let nested = format!("{stem}/{name}");
    let places = if matches!(file_name, "mod.rs") || is_root(path) {
        [name.as_str(), &nested]
    } else {
        [&nested, name.as_str()]
    };
    places.iter().find_map(|place| {
        let base = join(folder, place)?;
        paths.file(&format!("{base}.rs")).or_else(|| paths.file(&format!("{base}/mod.rs")))
    })
}
