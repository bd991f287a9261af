//! Owns the requests of the interface and their answers. A request is one byte that names it, then its payload; an
//! answer is one byte (0 done, 1 failed), then UTF-8 text.

use graphicle_engine::abi::{self, DESCRIBE, DIGESTS, DONE, FAILED, PACK, PACK_EXACT, PACK_TEXT, RANK};
use graphicle_engine::inspect::{digests, ranking_text};
use graphicle_engine::pack::{Pack, PackRequest, json};
use graphicle_engine::snapshot::{self, Snapshot};
use graphicle_engine::{ENGINE, EngineVersion};
use graphicle_tokenizer::HuggingFace;

/// Answers a request.
pub fn answer(request: &[u8]) -> Vec<u8> {
    let result = match request.split_first() {
        Some((&DESCRIBE, _)) => Ok(describe()),
        Some((&DIGESTS, payload)) => all_digests(payload),
        Some((&RANK, payload)) => ranking(payload),
        Some((&PACK, payload)) => pack(payload).and_then(|pack| as_json(&pack)),
        Some((&PACK_TEXT, payload)) => pack(payload).map(|pack| pack.text),
        Some((&PACK_EXACT, payload)) => pack_exact(payload).and_then(|pack| as_json(&pack)),
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
    let EngineVersion { version, sha256 } = ENGINE;
    let (format, abi) = (snapshot::VERSION, abi::VERSION);
    format!(r#"{{"engine":"{version}","sha256":"{sha256}","snapshot_format":{format},"abi":{abi}}}"#)
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

fn pack_exact(payload: &[u8]) -> Result<Pack, String> {
    let (request, rest) = split(payload, "JSON")?;
    let request = PackRequest::from_json(request).map_err(|error| error.to_string())?;
    let (tokenizer, bytes) = split(rest, "tokenizer")?;
    let counter = HuggingFace::of_file(tokenizer.as_bytes()).map_err(|error| error.to_string())?;
    let snapshot = Snapshot::open(bytes).map_err(|error| error.to_string())?;
    request.pack_counted(&snapshot, &counter).map_err(|error| error.to_string())
}

fn as_json(pack: &Pack) -> Result<String, String> {
    json(pack, None).map_err(|error| error.to_string())
}

/// Splits a payload into a text whose length stands in front of it, and the bytes behind it.
fn split<'p>(payload: &'p [u8], what: &str) -> Result<(&'p str, &'p [u8]), String> {
    let short = || format!("the request is shorter than its {what}");
    let (len, rest) = payload.split_first_chunk::<4>().ok_or_else(short)?;
    let (text, bytes) = rest.split_at_checked(u32::from_le_bytes(*len) as usize).ok_or_else(short)?;
    let text = core::str::from_utf8(text).map_err(|_| format!("the {what} is not UTF-8"))?;
    Ok((text, bytes))
}
