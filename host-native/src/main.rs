//! Owns the program `graphicle`'s start and nothing else: what it does is in the library, so that tests and other
//! programs can do it too.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    graphicle::cli::main()
}
