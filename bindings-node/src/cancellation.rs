//! Owns how a caller says that a result is no longer wanted; owns no work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use napi_derive::napi;

/// A caller's word that a result is no longer wanted.
#[napi]
#[derive(Debug, Default)]
pub struct Cancellation {
    cancelled: Arc<AtomicBool>,
}

#[napi]
impl Cancellation {
    /// Returns one that was not said yet.
    #[napi(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Says it. Work that waits for a thread is not begun, and between its steps work ends.
    #[napi]
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Returns what asks whether it was said, on any thread.
    pub fn watch(&self) -> Watch {
        Watch { cancelled: Some(self.cancelled.clone()) }
    }
}

/// Asks whether a result is still wanted.
#[derive(Debug, Clone, Default)]
pub struct Watch {
    cancelled: Option<Arc<AtomicBool>>,
}

impl Watch {
    /// Returns whether it is not.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.as_ref().is_some_and(|cancelled| cancelled.load(Ordering::Relaxed))
    }
}
