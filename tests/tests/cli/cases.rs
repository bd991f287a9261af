//! Owns hostile files to the command `eval`: cases and earlier runs that are broken, foreign or not what they should be.
//! It owns no figure.

use graphicle_tests::sandbox::{Done, Sandbox};
use serde_json::{Value, json};

/// A project that is synced.
fn synced() -> Sandbox {
    let sandbox = Sandbox::with_files();
    sandbox.sync();
    sandbox
}

fn eval(sandbox: &Sandbox, cases: impl AsRef<[u8]>, options: &[&str]) -> Done {
    sandbox.write_bytes("cases.jsonl", cases.as_ref());
    let done = sandbox.run(&[&["eval", "cases.jsonl", "--no-sync"], options].concat());
    assert!(!done.stderr.contains("panicked"), "{done:?}");
    done
}

fn case(id: &str, key: &[&str]) -> String {
    json!({"id": id, "question": "where are items kept?", "key": key}).to_string()
}

#[test]
fn a_broken_list_is_refused_in_one_sentence() {
    let sandbox = synced();
    let good = case("a", &["README.md"]);
    for (cases, sentence) in [
        (String::new(), "there is no case in it"),
        ("\n \r\n\n".to_owned(), "there is no case in it"),
        (format!("{good}\n\n{{\"id\": \n"), "line 3 is not a case (EOF while parsing a value, column 7)"),
        (format!("{good}\n\"text\"\n"), "line 2 is not a case"),
        ("\0\0\0".to_owned(), "line 1 is not a case"),
        ("[".repeat(200_000), "line 1 is not a case"),
        ("{\"id\":\"a\",\"question\":\"q\",\"key\":\"README.md\"}".to_owned(), "a list of key paths"),
        (format!("{good}\n{good}\n"), "line 2: there are two cases called \"a\""),
        (case("a", &[]), "line 1: case \"a\" names no key file"),
        (good.replace("where are items kept?", " "), "line 1: case \"a\" asks nothing"),
        (case("a", &["README.md", ""]), "has the path \"\"; write paths from the project's root"),
        (case("a", &["/README.md"]), "has the path \"/README.md\""),
        (case("a", &["store/../README.md"]), "has the path \"store/../README.md\""),
        (case("\u{1b}[2J\u{202e}", &[]), "case \"\\u{1b}[2J\\u{202e}\" names no key file"),
    ] {
        let done = eval(&sandbox, &cases, &[]);
        let failure = done.failure();
        assert!(
            failure.contains("the cases in cases.jsonl cannot be used: ") && failure.contains(sentence),
            "{done:?}"
        );
    }
    let noise: Vec<u8> = (0..=255).collect();
    assert!(eval(&sandbox, noise, &[]).failure().contains("cannot read the cases in cases.jsonl"));
    assert!(sandbox.run(&["eval", "store"]).failure().contains("cannot read the cases in store"));
    assert!(sandbox.run(&["eval", "nowhere.jsonl"]).failure().contains("cannot read the cases in nowhere.jsonl"));
}

#[test]
fn a_list_of_another_system_is_read_and_missing_files_are_named() {
    let sandbox = synced();
    let lines = [
        case("dotted", &["./store//cache.go", "store/cache.go"]),
        case("half", &["README.md", "gone.py"]),
        case("windows", &["store\\cache.go"]),
        case("folder", &["store"]),
        case("evil\u{1b}[31m\n\u{202e}", &["README.md"]),
    ];
    let text = format!("\u{feff}{}\r\n", lines.join("\r\n"));
    let json = eval(&sandbox, &text, &["--json"]);
    assert!(!json.stdout.contains(['\u{1b}', '\u{202e}']), "{json:?}");
    let json = json.json();
    let ranks: Vec<&Value> = json["ranks"].as_array().unwrap().iter().map(|case| &case["key"]).collect();
    assert!(ranks[0].as_array().unwrap().len() == 1 && ranks[0][0].is_u64(), "{ranks:?}");
    assert!(ranks[1][0].is_u64() && ranks[1][1].is_null(), "{ranks:?}");
    assert_eq!(ranks[2..4], [&json!([null]), &json!([null])]);
    assert_eq!(json["ranks"][4]["id"], "evil\u{1b}[31m\n\u{202e}");
    let done = eval(&sandbox, &text, &["--verbose"]);
    for line in [
        "note: the key file gone.py of half is not in the project",
        "note: no key file of windows is in the project: store\\cache.go",
        "note: no key file of folder is in the project: store",
        "5 cases in project",
        "  evil\\x1b[31m\\x0a\\xe2\\x80\\xae",
    ] {
        assert!(done.stdout.contains(line), "{line}: {done:?}");
    }
    assert!(!done.stdout.contains(['\u{1b}', '\u{202e}', '\u{feff}']), "{done:?}");
}

#[test]
fn a_file_that_is_named_twice_counts_once() {
    let sandbox = synced();
    let case = json!({"id": "a", "question": "a store that forgets nothing", "key": ["README.md", "./README.md"],
                      "also": ["README.md"]});
    let figures = eval(&sandbox, case.to_string(), &["--json"]).json()["figures"].clone();
    assert_eq!((&figures["ndcg10"], &figures["recall"][0]), (&json!(1.0), &json!(1.0)), "{figures}");
}

#[test]
fn only_a_run_of_these_cases_is_compared() {
    let sandbox = synced();
    let cases = [case("a", &["README.md"]), case("b", &["app/tools.py"])].join("\n");
    let run = eval(&sandbox, &cases, &["--json"]).stdout;
    let compare = |before: &str| {
        sandbox.write("before.json", before);
        eval(&sandbox, &cases, &["--compare", "before.json"])
    };
    for (before, sentence) in [
        ("", "before.json is not what `graphicle eval --json` prints: EOF"),
        (&run[..50], "before.json is not what `graphicle eval --json` prints"),
        ("[1, 2]", "before.json is not what `graphicle eval --json` prints"),
        ("{\"format\":\"graphicle.eval.v1\"}", "before.json is not what `graphicle eval --json` prints: missing field"),
        ("{\"format\":\"graphicle.status.v1\"}", "before.json has the format \"graphicle.status.v1\""),
        (&run.replace("eval.v1", "eval.v2"), "before.json has the format \"graphicle.eval.v2\""),
        (&run.replace("\"key\":[1]", "\"key\":[-1]"), "before.json is not what `graphicle eval --json` prints"),
        (&run.replace("\"id\":\"", "\"id\":\"other "), "before.json holds none of these cases"),
    ] {
        let done = compare(before);
        assert!(done.failure().contains(sentence), "{sentence}: {done:?}");
    }
    for missing in ["nowhere.json", "store"] {
        let done = eval(&sandbox, &cases, &["--compare", missing]);
        assert!(done.failure().contains(&format!("cannot read {missing}")), "{done:?}");
    }
    let same = compare(&format!("\u{feff}{run}"));
    assert!(same.stdout.contains("; 0 cases moved") && !same.stdout.contains("note:"), "{same:?}");
    let mut changed: Value = serde_json::from_str(&run).unwrap();
    changed["project"] = "el\u{1b}se".into();
    changed["ranks"][0] = json!({"id": "c", "key": [1], "also": []});
    changed["ranks"][1]["key"] = json!([99]);
    let done = compare(&changed.to_string());
    for line in [
        "; 1 case moved",
        "  b: 99 -> ",
        "note: the earlier run was in el\\x1bse",
        "not of the same cases: 1 in both runs, 1 in the earlier only, 1 in this only",
    ] {
        assert!(done.stdout.contains(line), "{line}: {done:?}");
    }
}
