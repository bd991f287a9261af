//! Owns the checks that can run for seconds or for hours: the quick suite runs a few rounds of each, and the command
//! `long-checks` as many as it is told. Each fails by panicking. How many rounds those are it does not own.
//!
//! - `kill`: syncs that are killed.
//! - `concurrent`: syncs at the same time.
//! - `edits`: many small changes against fresh syncs.
//! - `accounting`: no file of a real project is lost.
//! - `hostile`: texts that break parsers.
//! - `packs`: packs of any project, for any request.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

pub mod accounting;
pub mod concurrent;
pub mod edits;
pub mod hostile;
pub mod kill;
pub mod packs;

/// Does rounds `seed..seed + count`, on as many threads as there are processors. After one that panics no other is
/// begun.
fn in_parallel(count: u64, seed: u64, round: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(0);
    let failed = AtomicU64::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    if catch_unwind(AssertUnwindSafe(|| round(seed + number))).is_err() {
                        next.store(count, Ordering::Relaxed);
                        failed.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    assert_eq!(failed.into_inner(), 0, "rounds failed; what they panicked with stands above");
}
