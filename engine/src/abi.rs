//! Owns the numbers and names of the bare module's binary interface, which the module and its hosts have in common. It owns
//! no request's answer; docs/wasm-abi.md describes the interface.

/// The interface's version. A host refuses a module of a later one; requests of an earlier one mean what they meant.
pub const VERSION: u32 = 2;

/// What the module's memory is exported as.
pub const MEMORY: &str = "memory";
/// The function that hands out memory: its length in, its address out.
pub const ALLOC: &str = "g_alloc";
/// The function that takes memory back: its address and length in.
pub const FREE: &str = "g_free";
/// The function that answers the request at an address: address and length in, the answer's out.
pub const CALL: &str = "g_call";

/// Asks which engine this is. The answer is JSON: `{"engine": version, "sha256": hash of its sources, "snapshot_format":
/// number, "abi": number}`; the hash and the last number since version 2.
pub const DESCRIBE: u8 = 0;
/// Asks for the digests of everything in the snapshot that follows, a line each (see [`crate::inspect`]).
pub const DIGESTS: u8 = 1;
/// Asks for the ranking of all files for a question: the question's length in bytes (`u32`, little-endian), the question
/// in UTF-8, the snapshot. The answer is [`crate::inspect::ranking_text`].
pub const RANK: u8 = 2;
/// Asks for a pack: the length of a request's JSON in bytes (`u32`, little-endian), that JSON
/// ([`crate::pack::PackRequest`]), the snapshot. The answer is [`crate::pack::json`] without seconds.
pub const PACK: u8 = 3;
/// As [`PACK`], but the answer is the pack's text.
pub const PACK_TEXT: u8 = 4;
/// As [`PACK`], but counted by a vocabulary: its `tokenizer.json` stands between the request and the snapshot, with its
/// length in front as well. Since version 2.
pub const PACK_EXACT: u8 = 5;

/// The first byte of an answer that succeeded.
pub const DONE: u8 = 0;
/// The first byte of an answer that failed; a sentence follows.
pub const FAILED: u8 = 1;
