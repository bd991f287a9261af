//! Owns `pack --engine`: what is asked of an engine module, and its answer as a pack. It owns neither the module's running
//! nor where a pack goes.

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::Context as _;
use graphicle_engine::abi::{PACK, PACK_EXACT};
use graphicle_engine::pack::{Format, Layout, PackOptions, SectionKind, SectionSet};
use graphicle_engine::portable::About;
use graphicle_engine::snapshot;
use graphicle_module::{EngineModule, Limits};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::args::PackArgs;
use super::out::quoted;
use super::pack::{Written, note, seconds_since};
use super::{context, out_file, read};

pub(super) fn run(args: &PackArgs, options: &PackOptions, engine: &Path, start: Instant) -> anyhow::Result<()> {
    let text = args.question.as_deref().map(context::question).transpose()?;
    if let Some(out) = &args.out {
        out_file::check_place(out)?;
    }
    let tokenizer = args.tokenizer.as_deref().map(tokenizer).transpose()?;
    let unusable = || format!("cannot make a pack with {}", quoted(engine));
    let bytes = fs::read(engine).with_context(|| {
        format!("cannot read the engine module {}; give the file that scripts/build-wasm.sh builds", quoted(engine))
    })?;
    let module = EngineModule::compile(&bytes).with_context(unusable)?;
    let opened = read::open(&args.read)?;
    let about = opened.about();
    let request = request(text.as_deref(), args, options, about).to_string();
    let parts = Parts { request: request.as_bytes(), tokenizer: tokenizer.as_deref(), snapshot: opened.bytes() };
    let answer = parts.asked(&module).with_context(unusable)?;
    let told: Told = serde_json::from_str(&answer).context("its answer is no pack").with_context(unusable)?;
    note(told.sections.iter().all(|own| matches!(own.name.as_str(), "header" | "manifest")), about)?;
    let seconds = seconds_since(start);
    let text = match options.format {
        // Its JSON is as it wrote it, for its engine may write it in another way than ours.
        Format::Json => format!("{},\"seconds\":{}}}\n", answer.trim_end_matches('}'), json!(seconds)),
        Format::Markdown | Format::Xml => {
            told.sections.iter().flat_map(|own| &own.chunks).map(|chunk| chunk.text.as_str()).collect()
        }
    };
    let files = told.included.len();
    Written { bytes: text.as_bytes(), files, tokens: told.tokens, budget: told.budget }.deliver(args, seconds)
}

/// Reads a tokenizer's file, which crosses to the module as a text.
fn tokenizer(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path)
        .with_context(|| format!("cannot read the tokenizer {}; give the path of a tokenizer.json", quoted(path)))
}

/// What a request is put together of.
struct Parts<'p> {
    request: &'p [u8],
    tokenizer: Option<&'p str>,
    snapshot: &'p [u8],
}

impl Parts<'_> {
    /// Asks a module for the pack, and returns its JSON.
    fn asked(&self, module: &EngineModule) -> anyhow::Result<String> {
        let tokenizer = self.tokenizer.unwrap_or_default().as_bytes();
        let bytes = self.request.len() + tokenizer.len() + self.snapshot.len();
        let mut running = module.start(Limits::for_request(bytes))?;
        let described = running.describe()?;
        described.reads(snapshot::VERSION)?;
        let len = |part: &[u8]| u32::try_from(part.len()).map(u32::to_le_bytes).context("it is too large");
        let request_len = len(self.request)?;
        if self.tokenizer.is_none() {
            return Ok(running.ask(PACK, &[&request_len, self.request, self.snapshot])?);
        }
        described.counts_exactly()?;
        let tokenizer_len = len(tokenizer)?;
        Ok(running.ask(PACK_EXACT, &[&request_len, self.request, &tokenizer_len, tokenizer, self.snapshot])?)
    }
}

/// Returns the request that means what was typed: only what was, so that the module's own defaults hold for the rest.
fn request(question: Option<&str>, args: &PackArgs, options: &PackOptions, about: &About) -> Value {
    let mut fields = Map::new();
    let mut say = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            fields.insert(name.to_owned(), value);
        }
    };
    say("question", question.map(Value::from));
    say("project", about.project.as_deref().map(Value::from));
    say("commit", about.commit.as_deref().map(Value::from));
    say("budget", args.budget.map(|own| json!(own.tokens().0)));
    // JSON is the host's to write; its chunks carry Markdown.
    say("format", (options.format == Format::Xml).then(|| json!(options.format.label())));
    say("order", args.order.map(|own| json!(own.label())));
    say("line_numbers", args.line_numbers.map(|own| json!(own.label())));
    say("sections", args.sections.map(names));
    say("layout", args.layout.map(|_| json!(options.layout.label())));
    let share = match options.layout {
        Layout::Cache(_) => args.prefix_share,
        Layout::Standard => None,
    };
    say("prefix_share", share.map(|own| json!(own.get())));
    say("bytes_per_token", args.bytes_per_token.map(|own| json!(own.get())));
    let list = |own: &[String]| (!own.is_empty()).then(|| json!(own));
    let pins: Vec<String> = args.pin.iter().map(|pin| pin.written.clone()).collect();
    say("pins", list(&pins));
    say("include", list(&args.include));
    say("exclude", list(&args.exclude));
    Value::Object(fields)
}

/// Returns the sections' names, as a request has them.
fn names(sections: SectionSet) -> Value {
    let wanted = SectionKind::ALL.into_iter().filter(|kind| *kind != SectionKind::Header && sections.has(*kind));
    wanted.map(SectionKind::label).collect()
}

/// What is read of a pack's JSON, which may be of an earlier engine.
#[derive(Deserialize)]
struct Told {
    budget: u32,
    tokens: u32,
    sections: Vec<ToldSection>,
    included: Vec<Value>,
}

#[derive(Deserialize)]
struct ToldSection {
    name: String,
    chunks: Vec<ToldChunk>,
}

#[derive(Deserialize)]
struct ToldChunk {
    text: String,
}
