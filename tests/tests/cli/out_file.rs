//! Owns the checks of where `--out` writes: what a file, a link, a folder or a device at that place is afterwards. It owns
//! nothing that is written.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Stdio;

use graphicle_tests::sandbox::{Done, Sandbox, set_modes};

fn synced() -> Sandbox {
    let sandbox = Sandbox::with_files();
    sandbox.sync();
    sandbox
}

/// Returns the pack that is written, and a folder beside the project for it.
fn expected(sandbox: &Sandbox) -> (String, std::path::PathBuf) {
    let folder = sandbox.base().join("out");
    fs::create_dir(&folder).unwrap();
    (sandbox.run(&["pack", "--no-sync", "--budget", "2k"]).stdout, folder)
}

fn pack(sandbox: &Sandbox, out: &Path) -> Done {
    sandbox.run(&["pack", "--no-sync", "--budget", "2k", "--out", out.to_str().unwrap()])
}

#[track_caller]
fn assert_written(done: &Done, out: &Path, text: &str) {
    assert_eq!((done.code, done.stdout.as_str()), (0, ""), "{done:?}");
    assert!(done.stderr.contains("graphicle: wrote "), "{done:?}");
    assert_eq!(fs::read_to_string(out).unwrap(), text);
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

#[test]
fn an_old_file_keeps_its_mode_and_no_other_file_is_left() {
    let sandbox = synced();
    let (text, folder) = expected(&sandbox);
    let out = folder.join("pack.md");
    fs::write(&out, "old").unwrap();
    fs::set_permissions(&out, fs::Permissions::from_mode(0o604)).unwrap();
    assert_written(&pack(&sandbox, &out), &out, &text);
    assert_eq!(mode(&out), 0o604);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn a_link_stays_one_and_its_target_is_written() {
    let sandbox = synced();
    let (text, folder) = expected(&sandbox);
    let (out, target) = (folder.join("pack.md"), folder.join("target.md"));
    symlink("target.md", &out).unwrap();
    // First the target is made, then it is there.
    for mode_of_target in [0o644, 0o600] {
        assert_written(&pack(&sandbox, &out), &target, &text);
        assert!(out.symlink_metadata().unwrap().is_symlink());
        assert_eq!(mode(&target) & 0o600, 0o600);
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(mode_of_target)).unwrap();
    }
    symlink(&folder, sandbox.base().join("to_folder")).unwrap();
    let done = pack(&sandbox, &sandbox.base().join("to_folder"));
    assert!(done.failure().contains("is a folder; name a file for --out"), "{done:?}");
}

#[test]
fn every_name_of_a_file_has_the_new_text() {
    let sandbox = synced();
    let (text, folder) = expected(&sandbox);
    let (out, other) = (folder.join("pack.md"), folder.join("other.md"));
    fs::write(&out, "old").unwrap();
    fs::hard_link(&out, &other).unwrap();
    assert_written(&pack(&sandbox, &out), &other, &text);
    assert_eq!(fs::metadata(&out).unwrap().ino(), fs::metadata(&other).unwrap().ino());
}

#[test]
fn standard_output_and_devices_are_places_too() {
    let sandbox = synced();
    let (text, _) = expected(&sandbox);
    let mut command = sandbox.command(&["pack", "--no-sync", "--budget", "2k", "--out", "/dev/stdout"]);
    // A pipe, as a shell makes it.
    let output = command.stdout(Stdio::piped()).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), text);
    let done = pack(&sandbox, Path::new("/dev/null"));
    assert!(done.code == 0 && !fs::metadata("/dev/null").unwrap().is_file(), "{done:?}");
}

#[test]
fn permissions_are_those_of_writing_into_the_file() {
    let sandbox = synced();
    let (text, folder) = expected(&sandbox);
    set_modes(&sandbox.data, 0o755, 0o644);
    let without_rights = |out: &Path| {
        sandbox.run_without_rights(&["pack", "--no-sync", "--budget", "2k", "--out", out.to_str().unwrap()])
    };
    let set_mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let (open, protected, new) = (folder.join("open.md"), folder.join("protected.md"), folder.join("new.md"));
    for out in [&open, &protected] {
        fs::write(out, "old").unwrap();
    }
    set_mode(&open, 0o666);
    set_mode(&protected, 0o444);
    // A folder that takes no new file, with one that may be written.
    set_mode(&folder, 0o555);
    assert_written(&without_rights(&open), &open, &text);
    assert_eq!(mode(&open), 0o666);
    let done = without_rights(&new);
    assert!(done.failure().contains("new.md; choose another place for --out"), "{done:?}");
    // A folder that would take a new file, with one that may not be written.
    set_mode(&folder, 0o777);
    let done = without_rights(&protected);
    assert!(done.failure().contains("protected.md; choose another place for --out"), "{done:?}");
    assert_eq!(fs::read_to_string(&protected).unwrap(), "old");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing is left beside them");
}
