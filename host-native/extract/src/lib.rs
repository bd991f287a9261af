//! What one file says: its symbols, calls, references and imports, read off its syntax tree.
//!
//! [`extract`] is a pure function from a path and a text to [`FileFacts`]: no clock, no disk, no other file. Limits
//! count bytes, parser steps and levels, so that the same file always has the same outcome.
//!
//! # How a file is read
//!
//! The parser's tree is copied once into a flat array (`tree`), in which looking up, down and sideways is cheap and
//! kinds and fields are bytes (`syntax`). One walk over the array (`walk`) does with each node what the language's
//! tables say (`spec`), through the state of the file (`cx`): open scopes and local names, the comment above, the facts
//! so far. Nothing recurses over the tree.
//!
//! # Adding a language
//!
//! 1. The grammar's crate in the workspace's and this crate's `Cargo.toml`.
//! 2. A module in `lang/` with `kinds! { FUNCTION = "function_definition", ... }` for the node kinds it names and
//!    a `static SPEC: Spec`, and a line in `lang::spec`. Field names that the list in `syntax` lacks are added there.
//! 3. The tables of the `Spec`; everything left out has the default of `Spec::new`:
//!    - `rules`: what the walk does with a kind. `Define` for definitions (a function in a type becomes a method),
//!      `Bind` for variables, fields, parameters and loop variables, `Call` for calls, `Use` for names and member
//!      accesses, `Scope` for blocks of local names, `Comment`, `Attribute` (a sibling before its definition), `Leaf`
//!      for what is not looked into (strings), `Hook` for code of the language's own.
//!    - `shapes`: what an expression is, seen from what is called on it: a name, a member, a call, an element, `self`,
//!      something that passes its value through. Receivers, callees and the types of local names come out of this table:
//!      it is what resolving calls stands on. A kind under `Rule::Call` or `Rule::Use` needs an entry here.
//!    - `types`: which nodes name types, and which wrap them.
//!    - `params`, `wrappers` (decorated, exported), `value_parents` (where a name may be a function handed on),
//!      `spreads`, `builtins`, `exported`.
//! 4. Hooks for the rest, `fn(&mut Cx, Node) -> Flow`. The usual order in one: `cx.def` (claims the name, takes kind and
//!    container from what is around), its fields, `cx.define`, then `cx.open(node, sym, Place::Function)`, then
//!    `cx.bind` for parameters: `cx.typed(type)` or `cx.chain(value)` say what is known, `Receiver::UNKNOWN` says nothing
//!    but that the name is local, which keeps it from being taken for a global. `cx.bind_after` for a statement whose
//!    right side still sees the old meaning. `cx.claim` for names that are no uses; children are visited unless the hook
//!    returns `Flow::Over`. What only the inside of a definition tells is filled in with `cx.symbol_mut`.
//! 5. Sources under `corpus/<language>/`, then `BLESS=1 cargo test -p graphicle-extract`, then read what was written.
//!
//! `Call`s of kind `Value` are candidates: any name or member handed on as a value that this file does not know to be
//! something else; the linker keeps those that lead to a callable. Such a name is also recorded as a reference.
#![forbid(unsafe_code)]

mod cx;
mod extractor;
mod lang;
mod manifest;
mod spec;
mod syntax;
mod tree;
mod types;
mod walk;

pub use extractor::{Cost, Extractor, Limits};

use graphicle_engine::facts::FileFacts;
use graphicle_engine::language::Language;

/// The version of what is extracted: raised whenever the same file gives other facts, so that stored ones are redone.
pub const VERSION: u32 = 3;

/// Returns what the file says. `path` is relative to the project, with `/` between its parts; it never leads to a read.
///
/// Never panics and never recurses over the tree. A file that is too large, too deep or too costly to parse has no
/// symbols and an outcome that says so.
pub fn extract(path: &str, language: Language, text: &str, limits: &Limits) -> FileFacts<'static> {
    Extractor::new(*limits).extract(path, language, text)
}

/// Returns whether files of this language are parsed.
pub fn has_grammar(language: Language) -> bool {
    lang::spec(language).is_some()
}
