//! Owns the checks of what is printed where, and of the exit codes; owns none of what a sync does.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::process::Stdio;

use graphicle_tests::fixture::root;
use graphicle_tests::sandbox::{Done, Sandbox};
use serde_json::Value;

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
    assert!(missing.failure().contains("no folder no/such/folder; check"), "{missing:?}");
    let below_a_file = sandbox.run(&["sync", "file.txt/x"]);
    assert!(below_a_file.failure().contains("file.txt/x"), "{below_a_file:?}");
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
        assert!(!done.stdout.contains("extract-worker"), "{shell} offers what is not meant for people");
    }
    assert_eq!(sandbox.run(&["completions", "nosuchshell"]).code, 2);
    assert!(fs::read_dir(sandbox.base()).unwrap().all(|entry| entry.unwrap().file_name() != "data"), "nothing is made");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_named() {
    let sandbox = Sandbox::with_files();
    sandbox.sync();
    for args in [&["status"][..], &["status", "--json"], &["projects"], &["completions", "bash"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let done = Done::of(&sandbox.command(args).stdout(full).stderr(Stdio::piped()).output().unwrap());
        assert!(done.failure().contains("cannot write to standard output: No space left"), "{args:?}: {done:?}");
    }
}

#[test]
fn options_go_together_where_that_means_something() {
    let sandbox = Sandbox::with_files();
    let quiet = sandbox.run(&["sync", "--quiet", "--json"]);
    assert_eq!((quiet.json()["files"].as_u64(), quiet.stderr.as_str()), (Some(5), ""));
    assert_eq!(sandbox.run(&["projects", "--json", "list"]).json()["projects"][0]["key"], "project");
    let other = sandbox.run(&["projects", "--json", "prune"]);
    assert_eq!((other.code, other.stdout.as_str()), (2, ""), "{other:?}");
}

#[test]
fn help_needs_no_more_than_80_columns() {
    let sandbox = Sandbox::new();
    for command in ["sync", "status", "projects", "completions"] {
        let help = sandbox.run(&[command, "--help"]).stdout;
        let examples = help.split_once("Options:").unwrap().1;
        let tail = examples.split_once("\n\n").unwrap().1;
        assert!(tail.lines().all(|line| line.chars().count() <= 80), "{command}: {tail}");
    }
}

#[test]
fn a_first_sync_of_an_empty_folder_says_so() {
    let sandbox = Sandbox::new();
    assert!(sandbox.run(&["sync"]).stdout.contains("nothing to read"));
    assert!(sandbox.run(&["sync"]).stdout.contains("nothing changed"));
}

/// Returns the names of a value's fields, with those of the objects in it; what an object with free keys holds is left
/// out.
fn fields(value: &Value, above: &str, to: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields_here) => {
            for (name, value) in fields_here {
                let path = format!("{above}.{name}");
                if path != ".skipped" {
                    fields(value, &path, to);
                }
                to.insert(path);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| fields(value, above, to)),
        _ => {}
    }
}

#[test]
fn the_json_is_what_its_documentation_says() {
    let sandbox = Sandbox::with_files();
    // Built here, so that no scanner takes this file for what it tests.
    let key = ["AKIA", "QZ3DX7LN2WVB5TRY"].concat();
    sandbox.write("config.json", &format!("{{\"key\": \"{key}\"}}\n"));
    sandbox.write("code.py", &format!("KEY = '{key}'\n"));
    let page = fs::read_to_string(root().join("docs/cli.md")).unwrap();
    let described: Vec<Value> = page
        .split("```json\n")
        .skip(1)
        .map(|block| serde_json::from_str(block.split_once("```").unwrap().0).unwrap())
        .collect();
    let cases = "{\"id\":\"a\",\"question\":\"store\",\"key\":[\"README.md\"],\"also\":[\"code.py\"]}\n";
    sandbox.write("cases.jsonl", cases);
    let commands = [
        &["sync", "--json"][..],
        &["status", "--json", "--skipped"],
        &["context", "what keeps the items of the store?", "--json"],
        &["eval", "cases.jsonl", "--json"],
        &["projects", "--json"],
    ];
    assert_eq!(described.len(), commands.len());
    for (described, args) in described.iter().zip(commands) {
        let printed = sandbox.run(args).json();
        assert_eq!(described["format"], printed["format"]);
        let [mut in_page, mut in_output] = [BTreeSet::new(), BTreeSet::new()];
        fields(described, "", &mut in_page);
        fields(&printed, "", &mut in_output);
        assert_eq!(in_page, in_output, "{args:?}");
    }
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
