//! Owns the command `pack`: what is asked of the engine, and where the pack goes. It owns none of the pack.
//!
//! docs/pack.md describes the forms, and docs/pack.schema.json that of `--format json`.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, bail};
use graphicle_engine::pack::{Asked, Format, Inputs, Layout, Pack, PackOptions, SectionKind, json, pack};
use graphicle_engine::question::Question;
use graphicle_engine::ranking::{Weights, rank};
use graphicle_engine::tokens::{BytesPerToken, Estimate, TokenCounter};

use super::UsageError;
use super::args::{LayoutName, PackArgs};
use super::context;
use super::explain;
use super::fresh;
use super::out::{Out, count, number, quoted};
use crate::data::DataFolder;
use crate::git;
use crate::tokens::CachedCounter;

pub(super) fn run(args: &PackArgs) -> anyhow::Result<()> {
    let start = Instant::now();
    let options = options(args)?;
    let counter = Counter::of(args)?;
    let text = args.question.as_deref().map(context::question).transpose()?;
    if let Some(out) = &args.out {
        check_place(out)?;
    }
    let (project, mapped) = fresh::snapshot(&args.project)?;
    let snapshot = fresh::open(&project, &mapped)?;
    let question = text.as_deref().map(Question::read);
    let ranking = question.as_ref().map(|question| rank(&snapshot, question, &Weights::default()));
    let both = question.as_ref().zip(ranking.as_ref());
    let asked = both.zip(text.as_deref()).map(|((question, ranking), text)| Asked { text, question, ranking });
    let commit = git::head_of(&project.root);
    let inputs = Inputs { snapshot: &snapshot, project: &project.key, commit: commit.as_deref(), asked };
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

/// Fails before anything is read where the pack could not be written.
fn check_place(out: &Path) -> anyhow::Result<()> {
    if out.is_dir() {
        bail!("{} is a folder; name a file for --out", out.display());
    }
    if out.as_os_str() == "-" {
        bail!("--out takes a file; leave it out for standard output");
    }
    let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty());
    if let Some(parent) = parent.filter(|parent| !parent.is_dir()) {
        bail!("there is no folder {}; make it first, or choose another place for --out", parent.display());
    }
    Ok(())
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
    write(path, bytes).with_context(|| format!("cannot write {}; choose another place for --out", path.display()))?;
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

/// Writes a file at once, by way of one beside it that is nobody else's; an old file's mode is kept. What is no plain
/// file (a device, a pipe, a link) is written into.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let old = path.symlink_metadata().ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return fs::write(path, bytes);
    }
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".graphicle-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.persist(path)?;
    Ok(())
}
