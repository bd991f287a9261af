//! Owns telling a ranking that answers from one that merely fills a list. It owns no order.

use super::RankedFile;
use super::lexical::Lexical;
use super::table::Table;
use crate::question::Question;
use crate::snapshot::Snapshot;

/// How sure a ranking is of its first files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Nothing in the project matches the question.
    None,
    /// Few of the question's words are known here, or no passage holds many of them.
    Weak,
    /// Some passages hold many of the question's words.
    Fair,
    /// The first file holds most of what the question asks for, more than one word, or the question names it.
    Strong,
}

impl Confidence {
    /// Returns its name, as JSON and people read it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Weak => "weak",
            Self::Fair => "fair",
            Self::Strong => "strong",
        }
    }
}

/// Below this share of the question's terms known to the project a match is weak (ranking systems of this kind report
/// 0.45 as the point where answers stop being found).
const KNOWN: f32 = 0.45;
/// Shares of what a passage that holds every term often would score.
const FAIR: f32 = 0.2;
const STRONG: f32 = 0.4;

/// A first file that is found by names as much as this, beside its words, is what the question names.
const NAMED: f32 = 0.3;

/// Judges a ranking by its first file.
pub(super) fn judge(
    snapshot: &Snapshot<'_>,
    table: &Table<'_>,
    question: &Question,
    lexical: &Lexical,
    first: Option<&RankedFile>,
) -> Confidence {
    let Some(first) = first.filter(|first| first.score > 0.0) else { return Confidence::None };
    let top = lexical.best_passage(table, first.file);
    let share = top / lexical.ideal.max(f32::MIN_POSITIVE);
    let telling = || question.terms.iter().filter(|term| !term.is_asking());
    let n_known = telling().filter(|term| snapshot.postings(&term.term).is_some()).count();
    let known = n_known as f32 / telling().count().max(1) as f32;
    let is_named = first.arms.identifiers > 0.0 && first.arms.identifiers >= NAMED * first.arms.lexical;
    if is_named || (known >= KNOWN && share >= STRONG && n_known > 1) {
        Confidence::Strong
    } else if known >= KNOWN && share >= FAIR {
        Confidence::Fair
    } else {
        Confidence::Weak
    }
}
