//! Owns measuring sync, status and reading on a real folder, as whole commands: the figures of docs/benchmarks.md. It
//! owns no judgement of them.
//!
//! `cargo run --release -p graphicle-tests --bin bench-sync -- FOLDER [RUNS]`
//!
//! The folder is left as it was: the file that is changed for the incremental run is put back.

#![forbid(unsafe_code)]
#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    clippy::expect_used,
    reason = "a benchmark prints its figures and ends where it cannot go on"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use graphicle::data::DataFolder;
use graphicle::store::SnapshotFiles;
use graphicle_engine::role::Roles;
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::arguments::{at_most, folder, number, refuse};
use graphicle_tests::fixture::{program, snapshot_file};
use graphicle_tests::process::PeakMemory;

/// One run of a command.
struct Run {
    wall: Duration,
    peak: PeakMemory,
}

fn run(program: &Path, data: &Path, args: &[&str]) -> Run {
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(args)
        .env("GRAPHICLE_DATA_DIR", data)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let peak = PeakMemory::of(&mut child);
    let status = child.wait().expect("the program ends");
    let wall = start.elapsed();
    assert!(status.success(), "{args:?} failed");
    Run { wall, peak }
}

/// Prints a row: the median of the runs' times, their spread, and the largest peaks.
fn row(what: &str, runs: &mut [Run]) {
    runs.sort_by_key(|run| run.wall);
    let (first, last) = (&runs[0], &runs[runs.len() - 1]);
    let median = &runs[runs.len() / 2];
    let largest = runs.iter().map(|run| run.peak.largest_process).max().unwrap_or(0);
    let all = runs.iter().map(|run| run.peak.all_processes).max().unwrap_or(0);
    println!(
        "| {what} | {:.3} s ({:.3} to {:.3}) | {} MB | {} MB |",
        median.wall.as_secs_f64(),
        first.wall.as_secs_f64(),
        last.wall.as_secs_f64(),
        largest / 1_000_000,
        all / 1_000_000
    );
}

/// Returns a file of ordinary code in the middle of the project, and its text.
fn victim(snapshot: &Snapshot<'_>, folder: &Path) -> (PathBuf, Vec<u8>) {
    let files: Vec<_> = snapshot
        .files()
        .filter(|file| file.symbols.0 != file.symbols.1 && file.roles == Roles::default())
        .filter(|file| (100..1000).contains(&file.lines))
        .collect();
    let file = files.get(files.len() / 2).expect("a file with symbols");
    let path = folder.join(file.path);
    let text = fs::read(&path).expect("the file is there");
    (path, text)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    at_most(&args, 2);
    let Some(given) = args.first() else { refuse("usage: bench-sync FOLDER [RUNS]") };
    let runs = number(args.get(1).map(String::as_str), "the number of runs", 5);
    if runs == 0 {
        refuse("at least one run is needed");
    }
    let folder = folder(given).canonicalize().expect("the folder is there");
    let place = folder.to_str().expect("a path in UTF-8").to_owned();
    let program = program();
    let data = tempfile::tempdir().expect("a temporary folder");
    let data = data.path();

    println!(
        "| what | wall, median of {runs} (range) | peak, largest process | peak, all processes |\n|---|---|---|---|"
    );
    let mut first: Vec<Run> = (0..runs.min(3))
        .map(|_| {
            let _ = fs::remove_dir_all(data.join("projects"));
            run(&program, data, &["sync", &place])
        })
        .collect();
    row("first sync", &mut first);
    let mut unchanged: Vec<Run> = (0..runs).map(|_| run(&program, data, &["status", "--project", &place])).collect();
    row("status, nothing changed", &mut unchanged);
    let mut idle: Vec<Run> = (0..runs).map(|_| run(&program, data, &["sync", &place])).collect();
    row("sync, nothing changed", &mut idle);

    let bytes = fs::read(snapshot_file(data)).expect("the snapshot is there");
    let snapshot = Snapshot::open(&bytes).expect("the snapshot opens");
    let (path, text) = victim(&snapshot, &folder);
    let mut changed: Vec<Run> = (0..runs)
        .map(|round| {
            let mut new = text.clone();
            new.extend_from_slice(format!("\n// round {round}\n").as_bytes());
            fs::write(&path, new).expect("the file can be written");
            run(&program, data, &["sync", &place])
        })
        .collect();
    fs::write(&path, &text).expect("the file can be written");
    run(&program, data, &["sync", &place]);
    row("sync, one file changed", &mut changed);

    let project = snapshot_file(data).parent().and_then(Path::file_name).expect("a project").to_owned();
    let files = SnapshotFiles::new(DataFolder::at(data).project(&project.to_string_lossy()));
    let meta = snapshot.meta();
    let mut reads: Vec<Duration> = Vec::new();
    for number in 0..200 {
        let start = Instant::now();
        let mapped = files.map_current().expect("the snapshot maps");
        let snapshot = Snapshot::open(mapped.bytes()).expect("the snapshot opens");
        let at = graphicle_engine::id::FileId(meta.files / 200 * number);
        let text = snapshot.file(at).map(|file| snapshot.text(&file).expect("the text reads"));
        std::hint::black_box(text);
        reads.push(start.elapsed());
    }
    reads.sort_unstable();
    println!(
        "| map, open, read one file's text (200 files) | {:.3} ms ({:.3} to {:.3}) | | |",
        reads[100].as_secs_f64() * 1e3,
        reads[0].as_secs_f64() * 1e3,
        reads[199].as_secs_f64() * 1e3
    );
    let (size, held) = (bytes.len(), usize::try_from(meta.text_bytes).unwrap_or(usize::MAX));
    println!("\nsnapshot {size} bytes, text {held} bytes: {:.3}", size as f64 / held as f64);
    println!(
        "{} files, {} passages, {} symbols, {} calls, {} ambiguous, {} references, {} imports",
        meta.files, meta.passages, meta.symbols, meta.calls, meta.ambiguous, meta.references, meta.imports
    );
}
