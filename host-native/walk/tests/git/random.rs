//! Owns the random trees with random ignore rules on which walks are compared with the real `git`; owns no way of
//! comparing.
use std::fs;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::sandbox::Sandbox;

/// Names are few and alike, so that patterns meet them.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec!["a", "b", "ab", "ba", "A", "aB"]).prop_map(str::to_owned),
        2 => prop::sample::select(vec!["a.o", "b.o", ".a", "a b", "a ", "!a", "#a", "[a]", "\\a", "*"]).prop_map(str::to_owned),
        1 => "[ab]{1,3}",
    ]
}

fn path() -> impl Strategy<Value = String> {
    prop::collection::vec(name(), 1..5).prop_map(|parts| parts.join("/"))
}

fn pattern() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => prop::sample::select(vec!["a", "b", "ab", "A"]),
        4 => prop::sample::select(vec!["*", "?", "**", "/"]),
        3 => prop::sample::select(vec!["**/", "/**", "/**/", "*.o", "/", "/"]),
        1 => prop::sample::select(vec!["[ab]", "[!a]", "[^b]", "[a-b]", "[[:alpha:]]", "[", "[]a]", "[a", "[[:x]", "[B-a]"]),
        1 => prop::sample::select(vec!["\\", " ", "!", "#", "\\ ", "\\a", "\\[", "\t", "."]),
    ];
    let body = prop::collection::vec(piece, 1..6).prop_map(|pieces| pieces.concat());
    let start = prop::sample::select(vec!["", "", "", "!", "/", "!/", "\\"]);
    let end = prop::sample::select(vec!["", "", "", "/", " ", "  ", "\r"]);
    (start, body, end).prop_map(|(start, body, end)| format!("{start}{body}{end}"))
}

fn rules() -> impl Strategy<Value = String> {
    prop::collection::vec(pattern(), 1..5).prop_map(|lines| lines.join("\n"))
}

#[derive(Debug, Clone)]
struct Layout {
    files: Vec<String>,
    /// Which of the files are tracked.
    tracked: Vec<bool>,
    /// Ignore files: in which file's folder they lie, and how far up.
    ignores: Vec<(prop::sample::Index, usize, String)>,
    exclude: String,
    global: String,
    fold: bool,
    start: prop::sample::Index,
}

fn layout() -> impl Strategy<Value = Layout> {
    let maybe = |strategy: BoxedStrategy<String>| prop_oneof![2 => Just(String::new()), 1 => strategy];
    (
        prop::collection::vec(path(), 4..24),
        prop::collection::vec(prop::bool::weighted(0.2), 24),
        prop::collection::vec((any::<prop::sample::Index>(), 0..4_usize, rules()), 1..5),
        maybe(rules().boxed()),
        maybe(rules().boxed()),
        prop::bool::weighted(0.15),
        any::<prop::sample::Index>(),
    )
        .prop_map(|(files, tracked, ignores, exclude, global, fold, start)| Layout {
            files,
            tracked,
            ignores,
            exclude,
            global,
            fold,
            start,
        })
}

/// Git 2.52 changed what `a**/b` means; the walk follows the Git before.
fn is_decided_otherwise_by_newer_git(rules: &str) -> bool {
    rules.lines().any(|line| {
        let bytes = line.as_bytes();
        (1..bytes.len()).any(|at| bytes[at..].starts_with(b"**") && !b"/*".contains(&bytes[at - 1]))
    })
}

fn folder_of(path: &str, up: usize) -> &str {
    (0..=up).fold(path, |path, _| path.rsplit_once('/').map_or("", |(folder, _)| folder))
}

fn build(layout: &Layout) -> Sandbox {
    let sandbox = Sandbox::new();
    // What `git init` makes, without starting it.
    sandbox.write(".git/HEAD", "ref: refs/heads/main\n");
    fs::create_dir(sandbox.root().join(".git/objects")).unwrap();
    fs::create_dir(sandbox.root().join(".git/refs")).unwrap();
    if layout.fold {
        sandbox.write(".git/config", "[core]\n\tignoreCase = true\n");
    }
    sandbox.write(".git/info/exclude", &layout.exclude);
    sandbox.write_home(".config/git/ignore", &layout.global);
    let mut tracked = Vec::new();
    for (path, is_tracked) in layout.files.iter().zip(&layout.tracked) {
        // A path that passes through another one's file is left out.
        let full = sandbox.root().join(path);
        if fs::create_dir_all(full.parent().unwrap()).is_ok() && !full.is_dir() {
            fs::write(&full, "").unwrap();
            tracked.extend(is_tracked.then_some(path.as_str()));
        }
    }
    for (at, up, rules) in &layout.ignores {
        let folder = sandbox.root().join(folder_of(at.get::<String>(&layout.files), *up));
        if folder.is_dir() {
            fs::write(folder.join(".gitignore"), rules).unwrap();
        }
    }
    if !tracked.is_empty() {
        let mut args = vec!["--literal-pathspecs", "add", "-f", "--"];
        args.extend(tracked);
        // Names that differ in case alone cannot both be added when case folds.
        let _ = sandbox.try_git(&args);
    }
    sandbox
}

#[test]
fn random_trees() {
    let is_new = is_newer_than_2_51();
    let mut runner = TestRunner::new(Config { cases: cases(), failure_persistence: None, ..Config::default() });
    let result = runner.run(&layout(), |layout| {
        let all = layout.ignores.iter().map(|(_, _, rules)| rules).chain([&layout.exclude, &layout.global]);
        prop_assume!(!(is_new && all.into_iter().any(|rules| is_decided_otherwise_by_newer_git(rules))));
        let sandbox = build(&layout);
        sandbox.assert_same("");
        let start = folder_of(layout.start.get::<String>(&layout.files), 0);
        if sandbox.root().join(start).is_dir() {
            sandbox.assert_same(start);
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// More cases than a test run has time for: `WALK_CASES=20000 cargo test -p graphicle-walk --test git random`.
fn cases() -> u32 {
    std::env::var("WALK_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(200)
}

fn is_newer_than_2_51() -> bool {
    let version = Sandbox::new().git(&["--version"]);
    let mut numbers = version.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse::<u32>().ok());
    (numbers.next(), numbers.next()) >= (Some(2), Some(52))
}
