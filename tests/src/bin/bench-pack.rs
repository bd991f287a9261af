//! Owns measuring `pack` on a real folder: building alone over an open snapshot, and whole commands in fresh processes,
//! by estimate and exactly. It owns no judgement of the figures.
//!
//! `cargo run --release -p graphicle-tests --bin bench-pack -- FOLDER [RUNS] [--questions FILE.jsonl] [--tokenizer
//! TOKENIZER.json]`
//!
//! The questions are made of the folder's own words, names and paths, or are the field `question` of each line of the
//! file. The folder is synced into a data folder of the benchmark's own; nothing in it is changed.

#![forbid(unsafe_code)]
#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a benchmark prints its figures and ends where it cannot go on"
)]

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use graphicle_engine::pack::{Asked, Budget, Inputs, PackOptions, pack};
use graphicle_engine::question::Question;
use graphicle_engine::ranking::{Ranking, Weights, rank};
use graphicle_engine::snapshot::Snapshot;
use graphicle_engine::tokens::{Estimate, Tokens};
use graphicle_tests::arguments::{at_most, folder, number, refuse, take_file};
use graphicle_tests::made::Stock;
use graphicle_tests::random::Random;
use graphicle_tests::real_questions;
use graphicle_tests::timing::{Timed, cell};

/// Budgets that are measured, tokens.
const BUDGETS: [u32; 3] = [128_000, 512_000, 1_000_000];

/// Questions that are made where none are given.
const MADE: usize = 20;

/// Questions that fresh processes are asked.
const IN_PROCESSES: usize = 5;

struct Options {
    folder: PathBuf,
    runs: u64,
    questions: Option<PathBuf>,
    tokenizer: Option<PathBuf>,
}

fn options() -> Options {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let questions = take_file(&mut args, "--questions");
    let tokenizer = take_file(&mut args, "--tokenizer");
    at_most(&args, 2);
    let Some(given) = args.first() else {
        refuse("usage: bench-pack FOLDER [RUNS] [--questions FILE.jsonl] [--tokenizer TOKENIZER.json]")
    };
    let runs = number(args.get(1).map(String::as_str), "the number of runs", 3);
    if runs == 0 {
        refuse("at least one run is needed");
    }
    let folder = folder(given).canonicalize().expect("the folder is there");
    let tokenizer = tokenizer.map(|file| file.canonicalize().expect("the file is there"));
    Options { folder, runs, questions, tokenizer }
}

/// Forgets what was counted with tokenizers.
fn forget_counts(program: &Timed) {
    let folder = program.data().join("counts");
    if folder.exists() {
        fs::remove_dir_all(folder).expect("the counts can be removed");
    }
}

/// Returns how long building each question's pack takes, once each was built before.
fn building(snapshot: &Snapshot<'_>, asked: &[(String, Question, Ranking)], budget: u32, runs: u64) -> Vec<Duration> {
    let options = PackOptions { budget: Budget::new(Tokens(budget)).expect("a budget"), ..PackOptions::default() };
    let once = |(text, question, ranking): &(String, Question, Ranking)| {
        let inputs =
            Inputs { snapshot, project: "project", commit: None, asked: Some(Asked { text, question, ranking }) };
        let start = Instant::now();
        black_box(pack(&inputs, &options, &Estimate).expect("a pack"));
        start.elapsed()
    };
    for own in asked {
        black_box(once(own));
    }
    (0..runs).flat_map(|_| asked.iter().map(once)).collect()
}

fn main() {
    let options = options();
    let program = Timed::synced(&options.folder);
    let bytes = program.snapshot();
    let snapshot = Snapshot::open(&bytes).expect("the snapshot opens");
    let questions = if let Some(file) = &options.questions {
        real_questions::read(file)
    } else {
        let (stock, mut random) = (Stock::of(&snapshot), Random::of(3));
        (0..MADE).map(|_| stock.question(1, &mut random)).collect()
    };
    let ranked = questions.into_iter().map(|text| {
        let question = Question::read(&text);
        let ranking = rank(&snapshot, &question, &Weights::default());
        (text, question, ranking)
    });
    let asked: Vec<(String, Question, Ranking)> = ranked.collect();
    let few = asked.get(..IN_PROCESSES).unwrap_or(&asked);
    let time = |question: &str, options: &[&str]| program.time("pack", question, options);
    let memory = |question: &str, options: &[&str]| program.memory("pack", question, options);

    println!(
        "| budget | building alone | whole `pack` | its peak memory | exact, first time | exact, again | peak memory |"
    );
    println!("|---|---|---|---|---|---|---|");
    for budget in BUDGETS {
        let text = budget.to_string();
        let estimate = ["--budget", text.as_str()];
        let times = few.iter().flat_map(|(question, ..)| (0..options.runs).map(|_| time(question, &estimate)));
        let times: Vec<Duration> = times.collect();
        let most = few.iter().map(|(question, ..)| memory(question, &estimate)).max().unwrap_or(0);
        let exact = options.tokenizer.as_ref().map_or_else(
            || "| | |".to_owned(),
            |file| {
                let exact = [&estimate[..], &["--tokenizer", file.to_str().expect("a path in UTF-8")]].concat();
                let (mut first, mut again) = (Vec::new(), Vec::new());
                let mut most = 0;
                for (question, ..) in few {
                    forget_counts(&program);
                    first.push(time(question, &exact));
                    again.extend((0..options.runs).map(|_| time(question, &exact)));
                    forget_counts(&program);
                    most = most.max(memory(question, &exact));
                }
                format!("{} | {} | {} MB", cell(&first, 0), cell(&again, 0), most / 1_000_000)
            },
        );
        let built = cell(&building(&snapshot, &asked, budget, options.runs), 0);
        println!("| {budget} | {built} | {} | {} MB | {exact} |", cell(&times, 0), most / 1_000_000);
    }
    let meta = snapshot.meta();
    println!("\n{} files, {} questions, snapshot {} bytes", meta.files, asked.len(), bytes.len());
}
