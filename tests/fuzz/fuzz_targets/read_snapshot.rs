//! Owns fuzzing the reader: any bytes, read as a snapshot to the end, give an error or a value, never a panic. It owns no
//! start for the fuzzer.
//!
//! `cargo install cargo-fuzz`, then in `tests`: `cargo +nightly fuzz run read_snapshot`. A start that gets past the
//! header: copy a `*.snapshot` file of a small project into `fuzz/corpus/read_snapshot`.
#![no_main]

use graphicle_engine::inspect::digests;
use graphicle_engine::snapshot::Snapshot;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(snapshot) = Snapshot::open(bytes) {
        let _ = digests(&snapshot);
        let _ = snapshot.verify();
    }
});
