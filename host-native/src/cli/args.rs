//! Owns the arguments: exactly what was typed, and the help that explains it. It owns no default that depends on the
//! machine.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::sync::workers::WORKER_COMMAND;

/// Finds the code that answers a question: keeps a snapshot of a folder and ranks its files and passages.
#[derive(Debug, Parser)]
#[command(name = "graphicle", version, about, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  graphicle sync                  Read this folder's project
  graphicle status                Is it up to date?
  graphicle context \"where are users logged in?\"
  graphicle projects              Which folders were synced?

Data is kept in the platform's data folder, or in the folder that
GRAPHICLE_DATA_DIR names.")]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Read a folder, or what changed in it since the last time, and write its snapshot
    Sync(SyncArgs),
    /// Show what is kept of a project and whether it is up to date
    Status(StatusArgs),
    /// Rank the files and passages of a project for a question
    Context(ContextArgs),
    /// Measure the ranking on your own questions
    Eval(EvalArgs),
    /// List, rename, move or remove projects
    Projects(ProjectsArgs),
    /// Print a script that completes commands and options in a shell
    Completions(CompletionsArgs),
    /// Parse files for another process of this program
    #[command(name = WORKER_COMMAND, hide = true)]
    ExtractWorker,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without a folder, the nearest synced folder at or above the current one is
meant, or the root of the Git repository around it. Files that Git ignores are
left out, and those that a .graphicleignore file names.

Examples:
  graphicle sync
  graphicle sync ~/src/kubernetes
  graphicle sync --force          Read every file again
  graphicle sync --json | jq .files")]
pub(super) struct SyncArgs {
    /// The folder to read
    pub(super) path: Option<PathBuf>,
    /// A project's id, key or folder, instead of a folder to read
    #[arg(long, value_name = "P", conflicts_with = "path")]
    pub(super) project: Option<String>,
    /// Start from the folder alone, as if it were synced for the first time
    #[arg(long)]
    pub(super) force: bool,
    /// Print a summary as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Print nothing but errors, and the JSON where it is asked for
    #[arg(long, short)]
    pub(super) quiet: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The exit code is 0 also when the project is not up to date; --json tells it as
up_to_date.

Examples:
  graphicle status
  graphicle status --skipped      Each file that is left out, and why
  graphicle status --project kubernetes --json")]
pub(super) struct StatusArgs {
    /// The folder whose project is meant; without it, the current one
    pub(super) path: Option<PathBuf>,
    /// A project's id, key or folder, instead of a folder
    #[arg(long, value_name = "P", conflicts_with = "path")]
    pub(super) project: Option<String>,
    /// List every file that is left out or whose text is, with the reason
    #[arg(long)]
    pub(super) skipped: bool,
    /// Print everything as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Which project a command reads, and whether it is synced first.
#[derive(Debug, clap::Args)]
pub(super) struct ProjectArgs {
    /// A project's id, key or folder; without it, the project of this folder
    #[arg(long, value_name = "P")]
    pub(super) project: Option<String>,
    /// Read what the last sync left, without looking at the folder
    #[arg(long)]
    pub(super) no_sync: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The project is synced first; a folder that was never synced too.

Examples:
  graphicle context \"where does the scheduler count matching pods?\"
  graphicle context \"login fails\" --limit 10 --json | jq -r '.ranking[].path'
  graphicle context - < issue.md")]
pub(super) struct ContextArgs {
    /// The question or change request; - reads it from standard input
    pub(super) question: String,
    #[command(flatten)]
    pub(super) project: ProjectArgs,
    /// How many files to print
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = limit, allow_negative_numbers = true)]
    pub(super) limit: u32,
    /// Print the ranking as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A line of the file is one JSON object: {\"id\": \"login\", \"question\": \"where are users logged in?\",
\"key\": [\"src/login.py\"]}, and if you like \"also\": files that help besides.

Examples:
  graphicle eval questions.jsonl
  graphicle eval questions.jsonl --json > before.json
  graphicle eval questions.jsonl --compare before.json")]
pub(super) struct EvalArgs {
    /// The file of cases
    pub(super) cases: PathBuf,
    #[command(flatten)]
    pub(super) project: ProjectArgs,
    /// Print the best key file's rank for every case
    #[arg(long, short)]
    pub(super) verbose: bool,
    /// Show which cases moved since a run whose --json output is in this file
    #[arg(long, value_name = "OLD.json", conflicts_with = "json")]
    pub(super) compare: Option<PathBuf>,
    /// Print the figures and every case's ranks as JSON
    #[arg(long, conflicts_with = "verbose")]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A folder that is moved or renamed on its disk keeps its project when it is next
synced. Where the system does not tell that it is the same folder (a copy on
another disk), `projects move` says it.

Examples:
  graphicle projects
  graphicle projects rename kubernetes-2 k8s
  graphicle projects move k8s ~/src/k8s
  graphicle projects remove k8s
  graphicle projects prune        Remove what is kept of vanished folders")]
pub(super) struct ProjectsArgs {
    #[command(subcommand)]
    pub(super) command: Option<ProjectsCommand>,
    /// Print the list as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum ProjectsCommand {
    /// List the projects (also what `graphicle projects` alone does)
    List {
        /// Print the list as JSON
        #[arg(long)]
        json: bool,
    },
    /// Give a project another key
    Rename {
        /// A project's id, key or folder
        project: String,
        /// The new key
        key: String,
    },
    /// Say that a project's folder is now elsewhere
    Move {
        /// A project's id, key or old folder
        project: String,
        /// The folder that holds its files now
        folder: PathBuf,
    },
    /// Remove what is kept of projects; their folders stay as they are
    Remove {
        /// Projects' ids, keys or folders
        #[arg(required = true)]
        projects: Vec<String>,
    },
    /// Remove what is kept of every project whose folder is gone
    Prune,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  eval \"$(graphicle completions bash)\"     In ~/.bashrc
  graphicle completions zsh > ~/.zfunc/_graphicle")]
pub(super) struct CompletionsArgs {
    /// The shell
    pub(super) shell: clap_complete::Shell,
}

/// Reads how many files to print.
fn limit(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|&limit| limit > 0)
        .ok_or_else(|| format!("a number of files is needed, 1 to {}", u32::MAX))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_arguments_are_consistent_and_every_command_has_examples() {
        let command = Args::command();
        command.clone().debug_assert();
        for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
            let help = sub.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("graphicle "), "{} has no examples", sub.get_name());
        }
    }
}
