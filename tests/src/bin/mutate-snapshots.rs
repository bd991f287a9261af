//! Reads many damaged snapshots natively: error values only, no panic. The wasm test does the same in the module.
//!
//! `cargo run --release -p graphicle-tests --bin mutate-snapshots -- [COUNT] [SEED]`

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a command prints its result")]

use graphicle_engine::inspect::digests;
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::fixture;
use graphicle_tests::mutation::Mutations;

fn main() {
    let mut args = std::env::args().skip(1);
    let mut number = |default| args.next().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (count, seed) = (number(100_000), number(1));
    let bytes = fixture::snapshot();
    let (mut refused, mut failed, mut read) = (0_u64, 0_u64, 0_u64);
    for damaged in Mutations::of(&bytes, seed).take(usize::try_from(count).unwrap_or(usize::MAX)) {
        match Snapshot::open(&damaged).map(|snapshot| digests(&snapshot)) {
            Err(_) => refused += 1,
            Ok(Err(_)) => failed += 1,
            Ok(Ok(_)) => read += 1,
        }
    }
    println!(
        "{count} damaged snapshots: {refused} refused on opening, {failed} failed while read, {read} read to the end"
    );
}
