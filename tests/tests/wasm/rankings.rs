//! Owns the check that one question gives the same ranking, byte for byte, wherever it is asked: natively, in threads, in
//! the WASM module, and in fresh processes of the program on one processor and on all. Whether it is a good one it does
//! not own.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use graphicle_engine::abi::RANK;
use graphicle_engine::inspect::ranking_text;
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::made::Stock;
use graphicle_tests::random::Random;
use graphicle_tests::sandbox::{Done, answer_to};
use graphicle_tests::{fixture, hostile_questions, real_questions};
use sha2::{Digest as _, Sha256};

use crate::guest::Guest;

/// As many questions as issue reports of a busy month.
const QUESTIONS: usize = 200;

/// Files of each ranking that fresh processes print and that are compared, the best ones.
const PRINTED: usize = 100;

/// A project that the program has synced, with a data folder of its own.
struct Synced {
    folder: PathBuf,
    data: tempfile::TempDir,
    snapshot: Vec<u8>,
}

impl Synced {
    fn of(folder: &Path) -> Self {
        let data = tempfile::tempdir().unwrap();
        let mut sync = Command::new(fixture::program());
        sync.arg("sync").arg(folder).env("GRAPHICLE_DATA_DIR", data.path());
        let done = Done::of(&sync.output().unwrap());
        assert_eq!(done.code, 0, "{done:?}");
        Self { folder: folder.to_owned(), snapshot: fs::read(fixture::snapshot_file(data.path())).unwrap(), data }
    }

    /// Asks a fresh process of the program, which may use one processor or all.
    fn ask(&self, question: &str, on_one: Option<&str>) -> Done {
        let mut command = on_one.map_or_else(
            || Command::new(fixture::program()),
            |processor| {
                let mut command = Command::new("taskset");
                command.args(["--cpu-list", processor]).arg(fixture::program());
                command
            },
        );
        command.args(["context", "-", "--no-sync", "--json", "--limit"]).arg(PRINTED.to_string());
        command.arg("--project").arg(&self.folder).env("GRAPHICLE_DATA_DIR", self.data.path());
        answer_to(&mut command, question.as_bytes())
    }
}

/// Hostile questions, and made-up ones about the project.
fn questions(snapshot: &Snapshot<'_>) -> Vec<String> {
    let mut questions = hostile_questions::all();
    let made = Stock::of(snapshot).questions(QUESTIONS - questions.len(), &mut Random::of(0x9a11));
    questions.extend(made);
    questions
}

/// Compares the rankings natively, in two threads that rank at the same time, and in the module.
fn compare_in_process(snapshot: &[u8], questions: &[String]) {
    let digest = |question: &String| Sha256::digest(ranking_text(&Snapshot::open(snapshot).unwrap(), question));
    let (forwards, backwards) = thread::scope(|scope| {
        let one = scope.spawn(|| questions.iter().map(digest).collect::<Vec<_>>());
        let other = scope.spawn(|| questions.iter().rev().map(digest).collect::<Vec<_>>());
        (one.join().unwrap(), other.join().unwrap())
    });
    let mut guest = Guest::load();
    let opened = Snapshot::open(snapshot).unwrap();
    for (number, question) in questions.iter().enumerate() {
        let native = ranking_text(&opened, question);
        let in_threads = [forwards[number], backwards[questions.len() - 1 - number]];
        assert!(in_threads == [Sha256::digest(&native); 2], "in threads, question {number}: {}", start_of(question));
        let (done, in_guest) = guest.rank(question, snapshot);
        assert!(done, "{in_guest}: question {number}: {}", start_of(question));
        let other = native.lines().zip(in_guest.lines()).find(|(native, guest)| native != guest);
        assert!(native == in_guest, "in the module, question {number}: {}: {other:?}", start_of(question));
    }
}

/// Compares what fresh processes print on one processor and on all, and the order and reasons with the native ones.
fn compare_in_processes<'q>(synced: &Synced, questions: impl Iterator<Item = &'q String>) {
    let snapshot = Snapshot::open(&synced.snapshot).unwrap();
    let processor = first_processor();
    for question in questions {
        let [one, all] = [processor.as_deref(), None].map(|processor| synced.ask(question, processor));
        let same = (one.code, &one.stdout, &one.stderr) == (all.code, &all.stdout, &all.stderr);
        assert!(same, "{}: {one:?}, {all:?}", start_of(question));
        if question.trim().is_empty() {
            assert_eq!(all.code, 1, "{all:?}");
            continue;
        }
        let printed = all.json();
        let ranking = printed["ranking"].as_array().unwrap().iter();
        let printed: Vec<[&str; 2]> =
            ranking.map(|file| [&file["path"], &file["why"]].map(|field| field.as_str().unwrap())).collect();
        let native = ranking_text(&snapshot, question);
        let expected: Vec<[&str; 2]> = native
            .lines()
            .skip(1)
            .take(PRINTED)
            .map(|line| [line.split('\t').nth(1).unwrap(), line.rsplit('\t').next().unwrap()])
            .collect();
        assert!(!expected.is_empty() && printed == expected, "{}: {printed:?}, {expected:?}", start_of(question));
    }
}

/// Returns the first processor that this process may use; nothing where `taskset` cannot choose one.
fn first_processor() -> Option<String> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?.trim();
    Command::new("taskset").arg("--version").output().ok()?;
    Some(allowed.chars().take_while(char::is_ascii_digit).collect())
}

fn start_of(question: &str) -> String {
    question.chars().take(60).collect()
}

#[test]
fn the_module_refuses_a_question_that_is_none() {
    let mut guest = Guest::load();
    let (done, sentence) = guest.request(RANK, &[9, 0, 0, 0, b'x']);
    assert_eq!((done, sentence.as_str()), (false, "the request is shorter than its question"));
    assert!(!guest.request(RANK, &[1, 0, 0, 0, 0xff]).0);
}

#[test]
fn a_question_gives_the_same_ranking_everywhere() {
    let synced = Synced::of(&fixture::project());
    let questions = questions(&Snapshot::open(&synced.snapshot).unwrap());
    assert_eq!(questions.len(), QUESTIONS);
    compare_in_process(&synced.snapshot, &questions);
    compare_in_processes(&synced, questions.iter().step_by(9));
}

/// Of the folder that `GRAPHICLE_FOLDER` names, else of the small project; the questions of the lines of
/// `GRAPHICLE_QUESTIONS`, JSON objects with a `question`, else made-up ones.
#[test]
#[ignore = "takes minutes; CONTRIBUTING.md has the command"]
fn rankings_of_a_real_project_are_the_same_everywhere() {
    let synced = Synced::of(&env::var_os("GRAPHICLE_FOLDER").map_or_else(fixture::project, PathBuf::from));
    let questions = match env::var_os("GRAPHICLE_QUESTIONS") {
        Some(file) => real_questions::read(Path::new(&file)),
        None => questions(&Snapshot::open(&synced.snapshot).unwrap()),
    };
    println!("{} questions about {}", questions.len(), synced.folder.display());
    compare_in_process(&synced.snapshot, &questions);
    compare_in_processes(&synced, questions.iter());
}
