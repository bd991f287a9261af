//! Owns the check that answers are what the schemas in docs say, and that requests are what they allow.

use graphicle_engine::api::{ErrorCode, Opened};
use graphicle_engine::portable::About;
use graphicle_tests::memory_snapshot::snapshot;
use graphicle_tests::schemas::{Schema, objections};
use serde_json::{Value, json};

use super::{files, opened};

#[test]
fn what_is_known_of_a_snapshot_is_told() {
    let about = About { project: Some("shop".to_owned()), commit: Some("c0ffee".to_owned()), ..About::default() };
    let bytes = snapshot(&files());
    let info: Value = serde_json::from_str(&Opened::new(bytes.clone(), about).unwrap().info().unwrap()).unwrap();
    assert_eq!(objections(Schema::Info, &info), [""; 0]);
    assert_eq!(
        (&info["project"], &info["commit"], &info["files"], &info["bytes"]),
        (&json!("shop"), &json!("c0ffee"), &json!(5), &json!(bytes.len()))
    );
    assert_eq!(info["languages"][0]["files"], json!(4), "{info}");
}

#[test]
fn a_ranking_is_what_its_schema_says() {
    let ranking = opened().rank(r#"{"question": "where do users log in?", "limit": 2}"#).unwrap();
    let ranking: Value = serde_json::from_str(&ranking).unwrap();
    assert_eq!(objections(Schema::Ranking, &ranking), [""; 0]);
    assert_eq!(ranking["ranking"].as_array().unwrap().len(), 2);
    assert_eq!(ranking["ranking"][0]["path"], "app/login.py", "{ranking}");
}

#[test]
fn a_pack_names_the_project_that_the_snapshot_is_of() {
    let about = About { project: Some("shop".to_owned()), commit: None, ..About::default() };
    let own = Opened::new(snapshot(&files()), about).unwrap();
    assert_eq!(own.pack("{}", None).unwrap().project, "shop");
    assert_eq!(own.pack(r#"{"project": "other"}"#, None).unwrap().project, "other");
}

/// Every field and every value that the schema of requests knows is taken, in both spellings, and none else.
#[test]
fn requests_are_what_their_schema_says() {
    let schema = Schema::Request.read();
    let fields = schema["properties"].as_object().unwrap();
    assert!(fields.len() > 14);
    for (name, field) in fields {
        let values: Vec<Value> = match name.as_str() {
            "ranking" => vec![json!(["app/pad.py"]), json!([{"path": "app/pad.py", "lines": [[1, 2]]}])],
            "budget" => vec![json!(600), json!("1k")],
            "sections" => {
                field["anyOf"][0]["items"]["enum"].as_array().unwrap().iter().map(|one| json!([one])).collect()
            }
            "prefix_share" => vec![json!(0.5), json!("0.7")],
            "bytes_per_token" | "calibration" => vec![json!(1.5)],
            "pins" => vec![json!(["app/pad.py:1-2"])],
            "include" => vec![json!(["app/"])],
            "exclude" => vec![json!(["tests/"])],
            _ => field["enum"].as_array().cloned().unwrap_or_else(|| vec![json!("a text")]),
        };
        for value in values.into_iter().chain([Value::Null]) {
            for name in [name.clone(), camel(name)] {
                let mut request = json!({"question": "who pads?", "budget": 2000});
                request[&name] = value.clone();
                opened().pack(&request.to_string(), None).unwrap_or_else(|error| panic!("{request}: {error}"));
                if !name.contains(char::is_uppercase) {
                    assert_eq!(objections(Schema::Request, &request), [""; 0], "{request}");
                }
            }
        }
        if field["enum"].is_array() {
            let error = opened().pack(&json!({name: "no such value"}).to_string(), None).unwrap_err();
            assert_eq!(error.code, ErrorCode::BadOption, "{name}: {error}");
        }
    }
    assert_eq!(opened().pack(r#"{"colour": "red"}"#, None).unwrap_err().code, ErrorCode::BadRequest);
}

fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap().to_owned();
    words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..])
}

#[test]
fn every_code_is_in_the_list_of_codes() {
    for code in ErrorCode::ALL {
        assert_eq!(objections(Schema::Errors, &json!(code.label())), [""; 0]);
    }
    assert!(!objections(Schema::Errors, &json!("NO_SUCH_CODE")).is_empty());
}
