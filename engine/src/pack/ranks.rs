//! Owns the ranking as a pack reads it: the files that something in the question points to and that the request lets in,
//! each with its place. It owns no score.

use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashMap;

use super::source::{Definition, Source};
use super::write::one_line;
use crate::id::FileId;
use crate::ranking::{AskedWords, RankedFile};
use crate::span::LineRange;

use super::Asked;

/// Names that a chunk's reason lists, at most.
const NAMED: usize = 4;
/// The longest name that a reason lists, bytes.
const LONGEST_NAME: usize = 80;

/// The ranked files of a pack.
pub(super) struct Ranks<'q> {
    /// Best first.
    pub(super) files: Vec<Ranked<'q>>,
    places: HashMap<FileId, u32>,
    words: AskedWords<'q>,
}

/// A file with its place in the ranking.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ranked<'q> {
    /// From 1.
    pub(super) rank: u32,
    pub(super) file: &'q RankedFile,
}

impl<'q> Ranks<'q> {
    /// Returns the files of a ranking that the source lets in and that something points to.
    pub(super) fn new(source: &Source<'_>, asked: &Asked<'q>) -> Self {
        let files: Vec<Ranked<'q>> = asked
            .ranking
            .files
            .iter()
            .zip(1..)
            .filter(|(file, _)| file.score > 0.0 && source.file(file.file).is_some())
            .map(|(file, rank)| Ranked { rank, file })
            .collect();
        let places = files.iter().map(|own| (own.file.file, own.rank)).collect();
        Self { files, places, words: AskedWords::of(asked.question) }
    }

    /// Returns a file's place, from 1.
    pub(super) fn rank(&self, file: FileId) -> Option<u32> {
        self.places.get(&file).copied()
    }

    /// Returns the lines of a file's best passages, best first.
    pub(super) fn passages(source: &Source<'_>, ranked: &Ranked<'_>) -> Vec<LineRange> {
        let lines = ranked.file.passages.iter().filter_map(|&(id, _)| Some(source.snapshot.passage(id)?.lines));
        lines.collect()
    }

    /// Returns whether a definition's name holds a word of the question.
    pub(super) fn asks_for(&self, source: &Source<'_>, own: &Definition) -> bool {
        source.snapshot.symbol_name(&own.symbol).is_some_and(|name| self.words.are_in(&name))
    }

    /// Returns what a reason says of the definitions that begin in these lines: ", defines Cache.Get", those that the
    /// question asks for first. Empty where there are none.
    pub(super) fn defines(&self, source: &Source<'_>, definitions: &[Definition], lines: LineRange) -> String {
        let inside = definitions
            .iter()
            .filter(|own| lines.contains(own.name_line) && (own.kind.is_callable() || own.kind.is_type()));
        let mut found: Vec<(bool, &Definition)> = inside.map(|own| (!self.asks_for(source, own), own)).collect();
        found.sort_by_key(|(not_asked, _)| *not_asked);
        let mut names: Vec<String> = Vec::new();
        for (_, own) in found {
            let name = one_line(&source.full_name(&own.symbol), LONGEST_NAME);
            if names.len() < NAMED && !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
        if names.is_empty() {
            return around(source, definitions, lines);
        }
        alloc::format!(", defines {}", names.join(", "))
    }
}

/// Returns what a reason says of the innermost definition around lines: ", in Cache.Get". Empty where there is none.
fn around(source: &Source<'_>, definitions: &[Definition], lines: LineRange) -> String {
    let is_around = |own: &&Definition| {
        own.lines.start <= lines.start && lines.end <= own.lines.end && (own.kind.is_callable() || own.kind.is_type())
    };
    let innermost = definitions.iter().filter(is_around).min_by_key(|own| (own.lines.len(), own.id));
    let name = innermost.map(|own| one_line(&source.full_name(&own.symbol), LONGEST_NAME));
    name.filter(|name| !name.is_empty()).map_or_else(String::new, |name| alloc::format!(", in {name}"))
}
