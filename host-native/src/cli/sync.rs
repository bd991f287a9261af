//! Owns the command `sync`: which folder, and how its summary is printed. It owns none of the syncing.
//!
//! docs/cli.md describes the form of what `--json` prints, and a test compares the two.

use serde::Serialize;

use super::args::SyncArgs;
use super::out::{Out, count, size};
use super::progress::Progress;
use super::target;
use crate::projects::{Project, Target, from_inside};
use crate::sync::workers::WorkerCommand;
use crate::sync::{Mode, Observer as _, Summary, SyncOptions, sync};

/// A project in JSON.
#[derive(Debug, Serialize)]
pub(super) struct ProjectJson<'a> {
    id: &'a str,
    key: &'a str,
    root: String,
}

impl<'a> ProjectJson<'a> {
    pub(super) fn new(project: &'a Project) -> Self {
        Self { id: project.id.as_str(), key: &project.key, root: project.root.display().to_string() }
    }
}

#[derive(Debug, Serialize)]
struct SummaryJson<'a> {
    format: &'static str,
    project: ProjectJson<'a>,
    state: &'a str,
    new_snapshot: bool,
    added: u64,
    changed: u64,
    removed: u64,
    read: u64,
    parsed: u64,
    parser_crashes: u64,
    files: u64,
    skipped: u64,
    text_bytes: u64,
    snapshot_bytes: u64,
    seconds: f64,
}

pub(super) fn run(args: &SyncArgs) -> anyhow::Result<()> {
    let registry = target::registry()?;
    let found = match &args.path {
        Some(path) => target::at(&registry, path)?,
        None => target::find(&registry, args.project.as_deref())?,
    };
    let progress = if args.quiet { Progress::Silent } else { Progress::new() };
    let mode = if args.force { Mode::Rebuild } else { Mode::Incremental };
    let options = SyncOptions { mode, workers: WorkerCommand::this_program()? };
    let before = registry.list()?.projects;
    if let Target::Unsynced(root) = &found
        && let Target::Known(outer) = from_inside(&before, root)
    {
        progress.note(&format!(
            "{} lies in {}, the folder of the project {}, and becomes a project of its own",
            root.display(),
            outer.root.display(),
            outer.key
        ));
    }
    let project = registry.adopt(found)?;
    if let Some(old) = before.iter().find(|old| old.id == project.id && old.root != project.root) {
        progress.note(&format!("{} was moved here from {}", project.key, old.root.display()));
    }
    let summary = sync(&registry, &project, &options, &progress);
    progress.finish();
    print(&summary?, args)
}

fn print(summary: &Summary, args: &SyncArgs) -> anyhow::Result<()> {
    let mut out = Out::new();
    if args.json {
        out.json(&SummaryJson {
            format: "graphicle.sync.v1",
            project: ProjectJson::new(&summary.project),
            state: summary.state.as_str(),
            new_snapshot: summary.is_new_snapshot,
            added: summary.changes.added,
            changed: summary.changes.changed,
            removed: summary.changes.removed,
            read: summary.read,
            parsed: summary.parsed,
            parser_crashes: summary.parser_crashes,
            files: summary.files,
            skipped: summary.skipped,
            text_bytes: summary.text_bytes,
            snapshot_bytes: summary.snapshot_bytes,
            seconds: (summary.elapsed.as_secs_f64() * 1000.0).round() / 1000.0,
        })?;
    } else if !args.quiet {
        out.line(sentence(summary))?;
    }
    Ok(out.finish()?)
}

fn sentence(summary: &Summary) -> String {
    let changes = summary.changes;
    let what = if changes.total() == 0 {
        if summary.is_new_snapshot { "nothing to read" } else { "nothing changed" }.to_owned()
    } else {
        let parts = [(changes.added, "added"), (changes.changed, "changed"), (changes.removed, "removed")];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, verb)| format!("{} {verb}", count(n, "file", "files")))
            .collect();
        parts.join(", ")
    };
    let mut text = format!(
        "{}: {what}; {} ({} of text), {} left out, snapshot {}, {:.2} s",
        summary.project.key,
        count(summary.files, "file", "files"),
        size(summary.text_bytes),
        count(summary.skipped, "file", "files"),
        size(summary.snapshot_bytes),
        summary.elapsed.as_secs_f64(),
    );
    if summary.parser_crashes > 0 {
        text.push_str("; without symbols, because their parser failed: ");
        text.push_str(&count(summary.parser_crashes, "file", "files"));
        text.push_str(" (graphicle status names them, graphicle sync --force parses them again)");
    }
    text
}
