//! Owns the manifest: a line for each file of the pack, then the top-ranked files left out and how to get them. It owns no
//! count of its own.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::content::{Included, Omitted, Part};
use super::draft::Draft;
use super::ranks::Ranks;
use super::section::SectionKind;
use super::tree::number;
use super::write::ranges;
use crate::tokens::Tokens;
use crate::visible::visible;

/// Left-out files that are told of, at most.
const OMITTED: usize = 20;
/// Top-ranked files that are told of where a repository part holds them.
const HELD: usize = 50;

const ABOUT: &str = "Files in the pack: tokens, sections, rank.\n\n";
const LEFT_OUT: &str = "\nTop-ranked files left out:\n\n";
const UNLISTED: &str = "\nRanked files are left out.\n";
const MORE: &str = "\nTo see more: a larger --budget, or --pin PATH[:LINES].\n";

/// What the manifest costs whatever is in it.
pub(super) fn base_cost(draft: &Draft<'_, '_>) -> Tokens {
    draft.line_cost(ABOUT).plus(draft.line_cost(LEFT_OUT)).plus(draft.line_cost(MORE)).plus(Tokens(12))
}

/// Returns the room of the list of files that are left out, in a part of at most `limit`.
pub(super) fn omitted_room(limit: Tokens) -> Tokens {
    Tokens(limit.0 / 64).min(Tokens(600))
}

/// Returns the files of the pack: ranked ones by rank, then the others by path.
pub(super) fn included(draft: &Draft<'_, '_>, ranks: Option<&Ranks<'_>>) -> Vec<Included> {
    let mut files: Vec<Included> = draft
        .entries
        .iter()
        .filter_map(|(&id, entry)| {
            Some(Included {
                path: draft.source.file(id)?.path.into(),
                tokens: entry.tokens,
                rank: ranks.and_then(|ranks| ranks.rank(id)),
                sections: entry.sections.clone(),
            })
        })
        .collect();
    files.sort_by_key(|own| own.rank.unwrap_or(u32::MAX));
    files
}

/// Returns the top-ranked files of which the pack holds nothing.
pub(super) fn omitted(draft: &Draft<'_, '_>, ranks: Option<&Ranks<'_>>) -> Vec<Omitted> {
    let all = ranks.into_iter().flat_map(|ranks| &ranks.files);
    let left_out = all.filter(|own| !draft.entries.contains_key(&own.file.file)).filter_map(|own| {
        let file = draft.source.readable(own.file.file)?;
        let tokens = draft.counter.sized(file.text_len, file.language);
        Some(Omitted { path: file.path.into(), rank: own.rank, tokens })
    });
    left_out.take(OMITTED).collect()
}

/// Returns the manifest's text; the files left out take at most `room`.
pub(super) fn text(draft: &Draft<'_, '_>, ranks: Option<&Ranks<'_>>, room: Tokens) -> String {
    let mut text = String::from(if draft.entries.is_empty() { "No lines of files are in the pack.\n" } else { ABOUT });
    for file in included(draft, ranks) {
        let own: Vec<&str> =
            file.sections.iter().filter(|&&kind| is_of_suffix(draft, kind)).map(|kind| kind.label()).collect();
        if !own.is_empty() {
            let rank = file.rank.map_or_else(String::new, |rank| format!(", rank {rank}"));
            let path = visible(&file.path);
            let _ = writeln!(text, "- {path}: {} tokens, {}{rank}", number(file.tokens), own.join(", "));
        }
    }
    for line in in_prefix(draft, ranks) {
        text.push_str(&line);
    }
    let mut spent = Tokens(0);
    let mut lines = String::new();
    for file in omitted(draft, ranks) {
        let line = format!("- {}: rank {}, about {} tokens\n", visible(&file.path), file.rank, number(file.tokens));
        let cost = draft.line_cost(&line);
        if spent.plus(cost) > room {
            break;
        }
        spent = spent.plus(cost);
        lines.push_str(&line);
    }
    if !lines.is_empty() {
        text.push_str(LEFT_OUT);
        text.push_str(&lines);
        text.push_str(MORE);
    } else if !omitted(draft, ranks).is_empty() {
        text.push_str(UNLISTED);
        text.push_str(MORE);
    }
    text
}

/// An overview's sections are all of the prefix, and its manifest lists them.
fn is_of_suffix(draft: &Draft<'_, '_>, kind: SectionKind) -> bool {
    draft.is_one_part || draft.sections.get(&kind).is_some_and(|own| own.part == Part::Suffix)
}

/// Returns a line for each top-ranked file that the repository part holds whole.
pub(super) fn in_prefix(draft: &Draft<'_, '_>, ranks: Option<&Ranks<'_>>) -> Vec<String> {
    if draft.is_one_part {
        return Vec::new();
    }
    let top = ranks.into_iter().flat_map(|ranks| &ranks.files).take(HELD);
    let lines = top.filter_map(|own| {
        let entry = draft.entries.get(&own.file.file)?;
        let is_held = entry.sections.iter().all(|&kind| !is_of_suffix(draft, kind));
        let file = draft.source.file(own.file.file).filter(|_| is_held)?;
        let lines = ranges(draft.held.of(file.id));
        Some(format!("- in the prefix: {} lines {lines} (rank {})\n", visible(file.path), own.rank))
    });
    lines.collect()
}
