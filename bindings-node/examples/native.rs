//! Owns the native side of the benchmark: ranks and packs as the addon does, without Node, once for each line that comes in,
//! and answers with the milliseconds that it took.
//!
//! `native SNAPSHOT REQUEST.json`; `scripts/bench.mjs` runs it.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;
use std::io::BufRead as _;
use std::time::Instant;
use std::{fs, io};

use graphicle_engine::api::Opened;
use graphicle_engine::pack::json;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, request] = arguments.as_slice() else {
        return Err(io::Error::other("usage: native SNAPSHOT REQUEST.json"));
    };
    // The engine alone: only a library that Node loads can be linked with what Node provides.
    let opened = Opened::open(&fs::read(file)?).map_err(io::Error::other)?;
    for line in io::stdin().lock().lines() {
        line?;
        let start = Instant::now();
        let pack = opened.pack(request, None).map_err(io::Error::other)?;
        black_box(json(&pack, None).map_err(io::Error::other)?);
        println!("{}", start.elapsed().as_secs_f64() * 1000.0);
    }
    Ok(())
}
