//! Owns ranking a snapshot's files for a question: which arms there are, how they are joined, and what the order says.
//! It owns neither reading the question ([`crate::question`]) nor what is packed of the files.
//!
//! [`rank`] reads top to bottom:
//!
//! 1. `lexical`: the passages and files whose words, symbols and paths hold the question's terms.
//! 2. `identifiers`: the files that define or use the names that the question writes, and those it names by path.
//! 3. `priors`: what kind of file it is: tests, docs, generated and vendored files count less.
//! 4. `neighbours`: what the best files import, call and are called by.
//! 5. `confidence`: whether the first files answer or merely fill a list.
//! 6. `feedback`: what the best passages talk about, for the ranks behind the first.
//! 7. `named` and `definitions`: files that are put in after the fifth and the fifteenth rank.
//!
//! Every score is a sum of finite `f32`s in a fixed order, and every tie is broken by the file's identifier, so the
//! same snapshot and question give the same ranking everywhere.

#![expect(clippy::cast_precision_loss, reason = "counts and ranks are far below 2^24, where f32 becomes coarse")]

mod confidence;
mod definitions;
mod explain;
mod feedback;
mod identifiers;
mod lexical;
mod named;
mod neighbours;
mod order;
mod priors;
mod weights;

use alloc::vec::Vec;

pub use confidence::Confidence;
pub use explain::{Reasons, explain, passage_symbols};
pub use weights::Weights;

use crate::id::{FileId, PassageId};
use crate::question::Question;
use crate::snapshot::Snapshot;

/// What each arm says of a file, before they are joined; each is 0 or more.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Arms {
    /// The question's terms in its text, symbols and path.
    pub lexical: f32,
    /// The question's names that it defines, uses or is called.
    pub identifiers: f32,
    /// What its neighbours in the code graph lend it.
    pub neighbours: f32,
    /// The words that the best passages share and the question lacks; for files behind the first ranks only.
    pub feedback: f32,
}

/// A file with its place in the ranking.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedFile {
    /// The file.
    pub file: FileId,
    /// The joined score; 0 for a file that nothing in the question points to.
    pub score: f32,
    /// What the score is made of.
    pub arms: Arms,
    /// How it came to its place, where that is not by its score.
    pub entered: Option<Entered>,
    /// Its best passages, best first; for the first files only, see [`Weights::files_with_passages`].
    pub passages: Vec<(PassageId, f32)>,
}

/// How a file comes to a better place than its score gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entered {
    /// The question names it.
    Named,
    /// It defines what the best files use.
    Defines,
}

/// A ranking of all files.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// Every file of the snapshot, best first.
    pub files: Vec<RankedFile>,
    /// How sure it is of the first ones.
    pub confidence: Confidence,
}

/// Ranks all files of a snapshot.
pub fn rank(snapshot: &Snapshot<'_>, question: &Question, weights: &Weights) -> Ranking {
    let lengths = lexical::Lengths::of(snapshot);
    let lexical = lexical::search(snapshot, &lengths, &question.terms, weights);
    let identifiers = identifiers::search(snapshot, question, weights);
    let priors = priors::of_files(snapshot, question, weights);
    let mut files = order::join(&lexical.files, &identifiers, &priors);
    let lent = neighbours::lend(snapshot, &files, weights);
    order::add(&mut files, &lent, &priors, |arms| &mut arms.neighbours);
    order::sort(&mut files);
    let confidence = confidence::judge(snapshot, question, &lexical, files.first());

    let words = feedback::terms(snapshot, question, &lexical, &files, weights);
    let shared = lexical::search(snapshot, &lengths, &words, weights);
    let tail = files.get_mut(weights.feedback_after..).unwrap_or(&mut []);
    order::add(tail, &shared.scaled(weights.feedback), &priors, |arms| &mut arms.feedback);
    order::sort(tail);

    let named = named::places(snapshot, question, &files, weights.named_most);
    order::put_after(&mut files, weights.named_after, &named, Entered::Named);
    let definitions = definitions::places(snapshot, &files, weights.definitions_after, weights.definitions_most);
    order::put_after(&mut files, weights.definitions_after, &definitions, Entered::Defines);
    for ranked in files.iter_mut().take(weights.files_with_passages) {
        ranked.passages = lexical.passages_of(snapshot, ranked.file);
    }
    Ranking { files, confidence }
}
