//! Owns the proof that no text, however malformed, makes extraction panic, run long or differ between two runs.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails by panicking")]
#![forbid(unsafe_code)]

mod hostile_texts;

use graphicle_engine::facts::{FileFacts, Outcome};
use graphicle_engine::language::Language;
use graphicle_extract::{Extractor, Limits, extract, has_grammar};

/// The languages whose grammars take every hostile text in this process. Of the others, at least Scala's ends the
/// process inside its C code on some; a sync survives that, since it parses in processes of its own.
fn languages() -> impl Iterator<Item = Language> {
    Language::ALL
        .into_iter()
        .take_while(|language| *language != Language::Scala)
        .filter(|language| has_grammar(*language))
}

fn path(language: Language) -> String {
    format!("src/hostile.{}", language.label())
}

/// Every text is cut here: an unoptimised build takes a minute for all of them in every language at this length. The
/// example `hostile` takes them whole, and measures.
const LONGEST: usize = 24 << 10;

fn head(text: &str) -> &str {
    let end = (0..=LONGEST.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
    text.get(..end.unwrap_or(0)).unwrap_or("")
}

fn assert_whole(facts: &FileFacts<'_>, text: &str) {
    let lines = u32::try_from(text.lines().count().max(1)).unwrap() + 1;
    let symbols = facts.symbols.len();
    for symbol in &facts.symbols {
        assert!(symbol.lines.start >= 1 && symbol.lines.start <= symbol.lines.end && symbol.lines.end <= lines);
        assert!(symbol.parent.is_none_or(|parent| (parent.0 as usize) < symbols));
        assert!(!facts.names.get(symbol.name).is_empty());
    }
    assert!(facts.calls.iter().all(|call| call.line >= 1 && call.line <= lines && call.receiver.steps.len() <= 8));
    assert!(facts.calls.iter().all(|call| call.caller.is_none_or(|caller| (caller.0 as usize) < symbols)));
    assert!(facts.references.iter().all(|reference| reference.from.is_none_or(|from| (from.0 as usize) < symbols)));
}

#[test]
fn hostile_texts_end_in_an_outcome_and_the_same_twice() {
    let mut extractor = Extractor::new(Limits::default());
    for language in languages() {
        for (name, text) in hostile_texts::all() {
            let text = head(&text);
            let facts = extractor.extract(&path(language), language, text);
            assert_whole(&facts, text);
            let again = extract(&path(language), language, text, &Limits::default());
            assert_eq!(facts, again, "{} with {name}", language.label());
        }
    }
}

#[test]
fn limits_are_told_as_outcomes() {
    let source = "package a\n\nfunc F() {\n\tg(h(i(1)))\n}\n";
    let with = |limits: Limits| extract("a.go", Language::Go, source, &limits).outcome;
    let whole = Limits::default();
    assert_eq!(with(whole), Outcome::Parsed);
    assert_eq!(with(Limits { max_bytes: 10, ..whole }), Outcome::TooLarge);
    assert_eq!(with(Limits { max_depth: 3, ..whole }), Outcome::TooDeep);
    assert_eq!(with(Limits { max_looks: 3, ..whole }), Outcome::OutOfSteps);
    let long = source.repeat(10_000);
    let facts = extract("a.go", Language::Go, &long, &Limits { max_steps: 3, ..whole });
    assert_eq!((facts.outcome, facts.symbols.len()), (Outcome::OutOfSteps, 0));
    assert_eq!(extract("a.xyz", Language::Text, source, &whole).outcome, Outcome::NoGrammar);
}

#[test]
fn an_extractor_is_as_good_as_new_after_a_hostile_file() {
    let source = "class A:\n    def f(self):\n        return g(self.x)\n";
    let mut used = Extractor::new(Limits { max_steps: 50, ..Limits::default() });
    let fresh = used.extract("a.py", Language::Python, source);
    assert_eq!(used.extract("b.py", Language::Python, &"(".repeat(1 << 20)).outcome, Outcome::OutOfSteps);
    assert_eq!(used.extract("a.py", Language::Python, source), fresh);
}

#[test]
fn line_ends_and_a_byte_order_mark_change_no_fact() {
    let unix = "# One.\n\nclass A(B):\n    \"\"\"Doc.\n\n    More.\n    \"\"\"\n\n    # Why.\n    def f(self, a=1):\n        return g(a)\n";
    let dos = unix.replace('\n', "\r\n");
    let of = |text: &str| extract("a.py", Language::Python, text, &Limits::default());
    assert_eq!(of(unix), of(&dos));
    assert_eq!(of(unix), of(&format!("\u{feff}{unix}")));
    let go = "// Package a is.\npackage a\n\n// F does.\nfunc F() {\n\tg()\n}\n";
    let of = |text: &str| extract("a.go", Language::Go, text, &Limits::default());
    assert_eq!(of(go), of(&go.replace('\n', "\r\n")));
    assert_eq!(of(go), of(&format!("\u{feff}{go}")));
}
