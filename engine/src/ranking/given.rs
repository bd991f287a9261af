//! Owns a ranking that the caller brings: its files keep the caller's order, and get passages as ours do. It owns no
//! score.

use alloc::vec::Vec;

use super::table::Table;
use super::{Arms, RankedFile, Ranking, Weights, confidence, identifiers, lexical, passages};
use crate::id::{FileId, PassageId};
use crate::question::Question;
use crate::snapshot::Snapshot;
use crate::span::LineRange;

/// A file of a caller's ranking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenFile {
    /// The file.
    pub file: FileId,
    /// Where in it to look, best first; the question's best passages where there are none.
    pub lines: Vec<LineRange>,
}

/// Returns the ranking that a caller gives, best first; only its files are in it. Scores fall by one from file to file.
pub fn given(snapshot: &Snapshot<'_>, question: &Question, files: &[GivenFile], weights: &Weights) -> Ranking {
    let table = Table::of(snapshot);
    let lexical = lexical::search(snapshot, &table, question, weights);
    let identifiers = identifiers::search(snapshot, &table, question, weights).grown(lexical.best(), weights);
    let ranked = files.iter().enumerate().map(|(place, own)| RankedFile {
        file: own.file,
        score: (files.len() - place) as f32,
        arms: Arms::default(),
        entered: None,
        passages: match own.lines.as_slice() {
            [] => passages::list(snapshot, own.file, &lexical, &identifiers),
            lines => passages_at(snapshot, own.file, lines),
        },
    });
    let files: Vec<RankedFile> = ranked.collect();
    let confidence = confidence::judge(snapshot, &table, question, &lexical, files.first());
    Ranking { files, confidence }
}

/// Returns the passages that hold some of the lines, in the lines' order; scores fall by one from passage to passage.
fn passages_at(snapshot: &Snapshot<'_>, file: FileId, lines: &[LineRange]) -> Vec<(PassageId, f32)> {
    let mut found: Vec<PassageId> = Vec::new();
    for range in lines {
        for id in snapshot.passages_in(file).map(PassageId) {
            let holds =
                snapshot.passage(id).is_some_and(|own| own.lines.start <= range.end && range.start <= own.lines.end);
            if holds && !found.contains(&id) {
                found.push(id);
            }
        }
    }
    let n = found.len();
    found.into_iter().enumerate().map(|(place, id)| (id, (n - place) as f32)).collect()
}
