//! Owns turning the bytes of a `tokenizer.json`, of today's form or the coming one, into a tokenizer; owns no counting.

use serde_json::{Map, Value};
use tokenizers::pipeline::PipelineTokenizer;

/// Why the bytes of a file were refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TokenizerError {
    /// They are not JSON, or not UTF-8.
    #[error("it is not JSON ({0})")]
    NotJson(String),
    /// They are JSON that holds no tokenizer.
    #[error("it is JSON but no tokenizer.json: {0}")]
    NotATokenizer(String),
    /// They hold a tokenizer that cannot be counted with.
    #[error("it is a tokenizer.json of a kind that graphicle cannot count with: {0}")]
    Unsupported(String),
}

/// A tokenizer, ready to count.
pub(crate) struct Loaded {
    pub(crate) tokenizer: PipelineTokenizer,
    pub(crate) start: Start,
}

/// What a text starts with when it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    /// What it is written with.
    AsWritten,
    /// A space, put there when it has none: what `RoBERTa` and its kin ask for by `add_prefix_space`.
    Spaced,
}

/// Returns the tokenizer that the bytes describe.
pub(crate) fn load(bytes: &[u8]) -> Result<Loaded, TokenizerError> {
    let mut file: Value = serde_json::from_slice(bytes).map_err(|error| TokenizerError::NotJson(error.to_string()))?;
    let root = file.as_object_mut().ok_or_else(|| TokenizerError::NotATokenizer("it is no object".to_owned()))?;
    if !root.get("model").is_some_and(Value::is_object) {
        return Err(TokenizerError::NotATokenizer("it has no \"model\"".to_owned()));
    }
    let vocabulary = root.get("model").and_then(|model| model.get("vocab"));
    let is_empty = vocabulary.is_some_and(|vocabulary| {
        vocabulary.as_object().is_some_and(Map::is_empty) || vocabulary.as_array().is_some_and(Vec::is_empty)
    });
    if is_empty {
        return Err(TokenizerError::Unsupported("its vocabulary is empty".to_owned()));
    }
    let start = take_start(root);
    settle(root);
    tokenizers::canonicalize_value(&mut file).map_err(|error| TokenizerError::Unsupported(error.to_string()))?;
    let text = serde_json::to_string(&file).map_err(|error| TokenizerError::NotJson(error.to_string()))?;
    drop(file);
    let tokenizer = tokenizers::from_json(&text).map_err(|error| TokenizerError::Unsupported(error.to_string()))?;
    Ok(Loaded { tokenizer, start })
}

/// Takes out what would make counts vary from one time to the next, which is of use in training alone, and what only
/// concerns what is done with the tokens.
fn settle(root: &mut Map<String, Value>) {
    for key in ["truncation", "padding", "decoder"] {
        root.remove(key);
    }
    if let Some(Value::Object(model)) = root.get_mut("model") {
        for key in ["dropout", "alpha", "nbest_size"] {
            model.remove(key);
        }
    }
}

/// Takes out the wish for a space at the start, which the library does not know, where a space put before the text is
/// the same: when each text is one piece, because no name splits it and nothing splits it before.
fn take_start(root: &mut Map<String, Value>) -> Start {
    let splits = |token: &Value| token.get("special").and_then(Value::as_bool) != Some(true);
    let one_piece = !root.get("added_tokens").and_then(Value::as_array).is_some_and(|added| added.iter().any(splits));
    let Some(before) = root.get_mut("pre_tokenizer").filter(|_| one_piece) else { return Start::AsWritten };
    let alone = match before.get_mut("pretokenizers") {
        Some(Value::Array(all)) => match all.as_mut_slice() {
            [only] => only,
            _ => return Start::AsWritten,
        },
        _ => before,
    };
    if alone.get("type").and_then(Value::as_str) != Some("ByteLevel") {
        return Start::AsWritten;
    }
    match alone.get_mut("add_prefix_space") {
        Some(wish) if wish == &Value::Bool(true) => {
            *wish = Value::Bool(false);
            Start::Spaced
        }
        _ => Start::AsWritten,
    }
}
