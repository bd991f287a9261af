//! Owns the checks of projects and requests at the edge of what there can be: no file, no room, nothing that is let in. It
//! owns no check of a pack that is made.

use graphicle_engine::pack::{PackError, PackRequest};
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::checks::packs::{Project, check};
use graphicle_tests::memory_snapshot::{Files, snapshot};
use serde_json::{Value, json};

fn project() -> Files {
    [("src/login.py", "def login(user):\n    return user\n"), ("README.md", "# Acme\n\nAcme logs users in.\n")]
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .into()
}

fn refusal(files: &Files, request: &Value) -> PackError {
    let bytes = snapshot(files);
    let request = PackRequest::from_json(&request.to_string()).unwrap();
    request.pack(&Snapshot::open(&bytes).unwrap()).unwrap_err()
}

#[test]
fn a_project_without_files_has_packs_that_say_so() {
    let files = Files::new();
    let bytes = snapshot(&files);
    let snapshot = Snapshot::open(&bytes).unwrap();
    let project = Project { files: &files, snapshot: &snapshot };
    for format in ["markdown", "xml", "json"] {
        for share in [json!(null), json!(0.9)] {
            for question in [json!(null), json!("where are users logged in?")] {
                let request = json!({"question": question, "format": format, "prefix_share": share});
                let made =
                    check(&project, &request, None).unwrap_or_else(|fault| panic!("{request}\n{fault}")).unwrap();
                assert!(made.pack.included.is_empty() && !made.pack.text.is_empty(), "{request}");
            }
        }
    }
}

#[test]
fn what_cannot_be_met_is_refused_in_one_sentence() {
    let files = project();
    for (request, says) in [
        (json!({"pins": ["src/logout.py"]}), "src/logout.py is not in the project"),
        (json!({"pins": ["src/login.py:1-9"]}), "src/login.py has 2 lines"),
        (json!({"pins": ["src/login.py"], "exclude": ["src/"]}), "left out by --include or --exclude"),
        (
            json!({"budget": 512, "bytes_per_token": 0.5, "project": "acme".repeat(30)}),
            "does not hold the pack's header",
        ),
        (json!({"budget": 600, "bytes_per_token": 0.5, "pins": ["src/login.py"]}), "raise the budget"),
        (json!({"include": ["*.nothing"]}), "no file of the project is let in"),
        (json!({"include": [""]}), "a pattern is a path"),
    ] {
        let sentence = refusal(&files, &request).to_string();
        assert!(sentence.contains(says) && !sentence.contains('\n'), "{request}: {sentence}");
    }
}

/// A counter by which the pack's own words take more than is kept free for them, so that what was taken in does not fit in
/// the end.
#[test]
fn pins_stay_in_a_pack_that_is_filled_to_the_brim() {
    let mut files = project();
    let module = |name: &str| {
        let step = |at: u32| format!("def {name}_{at}(value):\n    return value + {at}\n\n\n");
        (0..12).map(step).collect::<String>()
    };
    let names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    for name in names {
        files.insert(format!("src/{name}.py"), module(name));
    }
    let pins: Vec<String> = names.iter().map(|name| format!("src/{name}.py:5-6")).collect();
    let bytes = snapshot(&files);
    let snapshot = Snapshot::open(&bytes).unwrap();
    let project = Project { files: &files, snapshot: &snapshot };
    let (mut made, mut refused) = (0, 0);
    for budget in (2_000..9_000).step_by(50) {
        for share in [json!(null), json!(0.5)] {
            let request = json!({
                "question": "what does one_3 do?", "budget": budget, "bytes_per_token": 0.5, "prefix_share": share,
                "pins": pins,
            });
            // The check of a pack wants its pins in it.
            match check(&project, &request, None).unwrap_or_else(|fault| panic!("{request}\n{fault}")) {
                Some(_) => made += 1,
                None => refused += 1,
            }
        }
    }
    assert!(made > 10 && refused > 10, "{made} made, {refused} refused");
}
