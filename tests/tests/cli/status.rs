//! Owns the checks of what status tells for people and for programs; owns no check of how it finds that out.

use std::fs;

use graphicle::store::{StoreReader, StoreUpdate, update};
use graphicle_engine::facts::Outcome;
use graphicle_tests::sandbox::Sandbox;

/// A key of the shape that Amazon gives out, put together here so that no scanner takes this file for what it tests.
fn aws_key() -> String {
    ["AKIA", "QZ3DX7LN2WVB5TRY"].concat()
}

#[test]
fn files_with_secrets_are_named_with_what_became_of_them() {
    let sandbox = Sandbox::with_files();
    let clean = sandbox.run(&["status", "--json"]);
    assert_eq!(clean.code, 1, "nothing is synced yet");
    sandbox.write("config.json", &format!("{{\"key\": \"{}\"}}\n", aws_key()));
    sandbox.write("code.py", &format!("KEY = '{}'\n\n\ndef run():\n    return KEY\n", aws_key()));
    sandbox.sync();
    let status = sandbox.run(&["status"]).stdout;
    for part in [
        "secrets    withheld: 1, redacted: 1",
        "config.json: listed without its text, which holds an AWS access key",
        "code.py: an AWS access key in it is redacted",
    ] {
        assert!(status.contains(part), "{part}: {status}");
    }
    let skipped = sandbox.run(&["status", "--skipped"]).stdout;
    assert!(skipped.contains("config.json: listed without") && skipped.contains("code.py: an AWS"), "{skipped}");
    let json = sandbox.status();
    assert_eq!(json["withheld"], serde_json::json!([{"path": "config.json", "kind": "aws"}]));
    assert_eq!(json["redacted"], serde_json::json!([{"path": "code.py", "kind": "aws", "secrets": 1}]));
    sandbox.write("config.json", "{}\n");
    sandbox.write("code.py", "def run():\n    return 1\n");
    sandbox.sync();
    assert!(!sandbox.run(&["status"]).stdout.contains("secrets"));
    assert_eq!(sandbox.status()["withheld"], serde_json::json!([]));
}

#[test]
fn a_language_with_two_kinds_of_files_is_told_once() {
    let sandbox = Sandbox::new();
    sandbox.write("store.ml", "let get key = key\n");
    sandbox.write("store.mli", "val get : string -> string\n");
    sandbox.sync();
    let languages = sandbox.status()["languages"].clone();
    assert_eq!(languages.as_array().map(Vec::len), Some(1), "{languages}");
    assert_eq!((languages[0]["language"].as_str(), languages[0]["files"].as_u64()), (Some("ocaml"), Some(2)));
}

#[test]
fn many_languages_are_told_in_one_line() {
    let sandbox = Sandbox::new();
    let endings = ["c", "go", "py", "rs", "rb", "lua", "md", "css", "yaml", "toml"];
    for ending in endings {
        sandbox.write(&format!("a.{ending}"), "a\n");
    }
    sandbox.sync();
    let status = sandbox.run(&["status"]).stdout;
    let line = status.lines().find(|line| line.starts_with("languages")).unwrap();
    assert_eq!(line.matches(',').count(), 8, "{line}");
    assert!(line.ends_with(", 2 more"), "{line}");
}

#[test]
fn an_unusable_state_is_told_without_lists_of_changes() {
    let sandbox = Sandbox::with_files();
    sandbox.sync();
    fs::write(sandbox.project_data().join("store.redb"), "too short").unwrap();
    let status = sandbox.run(&["status"]).stdout;
    assert!(status.contains("state      unusable"), "{status}");
    assert!(!status.contains("added") && !status.contains("left out"), "{status}");
    assert_eq!(sandbox.status()["added"], serde_json::json!([]));
}

#[test]
fn files_whose_parser_failed_are_named_with_what_to_do() {
    let sandbox = Sandbox::new();
    for n in 0..12 {
        sandbox.write(&format!("f{n:02}.py"), "def f():\n    return 1\n");
    }
    sandbox.sync();
    let path = sandbox.project_data().join("store.redb");
    let state = StoreReader::open(&path).unwrap().unwrap().state().unwrap();
    let mut files = state.files;
    for (_, record) in &mut files {
        record.outcome = Outcome::ParserCrashed;
    }
    let change = StoreUpdate {
        meta: &state.meta,
        files: files.iter().map(|(path, record)| (path.as_str(), record)).collect(),
        facts: Vec::new(),
        removed_files: Vec::new(),
        skipped: Vec::new(),
        removed_skipped: Vec::new(),
    };
    update(&path, &change).unwrap();
    let status = sandbox.run(&["status"]).stdout;
    assert!(status.contains("no symbols 12 files") && status.contains("graphicle sync --force"), "{status}");
    assert!(status.contains(" f09.py\n") && !status.contains("f10.py") && status.contains("and 2 more"), "{status}");
    let sync = sandbox.run(&["sync"]).stdout;
    assert!(sync.contains("graphicle sync --force parses them again"), "{sync}");
}
