//! Owns how a failure is told to JavaScript: a stable code and one sentence. It owns no sentence of the engine's.

use graphicle_engine::api::ApiError;
use graphicle_engine::portable::PortableError;
use wasm_bindgen::prelude::*;

/// A failure, which is thrown.
#[wasm_bindgen]
#[derive(Debug, Clone)]
pub struct Failure {
    code: &'static str,
    message: String,
}

#[wasm_bindgen]
impl Failure {
    /// What failed, as programs tell it apart (docs/errors.schema.json).
    #[wasm_bindgen(getter)]
    pub fn code(&self) -> String {
        self.code.to_owned()
    }

    /// One sentence that says what to do.
    #[wasm_bindgen(getter)]
    pub fn message(&self) -> String {
        self.message.clone()
    }
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        Self { code: error.code.label(), message: error.message }
    }
}

impl From<PortableError> for Failure {
    fn from(error: PortableError) -> Self {
        ApiError::from(error).into()
    }
}

impl Failure {
    /// Returns the failure of a fault of the engine's own.
    pub(crate) fn fault(message: String) -> Self {
        Self { code: "INTERNAL", message }
    }
}
