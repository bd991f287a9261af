//! What is printed where, and the exit codes.

use std::fs;
use std::io::Read as _;
use std::process::Stdio;

use graphicle_tests::sandbox::{Done, Sandbox};

#[test]
fn wrong_usage_is_exit_code_2_and_help_is_0() {
    let sandbox = Sandbox::new();
    for args in [&["frobnicate"][..], &["sync", "--no-such-option"], &["projects", "rename", "x"], &[]] {
        let done = sandbox.run(args);
        assert_eq!((done.code, done.stdout.as_str()), (2, ""), "{args:?}: {done:?}");
        assert!(done.stderr.contains("Usage"), "{done:?}");
    }
    for args in [&["--help"][..], &["sync", "--help"], &["status", "--help"], &["projects", "--help"]] {
        let done = sandbox.run(args);
        assert_eq!(done.code, 0);
        assert!(done.stdout.contains("Examples:"), "{args:?}: {done:?}");
        assert!(!done.stdout.contains("extract-worker"), "{done:?}");
    }
    assert!(sandbox.run(&["--version"]).stdout.starts_with("graphicle "));
}

#[test]
fn results_go_to_standard_output_and_progress_to_standard_error() {
    let sandbox = Sandbox::with_files();
    let done = sandbox.run(&["sync"]);
    assert_eq!(done.stdout.lines().count(), 1, "{done:?}");
    assert!(done.stdout.starts_with("project: 5 files added; 5 files"), "{done:?}");
    assert!(done.stderr.contains("reading 6 files"), "{done:?}");
    assert!(!done.stderr.contains('\u{1b}') && !done.stdout.contains('\u{1b}'), "{done:?}");
    sandbox.write("README.md", "# Changed\n");
    let quiet = sandbox.run(&["sync", "--quiet"]);
    assert_eq!((quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()), (0, "", ""));
    let status = sandbox.run(&["status"]);
    assert!(status.stdout.contains("state      up to date"), "{status:?}");
    assert!(status.stdout.contains("left out   1 file"), "{status:?}");
    sandbox.write("README.md", "# Again\n");
    let status = sandbox.run(&["status"]);
    assert!(status.stdout.contains("1 file changed since the last sync"), "{status:?}");
    assert!(status.stdout.contains("changed README.md"), "{status:?}");
}

#[test]
fn json_goes_through_programs_and_a_reader_that_leaves_is_no_error() {
    let sandbox = Sandbox::new();
    for n in 0..3000 {
        sandbox.write_bytes(&format!("binary-{n:04}.bin"), &[0, 1, 2, 3]);
    }
    sandbox.sync();
    let mut child =
        sandbox.command(&["status", "--skipped"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0; 10];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let done = Done::of(&child.wait_with_output().unwrap());
    assert_eq!(done.code, 0, "{done:?}");
    assert!(!done.stderr.contains("graphicle:") && !done.stderr.contains("panicked"), "{done:?}");
}

#[test]
fn errors_are_one_sentence_that_names_the_place() {
    let sandbox = Sandbox::new();
    let missing = sandbox.run(&["sync", "no/such/folder"]);
    assert!(missing.failure().contains("no/such/folder"), "{missing:?}");
    sandbox.write("file.txt", "x\n");
    let file = sandbox.run(&["sync", "file.txt"]);
    assert!(file.failure().contains("is not a folder"), "{file:?}");
}

#[test]
fn completions_are_printed_for_every_shell() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let done = sandbox.run(&["completions", shell]);
        assert_eq!(done.code, 0);
        assert!(done.stdout.contains("graphicle") && done.stdout.contains("projects"), "{shell}");
    }
    assert_eq!(sandbox.run(&["completions", "nosuchshell"]).code, 2);
    assert!(fs::read_dir(sandbox.base()).unwrap().all(|entry| entry.unwrap().file_name() != "data"), "nothing is made");
}

#[cfg(unix)]
#[test]
fn a_folder_s_name_steers_no_terminal() {
    let mut sandbox = Sandbox::new();
    sandbox.root = sandbox.base().join("evil\u{1b}[31m\nroot");
    sandbox.write("a.py", "x = 1\n");
    let check = |args: &[&str]| {
        let done = sandbox.run(args);
        let all = format!("{}{}", done.stdout, done.stderr);
        assert!(!all.contains('\u{1b}') && !all.contains("\nroot"), "{done:?}");
        all
    };
    assert!(check(&["status"]).contains("evil\\x1b[31m\\x0aroot was never synced"));
    check(&["sync"]);
    let status = sandbox.status();
    let id = status["project"]["id"].as_str().unwrap();
    for args in [&["status"][..], &["projects"], &["projects", "move", id, "."], &["projects", "remove", id]] {
        assert!(check(args).contains("evil\\x1b[31m\\x0aroot"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_said_so() {
    let sandbox = Sandbox::with_files();
    sandbox.sync();
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = sandbox.command(&["status"]).stdout(full).output().unwrap();
    let failed = Done::of(&output);
    assert!(failed.failure().contains("cannot write the result to standard output"), "{failed:?}");
}
