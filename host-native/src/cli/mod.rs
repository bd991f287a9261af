//! Owns the command line: what was typed, what is printed where, and the exit code. It owns no work; each command asks
//! the modules beside this one.
//!
//! Standard output holds the result only; progress, notes and errors go to standard error. The exit code is 0 when the
//! command did what was asked, 1 when it failed (one sentence on standard error says what to do), 2 when it was used
//! wrongly.

mod args;
mod completions;
mod context;
mod demo;
mod demo_folder;
#[cfg(feature = "engine-modules")]
mod engine_module;
#[cfg(not(feature = "engine-modules"))]
#[path = "no_engine_module.rs"]
mod engine_module;
mod eval;
mod explain;
mod export;
mod exported;
mod fresh;
mod out;
mod out_file;
mod pack;
mod progress;
mod projects;
mod read;
mod status;
mod sync;
mod target;

use std::io::{self, ErrorKind, Write as _};
use std::process::ExitCode;

use clap::Parser as _;
use graphicle_engine::visible::visible;

use crate::sync::workers;

/// Runs the program with its own arguments.
pub fn main() -> ExitCode {
    crate::store::install_quiet_panics();
    let args = match args::Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // Help and the version are printed this way too, to standard output.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    match run(&args.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "graphicle: {}", visible(&sentence(&error)));
            if error.is::<UsageError>() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

fn run(command: &args::Command) -> anyhow::Result<()> {
    match command {
        args::Command::Sync(args) => sync::run(args),
        args::Command::Status(args) => status::run(args),
        args::Command::Pack(args) => pack::run(args),
        args::Command::Context(args) => context::run(args),
        args::Command::Export(args) => export::run(args),
        args::Command::Demo(args) => demo::run(args),
        args::Command::Eval(args) => eval::run(args),
        args::Command::Projects(args) => projects::run(args),
        args::Command::Completions(args) => completions::run(args),
        args::Command::ExtractWorker => Ok(workers::serve(io::stdin(), io::stdout().lock())?),
    }
}

/// Options that are right alone and wrong together.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct UsageError(&'static str);

/// Returns whether the reader of the result went away, as `head` does: it has what it wanted.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// Returns an error with its causes, each said once: some errors say their cause themselves.
fn sentence(error: &anyhow::Error) -> String {
    error.chain().fold(String::new(), |mut text, cause| {
        let cause = cause.to_string();
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    #[test]
    fn every_cause_is_said_once() {
        let error = io::Error::other("the disk is tired");
        let error = Err::<(), _>(error).context("cannot write: the disk is tired").context("cannot sync").unwrap_err();
        assert_eq!(sentence(&error), "cannot sync: cannot write: the disk is tired");
    }
}
