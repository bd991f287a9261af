//! Owns the arm of words: BM25F over passages and over whole files, whose fields are text, symbols' names and path.
//! It owns neither the words of the question nor any other arm.
//!
//! Formula: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), section 3.

use alloc::vec;
use alloc::vec::Vec;

use super::Weights;
use crate::id::{FileId, PassageId};
use crate::question::QuestionTerm;
use crate::snapshot::Snapshot;
use crate::terms::{terms_of, tokens};

/// What words say of files and passages.
#[derive(Debug)]
pub(super) struct Lexical {
    /// Each file's score.
    pub(super) files: Vec<f32>,
    /// What a passage would score that holds every term without end.
    pub(super) ideal: f32,
    passages: Vec<f32>,
}

/// Passages of a file that are listed, at most.
const LISTED: usize = 8;
/// Passages of a file that count, at most: with a decay of a half, the fifth adds a sixteenth.
const COUNTED: usize = 4;

/// Scores all files and passages.
pub(super) fn search(snapshot: &Snapshot<'_>, terms: &[QuestionTerm], weights: &Weights) -> Lexical {
    let lengths = Lengths::of(snapshot);
    let n_files = snapshot.meta().files as usize;
    let n_passages = snapshot.meta().passages as usize;
    let mut files = vec![0.0_f32; n_files];
    let mut passages = vec![0.0_f32; n_passages];
    // What the term at hand counts in each file's path; zero again after each term.
    let mut in_path = vec![0.0_f32; n_files];
    let mut covered = vec![0.0_f32; n_files];
    let (mut total, mut ideal) = (0.0_f32, 0.0_f32);
    let power = weights.idf_power + weights.idf_long * libm::log2f((terms.len() as f32 / 8.0).max(1.0));
    for asked in terms {
        let named: Vec<FileId> = snapshot
            .files_with_path_term(&asked.term)
            .map(|(file, _)| file)
            .filter(|file| file.index() < n_files)
            .collect();
        for &file in &named {
            if let Some(slot) = in_path.get_mut(file.index()) {
                *slot = weights.path + weights.stem * stem_share(snapshot, file, &asked.term);
            }
        }
        let postings = snapshot.postings(&asked.term);
        let df_passages = postings.as_ref().map_or(0, |p| p.passages);
        let df_files = postings.as_ref().map_or(0, |p| p.files).max(u32::try_from(named.len()).unwrap_or(0));
        let idf_passage = libm::powf(idf(n_passages, df_passages), power) * asked.weight;
        let idf_file = libm::powf(idf(n_files, df_files), power) * asked.weight;
        total += idf_file;
        ideal += idf_passage;
        let mut score_file = |file: FileId, in_text: f32, in_path: &mut [f32]| {
            let path = in_path.get_mut(file.index()).map_or(0.0, core::mem::take);
            let length = lengths.file(file);
            let tf = in_text / (1.0 - weights.b_file + weights.b_file * length);
            if let Some(score) = files.get_mut(file.index()) {
                *score += weights.whole * idf_file * tf / (weights.k1 + tf);
            }
            if let Some(score) = covered.get_mut(file.index()) {
                *score += idf_file * path;
            }
        };
        for in_file in postings.into_iter().flatten() {
            let file = in_file.file;
            let mut whole = 0.0;
            for (passage, weight) in in_file {
                let tf = (weight.in_text() + weight.in_symbols()) as f32;
                whole += tf;
                let length = lengths.passage(snapshot, passage);
                let tf = tf / (1.0 - weights.b_passage + weights.b_passage * length);
                if let Some(score) = passages.get_mut(passage.index()) {
                    *score += idf_passage * tf / (weights.k1 + tf);
                }
            }
            score_file(file, whole, &mut in_path);
        }
        for file in named {
            if in_path.get(file.index()).is_some_and(|&path| path > 0.0) {
                score_file(file, 0.0, &mut in_path);
            }
        }
    }
    let mut lexical = Lexical { files, ideal, passages };
    lexical.add_passages(snapshot, weights);
    for (score, covered) in lexical.files.iter_mut().zip(covered) {
        *score *= 1.0 + weights.path_times * covered / total.max(1.0);
    }
    lexical
}

/// BM25's weight of a term that `df` of `n` hold; always above zero.
pub(super) fn idf(n: usize, df: u32) -> f32 {
    let (n, df) = (n as f32, df as f32);
    libm::logf(1.0 + (n - df + 0.5).max(0.0) / (df + 0.5))
}

impl Lexical {
    /// Returns the best file's score.
    pub(super) fn best(&self) -> f32 {
        self.files.iter().copied().fold(0.0, f32::max)
    }

    /// Returns a passage's score.
    pub(super) fn passage(&self, passage: PassageId) -> f32 {
        self.passages.get(passage.index()).copied().unwrap_or(0.0)
    }

    /// Adds to each file's score what its best passages say.
    fn add_passages(&mut self, snapshot: &Snapshot<'_>, weights: &Weights) {
        let mut best: Vec<f32> = Vec::new();
        for (id, score) in (0..).map(FileId).zip(&mut self.files) {
            let ids = snapshot.passages_in(id);
            let own = self.passages.get(ids.start as usize..ids.end as usize).unwrap_or(&[]);
            best.clear();
            best.extend(own.iter().copied().filter(|&score| score > 0.0));
            best.sort_unstable_by(|a, b| b.total_cmp(a));
            let mut share = weights.passages;
            for passage in best.iter().take(COUNTED) {
                *score += share * passage;
                share *= weights.decay;
            }
        }
    }

    /// Returns a file's best passages with their scores, best first.
    pub(super) fn passages_of(&self, snapshot: &Snapshot<'_>, file: FileId) -> Vec<(PassageId, f32)> {
        let ids = snapshot.passages_in(file).map(PassageId);
        let mut scored: Vec<(PassageId, f32)> = ids
            .filter_map(|id| Some((id, *self.passages.get(id.index())?)))
            .filter(|&(_, score)| score > 0.0)
            .collect();
        scored.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        scored.truncate(LISTED);
        scored
    }
}

/// Lengths in terms of the average.
#[derive(Debug)]
struct Lengths {
    files: Vec<f32>,
    average_passage: f32,
}

impl Lengths {
    /// Measures all files.
    fn of(snapshot: &Snapshot<'_>) -> Self {
        let mut files = Vec::with_capacity(snapshot.meta().files as usize);
        for id in 0..snapshot.meta().files {
            let passages = snapshot.passages_in(FileId(id)).map(PassageId);
            let words: u64 =
                passages.filter_map(|id| snapshot.passage(id)).map(|passage| u64::from(passage.words)).sum();
            files.push(words as f32);
        }
        let words: f32 = snapshot.meta().words as f32;
        let average = (words / (files.len().max(1) as f32)).max(1.0);
        for length in &mut files {
            *length /= average;
        }
        Self { files, average_passage: (words / snapshot.meta().passages.max(1) as f32).max(1.0) }
    }

    fn file(&self, file: FileId) -> f32 {
        self.files.get(file.index()).copied().unwrap_or(1.0)
    }

    fn passage(&self, snapshot: &Snapshot<'_>, passage: PassageId) -> f32 {
        snapshot.passage(passage).map_or(1.0, |passage| f32::from(passage.words) / self.average_passage)
    }
}

/// Returns how much of the file's own name a term is: 1 where it is all of it, 0 where it is no part of it.
fn stem_share(snapshot: &Snapshot<'_>, file: FileId, term: &str) -> f32 {
    let Some(file) = snapshot.file(file) else { return 0.0 };
    let name = file.path.rsplit('/').next().unwrap_or(file.path);
    let stem = name.split_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem });
    if !may_hold(stem, term) {
        return 0.0;
    }
    let mut buffer = alloc::string::String::new();
    let (mut hits, mut all) = (0_u32, 0_u32);
    for token in tokens(stem) {
        terms_of(&token, &mut buffer, |own| {
            all += 1;
            hits += u32::from(own == term);
        });
    }
    if hits > 0 { 1.0 / all as f32 } else { 0.0 }
}

/// Returns whether a name may hold a word whose stem is `term`: stemming changes the ends of words only, so the first
/// letters of the stem stand in the name. Most names are ruled out by this, and far more quickly than by taking them
/// apart.
fn may_hold(name: &str, term: &str) -> bool {
    let start = term.as_bytes().get(..3.min(term.len().saturating_sub(1)).max(1)).unwrap_or(&[]);
    !name.is_ascii()
        || !term.is_ascii()
        || name.as_bytes().windows(start.len().max(1)).any(|window| window.eq_ignore_ascii_case(start))
}
