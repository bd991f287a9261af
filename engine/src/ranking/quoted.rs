//! Owns the files that hold word for word what the question quotes: an error message, a text on a screen. It owns no
//! single words.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::{RankedFile, Weights};
use crate::id::FileId;
use crate::question::Question;
use crate::snapshot::Snapshot;
use crate::terms::{terms_of, tokens};

/// Files that are read for one quote, at most, and for all of a question: reading takes longer than ranking.
const MOST_OF_ONE: usize = 40;
const MOST_OF_ALL: usize = 120;

/// A file that holds a quote.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Quoted {
    /// The file.
    pub(super) file: FileId,
    /// The line where the quote starts.
    pub(super) line: u32,
    /// What it counts.
    pub(super) weight: f32,
}

/// Returns where files hold quotes, by file and in the order of the quotes. `files` are all files by their identifiers.
pub(super) fn search(
    snapshot: &Snapshot<'_>,
    question: &Question,
    files: &[RankedFile],
    weights: &Weights,
) -> Vec<Quoted> {
    let quotes = &question.quotes;
    if quotes.is_empty() {
        return Vec::new();
    }
    let words: usize = quotes.iter().map(|quote| quote.split_whitespace().count()).sum();
    let of_question = words as f32 / question.terms.len().max(1) as f32;
    let best = files.iter().map(|ranked| ranked.score).fold(0.0, f32::max);
    let counts = best * weights.quoted * (weights.quoted_share * of_question).min(1.0);
    let found = places(snapshot, quotes, files);
    // What few files hold says more, and many quotes in one file not many times more.
    let rarity = |number: usize| 1.0 / found.iter().filter(|other| other.1 == number).count().max(1) as f32;
    let of_file = |file: FileId| found.iter().filter(|other| other.0 == file).map(|other| rarity(other.1)).sum::<f32>();
    let weight = |file, number| counts * rarity(number) / (1.0 + of_file(file));
    found.iter().map(|&(file, number, line)| Quoted { file, line, weight: weight(file, number) }).collect()
}

/// Returns the places of quotes in files: the file, the quote's number, and the line.
fn places(snapshot: &Snapshot<'_>, quotes: &[String], files: &[RankedFile]) -> Vec<(FileId, usize, u32)> {
    let mut asked: BTreeMap<FileId, Vec<usize>> = BTreeMap::new();
    for (number, quote) in quotes.iter().enumerate() {
        for file in holding_all_words(snapshot, quote, files) {
            if asked.len() < MOST_OF_ALL || asked.contains_key(&file) {
                asked.entry(file).or_default().push(number);
            }
        }
    }
    let mut found: Vec<(FileId, usize, u32)> = Vec::new();
    for (&file, numbers) in &asked {
        let Some(text) = snapshot.file(file).and_then(|file| snapshot.text(&file).ok()) else { continue };
        for &number in numbers {
            let Some(at) = quotes.get(number).and_then(|quote| text.find(quote.as_str())) else { continue };
            let line = 1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count();
            found.push((file, number, u32::try_from(line).unwrap_or(u32::MAX)));
        }
    }
    found
}

/// Returns the files that hold all words of a quote, those with the best scores where there are many.
fn holding_all_words(snapshot: &Snapshot<'_>, quote: &str, files: &[RankedFile]) -> Vec<FileId> {
    let mut terms: Vec<String> = Vec::new();
    let mut buffer = String::new();
    for token in tokens(quote) {
        terms_of(&token, &mut buffer, |term| terms.push(String::from(term)));
    }
    let counted = terms.iter().map(|term| (snapshot.postings(term).map_or(0, |postings| postings.files), term));
    let mut rarest_first: Vec<(u32, &String)> = counted.collect();
    rarest_first.sort_unstable();
    let mut holding: Option<Vec<FileId>> = None;
    for (_, term) in rarest_first {
        let own: Vec<FileId> = snapshot.postings(term).into_iter().flatten().map(|posting| posting.file).collect();
        match &mut holding {
            None => holding = Some(own),
            Some(known) => known.retain(|file| own.binary_search(file).is_ok()),
        }
        if holding.as_ref().is_some_and(|known| known.len() <= 1) {
            break;
        }
    }
    let mut holding = holding.unwrap_or_default();
    if holding.len() > MOST_OF_ONE {
        let score = |file: &FileId| files.get(file.index()).map_or(0.0, |ranked| ranked.score);
        holding.sort_unstable_by(|a, b| score(b).total_cmp(&score(a)).then(a.cmp(b)));
        holding.truncate(MOST_OF_ONE);
    }
    holding
}
