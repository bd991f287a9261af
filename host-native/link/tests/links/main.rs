//! Owns the linker's tests over facts written by hand, one module for each family of languages; owns no test of
//! extraction.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails by panicking")]

mod c;
mod dsl;
mod extracted;
mod go;
mod hostile;
mod jvm;
mod kinds;
mod lies;
mod others;
mod python;
mod rust;
mod script;
