//! Owns how many rounds of each check that the command `long-checks` runs for hours belong to the tests, and what wrong
//! arguments of these commands do; owns no check.

use std::fs;
use std::process::Command;

use graphicle_engine::facts::Outcome;
use graphicle_tests::checks::{accounting, concurrent, edits, hostile, kill};
use graphicle_tests::sandbox::Sandbox;
use graphicle_tests::{fixture, hostile_texts};

#[test]
fn a_sync_killed_at_any_moment_leaves_a_state_that_the_next_one_completes() {
    let killed = kill::rounds(6, 3);
    assert_eq!(killed.syncs + killed.workers, 6, "{killed:?}");
}

#[test]
fn syncs_at_the_same_time_all_succeed_and_agree() {
    concurrent::rounds(4, 1);
}

#[test]
fn a_sync_after_any_edits_leaves_what_a_fresh_one_leaves() {
    let done = edits::sequences(6, 1);
    assert!(done.comparisons >= 24 && done.edits >= done.comparisons, "{done:?}");
}

#[test]
fn what_a_sync_misses_would_be_told() {
    let sandbox = Sandbox::with_files();
    sandbox.sync();
    assert_eq!(sandbox.difference_from_fresh(), None);
    sandbox.write("app/tools.py", "def run():\n    return 2\n");
    let difference = sandbox.difference_from_fresh().unwrap();
    assert!(difference.contains("readers see other [\"files\", \"text\""), "{difference}");
    fs::remove_dir_all(sandbox.base().join("fresh-data")).unwrap();
    sandbox.sync();
    assert_eq!(sandbox.difference_from_fresh(), None);
}

#[test]
fn every_file_is_indexed_or_left_out_with_a_reason() {
    let corpus = accounting::account(&fixture::project());
    assert_eq!(corpus.listed, corpus.indexed + corpus.skipped);
    let sandbox = Sandbox::with_files();
    sandbox.write(".gitignore", "*.log\n!keep.log\n/build/\n");
    for path in ["a.log", "keep.log", "build/out.txt", "deep/build/in.txt", "with space.md", "new\nline.md", "-x.py"] {
        sandbox.write(path, "text\n");
    }
    sandbox.write(".env", "PASSWORD=hunter2\n");
    for is_repository in [false, true] {
        if is_repository {
            sandbox.git_init();
        }
        let account = accounting::account(&sandbox.root);
        assert_eq!((account.listed, account.skipped), (13, 2), "{account:?}");
    }
}

/// Texts are cut at a length that leaves an unoptimised build quick; `long-checks hostile` takes them whole.
#[test]
fn hostile_texts_cost_their_own_symbols_in_every_language() {
    let (mut trials, mut parsed) = (0, 0);
    hostile::try_all(&hostile_texts::cut(4 << 10), &hostile::parsed_languages(), |trial| {
        trials += 1;
        parsed += u32::from(matches!(trial.outcome, Outcome::Parsed | Outcome::ParsedWithErrors));
        assert_ne!(trial.outcome, Outcome::NoGrammar, "{trial:?}");
        // No text of this length justifies more.
        assert!(trial.memory < 200_000_000, "{trial:?}");
    });
    assert!(trials > 1000 && parsed > trials / 2, "{parsed} of {trials} were parsed");
}

#[test]
fn wrong_arguments_of_checks_and_benchmarks_are_refused() {
    let (long, bench) = (env!("CARGO_BIN_EXE_long-checks"), env!("CARGO_BIN_EXE_bench-sync"));
    let context = env!("CARGO_BIN_EXE_bench-context");
    let (score, mutate) = (env!("CARGO_BIN_EXE_score-labels"), env!("CARGO_BIN_EXE_mutate-snapshots"));
    for (program, args) in [
        (long, &["kill", "abc"][..]),
        (long, &["edits", "1", "seed"]),
        (long, &["accounting"]),
        (long, &["accounting", "no/such/folder"]),
        (long, &["hostile", "100", "nolang"]),
        (long, &["largest", "nolang"]),
        (long, &["nothing"]),
        (bench, &[]),
        (bench, &["no/such/folder"]),
        (context, &[]),
        (context, &["no/such/folder"]),
        (context, &[".", "0"]),
        (context, &[".", "--questions"]),
        (context, &[".", "--questions", "no/such/file"]),
        (score, &[]),
        (score, &[".", "cobol"]),
        (mutate, &["many"]),
    ] {
        let output = Command::new(program).args(args).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{program} {args:?}: {output:?}");
        assert!(!output.stderr.is_empty(), "{program} {args:?}");
    }
}
