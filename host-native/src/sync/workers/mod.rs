//! Owns keeping the parsers in processes of their own, so that a grammar that crashes or hangs costs one file's symbols
//! and nothing else. It owns neither what is extracted nor what becomes of it.
//!
//! - `protocol`: what goes over the pipes.
//! - `serve`: the worker's side; `allowance`: what it may take of the machine.
//! - `crew`: the side that starts workers, hands them files and watches over them.

mod allowance;
mod crew;
mod protocol;
mod serve;

pub use crew::{Crew, Member, WorkerCommand, WorkerError};
pub use protocol::{HELLO, MAX_FRAME, Request, read_frame, write_frame};
pub use serve::serve;

/// The name of the hidden command that makes this program a worker.
pub const WORKER_COMMAND: &str = "extract-worker";
