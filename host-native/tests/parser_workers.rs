//! What the crew makes of workers that crash, hang or talk nonsense.
//!
//! This test has no harness: started with the worker's command it is the misbehaving worker itself, and what a file's
//! text says is what it does.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test fails by panicking, and says what it did")]

use std::io::{self, Write as _};
use std::process::{self, ExitCode};
use std::thread;
use std::time::{Duration, Instant};

use graphicle::sync::workers::{Crew, HELLO, Member, Request, WORKER_COMMAND, WorkerCommand, WorkerError};
use graphicle::sync::workers::{read_frame, write_frame};
use graphicle_engine::facts::{FileFacts, Outcome};
use graphicle_engine::language::Language;

/// The worker's command with which it does not greet.
const MUTE: &str = "mute-worker";

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
            _ => write_frame(&mut to, &good).unwrap(),
        }
        answered += 1;
    }
    ExitCode::SUCCESS
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
    let large = "x".repeat(10_000_000);
    for text in ["", "good", &large, "good"] {
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
