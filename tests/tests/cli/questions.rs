//! Owns hostile questions to the command `context`: each gives a ranking or one sentence, and nothing of it steers the
//! terminal. Whether a ranking is right it does not own.

use graphicle_tests::hostile_questions;
use graphicle_tests::sandbox::{Done, Sandbox};

/// Characters that a terminal obeys, or that turn the direction of a text; line ends are the program's own.
fn steers(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{61c}' | '\u{200e}' | '\u{200f}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[track_caller]
fn assert_quiet(done: &Done) {
    assert!(!done.stdout.contains(steers) && !done.stderr.contains(steers), "{done:?}");
    assert!(!done.stderr.contains("panicked"), "{done:?}");
}

/// Asks what stands on standard input, as text and as JSON; checks that both succeed or both fail, and returns the JSON's.
#[track_caller]
fn ask(sandbox: &Sandbox, question: &[u8]) -> Done {
    let text = sandbox.run_with_input(&["context", "-", "--no-sync"], question);
    let json = sandbox.run_with_input(&["context", "-", "--no-sync", "--json"], question);
    assert_quiet(&text);
    assert_quiet(&json);
    assert_eq!((text.code, &text.stderr), (json.code, &json.stderr));
    if json.code == 0 {
        let ranking = json.json();
        assert_eq!(ranking["ranking"].as_array().unwrap().len(), 5, "every file has a place");
        let is_unmatched = text.stdout.starts_with("nothing in the project matches the question");
        assert_eq!(is_unmatched, ranking["confidence"] == "none", "{text:?}");
    }
    json
}

#[test]
fn every_question_gives_a_ranking_or_a_sentence() {
    let sandbox = Sandbox::with_files();
    sandbox.sync();
    for question in hostile_questions::all() {
        let done = ask(&sandbox, question.as_bytes());
        if question.trim().is_empty() {
            assert!(done.failure().contains("the question is empty; ask something, for example:"), "{done:?}");
        } else if question.len() > 256 << 10 {
            let read = done.json()["question"].as_str().unwrap().to_owned();
            assert!(question.starts_with(&read) && read.len() > (256 << 10) - 4, "{} bytes were read", read.len());
            assert_eq!(done.stderr, "graphicle: the question is longer than 256 KiB; the rest of it is not read\n");
        } else {
            assert_eq!((done.json()["question"].as_str(), done.stderr.as_str()), (Some(question.as_str()), ""));
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_read_around() {
    let sandbox = Sandbox::with_files();
    sandbox.sync();
    let found = ask(&sandbox, b"\0\xff\xfe forgets \x80\0 nothing").json();
    assert_eq!(found["ranking"][0]["path"], "README.md");
    assert_eq!(found["question"], "\0\u{fffd}\u{fffd} forgets \u{fffd}\0 nothing");
    let noise: Vec<u8> = (128..=255).cycle().take(300 << 10).collect();
    let done = ask(&sandbox, &noise);
    assert!(done.stderr.contains("longer than 256 KiB") && done.json()["confidence"] == "none", "{}", done.stderr);
    // Longer than any pipe holds: whoever writes it can do so to the end.
    let long = sandbox.run_with_input(&["context", "-", "--no-sync"], "forgets nothing ".repeat(1 << 19).as_bytes());
    assert!(long.code == 0 && long.stdout.contains("README.md"), "{long:?}");
}

#[test]
fn a_question_with_a_dash_in_front_is_asked_behind_two() {
    let sandbox = Sandbox::with_files();
    sandbox.sync();
    for question in ["-x", "--json", "--limit"] {
        assert_eq!(sandbox.run(&["context", "--no-sync", "--json", "--", question]).json()["question"], question);
        let bare = sandbox.run(&["context", question]);
        assert_eq!((bare.code, bare.stdout.as_str()), (2, ""), "{bare:?}");
    }
    let read = sandbox.run_with_input(&["context", "--no-sync", "--json", "--", "-"], b"store").json();
    assert_eq!(read["question"], "store");
    assert!(sandbox.run(&["context", "-"]).failure().contains("the question is empty"));
}

#[test]
fn names_and_headings_of_files_steer_no_terminal() {
    let sandbox = Sandbox::with_files();
    sandbox.write("evil.md", "# Zeppelin \u{1b}[31m red \u{202e}neerg\u{9b}2J\n\nInflate it.\n");
    sandbox.write("zeppelin\u{202e}dm.exe.md", "# Zeppelin\n");
    let text = sandbox.run(&["context", "red zeppelin"]);
    assert_quiet(&text);
    assert!(text.stdout.contains("zeppelin\\xe2\\x80\\xaedm.exe.md"), "{text:?}");
    assert!(text.stdout.contains("Zeppelin \\x1b[31m red \\xe2\\x80\\xaeneerg"), "{text:?}");
    let json = sandbox.run(&["context", "red zeppelin", "--json"]);
    assert_quiet(&json);
    let ranking = json.json()["ranking"].clone();
    assert!(ranking.as_array().unwrap().iter().any(|file| file["path"] == "zeppelin\u{202e}dm.exe.md"), "{ranking}");
    assert_quiet(&sandbox.run(&["status"]));
    assert_quiet(&sandbox.run(&["context", "x", "--project", "a\u{202e}\u{1b}b"]));
}

#[test]
fn a_limit_is_a_number_of_files() {
    let sandbox = Sandbox::with_files();
    sandbox.sync();
    for limit in ["0", "-1", "x", "", "1.5", "99999999999999999999999"] {
        for args in [&["context", "store", "--limit", limit][..], &["context", "store", &format!("--limit={limit}")]] {
            let done = sandbox.run(args);
            assert_eq!((done.code, done.stdout.as_str()), (2, ""), "{done:?}");
            let sentence = format!("invalid value '{limit}' for '--limit <N>': a number of files is needed, 1 to");
            assert!(done.stderr.contains(&sentence), "{done:?}");
        }
    }
    for (limit, files) in [("1", 1), ("4", 4), ("99999999", 5), ("4294967295", 5)] {
        let json = sandbox.run(&["context", "store", "--no-sync", "--json", "--limit", limit]).json();
        assert_eq!(json["ranking"].as_array().unwrap().len(), files);
    }
}

#[test]
fn a_project_is_one_that_is_there() {
    let sandbox = Sandbox::with_files();
    sandbox.sync();
    for command in [&["context", "store"][..], &["status"], &["sync"], &["projects", "remove"]] {
        for project in ["nonsense", "no/such/folder", ""] {
            let mut args = command.to_vec();
            if command[0] != "projects" {
                args.push("--project");
            }
            args.push(project);
            let done = sandbox.run(&args);
            let sentence = if project.is_empty() { "an empty text names no project; give" } else { project };
            assert!(done.failure().contains(sentence), "{args:?}: {done:?}");
        }
    }
    assert_eq!(sandbox.status()["files"], 5);
}
