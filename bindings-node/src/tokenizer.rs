//! Owns a tokenizer in JavaScript's hands: loading, counting, closing. It owns no vocabulary.

use std::cell::RefCell;
use std::sync::Arc;

use graphicle_engine::tokens::TokenCounter as _;
use graphicle_tokenizer::HuggingFace;
use napi::Env;
use napi::bindgen_prelude::{AsyncTask, Either};
use napi_derive::napi;

use crate::cancellation::Cancellation;
use crate::failure::Failure;
use crate::work::{Delivered, Work, later, now};

/// A loaded tokenizer.
#[napi]
#[derive(Debug)]
pub struct NativeTokenizer {
    counter: RefCell<Option<Arc<HuggingFace>>>,
}

impl Delivered for NativeTokenizer {}
impl Delivered for String {}
impl Delivered for u32 {}

impl NativeTokenizer {
    fn load(json: &[u8]) -> Result<Self, Failure> {
        let counter = HuggingFace::of_file(json)?;
        Ok(Self { counter: RefCell::new(Some(Arc::new(counter))) })
    }

    /// Returns the counter, which lives as long as somebody counts with it.
    pub fn counter(&self) -> Result<Arc<HuggingFace>, Failure> {
        self.counter.borrow().clone().ok_or_else(|| Failure::closed("tokenizer"))
    }
}

#[napi]
impl NativeTokenizer {
    /// Loads the bytes of a `tokenizer.json`.
    #[napi]
    pub fn open(env: Env, json: &[u8]) -> Either<NativeTokenizer, Failure> {
        now(env, || Self::load(json))
    }

    /// As `open`, on another thread.
    #[napi(ts_return_type = "Promise<NativeTokenizer | Failure>")]
    pub fn open_async(json: &[u8], cancellation: Option<&Cancellation>) -> AsyncTask<Work<NativeTokenizer>> {
        // JavaScript may write to its array meanwhile.
        let json = json.to_vec();
        later(cancellation, move |_| Self::load(&json))
    }

    /// Returns what a pack calls it.
    #[napi]
    pub fn label(&self, env: Env) -> Either<String, Failure> {
        now(env, || Ok(self.counter()?.label()))
    }

    /// Returns how many tokens a text has.
    #[napi]
    pub fn count(&self, env: Env, text: String) -> Either<u32, Failure> {
        now(env, move || Ok(self.counter()?.count(&text).0))
    }

    /// Gives up the vocabulary; packs that are being counted with it end with it.
    #[napi]
    pub fn close(&self) {
        self.counter.take();
    }
}
