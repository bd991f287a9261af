//! Owns the JSON form of a request for a ranking. It owns no ranking.

use alloc::borrow::ToOwned as _;
use alloc::string::{String, ToString as _};

use serde::Deserialize;

use crate::pack::RequestError;

/// Files that are told of where the request does not say how many.
const LIMIT: usize = 50;

/// A request for a ranking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RankRequest {
    /// The question.
    pub(super) question: String,
    /// How many files are told of.
    pub(super) limit: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    question: Option<String>,
    limit: Option<u32>,
}

impl RankRequest {
    /// Reads a request from its JSON.
    pub(super) fn from_json(json: &str) -> Result<Self, RequestError> {
        if !json.trim_start().starts_with('{') {
            return Err(RequestError::Json("it does not start with a brace".to_owned()));
        }
        let fields: Fields = serde_json::from_str(json).map_err(|error| RequestError::Json(error.to_string()))?;
        let question = fields.question.filter(|text| !text.trim().is_empty()).ok_or(RequestError::EmptyQuestion)?;
        let limit = match fields.limit {
            Some(0) => return Err(RequestError::Limit),
            Some(limit) => limit as usize,
            None => LIMIT,
        };
        Ok(Self { question, limit })
    }
}
