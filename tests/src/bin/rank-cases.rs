//! Owns running the evaluation sets: ranks their cases and prints the figures of docs/benchmarks.md. It owns no figure.
//!
//! `cargo run --release -p graphicle-tests --bin rank-cases -- CASES.jsonl [--only SET] [--verbose] [--set NAME=VALUE]...
//! [--out FILE]`
//!
//! `scripts/eval/prepare.py` makes CASES.jsonl and the snapshots it names. `--set` changes a constant of the ranking for
//! one run. `--out` writes each case's first 200 files, for the sets' own scoring scripts.

#![forbid(unsafe_code)]
#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    clippy::expect_used,
    reason = "a benchmark prints its figures and ends where it cannot go on"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use graphicle::eval::{CUTS, Case, CaseRanks, Figures};
use graphicle_engine::question::Question;
use graphicle_engine::ranking::{Weights, rank};
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::arguments::refuse;
use serde::Deserialize;

/// A case and where it belongs.
#[derive(Debug, Deserialize)]
struct Placed {
    /// The set.
    set: String,
    /// The repository.
    group: String,
    /// The snapshot's file, from the list's folder.
    snapshot: String,
    #[serde(flatten)]
    case: Case,
}

/// What ranking a case gave.
struct Done {
    placed: Placed,
    ranks: CaseRanks,
    /// The first paths.
    paths: Vec<String>,
    /// A line for each of the very first files.
    tops: Vec<String>,
    took: Duration,
}

struct Options {
    cases: PathBuf,
    weights: Weights,
    verbose: bool,
    only: Option<String>,
    out: Option<PathBuf>,
}

fn options() -> Options {
    let mut options =
        Options { cases: PathBuf::new(), weights: Weights::default(), verbose: false, only: None, out: None };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--verbose" => options.verbose = true,
            "--only" => options.only = args.next(),
            "--out" => options.out = args.next().map(PathBuf::from),
            "--set" => {
                let change = args.next().unwrap_or_default();
                let parts = change.split_once('=').and_then(|(name, value)| Some((name, value.parse().ok()?)));
                let Some((name, value)) = parts else { refuse("--set takes NAME=VALUE, where the value is a number") };
                if !options.weights.set(name, value) {
                    refuse(format_args!("no constant of the ranking is called {name}"));
                }
            }
            _ => options.cases = arg.into(),
        }
    }
    if !options.cases.is_file() {
        refuse("rank-cases takes the list of cases that scripts/eval/prepare.py makes");
    }
    options
}

fn main() {
    let options = options();
    let folder = options.cases.parent().unwrap_or(Path::new(".")).to_owned();
    let text = fs::read_to_string(&options.cases).expect("a list of cases");
    let mut by_snapshot: BTreeMap<String, Vec<Placed>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let placed: Placed = serde_json::from_str(line).expect("a case");
        if options.only.as_ref().is_none_or(|only| *only == placed.set) {
            by_snapshot.entry(placed.snapshot.clone()).or_default().push(placed);
        }
    }
    let work = Mutex::new(by_snapshot.into_iter().collect::<Vec<_>>());
    let done: Mutex<Vec<Done>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let next = work.lock().expect("no thread panicked").pop();
                    let Some((file, cases)) = next else { break };
                    let bytes = fs::read(folder.join(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
                    let snapshot = Snapshot::open(&bytes).expect("a snapshot");
                    for placed in cases {
                        let one = rank_one(&snapshot, placed, &options.weights);
                        done.lock().expect("no thread panicked").push(one);
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panicked");
    done.sort_by(|a, b| {
        (&a.placed.set, &a.placed.group, &a.ranks.id).cmp(&(&b.placed.set, &b.placed.group, &b.ranks.id))
    });
    if options.verbose {
        for one in &done {
            let title = one.placed.case.question.lines().next().unwrap_or("");
            println!("{} {:?}: {title}", one.ranks.id, one.ranks.key);
            one.tops.iter().for_each(|top| println!("    {top}"));
        }
    }
    if let Some(out) = &options.out {
        let line = |one: &Done| {
            let Placed { group, case, .. } = &one.placed;
            serde_json::json!({"id": case.id, "repo": group, "query": case.question, "ranking": one.paths}).to_string()
        };
        fs::write(out, done.iter().map(line).collect::<Vec<_>>().join("\n")).expect("the results are written");
    }
    report(&done);
}

fn rank_one(snapshot: &Snapshot<'_>, placed: Placed, weights: &Weights) -> Done {
    let start = Instant::now();
    let ranking = rank(snapshot, &Question::read(&placed.case.question), weights);
    let took = start.elapsed();
    let paths: Vec<&str> =
        ranking.files.iter().map(|ranked| snapshot.file(ranked.file).map_or("", |file| file.path)).collect();
    let top = |(ranked, path): (&graphicle_engine::ranking::RankedFile, &&str)| {
        format!("{:8.2} {:?} {:?} {path}", ranked.score, ranked.entered, ranked.arms)
    };
    Done {
        ranks: CaseRanks::new(&placed.case, &paths),
        tops: ranking.files.iter().zip(&paths).take(12).map(top).collect(),
        paths: paths.iter().take(200).map(ToString::to_string).collect(),
        took,
        placed,
    }
}

/// Prints each set's figures, and the mean over its repositories of NDCG at 10.
fn report(done: &[Done]) {
    let mut by_set: BTreeMap<&str, Vec<&Done>> = BTreeMap::new();
    for one in done {
        by_set.entry(&one.placed.set).or_default().push(one);
    }
    for (set, own) in by_set {
        let figures = Figures::of(&own.iter().map(|one| &one.ranks).collect::<Vec<_>>());
        let mut groups: BTreeMap<&str, Vec<&CaseRanks>> = BTreeMap::new();
        for one in &own {
            groups.entry(&one.placed.group).or_default().push(&one.ranks);
        }
        let means = groups.values().map(|ranks| Figures::of(ranks).ndcg10).sum::<f64>();
        println!("{set}: {} cases in {} repositories", figures.cases, groups.len());
        let row = |values: &[f64]| values.iter().fold(String::new(), |row, value| row + &format!("{value:7.3}"));
        println!("  within the first {}", CUTS.iter().fold(String::new(), |row, k| row + &format!("{k:7}")));
        println!("  any key file     {}", row(&figures.any));
        println!("  every key file   {}", row(&figures.all));
        let mut times: Vec<Duration> = own.iter().map(|one| one.took).collect();
        times.sort_unstable();
        println!(
            "  MRR {:.3}, NDCG@10 {:.4} over repositories, median {:.1} ms and at most {:.1} ms a question",
            figures.mrr,
            means / groups.len().max(1) as f64,
            times[times.len() / 2].as_secs_f64() * 1000.0,
            times[times.len() - 1].as_secs_f64() * 1000.0
        );
    }
}
