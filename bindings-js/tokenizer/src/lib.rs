//! Owns exact counts of tokens as JavaScript calls them: the bytes of a `tokenizer.json` in, counts out. It owns no
//! vocabulary and no pack: the engine's module counts through JavaScript.

// What JavaScript calls is public by the attribute, whatever Rust says of it.
#![allow(unreachable_pub, reason = "the macro's items are called from JavaScript alone")]

use graphicle_engine::tokens::ExactCounter as _;
use graphicle_tokenizer::HuggingFace;
use wasm_bindgen::prelude::*;

// They are here for their features alone.
#[cfg(target_family = "wasm")]
use {getrandom_03 as _, getrandom_04 as _};

/// A loaded tokenizer.
#[wasm_bindgen]
#[derive(Debug)]
pub struct WasmTokenizer {
    counter: HuggingFace,
}

#[wasm_bindgen]
impl WasmTokenizer {
    /// Loads the bytes of a `tokenizer.json`; throws a sentence where they are none.
    #[wasm_bindgen(constructor)]
    pub fn new(json: &[u8]) -> Result<Self, JsValue> {
        let counter = HuggingFace::of_file(json).map_err(|error| JsValue::from(error.to_string()))?;
        Ok(Self { counter })
    }

    /// Returns what the vocabulary is called.
    pub fn name(&self) -> String {
        self.counter.name().to_owned()
    }

    /// Returns the tokens of a text.
    pub fn count(&self, text: &str) -> u32 {
        self.counter.count(text).0
    }
}
