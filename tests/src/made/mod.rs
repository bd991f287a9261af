//! Owns what is made up at random: projects with sources in several languages that import and call each other, the edits
//! that people and their tools make to them, and questions about a project; owns nothing of what the program makes of
//! them. The same seed makes the same.
//!
//! - `sources`: what a file of a language says.
//! - `project`: which files a project starts with.
//! - `in_memory`: which files a project has that no disk holds.
//! - `edits`: what happens to them.
//! - `questions`: what is asked about one.
//! - `requests`: which packs of one are asked for.

mod edits;
mod in_memory;
mod project;
mod questions;
mod requests;
mod sources;

pub use edits::edit;
pub use in_memory::files;
pub use project::{Shape, make};
pub use questions::Stock;
pub use requests::{matches, request};
