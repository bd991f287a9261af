//! Owns the JSON form of a pack, `graphicle.pack.v1`. It owns no figure; docs/pack.schema.json describes the form, and a
//! test compares the two.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::content::{Chunk, Pack, Section};
use super::options::Layout;
use crate::{ENGINE, EngineVersion};

/// The format's name.
pub const FORMAT: &str = "graphicle.pack.v1";

#[derive(Serialize)]
struct PackJson<'p> {
    format: &'static str,
    engine: EngineVersion,
    project: &'p str,
    commit: Option<&'p str>,
    question: Option<&'p str>,
    confidence: Option<&'static str>,
    budget: u32,
    tokens: u32,
    tokenizer: &'p str,
    order: &'static str,
    layout: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    prefix_share: Option<f64>,
    prefix_tokens: u32,
    prefix_sha256: &'p str,
    sections: Vec<SectionJson<'p>>,
    included: Vec<IncludedJson<'p>>,
    omitted: Vec<OmittedJson<'p>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

#[derive(Serialize)]
struct SectionJson<'p> {
    name: &'static str,
    part: &'static str,
    tokens: u32,
    chunks: Vec<ChunkJson<'p>>,
}

#[derive(Serialize)]
struct ChunkJson<'p> {
    path: Option<&'p str>,
    start_line: Option<u32>,
    end_line: Option<u32>,
    whole: bool,
    tokens: u32,
    why: Option<&'p str>,
    text: &'p str,
}

#[derive(Serialize)]
struct IncludedJson<'p> {
    path: &'p str,
    tokens: u32,
    rank: Option<u32>,
}

#[derive(Serialize)]
struct OmittedJson<'p> {
    path: &'p str,
    rank: u32,
    tokens: u32,
}

/// Returns a pack as one JSON object on one line, without a line feed; `seconds` is how long it took, where the caller
/// has a clock.
pub fn json(pack: &Pack, seconds: Option<f64>) -> Result<String, serde_json::Error> {
    let prefix_share = match pack.layout {
        Layout::Standard => None,
        Layout::Cache(share) => Some(share.get()),
    };
    serde_json::to_string(&PackJson {
        format: FORMAT,
        engine: ENGINE,
        project: &pack.project,
        commit: pack.commit.as_deref(),
        question: pack.question.as_deref(),
        confidence: pack.confidence.map(crate::ranking::Confidence::label),
        budget: pack.budget.0,
        tokens: pack.tokens.0,
        tokenizer: &pack.tokenizer,
        order: pack.order.label(),
        layout: pack.layout.label(),
        prefix_share,
        prefix_tokens: pack.prefix_tokens.0,
        prefix_sha256: &pack.prefix_sha256,
        sections: pack.sections.iter().map(section).collect(),
        included: pack
            .included
            .iter()
            .map(|own| IncludedJson { path: &own.path, tokens: own.tokens.0, rank: own.rank })
            .collect(),
        omitted: pack
            .omitted
            .iter()
            .map(|own| OmittedJson { path: &own.path, rank: own.rank, tokens: own.tokens.0 })
            .collect(),
        seconds,
    })
}

fn section(own: &Section) -> SectionJson<'_> {
    SectionJson {
        name: own.kind.label(),
        part: own.part.label(),
        tokens: own.tokens().0,
        chunks: own.chunks.iter().map(chunk).collect(),
    }
}

fn chunk(own: &Chunk) -> ChunkJson<'_> {
    let lines = own.shown.as_ref().map(|shown| &shown.lines);
    ChunkJson {
        path: own.shown.as_ref().map(|shown| shown.path.as_str()),
        start_line: lines.and_then(|lines| lines.first()).map(|lines| lines.start),
        end_line: lines.and_then(|lines| lines.last()).map(|lines| lines.end),
        whole: own.shown.as_ref().is_some_and(|shown| shown.whole),
        tokens: own.tokens.0,
        why: own.shown.as_ref().map(|_| own.why.as_str()),
        text: &own.text,
    }
}
