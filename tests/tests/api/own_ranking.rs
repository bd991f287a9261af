//! Owns the check that a caller's ranking is packed in the caller's order.

use serde_json::{Value, json};

use super::opened;

fn pack(request: &Value) -> Value {
    let pack = opened().pack(&request.to_string(), None).unwrap();
    serde_json::from_str(&graphicle_engine::pack::json(&pack, None).unwrap()).unwrap()
}

#[test]
fn ranks_are_the_callers() {
    let question = "where do users log in?";
    let ours = pack(&json!({"question": question}));
    assert_eq!(ours["included"][0]["path"], "app/login.py");
    let own = pack(&json!({"question": question, "ranking": ["app/secret_words.py", "app/pad.py"]}));
    let ranked: Vec<(&str, u64)> = own["included"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|file| Some((file["path"].as_str()?, file["rank"].as_u64()?)))
        .collect();
    assert_eq!(ranked, [("app/secret_words.py", 1), ("app/pad.py", 2)]);
}

#[test]
fn the_callers_lines_are_shown_where_a_file_is_cut() {
    use graphicle_engine::api::Opened;
    use graphicle_tests::memory_snapshot::{Files, snapshot};
    let function = |n| format!("def step_{n}(state):\n    \"\"\"Does step {n}.\"\"\"\n    return state + {n}\n\n\n");
    let functions: Vec<String> = (0..400).map(function).collect();
    let files = Files::from([("app/steps.py".to_owned(), functions.concat())]);
    let opened = Opened::open(&snapshot(&files)).unwrap();
    let request = json!({
        "question": "what happens to the state?", "budget": 1500, "sections": ["focus"],
        "ranking": [{"path": "app/steps.py", "lines": [[1501, 1503]]}],
    });
    let text = opened.pack(&request.to_string(), None).unwrap().text;
    // The focus shows their functions whole; of the others there is an outline at most.
    assert!(text.contains("Does step 300.") && !text.contains("Does step 0."), "{text}");
}
