//! Owns running an engine module in wasmtime: a WebAssembly file that speaks the engine's binary interface and imports
//! nothing. It owns no engine, no file and no request's meaning.
//!
//! - `module`: the file is compiled and looked at; nothing of it has run then.
//! - `running`: an instance within [`Limits`], which is asked by the numbers of [`graphicle_engine::abi`].
//! - `described`: which engine it says it is.
//!
//! A module is anybody's program. It reaches nothing but its own memory, which is limited, as is how much it may compute;
//! whatever it does, the host gets an answer or a [`ModuleError`].

#![forbid(unsafe_code)]

mod described;
mod error;
mod module;
mod running;

pub use described::Described;
pub use error::ModuleError;
pub use module::EngineModule;
pub use running::{Limits, Running};
