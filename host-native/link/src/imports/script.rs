//! Owns where TypeScript's and JavaScript's specifiers lead: relative paths, `tsconfig` paths, workspace packages; owns
//! no module's exports.

use graphicle_engine::facts::{Manifest, Name, Names, PathMapping};
use graphicle_engine::folders::{folder_of, name_of};
use graphicle_engine::id::{FileId, FolderId};
use hashbrown::HashMap;

use super::{Build, Target};
use crate::index::id;
use crate::paths::{NONE, Paths, join};

/// The endings tried after a path without one, in TypeScript's order, then what bundlers add.
const ENDINGS: [&str; 12] =
    [".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".json"];

/// What an ending in a specifier may be compiled from.
const COMPILED: [(&str, &[&str]); 4] = [
    (".js", &[".ts", ".tsx", ".d.ts", ".jsx"]),
    (".jsx", &[".tsx", ".d.ts"]),
    (".mjs", &[".mts", ".d.mts"]),
    (".cjs", &[".cts", ".d.cts"]),
];

/// How many `extends` are followed.
const MAX_EXTENDS: usize = 8;

struct Config<'a> {
    path: &'a str,
    names: &'a Names<'a>,
    extends: &'a [Name],
    base_url: Option<Name>,
    paths: &'a [PathMapping],
}

struct Package<'a> {
    folder: FolderId,
    names: &'a Names<'a>,
    entries: &'a [Name],
}

/// The packages and compiler configurations of a project.
pub(super) struct Packages<'p, 'a> {
    paths: &'p Paths<'a>,
    configs: Vec<Config<'a>>,
    config_of_folder: Vec<u32>,
    #[expect(clippy::struct_field_names, reason = "the plural of what the module is about is its natural name")]
    packages: Vec<Package<'a>>,
    by_name: HashMap<&'a str, u32>,
    by_folder: HashMap<FolderId, u32>,
    known: HashMap<(FolderId, &'a str), Target>,
}

impl<'p, 'a> Packages<'p, 'a> {
    pub(super) fn new(paths: &'p Paths<'a>, builds: &[Build<'a>]) -> Self {
        let mut configs = Vec::new();
        let mut own = Vec::new();
        let mut packages = Vec::new();
        let mut by_name = HashMap::new();
        let mut by_folder = HashMap::new();
        for build in builds {
            match build.manifest {
                Manifest::TypeScriptConfig { extends, base_url, paths: mappings } => {
                    let path = paths.file_path(build.file);
                    // `tsconfig.json` is what editors use for a folder; other names only where it is missing.
                    let main = matches!(name_of(path), "tsconfig.json" | "jsconfig.json");
                    own.push((!main, build.folder, id(configs.len())));
                    configs.push(Config { path, names: build.names, extends, base_url: *base_url, paths: mappings });
                }
                Manifest::NodePackage { name, entries, .. } => {
                    let at = id(packages.len());
                    packages.push(Package { folder: build.folder, names: build.names, entries });
                    by_folder.entry(build.folder).or_insert(at);
                    if let Some(name) = name {
                        by_name.entry(build.names.get(*name)).or_insert(at);
                    }
                }
                _ => {}
            }
        }
        own.sort_by_key(|(other, ..)| *other);
        let own: Vec<(FolderId, u32)> = own.into_iter().map(|(_, folder, at)| (folder, at)).collect();
        let config_of_folder = paths.nearest_above(&own);
        Self { paths, configs, config_of_folder, packages, by_name, by_folder, known: HashMap::new() }
    }

    /// Returns where `specifier`, imported by `from`, leads.
    pub(super) fn target(&mut self, from: FileId, specifier: &'a str) -> Target {
        let folder = self.paths.folder_of(from);
        let key = (folder, specifier);
        if let Some(target) = self.known.get(&key) {
            return *target;
        }
        let plain = specifier.split(['?', '!']).next().unwrap_or(specifier);
        let found = if plain.is_empty() {
            // A list of exports without `from`: the file itself, which is not kept, since files share the key.
            return Target::File(from);
        } else if plain.starts_with('.') {
            join(self.paths.folder_path(folder), plain).and_then(|path| self.probe(&path))
        } else {
            self.mapped(folder, plain).or_else(|| self.in_package(plain))
        };
        let target = found.map_or(Target::External, Target::File);
        self.known.insert(key, target);
        target
    }

    fn probe(&self, path: &str) -> Option<FileId> {
        if let Some(file) = self.paths.file(path) {
            return Some(file);
        }
        let mut candidate = String::with_capacity(path.len() + 12);
        let mut with = |stem: &str, ending: &str| {
            candidate.clear();
            candidate.push_str(stem);
            candidate.push_str(ending);
            self.paths.file(&candidate)
        };
        if !path.is_empty() {
            if let Some(file) = ENDINGS.iter().find_map(|ending| with(path, ending)) {
                return Some(file);
            }
            for (compiled, sources) in COMPILED {
                let Some(stem) = path.strip_suffix(compiled) else { continue };
                if let Some(file) = sources.iter().find_map(|ending| with(stem, ending)) {
                    return Some(file);
                }
            }
        }
        let folder = self.paths.folder(path)?;
        self.entry(folder)
    }

    /// Returns the file that a folder stands for: what its `package.json` names, else its `index`.
    fn entry(&self, folder: FolderId) -> Option<FileId> {
        let path = self.paths.folder_path(folder);
        let named = self.by_folder.get(&folder).and_then(|at| self.packages.get(*at as usize)).and_then(|package| {
            let entries = package.entries.iter().map(|entry| package.names.get(*entry));
            entries.into_iter().find_map(|entry| {
                let entry = entry.trim_start_matches("./").trim_end_matches('/');
                if entry.is_empty() || entry.contains('*') {
                    return None;
                }
                self.file_or_source(&join(path, entry)?)
            })
        });
        named.or_else(|| {
            let bases = ["index", "src/index", "lib/index", "source/index", "src/main"];
            bases.iter().find_map(|base| {
                let base = join(path, base)?;
                ENDINGS.iter().find_map(|ending| self.paths.file(&format!("{base}{ending}")))
            })
        })
    }

    fn file_or_source(&self, path: &str) -> Option<FileId> {
        if let Some(file) = self.paths.file(path) {
            return Some(file);
        }
        if let Some(file) = ENDINGS.iter().find_map(|ending| self.paths.file(&format!("{path}{ending}"))) {
            return Some(file);
        }
        COMPILED.iter().find_map(|(compiled, sources)| {
            let stem = path.strip_suffix(compiled)?;
            sources.iter().find_map(|ending| self.paths.file(&format!("{stem}{ending}")))
        })
    }

    fn mapped(&self, folder: FolderId, specifier: &str) -> Option<FileId> {
        let own = self.config_of_folder.get(folder.index()).copied().filter(|at| *at != NONE)?;
        let chain = self.extends_chain(own);
        // The nearest configuration that says anything of `paths` decides, as TypeScript has it; the same for `baseUrl`.
        let with_base = chain.iter().find_map(|config| {
            let base = config.names.get(config.base_url?);
            join(folder_of(config.path), base)
        });
        if let Some(config) = chain.iter().find(|config| !config.paths.is_empty()) {
            let own_base = config.base_url.and_then(|base| join(folder_of(config.path), config.names.get(base)));
            let base = own_base.or_else(|| with_base.clone()).unwrap_or_else(|| folder_of(config.path).to_owned());
            if let Some(file) = self.through_paths(config, &base, specifier) {
                return Some(file);
            }
        }
        with_base.and_then(|base| self.probe(&join(&base, specifier)?))
    }

    fn through_paths(&self, config: &Config<'a>, base: &str, specifier: &str) -> Option<FileId> {
        let fitting = config.paths.iter().filter_map(|mapping| {
            let pattern = config.names.get(mapping.pattern);
            match pattern.split_once('*') {
                None => (pattern == specifier).then_some((usize::MAX, "", mapping)),
                Some((before, after)) => {
                    let rest = specifier.strip_prefix(before)?.strip_suffix(after)?;
                    Some((before.len(), rest, mapping))
                }
            }
        });
        let (_, star, mapping) = fitting.rev().max_by_key(|(length, ..)| *length)?;
        mapping.targets.iter().find_map(|target| {
            let path = config.names.get(*target).replacen('*', star, 1);
            self.probe(&join(base, &path)?)
        })
    }

    /// Returns the configuration and those it extends, nearest first.
    fn extends_chain(&self, own: u32) -> Vec<&Config<'a>> {
        let mut chain: Vec<&Config<'a>> = Vec::new();
        let mut open = vec![own];
        while let Some(at) = open.pop() {
            let Some(config) = self.configs.get(at as usize) else { continue };
            if chain.len() >= MAX_EXTENDS || chain.iter().any(|known| known.path == config.path) {
                continue;
            }
            chain.push(config);
            for extended in config.extends {
                open.extend(self.extended(config, config.names.get(*extended)));
            }
        }
        chain
    }

    fn extended(&self, config: &Config<'a>, specifier: &str) -> Option<u32> {
        let base = if specifier.starts_with('.') {
            join(folder_of(config.path), specifier)?
        } else {
            let (package, rest) = self.package_of(specifier)?;
            join(self.paths.folder_path(package.folder), if rest.is_empty() { "tsconfig.json" } else { rest })?
        };
        let file = ["", ".json", "/tsconfig.json"].iter().find_map(|ending| {
            let path = format!("{base}{ending}");
            self.configs.iter().position(|config| config.path == path)
        })?;
        Some(id(file))
    }

    fn package_of<'s>(&self, specifier: &'s str) -> Option<(&Package<'a>, &'s str)> {
        let parts = if specifier.starts_with('@') { 2 } else { 1 };
        let end = specifier.match_indices('/').nth(parts - 1).map_or(specifier.len(), |(at, _)| at);
        let (name, rest) = specifier.split_at(end);
        let package = self.by_name.get(name).and_then(|at| self.packages.get(*at as usize))?;
        Some((package, rest.trim_start_matches('/')))
    }

    fn in_package(&self, specifier: &str) -> Option<FileId> {
        let (package, rest) = self.package_of(specifier)?;
        if rest.is_empty() {
            return self.entry(package.folder);
        }
        let folder = self.paths.folder_path(package.folder);
        // Built folders are not in the tree: their sources are what an import of them means.
        let inner =
            ["dist/", "lib/", "build/", "out/"].iter().find_map(|built| rest.strip_prefix(built)).unwrap_or(rest);
        let places = [rest.to_owned(), format!("src/{rest}"), format!("src/{inner}"), format!("lib/{rest}")];
        places.iter().find_map(|place| self.probe(&join(folder, place)?))
    }
}
