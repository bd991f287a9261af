//! The native host of graphicle.
//!
//! This crate owns what sync learned of each file, and the way from a folder to the snapshot that readers open. It owns
//! no list of projects ([`graphicle_projects`]), no rule of which files belong ([`graphicle_walk`]), no grammar
//! ([`graphicle_extract`]), no resolution of names ([`graphicle_link`]) and no ranking or packing ([`graphicle_engine`]).
//!
//! Where to look:
//!
//! - [`cli`]: the command line.
//! - [`projects`], [`data`], [`git`]: which folder is which project, and where its data lies; a crate of their own.
//! - [`store`]: what sync learned, kept safe against crashes.
//! - [`sync`]: from a folder to a snapshot.
//! - [`tokens`]: counting with a tokenizer file, and keeping the counts.

#![forbid(unsafe_code)]

pub mod cli;
pub mod eval;
pub mod store;
pub mod sync;
pub mod tokens;

pub use graphicle_projects::{self as projects, data, git};
