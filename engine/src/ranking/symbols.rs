//! Owns which names in a passage tell a person that it is meant. It owns no score.

use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashSet;

use crate::id::{PassageId, SymbolId};
use crate::question::Question;
use crate::snapshot::Snapshot;
use crate::terms::{terms_of, tokens};

/// Names that are told of a passage, at most.
const MOST: usize = 3;

/// The words of a question, to look names up in.
#[derive(Debug)]
pub struct AskedWords<'q> {
    terms: HashSet<&'q str>,
}

impl<'q> AskedWords<'q> {
    /// Collects a question's words.
    pub fn of(question: &'q Question) -> Self {
        Self { terms: question.terms.iter().map(|asked| asked.term.as_str()).collect() }
    }

    /// Returns the names that hold a word of the question and that a passage defines, or whose function it lies in; at
    /// most three, in order.
    pub fn symbols(&self, snapshot: &Snapshot<'_>, passage: PassageId) -> Vec<String> {
        let file = snapshot.file_of_passage(passage).and_then(|file| snapshot.file(file));
        let Some((passage, file)) = snapshot.passage(passage).zip(file) else { return Vec::new() };
        let mut names: Vec<String> = Vec::new();
        for symbol in (file.symbols.0.0..file.symbols.1.0).filter_map(|id| snapshot.symbol(SymbolId(id))) {
            if symbol.lines.start > passage.lines.end || names.len() >= MOST {
                break;
            }
            // The type around a method says no more than the path does.
            let is_around = symbol.lines.start < passage.lines.start && !symbol.kind.is_callable();
            if symbol.lines.end < passage.lines.start || is_around {
                continue;
            }
            if let Some(name) = snapshot.symbol_name(&symbol).filter(|name| self.are_in(name) && !names.contains(name))
            {
                names.push(name);
            }
        }
        names
    }

    /// Returns whether a name holds a word of the question.
    pub(crate) fn are_in(&self, name: &str) -> bool {
        let mut buffer = String::new();
        let mut is_asked = false;
        for token in tokens(name) {
            terms_of(&token, &mut buffer, |term| is_asked |= self.terms.contains(term));
        }
        is_asked
    }
}
