//! Owns a snapshot in JavaScript's hands: asking it. It owns no answer.

use graphicle_engine::api::Opened;
use graphicle_engine::pack::json;
use graphicle_engine::tokens::TokenCounter;
use wasm_bindgen::prelude::*;

use crate::counter::{Counter, Counting};
use crate::failure::Failure;

/// An opened snapshot.
#[wasm_bindgen]
#[derive(Debug)]
pub struct WasmSnapshot {
    opened: Opened<Vec<u8>>,
}

/// A pack. Its texts are made JavaScript's once, when they are taken.
#[wasm_bindgen]
#[derive(Debug)]
pub struct WasmPack {
    text: String,
    json: String,
    tokens: u32,
}

impl WasmSnapshot {
    /// Holds an opened snapshot.
    pub(crate) const fn of(opened: Opened<Vec<u8>>) -> Self {
        Self { opened }
    }
}

#[wasm_bindgen]
impl WasmSnapshot {
    /// Returns what is known of the snapshot, as JSON.
    pub fn info(&self) -> Result<String, Failure> {
        Ok(self.opened.info()?)
    }

    /// Returns the ranking that a request (JSON) asks for, as JSON.
    pub fn rank(&self, request: &str) -> Result<String, Failure> {
        Ok(self.opened.rank(request)?)
    }

    /// Returns the pack that a request (JSON) asks for. What `counter` throws is thrown on.
    #[expect(clippy::needless_pass_by_value, reason = "JavaScript's objects cross by value")]
    pub fn pack(&self, request: &str, counter: Option<Counter>) -> Result<WasmPack, JsValue> {
        let counting = counter.as_ref().map(Counting::with);
        let made = self.opened.pack(request, counting.as_ref().map(|own| own as &dyn TokenCounter));
        if let Some(thrown) = counting.and_then(Counting::into_thrown) {
            return Err(thrown);
        }
        let pack = made.map_err(Failure::from)?;
        let json = json(&pack, None).map_err(|error| Failure::fault(error.to_string()))?;
        Ok(WasmPack { text: pack.text, json, tokens: pack.tokens.0 })
    }
}

#[wasm_bindgen]
impl WasmPack {
    /// The text.
    #[wasm_bindgen(getter)]
    pub fn text(&self) -> String {
        self.text.clone()
    }

    /// The JSON object, without seconds.
    #[wasm_bindgen(getter)]
    pub fn json(&self) -> String {
        self.json.clone()
    }

    /// How many tokens the text has.
    #[wasm_bindgen(getter)]
    pub fn tokens(&self) -> u32 {
        self.tokens
    }
}
