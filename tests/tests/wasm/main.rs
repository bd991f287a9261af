//! Owns the checks of the engine as a bare WASM module: it imports nothing, and it reads in a snapshot what the native
//! engine reads. It owns no check of what that is.
//!
//! - `guest`: the module in wasmtime.
//! - `packs`: the same packs there and natively.
//! - `rankings`: the same rankings there, natively, in threads and in fresh processes.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails by panicking")]

mod guest;
mod packs;
mod rankings;

use std::path::Path;
use std::thread;

use graphicle_engine::abi::{DESCRIBE, DIGESTS};
use graphicle_engine::inspect::digests;
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::fixture;
use graphicle_tests::mutation::damaged;
use graphicle_tests::wasm::module_path;
use guest::Guest;

#[test]
fn the_module_reads_what_the_native_engine_reads() {
    let mut guest = Guest::load();
    let (done, text) = guest.request(DESCRIBE, &[]);
    assert!(done && text.contains("\"snapshot_format\":1"), "{text}");

    let bytes = fixture::snapshot();
    let native = digests(&Snapshot::open(&bytes).unwrap()).unwrap().to_string();
    assert_eq!(guest.request(DIGESTS, &bytes), (true, native));

    let (done, sentence) = guest.request(DIGESTS, &bytes[..bytes.len() / 2]);
    assert_eq!((done, sentence.as_str()), (false, "the snapshot is cut short"));
    let (done, _) = guest.request(77, &[]);
    assert!(!done);
}

/// Reads damaged snapshots natively and in a module, and compares what either says.
fn compare(numbers: impl Iterator<Item = u64>, seed: u64) {
    let mut guest = Guest::load();
    let bytes = fixture::short_snapshot();
    for number in numbers {
        let damaged = damaged(&bytes, seed, number);
        let native = Snapshot::open(&damaged).and_then(|snapshot| digests(&snapshot));
        let expected = match native {
            Ok(digests) => (true, digests.to_string()),
            Err(error) => (false, error.to_string()),
        };
        assert_eq!(guest.request(DIGESTS, &damaged), expected, "mutation {number} of seed {seed}");
        // 64 KiB a page: reading a damaged snapshot takes no memory that its bytes do not justify.
        let pages = guest.pages();
        assert!(pages < 1024, "after mutation {number} of seed {seed}: {pages} pages");
    }
}

#[test]
fn damaged_snapshots_read_alike_and_never_trap() {
    compare(0..200, 0x5eed);
    assert!(Path::new(&module_path()).metadata().unwrap().len() < 5_000_000);
}

/// As many as `GRAPHICLE_MUTATIONS` says, else 100,000.
#[test]
#[ignore = "takes about half an hour; CONTRIBUTING.md has the command"]
fn many_damaged_snapshots_read_alike_and_never_trap() {
    let count: u64 = std::env::var("GRAPHICLE_MUTATIONS").map_or(100_000, |count| count.parse().unwrap());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for first in 0..threads {
            scope.spawn(move || compare((first as u64..count).step_by(threads), 0xfeed));
        }
    });
}
