//! The engine as an addon of Node.
//!
//! This crate owns what crosses between JavaScript and the engine: bytes, files and requests in, texts out, and which
//! thread does the work. It owns no ranking and no packing ([`graphicle_engine`]), no tokens ([`graphicle_tokenizer`]) and
//! no rule of where a project's snapshot lies ([`graphicle_projects`]).
//!
//! What stands here is not what users call: the package's TypeScript (`ts/`) wraps it. A failure is a value with a code
//! ([`failure::Failure`]) and never an exception of Node's making, on either thread; a panic becomes such a value too.

pub mod bytes;
pub mod cancellation;
pub mod failure;
pub mod snapshot;
pub mod tokenizer;
pub mod work;
