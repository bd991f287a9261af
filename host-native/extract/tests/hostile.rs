//! Owns the proof that no text, however malformed, makes extraction panic, run long or differ between two runs.
#![forbid(unsafe_code)]

use std::time::{Duration, Instant};

use graphicle_engine::facts::{FileFacts, Outcome};
use graphicle_engine::language::Language;
use graphicle_extract::{Extractor, Limits, extract, has_grammar};

fn languages() -> impl Iterator<Item = Language> {
    Language::ALL.into_iter().filter(|language| has_grammar(*language))
}

/// A generator of numbers that is the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// Every language with every text, by name.
fn hostile_texts() -> Vec<(&'static str, String)> {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let noise: Vec<u8> = (0..64 << 10).map(|_| numbers.next().to_le_bytes()[3]).collect();
    let words =
        ["{", "}", "(", ")", "class ", "if ", "= ", "\"", "'", "x", " ", "\n", "\t", ";", "<", ">", "/*", "#", "0"];
    let tokens: String = (0..32 << 10).map(|_| words[usize::try_from(numbers.next() % 19).unwrap()]).collect();
    vec![
        ("nothing", String::new()),
        ("a blank", " ".to_owned()),
        ("a byte order mark", "\u{feff}".to_owned()),
        ("only line ends", "\r\n\r\r\n\n".repeat(1000)),
        ("a megabyte of parentheses", "(".repeat(1 << 20)),
        ("a megabyte of brackets", "[".repeat(1 << 20)),
        ("a megabyte of braces", "{".repeat(1 << 20)),
        ("nested blocks", "{\n".repeat(100_000) + &"}\n".repeat(100_000)),
        ("nested calls", "f(".repeat(50_000) + &")".repeat(50_000)),
        ("nested generics", "A<".repeat(50_000) + &">".repeat(50_000)),
        ("a chain", "a.b().c[0]".to_owned() + &".d()".repeat(50_000)),
        ("a sum", "x = 1".to_owned() + &" + 1".repeat(50_000)),
        ("else if", "if (a) {} ".to_owned() + &"else if (a) {} ".repeat(20_000)),
        ("not", "!".repeat(200_000) + "x"),
        ("noise", String::from_utf8_lossy(&noise).into_owned()),
        ("random words", tokens),
        ("zeros", "a = \0\0\0 b(\0)\n".repeat(5_000)),
        ("an open string", format!("x = \"{}", "word ".repeat(20_000))),
        ("an open comment", format!("/* {}", "word\n".repeat(20_000))),
        ("quotes", "\"'`".repeat(20_000)),
        ("a long line", format!("call({});", "argument, ".repeat(20_000))),
        ("indentation", (0..2_000).map(|depth| " ".repeat(depth) + "if x:\n").collect()),
        ("combining marks", "e\u{301}\u{20dd}".repeat(20_000)),
        ("directives", "#if X\n".repeat(20_000)),
        ("heredocs", "<<A\n".repeat(5_000)),
        ("tags", "<a><b>".repeat(20_000)),
    ]
}

fn path(language: Language) -> String {
    format!("src/hostile.{}", language.label())
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
    // Twenty times what an optimised build takes on a machine with nothing else to do.
    let most = Duration::from_secs(40);
    let mut extractor = Extractor::new(Limits::default());
    for language in languages() {
        for (name, text) in hostile_texts() {
            let start = Instant::now();
            let facts = extractor.extract(&path(language), language, &text);
            let took = start.elapsed();
            assert!(took < most, "{} with {name} took {took:?}", language.label());
            assert_whole(&facts, &text);
            let again = extract(&path(language), language, &text, &Limits::default());
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
