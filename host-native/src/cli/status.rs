//! Owns the command `status`: how a project's state is printed. It owns none of the checking.
//!
//! docs/cli.md describes the form of what `--json` prints, and a test compares the two.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io;
use std::time::Instant;

use graphicle_walk::{SecretKind, SkipReason};
use serde::Serialize;

use super::args::StatusArgs;
use super::out::{Out, count, number, size};
use super::progress::Progress;
use super::sync::ProjectJson;
use super::target;
use crate::projects::Project;
use crate::store::KeptOut;
use crate::sync::{Freshness, check};

/// How many files of a kind are listed for people.
const FIRST_FEW: usize = 10;

/// How many languages are listed for people: a line of them.
const MOST_LANGUAGES: usize = 8;

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
    withheld: Vec<WithheldJson<'a>>,
    redacted: Vec<RedactedJson<'a>>,
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
struct WithheldJson<'a> {
    path: &'a str,
    kind: SecretKind,
}

#[derive(Debug, Serialize)]
struct RedactedJson<'a> {
    path: &'a str,
    kind: SecretKind,
    secrets: u32,
}

#[derive(Debug, Serialize)]
struct SkippedJson<'a> {
    path: &'a str,
    reason: &'static str,
}

pub(super) fn run(args: &StatusArgs) -> anyhow::Result<()> {
    let started = Instant::now();
    let registry = target::registry()?;
    let project = match &args.path {
        Some(path) => target::synced_around(&registry, path)?,
        None => target::synced(&registry, args.project.as_deref())?,
    };
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
        for (path, kept_out) in &fresh.kept_out {
            out.line(format_args!("{path}: {}", treatment(*kept_out)))?;
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
        withheld: withheld(fresh),
        redacted: redacted(fresh),
        skipped: reasons(fresh).into_iter().map(|(reason, n)| (reason.code(), n)).collect(),
        skipped_files,
        seconds: (started.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
    }
}

fn withheld(fresh: &Freshness) -> Vec<WithheldJson<'_>> {
    let files = fresh.kept_out.iter();
    let withheld = files.filter_map(|(path, kept_out)| match *kept_out {
        KeptOut::Withheld(kind) => Some(WithheldJson { path, kind }),
        KeptOut::Redacted(_) => None,
    });
    withheld.collect()
}

fn redacted(fresh: &Freshness) -> Vec<RedactedJson<'_>> {
    let files = fresh.kept_out.iter();
    let redacted = files.filter_map(|(path, kept_out)| match *kept_out {
        KeptOut::Withheld(_) => None,
        KeptOut::Redacted(found) => Some(RedactedJson { path, kind: found.kind, secrets: found.count }),
    });
    redacted.collect()
}

/// Returns what became of a file with secrets, as part of a sentence.
fn treatment(kept_out: KeptOut) -> String {
    match kept_out {
        KeptOut::Withheld(kind) => format!("listed without its text, which holds {}", kind.label()),
        KeptOut::Redacted(found) if found.count == 1 => format!("{} in it is redacted", found.kind.label()),
        KeptOut::Redacted(found) => {
            let secrets = count(u64::from(found.count), "secret", "secrets");
            format!("{secrets} in it are redacted, first {}", found.kind.label())
        }
    }
}

/// Returns the languages by their labels, which some share, those with the most files first.
fn languages(fresh: &Freshness) -> Vec<LanguageJson> {
    let mut by_label: BTreeMap<&'static str, (u64, u64)> = BTreeMap::new();
    for (language, totals) in &fresh.languages {
        let (files, text_bytes) = by_label.entry(language.label()).or_default();
        *files += totals.files;
        *text_bytes += totals.text_bytes;
    }
    let mut languages: Vec<LanguageJson> = by_label
        .into_iter()
        .map(|(language, (files, text_bytes))| LanguageJson { language, files, text_bytes })
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
    out.field("folder", project.root.to_string_lossy())?;
    if let Some(commit) = &fresh.commit {
        out.field("commit", commit)?;
    }
    out.field("state", state(fresh))?;
    if fresh.unusable.is_some() {
        return Ok(());
    }
    for (verb, paths) in [("added", &fresh.added), ("changed", &fresh.changed), ("removed", &fresh.removed)] {
        few(out, paths.iter().map(|path| format!("{verb:<7} {path}")))?;
    }
    if fresh.state.is_some() {
        out.field("files", format_args!("{} ({} of text)", number(fresh.files()), size(fresh.text_bytes())))?;
        out.field("snapshot", size(fresh.snapshot_bytes))?;
        let languages = languages(fresh);
        let mut names: Vec<String> =
            languages.iter().take(MOST_LANGUAGES).map(|l| format!("{} {}", l.language, number(l.files))).collect();
        if languages.len() > MOST_LANGUAGES {
            names.push(format!("{} more", languages.len() - MOST_LANGUAGES));
        }
        if !names.is_empty() {
            out.field("languages", names.join(", "))?;
        }
    }
    if !fresh.crashed.is_empty() {
        let files = count(fresh.crashed.len() as u64, "file", "files");
        out.field(
            "no symbols",
            format_args!("{files}, whose parser ended or hung; graphicle sync --force parses them again"),
        )?;
        few(out, fresh.crashed.iter())?;
    }
    if !fresh.kept_out.is_empty() {
        let (withheld, redacted) = (withheld(fresh).len() as u64, redacted(fresh).len() as u64);
        out.field("secrets", format_args!("withheld: {}, redacted: {}", number(withheld), number(redacted)))?;
        few(out, fresh.kept_out.iter().map(|(path, kept_out)| format!("{path}: {}", treatment(*kept_out))))?;
    }
    out.field("left out", count(fresh.skipped.len() as u64, "file", "files"))?;
    for (reason, n) in reasons(fresh) {
        out.field("", format_args!("{}: {reason}", number(n)))?;
    }
    Ok(())
}

/// Prints the first few of `lines`, and how many more there are.
fn few(out: &mut Out, lines: impl ExactSizeIterator<Item: Display>) -> io::Result<()> {
    let more = lines.len().saturating_sub(FIRST_FEW);
    for line in lines.take(FIRST_FEW) {
        out.field("", line)?;
    }
    if more > 0 {
        out.field("", format_args!("and {} more", number(more as u64)))?;
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
