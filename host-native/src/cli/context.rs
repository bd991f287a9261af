//! Owns the command `context`: how a ranking is printed. It owns none of the ranking.
//!
//! docs/ranking.schema.json describes the form of what `--json` prints, and a test compares the two.

use std::io::{self, Read as _, Write as _};

use anyhow::{Context as _, bail};
use graphicle_engine::question::Question;
use graphicle_engine::ranking::{Confidence, Told, ToldFile, Weights, rank};

use super::args::ContextArgs;
use super::out::Out;
use super::read;

/// Passages that are shown of each file to people.
const SHOWN: usize = 3;

/// As much of a question as is read, bytes: the engine passes over the rest.
const MOST_QUESTION: usize = 256 * 1024;

/// As much of standard input as is taken from whoever writes it, bytes; one that never ends is left.
const MOST_INPUT: u64 = 1 << 30;

pub(super) fn run(args: &ContextArgs) -> anyhow::Result<()> {
    let text = question(&args.question)?;
    let opened = read::open(&args.read)?;
    let snapshot = opened.snapshot()?;
    let question = Question::read(&text);
    let limit = args.limit as usize;
    let weights = Weights { files_with_passages: limit, ..Weights::default() };
    let ranking = rank(&snapshot, &question, &weights);
    let told = Told::of(&snapshot, &text, &question, &ranking, limit);
    let mut out = Out::new();
    if args.json {
        out.json(&told)?;
    } else {
        print(&mut out, ranking.confidence, &told.ranking)?;
    }
    Ok(out.finish()?)
}

/// Returns the question that was typed, or that standard input holds for `-`, as far as it is read.
pub(super) fn question(typed: &str) -> anyhow::Result<String> {
    let mut text = if typed == "-" {
        standard_input().context("cannot read the question from standard input")?
    } else {
        typed.to_owned()
    };
    if text.len() > MOST_QUESTION {
        text.truncate(text.floor_char_boundary(MOST_QUESTION));
        let _ = writeln!(io::stderr(), "graphicle: the question is longer than 256 KiB; the rest of it is not read");
    }
    if text.trim().is_empty() {
        bail!("the question is empty; ask something, for example: \"where are users logged in?\"");
    }
    Ok(text)
}

/// Returns the beginning of standard input, somewhat more than a question may have.
fn standard_input() -> io::Result<String> {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    input.by_ref().take(MOST_QUESTION as u64 + 1).read_to_end(&mut bytes)?;
    // A writer whose reader leaves early is ended for it, and a shell takes that for a failure.
    io::copy(&mut input.take(MOST_INPUT), &mut io::sink())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn print(out: &mut Out, confidence: Confidence, files: &[ToldFile<'_>]) -> io::Result<()> {
    match confidence {
        Confidence::None if files.is_empty() => return out.line("the project has no files"),
        Confidence::None => return out.line("nothing in the project matches the question"),
        Confidence::Weak => out.line("a weak match: few of the question's words stand together in one place")?,
        Confidence::Fair | Confidence::Strong => {}
    }
    for file in files {
        out.line(format_args!("{:>3}  {}  ({:.1})", file.rank, file.path, file.score))?;
        out.line(format_args!("     {}", file.why))?;
        for passage in file.passages.iter().take(SHOWN) {
            let symbols =
                if passage.symbols.is_empty() { String::new() } else { format!("  {}", passage.symbols.join(", ")) };
            out.line(format_args!("     lines {}-{}{symbols}", passage.start_line, passage.end_line))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_cut_where_the_engine_stops_reading_it() {
        let longer = "a".repeat(MOST_QUESTION + 10);
        assert_eq!(Question::read(&longer).text.len(), MOST_QUESTION);
        assert_eq!(question(&longer).unwrap().len(), MOST_QUESTION);
        assert_eq!(question(&format!("{}日本", "a".repeat(MOST_QUESTION - 1))).unwrap().len(), MOST_QUESTION - 1);
    }
}
