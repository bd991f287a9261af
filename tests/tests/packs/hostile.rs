//! Owns the check of packs that hold every file that is meant to break one: pinned, so that it is there, in each form. It
//! owns neither the files nor what is checked.

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
