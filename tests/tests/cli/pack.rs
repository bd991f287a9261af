//! Owns the command `pack` as a user meets it: where the pack goes, what each option does, and what wrong ones are told.
//! What holds of every pack is the test target `packs`'s.

use std::fs;
use std::path::Path;

use graphicle_tests::sandbox::{Done, Sandbox, copy_folder};
use serde_json::Value;

const QUESTION: &str = "When does the store evict an item?";

/// Returns a place with a small service in several languages, not synced yet.
fn service() -> Sandbox {
    let sandbox = Sandbox::new();
    copy_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/project"), &sandbox.root);
    sandbox
}

fn synced() -> Sandbox {
    let sandbox = service();
    sandbox.sync();
    sandbox
}

#[track_caller]
fn pack(sandbox: &Sandbox, options: &[&str]) -> String {
    let done = sandbox.run(&[&["pack", QUESTION], options].concat());
    // Only a sync's own progress is told: files that were just written are read again.
    let is_quiet = done.stderr.lines().all(|line| !line.starts_with("graphicle: "));
    assert!(done.code == 0 && is_quiet, "{done:?}");
    done.stdout
}

#[track_caller]
fn json(sandbox: &Sandbox, options: &[&str]) -> Value {
    serde_json::from_str(&pack(sandbox, &[&["--format", "json"], options].concat())).unwrap()
}

/// Returns the headings of a pack's sections in order.
fn sections(text: &str) -> Vec<&str> {
    // A document's own headings stand in a fence.
    let mut is_fenced = false;
    let own = text.lines().filter(|line| {
        is_fenced ^= line.starts_with("```");
        !is_fenced
    });
    own.filter_map(|line| line.strip_prefix("## ")).collect()
}

#[track_caller]
fn assert_wrong_usage(done: &Done, says: &str) {
    assert_eq!((done.code, done.stdout.as_str()), (2, ""), "{done:?}");
    assert!(done.stderr.contains(says), "{done:?}");
}

#[test]
fn a_folder_that_was_never_synced_is_synced_first() {
    let sandbox = service();
    let done = sandbox.run(&["pack", QUESTION]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.stdout.starts_with("# graphicle pack: project\n"), "{done:?}");
    assert!(done.stderr.contains("was never synced; syncing it first"), "{done:?}");
    let again = pack(&sandbox, &[]);
    assert_eq!(done.stdout, again, "the same state and question give the same bytes");
    sandbox.write("store/store.go", "package store\n\n// Evict forgets the oldest item.\nfunc Evict() {}\n");
    assert!(pack(&sandbox, &[]).contains("Evict forgets the oldest item."), "what changed is read first");
    assert!(!pack(&sandbox, &["--no-sync"]).is_empty());
}

#[test]
fn the_defaults_are_those_of_the_documentation() {
    let made = json(&synced(), &[]);
    assert_eq!(made["format"], "graphicle.pack.v1");
    assert_eq!((&made["project"], &made["question"]), (&"project".into(), &QUESTION.into()));
    assert_eq!(made["budget"], 128_000);
    assert_eq!((&made["tokenizer"], &made["order"]), (&"estimate".into(), &"relevant-last".into()));
    assert_eq!((&made["layout"], made.get("prefix_share")), (&"standard".into(), None));
    assert_eq!(made["commit"], Value::Null);
    let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855".to_owned();
    assert_eq!((&made["prefix_tokens"], &made["prefix_sha256"]), (&0.into(), &nothing.into()));
    assert!(made["seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_question_may_come_from_standard_input() {
    let sandbox = synced();
    let done = sandbox.run_with_input(&["pack", "-"], QUESTION.as_bytes());
    assert_eq!(done.stdout, pack(&sandbox, &[]));
    let empty = sandbox.run_with_input(&["pack", "-"], b" \n");
    assert!(empty.failure().contains("the question is empty"), "{empty:?}");
}

#[test]
fn a_pack_without_a_question_is_an_overview() {
    let sandbox = synced();
    let done = sandbox.run(&["pack", "--budget", "2k", "--format", "json"]);
    let made = done.json();
    assert_eq!((&made["question"], &made["confidence"]), (&Value::Null, &Value::Null));
    assert_eq!(made["prefix_tokens"], made["tokens"]);
    let parts = made["sections"].as_array().unwrap();
    assert!(parts.iter().all(|own| own["part"] == "prefix"), "{parts:?}");
    assert!(parts.iter().any(|own| own["name"] == "arch") && parts.iter().any(|own| own["name"] == "breadth"));
    assert!(made["included"].as_array().unwrap().iter().all(|own| own["rank"].is_null()));
}

#[test]
fn a_pack_may_be_written_to_a_file_that_no_pack_holds() {
    let sandbox = synced();
    let out = sandbox.root.join("pack.md");
    let done = sandbox.run(&["pack", QUESTION, "--out", "pack.md"]);
    assert_eq!((done.code, done.stdout.as_str()), (0, ""), "{done:?}");
    assert!(done.stderr.contains("graphicle: wrote pack.md: "), "{done:?}");
    assert!(done.stderr.contains(" of 128,000 tokens, ") && done.stderr.ends_with(" s\n"), "{done:?}");
    let text = fs::read_to_string(&out).unwrap();
    for format in ["markdown", "xml", "json"] {
        let name = format!("pack.{format}");
        assert_eq!(sandbox.run(&["pack", QUESTION, "--format", format, "--out", &name]).code, 0);
    }
    assert_eq!(text, pack(&sandbox, &[]), "packs in the project's folder are no part of it");
    let skipped = sandbox.run(&["status", "--skipped", "--json"]).json();
    let packs = skipped["skipped_files"].as_array().unwrap().iter().filter(|own| own["reason"] == "pack").count();
    assert_eq!(packs, 4, "{skipped}");
    let missing = sandbox.run(&["pack", QUESTION, "--out", "missing/pack.md"]);
    assert!(missing.failure().contains("there is no folder missing"), "{missing:?}");
    let folder = sandbox.run(&["pack", QUESTION, "--out", "store"]);
    assert!(folder.failure().contains("store is a folder"), "{folder:?}");
}

#[test]
fn explain_says_where_the_budget_went_on_standard_error() {
    let sandbox = synced();
    let done = sandbox.run(&["pack", QUESTION, "--explain"]);
    assert_eq!(done.stdout, pack(&sandbox, &[]));
    for part in ["tokens, counted by estimate", "  focus ", "match: ", "  1  store/", "[focus"] {
        assert!(done.stderr.contains(part), "{part}: {done:?}");
    }
}

#[test]
fn wrong_values_are_told_the_right_ones() {
    let sandbox = synced();
    for (options, says) in [
        (&["--budget", "511"][..], "a number of tokens from 512 to 2,000,000"),
        (&["--budget", "2000001"], "a number of tokens from 512 to 2,000,000"),
        (&["--budget", "-5"], "a number of tokens from 512 to 2,000,000"),
        (&["--format", "yaml"], "[possible values: markdown, xml, json]"),
        (&["--order", "best"], "[possible values: relevant-last, relevant-first]"),
        (&["--line-numbers", "some"], "[possible values: focus, all, none]"),
        (&["--layout", "wide"], "[possible values: standard, cache]"),
        (&["--sections", "arch,foo"], "sections are arch, map, focus, paths, tests, docs, breadth and manifest"),
        (&["--prefix-share", "0.05"], "a number from 0.1 to 1"),
        (&["--bytes-per-token", "0"], "a number from 0.5 to 100"),
        (&["--pin", "a.go:0"], "a pin is a path, or a path and lines"),
        (&["--include", ""], "a pattern is a path with wildcards"),
        (&["--tokenizer", "t.json", "--bytes-per-token", "4"], "cannot be used with"),
        (&["--layout", "standard", "--prefix-share", "0.5"], "leave out --prefix-share or ask for --layout cache"),
    ] {
        assert_wrong_usage(&sandbox.run(&[&["pack", QUESTION], options].concat()), says);
    }
}

#[test]
fn what_cannot_be_met_is_one_sentence() {
    let sandbox = synced();
    for (options, says) in [
        (&["--pin", "store/gone.go"][..], "store/gone.go is not in the project"),
        (&["--pin", "store/store.go:9000"], "so the pinned lines are not in it"),
        (&["--pin", "store/store.go", "--exclude", "store/"], "is left out by --include or --exclude"),
        (&["--pin", "store/store.go", "--budget", "512"], "raise the budget or pin fewer lines"),
        (&["--include", "*.nothing"], "no file of the project is let in"),
        (&["--tokenizer", "gone.json"], "cannot read the tokenizer gone.json"),
        (&["--tokenizer", "go.mod"], "cannot count with go.mod"),
        (&["--project", "nobody"], "nobody"),
    ] {
        let done = sandbox.run(&[&["pack", QUESTION], options].concat());
        assert!(done.failure().contains(says), "{done:?}");
    }
}

#[test]
fn the_order_puts_the_focus_last_or_first() {
    let sandbox = synced();
    let last = pack(&sandbox, &["--budget", "4k"]);
    let first = pack(&sandbox, &["--budget", "4k", "--order", "relevant-first"]);
    let (last, first) = (sections(&last), sections(&first));
    assert_eq!((last.first(), last.last()), (Some(&"Manifest"), Some(&"Focus")));
    assert_eq!(first.get(..2), Some(&["Manifest", "Focus"][..]));
    let mut behind = last.clone();
    behind[1..].reverse();
    assert_eq!(behind, first, "what stands between is in the other order too");
}

#[test]
fn line_numbers_stand_where_they_are_wanted() {
    let sandbox = synced();
    let numbered = |options: &[&str]| {
        let made = json(&sandbox, options);
        let chunks = made["sections"].as_array().unwrap().iter().flat_map(|section| {
            let name = section["name"].as_str().unwrap().to_owned();
            section["chunks"].as_array().unwrap().iter().map(move |chunk| (name.clone(), chunk.clone()))
        });
        let files = chunks.filter(|(_, chunk)| !chunk["path"].is_null());
        files
            .map(|(name, chunk)| {
                let line = chunk["text"].as_str().unwrap().lines().nth(3).unwrap().to_owned();
                let number = line.split('\t').next().unwrap().parse::<u64>().ok();
                (name, number == chunk["start_line"].as_u64())
            })
            .collect::<Vec<_>>()
    };
    let focus = numbered(&["--budget", "3k"]);
    assert!(focus.iter().any(|(name, _)| name != "focus"), "{focus:?}");
    assert!(focus.iter().all(|(name, has)| (name == "focus") == *has), "{focus:?}");
    assert!(numbered(&["--budget", "3k", "--line-numbers", "all"]).iter().all(|(_, has)| *has));
    assert!(numbered(&["--budget", "3k", "--line-numbers", "none"]).iter().all(|(_, has)| !has));
}

#[test]
fn only_the_sections_that_are_asked_for_are_there() {
    let sandbox = synced();
    assert_eq!(sections(&pack(&sandbox, &["--sections", "arch,focus"])), ["Architecture", "Focus"]);
    assert_eq!(sections(&pack(&sandbox, &["--sections", "manifest,breadth"])), ["Manifest", "Breadth"]);
    let mapped = pack(&sandbox, &["--sections", "map,focus", "--layout", "cache", "--prefix-share", "0.5"]);
    assert_eq!(sections(&mapped), ["Map", "Focus"]);
}

#[test]
fn patterns_and_pins_choose_files() {
    let sandbox = synced();
    let paths = |made: &Value| {
        let included = made["included"].as_array().unwrap().iter();
        included.map(|own| own["path"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let only_go = paths(&json(&sandbox, &["--include", "*.go", "--exclude", "*_test.go"]));
    assert!(!only_go.is_empty());
    assert!(only_go.iter().all(|path| path.contains(".go") && !path.contains("_test.go")), "{only_go:?}");
    let pinned = json(&sandbox, &["--pin", "tools/fill.py:2-3", "--budget", "2k"]);
    let focus = pinned["sections"].as_array().unwrap().iter().find(|own| own["name"] == "focus").unwrap();
    let chunk = focus["chunks"].as_array().unwrap().iter().find(|own| own["path"] == "tools/fill.py").unwrap();
    assert_eq!(
        (&chunk["start_line"], &chunk["end_line"], &chunk["why"]),
        (&2.into(), &3.into(), &"focus: pinned".into())
    );
}

#[test]
fn a_prefix_share_alone_chooses_the_cache_layout() {
    let sandbox = synced();
    let options = ["--prefix-share", "0.5", "--budget", "2k"];
    let made = json(&sandbox, &options);
    assert_eq!((&made["layout"], &made["prefix_share"]), (&"cache".into(), &0.5.into()));
    let text = pack(&sandbox, &options);
    let head = text.split("## ").next().unwrap();
    assert!(!head.contains(QUESTION) && !head.contains("2,000"), "the header names no question and no budget: {head}");
    let other =
        sandbox.run(&[&["pack", "How is the server started?", "--format", "json"], &options[..]].concat()).json();
    assert_eq!(made["prefix_sha256"], other["prefix_sha256"]);
    let stable = json(&sandbox, &["--prefix-share", "1.0", "--budget", "2k"]);
    assert_eq!(stable["prefix_tokens"], stable["tokens"]);
    assert!(stable["sections"].as_array().unwrap().iter().all(|own| own["part"] == "prefix"));
    assert_eq!(json(&sandbox, &["--layout", "cache"])["prefix_share"], 0.9);
}

#[test]
fn tokens_are_counted_exactly_with_a_tokenizer_file_and_kept() {
    let sandbox = synced();
    // A token for each run of letters and digits, and one for each other character.
    let tokenizer = sandbox.base().join("words.json");
    let model = r#"{"version":"1.0","truncation":null,"padding":null,"added_tokens":[],"normalizer":null,
        "pre_tokenizer":{"type":"Whitespace"},"post_processor":null,"decoder":null,
        "model":{"type":"WordLevel","vocab":{"[UNK]":0},"unk_token":"[UNK]"}}"#;
    fs::write(&tokenizer, model).unwrap();
    let options = ["--tokenizer", tokenizer.to_str().unwrap(), "--budget", "900"];
    let text = pack(&sandbox, &options);
    // What the pre-tokenizer's pattern `\w+|[^\w\s]+` finds.
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = 0;
    let mut last = ' ';
    for c in text.chars() {
        let starts = !c.is_whitespace() && (last.is_whitespace() || is_word(c) != is_word(last));
        tokens += u64::from(starts);
        last = c;
    }
    let made = json(&sandbox, &options);
    assert_eq!(made["tokens"], tokens);
    assert!(tokens <= 900 && tokens > 600, "{tokens}");
    assert!(text.contains("(exact)") && text.contains(&format!("Tokens: {tokens} of 900")), "{text}");
    assert!(fs::read_dir(sandbox.data.join("counts")).unwrap().count() > 0, "counts are kept");
    assert_eq!(pack(&sandbox, &options), text);
    let bytes = pack(&sandbox, &["--bytes-per-token", "4", "--budget", "900"]);
    assert!(bytes.len() <= 3600 && bytes.contains("4 bytes per token"), "{} bytes", bytes.len());
    assert!(pack(&sandbox, &["--budget", "900"]).contains("counted by estimate"));
}

#[test]
fn a_weak_match_is_said_in_the_text_and_in_json() {
    let sandbox = synced();
    let question = "xylophone zeppelin quagmire evict";
    let text = sandbox.run(&["pack", question]).stdout;
    assert!(text.contains("\nMatch: weak"), "{text}");
    assert_eq!(sandbox.run(&["pack", question, "--format", "json"]).json()["confidence"], "weak");
    let nothing = sandbox.run(&["pack", "xylophone zeppelin", "--format", "json"]).json();
    assert_eq!(nothing["confidence"], "none");
    assert!(!nothing["included"].as_array().unwrap().is_empty(), "the rest of the project fills the pack");
}

#[test]
fn a_pack_names_the_commit_and_nothing_of_the_machine() {
    let sandbox = service();
    sandbox.git_init();
    let git = |args: &[&str]| {
        let mut git = std::process::Command::new("git");
        git.args(["-c", "user.name=n", "-c", "user.email=e@example.com"]).args(args).current_dir(&sandbox.root);
        assert!(sandbox.alone(&mut git).output().unwrap().status.success(), "git {args:?}");
    };
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "one"]);
    sandbox.sync();
    let made = json(&sandbox, &[]);
    let commit = made["commit"].as_str().unwrap();
    assert_eq!(commit.len(), 40);
    let text = pack(&sandbox, &[]);
    assert!(text.contains(&format!("\nCommit: {commit}\n")));
    assert!(!text.contains(sandbox.base().to_str().unwrap()) && !text.contains("seconds"), "{text}");
}

#[test]
fn the_help_has_examples_and_shells_complete_the_options() {
    let sandbox = Sandbox::new();
    let help = sandbox.run(&["pack", "--help"]).stdout;
    for part in ["Examples:", "graphicle pack \"", "--pin src/login.py:10-40", "--layout cache"] {
        assert!(help.contains(part), "{part}: {help}");
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = sandbox.run(&["completions", shell]).stdout;
        for part in ["prefix-share", "relevant-first", "line-numbers"] {
            assert!(script.contains(part), "{shell} does not complete {part}");
        }
    }
}
