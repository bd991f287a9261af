//! Owns the command `completions`; the scripts are `clap_complete`'s.

use clap::CommandFactory as _;

use super::args::{Args, CompletionsArgs};
use super::out::Out;

pub(super) fn run(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "graphicle", &mut script);
    let mut out = Out::new();
    out.bytes(&script)?;
    Ok(out.finish()?)
}
