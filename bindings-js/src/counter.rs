//! Owns counting by somebody outside: the tokenizer's module, through JavaScript. It owns no vocabulary.

use std::cell::RefCell;

use graphicle_engine::tokens::{ExactCounter, Tokens};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// What JavaScript hands over to count with.
    #[derive(Debug)]
    pub type Counter;

    /// Returns what the vocabulary is called.
    #[wasm_bindgen(method, getter)]
    fn name(this: &Counter) -> String;

    /// Returns the tokens of a text.
    #[wasm_bindgen(method, catch)]
    fn count(this: &Counter, text: &str) -> Result<u32, JsValue>;
}

/// A counter for one pack, which remembers what went wrong while it counted.
#[derive(Debug)]
pub(crate) struct Counting<'c> {
    counter: &'c Counter,
    name: String,
    thrown: RefCell<Option<JsValue>>,
}

impl<'c> Counting<'c> {
    /// Counts with this counter.
    pub(crate) fn with(counter: &'c Counter) -> Self {
        Self { counter, name: counter.name(), thrown: RefCell::default() }
    }

    /// Returns what the counter threw first.
    pub(crate) fn into_thrown(self) -> Option<JsValue> {
        self.thrown.into_inner()
    }
}

impl ExactCounter for Counting<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn count(&self, text: &str) -> Tokens {
        // What was thrown ends the pack; until then no further text is taken for small.
        let count = self.counter.count(text).unwrap_or_else(|thrown| {
            self.thrown.borrow_mut().get_or_insert(thrown);
            u32::MAX
        });
        Tokens(count)
    }
}
