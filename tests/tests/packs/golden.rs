//! Owns the golden packs: those of the small project in `tests/golden/project`, kept beside it byte for byte. It owns no
//! other project, and no judgement of what is in them but that of whoever reads a change.
//!
//! After a change that was meant: `BLESS=1 cargo test -p graphicle-tests --test packs golden`, then read the difference.

use std::fs;
use std::path::{Path, PathBuf};

use graphicle_engine::ENGINE;
use graphicle_engine::pack::json;
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::checks::packs::{Project, check};
use graphicle_tests::fixture::root;
use graphicle_tests::memory_snapshot::{Files, snapshot};
use serde_json::{Value, json as value};

/// A pack's name, and what is asked for beside the format.
fn requests() -> [(&'static str, Value); 3] {
    let question = "How does the store decide which items to evict when it is full?";
    [
        ("standard", value!({"question": question, "budget": 1800})),
        ("cache", value!({"question": question, "budget": 3600, "prefix_share": 0.5})),
        ("overview", value!({"budget": 2000})),
    ]
}

/// Stands for the hash of the engine's sources, which changes with each of them.
const ANY_ENGINE: &str = "0000000000000000000000000000000000000000000000000000000000000000";

const FORMATS: [(&str, &str); 3] = [("markdown", "md"), ("xml", "xml"), ("json", "json")];

fn folder() -> PathBuf {
    root().join("tests/golden")
}

fn files() -> Files {
    let mut files = Files::new();
    add(&mut files, &folder().join("project"), "");
    files
}

fn add(files: &mut Files, folder: &Path, at: &str) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = format!("{at}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            add(files, &entry.path(), &format!("{path}/"));
        } else {
            files.insert(path, fs::read_to_string(entry.path()).unwrap());
        }
    }
}

#[test]
fn golden_packs_are_what_they_were() {
    let is_blessed = std::env::var_os("BLESS").is_some_and(|value| value == "1");
    let files = files();
    assert!(files.len() > 8, "{:?}", files.keys());
    let bytes = snapshot(&files);
    let snapshot = Snapshot::open(&bytes).unwrap();
    let mut changed = Vec::new();
    for (name, mut request) in requests() {
        for (format, ending) in FORMATS {
            request["format"] = format.into();
            request["project"] = "acme".into();
            request["commit"] = "5ca1ab1e0ddba115ca1ab1e0ddba115ca1ab1e00".into();
            let made = check(&Project { files: &files, snapshot: &snapshot }, &request, None);
            let made = made.unwrap_or_else(|fault| panic!("{request}\n{fault}")).unwrap();
            let text = if format == "json" {
                json(&made.pack, None).unwrap().replace(ENGINE.sha256, ANY_ENGINE) + "\n"
            } else {
                made.pack.text
            };
            let path = folder().join(format!("{name}.{ending}"));
            let kept = fs::read_to_string(&path).unwrap_or_default();
            if is_blessed {
                fs::write(&path, text).unwrap();
            } else if let Some(difference) = difference(&kept, &text) {
                changed.push(format!("tests/golden/{name}.{ending}, {difference}"));
            }
        }
    }
    assert!(
        changed.is_empty(),
        "{}\nwhere that was meant: BLESS=1 cargo test -p graphicle-tests --test packs golden, then read the difference",
        changed.join("\n")
    );
}

/// Says where two texts differ first.
fn difference(kept: &str, made: &str) -> Option<String> {
    if kept == made {
        return None;
    }
    let same = kept.bytes().zip(made.bytes()).take_while(|(kept, made)| kept == made).count();
    let around = |text: &str| {
        let from = text.floor_char_boundary(same.saturating_sub(40));
        let to = text.floor_char_boundary(same.saturating_add(80).min(text.len()));
        text[from..to].to_owned()
    };
    Some(format!("byte {same}: it was {:?}, it is {:?}", around(kept), around(made)))
}
