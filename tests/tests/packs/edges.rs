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
