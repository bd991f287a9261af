//! The pure engine of graphicle.
//!
//! This crate owns the snapshot (the one form in which a synced project is read), what a file's facts are,
//! how text is cut into passages and words, and, over those, ranking and packing. It owns no disk, clock,
//! network, thread or parser: hosts bring bytes and get values back.
//!
//! Where to look:
//!
//! - [`facts`]: what extraction says of one file, in the form that the linker and the snapshot take.
//! - [`language`] and [`role`]: what kind of file a path names.
//! - [`snapshot`]: the format, its reader and its writer.
//! - [`question`] and [`ranking`]: what is asked, and every file's place for it.
//! - [`pack`] and [`tokens`]: one block of text within a budget, and how its tokens are counted.
//! - [`portable`]: a snapshot as one file for other machines.
//! - [`api`]: what surfaces other than the command line call; [`abi`]: the numbers of the bare module's interface.
//! - [`visible`]: how texts of others are shown.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod abi;
pub mod api;
pub mod build;
mod constants;
pub mod facts;
pub mod folders;
pub mod id;
pub mod inspect;
pub mod language;
pub mod links;
pub mod pack;
pub mod passage;
pub mod portable;
pub mod question;
pub mod ranking;
pub mod role;
pub mod snapshot;
pub mod span;
pub mod terms;
pub mod tokens;
mod version;
pub mod visible;
pub mod wildcard;
pub mod wire;

pub use version::{ENGINE, EngineVersion};
