//! Owns counting tokens exactly, with the vocabulary of a Hugging Face `tokenizer.json` (BPE, Unigram, `WordPiece` or whole
//! words). It owns no file, no cache and no budget: bytes in, counts out, the same ones in every process.
//!
//! What is counted is the text alone. The tokens that a tokenizer puts around a prompt are not, the cutting and filling
//! that a file asks for are off, and the names of special tokens (`<|endoftext|>`) are ordinary text, so that a file that
//! holds them is counted like any other.

#![forbid(unsafe_code)]

mod counter;
mod load;

pub use counter::{HuggingFace, VERSION, name_of};
pub use load::TokenizerError;
