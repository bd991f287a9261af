//! Owns the header's words: what the pack is of, how it was made and counted. It owns none of the figures.

use alloc::format;
use alloc::string::String;
use core::fmt::Write as _;

use super::Inputs;
use super::options::{Layout, Order, PackOptions};
use super::sizing::Sizes;
use super::tree::number;
use super::write::one_line;
use crate::ranking::Confidence;
use crate::tokens::{TokenCounter, Tokens};

/// The longest question that the header shows, bytes.
const LONGEST_QUESTION: usize = 400;
/// The longest name of a project, commit or tokenizer, bytes.
const LONGEST_NAME: usize = 120;

/// The figures of a pack that its header tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Figures {
    /// Tokens of the whole text, the header with this number included.
    pub(super) tokens: Tokens,
    /// Files with a chunk.
    pub(super) files: usize,
}

/// Returns the title.
pub(super) fn title(inputs: &Inputs<'_>) -> String {
    format!("graphicle pack: {}", one_line(inputs.project, LONGEST_NAME))
}

/// Returns the header of a standard pack.
pub(super) fn standard(
    inputs: &Inputs<'_>,
    options: &PackOptions,
    counter: &dyn TokenCounter,
    sizes: &Sizes,
    figures: Figures,
) -> String {
    let mut text = commit(inputs);
    match &inputs.asked {
        Some(asked) => {
            let _ = writeln!(text, "Question: {}", one_line(asked.text, LONGEST_QUESTION));
            text.push_str("Files: chosen by a ranking of passages, names and the code graph for the question");
        }
        None => text.push_str("An overview of the repository.\nFiles: chosen by their connections in the code graph"),
    }
    let _ = writeln!(text, "; {} of {}", figures.files, number(Tokens(inputs.snapshot.meta().files)));
    let counted = counted(counter);
    let _ = writeln!(text, "Tokens: {} of {} ({counted})", number(figures.tokens), number(sizes.budget));
    if inputs.asked.is_some() {
        text.push_str(match options.order {
            Order::RelevantLast => "Order: the most relevant code last\n",
            Order::RelevantFirst => "Order: the most relevant code first\n",
        });
    }
    match inputs.asked.as_ref().map(|asked| asked.ranking.confidence) {
        Some(Confidence::None) => text.push_str("Match: none: nothing in the project matches the question\n"),
        Some(Confidence::Weak) => {
            text.push_str("Match: weak: few of the question's words stand together in one place\n");
        }
        Some(Confidence::Fair | Confidence::Strong) | None => {}
    }
    text
}

/// Returns the header of a repository part, which names neither a question nor a budget.
pub(super) fn repository(inputs: &Inputs<'_>, options: &PackOptions, counter: &dyn TokenCounter) -> String {
    let mut text = commit(inputs);
    text.push_str("The repository: the same for every question about this state of it.\n");
    if matches!(options.layout, Layout::Cache(share) if share.get() < 1.0) {
        text.push_str("What a question adds stands behind it.\n");
    }
    text.push_str("Files: chosen by their connections in the code graph\n");
    let _ = writeln!(text, "Tokens: {}", counted(counter));
    text
}

fn commit(inputs: &Inputs<'_>) -> String {
    inputs.commit.map_or_else(String::new, |commit| format!("Commit: {}\n", one_line(commit, LONGEST_NAME)))
}

fn counted(counter: &dyn TokenCounter) -> String {
    format!("counted by {}", one_line(&counter.label(), LONGEST_NAME))
}
