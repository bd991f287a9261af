//! Owns measuring `context` on a real folder: ranking over an open snapshot, and whole commands in fresh processes, for
//! questions of one line to forty. It owns no judgement of the figures.
//!
//! `cargo run --release -p graphicle-tests --bin bench-context -- FOLDER [RUNS] [--questions FILE.jsonl]`
//!
//! The questions are made of the folder's own words, names and paths, or are the field `question` of each line of the
//! file. The folder is synced into a data folder of the benchmark's own; nothing in it is changed.

#![forbid(unsafe_code)]
#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a benchmark prints its figures and ends where it cannot go on"
)]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use graphicle_engine::question::Question;
use graphicle_engine::ranking::{Weights, rank};
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::arguments::{at_most, folder, number, refuse, take_file};
use graphicle_tests::made::Stock;
use graphicle_tests::random::Random;
use graphicle_tests::real_questions;
use graphicle_tests::timing::{Timed, cell};

/// Lines of the questions of each row, at most.
const LENGTHS: [usize; 6] = [1, 2, 5, 10, 20, 40];

/// Questions that are made for each row.
const MADE: usize = 20;

/// Questions of each row that fresh processes are asked.
const IN_PROCESSES: usize = 5;

struct Options {
    folder: PathBuf,
    runs: u64,
    questions: Option<PathBuf>,
}

fn options() -> Options {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let questions = take_file(&mut args, "--questions");
    at_most(&args, 2);
    let Some(given) = args.first() else { refuse("usage: bench-context FOLDER [RUNS] [--questions FILE.jsonl]") };
    let runs = number(args.get(1).map(String::as_str), "the number of runs", 3);
    if runs == 0 {
        refuse("at least one run is needed");
    }
    Options { folder: folder(given).canonicalize().expect("the folder is there"), runs, questions }
}

/// The questions of a row.
struct Row {
    label: String,
    questions: Vec<String>,
}

/// Says how many lines a row's questions have.
fn of_lines(from: usize, to: usize) -> String {
    match to {
        1 => "1 line".to_owned(),
        usize::MAX => format!("{from} lines and more"),
        to if from == to => format!("{to} lines"),
        to => format!("{from} to {to} lines"),
    }
}

fn made_rows(snapshot: &Snapshot<'_>) -> Vec<Row> {
    let (stock, mut random) = (Stock::of(snapshot), Random::of(3));
    LENGTHS
        .iter()
        .map(|&lines| Row {
            label: of_lines(lines, lines),
            questions: (0..MADE).map(|_| stock.question(lines, &mut random)).collect(),
        })
        .collect()
}

fn read_rows(file: &Path) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut from = 1;
    for to in LENGTHS.into_iter().chain([usize::MAX]) {
        rows.push(Row { label: of_lines(from, to), questions: Vec::new() });
        from = to.saturating_add(1);
    }
    for question in real_questions::read(file) {
        let lines = question.lines().count();
        let at = LENGTHS.iter().position(|&most| lines <= most).unwrap_or(LENGTHS.len());
        rows[at].questions.push(question);
    }
    rows.retain(|row| !row.questions.is_empty());
    rows
}

/// Measures `context` for some questions; returns two cells: the times and the most memory.
fn cells(program: &Timed, questions: &[String], runs: u64, options: &[&str], times: &mut Vec<Duration>) -> String {
    let (mut own, mut most) = (Vec::new(), 0);
    for question in questions {
        own.extend((0..runs).map(|_| program.time("context", question, options)));
        most = most.max(program.memory("context", question, options));
    }
    times.extend(&own);
    let most = if most == 0 { "not seen".to_owned() } else { format!("{} MB", most / 1_000_000) };
    format!("{} | {most}", cell(&own, 1))
}

/// Returns how long reading and ranking each question takes, once each has been ranked before.
fn warm(snapshot: &Snapshot<'_>, questions: &[String], runs: u64) -> Vec<Duration> {
    let once = |question: &String| {
        let start = Instant::now();
        black_box(rank(snapshot, &Question::read(question), &Weights::default()));
        start.elapsed()
    };
    for question in questions {
        black_box(once(question));
    }
    (0..runs).flat_map(|_| questions.iter().map(once)).collect()
}

fn main() {
    let options = options();
    let program = Timed::synced(&options.folder);
    let bytes = program.snapshot();
    let snapshot = Snapshot::open(&bytes).expect("the snapshot opens");
    let rows = options.questions.as_deref().map_or_else(|| made_rows(&snapshot), read_rows);

    println!(
        "| question | read and rank, warm, median (range) | `context --no-sync`, fresh process | peak memory | `context` | peak memory |"
    );
    println!("|---|---|---|---|---|---|");
    let [mut in_process, mut unsynced, mut whole] = [Vec::new(), Vec::new(), Vec::new()];
    for Row { label, questions } in &rows {
        let times = warm(&snapshot, questions, options.runs);
        in_process.extend(&times);
        let few = questions.get(..IN_PROCESSES).unwrap_or(questions);
        let cells = [
            cells(&program, few, options.runs, &["--no-sync"], &mut unsynced),
            cells(&program, few, options.runs, &[], &mut whole),
        ];
        println!("| {label} ({} asked) | {} | {} | {} |", questions.len(), cell(&times, 1), cells[0], cells[1]);
    }
    println!("| all | {} | {} | | {} | |", cell(&in_process, 1), cell(&unsynced, 1), cell(&whole, 1));
    let meta = snapshot.meta();
    println!("\n{} files, {} passages, snapshot {} bytes", meta.files, meta.passages, bytes.len());
}
