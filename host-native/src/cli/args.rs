//! Owns the arguments: exactly what was typed, and the help that explains it. It owns no default that depends on the
//! machine.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use graphicle_engine::pack::{
    Budget, Format, LineNumbers, OptionError, Order, Pin, PrefixShare, SectionSet, check_pattern,
};
use graphicle_engine::tokens::{BytesPerToken, BytesPerTokenError};

use crate::sync::workers::WORKER_COMMAND;

/// Builds packs: one block of text that fits a token budget and holds the code that answers a question.
#[derive(Debug, Parser)]
#[command(name = "graphicle", version, about, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  graphicle pack \"where are users logged in?\" > pack.md
  graphicle pack --budget 32k     An overview of the repository
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
    /// Build a pack: the code for a question, within a token budget
    Pack(PackArgs),
    /// Rank the files and passages of a project for a question
    Context(ContextArgs),
    /// Write a project's snapshot as one file, for other machines
    Export(ExportArgs),
    /// Show a project in the browser: ask, see the ranked files and the budget, take the pack away
    Demo(DemoArgs),
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

/// What a command reads: a project, or a file that was exported.
#[derive(Debug, clap::Args)]
pub(super) struct ReadArgs {
    #[command(flatten)]
    pub(super) project: ProjectArgs,
    /// Read a file that graphicle export made, without a project
    #[arg(long, value_name = "FILE", conflicts_with_all = ["project", "no_sync"])]
    pub(super) snapshot: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The project is synced first. The file holds everything that ranking and packing
need, so that graphicle pack --snapshot FILE makes the same packs anywhere. Texts
with secrets in them are not in it. Sizes are bytes, also 500k or 20m.

Examples:
  graphicle export
  graphicle export --out site/snapshot.graphicle --exclude vendor/
  graphicle export --no-text      To rank without showing code
  graphicle export --text-budget 20m
  graphicle export --demo site      With the browser page, for any static host
  graphicle pack \"where are users logged in?\" --snapshot shop.graphicle")]
pub(super) struct ExportArgs {
    #[command(flatten)]
    pub(super) project: ProjectArgs,
    /// The file to write [default: the project's key, with .graphicle]
    #[arg(long, value_name = "FILE", conflicts_with = "demo")]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) part: PartArgs,
    /// Write a folder with the browser page and the file, for any static host; a new or an empty one, or an earlier export's
    #[arg(long, value_name = "DIR")]
    pub(super) demo: Option<PathBuf>,
    /// The folder of another build of the page
    #[arg(long, value_name = "DIR", requires = "demo")]
    pub(super) page: Option<PathBuf>,
}

/// Which part of a project is exported.
#[derive(Debug, clap::Args)]
pub(super) struct PartArgs {
    /// Leave every file's text out
    #[arg(long, conflicts_with = "text_budget")]
    pub(super) no_text: bool,
    /// Keep so many bytes of text, of the most connected files
    #[arg(long, value_name = "N", value_parser = bytes, allow_negative_numbers = true)]
    pub(super) text_budget: Option<u64>,
    /// Only files that match; a pattern as in .gitignore, several times if you like
    #[arg(long, value_name = "GLOB", value_parser = pattern)]
    pub(super) include: Vec<String>,
    /// No file that matches; several times if you like
    #[arg(long, value_name = "GLOB", value_parser = pattern)]
    pub(super) exclude: Vec<String>,
    /// No file larger than so many bytes
    #[arg(long, value_name = "N", value_parser = bytes, allow_negative_numbers = true)]
    pub(super) max_size: Option<u64>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The page builds packs in the browser's tab: nothing leaves this machine. It is
served on 127.0.0.1 alone, at an address with a secret in it, until Ctrl-C.

Examples:
  graphicle demo
  graphicle demo --port 8000 --no-open
  graphicle demo --snapshot shop.graphicle
  graphicle export --demo site      The same page as files, for any static host")]
pub(super) struct DemoArgs {
    #[command(flatten)]
    pub(super) project: ProjectArgs,
    #[command(flatten)]
    pub(super) part: PartArgs,
    /// Show a file that was exported instead of a project
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["project", "no_sync", "no_text", "text_budget", "include", "exclude", "max_size"]
    )]
    pub(super) snapshot: Option<PathBuf>,
    /// The port [default: any that is free]
    #[arg(long, value_name = "N")]
    pub(super) port: Option<u16>,
    /// Open no browser
    #[arg(long)]
    pub(super) no_open: bool,
    /// The folder of another build of the page
    #[arg(long, value_name = "DIR")]
    pub(super) page: Option<PathBuf>,
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
    pub(super) read: ReadArgs,
    /// How many files to print
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = limit, allow_negative_numbers = true)]
    pub(super) limit: u32,
    /// Print the ranking as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// A layout, without its share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LayoutName {
    /// A pack for one question
    Standard,
    /// A repository part that is the same for every question, then a question part
    Cache,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The project is synced first; a folder that was never synced too. Without a
question, the pack is an overview of the repository.

Examples:
  graphicle pack \"where does the scheduler count matching pods?\" > pack.md
  graphicle pack \"login fails\" --budget 32k --format xml --out pack.xml
  graphicle pack --budget 32k > overview.md
  graphicle pack - --format json < issue.md | jq -r '.included[].path'
  graphicle pack \"...\" --tokenizer tokenizer.json      Count exactly
  graphicle pack \"...\" --include 'src/**' --exclude '*_test.go'
  graphicle pack \"...\" --pin src/login.py:10-40 --explain
  graphicle pack \"...\" --layout cache --budget 1m      For a prompt cache
  graphicle pack \"...\" --engine engine-0.1.0.wasm      As an earlier engine made it")]
pub(super) struct PackArgs {
    /// The question or change request; - reads it from standard input
    pub(super) question: Option<String>,
    #[command(flatten)]
    pub(super) read: ReadArgs,
    /// The pack's size in tokens, a hard limit: 512 to 2,000,000, also 128k or 1m [default: 128000]
    #[arg(long, value_name = "TOKENS", allow_negative_numbers = true)]
    pub(super) budget: Option<Budget>,
    /// What the pack looks like [default: markdown]
    #[arg(long, value_parser = choice(Format::ALL, Format::label))]
    pub(super) format: Option<Format>,
    /// Count tokens exactly, with a Hugging Face tokenizer.json
    #[arg(long, value_name = "PATH", conflicts_with = "bytes_per_token")]
    pub(super) tokenizer: Option<PathBuf>,
    /// Count so many bytes as one token, without a margin
    #[arg(long, value_name = "N", value_parser = bytes_per_token, allow_negative_numbers = true)]
    pub(super) bytes_per_token: Option<BytesPerToken>,
    /// Where the most relevant code stands [default: relevant-last]
    #[arg(long, value_parser = choice(Order::ALL, Order::label))]
    pub(super) order: Option<Order>,
    /// Which chunks start each line with its number and a tab [default: focus]
    #[arg(long, value_parser = choice(LineNumbers::ALL, LineNumbers::label))]
    pub(super) line_numbers: Option<LineNumbers>,
    /// Sections, with commas between them: arch, map, focus, paths, tests, docs, breadth, manifest [default: all]
    #[arg(long, value_name = "LIST")]
    pub(super) sections: Option<SectionSet>,
    /// What stands in front for every question [default: standard]
    #[arg(long)]
    pub(super) layout: Option<LayoutName>,
    /// The repository part's share of the budget, 0.1 to 1; alone, it chooses the cache layout [default: 0.9]
    #[arg(long, value_name = "F", allow_negative_numbers = true)]
    pub(super) prefix_share: Option<PrefixShare>,
    /// Only files that match; a pattern as in .gitignore, several times if you like
    #[arg(long, value_name = "GLOB", value_parser = pattern)]
    pub(super) include: Vec<String>,
    /// No file that matches; several times if you like
    #[arg(long, value_name = "GLOB", value_parser = pattern)]
    pub(super) exclude: Vec<String>,
    /// A passage that is in the pack in any case; several times if you like
    #[arg(long, value_name = "PATH[:LINES]")]
    pub(super) pin: Vec<Pin>,
    /// Write the pack to a file, and say so
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Say on standard error where the budget went and why each file is in the pack
    #[arg(long, conflicts_with = "engine")]
    pub(super) explain: bool,
    /// Make the pack with an engine module, such as the one that made an earlier pack, instead of the program's own engine
    #[arg(long, value_name = "FILE.wasm")]
    pub(super) engine: Option<PathBuf>,
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

/// Reads one of a few words, which a shell completes.
fn choice<T>(all: &'static [T], label: fn(T) -> &'static str) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let words = all.iter().map(move |&own| label(own));
    let parser = PossibleValuesParser::new(words);
    parser.try_map(move |text| {
        all.iter().copied().find(|&own| label(own) == text).ok_or("this is none of the possible values")
    })
}

/// Reads how many bytes a token has.
fn bytes_per_token(text: &str) -> Result<BytesPerToken, String> {
    let bytes = text.parse().map_err(|_| BytesPerTokenError.to_string())?;
    BytesPerToken::new(bytes).map_err(|error| error.to_string())
}

/// Reads a number of bytes, also in thousands or millions.
fn bytes(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1_000),
        None => text.strip_suffix(['m', 'M']).map_or((text, 1), |digits| (digits, 1_000_000)),
    };
    let number = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit));
    number.ok_or_else(|| "a number of bytes is needed, for example 500000, 500k or 20m".to_owned())
}

/// Reads a pattern of paths.
fn pattern(text: &str) -> Result<String, OptionError> {
    check_pattern(text).map(|()| text.to_owned())
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
