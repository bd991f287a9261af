//! Which project a command is about, and what becomes of projects that move or vanish.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use graphicle_tests::fixture::program;
use graphicle_tests::sandbox::{Done, SETTLE, Sandbox, copy_folder};

fn run_in(sandbox: &Sandbox, folder: &Path, args: &[&str]) -> Done {
    Done::of(&sandbox.command(args).current_dir(folder).output().unwrap())
}

#[test]
fn a_project_is_found_by_its_id_key_folder_and_from_inside() {
    let sandbox = Sandbox::with_files();
    let id = sandbox.sync()["project"]["id"].as_str().unwrap().to_owned();
    let elsewhere = sandbox.base().join("elsewhere");
    fs::create_dir_all(&elsewhere).unwrap();
    for selector in [&id, &id[..6], "project", "Project", "../project", sandbox.root.to_str().unwrap()] {
        let done = run_in(&sandbox, &elsewhere, &["status", "--json", "--project", selector]);
        assert_eq!(done.json()["project"]["id"], *id, "{selector}");
    }
    assert_eq!(run_in(&sandbox, &sandbox.root.join("store"), &["status", "--json"]).json()["project"]["id"], *id);
    assert!(run_in(&sandbox, &elsewhere, &["status"]).failure().contains("never synced"));
    let unknown = run_in(&sandbox, &elsewhere, &["status", "--project", "nobody"]);
    assert!(unknown.failure().contains("the projects are: project"), "{unknown:?}");
}

#[test]
fn an_ambiguous_name_is_an_error_that_lists_the_candidates() {
    let sandbox = Sandbox::new();
    let (one, two) = (sandbox.base().join("one/web"), sandbox.base().join("web"));
    for folder in [&one, &two] {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("a.txt"), "a\n").unwrap();
        run_in(&sandbox, folder, &["sync", "--json"]).json();
    }
    let error = run_in(&sandbox, sandbox.base(), &["status", "--project", "web"]);
    let sentence = error.failure();
    assert!(sentence.contains(one.to_str().unwrap()) && sentence.contains(two.to_str().unwrap()), "{sentence}");
    let found = run_in(&sandbox, sandbox.base(), &["status", "--json", "--project", "./web"]).json();
    assert_eq!(found["project"]["key"], "web-2");
}

#[test]
fn the_git_root_is_meant_from_a_folder_below_it() {
    let sandbox = Sandbox::with_files();
    sandbox.git_init();
    let done = run_in(&sandbox, &sandbox.root.join("store"), &["sync", "--json"]).json();
    assert_eq!(done["project"]["root"], sandbox.root.to_str().unwrap());
    assert_eq!(done["files"], 5);
    // A named folder is itself, not the repository around it.
    let named = sandbox.run(&["sync", "store", "--json"]).json();
    assert_eq!(named["project"]["key"], "store");
    assert_eq!(named["files"], 2);
    assert_eq!(run_in(&sandbox, &sandbox.root.join("store"), &["status", "--json"]).json()["project"]["key"], "store");
}

#[test]
fn a_moved_folder_keeps_its_project_and_is_not_read_again() {
    let mut sandbox = Sandbox::with_files();
    thread::sleep(SETTLE);
    let first = sandbox.sync();
    let moved = sandbox.base().join("renamed");
    fs::rename(&sandbox.root, &moved).unwrap();
    sandbox.root = moved;
    if sandbox.run(&["status", "--json"]).code != 0 {
        // This file system does not tell when a folder was made, so that the move has to be said.
        assert!(sandbox.run(&["projects", "move", "project", "."]).stdout.contains("is now"));
    }
    assert_eq!(sandbox.status()["project"]["id"], first["project"]["id"]);
    let done = sandbox.run(&["sync", "--json"]);
    let summary = done.json();
    assert_eq!((&summary["project"]["id"], &summary["state"]), (&first["project"]["id"], &first["state"]));
    assert_eq!((summary["read"].as_u64(), summary["project"]["key"].as_str()), (Some(0), Some("project")));
    assert_eq!(summary["project"]["root"], sandbox.root.to_str().unwrap());
}

#[test]
fn a_move_to_another_disk_is_said_by_the_user() {
    let sandbox = Sandbox::with_files();
    let first = sandbox.sync();
    let copy = sandbox.base().join("copy");
    copy_folder(&sandbox.root, &copy);
    fs::remove_dir_all(&sandbox.root).unwrap();
    let moved = run_in(&sandbox, sandbox.base(), &["projects", "move", "project", "copy"]);
    assert_eq!(moved.code, 0, "{moved:?}");
    let done = run_in(&sandbox, &copy, &["sync", "--json"]).json();
    assert_eq!((&done["project"]["id"], &done["state"]), (&first["project"]["id"], &first["state"]));
    assert_eq!((done["changed"].as_u64(), done["new_snapshot"].as_bool()), (Some(0), Some(false)));
}

#[test]
fn a_vanished_folder_is_an_error_and_nothing_is_lost() {
    let sandbox = Sandbox::with_files();
    thread::sleep(SETTLE);
    sandbox.sync();
    let hidden = sandbox.base().join("hidden");
    fs::rename(&sandbox.root, &hidden).unwrap();
    for args in [&["status", "--project", "project"][..], &["sync", "--project", "project"]] {
        let done = run_in(&sandbox, sandbox.base(), args);
        let sentence = done.failure();
        assert!(sentence.contains("is gone") && sentence.contains("projects move project"), "{sentence}");
    }
    let listed = run_in(&sandbox, sandbox.base(), &["projects"]);
    assert!(listed.stdout.contains("folder is gone"), "{listed:?}");
    fs::rename(&hidden, &sandbox.root).unwrap();
    assert_eq!(sandbox.sync()["read"], 0);
}

#[test]
fn projects_are_listed_renamed_removed_and_pruned() {
    let sandbox = Sandbox::with_files();
    sandbox.sync();
    sandbox.run(&["sync", "store", "--json"]).json();
    let list = sandbox.run(&["projects", "--json"]).json();
    assert_eq!(list["format"], "graphicle.projects.v1");
    let keys = |list: &serde_json::Value| -> Vec<String> {
        list["projects"].as_array().unwrap().iter().map(|p| p["key"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(keys(&list), ["project", "store"]);
    assert_eq!(list["projects"][0]["files"], 5);
    assert!(sandbox.run(&["projects", "rename", "store", "project"]).failure().contains("is taken by"));
    assert!(sandbox.run(&["projects", "rename", "store", "a/b"]).failure().contains("cannot be a project's key"));
    assert_eq!(sandbox.run(&["projects", "rename", "store", "shop"]).stdout, "store is now shop\n");
    assert_eq!(sandbox.run(&["projects", "remove", "shop"]).code, 0);
    assert_eq!(keys(&sandbox.run(&["projects", "list", "--json"]).json()), ["project"]);
    assert!(sandbox.run(&["projects", "prune"]).stdout.contains("nothing was removed"));
    fs::remove_dir_all(&sandbox.root).unwrap();
    assert!(sandbox.run(&["projects", "prune"]).stdout.contains("removed what was kept of project"));
    assert!(keys(&sandbox.run(&["projects", "--json"]).json()).is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_named_project_is_found_where_the_current_folder_is_gone() {
    let sandbox = Sandbox::with_files();
    sandbox.sync();
    let gone = sandbox.base().join("gone");
    fs::create_dir(&gone).unwrap();
    let run = |args: &str| {
        let script = format!("rmdir ../gone; exec '{}' {args}", program().display());
        let mut command = Command::new("sh");
        command.args(["-c", &script]).current_dir(&gone);
        command.envs(sandbox.command(&[]).get_envs().filter_map(|(name, value)| Some((name, value?))));
        Done::of(&command.output().unwrap())
    };
    assert_eq!(run("status --json --project project").json()["up_to_date"], true);
    fs::create_dir(&gone).unwrap();
    assert!(run("status").failure().contains("cannot tell the current folder"));
}
