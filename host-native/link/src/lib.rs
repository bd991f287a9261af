//! Resolves imports, calls and references across the files of a project.
//!
//! The crate takes the facts of every file and says where each import leads, which definition each call means, and
//! why that is believed. It is pure: no disk, clock, thread or global state, and the same facts give the same links
//! however the files are cut into ranges. It owns neither parsing nor how links are stored.
//!
//! Where to look:
//!
//! - `family`: which languages are resolved together, and what their scoping rules are.
//! - `scopes`: which scope each definition is a member of.
//! - `imports`: where an import leads, one module for each family of languages.
//! - `resolve`: what a name, a type and a receiver mean, and which candidate a call means.
#![forbid(unsafe_code)]

mod builtins;
mod family;
mod imports;
mod index;
mod intern;
mod output;
mod paths;
mod resolve;
mod scopes;

use std::ops::Range;

use graphicle_engine::facts::FileFacts;
use graphicle_engine::folders::Folders;
use graphicle_engine::language::Language;
use graphicle_engine::links::Links;
use graphicle_engine::role::Roles;

pub use output::merge;

/// The version of the rules: it changes whenever the same facts may give other links.
pub const VERSION: u32 = 2;

/// A file of the project, as the linker sees it.
#[derive(Debug, Clone)]
pub struct LinkFile<'a> {
    /// The path from the project's root, with `/` between its parts.
    pub path: &'a str,
    /// The file's language.
    pub language: Language,
    /// The file's marks; [`Roles::TEST`] and [`Roles::VENDORED`] matter here.
    pub roles: Roles,
    /// What extraction says of the file.
    pub facts: FileFacts<'a>,
}

/// Resolves what files say against each other. Making one builds the indexes over all files; resolving reads them only.
#[derive(Debug)]
pub struct Linker<'a> {
    index: index::Index<'a>,
}

impl<'a> Linker<'a> {
    /// Returns a linker over `files`, which must be in byte order of their paths: a file's place is its identifier.
    pub fn new(files: &'a [LinkFile<'a>], folders: &'a Folders) -> Self {
        Self { index: index::Index::new(files, folders) }
    }

    /// Returns the links that start in the files of `range`; places beyond the last file are passed over.
    pub fn resolve(&self, range: Range<usize>) -> Links {
        resolve::resolve(&self.index, range)
    }
}
