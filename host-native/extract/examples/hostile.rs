//! Owns a measurement: how long each text that is meant to break parsers keeps each language busy, the worst first.
//! Usage: `hostile [LANGUAGE]`. On Linux it counts processor time.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a measurement prints its result")]

#[path = "../tests/hostile_texts/mod.rs"]
mod hostile_texts;

use std::time::{Duration, Instant};

use graphicle_engine::language::Language;
use graphicle_extract::{Extractor, Limits, has_grammar};

fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

fn main() {
    let only = std::env::args().nth(1);
    let mut extractor = Extractor::new(Limits::default());
    let mut all = Vec::new();
    for language in Language::ALL {
        if !has_grammar(language) || only.as_deref().is_some_and(|only| only != language.label()) {
            continue;
        }
        for (name, text) in hostile_texts::all() {
            let (start, clock) = (processor_time(), Instant::now());
            let facts = extractor.extract(&format!("x.{}", language.label()), language, &text);
            let took = processor_time().zip(start).map_or_else(|| clock.elapsed(), |(end, start)| end.saturating_sub(start));
            all.push((took, language.label(), name, text.len(), facts.outcome));
        }
    }
    all.sort_by(|a, b| b.cmp(a));
    for (took, language, name, bytes, outcome) in all {
        println!("{:8.3} s  {language}: {name}, {bytes} bytes, {outcome:?}", took.as_secs_f64());
    }
}
