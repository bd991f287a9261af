//! Owns which terms of a question are searched, and how much each counts. It owns neither splitting words
//! ([`crate::terms`]) nor what they are compared with.

use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::terms::{Token, terms_of, tokens};

/// A term of the question.
#[derive(Debug, Clone, PartialEq)]
pub struct QuestionTerm {
    /// The stem, as the snapshot's terms are.
    pub term: String,
    /// The word that gave it first, as written.
    pub word: String,
    /// How much it counts: 1 for a term that stands once, more for one that is repeated or stands in the first line.
    pub weight: f32,
}

/// What the first line's words count besides: an issue's title says what it is about.
const TITLE: f32 = 1.0;
/// How repeated words add up: the k-th occurrence counts as BM25's query part with this k3 would have it.
const K3: f32 = 2.0;
/// A question of at most so many lines has no title of its own.
const SHORT_LINES: usize = 2;

/// Returns the terms of a question in order of their first occurrence.
pub(super) fn terms(text: &str) -> Vec<QuestionTerm> {
    let has_title = text.lines().filter(|line| !line.trim().is_empty()).count() > SHORT_LINES;
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut found: Vec<(QuestionTerm, bool)> = Vec::new();
    let mut buffer = String::new();
    let mut first = true;
    for line in text.lines() {
        let in_title = first && has_title;
        first &= line.trim().is_empty();
        for token in tokens(line) {
            let (Token::Word(word) | Token::Pair(word)) = token;
            terms_of(&token, &mut buffer, |term| {
                let at = places.get(term).copied().unwrap_or_else(|| {
                    places.insert(String::from(term), found.len());
                    let own = QuestionTerm { term: String::from(term), word: String::from(word), weight: 0.0 };
                    found.push((own, false));
                    found.len() - 1
                });
                if let Some((own, titled)) = found.get_mut(at) {
                    own.weight += 1.0;
                    *titled |= in_title;
                }
            });
        }
    }
    found
        .into_iter()
        .map(|(mut own, titled)| {
            own.weight = own.weight * (K3 + 1.0) / (K3 + own.weight) + if titled { TITLE } else { 0.0 };
            own
        })
        .collect()
}
