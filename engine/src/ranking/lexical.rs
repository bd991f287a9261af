//! Owns the arm of words: BM25F over passages and over whole files, whose fields are text, symbols' names and path.
//! It owns neither the words of the question nor any other arm.
//!
//! Formula: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), section 3.

use alloc::vec;
use alloc::vec::Vec;

use super::Weights;
use super::table::Table;
use crate::id::{FileId, PassageId};
use crate::question::Question;
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

/// Passages of a file that count, at most: with a decay of a half, the fifth adds a sixteenth.
const COUNTED: usize = 4;

/// Scores all files and passages.
pub(super) fn search(snapshot: &Snapshot<'_>, table: &Table<'_>, question: &Question, weights: &Weights) -> Lexical {
    let lengths = Lengths::of(snapshot, table, weights);
    let n_files = table.len();
    let n_passages = lengths.passages.len();
    let mut scores = Scores {
        files: vec![0.0; n_files],
        passages: vec![0.0; n_passages],
        in_path: vec![0.0; n_files],
        covered: vec![0.0; n_files],
    };
    let (mut total, mut ideal) = (0.0_f32, 0.0_f32);
    let power = weights.idf_power + weights.idf_long * libm::log2f((question.terms.len() as f32 / 8.0).max(1.0));
    for (number, asked) in question.terms.iter().chain(&question.joined).enumerate() {
        let named: Vec<FileId> = snapshot
            .files_with_path_term(&asked.term)
            .map(|(file, _)| file)
            .filter(|file| file.index() < n_files)
            .collect();
        for &file in &named {
            if let Some(slot) = scores.in_path.get_mut(file.index()) {
                let name = table.get(file).map_or("", |file| file.path);
                *slot = weights.path + weights.stem * stem_share(name, &asked.term);
            }
        }
        let postings = snapshot.postings(&asked.term);
        let df_passages = postings.as_ref().map_or(0, |p| p.passages);
        let df_files = postings.as_ref().map_or(0, |p| p.files).max(u32::try_from(named.len()).unwrap_or(0));
        let idf_passage = libm::powf(idf(n_passages, df_passages), power) * asked.weight;
        let idf_file = libm::powf(idf(n_files, df_files), power) * asked.weight;
        let is_own = number < question.terms.len();
        if !is_own && df_files == 0 {
            continue;
        }
        total += idf_file;
        // A joined name says again what the question's own words say: no passage need hold both.
        ideal += if is_own { idf_passage } else { 0.0 };
        for in_file in postings.into_iter().flatten() {
            let file = in_file.file;
            let mut whole = 0.0;
            for (passage, weight) in in_file {
                let count = (weight.in_text() + weight.in_symbols()) as f32;
                whole += count;
                scores.add_to_passage(passage, idf_passage, count, &lengths);
            }
            scores.add_to_file(file, idf_file, whole, &lengths, weights.whole);
        }
        for file in named {
            scores.add_to_file(file, idf_file, 0.0, &lengths, weights.whole);
        }
    }
    let Scores { files, passages, covered, .. } = scores;
    let mut lexical = Lexical { files, ideal, passages };
    lexical.add_passages(table, weights);
    for (score, covered) in lexical.files.iter_mut().zip(covered) {
        if *score > 0.0 {
            *score *= 1.0 + weights.path_times * covered / total.max(1.0);
        } else {
            *score = weights.path_alone * covered;
        }
    }
    lexical
}

/// What has been added up so far.
struct Scores {
    files: Vec<f32>,
    passages: Vec<f32>,
    /// What the term at hand counts in each file's path; zero again after each term.
    in_path: Vec<f32>,
    /// How much of the question each file's path holds.
    covered: Vec<f32>,
}

impl Scores {
    fn add_to_passage(&mut self, passage: PassageId, idf: f32, count: f32, lengths: &Lengths) {
        let at = passage.index();
        if let Some((score, saturation)) = self.passages.get_mut(at).zip(lengths.passages.get(at)) {
            *score += idf * count / (saturation + count);
        }
    }

    fn add_to_file(&mut self, file: FileId, idf: f32, count: f32, lengths: &Lengths, share: f32) {
        let at = file.index();
        let path = self.in_path.get_mut(at).map_or(0.0, core::mem::take);
        if let Some((score, saturation)) = self.files.get_mut(at).zip(lengths.files.get(at)) {
            *score += share * idf * count / (saturation + count);
        }
        if path > 0.0
            && let Some(covered) = self.covered.get_mut(at)
        {
            *covered += idf * path;
        }
    }
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

    /// Returns the score of a file's best passage, 0 where none has any.
    pub(super) fn best_passage(&self, table: &Table<'_>, file: FileId) -> f32 {
        self.passages_in(table, file).iter().copied().fold(0.0, f32::max)
    }

    fn passages_in(&self, table: &Table<'_>, file: FileId) -> &[f32] {
        self.passages.get(table.passages(file)).unwrap_or(&[])
    }

    /// Adds to each file's score what its best passages say.
    fn add_passages(&mut self, table: &Table<'_>, weights: &Weights) {
        for id in (0..).map(FileId).take(self.files.len()) {
            let mut best = [0.0_f32; COUNTED];
            for &score in self.passages_in(table, id) {
                let mut score = score;
                for slot in &mut best {
                    if score > *slot {
                        core::mem::swap(slot, &mut score);
                    }
                }
            }
            let mut share = weights.passages;
            let mut sum = 0.0;
            for passage in best {
                sum += share * passage;
                share *= weights.decay;
            }
            if let Some(score) = self.files.get_mut(id.index()) {
                *score += sum;
            }
        }
    }
}

/// BM25's saturation of each file and passage: the count of a term at which it gives half of what it can, longer for
/// longer ones.
#[derive(Debug)]
struct Lengths {
    files: Vec<f32>,
    passages: Vec<f32>,
}

impl Lengths {
    /// Measures all files and passages; a damaged row counts as an empty one.
    fn of(snapshot: &Snapshot<'_>, table: &Table<'_>, weights: &Weights) -> Self {
        let passage = |id| snapshot.passage(PassageId(id)).map_or(0.0, |passage| f32::from(passage.words));
        let mut passages: Vec<f32> = (0..snapshot.meta().passages).map(passage).collect();
        let mut files: Vec<f32> = (0..)
            .map(FileId)
            .take(table.len())
            .map(|id| passages.get(table.passages(id)).unwrap_or(&[]).iter().sum())
            .collect();
        saturate(&mut files, weights.k1, weights.b_file);
        saturate(&mut passages, weights.k1, weights.b_passage);
        Self { files, passages }
    }
}

/// Makes lengths in words BM25's saturations.
fn saturate(lengths: &mut [f32], k1: f32, b: f32) {
    let average = (lengths.iter().sum::<f32>() / lengths.len().max(1) as f32).max(1.0);
    for length in lengths {
        *length = k1 * (1.0 - b + b * *length / average);
    }
}

/// Returns how much of the file's own name a term is: 1 where it is all of it, 0 where it is no part of it.
fn stem_share(path: &str, term: &str) -> f32 {
    let name = path.rsplit('/').next().unwrap_or(path);
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
