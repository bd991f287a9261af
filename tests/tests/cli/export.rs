//! Owns exported files as a user meets them: `export`, and `pack` and `context` that read what it wrote.

use std::fs;
use std::path::Path;

use graphicle_engine::portable::unpack;
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::sandbox::{Done, Sandbox, copy_folder};
use serde_json::Value;

const QUESTION: &str = "When does the store evict an item?";

/// Returns a place with a small service in several languages, synced.
fn synced() -> Sandbox {
    let sandbox = Sandbox::new();
    copy_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/project"), &sandbox.root);
    sandbox.sync();
    sandbox
}

/// Exports, and returns the file's path and what was said.
#[track_caller]
fn export(sandbox: &Sandbox, options: &[&str]) -> (String, Done) {
    let out = sandbox.base().join("out.graphicle").to_str().unwrap().to_owned();
    let done = sandbox.run(&[&["export", "--out", &out], options].concat());
    assert!(done.code == 0 && done.stdout.is_empty(), "{done:?}");
    (out, done)
}

/// Returns the paths of a snapshot's files.
fn paths_in(snapshot: &[u8]) -> Vec<String> {
    Snapshot::open(snapshot).unwrap().files().map(|file| file.path.to_owned()).collect()
}

#[track_caller]
fn json(sandbox: &Sandbox, options: &[&str]) -> Value {
    let done = sandbox.run(&[&["pack", QUESTION, "--format", "json"], options].concat());
    assert_eq!(done.code, 0, "{done:?}");
    let mut pack: Value = serde_json::from_str(&done.stdout).unwrap();
    pack.as_object_mut().unwrap().remove("seconds").unwrap();
    pack
}

#[test]
fn an_exported_file_gives_the_packs_and_rankings_of_the_project() {
    let sandbox = synced();
    sandbox.git_init();
    let (file, done) = export(&sandbox, &[]);
    assert!(done.stderr.contains("graphicle: wrote "), "{done:?}");
    for options in [&["--budget", "2k"][..], &["--layout", "cache"], &["--pin", "store/store.go:1-3"]] {
        let of_project = json(&sandbox, options);
        let elsewhere = Sandbox::new();
        let of_file = json(&elsewhere, &[&["--snapshot", &file], options].concat());
        assert_eq!(of_project, of_file);
        let kept = elsewhere.run(&["projects", "--json"]).json();
        assert_eq!(kept["projects"], Value::Array(Vec::new()), "nothing is kept of it");
    }
    let rank = |options: &[&str]| sandbox.run(&[&["context", QUESTION, "--json"], options].concat()).json();
    assert_eq!(rank(&[]), rank(&["--snapshot", &file]));
}

#[test]
fn the_file_has_the_projects_key_where_nobody_names_one() {
    let sandbox = synced();
    let done = sandbox.run(&["export"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(sandbox.root.join("project.graphicle").is_file());
}

/// A part of a project is what a sync of those files alone gives: nothing of the others is in it, and no link to them.
#[test]
fn a_part_of_a_project_is_as_if_the_rest_were_not_there() {
    let whole = synced();
    let files = |sandbox: &Sandbox| -> Vec<String> {
        let (bytes, about) = unpack(&fs::read(export(sandbox, &[]).0).unwrap()).unwrap();
        assert_eq!(about.left_out.files, 0);
        paths_in(&bytes)
    };
    let all = files(&whole);
    for pattern in ["*.go", "/store/store.go", "store/", "*.md"] {
        let (file, _) = export(&whole, &["--exclude", pattern]);
        let (part, about) = unpack(&fs::read(file).unwrap()).unwrap();
        let kept = paths_in(&part);
        let gone: Vec<&String> = all.iter().filter(|path| !kept.contains(path)).collect();
        assert!(!gone.is_empty() && !kept.is_empty(), "{pattern}: {kept:?}");
        assert_eq!(about.left_out.files as usize, gone.len());
        assert_eq!(about.left_out.exclude, [pattern]);
        let fresh = synced();
        for path in gone {
            fresh.remove(path);
        }
        let (of_rest, _) = unpack(&fs::read(export(&fresh, &[]).0).unwrap()).unwrap();
        assert!(part == of_rest, "{pattern}: other bytes than a sync of the rest gives");
    }
}

#[test]
fn sizes_and_texts_are_left_out_as_asked() {
    let sandbox = synced();
    sandbox.write("large.txt", &"a line that is long enough\n".repeat(2000));
    let (file, done) = export(&sandbox, &["--max-size", "20k"]);
    assert!(done.stderr.contains("1 file left out"), "{done:?}");
    let (bytes, about) = unpack(&fs::read(file).unwrap()).unwrap();
    assert_eq!((about.left_out.files, about.left_out.max_size), (1, Some(20_000)));
    assert_eq!(Snapshot::open(&bytes).unwrap().find_file("large.txt"), None);

    let (file, _) = export(&sandbox, &["--no-text"]);
    let (bytes, about) = unpack(&fs::read(&file).unwrap()).unwrap();
    let snapshot = Snapshot::open(&bytes).unwrap();
    assert!(about.left_out.texts > 5 && snapshot.files().all(|file| file.text_len == 0));
    let done = sandbox.run(&["pack", QUESTION, "--snapshot", &file]);
    assert!(done.code == 0 && done.stderr.contains("have no text here"), "{done:?}");

    let (file, _) = export(&sandbox, &["--text-budget", "2k"]);
    let (bytes, about) = unpack(&fs::read(file).unwrap()).unwrap();
    let kept: u32 = Snapshot::open(&bytes).unwrap().files().map(|file| file.text_len).sum();
    assert!((1..=2000).contains(&kept) && about.left_out.texts > 0, "{kept}: {about:?}");
}

#[test]
fn what_cannot_be_done_gets_a_sentence() {
    let sandbox = synced();
    let (file, _) = export(&sandbox, &[]);
    let whole = fs::read(&file).unwrap();
    let mut newer = whole.clone();
    newer[8] = 77;
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 4;
    for (bytes, says) in [
        (whole[..whole.len() - 9].to_vec(), "cut short"),
        (damaged, "damaged"),
        (newer, "format version 77"),
        (b"something else, of some length".to_vec(), "no file that graphicle exported"),
        (Vec::new(), "no file that graphicle exported"),
    ] {
        fs::write(&file, bytes).unwrap();
        let done = sandbox.run(&["pack", QUESTION, "--snapshot", &file]);
        assert_eq!((done.code, done.stdout.as_str()), (1, ""), "{done:?}");
        assert!(done.failure().contains(says), "{done:?}");
    }
    for (args, says) in [
        (&["pack", "--snapshot", "nowhere.graphicle"][..], "no such file"),
        (&["export", "--include", "*.nothing"], "no file of the project is let in"),
        (&["export", "--out", "no/such/folder/file"], "there is no folder"),
    ] {
        let done = sandbox.run(args);
        assert!(done.code == 1 && done.failure().contains(says), "{done:?}");
    }
    for args in [
        &["pack", "--snapshot", "a", "--project", "b"][..],
        &["export", "--no-text", "--text-budget", "5k"],
        &["export", "--max-size", "-1"],
        &["export", "--exclude", ""],
    ] {
        assert_eq!(sandbox.run(args).code, 2, "{args:?}");
    }
}
