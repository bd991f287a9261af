//! Owns measuring packs on the evaluation sets: which cases, budgets and layouts are packed, and what is printed. It owns
//! no figure.
//!
//! `cargo run --release -p graphicle-tests --bin pack-cases -- CASES.jsonl [--only SET] [--budget TOKENS]... [--layout
//! standard|cache:SHARE]... [--bytes-per-token N] [--set NAME=VALUE]... [--out FILE] [--compare TOKENIZER.json]...
//! [--verbose]`
//!
//! `scripts/eval/prepare.py` makes CASES.jsonl and the snapshots it names. `--set` changes a constant of the packs for one
//! run. `--out` writes the lines that each pack of the first budget and layout holds, for the sets' own scoring scripts.
//! `--compare` counts each pack's text with these tokenizers and prints how the estimates compare with the highest counts.

#![forbid(unsafe_code)]
#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    clippy::expect_used,
    reason = "a benchmark prints its figures and ends where it cannot go on"
)]

mod report;
mod run;

use graphicle_engine::pack::{Budget, Layout, PrefixShare, Proportions};
use graphicle_engine::tokens::{BytesPerToken, Estimate, TokenCounter};
use graphicle_tests::arguments::{constant, refuse, tokenizer};
use graphicle_tests::eval_cases::CaseArguments;
use graphicle_tokenizer::HuggingFace;

use run::{How, Setting, pack_all};

struct Options {
    arguments: CaseArguments,
    budgets: Vec<Budget>,
    layouts: Vec<Layout>,
    counter: Box<dyn TokenCounter + Sync>,
    proportions: Proportions,
    compared: Vec<HuggingFace>,
    is_verbose: bool,
}

fn options() -> Options {
    let (mut budgets, mut layouts, mut is_verbose) = (Vec::new(), Vec::new(), false);
    let mut counter: Box<dyn TokenCounter + Sync> = Box::new(Estimate);
    let mut proportions = Proportions::default();
    let mut compared = Vec::new();
    let arguments = CaseArguments::read("pack-cases", |option, args| {
        match option {
            "--verbose" => is_verbose = true,
            "--budget" => match args.next().unwrap_or_default().parse() {
                Ok(budget) => budgets.push(budget),
                Err(error) => refuse(error),
            },
            "--layout" => layouts.push(layout(&args.next().unwrap_or_default())),
            "--bytes-per-token" => {
                let bytes = args.next().and_then(|text| BytesPerToken::new(text.parse().ok()?).ok());
                counter = Box::new(bytes.unwrap_or_else(|| refuse("--bytes-per-token takes a number from 0.5 to 100")));
            }
            "--tokenizer" => counter = Box::new(tokenizer(&args.next().unwrap_or_default(), "tokenizer")),
            "--compare" => compared.push(tokenizer(&args.next().unwrap_or_default(), "compared")),
            "--set" => {
                let (name, value) = constant(&args.next().unwrap_or_default());
                if !proportions.set(&name, value) {
                    refuse(format_args!("no constant of packs is called {name}"));
                }
            }
            _ => return false,
        }
        true
    });
    if budgets.is_empty() {
        budgets.push(Budget::default());
    }
    if layouts.is_empty() {
        layouts.push(Layout::Standard);
    }
    Options { arguments, budgets, layouts, counter, proportions, compared, is_verbose }
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
    let cases = options.arguments.cases();
    let settings: Vec<Setting> = options
        .layouts
        .iter()
        .flat_map(|&layout| options.budgets.iter().map(move |&budget| Setting { budget, layout }))
        .collect();
    let how = How { counter: options.counter.as_ref(), proportions: &options.proportions, compared: &options.compared };
    let done = pack_all(&cases, &settings, &how);
    if options.is_verbose {
        report::print_cases(&done, &settings);
    }
    options.arguments.write(|| report::as_lines(&done));
    report::print(&done, &settings);
    if !options.compared.is_empty() {
        report::print_estimates(&done);
    }
}
