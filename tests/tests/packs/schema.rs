//! Owns the check that the JSON Schema of packs refuses what is none: every pack of the other tests is allowed by it. It
//! owns neither the schema nor any pack.

use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::checks::packs::{Project, check};
use graphicle_tests::memory_snapshot::{Files, snapshot};
use graphicle_tests::schemas::{self, Schema};
use serde_json::{Value, json};

fn pack() -> Value {
    let files = Files::from([("src/login.py".to_owned(), "def login(user):\n    return user\n".to_owned())]);
    let bytes = snapshot(&files);
    let snapshot = Snapshot::open(&bytes).unwrap();
    let request = json!({"question": "where is login?", "prefix_share": 0.5});
    check(&Project { files: &files, snapshot: &snapshot }, &request, None).unwrap().unwrap().json.value
}

#[test]
fn what_is_no_pack_is_refused() {
    let pack = pack();
    assert_eq!(objections(&pack), [""; 0]);
    let with_time = change(&pack, "/seconds", json!(0.25));
    assert_eq!(objections(&with_time), [""; 0]);
    for (at, value) in [
        ("/format", json!("graphicle.pack.v2")),
        ("/engine/sha256", json!("abc")),
        ("/commit", json!(5)),
        ("/budget", json!("512")),
        ("/budget", json!(-1)),
        ("/tokens", json!(1.5)),
        ("/order", json!("first")),
        ("/layout", json!("standard")),
        ("/prefix_share", json!(2)),
        ("/prefix_sha256", json!("abc")),
        ("/confidence", Value::Null),
        ("/question", Value::Null),
        ("/seconds", json!(-1)),
        ("/more", json!(1)),
        ("/sections/0/name", json!("summary")),
        ("/sections/0/part", json!("middle")),
        ("/sections/0/chunks", json!([])),
        ("/sections/0/chunks/0/whole", json!(true)),
        ("/sections/0/chunks/0/start_line", json!(1)),
        ("/sections/0/chunks/0/text", Value::Null),
        ("/included/0/rank", json!(0)),
        ("/included/0/path", json!("")),
        ("/omitted", Value::Null),
    ] {
        assert!(!objections(&change(&pack, at, value.clone())).is_empty(), "{at} as {value} is allowed");
    }
    for field in pack.as_object().unwrap().keys() {
        let mut without = pack.clone();
        without.as_object_mut().unwrap().remove(field);
        assert!(!objections(&without).is_empty(), "a pack without {field} is allowed");
    }
}

fn objections(pack: &Value) -> Vec<String> {
    schemas::objections(Schema::Pack, pack)
}

/// Returns a pack with another value at a place, which may be new in the object around it.
fn change(pack: &Value, at: &str, value: Value) -> Value {
    let mut pack = pack.clone();
    let (around, name) = at.rsplit_once('/').unwrap();
    match pack.pointer_mut(at) {
        Some(old) => *old = value,
        None => drop(pack.pointer_mut(around).unwrap().as_object_mut().unwrap().insert(name.to_owned(), value)),
    }
    pack
}
