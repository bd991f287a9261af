//! Owns a measurement: how long each text that is meant to break parsers keeps each language busy.
//! Usage: `hostile [LANGUAGE]`.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a measurement prints its result")]

#[path = "../tests/hostile_texts/mod.rs"]
mod hostile_texts;
mod measure;

use graphicle_engine::language::Language;
use graphicle_extract::{Extractor, Limits, has_grammar};

fn main() {
    let only = std::env::args().nth(1);
    let mut extractor = Extractor::new(Limits::default());
    for language in Language::ALL {
        if !has_grammar(language) || only.as_deref().is_some_and(|only| only != language.label()) {
            continue;
        }
        for (name, text) in hostile_texts::all() {
            let clock = measure::Clock::start();
            let facts = extractor.extract(&format!("x.{}", language.label()), language, &text);
            let took = clock.elapsed();
            println!(
                "{:8.3} s  {}: {name}, {} bytes, {:?}, {:?}",
                took.as_secs_f64(),
                language.label(),
                text.len(),
                facts.outcome,
                extractor.cost()
            );
        }
    }
}
