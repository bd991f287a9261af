//! Owns the command `pack`: what is asked of the engine, and where the pack goes. It owns none of the pack.
//!
//! docs/pack.md describes the forms, and docs/pack.schema.json that of `--format json`.

use std::io::{self, Write as _};
use std::time::Instant;

use graphicle_engine::pack::{Asked, Format, Inputs, Layout, PackOptions, SectionKind, json, pack};
use graphicle_engine::portable::About;
use graphicle_engine::question::Question;
use graphicle_engine::ranking::{Weights, rank};
use graphicle_engine::tokens::{BytesPerToken, Estimate, TokenCounter};

use super::UsageError;
use super::args::{LayoutName, PackArgs};
use super::context;
use super::engine_module;
use super::explain;
use super::out::{Out, count, number, quoted};
use super::{out_file, read};
use crate::data::DataFolder;
use crate::tokens::CachedCounter;

pub(super) fn run(args: &PackArgs) -> anyhow::Result<()> {
    let start = Instant::now();
    let options = options(args)?;
    if let Some(engine) = &args.engine {
        return engine_module::run(args, &options, engine, start);
    }
    let counter = Counter::of(args)?;
    let text = args.question.as_deref().map(context::question).transpose()?;
    if let Some(out) = &args.out {
        out_file::check_place(out)?;
    }
    let opened = read::open(&args.read)?;
    let snapshot = opened.snapshot()?;
    let question = text.as_deref().map(Question::read);
    let ranking = question.as_ref().map(|question| rank(&snapshot, question, &Weights::default()));
    let both = question.as_ref().zip(ranking.as_ref());
    let asked = both.zip(text.as_deref()).map(|((question, ranking), text)| Asked { text, question, ranking });
    let about = opened.about();
    let project = about.project.as_deref().unwrap_or_default();
    let inputs = Inputs { snapshot: &snapshot, project, commit: about.commit.as_deref(), asked };
    let made = pack(&inputs, &options, counter.get())?;
    if let Counter::Exact(counter) = &counter {
        counter.save();
    }
    let is_bare = made.sections.iter().all(|own| matches!(own.kind, SectionKind::Header | SectionKind::Manifest));
    note(is_bare, about)?;
    let seconds = seconds_since(start);
    let json = match options.format {
        Format::Json => Some(json(&made, Some(seconds))? + "\n"),
        Format::Markdown | Format::Xml => None,
    };
    let written = Written {
        bytes: json.as_ref().unwrap_or(&made.text).as_bytes(),
        files: made.included.len(),
        tokens: made.tokens.0,
        budget: made.budget.0,
    };
    written.deliver(args, seconds)?;
    if args.explain {
        explain::print(&snapshot, &made, asked.as_ref())?;
    }
    Ok(())
}

/// Reads what was typed together: each option alone was read with the arguments.
fn options(args: &PackArgs) -> anyhow::Result<PackOptions> {
    let layout = match (args.layout, args.prefix_share) {
        (Some(LayoutName::Standard) | None, None) => Layout::Standard,
        (Some(LayoutName::Cache), share) => Layout::Cache(share.unwrap_or_default()),
        (None, Some(share)) => Layout::Cache(share),
        (Some(LayoutName::Standard), Some(_)) => {
            let sentence = "a prefix share is the cache layout's; leave out --prefix-share or ask for --layout cache";
            return Err(UsageError(sentence).into());
        }
    };
    Ok(PackOptions {
        budget: args.budget.unwrap_or_default(),
        calibration: None,
        format: args.format.unwrap_or_default(),
        order: args.order.unwrap_or_default(),
        line_numbers: args.line_numbers.unwrap_or_default(),
        sections: args.sections.unwrap_or_default(),
        layout,
        pins: args.pin.clone(),
        include: args.include.clone(),
        exclude: args.exclude.clone(),
    })
}

/// What counts the tokens.
enum Counter {
    Estimate(Estimate),
    BytesPerToken(BytesPerToken),
    Exact(Box<CachedCounter>),
}

impl Counter {
    fn of(args: &PackArgs) -> anyhow::Result<Self> {
        Ok(match (&args.tokenizer, args.bytes_per_token) {
            (Some(path), _) => Self::Exact(Box::new(CachedCounter::open(path, &DataFolder::locate()?)?)),
            (None, Some(bytes)) => Self::BytesPerToken(bytes),
            (None, None) => Self::Estimate(Estimate),
        })
    }

    fn get(&self) -> &dyn TokenCounter {
        match self {
            Self::Estimate(own) => own,
            Self::BytesPerToken(own) => own,
            Self::Exact(own) => own.as_ref(),
        }
    }
}

/// Says on standard error what a reader of the pack may wonder at.
pub(super) fn note(is_bare: bool, about: &About) -> io::Result<()> {
    if is_bare {
        writeln!(
            io::stderr(),
            "graphicle: the pack holds no code: the project, the sections or the budget leave none in"
        )?;
    }
    let left_out = &about.left_out;
    if left_out.texts > 0 {
        writeln!(
            io::stderr(),
            "graphicle: {} of the project have no text here (the export left it out), so the pack cannot show them",
            count(u64::from(left_out.texts), "file", "files")
        )?;
    }
    Ok(())
}

/// Returns the seconds that have passed, to the thousandth.
pub(super) fn seconds_since(start: Instant) -> f64 {
    (start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0
}

/// A pack as it is written, and what is said of it.
pub(super) struct Written<'w> {
    pub(super) bytes: &'w [u8],
    pub(super) files: usize,
    pub(super) tokens: u32,
    pub(super) budget: u32,
}

impl Written<'_> {
    /// Writes the pack to standard output, or to a file and says so.
    pub(super) fn deliver(&self, args: &PackArgs, seconds: f64) -> anyhow::Result<()> {
        let Some(path) = &args.out else {
            let mut out = Out::new();
            out.bytes(self.bytes)?;
            return Ok(out.finish()?);
        };
        out_file::write(path, |file| file.write_all(self.bytes))?;
        writeln!(
            io::stderr(),
            "graphicle: wrote {}: {}, {} of {} tokens, {seconds:.2} s",
            quoted(path),
            count(self.files as u64, "file", "files"),
            number(u64::from(self.tokens)),
            number(u64::from(self.budget)),
        )?;
        Ok(())
    }
}
