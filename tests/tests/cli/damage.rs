//! Owns the checks of what a sync makes of data that a killed process, a bad disk or another version left behind; owns
//! none of disks that cannot be written to.

use std::fs;
use std::thread;

use graphicle::store::{StoreReader, StoreUpdate, update};
use graphicle_tests::sandbox::{Done, SETTLE, Sandbox};

/// A sandbox with a synced project whose files are not read again unless they change.
fn synced() -> Sandbox {
    let sandbox = Sandbox::with_files();
    thread::sleep(SETTLE);
    sandbox.sync();
    sandbox
}

/// Checks that status tells of damage, and that the next sync says so in one sentence, reads everything and ends like a
/// fresh one.
#[track_caller]
fn assert_rebuilds(sandbox: &Sandbox) {
    let status = sandbox.status();
    assert_eq!(status["up_to_date"], false);
    assert!(status["unusable"].is_string(), "{status}");
    let done = sandbox.run(&["sync", "--json"]);
    assert!(done.stderr.contains("building it anew"), "{done:?}");
    assert_eq!(done.json()["read"], 6);
    sandbox.assert_like_fresh();
    let again = sandbox.run(&["sync", "--json"]);
    assert!(!again.stderr.contains("anew"), "{again:?}");
    assert_eq!(again.json()["read"], 0);
}

#[test]
fn a_store_of_garbage_is_rebuilt() {
    let sandbox = synced();
    fs::write(sandbox.project_data().join("store.redb"), "not a database").unwrap();
    assert_rebuilds(&sandbox);
    fs::write(sandbox.project_data().join("store.redb"), vec![0xff; 100_000]).unwrap();
    assert_rebuilds(&sandbox);
}

#[test]
fn a_store_cut_short_is_rebuilt() {
    let sandbox = synced();
    let path = sandbox.project_data().join("store.redb");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    assert_rebuilds(&sandbox);
}

#[test]
fn a_lost_store_is_rebuilt() {
    let sandbox = synced();
    fs::remove_file(sandbox.project_data().join("store.redb")).unwrap();
    assert_rebuilds(&sandbox);
}

#[test]
fn a_lost_snapshot_is_rebuilt() {
    let sandbox = synced();
    fs::remove_file(sandbox.snapshot_path()).unwrap();
    assert_rebuilds(&sandbox);
}

#[test]
fn a_snapshot_cut_short_is_rebuilt() {
    let sandbox = synced();
    let path = sandbox.snapshot_path();
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    assert_rebuilds(&sandbox);
}

#[test]
fn a_snapshot_with_a_flipped_bit_anywhere_is_rebuilt_by_the_next_sync() {
    let sandbox = synced();
    let path = sandbox.snapshot_path();
    let whole = fs::read(&path).unwrap();
    for at in [0, 9, 30, 50, whole.len() / 3, whole.len() / 2, whole.len() - 9] {
        let mut damaged = whole.clone();
        damaged[at] ^= 4;
        fs::write(&path, &damaged).unwrap();
        // Padding is covered by no checksum, and nothing is read from it.
        let done = sandbox.run(&["sync", "--json"]);
        assert!(done.stderr.contains("building it anew") || done.json()["read"] == 0, "byte {at}: {done:?}");
        if done.json()["read"] != 0 {
            assert!(fs::read(&path).unwrap() == whole, "byte {at}");
        }
        fs::write(&path, &whole).unwrap();
    }
}

#[test]
fn another_version_of_the_program_rebuilds() {
    let sandbox = synced();
    let path = sandbox.project_data().join("store.redb");
    let mut meta = StoreReader::open(&path).unwrap().unwrap().meta().unwrap();
    meta.versions.extract += 1;
    let change = StoreUpdate {
        meta: &meta,
        files: Vec::new(),
        facts: Vec::new(),
        removed_files: Vec::new(),
        skipped: Vec::new(),
        removed_skipped: Vec::new(),
    };
    update(&path, &change).unwrap();
    assert_rebuilds(&sandbox);
    let status = sandbox.status();
    assert_eq!(status["unusable"], serde_json::Value::Null);
}

#[test]
fn another_format_of_the_store_rebuilds() {
    let sandbox = synced();
    let path = sandbox.project_data().join("store.redb");
    let mut meta = StoreReader::open(&path).unwrap().unwrap().meta().unwrap();
    meta.versions.store += 1;
    let change = StoreUpdate {
        meta: &meta,
        files: Vec::new(),
        facts: Vec::new(),
        removed_files: Vec::new(),
        skipped: Vec::new(),
        removed_skipped: Vec::new(),
    };
    update(&path, &change).unwrap();
    assert_rebuilds(&sandbox);
}

#[test]
fn killed_before_the_store_named_the_new_snapshot() {
    let sandbox = synced();
    let old_store = fs::read(sandbox.project_data().join("store.redb")).unwrap();
    let old_snapshot = (sandbox.snapshot_path(), fs::read(sandbox.snapshot_path()).unwrap());
    let old_current = fs::read(sandbox.project_data().join("current")).unwrap();
    sandbox.write("README.md", "# Changed\n");
    sandbox.sync();
    fs::write(sandbox.project_data().join("store.redb"), old_store).unwrap();
    fs::write(&old_snapshot.0, &old_snapshot.1).unwrap();
    fs::write(sandbox.project_data().join("current"), old_current).unwrap();
    // The folder is as the lost sync saw it, and the snapshot of that state lies there unnamed.
    let status = sandbox.status();
    assert_eq!(status["changed"][0], "README.md");
    assert_eq!(sandbox.sync()["changed"], 1);
    sandbox.assert_like_fresh();
    assert_eq!(sandbox.data_files().iter().filter(|name| name.ends_with(".snapshot")).count(), 1);
}

#[test]
fn killed_before_readers_were_switched() {
    let sandbox = synced();
    let old_snapshot = (sandbox.snapshot_path(), fs::read(sandbox.snapshot_path()).unwrap());
    let old_current = fs::read(sandbox.project_data().join("current")).unwrap();
    sandbox.write("README.md", "# Changed\n");
    let state = sandbox.sync()["state"].clone();
    fs::write(&old_snapshot.0, &old_snapshot.1).unwrap();
    fs::write(sandbox.project_data().join("current"), &old_current).unwrap();
    let status = sandbox.status();
    assert_eq!((status["up_to_date"].as_bool(), &status["state"]), (Some(true), &state));
    let done = sandbox.sync();
    assert_eq!((done["new_snapshot"].as_bool(), &done["state"]), (Some(false), &state));
    sandbox.assert_like_fresh();
    assert!(!old_snapshot.0.exists());
}

#[test]
fn a_lost_or_damaged_pointer_is_mended() {
    let sandbox = synced();
    let current = sandbox.project_data().join("current");
    let good = fs::read(&current).unwrap();
    fs::remove_file(&current).unwrap();
    assert_eq!(sandbox.sync()["read"], 0);
    assert_eq!(fs::read(&current).unwrap(), good);
    for bad in [&b"../../../etc/passwd\n"[..], b"", &[0xff; 40]] {
        fs::write(&current, bad).unwrap();
        assert_eq!(sandbox.sync()["read"], 0);
        assert_eq!(fs::read(&current).unwrap(), good);
    }
}

#[test]
fn what_killed_processes_left_is_removed() {
    let sandbox = synced();
    let clean = sandbox.data_files();
    let folder = sandbox.project_data();
    for name in ["store.redb.tmp", "current.tmp", "00000000000000000000000000000000.snapshot", "x.snapshot.tmp"] {
        fs::write(folder.join(name), "litter").unwrap();
    }
    sandbox.sync();
    assert_eq!(sandbox.data_files(), clean);
}

#[test]
fn a_damaged_record_of_the_project_is_told_and_made_anew() {
    let sandbox = synced();
    fs::write(sandbox.project_data().join("project.json"), "{").unwrap();
    let listed = sandbox.run(&["projects"]);
    assert!(listed.stderr.contains("cannot be read"), "{listed:?}");
    let done = sandbox.sync();
    assert_eq!((done["read"].as_u64(), done["project"]["key"].as_str()), (Some(0), Some("project")));
    assert_eq!(sandbox.run(&["projects", "--json"]).json()["damaged"].as_array().unwrap().len(), 0);
}

fn assert_told(failed: &Done) {
    let sentence = failed.failure();
    assert!(sentence.contains("a folder stands where a file is needed"), "{sentence}");
    assert!(sentence.contains("; move it away"), "{sentence}");
}

#[test]
fn a_folder_in_the_place_of_a_file_is_one_sentence_that_says_what_to_do() {
    let sandbox = synced();
    for file in ["store.redb", "current", "lock", "project.json"].map(|name| sandbox.project_data().join(name)) {
        let whole = fs::read(&file).unwrap();
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        let failed = sandbox.run(&["sync", "--json"]);
        assert_told(&failed);
        fs::remove_dir(&file).unwrap();
        fs::write(&file, whole).unwrap();
    }
    let snapshot = sandbox.snapshot_path();
    fs::remove_file(&snapshot).unwrap();
    fs::create_dir(&snapshot).unwrap();
    let failed = sandbox.run(&["status", "--json"]);
    assert_told(&failed);
}
