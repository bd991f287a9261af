//! Owns the exported file: a snapshot on its way to another machine, compressed, checked, with what is known of where it is
//! from and what it leaves out. It owns no snapshot's inside, and no file on a disk.
//!
//! A file is a header and frames; docs/snapshot-format.md describes the bytes. [`write()`] hands them out in parts and
//! [`Unpacker`] takes them in parts, so that neither needs both forms in memory; [`texts`] makes a snapshot with some
//! texts left out.

mod about;
mod error;
mod format;
pub mod texts;
mod unpack;
mod write;

pub use about::{About, LeftOut};
pub use error::PortableError;
pub use format::VERSION;
pub use unpack::{Unpacker, unpack};
pub use write::write;
