//! Owns ranking a snapshot's files for a question: which arms there are, how they are joined, and what the order says.
//! It owns neither reading the question ([`crate::question`]) nor what is packed of the files.
//!
//! [`rank`] reads top to bottom:
//!
//! 1. `lexical`: the passages and files whose words, symbols and paths hold the question's terms.
//! 2. `identifiers` and `pointed`: the files that define or use the names that the question writes, and those that it
//!    names by path or in a stack frame; `quoted`: those that hold what it quotes word for word.
//! 3. `priors`: what kind of file it is: tests, docs, generated and vendored files count less.
//! 4. `neighbours`: what the best files import, call and are called by; held back among the first ranks.
//! 5. `variety`: behind the first ranks, files of one name make room for others.
//! 6. `confidence`: whether the first files answer or merely fill a list.
//! 7. `named` and `definitions`: files that are put in after the fifth and the fifteenth rank.
//! 8. `passages`: where in each of the first files to look.
//!
//! `given` takes a caller's ranking instead; `explain` and `told` say of either why files stand where they stand.
//!
//! Every score is a sum of finite `f32`s in a fixed order, and every tie is broken by the file's identifier, so the
//! same snapshot and question give the same ranking everywhere.

#![expect(clippy::cast_precision_loss, reason = "counts and ranks are far below 2^24, where f32 becomes coarse")]

mod confidence;
mod definitions;
mod explain;
mod given;
mod identifiers;
mod lexical;
mod named;
mod neighbours;
mod order;
mod passages;
mod pointed;
mod priors;
mod quoted;
mod symbols;
mod table;
mod told;
mod variety;
mod weights;

use alloc::vec::Vec;

pub use confidence::Confidence;
pub use explain::{Reasons, explain};
pub use given::{GivenFile, given};
pub use pointed::Pointer;
pub use symbols::AskedWords;
pub use told::{Told, ToldArms, ToldFile, ToldPassage};
pub use weights::Weights;

use table::Table;

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
}

impl Arms {
    /// Returns what the arms say together.
    pub fn sum(&self) -> f32 {
        self.lexical + self.identifiers + self.neighbours
    }
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
    let table = Table::of(snapshot);
    let lexical = lexical::search(snapshot, &table, question, weights);
    let mut identifiers = identifiers::search(snapshot, &table, question, weights).grown(lexical.best(), weights);
    let priors = priors::of_files(&table, question, weights);
    let mut files = order::join(&lexical.files, &identifiers.files, &priors);
    identifiers.add_quoted(&quoted::search(snapshot, question, &files, weights));
    order::take(&mut files, &identifiers.files, &priors, |arms| &mut arms.identifiers);
    let lent = neighbours::lend(snapshot, &files, weights);
    let held_back = neighbours::held_back(&lent, &files, weights);
    order::take(&mut files, &held_back, &priors, |arms| &mut arms.neighbours);
    let head = order::bring_forward(&mut files, weights.head);
    let tail = files.get_mut(head..).unwrap_or(&mut []);
    order::take(tail, &lent, &priors, |arms| &mut arms.neighbours);
    variety::weigh(&table, &mut files, head, weights.same_name);
    let confidence = confidence::judge(snapshot, &table, question, &lexical, files.first());

    let named = named::places(&table, question, &files, weights.named_most);
    order::put_after(&mut files, weights.named_after, &named, Entered::Named);
    let definitions = definitions::places(snapshot, &files, weights.definitions_after, weights.definitions_most);
    order::put_after(&mut files, weights.definitions_after, &definitions, Entered::Defines);
    for ranked in files.iter_mut().take(weights.files_with_passages) {
        ranked.passages = passages::list(snapshot, ranked.file, &lexical, &identifiers);
    }
    Ranking { files, confidence }
}
