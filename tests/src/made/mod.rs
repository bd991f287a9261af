//! Owns projects that are made up at random: sources in several languages that import and call each other, and the edits
//! that people and their tools make to them; owns nothing of what a sync makes of them. The same seed makes the same
//! project and the same edits.
//!
//! - `sources`: what a file of a language says.
//! - `project`: which files a project starts with.
//! - `edits`: what happens to them.

mod edits;
mod project;
mod sources;

pub use edits::edit;
pub use project::{Shape, make};
