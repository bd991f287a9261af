//! Owns getting from a folder to a snapshot: what changed, what that means for the snapshot, and switching readers to
//! the new one. It owns neither which files belong nor how any file is read or resolved.
//!
//! One sync goes through these steps, each a module:
//!
//! 1. `previous`: what was kept of the last sync, mended after a crash, or discarded with a word why.
//! 2. `changes`: what the folder's files' sizes, times and identities say. Nothing changed: nothing is read.
//! 3. `plan` and `pipeline`: the rest is read, parsed in processes of their own ([`workers`]) and indexed by folder.
//! 4. `assemble`: names are resolved across files and everything is merged with the last snapshot.
//! 5. `switch`: the snapshot is written and named, the store is changed in one transaction, and readers are switched.
//!
//! A process killed in any step leaves the last state or the new one, whole; step 1 of the next sync tells which.

mod assemble;
mod changes;
mod check;
mod error;
mod listing;
mod next;
mod observer;
mod part;
mod pipeline;
mod plan;
mod previous;
mod reading;
mod run;
mod summary;
mod switch;
pub mod workers;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use check::{Freshness, LanguageTotals, check};
pub use error::SyncError;
pub use observer::{Observer, Phase};
pub use part::{Part, part};
pub use run::{Mode, SyncOptions, sync};
pub use summary::{Changes, Summary};

/// Locks a mutex whose holder may have panicked; what the mutexes of this module guard is whole between statements.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
