//! Owns running the checks of `graphicle_tests::checks` for as long as one likes; owns none of them.
//!
//! `cargo run --release -p graphicle-tests --bin long-checks -- CHECK [ARGUMENTS]`, as [`USAGE`] says.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a command prints its result")]

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use graphicle_engine::facts::Outcome;
use graphicle_engine::language::Language;
use graphicle_tests::arguments::{at_most, folder, number, refuse, tokenizer};
use graphicle_tests::checks::{accounting, concurrent, edits, hostile, kill, packs};
use graphicle_tests::hostile_texts;
use graphicle_tokenizer::HuggingFace;

const USAGE: &str = "\
usage: long-checks CHECK [ARGUMENTS]
  kill [ROUNDS] [SEED]         kill -9 of a sync, or of one of its parsers, at random moments
  concurrent [ROUNDS] [SEED]   two or three syncs at once, with a status beside them
  edits [SEQUENCES] [SEED]     random edits, each step compared with a fresh sync
  accounting FOLDER...         files on disk under Git's rules = indexed + left out
  hostile [BYTES] [LANGUAGE]   texts that are meant to break parsers, cut after BYTES, in every language
  packs [ROUNDS] [SEED] [TOKENIZER.json...]
                               a made-up project, and packs of it for many made-up requests; all are counted with
                               these vocabularies, or every third with a small one
  largest [LANGUAGE]           such texts of the largest size that is parsed
A seed that is not given is taken from the clock; it is printed. Checks that name no SEED have none.";

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
    let started = Instant::now();
    match check.as_str() {
        "kill" => {
            let (count, seed) = rounds(rest);
            println!("{count} rounds of killing, seed {seed}");
            println!("{:?}", kill::rounds(count, seed));
        }
        "concurrent" => {
            let (count, seed) = rounds(rest);
            println!("{count} rounds of syncs at the same time, seed {seed}");
            concurrent::rounds(count, seed);
        }
        "edits" => {
            let (count, seed) = rounds(rest);
            println!("{count} sequences of edits, seeds from {seed} on");
            println!("{:?}", edits::sequences(count, seed));
        }
        "packs" => {
            let (numbers, files) = rest.split_at(rest.len().min(2));
            let (count, seed) = rounds(numbers);
            let counters: Vec<HuggingFace> = files.iter().map(|file| tokenizer(file, file)).collect();
            println!("{count} rounds of packs, seeds from {seed} on");
            println!("{:?}", packs::rounds(count, seed, &counters));
        }
        "accounting" => {
            if rest.is_empty() {
                refuse("name at least one folder: accounting FOLDER...");
            }
            for folder in rest.iter().map(|given| folder(given)).collect::<Vec<_>>() {
                println!("{}: {:?}", folder.display(), accounting::account(&folder));
            }
        }
        "hostile" => {
            at_most(rest, 2);
            // Both arguments may be left out, and no language is a number.
            let (bytes, language) = match rest {
                [only] if only.parse::<u64>().is_err() => (None, Some(only)),
                _ => (rest.first().map(String::as_str), rest.get(1)),
            };
            let bytes = usize::try_from(number(bytes, "the number of bytes", u64::MAX)).unwrap_or(usize::MAX);
            try_hostile(&hostile_texts::cut(bytes), &languages(language));
        }
        "largest" => {
            at_most(rest, 1);
            try_hostile(&hostile_texts::largest(), &languages(rest.first()));
        }
        _ => refuse(format_args!("there is no check \"{check}\"\n{USAGE}")),
    }
    println!("{check}: all held, {:.0} s", started.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}

/// Returns the number of rounds and the first one's seed.
fn rounds(args: &[String]) -> (u64, u64) {
    at_most(args, 2);
    let (count, seed) = (args.first().map(String::as_str), args.get(1).map(String::as_str));
    (number(count, "the number of rounds", MANY), number(seed, "a seed", clock()))
}

/// Returns the languages with this label that have a parser, or all that have one.
fn languages(label: Option<&String>) -> Vec<Language> {
    let all = hostile::parsed_languages();
    let Some(label) = label else { return all };
    let meant: Vec<Language> = all.iter().copied().filter(|language| language.label() == label).collect();
    if meant.is_empty() {
        let labels: BTreeSet<&str> = all.into_iter().map(Language::label).collect();
        let labels = labels.into_iter().collect::<Vec<_>>().join(", ");
        refuse(format_args!("no language with a parser is called \"{label}\"; they are {labels}"));
    }
    meant
}

/// Prints what was slow, large or crashed, and the totals.
fn try_hostile(texts: &[(&'static str, String)], languages: &[Language]) {
    let (mut trials, mut slowest, mut largest) = (0_u32, Duration::ZERO, 0);
    hostile::try_all(texts, languages, |trial| {
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
