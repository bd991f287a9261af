//! Owns comparing a pack's JSON with `docs/pack.schema.json`. It owns no other check of a pack.

use std::fs;
use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::Value;

use crate::fixture::root;

/// Says what in a pack's JSON the schema does not allow; nothing where it allows all of it.
pub fn objections(pack: &Value) -> Vec<String> {
    static SCHEMA: OnceLock<Validator> = OnceLock::new();
    let schema = SCHEMA.get_or_init(|| {
        let text = fs::read_to_string(root().join("docs/pack.schema.json")).expect("the schema is there");
        let schema = serde_json::from_str(&text).expect("the schema is JSON");
        jsonschema::draft202012::meta::validate(&schema).expect("the schema is one");
        jsonschema::draft202012::new(&schema).expect("the schema can be used")
    });
    schema.iter_errors(pack).map(|error| format!("{}: {error}", error.instance_path())).collect()
}
