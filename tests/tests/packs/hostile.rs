//! Owns the check of packs that hold every file that is meant to break one: pinned, so that it is there, in each form. It
//! owns neither the files nor what is checked.

use graphicle_engine::pack::PackRequest;
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::checks::packs::{Project, check};
use graphicle_tests::hostile_files;
use graphicle_tests::memory_snapshot::{Files, snapshot};
use serde_json::{Value, json};

fn files() -> Files {
    hostile_files::all().into_iter().map(|(path, text)| (path.to_owned(), text)).collect()
}

/// Every way to write a chunk.
fn forms() -> impl Iterator<Item = (&'static str, &'static str)> {
    ["markdown", "xml", "json"].into_iter().flat_map(|format| ["all", "none"].map(|numbers| (format, numbers)))
}

#[track_caller]
fn checked(project: &Project<'_>, request: &Value) -> usize {
    let made = check(project, request, None).unwrap_or_else(|fault| panic!("{request}\n{fault}"));
    made.unwrap_or_else(|| panic!("{request} is refused")).json.of_files().count()
}

#[test]
fn every_hostile_file_stands_in_a_pack_line_by_line() {
    let files = files();
    let bytes = snapshot(&files);
    let snapshot = Snapshot::open(&bytes).unwrap();
    let project = Project { files: &files, snapshot: &snapshot };
    for (path, text) in &files {
        if text.is_empty() {
            continue;
        }
        for (format, numbers) in forms() {
            let request = json!({
                "question": "keep the fence </section> ``` ]]>", "budget": 20_000, "bytes_per_token": 3,
                "format": format, "line_numbers": numbers, "pins": [path], "sections": ["focus", "manifest"],
            });
            checked(&project, &request);
        }
    }
}

#[test]
fn hostile_files_together_stand_in_every_layout() {
    let files = files();
    let bytes = snapshot(&files);
    let snapshot = Snapshot::open(&bytes).unwrap();
    let project = Project { files: &files, snapshot: &snapshot };
    for (format, numbers) in forms() {
        for share in [json!(null), json!(0.5), json!(0.9)] {
            for question in [json!(null), json!("where is the cdata of keep_outline and find_tick kept?")] {
                let request = json!({
                    "question": question, "budget": "40k", "format": format, "line_numbers": numbers,
                    "prefix_share": share,
                });
                let chunks = checked(&project, &request);
                assert!(chunks > 10, "{request}: {chunks} chunks");
            }
        }
    }
}

#[test]
fn a_line_of_five_megabytes_is_in_a_pack_that_holds_it_and_in_no_other() {
    let (path, text) = hostile_files::long_line(5_000_000);
    let mut files = Files::from([(path.to_owned(), text)]);
    files.insert("src/key.py".into(), "def key(word):\n    return word\n".into());
    let bytes = snapshot(&files);
    let snapshot = Snapshot::open(&bytes).unwrap();
    let project = Project { files: &files, snapshot: &snapshot };
    let made = |budget: &str, pins: Value| {
        let request = json!({"question": "what is the key word?", "budget": budget, "pins": pins, "format": "xml"});
        check(&project, &request, None).unwrap_or_else(|fault| panic!("{request}\n{fault}"))
    };
    let small = made("128k", json!([])).unwrap();
    assert!(small.pack.included.iter().all(|own| own.path != path), "{:?}", small.pack.included);
    assert!(small.pack.omitted.iter().any(|own| own.path == path), "{:?}", small.pack.omitted);
    assert!(made("128k", json!([path])).is_none(), "the line does not fit");
    let large = made("2m", json!([path])).unwrap();
    assert!(large.pack.included.iter().any(|own| own.path == path), "{:?}", large.pack.included);
}

#[test]
fn a_hostile_question_and_project_stay_text() {
    let files = files();
    let bytes = snapshot(&files);
    let snapshot = Snapshot::open(&bytes).unwrap();
    let project = Project { files: &files, snapshot: &snapshot };
    for question in graphicle_tests::hostile_questions::all().into_iter().filter(|own| !own.trim().is_empty()) {
        for format in ["markdown", "xml"] {
            checked(
                &project,
                &json!({"question": question, "project": question, "commit": question, "format": format}),
            );
        }
    }
}

/// Returns whether a character is not seen, or makes others be seen elsewhere.
fn is_hidden(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{61c}' | '\u{200e}' | '\u{200f}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns a project whose every name turns the direction of text: of folders, files, symbols, headings, purposes.
fn turned() -> Files {
    let mut files = Files::new();
    let call = |own: &str, other: &str| {
        format!(
            "from \u{202e}app.{other} import {other}\n\n\ndef {own}(value):\n    kept = value\n    return {other}(kept)\n"
        )
    };
    for (own, other) in [("alpha", "beta"), ("beta", "gamma"), ("gamma", "alpha")] {
        files.insert(format!("\u{202e}app/\u{2066}{own}.py"), call(own, other));
        files.insert(
            format!("\u{202e}app/{own}.js"),
            format!("export function \u{200f}{own}() {{\n  return {own}();\n}}\n"),
        );
    }
    let test =
        "from \u{202e}app.alpha import alpha\n\n\ndef test_alpha():\n    kept = alpha(1)\n    assert kept == 1\n";
    files.insert("\u{202e}tests/test_\u{2066}alpha.py".into(), test.into());
    files.insert("\u{202e}app/README.md".into(), "# \u{202e}Notes\n\nFor \u{202e}readers.\n".into());
    files.insert(
        "\u{202e}app/main.go".into(),
        "package main\n\nfunc main() {\n\tstart()\n}\n\nfunc start() {}\n".into(),
    );
    files
}

#[test]
fn no_word_of_the_packs_own_turns_the_direction_of_text() {
    let files = turned();
    let bytes = snapshot(&files);
    let snapshot = Snapshot::open(&bytes).unwrap();
    let project = Project { files: &files, snapshot: &snapshot };
    let mut seen = String::new();
    let asked = |format: &str, share: Option<f64>, budget: u32, sections: Option<&str>| {
        json!({
            "question": "what does \u{202e}alpha hand on to main?", "project": "\u{202e}acme", "commit": "\u{2067}1",
            "budget": budget, "format": format, "prefix_share": share, "sections": sections,
        })
    };
    for format in ["markdown", "xml", "json"] {
        for (share, budget, sections) in [
            (None, 1_500, None),
            (None, 20_000, None),
            (Some(0.7), 1_500, None),
            (Some(0.7), 20_000, None),
            (None, 20_000, Some("docs,tests")),
        ] {
            let request = asked(format, share, budget, sections);
            let made = check(&project, &request, None).unwrap_or_else(|fault| panic!("{request}\n{fault}"));
            let made = made.unwrap_or_else(|| panic!("{request} is refused"));
            for (chunk, read) in made.pack.sections.iter().flat_map(|own| &own.chunks).zip(&made.json.chunks) {
                // A file's own lines stay what they are.
                let lines = read.read.as_ref().map_or(0..0, |own| own.code.clone());
                let own = format!("{}{}", &chunk.text[..lines.start], &chunk.text[lines.end..]);
                assert!(!own.contains(is_hidden) && !chunk.why.contains(is_hidden), "{request}: {own:?}");
                seen.push_str(&own);
            }
            assert!(made.json.of_files().any(|(_, own)| own.path.contains('\u{202e}')), "the true paths are read");
        }
    }
    // Each place that names a path or what is in a file.
    for part in [
        "### \\xe2\\x80\\xaeapp/\\xe2\\x81\\xa6alpha.py lines ",
        "<file path=\"\\xe2\\x80\\xaeapp/",
        "- \\xe2\\x80\\xaeapp/\\xe2\\x81\\xa6alpha.py: ",
        "- in the prefix: \\xe2\\x80\\xaeapp/",
        "- \\xe2\\x80\\xaeapp/: 8 files",
        "- \\xe2\\x80\\xaeapp/ 8, ",
        "nearest README of \\xe2\\x80\\xaeapp/",
        "why: tests: named after \\xe2\\x81\\xa6alpha.py",
        "- main (\\xe2\\x80\\xaeapp/main.go:4) -> start (\\xe2\\x80\\xaeapp/main.go:7)",
        "entry: main (\\xe2\\x80\\xaeapp/main.go:3)",
        "# graphicle pack: \\xe2\\x80\\xaeacme",
    ] {
        assert!(seen.contains(part), "{part}\n{seen}");
    }
}

#[test]
fn a_path_that_was_copied_from_a_pack_is_a_pin() {
    let files = turned();
    let bytes = snapshot(&files);
    let snapshot = Snapshot::open(&bytes).unwrap();
    let project = Project { files: &files, snapshot: &snapshot };
    let request = |pin: &str| json!({"question": "what is it?", "budget": 2_000, "pins": [pin], "sections": "focus"});
    let named = PackRequest::from_json(&request("\u{202e}app/\u{2066}beta.py:4-6").to_string()).unwrap();
    let copied = PackRequest::from_json(&request("\\xe2\\x80\\xaeapp/\\xe2\\x81\\xa6beta.py:4-6").to_string()).unwrap();
    let (named, copied) = (named.pack(project.snapshot).unwrap(), copied.pack(project.snapshot).unwrap());
    assert!(named.text.contains("beta.py lines 4-6\nwhy: focus: pinned"), "{}", named.text);
    assert_eq!(named.text, copied.text);
}
