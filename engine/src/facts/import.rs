//! Owns the record of an import as written; owns no rule of where it leads.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::Name;

/// How an import is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ImportKind {
    /// A module or package: Go and Python `import`, TypeScript `import`, Java `import`, Rust `use`, C# `using`.
    Module,
    /// Every name of a module (`import *`, `use foo::*`, a Go dot import).
    Wildcard,
    /// A file by its name in quotes (C `#include "x.h"`, Ruby `require_relative`, PHP `require`, Bash `source`).
    Include,
    /// A file searched on a path (C `#include <x.h>`, Ruby `require`).
    SystemInclude,
    /// Names handed on to whoever imports this file (`export ... from`, `pub use`).
    Reexport,
    /// Every name handed on (`export * from`, `pub use foo::*`).
    ReexportAll,
    /// A module that this file declares as its own (Rust `mod x;`).
    Submodule,
}

/// One name that an import brings into the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Binding {
    /// The name in the imported module; `None` for the module itself (and for TypeScript's default export: "default").
    pub member: Option<Name>,
    /// The name in this file.
    pub local: Name,
}

/// An import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// The line it starts on.
    pub line: u32,
    /// How it is written.
    pub kind: ImportKind,
    /// What is imported, as the language writes it, quotes off: a Go import path, `..pkg.mod` with Python's dots, a
    /// TypeScript specifier, a Java qualified name without the member, a Rust path with dots (`crate.a.b`, `super.x`),
    /// a C file name, a PHP namespace with dots.
    pub path: Name,
    /// The names it brings; none for a side-effect import or an include.
    pub bindings: Vec<Binding>,
}
