//! Owns the proof that limits are kept and told, and that what is around the code changes nothing. Texts that are meant
//! to break parsers are tried in processes of their own, by the workspace's `tests`.

#![forbid(unsafe_code)]

use graphicle_engine::facts::Outcome;
use graphicle_engine::language::Language;
use graphicle_extract::{Extractor, Limits, extract};

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
