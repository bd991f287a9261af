//! Owns the command `status`: how a project's state is printed. It owns none of the checking.
//!
//! `--json` prints one object; fields may be added to it, and none is removed or changed:
//!
//! ```json
//! {"format":"graphicle.status.v1","project":{"id":"...","key":"...","root":"..."},"state":"... or null",
//!  "up_to_date":true,"unusable":"why there is no state, or null","commit":"... or null","files":N,"text_bytes":N,
//!  "snapshot_bytes":N,"languages":[{"language":"Go","files":N,"text_bytes":N}],
//!  "added":["path"],"changed":["path"],"removed":["path"],"read":N,
//!  "parser_crashed":["path"],"skipped":{"binary":N},"skipped_files":[{"path":"...","reason":"binary"}],"seconds":N}
//! ```
//!
//! `skipped_files` is there with `--skipped` only.

use std::collections::BTreeMap;
use std::io;
use std::time::Instant;

use graphicle_walk::SkipReason;
use serde::Serialize;

use super::args::StatusArgs;
use super::out::{Out, count, number, one_line, size};
use super::progress::Progress;
use super::sync::ProjectJson;
use super::target;
use crate::projects::Project;
use crate::sync::{Freshness, check};

/// How many changed files are listed for people.
const FIRST_FEW: usize = 10;

#[derive(Debug, Serialize)]
struct StatusJson<'a> {
    format: &'static str,
    project: ProjectJson<'a>,
    state: Option<&'a str>,
    up_to_date: bool,
    unusable: Option<&'a str>,
    commit: Option<&'a str>,
    files: u64,
    text_bytes: u64,
    snapshot_bytes: u64,
    languages: Vec<LanguageJson>,
    added: &'a [String],
    changed: &'a [String],
    removed: &'a [String],
    read: u64,
    parser_crashed: &'a [String],
    skipped: BTreeMap<&'static str, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped_files: Option<Vec<SkippedJson<'a>>>,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct LanguageJson {
    language: &'static str,
    files: u64,
    text_bytes: u64,
}

#[derive(Debug, Serialize)]
struct SkippedJson<'a> {
    path: &'a str,
    reason: &'static str,
}

pub(super) fn run(args: &StatusArgs) -> anyhow::Result<()> {
    let started = Instant::now();
    let registry = target::registry()?;
    let project = target::synced(&registry, args.project.as_deref())?;
    let progress = Progress::new();
    let fresh = check(&registry, &project, &progress);
    progress.finish();
    let fresh = fresh?;
    let mut out = Out::new();
    if args.json {
        out.json(&json(&project, &fresh, args, started))?;
    } else if args.skipped {
        for (path, reason) in &fresh.skipped {
            out.line(format_args!("{path}: {reason}"))?;
        }
    } else {
        print(&mut out, &project, &fresh)?;
    }
    Ok(out.finish()?)
}

fn json<'a>(project: &'a Project, fresh: &'a Freshness, args: &StatusArgs, started: Instant) -> StatusJson<'a> {
    let skipped_files = args
        .skipped
        .then(|| fresh.skipped.iter().map(|(path, reason)| SkippedJson { path, reason: reason.code() }).collect());
    StatusJson {
        format: "graphicle.status.v1",
        project: ProjectJson::new(project),
        state: fresh.state.as_ref().map(crate::store::StateId::as_str),
        up_to_date: fresh.is_up_to_date(),
        unusable: fresh.unusable.as_deref(),
        commit: fresh.commit.as_deref(),
        files: fresh.files(),
        text_bytes: fresh.text_bytes(),
        snapshot_bytes: fresh.snapshot_bytes,
        languages: languages(fresh),
        added: &fresh.added,
        changed: &fresh.changed,
        removed: &fresh.removed,
        read: fresh.read,
        parser_crashed: &fresh.crashed,
        skipped: reasons(fresh).into_iter().map(|(reason, n)| (reason.code(), n)).collect(),
        skipped_files,
        seconds: (started.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
    }
}

/// Returns the languages, those with the most files first.
fn languages(fresh: &Freshness) -> Vec<LanguageJson> {
    let mut languages: Vec<LanguageJson> = fresh
        .languages
        .iter()
        .map(|(language, totals)| LanguageJson {
            language: language.label(),
            files: totals.files,
            text_bytes: totals.text_bytes,
        })
        .collect();
    languages.sort_by(|a, b| (b.files, a.language).cmp(&(a.files, b.language)));
    languages
}

fn reasons(fresh: &Freshness) -> BTreeMap<SkipReason, u64> {
    let mut reasons = BTreeMap::new();
    for (_, reason) in &fresh.skipped {
        *reasons.entry(*reason).or_insert(0) += 1;
    }
    reasons
}

fn print(out: &mut Out, project: &Project, fresh: &Freshness) -> io::Result<()> {
    out.field("project", format_args!("{} ({})", project.key, project.id))?;
    out.field("folder", one_line(&project.root.to_string_lossy()))?;
    if let Some(commit) = &fresh.commit {
        out.field("commit", commit)?;
    }
    out.field("state", state(fresh))?;
    for (verb, paths) in [("added", &fresh.added), ("changed", &fresh.changed), ("removed", &fresh.removed)] {
        for path in paths.iter().take(FIRST_FEW) {
            out.field("", format_args!("{verb:<7} {path}"))?;
        }
        if paths.len() > FIRST_FEW {
            out.field("", format_args!("{verb:<7} {} more", number((paths.len() - FIRST_FEW) as u64)))?;
        }
    }
    if fresh.state.is_some() {
        out.field("files", format_args!("{} ({} of text)", number(fresh.files()), size(fresh.text_bytes())))?;
        out.field("snapshot", size(fresh.snapshot_bytes))?;
        let languages = languages(fresh);
        let names: Vec<String> = languages.iter().map(|l| format!("{} {}", l.language, number(l.files))).collect();
        if !names.is_empty() {
            out.field("languages", names.join(", "))?;
        }
    }
    if !fresh.crashed.is_empty() {
        let files = count(fresh.crashed.len() as u64, "file", "files");
        out.field("no symbols", format_args!("{files}, whose parser ended or hung"))?;
        for path in fresh.crashed.iter().take(FIRST_FEW) {
            out.field("", path)?;
        }
    }
    out.field("left out", count(fresh.skipped.len() as u64, "file", "files"))?;
    for (reason, n) in reasons(fresh) {
        out.field("", format_args!("{}: {reason}", number(n)))?;
    }
    Ok(())
}

fn state(fresh: &Freshness) -> String {
    if let Some(why) = &fresh.unusable {
        return format!("unusable ({why}); graphicle sync builds it anew");
    }
    let changed = fresh.changes().total();
    match (&fresh.state, changed) {
        (None, _) => "not synced yet; graphicle sync does it".to_owned(),
        (Some(_), 0) => "up to date".to_owned(),
        (Some(_), n) => {
            format!("{} changed since the last sync; graphicle sync brings it up to date", count(n, "file", "files"))
        }
    }
}
