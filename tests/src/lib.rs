//! What tests and benchmarks share: a small project, its snapshot, ways to damage one, and the built WASM module.

#![forbid(unsafe_code)]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "test support fails by panicking"
)]

pub mod fixture;
pub mod labels;
pub mod mutation;
pub mod process;
pub mod wasm;
