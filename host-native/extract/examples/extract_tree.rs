//! Owns a measurement: extracts every file below a folder and prints how fast that was, what was found and how the
//! files came out. Usage: `extract_tree DIR [LANGUAGE] [--parse]`; with `--parse` the parser works alone. Times
//! are of the processor where the system tells them.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a measurement prints its result")]

mod measure;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use graphicle_engine::facts::{Outcome, Root};
use graphicle_engine::language::Language;
use graphicle_extract::{Cost, Extractor, Limits, has_grammar};

#[derive(Default)]
struct Tally {
    files: usize,
    bytes: usize,
    symbols: usize,
    calls: usize,
    unknown: usize,
    references: usize,
    encoded: usize,
    time: Duration,
    /// The most that a file cost: steps and lexed bytes for each kilobyte of text, looks in all.
    most: Cost,
    outcomes: BTreeMap<Outcome, usize>,
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

fn main() {
    let (flags, words): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|word| word.starts_with("--"));
    let mut arguments = words.into_iter();
    let Some(root) = arguments.next().map(PathBuf::from) else {
        println!("usage: extract_tree DIR [LANGUAGE] [--parse]");
        return;
    };
    let only = arguments.next();
    let mut all = Vec::new();
    files(&root, &mut all);
    // No tree is flat enough for a limit of no levels, so that nothing follows the parse.
    let max_depth = if flags.iter().any(|flag| flag == "--parse") { 0 } else { Limits::default().max_depth };
    let mut extractor = Extractor::new(Limits { max_depth, ..Limits::default() });
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut slowest: Vec<(Duration, usize, String)> = Vec::new();
    for file in all {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let path = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().into_owned();
        let language = Language::of_text(&path, &text);
        if !has_grammar(language) || only.as_deref().is_some_and(|only| only != language.label()) {
            continue;
        }
        let clock = measure::Clock::start();
        let facts = extractor.extract(&path, language, &text);
        let took = clock.elapsed();
        let tally = tallies.entry(language.label()).or_default();
        tally.files += 1;
        tally.bytes += text.len();
        tally.symbols += facts.symbols.len();
        tally.calls += facts.calls.len();
        tally.unknown += facts.calls.iter().filter(|call| call.receiver.root == Root::Unknown).count();
        tally.references += facts.references.len();
        tally.encoded += facts.to_bytes().map_or(0, |bytes| bytes.len());
        tally.time += took;
        let kilobytes = (text.len() as u64).max(16 << 10) >> 10;
        let cost = extractor.cost();
        tally.most.steps = tally.most.steps.max(cost.steps / kilobytes);
        tally.most.lexed = tally.most.lexed.max(cost.lexed / kilobytes);
        tally.most.looks = tally.most.looks.max(cost.looks);
        *tally.outcomes.entry(facts.outcome).or_default() += 1;
        slowest.push((took, text.len(), path));
        slowest.sort_by(|a, b| b.cmp(a));
        slowest.truncate(5);
    }
    for (language, tally) in tallies {
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = tally.bytes as f64 / 1e6 / tally.time.as_secs_f64().max(1e-9);
        println!(
            "{language}: {} files, {} bytes, {:.1} MB/s ({:.2} s), {} symbols, {} calls ({} of unknown root), \
             {} references, {} bytes encoded, {:?}, at most {:?}",
            tally.files,
            tally.bytes,
            rate,
            tally.time.as_secs_f64(),
            tally.symbols,
            tally.calls,
            tally.unknown,
            tally.references,
            tally.encoded,
            tally.outcomes,
            tally.most
        );
    }
    for (took, bytes, path) in slowest {
        println!("slow: {:.3} s, {bytes} bytes, {path}", took.as_secs_f64());
    }
}
