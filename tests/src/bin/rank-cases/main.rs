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
    reason = "a benchmark prints its figures and ends where it cannot go on"
)]

mod ablation;
mod report;
mod run;

use graphicle_tests::arguments::{constant, refuse};
use graphicle_tests::eval_cases::CaseArguments;

use run::{Constants, rank_all};

struct Options {
    arguments: CaseArguments,
    constants: Constants,
    printed: Printed,
}

/// What is printed of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Printed {
    Figures,
    EachCase,
    Ablation,
}

fn options() -> Options {
    let (mut constants, mut printed) = (Constants::default(), Printed::Figures);
    let arguments = CaseArguments::read("rank-cases", |option, args| {
        match option {
            "--verbose" => printed = Printed::EachCase,
            "--ablate" => printed = Printed::Ablation,
            "--set" => {
                let (name, value) = constant(&args.next().unwrap_or_default());
                if !constants.set(&name, value) {
                    refuse(format_args!("no constant of the ranking is called {name}"));
                }
            }
            _ => return false,
        }
        true
    });
    Options { arguments, constants, printed }
}

fn main() {
    let options = options();
    let cases = options.arguments.cases();
    if options.printed == Printed::Ablation {
        ablation::print(&cases, &options.constants);
        return;
    }
    let done = rank_all(&cases, &options.constants);
    if options.printed == Printed::EachCase {
        report::print_cases(&done);
    }
    options.arguments.write(|| report::as_lines(&done));
    report::print(&done);
}
