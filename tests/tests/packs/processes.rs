//! Owns the check that a fresh process of the program prints the pack that the engine makes in this one, from the same
//! snapshot, and that a sync in steps leads to the same pack as one at once. What a pack must be it does not own.

use std::fs;
use std::process::Command;

use graphicle_engine::pack::{PackRequest, json};
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::made::{Stock, files, request};
use graphicle_tests::random::Random;
use graphicle_tests::sandbox::{Done, Sandbox, answer_to};
use serde_json::{Value, json as value};

/// Fields of a request that are lists of options of the same name.
const LISTS: [(&str, &str); 3] = [("pins", "--pin"), ("include", "--include"), ("exclude", "--exclude")];

/// Runs the command that a request is written as on a command line.
fn run(sandbox: &Sandbox, request: &Value) -> Done {
    let mut command: Command = sandbox.command(&["pack", "--no-sync"]);
    let fields = request.as_object().unwrap();
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    for name in ["budget", "format", "order", "line_numbers", "prefix_share", "bytes_per_token"] {
        if let Some(value) = fields.get(name) {
            command.arg(format!("--{}={}", name.replace('_', "-"), text(value)));
        }
    }
    match fields.get("sections") {
        Some(Value::Array(names)) => {
            command.arg(format!("--sections={}", names.iter().map(text).collect::<Vec<_>>().join(",")));
        }
        Some(names) => drop(command.arg(format!("--sections={}", text(names)))),
        None => {}
    }
    for (field, option) in LISTS {
        for value in fields.get(field).and_then(Value::as_array).into_iter().flatten() {
            command.arg(format!("{option}={}", text(value)));
        }
    }
    match fields.get("question").and_then(Value::as_str) {
        Some(question) => answer_to(command.arg("-"), question.as_bytes()),
        None => Done::of(&command.output().unwrap()),
    }
}

fn key(sandbox: &Sandbox) -> String {
    sandbox.status()["project"]["key"].as_str().unwrap().to_owned()
}

/// Compares what a process prints with what the engine makes here.
#[track_caller]
fn compare(sandbox: &Sandbox, snapshot: &Snapshot<'_>, request: &Value) -> bool {
    let own = PackRequest::from_json(&request.to_string()).unwrap();
    let (done, native) = (run(sandbox, request), own.pack(snapshot));
    match native {
        Ok(pack) if request["format"] == "json" => {
            let mut printed = done.json();
            let seconds = printed.as_object_mut().unwrap().remove("seconds");
            assert!(seconds.is_some_and(|seconds| seconds.is_number()), "{request}: {done:?}");
            let expected: Value = serde_json::from_str(&json(&pack, None).unwrap()).unwrap();
            assert!(printed == expected, "{request}: {printed}, {expected}");
        }
        Ok(pack) => {
            assert_eq!((done.code, done.stderr.as_str()), (0, ""), "{request}");
            assert!(done.stdout == pack.text, "{request}: {}, {}", done.stdout, pack.text);
        }
        Err(error) => assert!(done.failure().contains(&error.to_string()), "{request}: {done:?}, {error}"),
    }
    done.code == 0
}

#[test]
fn a_fresh_process_prints_what_the_engine_makes() {
    let mut random = Random::of(0xf4e5);
    let sandbox = Sandbox::new();
    let files = files(&mut random);
    for (path, text) in &files {
        sandbox.write(path, text);
    }
    sandbox.sync();
    let bytes = fs::read(sandbox.snapshot_path()).unwrap();
    let snapshot = Snapshot::open(&bytes).unwrap();
    // Reading from disk leaves out what is no text, and byte order marks.
    let kept = snapshot.files().map(|file| (file.path.to_owned(), snapshot.text(&file).unwrap())).collect();
    let stock = Stock::of(&snapshot);
    let mut packs = 0;
    for _ in 0..24 {
        let mut request = request(&kept, &stock, &mut random);
        request["project"] = key(&sandbox).into();
        // The first is the provider's to know, the second Git's.
        for field in ["calibration", "commit"] {
            request.as_object_mut().unwrap().remove(field);
        }
        packs += u32::from(compare(&sandbox, &snapshot, &request));
    }
    assert!(packs > 16, "{packs} packs");
}

#[test]
fn files_that_are_synced_one_after_the_other_make_the_same_pack() {
    let mut random = Random::of(0x0de4);
    let (steps, at_once) = (Sandbox::new(), Sandbox::new());
    let mut files: Vec<(String, String)> = files(&mut random).into_iter().collect();
    for (path, text) in &files {
        at_once.write(path, text);
    }
    at_once.sync();
    while !files.is_empty() {
        for _ in 0..files.len().div_ceil(3) {
            let (path, text) = files.swap_remove(random.below(files.len()));
            steps.write(&path, &text);
        }
        steps.sync();
    }
    for share in [value!(null), value!(0.9)] {
        let mut request = value!({"question": "where does the store load its items?", "budget": "32k"});
        if !share.is_null() {
            request["prefix_share"] = share;
        }
        let [one, other] = [&steps, &at_once].map(|sandbox| run(sandbox, &request));
        assert_eq!((one.code, other.code), (0, 0), "{one:?}, {other:?}");
        assert!(one.stdout == other.stdout && !one.stdout.is_empty(), "{}, {}", one.stdout, other.stdout);
    }
}
