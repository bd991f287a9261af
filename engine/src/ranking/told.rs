//! Owns a ranking as programs and people read it: each file with its score, the reasons and its best passages. It owns no
//! order and no reason's words.
//!
//! docs/ranking.schema.json describes the JSON, and a test compares the two.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::{AskedWords, RankedFile, Ranking, Reasons, explain};
use crate::question::Question;
use crate::snapshot::Snapshot;

/// A ranking's first files, with their reasons.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Told<'t> {
    /// The question as it was asked.
    pub question: &'t str,
    /// How sure the ranking is of its first files.
    pub confidence: &'static str,
    /// The files, best first.
    pub ranking: Vec<ToldFile<'t>>,
}

/// A file of a ranking.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ToldFile<'t> {
    /// Its place, from 1.
    pub rank: usize,
    /// Its path.
    pub path: &'t str,
    /// Its joined score, with three places.
    pub score: f64,
    /// Why it stands there, for people.
    pub why: String,
    /// What the score is made of.
    pub arms: ToldArms,
    /// Its best passages, best first.
    pub passages: Vec<ToldPassage>,
}

/// What a score is made of.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ToldArms {
    /// By words.
    pub lexical: f64,
    /// By names.
    pub identifiers: f64,
    /// By neighbours in the code graph.
    pub neighbours: f64,
}

/// A passage of a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ToldPassage {
    /// Its first line.
    pub start_line: u32,
    /// Its last line.
    pub end_line: u32,
    /// Its score, with three places.
    pub score: f64,
    /// Names of the question's words that it defines or lies in.
    pub symbols: Vec<String>,
}

impl<'t> Told<'t> {
    /// Tells of the first `limit` files of a ranking.
    pub fn of(snapshot: &Snapshot<'t>, text: &'t str, question: &Question, ranking: &Ranking, limit: usize) -> Self {
        let files = ranking.files.get(..limit.min(ranking.files.len())).unwrap_or(&[]);
        let reasons = explain(snapshot, question, files);
        let asked = AskedWords::of(question);
        let told = files.iter().zip(&reasons).zip(1..);
        Self {
            question: text,
            confidence: ranking.confidence.label(),
            ranking: told.map(|((ranked, reasons), rank)| file(snapshot, &asked, ranked, reasons, rank)).collect(),
        }
    }
}

fn file<'t>(
    snapshot: &Snapshot<'t>,
    asked: &AskedWords<'_>,
    ranked: &RankedFile,
    reasons: &Reasons,
    rank: usize,
) -> ToldFile<'t> {
    let passages = ranked.passages.iter().filter_map(|&(id, score)| {
        let lines = snapshot.passage(id)?.lines;
        let symbols = asked.symbols(snapshot, id);
        Some(ToldPassage { start_line: lines.start, end_line: lines.end, score: rounded(score), symbols })
    });
    ToldFile {
        rank,
        path: snapshot.file(ranked.file).map_or("", |file| file.path),
        score: rounded(ranked.score),
        why: reasons.text(),
        arms: ToldArms {
            lexical: rounded(ranked.arms.lexical),
            identifiers: rounded(ranked.arms.identifiers),
            neighbours: rounded(ranked.arms.neighbours),
        },
        passages: passages.collect(),
    }
}

/// Returns a score with three places, which is more than it means.
fn rounded(score: f32) -> f64 {
    libm::round(f64::from(score) * 1000.0) / 1000.0
}
