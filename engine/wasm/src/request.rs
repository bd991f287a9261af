//! Owns the requests of the interface and their answers. A request is one byte that names it, then its payload; an
//! answer is one byte (0 done, 1 failed), then UTF-8 text.

use graphicle_engine::inspect::{digests, ranking_text};
use graphicle_engine::pack::{Pack, PackRequest, json};
use graphicle_engine::snapshot::{self, Snapshot};

/// Asks which engine this is. The answer is JSON: `{"engine": version, "snapshot_format": number}`.
pub const DESCRIBE: u8 = 0;
/// Asks for the digests of everything in the snapshot that follows, a line each (see [`graphicle_engine::inspect`]).
pub const DIGESTS: u8 = 1;

/// Asks for the ranking of all files for a question: the question's length in bytes (`u32`, little-endian), the question
/// in UTF-8, the snapshot. The answer is [`graphicle_engine::inspect::ranking_text`].
pub const RANK: u8 = 2;

/// Asks for a pack: the length of a request's JSON in bytes (`u32`, little-endian), that JSON
/// ([`graphicle_engine::pack::PackRequest`]), the snapshot. The answer is [`graphicle_engine::pack::json`] without seconds.
pub const PACK: u8 = 3;
/// As [`PACK`], but the answer is the pack's text.
pub const PACK_TEXT: u8 = 4;

/// The first byte of an answer that succeeded.
pub const DONE: u8 = 0;
/// The first byte of an answer that failed; a sentence follows.
pub const FAILED: u8 = 1;

/// Answers a request.
pub fn answer(request: &[u8]) -> Vec<u8> {
    let result = match request.split_first() {
        Some((&DESCRIBE, _)) => Ok(describe()),
        Some((&DIGESTS, payload)) => all_digests(payload),
        Some((&RANK, payload)) => ranking(payload),
        Some((&PACK, payload)) => pack(payload).and_then(|pack| json(&pack, None).map_err(|error| error.to_string())),
        Some((&PACK_TEXT, payload)) => pack(payload).map(|pack| pack.text),
        Some((other, _)) => Err(format!("request {other} is unknown to this engine")),
        None => Err("the request is empty".to_owned()),
    };
    match result {
        Ok(text) => tagged(DONE, &text),
        Err(sentence) => tagged(FAILED, &sentence),
    }
}

/// Returns the answer to a request whose memory this module did not hand out.
pub(crate) fn unknown_memory() -> Vec<u8> {
    tagged(FAILED, "the request does not lie in memory that g_alloc gave")
}

fn tagged(tag: u8, text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() + 1);
    bytes.push(tag);
    bytes.extend_from_slice(text.as_bytes());
    bytes
}

fn describe() -> String {
    format!(r#"{{"engine":"{}","snapshot_format":{}}}"#, env!("CARGO_PKG_VERSION"), snapshot::VERSION)
}

fn all_digests(bytes: &[u8]) -> Result<String, String> {
    let snapshot = Snapshot::open(bytes).map_err(|error| error.to_string())?;
    digests(&snapshot).map(|digests| digests.to_string()).map_err(|error| error.to_string())
}

fn ranking(payload: &[u8]) -> Result<String, String> {
    let (question, bytes) = split(payload, "question")?;
    let snapshot = Snapshot::open(bytes).map_err(|error| error.to_string())?;
    Ok(ranking_text(&snapshot, question))
}

fn pack(payload: &[u8]) -> Result<Pack, String> {
    let (request, bytes) = split(payload, "JSON")?;
    let request = PackRequest::from_json(request).map_err(|error| error.to_string())?;
    let snapshot = Snapshot::open(bytes).map_err(|error| error.to_string())?;
    request.pack(&snapshot).map_err(|error| error.to_string())
}

/// Splits a payload into a text whose length stands in front of it, and the bytes behind it.
fn split<'p>(payload: &'p [u8], what: &str) -> Result<(&'p str, &'p [u8]), String> {
    let short = || format!("the request is shorter than its {what}");
    let (len, rest) = payload.split_first_chunk::<4>().ok_or_else(short)?;
    let (text, bytes) = rest.split_at_checked(u32::from_le_bytes(*len) as usize).ok_or_else(short)?;
    let text = core::str::from_utf8(text).map_err(|_| format!("the {what} is not UTF-8"))?;
    Ok((text, bytes))
}
