//! Owns comparing JSON with the schemas in docs. It owns no other check of what is compared.

use std::collections::BTreeMap;
use std::fs;
use std::sync::{Mutex, PoisonError};

use jsonschema::Validator;
use serde_json::Value;

use crate::fixture::root;

/// A schema in docs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Schema {
    /// A pack's JSON.
    Pack,
    /// A request for a pack.
    Request,
    /// A ranking's JSON.
    Ranking,
    /// What is known of a snapshot.
    Info,
    /// The codes of errors.
    Errors,
}

impl Schema {
    const fn file(self) -> &'static str {
        match self {
            Self::Pack => "pack.schema.json",
            Self::Request => "request.schema.json",
            Self::Ranking => "ranking.schema.json",
            Self::Info => "info.schema.json",
            Self::Errors => "errors.schema.json",
        }
    }

    /// Returns the schema itself.
    pub fn read(self) -> Value {
        let text = fs::read_to_string(root().join("docs").join(self.file())).expect("the schema is there");
        serde_json::from_str(&text).expect("the schema is JSON")
    }
}

/// Says what in a value its schema does not allow; nothing where it allows all of it.
pub fn objections(schema: Schema, value: &Value) -> Vec<String> {
    static READ: Mutex<BTreeMap<Schema, Validator>> = Mutex::new(BTreeMap::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let validator = read.entry(schema).or_insert_with(|| {
        let schema = schema.read();
        jsonschema::draft202012::meta::validate(&schema).expect("the schema is one");
        jsonschema::draft202012::new(&schema).expect("the schema can be used")
    });
    validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect()
}
