//! Owns making a snapshot: from texts and facts to segments, and from a base snapshot, segments and links to the new
//! snapshot's bytes. It owns neither where texts come from nor where bytes go.
//!
//! The steps, in the host's order:
//!
//! 1. [`SegmentBuilder`] takes whole folders: it packs the texts (`text`) and indexes the new files ([`inverted`]).
//! 2. [`content()`] joins the base snapshot's unchanged parts and the segments into texts, passages and postings.
//! 3. [`symbols()`] lays out symbols from all files' facts; [`calls()`], [`references()`] and [`imports()`] lay out what
//!    the linker found ([`crate::links::Links`]).
//! 4. [`assemble()`] puts all of it behind a header.
//!
//! The functions of steps 2 and 3 are independent of each other, so that a host may run them side by side.

mod assemble;
mod content;
mod edges;
mod input;
pub mod inverted;
mod merge;
mod purpose;
mod segment;
mod strings;
mod symbols;
mod text;
mod touched;

pub use assemble::{Assembled, assemble};
pub use content::{Content, content};
pub use edges::{Calls, Edges, Imports, References, calls, imports, references};
pub use input::{BuildError, FileInput, Source};
pub use segment::{FolderFile, IndexedFile, PackedFolder, Segment, SegmentBuilder, Work};
pub use symbols::{SymbolStarts, Symbols, symbols};
pub use text::{BLOCK_BYTES, Block, TextPlace};

/// The version of what building makes of the same inputs: where passages are cut, which words they hold, how blocks
/// are packed. It rises whenever a fresh build would give other bytes than before, so that incremental builds never mix
/// two ways.
pub const VERSION: u32 = 1;
