//! Owns which terms of a question are searched, and how much each counts. It owns neither splitting words
//! ([`crate::terms`]) nor what they are compared with.

use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashMap;

use super::{Mentions, Reading, title_line};
use crate::terms::{Token, is_searched, parts, stem, terms_of, tokens};

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

impl QuestionTerm {
    /// Returns whether it is a word of asking, such as `why`. They are searched, which measures no worse, but tell nobody
    /// why a file was found, and nothing of whether it answers.
    pub fn is_asking(&self) -> bool {
        const ASKING: [&str; 12] =
            ["done", "me", "us", "what", "when", "where", "whether", "who", "whose", "why", "you", "your"];
        ASKING.iter().any(|asking| self.word.eq_ignore_ascii_case(asking))
    }
}

/// Returns the terms of a question in order of their first occurrence.
pub(super) fn terms(text: &str, reading: &Reading) -> Vec<QuestionTerm> {
    let title = title_line(text);
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut found: Vec<(QuestionTerm, bool)> = Vec::new();
    let mut buffer = String::new();
    for (number, line) in text.lines().enumerate() {
        let in_title = title == Some(number);
        for token in tokens(line) {
            // The parts of a name are terms of their own, and a reason must name the part that was found.
            let mut own_parts: Vec<Token<'_>> = Vec::new();
            match token {
                Token::Word(word) if is_searched(word) => own_parts.extend(parts(word).map(Token::Word)),
                Token::Word(_) => {}
                Token::Pair(_) => own_parts.push(token),
            }
            for part in own_parts {
                let (Token::Word(word) | Token::Pair(word)) = part;
                terms_of(&part, &mut buffer, |term| {
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
    }
    found
        .into_iter()
        .map(|(mut own, titled)| {
            let k3 = reading.repeated;
            own.weight = own.weight * (k3 + 1.0) / (k3 + own.weight) + if titled { reading.title } else { 0.0 };
            own
        })
        .collect()
}

/// Joined names shorter or longer than this, in bytes, are no words.
const JOINED_BYTES: core::ops::RangeInclusive<usize> = 5..=40;

/// Returns the names of a question with several parts as the one word that paths, flags and packages make of them, where
/// it is none of `terms`: `NodePort` is `nodeport` in `nodeport_addresses.go` and `--nodeport-addresses`.
pub(super) fn joined(mentions: &Mentions, terms: &[QuestionTerm], reading: &Reading) -> Vec<QuestionTerm> {
    let mut found: Vec<QuestionTerm> = Vec::new();
    for name in &mentions.names {
        let several: Vec<&str> = parts(&name.name).collect();
        let word: String = several.concat();
        if several.len() < 2 || !JOINED_BYTES.contains(&word.len()) {
            continue;
        }
        let mut term = word.to_lowercase();
        stem(&mut term);
        if terms.iter().chain(&found).all(|own| own.term != term) {
            let weight = if name.in_title { reading.joined_in_title } else { reading.joined };
            found.push(QuestionTerm { term, word: name.name.clone(), weight });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Question;
    use alloc::borrow::ToOwned as _;

    #[test]
    fn names_of_several_parts_are_searched_as_one_word_too() {
        let joined = |text: &str| -> Vec<(String, String)> {
            Question::read(text).joined.into_iter().map(|own| (own.term, own.word)).collect()
        };
        let node_port = ("nodeport".to_owned(), "NodePort".to_owned());
        assert_eq!(joined("Where is NodePort decided?"), core::slice::from_ref(&node_port));
        assert_eq!(joined("`node_port` or NodePort?"), [(node_port.0, "node_port".to_owned())]);
        assert_eq!(joined("Where is the nodeport of NodePort?"), [], "it is a word of the question already");
        assert_eq!(joined("Where is it, and why `ab_c`?"), []);
    }
}
