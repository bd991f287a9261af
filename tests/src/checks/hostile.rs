//! Owns the check that no text, however malformed, costs more than its own symbols: every language's parser gets every
//! hostile text in the program's own parser processes, as a sync gives them.

use std::time::{Duration, Instant};

use graphicle::sync::workers::{Crew, Member, Request, WORKER_COMMAND, WorkerCommand};
use graphicle_engine::facts::{FileFacts, Outcome};
use graphicle_engine::language::Language;

use crate::fixture::program;
use crate::process::{below, peak_memory};

/// What one language's parser made of one text.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// The language.
    pub language: Language,
    /// The text's name.
    pub text: &'static str,
    /// How it ended.
    pub outcome: Outcome,
    /// How long a parser process took over it that had done nothing before.
    pub took: Duration,
    /// The most memory that the process held, bytes; 0 where it crashed, or where that is not known.
    pub memory: u64,
}

/// Returns the languages that have a parser.
pub fn parsed_languages() -> Vec<Language> {
    Language::ALL.into_iter().filter(|language| graphicle_extract::has_grammar(*language)).collect()
}

/// Gives every text, by its name, to the parser of each of `languages`. Checks that facts are whole, that
/// a parser process which has done other files says the same as a new one, and that each file after a hostile one is
/// parsed as ever. Tells `each` trial.
pub fn try_all(texts: &[(&'static str, String)], languages: &[Language], mut each: impl FnMut(&Trial)) {
    let crew = Crew::new(WorkerCommand::new(program(), [WORKER_COMMAND.into()]));
    let mut used = crew.member();
    let good = Request { path: "src/good.py", language: Language::Python, text: "def f():\n    return g()\n" };
    let parsed = used.extract(&good).unwrap().0.to_vec();
    for &language in languages {
        let path = format!("src/hostile.{}", language.label());
        for (name, text) in texts {
            let request = Request { path: &path, language, text };
            let (first, trial) = fresh(&crew, &request, name);
            each(&trial);
            let (again, facts) = used.extract(&request).unwrap();
            assert_whole(&facts, &request, name);
            assert!(first == again, "{} with {name}: another process says something else", language.label());
            assert!(parsed == used.extract(&good).unwrap().0, "a file after {} with {name}", language.label());
        }
    }
}

/// Gives a file to a parser process of its own.
fn fresh(crew: &Crew, request: &Request<'_>, text: &'static str) -> (Vec<u8>, Trial) {
    let others = below(std::process::id());
    let mut member: Member<'_> = crew.member();
    let started = Instant::now();
    let (bytes, facts) = member.extract(request).unwrap();
    let took = started.elapsed();
    let own = below(std::process::id()).into_iter().filter(|pid| !others.contains(pid));
    let memory = own.map(peak_memory).max().unwrap_or(0);
    let trial = Trial { language: request.language, text, outcome: facts.outcome, took, memory };
    (bytes.to_vec(), trial)
}

fn assert_whole(facts: &FileFacts<'_>, request: &Request<'_>, name: &str) {
    let what = format!("{} with {name}", request.language.label());
    let lines = u32::try_from(request.text.lines().count().max(1)).unwrap() + 1;
    let symbols = facts.symbols.len();
    for symbol in &facts.symbols {
        let told = symbol.lines;
        assert!(told.start >= 1 && told.start <= told.end && told.end <= lines, "{what}: {symbol:?}");
        assert!(symbol.parent.is_none_or(|parent| (parent.0 as usize) < symbols), "{what}: {symbol:?}");
        assert!(!facts.names.get(symbol.name).is_empty(), "{what}: {symbol:?} has no name");
    }
    for call in &facts.calls {
        assert!(call.line >= 1 && call.line <= lines && call.receiver.steps.len() <= 8, "{what}: {call:?}");
        assert!(call.caller.is_none_or(|caller| (caller.0 as usize) < symbols), "{what}: {call:?}");
    }
    for reference in &facts.references {
        assert!(reference.from.is_none_or(|from| (from.0 as usize) < symbols), "{what}: {reference:?}");
    }
}
