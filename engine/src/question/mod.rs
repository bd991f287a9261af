//! Owns reading a question: what of it says where to look, and what it names. It owns no snapshot and no score.
//!
//! [`Question::read`] takes text of any length and form, from one word to a bug report with logs. The steps:
//!
//! 1. `environment` leaves out what says where the reporter ran the program.
//! 2. `mentions` finds paths, code names and stack frames.
//! 3. `words` gives the terms that are searched, each with a weight by how often and where it stands.

mod environment;
mod mentions;
mod words;

use alloc::string::String;
use alloc::vec::Vec;

pub use environment::without_environment;
pub(crate) use mentions::has_code_shape;
pub use mentions::{CodeName, Frame, Mentions, PathMention};
pub use words::QuestionTerm;

/// The part of a question that is read, bytes; the rest of a longer one is left out. A bug report with its logs has a
/// few kilobytes, and one that is longer repeats itself.
const MAX_BYTES: usize = 256 * 1024;

/// A question that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// What is left of the text without an issue's environment sections.
    pub text: String,
    /// The terms to search, in order of their first occurrence.
    pub terms: Vec<QuestionTerm>,
    /// What the question names.
    pub mentions: Mentions,
}

impl Question {
    /// Reads a question.
    pub fn read(text: &str) -> Self {
        let mut end = text.len().min(MAX_BYTES);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let text = without_environment(text.get(..end).unwrap_or(""));
        let mentions = Mentions::find(&text);
        let terms = words::terms(&text);
        Self { text, terms, mentions }
    }

    /// Returns whether nothing in the question can be searched.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.mentions.is_empty()
    }
}
