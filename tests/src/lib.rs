//! Owns what tests and benchmarks share: projects to try the program on, places to run it in, ways to damage what it
//! writes, and the checks that run for as long as one likes. It owns no test.

#![forbid(unsafe_code)]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "test support fails by panicking"
)]

pub mod arguments;
pub mod checks;
pub mod eval_cases;
pub mod fixture;
pub mod hostile_files;
pub mod hostile_questions;
pub mod hostile_texts;
pub mod labels;
pub mod made;
pub mod memory_snapshot;
pub mod mutation;
pub mod pack_reader;
pub mod process;
pub mod random;
pub mod ratios;
pub mod real_questions;
pub mod sandbox;
pub mod schemas;
pub mod timing;
pub mod wasm;
