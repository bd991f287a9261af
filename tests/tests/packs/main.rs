//! Owns the tests of packs as whole texts: what holds of every one, files that are meant to break one, and golden ones. It
//! owns no judgement of whether a pack answers its question (`pack-cases` measures that).
//!
//! - `properties`: made-up projects and requests, for as long as a test may take; `long-checks packs` goes on.
//! - `hostile`: each file that is meant to break a pack, in every form.
//! - `edges`: projects without files, requests that cannot be met.
//! - `golden`: packs of a small fixed project, byte for byte.
//! - `rules`: what each section takes, by the rules that the documentation gives.
//! - `told`: what the header and the manifest say. `packed` has the projects that both are tried on.
//! - `processes`: fresh processes of the program, and syncs in steps.
//! - `schema`: what the JSON Schema refuses.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails by panicking")]

mod edges;
mod golden;
mod hostile;
mod packed;
mod processes;
mod properties;
mod rules;
mod schema;
mod told;
