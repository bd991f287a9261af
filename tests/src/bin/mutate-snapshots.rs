//! Owns reading many damaged snapshots natively: error values only, no panic, no memory that their bytes do not justify.
//! It owns no way of damaging them; the ignored test of `tests/wasm` does the same in the module and compares.
//!
//! `cargo run --release -p graphicle-tests --bin mutate-snapshots -- [COUNT] [SEED]`

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a command prints its result")]

use std::panic::catch_unwind;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use graphicle_engine::inspect::digests;
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::arguments::{at_most, number};
use graphicle_tests::fixture;
use graphicle_tests::mutation::damaged;
use graphicle_tests::process::peak_memory;

/// How much more memory than before any mutation may be held at once, bytes: on each thread the damaged copy, and what
/// reading the longer snapshot whole takes many times over.
const MOST_MEMORY: u64 = 64 << 20;

/// One mutation in so many is of the longer snapshot.
const LONGER_EVERY: u64 = 10;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    at_most(&args, 2);
    let count = number(args.first().map(String::as_str), "the number of snapshots", 100_000);
    let seed = number(args.get(1).map(String::as_str), "a seed", 1);
    println!("{count} damaged snapshots, seed {seed}");
    let (short, long) = (fixture::short_snapshot(), fixture::snapshot());
    let [next, refused, failed, read, panicked] = [const { AtomicU64::new(0) }; 5];
    let before = peak_memory(std::process::id());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let whole = if number % LONGER_EVERY == 0 { &long } else { &short };
                    let became = catch_unwind(|| {
                        let bytes = damaged(whole, seed, number);
                        Snapshot::open(&bytes).map(|snapshot| digests(&snapshot).is_ok())
                    });
                    let counter = match became {
                        Ok(Err(_)) => &refused,
                        Ok(Ok(false)) => &failed,
                        Ok(Ok(true)) => &read,
                        Err(_) => {
                            println!("mutation {number} of seed {seed} panicked");
                            &panicked
                        }
                    };
                    counter.fetch_add(1, Ordering::Relaxed);
                    let taken = peak_memory(std::process::id()).saturating_sub(before);
                    assert!(taken <= MOST_MEMORY, "at mutation {number} of seed {seed}, {taken} bytes were taken");
                }
            });
        }
    });
    let [refused, failed, read, panicked] = [refused, failed, read, panicked].map(AtomicU64::into_inner);
    println!(
        "{count} damaged snapshots of {} and {} bytes: {refused} refused on opening, {failed} failed while read, {read} \
         read to the end, {panicked} panicked; {} kB of memory taken",
        short.len(),
        long.len(),
        peak_memory(std::process::id()).saturating_sub(before) / 1000
    );
    if panicked == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
