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

use std::fs::{self, File};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use graphicle_engine::question::Question;
use graphicle_engine::ranking::{Weights, rank};
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::arguments::{at_most, folder, number, refuse};
use graphicle_tests::fixture::{program, snapshot_file};
use graphicle_tests::made::Stock;
use graphicle_tests::process::peak_memory;
use graphicle_tests::random::Random;
use graphicle_tests::real_questions;

/// Lines of the questions of each row, at most.
const LENGTHS: [usize; 6] = [1, 2, 5, 10, 20, 40];

/// Questions that are made for each row.
const MADE: usize = 20;

/// Questions of each row that fresh processes are asked.
const IN_PROCESSES: usize = 5;

/// How often a process's memory is looked at. Only what it takes in its very last moment can be missed.
const LOOK: Duration = Duration::from_millis(1);

struct Options {
    folder: PathBuf,
    runs: u64,
    questions: Option<PathBuf>,
}

fn options() -> Options {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let questions = args.iter().position(|arg| arg == "--questions").map(|at| {
        let file = args.drain(at..(at + 2).min(args.len())).nth(1).map(PathBuf::from);
        file.filter(|file| file.is_file()).unwrap_or_else(|| refuse("--questions takes a file of questions"))
    });
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

/// The program on one project.
struct Asked<'p> {
    program: &'p Path,
    data: &'p Path,
    folder: &'p Path,
}

impl Asked<'_> {
    /// Starts `context` for the question in a file.
    fn start(&self, question: &Path, options: &[&str]) -> Child {
        Command::new(self.program)
            .args(["context", "-", "--project"])
            .arg(self.folder)
            .args(options)
            .env("GRAPHICLE_DATA_DIR", self.data)
            .stdin(File::open(question).expect("the question is there"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs")
    }

    /// Returns how long the command takes from its start to its end.
    fn time(&self, question: &Path, options: &[&str]) -> Duration {
        let start = Instant::now();
        let status = self.start(question, options).wait().expect("the program ends");
        let took = start.elapsed();
        assert!(status.success(), "{options:?} failed");
        took
    }

    /// Returns the most memory that it holds, bytes. That slows it down, so that its time is taken in other runs.
    fn memory(&self, question: &Path, options: &[&str]) -> u64 {
        let mut child = self.start(question, options);
        let mut most = 0;
        while matches!(child.try_wait(), Ok(None)) {
            most = most.max(peak_memory(child.id()));
            sleep(LOOK);
        }
        most
    }

    /// Measures the command on some questions; returns two cells: the times and the most memory.
    fn cells(&self, questions: &[String], runs: u64, options: &[&str], times: &mut Vec<Duration>) -> String {
        let file = self.data.join("question");
        let (mut own, mut most) = (Vec::new(), 0);
        for question in questions {
            fs::write(&file, question).expect("the question can be written");
            own.extend((0..runs).map(|_| self.time(&file, options)));
            most = most.max(self.memory(&file, options));
        }
        times.extend(&own);
        // A process that ends between two looks, or where there is no /proc, is not seen.
        let most = if most == 0 { "not seen".to_owned() } else { format!("{} MB", most / 1_000_000) };
        format!("{} | {most}", cell(&mut own))
    }
}

/// Returns the median of some times and their range, in milliseconds.
fn cell(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let ms = |at: usize| times.get(at).map_or(0.0, |time| time.as_secs_f64() * 1e3);
    format!("{:.1} ms ({:.1} to {:.1})", ms(times.len() / 2), ms(0), ms(times.len().saturating_sub(1)))
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
    let program = program();
    let data = tempfile::tempdir().expect("a temporary folder");
    let mut sync = Command::new(&program);
    sync.arg("sync").arg(&options.folder).env("GRAPHICLE_DATA_DIR", data.path()).stdout(Stdio::null());
    assert!(sync.stderr(Stdio::null()).status().expect("the program runs").success(), "the sync failed");
    let bytes = fs::read(snapshot_file(data.path())).expect("the snapshot is there");
    let snapshot = Snapshot::open(&bytes).expect("the snapshot opens");
    let rows = options.questions.as_deref().map_or_else(|| made_rows(&snapshot), read_rows);
    let asked = Asked { program: &program, data: data.path(), folder: &options.folder };

    println!(
        "| question | read and rank, warm, median (range) | `context --no-sync`, fresh process | peak memory | `context` | peak memory |"
    );
    println!("|---|---|---|---|---|---|");
    let [mut in_process, mut unsynced, mut whole] = [Vec::new(), Vec::new(), Vec::new()];
    for Row { label, questions } in &rows {
        let mut times = warm(&snapshot, questions, options.runs);
        in_process.extend(&times);
        let few = questions.get(..IN_PROCESSES).unwrap_or(questions);
        let cells = [
            asked.cells(few, options.runs, &["--no-sync"], &mut unsynced),
            asked.cells(few, options.runs, &[], &mut whole),
        ];
        println!("| {label} ({} asked) | {} | {} | {} |", questions.len(), cell(&mut times), cells[0], cells[1]);
    }
    println!("| all | {} | {} | | {} | |", cell(&mut in_process), cell(&mut unsynced), cell(&mut whole));
    let meta = snapshot.meta();
    println!("\n{} files, {} passages, snapshot {} bytes", meta.files, meta.passages, bytes.len());
}
