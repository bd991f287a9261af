//! Owns the engine as JavaScript calls it without a binary: a snapshot's bytes and requests in, JSON and packs out. It owns
//! no step of them, and no class that a caller sees: those are TypeScript's, in `ts/`.
//!
//! Every call may fail with a [`Failure`]. A panic ends the module's instance, which is why each snapshot has its own.

// What JavaScript calls is public by the attribute, whatever Rust says of it.
#![allow(unreachable_pub, reason = "the macro's items are called from JavaScript alone")]

mod counter;
mod failure;
mod snapshot;
mod unpacking;

pub use counter::Counter;
pub use failure::Failure;
pub use snapshot::{WasmPack, WasmSnapshot};
pub use unpacking::Unpacking;
