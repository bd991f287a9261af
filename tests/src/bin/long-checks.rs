//! Runs the checks of `graphicle_tests::checks` for as long as one likes.
//!
//! `cargo run --release -p graphicle-tests --bin long-checks -- CHECK [ARGUMENTS]`, as [`USAGE`] says.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a command prints its result")]

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use graphicle_engine::facts::Outcome;
use graphicle_engine::language::Language;
use graphicle_tests::checks::{accounting, concurrent, edits, hostile, kill};
use graphicle_tests::hostile_texts;

const USAGE: &str = "\
usage: long-checks CHECK [ARGUMENTS]
  kill [ROUNDS] [SEED]         kill -9 of a sync, or of one of its parsers, at random moments
  concurrent [ROUNDS] [SEED]   two or three syncs at once, with a status beside them
  edits [SEQUENCES] [SEED]     random edits, each step compared with a fresh sync
  accounting FOLDER...         files on disk under Git's rules = indexed + left out
  hostile [BYTES] [LANGUAGE]   texts that are meant to break parsers, cut after BYTES, in every language
  largest [LANGUAGE]           such texts of the largest size that is parsed
A seed that is not given is taken from the clock, and printed.";

/// Rounds where no number is given.
const MANY: u64 = 200;

/// What a parser process may hold, and the program's own pages besides, bytes.
const MOST_MEMORY: u64 = 1_300_000_000;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((check, rest)) = args.split_first() else {
        println!("{USAGE}");
        return ExitCode::from(2);
    };
    let number = |at: usize, default: u64| rest.get(at).and_then(|text| text.parse().ok()).unwrap_or(default);
    let (count, seed) = (number(0, MANY), number(1, clock()));
    let started = Instant::now();
    match check.as_str() {
        "kill" => {
            println!("{count} rounds of killing, seed {seed}");
            println!("{:?}", kill::rounds(count, seed));
        }
        "concurrent" => {
            println!("{count} rounds of syncs at the same time, seed {seed}");
            concurrent::rounds(count, seed);
        }
        "edits" => {
            println!("{count} sequences of edits, seeds from {seed} on");
            println!("{:?}", edits::sequences(count, seed));
        }
        "accounting" => {
            for folder in rest {
                println!("{folder}: {:?}", accounting::account(Path::new(folder)));
            }
        }
        "hostile" => {
            let texts = hostile_texts::cut(rest.first().and_then(|text| text.parse().ok()).unwrap_or(usize::MAX));
            try_hostile(&texts, rest.iter().find(|text| text.parse::<u64>().is_err()));
        }
        "largest" => try_hostile(&hostile_texts::largest(), rest.first()),
        _ => {
            println!("{USAGE}");
            return ExitCode::from(2);
        }
    }
    println!("{check}: all held, {:.0} s", started.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}

/// Prints what was slow, large or crashed, and the totals.
fn try_hostile(texts: &[(&'static str, String)], language: Option<&String>) {
    let only = language.map(|label| Language::ALL.into_iter().find(|found| found.label() == label));
    if only == Some(None) {
        println!("no such language; they are {:?}", Language::ALL.map(Language::label));
        return;
    }
    let (mut trials, mut slowest, mut largest) = (0_u32, Duration::ZERO, 0);
    hostile::try_all(texts, only.flatten(), |trial| {
        trials += 1;
        slowest = slowest.max(trial.took);
        largest = largest.max(trial.memory);
        assert!(trial.memory < MOST_MEMORY, "{trial:?}");
        let is_crash = trial.outcome == Outcome::ParserCrashed;
        if is_crash || trial.took > Duration::from_secs(5) || trial.memory > 500_000_000 {
            println!(
                "{}, {}: {:?}, {:.1} s, {} MB",
                trial.language.label(),
                trial.text,
                trial.outcome,
                trial.took.as_secs_f64(),
                trial.memory / 1_000_000
            );
        }
    });
    println!("{trials} trials; the slowest {:.1} s, the largest {} MB", slowest.as_secs_f64(), largest / 1_000_000);
}

fn clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_secs())
}
