//! Owns what build files say that resolving imports needs; owns neither reading them nor using it.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::Name;

/// One `replace` of a `go.mod`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replacement {
    /// The module path that is replaced.
    pub module: Name,
    /// What replaces it: a relative folder (`./staging/src/...`) or another module path.
    pub target: Name,
}

/// One pattern and what it stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathMapping {
    /// The pattern: with at most one `*` (TypeScript), or a namespace prefix with dots (PHP).
    pub pattern: Name,
    /// The places, in order of preference, relative to the manifest's folder (TypeScript: to `baseUrl`).
    pub targets: Vec<Name>,
}

/// What a build file says that resolving imports needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Manifest {
    /// `go.mod`.
    GoModule {
        /// The module's path.
        module: Name,
        /// Its `replace` lines.
        replace: Vec<Replacement>,
    },
    /// `tsconfig*.json`, `jsconfig.json`.
    TypeScriptConfig {
        /// `extends`, as written.
        extends: Vec<Name>,
        /// `compilerOptions.baseUrl`.
        base_url: Option<Name>,
        /// `compilerOptions.paths`.
        paths: Vec<PathMapping>,
    },
    /// `package.json`.
    NodePackage {
        /// The package's name.
        name: Option<Name>,
        /// The files that an import of the bare name may mean, best guess for sources first (`source`, `types`,
        /// `module`, `main`, `exports`).
        entries: Vec<Name>,
        /// The patterns of `workspaces` (also those of `pnpm-workspace.yaml`).
        workspaces: Vec<Name>,
    },
    /// `composer.json`: PSR-4 namespaces (of `autoload` and `autoload-dev`).
    ComposerPackage {
        /// Namespace prefixes and their folders.
        psr4: Vec<PathMapping>,
    },
    /// `Cargo.toml`.
    CargoPackage {
        /// The package's name with `-` as `_`; `None` for a bare workspace.
        name: Option<Name>,
        /// `[lib] path`, where it is set.
        lib_path: Option<Name>,
        /// Dependencies that are renamed or found by path: local name to folder.
        path_dependencies: Vec<PathMapping>,
    },
    /// `pyproject.toml`, `setup.cfg`, `setup.py`.
    PythonProject {
        /// The folders that packages are looked up in, where the file names them (`src`).
        roots: Vec<Name>,
    },
    /// `pubspec.yaml`.
    DartPackage {
        /// The package's name.
        name: Name,
    },
}
