//! Measures call edges against the hand-labelled call sites: precision and recall by language.
//!
//! `cargo run --release -p graphicle-tests --bin score-labels -- CORPORA_FOLDER [LANGUAGE ...] [--verbose]`
//!
//! The corpora come from `scripts/corpora.sh`. Each is synced into a data folder of its own beside it, so that a second
//! run only syncs what changed.

#![forbid(unsafe_code)]
#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    clippy::cast_precision_loss,
    reason = "a benchmark prints its figures and ends where it cannot go on"
)]

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::arguments::{folder, refuse};
use graphicle_tests::fixture::{program, root, snapshot_file};
use graphicle_tests::labels::{Label, Verdict, judge, read};

/// The languages with labels.
const LANGUAGES: [&str; 6] = ["go", "python", "typescript", "java", "cpp", "rust"];

fn main() {
    let (flags, words): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let Some((corpora, languages)) = words.split_first() else {
        refuse("usage: score-labels CORPORA_FOLDER [LANGUAGE ...] [--verbose]");
    };
    if let Some(flag) = flags.iter().find(|flag| *flag != "--verbose") {
        refuse(format_args!("there is no option {flag}"));
    }
    if let Some(language) = languages.iter().find(|language| !LANGUAGES.contains(&language.as_str())) {
        refuse(format_args!("there are no labels of \"{language}\"; there are of {}", LANGUAGES.join(", ")));
    }
    let corpora = folder(corpora);
    println!(
        "| language | labels | right | wrong | ambiguous | missed | precision | recall |\n|---|---:|---:|---:|---:|---:|---:|---:|"
    );
    for language in LANGUAGES {
        if !languages.is_empty() && !languages.iter().any(|wanted| wanted == language) {
            continue;
        }
        let labels = read(&root().join("tests/labels").join(format!("{language}.jsonl")));
        let corpus = &labels.first().expect("labels").corpus;
        let data = corpora.join(".data").join(corpus);
        let status = Command::new(program())
            .args(["sync", "--quiet"])
            .arg(corpora.join(corpus))
            .env("GRAPHICLE_DATA_DIR", &data)
            .status()
            .expect("the program runs");
        assert!(status.success(), "{corpus} does not sync");
        let bytes = fs::read(snapshot_file(&data)).expect("the snapshot is there");
        let snapshot = Snapshot::open(&bytes).expect("the snapshot opens");
        score(language, &snapshot, &labels, flags.iter().any(|flag| flag == "--verbose"));
    }
}

fn score(language: &str, snapshot: &Snapshot<'_>, labels: &[Label], verbose: bool) {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for label in labels {
        let (verdict, why) = judge(snapshot, label);
        let key = match verdict {
            Verdict::Right => "right",
            Verdict::Wrong => "wrong",
            Verdict::Ambiguous => "ambiguous",
            Verdict::Missed => "missed",
            Verdict::RightlyNone => "none",
            Verdict::Neutral => "neutral",
        };
        *counts.entry(key).or_default() += 1;
        if verbose && matches!(verdict, Verdict::Wrong | Verdict::Missed | Verdict::Ambiguous) {
            let target = label.target.as_ref().map_or("-".to_owned(), |t| format!("{} {}:{}", t.name, t.path, t.line));
            println!(
                "{key:9} {}:{} {} in {}: wanted {target}; {why}",
                label.path, label.line, label.callee, label.caller
            );
        }
    }
    let count = |key| counts.get(key).copied().unwrap_or(0);
    let (right, wrong) = (count("right"), count("wrong"));
    let owed = labels.iter().filter(|label| label.target.is_some()).count();
    println!(
        "| {language} | {} | {right} | {wrong} | {} | {} | {:.3} | {:.3} |",
        labels.len(),
        count("ambiguous"),
        count("missed"),
        f64::from(right) / f64::from((right + wrong).max(1)),
        f64::from(right) / owed.max(1) as f64
    );
}
