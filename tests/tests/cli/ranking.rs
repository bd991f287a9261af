//! Owns the commands `context` and `eval` as a user meets them: what they print, for people and as JSON. It owns no
//! hostile input.

use graphicle_tests::sandbox::Sandbox;

#[test]
fn context_syncs_a_new_folder_and_ranks_it() {
    let sandbox = Sandbox::with_files();
    let done = sandbox.run(&["context", "where are items kept in the store?", "--json", "--limit", "3"]);
    assert!(done.stderr.contains("was never synced; syncing it first"), "{done:?}");
    let json = done.json();
    assert_eq!(json["question"], "where are items kept in the store?");
    assert!(json["confidence"].is_string());
    let ranking = json["ranking"].as_array().unwrap();
    assert!((1..=3).contains(&ranking.len()));
    for (at, file) in ranking.iter().enumerate() {
        assert_eq!(file["rank"], at + 1);
        assert!(sandbox.root.join(file["path"].as_str().unwrap()).is_file());
        assert!(!file["why"].as_str().unwrap().is_empty());
        for passage in file["passages"].as_array().unwrap() {
            assert!(passage["start_line"].as_u64().unwrap() <= passage["end_line"].as_u64().unwrap());
        }
    }
}

#[test]
fn context_reads_standard_input_and_sees_changes_unless_told_not_to() {
    let sandbox = Sandbox::with_files();
    sandbox.sync();
    sandbox.write("src/zeppelin.py", "def inflate_zeppelin():\n    return 'hydrogen'\n");
    let old = sandbox.run(&["context", "inflate the zeppelin", "--no-sync", "--json"]).json();
    assert!(!old.to_string().contains("zeppelin.py"), "{old}");
    let json = sandbox.run_with_input(&["context", "-", "--json"], b"inflate the zeppelin").json();
    assert_eq!(json["ranking"][0]["path"], "src/zeppelin.py");
    assert_eq!(json["confidence"], "strong");
    let text = sandbox.run(&["context", "inflate the zeppelin"]);
    assert!(text.stdout.contains("  1  src/zeppelin.py") && text.stdout.contains("inflate_zeppelin"), "{text:?}");
}

#[test]
fn wrong_input_gets_a_sentence() {
    let sandbox = Sandbox::with_files();
    assert!(sandbox.run(&["context", "  "]).failure().contains("the question is empty"));
    assert!(sandbox.run(&["context", "x", "--no-sync"]).failure().contains("was never synced"));
    assert!(sandbox.run(&["eval", "nowhere.jsonl"]).failure().contains("nowhere.jsonl"));
    sandbox.write("cases.jsonl", "{\"id\": 1}\n");
    assert!(sandbox.run(&["eval", "cases.jsonl"]).failure().contains("line 1 is not a case"));
}

#[test]
fn eval_measures_and_compares() {
    let sandbox = Sandbox::with_files();
    sandbox.write("src/zeppelin.py", "def inflate_zeppelin():\n    return 'hydrogen'\n");
    sandbox.write(
        "cases.jsonl",
        "{\"id\":\"a\",\"question\":\"inflate the zeppelin\",\"key\":[\"src/zeppelin.py\"]}\n\
         {\"id\":\"b\",\"question\":\"nothing here\",\"key\":[\"gone.py\"]}\n",
    );
    let before = sandbox.run(&["eval", "cases.jsonl", "--json"]);
    let json = before.json();
    assert_eq!((&json["ranks"][0]["key"][0], &json["ranks"][1]["key"][0]), (&1.into(), &serde_json::Value::Null));
    assert_eq!(json["figures"]["any"][0], 0.5);
    sandbox.write("before.json", &before.stdout.replace("\"key\":[1]", "\"key\":[7]"));
    let text = sandbox.run(&["eval", "cases.jsonl", "--compare", "before.json", "--verbose"]);
    assert_eq!(text.code, 0, "{text:?}");
    for line in ["2 cases in ", "     1  a", "no key file of b is in the project", "a: 7 -> 1", "MRR 0.500"] {
        assert!(text.stdout.contains(line), "{line}: {text:?}");
    }
}

#[test]
fn a_line_that_a_stack_trace_points_to_comes_first_in_its_file() {
    let sandbox = Sandbox::with_files();
    let body = |name: &str| {
        format!(
            "def {name}(ledger):\n    total = 0\n    for entry in ledger:\n        total += entry.amount\n    return total\n\n\n"
        )
    };
    let names = ["credit_total", "debit_total", "closing_total", "opening_total", "yearly_total", "monthly_total"];
    let text: String = names.iter().map(|name| body(name) + &format!("# {name}\n").repeat(40)).collect();
    sandbox.write("src/books.py", &text);
    let line = 1 + text.lines().position(|line| line.starts_with("def opening_total")).unwrap();
    let first = |question: &str| {
        let json = sandbox.run(&["context", question, "--json"]).json();
        let file = &json["ranking"][0];
        assert_eq!(file["path"], "src/books.py", "{json}");
        let passage = &file["passages"][0];
        (passage["start_line"].as_u64().unwrap(), passage["end_line"].as_u64().unwrap())
    };
    let trace = format!(
        "the ledger's credit_total is wrong\n\n  File \"/srv/app/src/books.py\", line {}, in opening_total\n",
        line + 2
    );
    // The reporter's copy is older: its line lies elsewhere, the function's name tells where.
    let moved = trace.replace(&format!("line {}", line + 2), "line 2");
    for question in [trace, moved] {
        let (start, end) = first(&question);
        assert!(start <= line as u64 && line as u64 <= end, "{question}: lines {start}-{end}, not {line}");
    }
}

#[test]
fn files_of_one_name_do_not_crowd_out_others() {
    let sandbox = Sandbox::with_files();
    for part in 0..40 {
        sandbox.write(&format!("parts/p{part}/lamp.py"), &format!("def dim_lamp_{part}(level):\n    return level\n"));
    }
    sandbox.write("core/brightness.py", "# How much light a lamp gives at least.\nLOWEST = 3\n");
    let json = sandbox.run(&["context", "how far down can I dim a lamp?", "--json", "--limit", "60"]).json();
    let rank = json["ranking"].as_array().unwrap().iter().position(|file| file["path"] == "core/brightness.py");
    assert!(rank.is_some_and(|rank| (10..30).contains(&rank)), "{rank:?} in {json}");
}

#[test]
fn a_file_is_found_by_its_name_alone_and_by_what_it_says_word_for_word() {
    let sandbox = Sandbox::with_files();
    sandbox.write("src/billing/invoice.ts", "export const a = 1;\n");
    sandbox.write("Dockerfile", "FROM scratch\n");
    sandbox
        .write("src/gate.py", "def enter(guest):\n    raise Refused(f'the guest list is closed for {guest} today')\n");
    sandbox.write(
        "src/other.py",
        "def lists():\n    return ['guest', 'closed', 'list', 'today', 'list', 'guest']\n".repeat(5).as_str(),
    );
    for (question, path, why) in [
        ("invoice", "src/billing/invoice.ts", "path has invoice"),
        ("what is in the Dockerfile?", "Dockerfile", "named by path"),
        ("see src/gate.py:2", "src/gate.py", "named by path, line 2"),
        ("what lies in src/billing?", "src/billing/invoice.ts", "in a folder named by path"),
        (
            "Where does \"the guest list is closed for 17 today\" come from?",
            "src/gate.py",
            "holds \u{201c}the guest list is closed for",
        ),
    ] {
        let json = sandbox.run(&["context", question, "--json"]).json();
        let first = &json["ranking"][0];
        assert_eq!(first["path"], path, "{question}: {json}");
        assert!(first["why"].as_str().unwrap().contains(why), "{question}: {first}");
        assert_ne!(json["confidence"], "none", "{question}");
    }
    let unfound = sandbox.run(&["context", "zzyzx qwrtplk", "--json"]).json();
    assert_eq!(unfound["ranking"][0]["why"], "nothing in the question points to it");
    let nothing = sandbox.run(&["context", "zzyzx qwrtplk"]);
    assert_eq!(nothing.stdout, "nothing in the project matches the question\n");
}
