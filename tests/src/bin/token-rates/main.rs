//! Owns measuring what estimates of tokens are made with, and comparing estimates with counts: which files are measured
//! with which tokenizers, and what is printed or written. It owns no figure.
//!
//! `cargo run --release -p graphicle-tests --bin token-rates -- --model NAME=FILE --model NAME=FILE [--other NAME=FILE]...
//! FOLDER... [--write ENGINE/src/tokens] [--packs N] [--seed N]`
//!
//! The two models are the tokenizers whose counts the estimate follows; the others are counted too, and an estimate is
//! compared with the highest of all. Every folder is one project. With `--write`, the weights are measured and written, and
//! checked on projects that they were not measured on; without, the estimates that this program was built with are checked. `--seed`
//! takes other excerpts of the same files.

#![forbid(unsafe_code)]
#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::expect_used,
    reason = "a benchmark prints its figures, which are small, and ends where it cannot go on"
)]

mod excerpts;
mod figures;
mod fit;
mod packs;
mod rows;
mod solve;
mod words;
mod written;

use std::path::PathBuf;

use graphicle_engine::tokens::common::Common;
use graphicle_tests::arguments::{folder, number, refuse, tokenizer};
use graphicle_tokenizer::HuggingFace;

use excerpts::{Excerpt, excerpts};

/// What the command line asks for.
struct Options {
    tokenizers: Tokenizers,
    folders: Vec<PathBuf>,
    write: Option<PathBuf>,
    packs: usize,
    seed: u64,
}

/// The tokenizers that are counted with.
struct Tokenizers {
    /// The models in the order they were given, and the others.
    all: Vec<HuggingFace>,
    names: Vec<String>,
}

fn options() -> Options {
    let (mut models, mut others) = (Vec::new(), Vec::new());
    let mut options = Options {
        tokenizers: Tokenizers { all: Vec::new(), names: Vec::new() },
        folders: Vec::new(),
        write: None,
        packs: 2_000,
        seed: 0,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--model" => models.push(args.next().unwrap_or_default()),
            "--other" => others.push(args.next().unwrap_or_default()),
            "--write" => options.write = Some(folder(&args.next().unwrap_or_default())),
            "--packs" => options.packs = number(args.next().as_deref(), "--packs", 0).try_into().unwrap_or(usize::MAX),
            "--seed" => options.seed = number(args.next().as_deref(), "--seed", 0),
            _ => options.folders.push(folder(&arg)),
        }
    }
    if models.len() != fit::MODELS || options.folders.is_empty() {
        refuse("token-rates takes two models, as --model NAME=tokenizer.json, and the folders of projects");
    }
    for given in models.into_iter().chain(others) {
        let Some((name, path)) = given.split_once('=') else { refuse("a tokenizer is given as NAME=tokenizer.json") };
        options.tokenizers.all.push(tokenizer(path, name));
        options.tokenizers.names.push(name.to_owned());
    }
    options
}

fn main() {
    let options = options();
    let excerpts: Vec<Vec<Excerpt>> = options.folders.iter().map(|folder| excerpts(folder, options.seed)).collect();
    let bytes: usize = excerpts.iter().flatten().map(|excerpt| excerpt.plain.len()).sum();
    let many: usize = excerpts.iter().map(Vec::len).sum();
    println!("{} projects, {many} excerpts, {:.1} MB", excerpts.len(), bytes as f64 / 1e6);
    match &options.write {
        Some(folder) => measure(&options, &excerpts, folder),
        None => packs::check(&options.tokenizers, &excerpts, options.packs),
    }
}

fn measure(options: &Options, excerpts: &[Vec<Excerpt>], folder: &std::path::Path) {
    let bits = words::common(excerpts, &options.tokenizers.all[..fit::MODELS]);
    let rows = rows::rows(excerpts, &Common::of(&bits), &options.tokenizers);
    figures::print_highest(&rows, &options.tokenizers.names);
    let held_out = fit::held_out(&rows);
    figures::print_by_project(&rows, &held_out, &options.folders);
    figures::print_packs(&rows, &held_out, options.packs);
    let fitted = fit::Fitted::of(&rows);
    figures::print_languages(&rows, &fitted);
    written::write(folder, &bits, &rows, &fitted);
}
