//! Owns the checks with data folders that cannot be written to; owns none of damaged data.

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::Command;
use std::thread;

use graphicle_tests::fixture;
use graphicle_tests::sandbox::{Done, SETTLE, Sandbox, set_modes};

/// Runs the program on a data folder that the user may read and not write.
fn run_read_only(sandbox: &Sandbox, args: &[&str]) -> Done {
    set_modes(&sandbox.data, 0o555, 0o444);
    let done = sandbox.run_without_rights(args);
    set_modes(&sandbox.data, 0o755, 0o644);
    done
}

#[test]
fn a_read_only_data_folder_can_be_read() {
    let sandbox = Sandbox::with_files();
    thread::sleep(SETTLE);
    let synced = sandbox.sync();
    let status = run_read_only(&sandbox, &["status", "--json"]).json();
    assert_eq!((status["up_to_date"].as_bool(), &status["state"]), (Some(true), &synced["state"]));
    assert_eq!(run_read_only(&sandbox, &["projects", "--json"]).json()["projects"][0]["files"], 5);
    // Nothing changed, so nothing has to be written.
    let again = run_read_only(&sandbox, &["sync", "--json"]).json();
    assert_eq!((again["new_snapshot"].as_bool(), &again["state"]), (Some(false), &synced["state"]));

    sandbox.write("README.md", "# Changed\n");
    assert_eq!(run_read_only(&sandbox, &["status", "--json"]).json()["changed"][0], "README.md");
    let failed = run_read_only(&sandbox, &["sync", "--json"]);
    assert!(failed.failure().contains("GRAPHICLE_DATA_DIR"), "{failed:?}");
    assert_eq!(sandbox.sync()["changed"], 1);
    sandbox.assert_like_fresh();
}

/// Returns what a writer leaves of the store that is killed behind its commit: the database marks itself as being written
/// from then until it is closed.
fn left_by_a_killed_writer(store: &Path) -> Vec<u8> {
    let table = redb::TableDefinition::<&str, &[u8]>::new("files");
    let db = redb::Database::open(store).unwrap();
    let transaction = db.begin_write().unwrap();
    transaction.open_table(table).unwrap();
    transaction.commit().unwrap();
    let left = fs::read(store).unwrap();
    drop(db);
    assert_ne!(left, fs::read(store).unwrap(), "closing it repairs it");
    left
}

#[test]
fn a_store_that_a_killed_writer_left_is_read_where_it_cannot_be_repaired() {
    let sandbox = Sandbox::with_files();
    thread::sleep(SETTLE);
    let synced = sandbox.sync();
    let store = sandbox.project_data().join("store.redb");
    let left = left_by_a_killed_writer(&store);
    fs::write(&store, left).unwrap();
    let status = run_read_only(&sandbox, &["status", "--json"]).json();
    assert_eq!((status["up_to_date"].as_bool(), &status["state"]), (Some(true), &synced["state"]));
}

#[test]
fn a_data_folder_that_cannot_be_made_is_one_sentence() {
    let mut sandbox = Sandbox::with_files();
    let file = sandbox.base().join("file");
    fs::write(&file, "in the way").unwrap();
    for place in [file.clone(), file.join("below")] {
        sandbox.data = place;
        let failed = sandbox.run(&["sync", "--json"]);
        assert!(failed.failure().ends_with("or set GRAPHICLE_DATA_DIR to another folder"), "{failed:?}");
    }
    assert_eq!(fs::read_to_string(file).unwrap(), "in the way");
}

#[test]
fn a_full_disk_fails_with_one_sentence_and_keeps_the_last_state() {
    let sandbox = Sandbox::with_files();
    thread::sleep(SETTLE);
    let first = sandbox.sync();
    // Text that does not compress, so that the snapshot cannot stay small.
    let mut noise = String::new();
    let mut seed = 1_u64;
    while noise.len() < 600_000 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        writeln!(noise, "{seed:x}").unwrap();
    }
    sandbox.write("noise.txt", &noise);
    // A limit on files' sizes stands for a full disk: writing fails in the same places, for every user.
    let limited = format!("trap '' XFSZ; ulimit -f 200; exec '{}' sync --json", fixture::program().display());
    let mut command = Command::new("sh");
    command.args(["-c", &limited]).current_dir(&sandbox.root);
    command.envs(sandbox.command(&[]).get_envs().filter_map(|(name, value)| Some((name, value?))));
    let failed = Done::of(&command.output().unwrap());
    assert!(failed.failure().contains("no room left"), "{failed:?}");
    let status = sandbox.status();
    assert_eq!((&status["state"], status["added"][0].as_str()), (&first["state"], Some("noise.txt")));
    let left = sandbox.data_files();
    assert!(!left.iter().any(|name| name.contains(".tmp")), "{left:?}");
    assert_eq!(sandbox.sync()["added"], 1);
    sandbox.assert_like_fresh();
}

#[test]
fn a_store_that_a_killed_writer_left_is_read_on_a_full_disk() {
    let sandbox = Sandbox::with_files();
    thread::sleep(SETTLE);
    let synced = sandbox.sync();
    let store = sandbox.project_data().join("store.redb");
    let left = left_by_a_killed_writer(&store);
    // In blocks of 512 bytes: nothing can be written; the database's header can, and the pages that repair it cannot.
    for blocks in [0, 16] {
        fs::write(&store, &left).unwrap();
        // A program that tries for ever is ended.
        let program = fixture::program();
        let limited =
            format!("trap '' XFSZ; ulimit -t 20; ulimit -f {blocks}; exec '{}' status --json", program.display());
        let mut command = Command::new("sh");
        command.args(["-c", &limited]).current_dir(&sandbox.root);
        command.envs(sandbox.command(&[]).get_envs().filter_map(|(name, value)| Some((name, value?))));
        let status = Done::of(&command.output().unwrap()).json();
        assert_eq!((status["up_to_date"].as_bool(), &status["state"]), (Some(true), &synced["state"]));
    }
}

#[test]
fn a_folder_that_cannot_be_listed_is_one_sentence_and_loses_nothing() {
    let sandbox = Sandbox::with_files();
    thread::sleep(SETTLE);
    let first = sandbox.sync();
    if fs::metadata(sandbox.base()).unwrap().uid() == 0 {
        // Root may list everything; a file in the folder's place is what it cannot list either.
        let hidden = sandbox.base().join("hidden");
        fs::rename(&sandbox.root, &hidden).unwrap();
        fs::write(&sandbox.root, "not a folder").unwrap();
        let failed = sandbox.run(&["sync", "--project", "project", "--json"]);
        assert!(failed.failure().contains("is gone"), "{failed:?}");
        fs::remove_file(&sandbox.root).unwrap();
        fs::rename(&hidden, &sandbox.root).unwrap();
    } else {
        fs::set_permissions(&sandbox.root, fs::Permissions::from_mode(0o000)).unwrap();
        let failed = sandbox.run(&["sync", "--project", "project", "--json"]);
        fs::set_permissions(&sandbox.root, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(failed.failure().contains("project"), "{failed:?}");
    }
    let again = sandbox.sync();
    assert_eq!((&again["state"], again["read"].as_u64()), (&first["state"], Some(0)));
}
