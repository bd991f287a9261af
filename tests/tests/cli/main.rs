//! The program as a user meets it: started in folders made for each test, with data folders of their own.
//!
//! One binary for all of them, because linking the program's libraries is what takes time.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cases;
mod changes;
mod damage;
mod demo;
mod engine;
mod export;
#[cfg(unix)]
mod no_room;
#[cfg(unix)]
mod out_file;
mod output;
mod pack;
mod processes;
mod projects;
mod questions;
mod ranking;
mod status;
