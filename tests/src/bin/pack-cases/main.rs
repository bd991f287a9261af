//! Owns measuring packs on the evaluation sets: which cases, budgets and layouts are packed, and what is printed. It owns
//! no figure.
//!
//! `cargo run --release -p graphicle-tests --bin pack-cases -- CASES.jsonl [--only SET] [--budget TOKENS]... [--layout
//! standard|cache:SHARE]... [--bytes-per-token N] [--set NAME=VALUE]... [--out FILE] [--verbose]`
//!
//! `scripts/eval/prepare.py` makes CASES.jsonl and the snapshots it names. `--set` changes a constant of the packs for one
//! run. `--out` writes the lines that each pack of the first budget and layout holds, for the sets' own scoring scripts.

#![forbid(unsafe_code)]
#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    clippy::expect_used,
    reason = "a benchmark prints its figures and ends where it cannot go on"
)]

mod report;
mod run;

use std::fs;
use std::path::PathBuf;

use graphicle_engine::pack::{Budget, Layout, PrefixShare, Proportions};
use graphicle_tests::arguments::refuse;
use graphicle_tests::eval_cases::Cases;

use run::{Counter, Setting, pack_all};

struct Options {
    cases: PathBuf,
    only: Option<String>,
    budgets: Vec<Budget>,
    layouts: Vec<Layout>,
    counter: Counter,
    proportions: Proportions,
    out: Option<PathBuf>,
    is_verbose: bool,
}

fn options() -> Options {
    let mut options = Options {
        cases: PathBuf::new(),
        only: None,
        budgets: Vec::new(),
        layouts: Vec::new(),
        counter: Counter::Estimate,
        proportions: Proportions::default(),
        out: None,
        is_verbose: false,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--verbose" => options.is_verbose = true,
            "--only" => options.only = args.next(),
            "--out" => options.out = args.next().map(PathBuf::from),
            "--budget" => match args.next().unwrap_or_default().parse() {
                Ok(budget) => options.budgets.push(budget),
                Err(error) => refuse(error),
            },
            "--layout" => options.layouts.push(layout(&args.next().unwrap_or_default())),
            "--bytes-per-token" => {
                let Some(bytes) = args.next().and_then(|text| text.parse().ok()) else {
                    refuse("--bytes-per-token takes a number");
                };
                options.counter = Counter::BytesPerToken(bytes);
            }
            "--tokenizer" => options.counter = Counter::Exact(args.next().unwrap_or_default().into()),
            "--set" => {
                let change = args.next().unwrap_or_default();
                let parts = change.split_once('=').and_then(|(name, value)| Some((name, value.parse().ok()?)));
                let Some((name, value)) = parts else { refuse("--set takes NAME=VALUE, where the value is a number") };
                if !options.proportions.set(name, value) {
                    refuse(format_args!("no constant of packs is called {name}"));
                }
            }
            _ => options.cases = arg.into(),
        }
    }
    if !options.cases.is_file() {
        refuse("pack-cases takes the list of cases that scripts/eval/prepare.py makes");
    }
    if options.budgets.is_empty() {
        options.budgets.push(Budget::default());
    }
    if options.layouts.is_empty() {
        options.layouts.push(Layout::Standard);
    }
    options
}

fn layout(text: &str) -> Layout {
    let share = text.strip_prefix("cache:").and_then(|share| share.parse::<PrefixShare>().ok());
    match (text, share) {
        ("standard", _) => Layout::Standard,
        (_, Some(share)) => Layout::Cache(share),
        _ => refuse("--layout takes standard or cache:SHARE, for example cache:0.9"),
    }
}

fn main() {
    let options = options();
    let cases = Cases::read(&options.cases, options.only.as_deref());
    if cases.is_empty() {
        refuse("the list has no case of that set");
    }
    let settings: Vec<Setting> = options
        .layouts
        .iter()
        .flat_map(|&layout| options.budgets.iter().map(move |&budget| Setting { budget, layout }))
        .collect();
    let done = pack_all(&cases, &settings, &options.counter, &options.proportions);
    if options.is_verbose {
        report::print_cases(&done, &settings);
    }
    if let Some(out) = &options.out {
        fs::write(out, report::as_lines(&done)).expect("the results are written");
    }
    report::print(&done, &settings);
}
