//! Owns the command `completions`; the scripts are `clap_complete`'s.

use clap::{Command, CommandFactory as _};

use super::args::{Args, CompletionsArgs};
use super::out::Out;

pub(super) fn run(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut shown(&Args::command()), "graphicle", &mut script);
    let mut out = Out::new();
    out.bytes(&script)?;
    Ok(out.finish()?)
}

/// Returns the command line without what is not meant for people: the generators offer hidden commands too.
fn shown(all: &Command) -> Command {
    Command::new("graphicle")
        .version(env!("CARGO_PKG_VERSION"))
        .about(all.get_about().cloned().unwrap_or_default())
        .args(all.get_arguments())
        .subcommands(all.get_subcommands().filter(|command| !command.is_hide_set()))
}
