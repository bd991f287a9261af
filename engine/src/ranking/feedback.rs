//! Owns relevance feedback: the words that the best passages share and the question lacks, to search once more with. It
//! owns no search and no order: what it finds may add to the ranks behind the first, which it must not change.
//!
//! After Lavrenko and Croft's relevance models in the form called RM3 (Abdul-Jaleel et al., TREC 2004): a term counts by
//! how often the best passages hold it, each passage by its score; here by its rarity too, since code has no list of
//! stop words that is long enough.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::lexical::{Lexical, idf};
use super::{RankedFile, Weights};
use crate::id::PassageId;
use crate::question::{Question, QuestionTerm};
use crate::snapshot::Snapshot;
use crate::terms::{terms_of, tokens};

/// Returns the terms to search with, each with its weight; the weights add up to those of the question's.
pub(super) fn terms(
    snapshot: &Snapshot<'_>,
    question: &Question,
    lexical: &Lexical,
    ranked: &[RankedFile],
    weights: &Weights,
) -> Vec<QuestionTerm> {
    let asked = &question.terms;
    let best = ranked
        .iter()
        .take(weights.feedback_passages)
        .filter_map(|ranked| Some((lexical.passages_of(snapshot, ranked.file).first()?.0, ranked.score)));
    let mut model: BTreeMap<String, f32> = BTreeMap::new();
    let mut buffer = String::new();
    for (id, score) in best {
        let Some(text) = passage_text(snapshot, id) else { continue };
        let mut counts: BTreeMap<String, f32> = BTreeMap::new();
        let mut length = 0.0_f32;
        for token in tokens(&text) {
            terms_of(&token, &mut buffer, |term| {
                length += 1.0;
                *counts.entry(String::from(term)).or_insert(0.0) += 1.0;
            });
        }
        for (term, count) in counts {
            *model.entry(term).or_insert(0.0) += score * libm::sqrtf(count / length.max(1.0));
        }
    }
    let n = snapshot.meta().passages as usize;
    let mut scored: Vec<(f32, String)> = model
        .into_iter()
        .filter(|(term, _)| asked.iter().all(|known| known.term != *term))
        .filter_map(|(term, share)| Some((share * idf(n, snapshot.postings(&term)?.passages), term)))
        .collect();
    scored.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    scored.truncate(weights.feedback_terms);
    let sum: f32 = scored.iter().map(|(score, _)| score).sum();
    let all: f32 = asked.iter().map(|term| term.weight).sum();
    let scale = all / sum.max(f32::MIN_POSITIVE);
    scored.into_iter().map(|(score, term)| QuestionTerm { word: term.clone(), term, weight: score * scale }).collect()
}

fn passage_text(snapshot: &Snapshot<'_>, id: PassageId) -> Option<String> {
    let passage = snapshot.passage(id)?;
    let file = snapshot.file(snapshot.file_of_passage(id)?)?;
    let text = snapshot.text(&file).ok()?;
    let lines = text.lines().skip(passage.lines.start.saturating_sub(1) as usize).take(passage.lines.len() as usize);
    Some(lines.flat_map(|line| [line, "\n"]).collect())
}
