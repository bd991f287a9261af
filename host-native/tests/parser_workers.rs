//! Owns the checks of what the crew, and a sync, make of workers that crash, hang or talk nonsense; owns no check of a
//! grammar.
//!
//! This test has no harness: started with the worker's command it is the misbehaving worker itself, and what a file's
//! text says is what it does.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test fails by panicking, and says what it did")]

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{self, ExitCode};
use std::thread;
use std::time::{Duration, Instant};

use graphicle::data::DataFolder;
use graphicle::projects::{Project, Registry};
use graphicle::store::SnapshotFiles;
use graphicle::sync::workers::{Crew, HELLO, Member, Request, WORKER_COMMAND, WorkerCommand, WorkerError};
use graphicle::sync::workers::{read_frame, write_frame};
use graphicle::sync::{Mode, Observer, Phase, Summary, SyncOptions, sync};
use graphicle_engine::facts::{FileFacts, Outcome};
use graphicle_engine::language::Language;
use graphicle_engine::snapshot::Snapshot;
use graphicle_extract::{Limits, extract};

/// The worker's command with which it does not greet.
const MUTE: &str = "mute-worker";

/// What a file's text begins with on which workers crash until the file that it names is there.
const UNTIL: &str = "// crash until ";

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some(WORKER_COMMAND) => return worker(),
        // Programs that run tests ask for a list of them; there is one, which has no name.
        Some(MUTE | "--list") => return ExitCode::SUCCESS,
        _ => {}
    }
    let tests: &[(&str, fn())] = &[
        ("a worker that behaves answers every file", behaves),
        ("a crash costs one file's symbols", crash_costs_one_file),
        ("a crash that earlier files caused costs nothing", crash_from_before_costs_nothing),
        ("a hang is ended and costs one file's symbols", hang_costs_one_file),
        ("nonsense costs one file's symbols", nonsense_costs_one_file),
        ("a program that is no worker is an error", not_a_worker),
        ("members work side by side", side_by_side),
        ("a sync loses the symbols of the files that crash and no others", sync_loses_only_what_crashes),
    ];
    for (name, test) in tests {
        test();
        println!("test {name} ... ok");
    }
    ExitCode::SUCCESS
}

/// Behaves as each file's text says.
fn worker() -> ExitCode {
    let (mut from, mut to) = (io::stdin().lock(), io::stdout().lock());
    write_frame(&mut to, HELLO).unwrap();
    let (mut message, mut answered) = (Vec::new(), 0);
    while read_frame(&mut from, &mut message).unwrap() {
        let request: Request<'_> = postcard::from_bytes(&message).unwrap();
        let good = FileFacts::without_symbols(Outcome::Parsed).to_bytes().unwrap();
        match request.text {
            "abort" => process::abort(),
            "exit" => return ExitCode::from(3),
            "exit unless first" if answered > 0 => return ExitCode::from(3),
            "hang" => thread::sleep(Duration::from_hours(1)),
            "garbage" => write_frame(&mut to, &[0xff; 40]).unwrap(),
            "empty" => write_frame(&mut to, &[]).unwrap(),
            "huge length" => {
                to.write_all(&[0xff; 64]).unwrap();
                to.flush().unwrap();
                thread::sleep(Duration::from_hours(1));
            }
            "half a frame" => {
                to.write_all(&1000_u32.to_le_bytes()).unwrap();
                to.write_all(&good).unwrap();
                return ExitCode::SUCCESS;
            }
            text if is_to_crash(text) => process::abort(),
            "good" | "exit unless first" | "" => write_frame(&mut to, &good).unwrap(),
            text => {
                let facts = extract(request.path, request.language, text, &Limits::default());
                write_frame(&mut to, &facts.to_bytes().unwrap()).unwrap();
            }
        }
        answered += 1;
    }
    ExitCode::SUCCESS
}

fn is_to_crash(text: &str) -> bool {
    let flag = text.strip_prefix(UNTIL).and_then(|rest| rest.lines().next());
    flag.is_some_and(|flag| !Path::new(flag).exists())
}

fn command() -> WorkerCommand {
    WorkerCommand::new(std::env::current_exe().unwrap(), [WORKER_COMMAND.into()]).with_patience(Duration::from_secs(20))
}

fn outcome(member: &mut Member<'_>, text: &str) -> Outcome {
    let request = Request { path: "a.go", language: Language::Go, text };
    let (bytes, facts) = member.extract(&request).unwrap();
    assert_eq!(graphicle_engine::facts::from_bytes(bytes), Some(facts.clone()));
    facts.outcome
}

fn assert_costs_one_file(member: &mut Member<'_>, bad: &str) {
    assert_eq!(outcome(member, "good"), Outcome::Parsed);
    assert_eq!(outcome(member, bad), Outcome::ParserCrashed, "{bad}");
    assert_eq!(outcome(member, "good"), Outcome::Parsed, "after {bad}");
}

fn behaves() {
    let crew = Crew::new(command());
    let mut member = crew.member();
    assert_eq!(outcome(&mut member, &"x".repeat(10_000_000)), Outcome::TooLarge);
    for text in ["", "good", "package a\n", "good"] {
        assert_eq!(outcome(&mut member, text), Outcome::Parsed);
    }
}

fn crash_costs_one_file() {
    let crew = Crew::new(command());
    let mut member = crew.member();
    for bad in ["abort", "exit", "abort"] {
        assert_costs_one_file(&mut member, bad);
    }
}

fn crash_from_before_costs_nothing() {
    let crew = Crew::new(command());
    let mut member = crew.member();
    assert_eq!(outcome(&mut member, "good"), Outcome::Parsed);
    assert_eq!(outcome(&mut member, "exit unless first"), Outcome::Parsed);
}

fn hang_costs_one_file() {
    let crew = Crew::new(command().with_patience(Duration::from_secs(1)));
    let mut member = crew.member();
    let started = Instant::now();
    assert_costs_one_file(&mut member, "hang");
    assert!(started.elapsed() < Duration::from_secs(30), "a hang is waited for once, not twice");
}

fn nonsense_costs_one_file() {
    let crew = Crew::new(command());
    let mut member = crew.member();
    for bad in ["garbage", "empty", "huge length", "half a frame"] {
        assert_costs_one_file(&mut member, bad);
    }
}

fn not_a_worker() {
    let request = Request { path: "a.go", language: Language::Go, text: "" };
    let mute = WorkerCommand::new(std::env::current_exe().unwrap(), [MUTE.into()]);
    let crew = Crew::new(mute);
    assert!(matches!(crew.member().extract(&request), Err(WorkerError::NoGreeting)));
    let crew = Crew::new(WorkerCommand::new("/no/such/program", []));
    assert!(matches!(crew.member().extract(&request), Err(WorkerError::Start(_))));
}

fn side_by_side() {
    let crew = Crew::new(command());
    thread::scope(|scope| {
        for n in 0..4 {
            let mut member = crew.member();
            scope.spawn(move || {
                for round in 0..20 {
                    let (text, expect) =
                        if round % 5 == n { ("abort", Outcome::ParserCrashed) } else { ("good", Outcome::Parsed) };
                    assert_eq!(outcome(&mut member, text), expect);
                }
            });
        }
    });
}

struct Silent;

impl Observer for Silent {
    fn begin(&self, _: Phase) {}
    fn file_done(&self, _: u64) {}
    fn note(&self, sentence: &str) {
        panic!("{sentence}");
    }
}

/// A project whose parsers are the workers above.
struct Place {
    temp: tempfile::TempDir,
    registry: Registry,
    project: Project,
}

impl Place {
    fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap().join("project");
        fs::create_dir(&root).unwrap();
        let registry = Registry::new(DataFolder::at(temp.path().join("data")));
        let project = registry.open(&root).unwrap();
        Self { temp, registry, project }
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.project.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn sync(&self, mode: Mode) -> Summary {
        sync(&self.registry, &self.project, &SyncOptions { mode, workers: command() }, &Silent).unwrap()
    }

    /// Returns the snapshot, and its files with their outcomes and how many symbols they have.
    fn read(&self) -> (Vec<u8>, Vec<(String, Outcome, u32)>) {
        let mapped = SnapshotFiles::new(self.registry.folder_of(&self.project)).map_current().unwrap();
        let snapshot = Snapshot::open(mapped.bytes()).unwrap();
        let files =
            snapshot.files().map(|file| (file.path.to_owned(), file.outcome, file.symbols.1.0 - file.symbols.0.0));
        (mapped.bytes().to_vec(), files.collect())
    }
}

fn sync_loses_only_what_crashes() {
    let place = Place::new();
    let flag = place.temp.path().join("flag");
    for number in 0..60 {
        place
            .write(&format!("part{}/good{number}.go", number % 3), &format!("package good\n\nfunc F{number}() {{}}\n"));
    }
    for (number, bad) in ["abort", "exit", "garbage", "half a frame", "empty"].into_iter().enumerate() {
        place.write(&format!("part{}/bad.{bad}.go", number % 3), bad);
    }
    let until = format!("{UNTIL}{}\npackage good\n\nfunc G() {{}}\n", flag.display());
    for name in ["part0/late.go", "part1/later.go"] {
        place.write(name, &until);
    }
    let check = |crashes: &[&str]| {
        let (bytes, files) = place.read();
        assert_eq!(files.len(), 67);
        for (path, outcome, n_symbols) in files {
            let is_lost = path.contains("bad.") || crashes.contains(&path.as_str());
            let expected = if is_lost { (Outcome::ParserCrashed, 0) } else { (Outcome::Parsed, 1) };
            assert_eq!((outcome, n_symbols), expected, "{path}");
        }
        bytes
    };
    assert_eq!(place.sync(Mode::Incremental).parser_crashes, 7);
    let first = check(&["part0/late.go", "part1/later.go"]);
    let again = place.sync(Mode::Rebuild);
    assert_eq!((again.parser_crashes, again.parsed), (7, 67));
    assert!(first == check(&["part0/late.go", "part1/later.go"]), "the same files crash the same way");

    // What made them crash is gone; a file that says what it said is not parsed again, touched or not.
    fs::write(&flag, "").unwrap();
    place.write("part0/late.go", &until);
    let touched = place.sync(Mode::Incremental);
    assert_eq!((touched.parsed, touched.is_new_snapshot), (0, false));
    assert_eq!(place.sync(Mode::Incremental).parser_crashes, 7, "a sync without work counts them too");
    assert!(first == check(&["part0/late.go", "part1/later.go"]));
    place.write("part0/late.go", &format!("{until}\n"));
    let changed = place.sync(Mode::Incremental);
    assert_eq!((changed.parsed, changed.parser_crashes), (1, 6));
    check(&["part1/later.go"]);
    assert_eq!(place.sync(Mode::Rebuild).parser_crashes, 5);
    check(&[]);
}
