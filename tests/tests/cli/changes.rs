//! Owns the checks of what a sync sees, reads and writes after each kind of change; owns none of what is printed.

use std::fs::{self, File};
use std::thread;

use graphicle_tests::sandbox::{SETTLE, Sandbox};

#[test]
fn a_first_sync_takes_every_text_file_and_names_the_rest() {
    let sandbox = Sandbox::with_files();
    let done = sandbox.sync();
    assert_eq!(done["format"], "graphicle.sync.v1");
    assert_eq!((done["files"].as_u64(), done["skipped"].as_u64()), (Some(5), Some(1)));
    assert_eq!((done["added"].as_u64(), done["read"].as_u64()), (Some(5), Some(6)));
    assert_eq!(done["new_snapshot"], true);
    let status = sandbox.status();
    assert_eq!(status["format"], "graphicle.status.v1");
    assert_eq!(status["up_to_date"], true);
    assert_eq!(status["state"], done["state"]);
    assert_eq!(status["skipped"]["binary"], 1);
    let skipped = sandbox.run(&["status", "--skipped"]);
    assert_eq!(skipped.stdout, "logo.png: not text\n");
    sandbox.assert_like_fresh();
}

#[test]
fn an_empty_folder_is_a_project_too() {
    let sandbox = Sandbox::new();
    assert_eq!(sandbox.sync()["files"], 0);
    assert_eq!(sandbox.status()["up_to_date"], true);
    sandbox.write("a.txt", "now there is one\n");
    assert_eq!(sandbox.sync()["added"], 1);
    sandbox.assert_like_fresh();
    sandbox.remove("a.txt");
    assert_eq!(sandbox.sync()["removed"], 1);
    sandbox.assert_like_fresh();
}

#[test]
fn when_nothing_changed_nothing_is_read_or_written() {
    let sandbox = Sandbox::with_files();
    thread::sleep(SETTLE);
    let first = sandbox.sync();
    let stamps = || -> Vec<_> {
        let folder = sandbox.project_data();
        let times = |name: &String| fs::metadata(folder.join(name)).unwrap().modified().unwrap();
        sandbox.data_files().iter().map(|name| (name.clone(), times(name))).collect()
    };
    let before = stamps();
    let again = sandbox.sync();
    assert_eq!((again["read"].as_u64(), again["new_snapshot"].as_bool()), (Some(0), Some(false)));
    assert_eq!(again["state"], first["state"]);
    assert_eq!(sandbox.status()["read"], 0);
    assert_eq!(stamps(), before);
}

#[test]
fn one_changed_file_is_read_alone() {
    let sandbox = Sandbox::with_files();
    thread::sleep(SETTLE);
    sandbox.sync();
    sandbox.write("store/find.go", "package store\n\nfunc find(key string) string { return \"found \" + key }\n");
    let status = sandbox.status();
    assert_eq!(status["up_to_date"], false);
    assert_eq!(status["changed"][0], "store/find.go");
    let done = sandbox.sync();
    assert_eq!((done["read"].as_u64(), done["changed"].as_u64()), (Some(1), Some(1)));
    assert_eq!(sandbox.status()["up_to_date"], true);
    sandbox.assert_like_fresh();
}

#[test]
fn added_renamed_and_removed_files_are_followed() {
    let sandbox = Sandbox::with_files();
    thread::sleep(SETTLE);
    sandbox.sync();
    sandbox.write("deep/er/new.rs", "//! New.\n\npub fn new() {}\n");
    fs::rename(sandbox.root.join("app/tools.py"), sandbox.root.join("app/helpers.py")).unwrap();
    sandbox.remove("README.md");
    let status = sandbox.status();
    assert_eq!(status["added"].as_array().unwrap().len(), 2);
    assert_eq!(status["removed"].as_array().unwrap().len(), 2);
    let done = sandbox.sync();
    assert_eq!((done["added"].as_u64(), done["removed"].as_u64(), done["read"].as_u64()), (Some(2), Some(2), Some(2)));
    sandbox.assert_like_fresh();
    fs::remove_dir_all(sandbox.root.join("store")).unwrap();
    assert_eq!(sandbox.sync()["removed"], 2);
    sandbox.assert_like_fresh();
}

#[test]
fn a_touched_file_is_read_once_and_writes_no_snapshot() {
    let sandbox = Sandbox::with_files();
    thread::sleep(SETTLE);
    let first = sandbox.sync();
    let file = File::options().write(true).open(sandbox.root.join("README.md")).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    drop(file);
    thread::sleep(SETTLE);
    assert_eq!(sandbox.status()["up_to_date"], true);
    let done = sandbox.sync();
    assert_eq!((done["read"].as_u64(), done["new_snapshot"].as_bool()), (Some(1), Some(false)));
    assert_eq!(done["state"], first["state"]);
    assert_eq!(sandbox.sync()["read"], 0);
}

#[test]
fn edits_that_leave_size_and_time_alone_are_seen() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one one one\n");
    for text in ["two two two\n", "six six six\n", "ten ten ten\n"] {
        let modified = fs::metadata(sandbox.root.join("a.txt")).unwrap().modified().unwrap();
        sandbox.sync();
        sandbox.write("a.txt", text);
        File::options().write(true).open(sandbox.root.join("a.txt")).unwrap().set_modified(modified).unwrap();
        assert_eq!(sandbox.status()["changed"][0], "a.txt");
        assert_eq!(sandbox.sync()["changed"], 1);
        sandbox.assert_like_fresh();
    }
}

#[test]
fn many_edits_within_one_second_each_count() {
    let sandbox = Sandbox::new();
    for round in 0..20 {
        sandbox.write("a.txt", &format!("{round:04}\n"));
        let done = sandbox.sync();
        assert_eq!(done["added"].as_u64().unwrap() + done["changed"].as_u64().unwrap(), 1, "round {round}");
    }
    sandbox.assert_like_fresh();
}

#[test]
fn a_file_that_becomes_binary_leaves_and_comes_back() {
    let sandbox = Sandbox::with_files();
    thread::sleep(SETTLE);
    sandbox.sync();
    sandbox.write_bytes("app/tools.py", &[0; 64]);
    assert_eq!(sandbox.status()["removed"][0], "app/tools.py");
    let done = sandbox.sync();
    assert_eq!((done["removed"].as_u64(), done["skipped"].as_u64()), (Some(1), Some(2)));
    sandbox.assert_like_fresh();
    sandbox.write("app/tools.py", "def run():\n    return 2\n");
    assert_eq!(sandbox.sync()["added"], 1);
    sandbox.assert_like_fresh();
}

#[test]
fn a_binary_file_that_did_not_change_is_not_read_again() {
    let sandbox = Sandbox::with_files();
    thread::sleep(SETTLE);
    sandbox.sync();
    sandbox.write("README.md", "# Other\n");
    assert_eq!(sandbox.sync()["read"], 1);
}

#[test]
fn a_forced_sync_reads_everything_and_gives_the_same_state() {
    let sandbox = Sandbox::with_files();
    thread::sleep(SETTLE);
    let first = sandbox.sync();
    let forced = sandbox.run(&["sync", "--force", "--json"]).json();
    assert_eq!((forced["read"].as_u64(), forced["new_snapshot"].as_bool()), (Some(6), Some(true)));
    assert_eq!(forced["state"], first["state"]);
    assert_eq!(sandbox.status()["up_to_date"], true);
    sandbox.assert_like_fresh();
}

#[test]
fn the_program_s_own_data_inside_the_folder_is_no_part_of_the_project() {
    let mut sandbox = Sandbox::with_files();
    sandbox.data = sandbox.root.join(".data");
    thread::sleep(SETTLE);
    let first = sandbox.sync();
    assert_eq!(first["files"], 5);
    let again = sandbox.sync();
    assert_eq!((again["read"].as_u64(), again["new_snapshot"].as_bool()), (Some(0), Some(false)));
}

#[test]
fn a_data_folder_that_is_the_project_s_is_no_part_of_it() {
    let mut sandbox = Sandbox::with_files();
    sandbox.write("projects/web/main.go", "package main\n");
    sandbox.data = sandbox.root.clone();
    thread::sleep(SETTLE);
    assert_eq!(sandbox.sync()["files"], 6);
    assert_eq!(sandbox.status()["up_to_date"], true);
    let again = sandbox.sync();
    assert_eq!((again["read"].as_u64(), again["new_snapshot"].as_bool()), (Some(0), Some(false)));
}

#[test]
fn git_s_rules_decide_and_changing_them_changes_the_project() {
    let sandbox = Sandbox::with_files();
    sandbox.git_init();
    sandbox.write(".gitignore", "app/\n");
    assert_eq!(sandbox.sync()["files"], 4);
    sandbox.write(".gitignore", "store/\n");
    let done = sandbox.sync();
    assert_eq!((done["added"].as_u64(), done["removed"].as_u64()), (Some(2), Some(2)));
    sandbox.assert_like_fresh();
}
