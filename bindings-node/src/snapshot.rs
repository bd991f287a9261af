//! Owns a snapshot in JavaScript's hands: opening, asking, closing. It owns no answer, and no bytes' origin
//! ([`crate::bytes`]).

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::sync::Arc;

use graphicle_engine::pack::json;
use graphicle_engine::tokens::TokenCounter;
use graphicle_tokenizer::HuggingFace;
use napi::Env;
use napi::bindgen_prelude::{AsyncTask, Either, ObjectFinalize};
use napi_derive::napi;

use crate::bytes::{self, Held};
use crate::cancellation::{Cancellation, Watch};
use crate::failure::{Code, Failure};
use crate::tokenizer::NativeTokenizer;
use crate::work::{Delivered, Work, later, now};

/// An opened snapshot.
#[napi(custom_finalize)]
#[derive(Debug)]
pub struct NativeSnapshot {
    opened: RefCell<Option<Arc<Held>>>,
    /// Bytes of memory that JavaScript's collector was told of.
    told: Cell<i64>,
}

/// A pack.
#[napi(object)]
#[derive(Debug)]
pub struct NativePack {
    /// The text.
    pub text: String,
    /// The JSON object, without seconds.
    pub json: String,
    /// How many tokens the text has.
    pub tokens: u32,
}

impl Delivered for NativePack {}

impl Delivered for NativeSnapshot {
    fn delivered(&mut self, env: Env) {
        // The collector sees a small object, and would let many large snapshots pile up behind it.
        let weight = self.opened.borrow().as_ref().map_or(0, |own| own.weight);
        self.tell(env, i64::try_from(weight).unwrap_or(i64::MAX));
    }
}

impl ObjectFinalize for NativeSnapshot {
    fn finalize(self, env: Env) -> napi::Result<()> {
        self.tell(env, 0);
        Ok(())
    }
}

impl NativeSnapshot {
    fn of(opened: Held) -> Self {
        Self { opened: RefCell::new(Some(Arc::new(opened))), told: Cell::new(0) }
    }

    /// Returns the snapshot, which lives as long as somebody reads it.
    fn opened(&self) -> Result<Arc<Held>, Failure> {
        self.opened.borrow().clone().ok_or_else(|| Failure::closed("snapshot"))
    }

    fn tell(&self, env: Env, weight: i64) {
        let change = weight.saturating_sub(self.told.replace(weight));
        if change != 0 {
            // It is advice: a failure changes nothing.
            let _ = env.adjust_external_memory(change);
        }
    }
}

#[napi]
impl NativeSnapshot {
    /// Opens an exported file, or the bytes of a snapshot.
    #[napi]
    pub fn open(env: Env, file: &[u8]) -> Either<NativeSnapshot, Failure> {
        now(env, || bytes::of_bytes(file).map(Self::of))
    }

    /// As `open`, on another thread.
    #[napi(ts_return_type = "Promise<NativeSnapshot | Failure>")]
    pub fn open_async(file: &[u8], cancellation: Option<&Cancellation>) -> AsyncTask<Work<NativeSnapshot>> {
        // JavaScript may write to its array meanwhile.
        let file = file.to_vec();
        later(cancellation, move |_| bytes::of_bytes(&file).map(Self::of))
    }

    /// Opens the exported file, or the snapshot, at `path`.
    #[napi]
    pub fn open_file(env: Env, path: String) -> Either<NativeSnapshot, Failure> {
        let path = PathBuf::from(path);
        now(env, || bytes::of_file(&path).map(Self::of))
    }

    /// As `openFile`, on another thread.
    #[napi(ts_return_type = "Promise<NativeSnapshot | Failure>")]
    pub fn open_file_async(path: String, cancellation: Option<&Cancellation>) -> AsyncTask<Work<NativeSnapshot>> {
        let path = PathBuf::from(path);
        later(cancellation, move |_| bytes::of_file(&path).map(Self::of))
    }

    /// Opens the last synced snapshot of a project: its id, its key or a folder.
    #[napi]
    pub fn open_project(env: Env, selector: String) -> Either<NativeSnapshot, Failure> {
        now(env, move || bytes::of_project(&selector).map(Self::of))
    }

    /// As `openProject`, on another thread.
    #[napi(ts_return_type = "Promise<NativeSnapshot | Failure>")]
    pub fn open_project_async(
        selector: String,
        cancellation: Option<&Cancellation>,
    ) -> AsyncTask<Work<NativeSnapshot>> {
        later(cancellation, move |_| bytes::of_project(&selector).map(Self::of))
    }

    /// Returns what is known of the snapshot, as JSON.
    #[napi]
    pub fn info(&self, env: Env) -> Either<String, Failure> {
        now(env, || Ok(self.opened()?.opened.info()?))
    }

    /// Returns the ranking that a request (JSON) asks for, as JSON.
    #[napi]
    pub fn rank(&self, env: Env, request: String) -> Either<String, Failure> {
        now(env, move || Ok(self.opened()?.opened.rank(&request)?))
    }

    /// As `rank`, on another thread.
    #[napi(ts_return_type = "Promise<string | Failure>")]
    pub fn rank_async(&self, request: String, cancellation: Option<&Cancellation>) -> AsyncTask<Work<String>> {
        let opened = self.opened();
        later(cancellation, move |_| Ok(opened?.opened.rank(&request)?))
    }

    /// Returns the pack that a request (JSON) asks for.
    #[napi]
    pub fn pack(&self, env: Env, request: String, tokenizer: Option<&NativeTokenizer>) -> Either<NativePack, Failure> {
        now(env, move || {
            let counter = tokenizer.map(NativeTokenizer::counter).transpose()?;
            packed(&*self.opened()?, &request, counter.as_deref(), &Watch::default())
        })
    }

    /// As `pack`, on another thread.
    #[napi(ts_return_type = "Promise<NativePack | Failure>")]
    pub fn pack_async(
        &self,
        request: String,
        tokenizer: Option<&NativeTokenizer>,
        cancellation: Option<&Cancellation>,
    ) -> AsyncTask<Work<NativePack>> {
        let opened = self.opened();
        let counter = tokenizer.map(NativeTokenizer::counter).transpose();
        later(cancellation, move |watch| packed(&*opened?, &request, counter?.as_deref(), watch))
    }

    /// Gives up the bytes; what is being answered from them is answered, and then they are freed.
    #[napi]
    pub fn close(&self, env: Env) {
        self.opened.take();
        self.tell(env, 0);
    }
}

fn packed(held: &Held, request: &str, counter: Option<&HuggingFace>, watch: &Watch) -> Result<NativePack, Failure> {
    let pack = held.opened.pack(request, counter.map(|own| own as &dyn TokenCounter))?;
    if watch.is_cancelled() {
        return Err(Failure::aborted());
    }
    let json = json(&pack, None).map_err(|error| Failure::new(Code::Internal, error.to_string()))?;
    Ok(NativePack { text: pack.text, json, tokens: pack.tokens.0 })
}
