//! Owns counting with a tokenizer file on the disk, and keeping what was counted from one run to the next; how text is
//! cut into tokens is [`graphicle_tokenizer`]'s.

mod cached;
mod kept;

pub use cached::{CachedCounter, TokenizerFileError};
