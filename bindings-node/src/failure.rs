//! Owns how a failure is told to JavaScript: a stable code and one sentence. It owns no sentence of the engine's.
//!
//! docs/errors.schema.json lists the codes; a test compares the two.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

use graphicle_engine::api::{ApiError, ErrorCode};
use graphicle_projects::ResolveError;
use graphicle_projects::current::CurrentError;
use graphicle_tokenizer::TokenizerError;
use napi_derive::napi;

/// What can fail here besides the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// The engine refused.
    Engine(ErrorCode),
    /// The arguments name no one thing.
    BadOption,
    /// The bytes are no tokenizer.json that can be read.
    BadTokenizer,
    /// The snapshot or the tokenizer was closed.
    Closed,
    /// The caller's signal aborted it.
    Aborted,
    /// There is no such file or project.
    NotFound,
    /// A file cannot be read.
    Unreadable,
    /// A fault of graphicle's own.
    Internal,
}

impl Code {
    /// Every code that is not the engine's alone.
    pub const OWN: [Self; 7] = [
        Self::BadOption,
        Self::BadTokenizer,
        Self::Closed,
        Self::Aborted,
        Self::NotFound,
        Self::Unreadable,
        Self::Internal,
    ];

    /// Returns the code as programs compare it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Engine(code) => code.label(),
            Self::BadOption => ErrorCode::BadOption.label(),
            Self::BadTokenizer => "BAD_TOKENIZER",
            Self::Closed => "CLOSED",
            Self::Aborted => "ABORTED",
            Self::NotFound => "NOT_FOUND",
            Self::Unreadable => "UNREADABLE",
            Self::Internal => "INTERNAL",
        }
    }
}

/// A failure, as JavaScript receives it.
#[napi(object)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What failed, as programs tell it apart.
    pub code: String,
    /// One sentence that says what to do.
    pub message: String,
}

impl Failure {
    /// Returns the failure of this code with this sentence.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code: code.label().to_owned(), message: message.into() }
    }

    /// Returns the failure of what was asked of a closed snapshot or tokenizer.
    pub fn closed(what: &str) -> Self {
        Self::new(Code::Closed, format!("the {what} was closed; open it again before you use it"))
    }

    /// Returns the failure of what the caller's signal ended.
    pub fn aborted() -> Self {
        Self::new(Code::Aborted, "the caller's signal aborted it")
    }
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        Self::new(Code::Engine(error.code), error.message)
    }
}

impl From<TokenizerError> for Failure {
    fn from(error: TokenizerError) -> Self {
        let sentence =
            format!("cannot count with these bytes: {error}; give the tokenizer.json of a Hugging Face model");
        Self::new(Code::BadTokenizer, sentence)
    }
}

impl From<CurrentError> for Failure {
    fn from(error: CurrentError) -> Self {
        let code = match &error {
            CurrentError::Unnamed | CurrentError::Unresolved(ResolveError::Ambiguous { .. }) => Code::BadOption,
            CurrentError::Unresolved(ResolveError::Unknown { .. })
            | CurrentError::NeverSynced { .. }
            | CurrentError::NoSnapshot { .. } => Code::NotFound,
            CurrentError::NoDataFolder(_) | CurrentError::DamagedRecord { .. } | CurrentError::Disk(_) => {
                Code::Unreadable
            }
        };
        Self::new(code, error.to_string())
    }
}

/// Returns what `job` returns; a panic in it is a failure like any other, and Node lives on. What the job works on is
/// only read, so nothing half-done is seen afterwards.
pub fn guarded<T>(job: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    panic::catch_unwind(AssertUnwindSafe(job))
        .unwrap_or_else(|payload| Err(Failure::new(Code::Internal, told(&*payload))))
}

fn told(payload: &(dyn Any + Send)) -> String {
    let what = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let what = what.unwrap_or("it did not say why");
    format!("graphicle stopped at a fault of its own ({what}); please report it with what was asked")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_in_the_schema() {
        let schema =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/errors.schema.json")).unwrap();
        let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
        let listed: Vec<&str> =
            schema["oneOf"].as_array().unwrap().iter().map(|one| one["const"].as_str().unwrap()).collect();
        for code in Code::OWN.into_iter().chain(ErrorCode::ALL.map(Code::Engine)) {
            assert!(listed.contains(&code.label()), "{}", code.label());
        }
    }

    #[test]
    fn a_panic_is_a_failure_with_what_it_said() {
        let failure = guarded(|| -> Result<(), Failure> { panic!("a fault") }).unwrap_err();
        assert_eq!(failure.code, "INTERNAL");
        assert!(failure.message.contains("(a fault)"), "{}", failure.message);
    }
}
