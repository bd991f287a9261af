//! Owns the command `pack`: what is asked of the engine, and where the pack goes. It owns none of the pack.
//!
//! docs/pack.md describes the forms, and docs/pack.schema.json that of `--format json`.

use std::io::{self, Write as _};
use std::time::Instant;

use graphicle_engine::pack::{Asked, Format, Inputs, Layout, Pack, PackOptions, SectionKind, json, pack};
use graphicle_engine::question::Question;
use graphicle_engine::ranking::{Weights, rank};
use graphicle_engine::tokens::{BytesPerToken, Estimate, TokenCounter};

use super::UsageError;
use super::args::{LayoutName, PackArgs};
use super::context;
use super::explain;
use super::out::{Out, count, number, quoted};
use super::{out_file, read};
use crate::data::DataFolder;
use crate::tokens::CachedCounter;

pub(super) fn run(args: &PackArgs) -> anyhow::Result<()> {
    let start = Instant::now();
    let options = options(args)?;
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
    if made.sections.iter().all(|own| matches!(own.kind, SectionKind::Header | SectionKind::Manifest)) {
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
    deliver(args, options.format, &made, start)?;
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

/// Writes the pack to standard output, or to a file and says so.
fn deliver(args: &PackArgs, format: Format, made: &Pack, start: Instant) -> anyhow::Result<()> {
    let seconds = || (start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
    let text = match format {
        Format::Json => json(made, Some(seconds()))? + "\n",
        Format::Markdown | Format::Xml => String::new(),
    };
    let bytes = if text.is_empty() { made.text.as_bytes() } else { text.as_bytes() };
    let Some(path) = &args.out else {
        let mut out = Out::new();
        out.bytes(bytes)?;
        return Ok(out.finish()?);
    };
    out_file::write(path, |file| file.write_all(bytes))?;
    writeln!(
        io::stderr(),
        "graphicle: wrote {}: {}, {} of {} tokens, {:.2} s",
        quoted(path),
        count(made.included.len() as u64, "file", "files"),
        number(u64::from(made.tokens.0)),
        number(u64::from(made.budget.0)),
        seconds()
    )?;
    Ok(())
}
