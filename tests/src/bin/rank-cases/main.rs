//! Owns running the evaluation sets: which cases are ranked with which constants, and what is printed. It owns no
//! figure.
//!
//! `cargo run --release -p graphicle-tests --bin rank-cases -- CASES.jsonl [--only SET] [--verbose] [--set NAME=VALUE]...
//! [--out FILE] [--ablate]`
//!
//! `scripts/eval/prepare.py` makes CASES.jsonl and the snapshots it names. `--set` changes a constant of the ranking or of
//! reading questions for one run. `--out` writes each case's first 200 files, for the sets' own scoring scripts.
//! `--ablate` takes each rule away in turn and prints the table of docs/ranking.md.

#![forbid(unsafe_code)]
#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    clippy::expect_used,
    reason = "a benchmark prints its figures and ends where it cannot go on"
)]

mod ablation;
mod report;
mod run;

use std::fs;
use std::path::PathBuf;

use graphicle_tests::arguments::refuse;
use graphicle_tests::eval_cases::Cases;

use run::{Constants, rank_all};

struct Options {
    cases: PathBuf,
    constants: Constants,
    printed: Printed,
    only: Option<String>,
    out: Option<PathBuf>,
}

/// What is printed of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Printed {
    Figures,
    EachCase,
    Ablation,
}

fn options() -> Options {
    let constants = Constants::default();
    let mut options = Options { cases: PathBuf::new(), constants, printed: Printed::Figures, only: None, out: None };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--verbose" => options.printed = Printed::EachCase,
            "--ablate" => options.printed = Printed::Ablation,
            "--only" => options.only = args.next(),
            "--out" => options.out = args.next().map(PathBuf::from),
            "--set" => {
                let change = args.next().unwrap_or_default();
                let parts = change.split_once('=').and_then(|(name, value)| Some((name, value.parse().ok()?)));
                let Some((name, value)) = parts else { refuse("--set takes NAME=VALUE, where the value is a number") };
                if !options.constants.set(name, value) {
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
    let cases = Cases::read(&options.cases, options.only.as_deref());
    if cases.is_empty() {
        refuse("the list has no case of that set");
    }
    if options.printed == Printed::Ablation {
        ablation::print(&cases, &options.constants);
        return;
    }
    let done = rank_all(&cases, &options.constants);
    if options.printed == Printed::EachCase {
        report::print_cases(&done);
    }
    if let Some(out) = &options.out {
        fs::write(out, report::as_lines(&done)).expect("the results are written");
    }
    report::print(&done);
}
