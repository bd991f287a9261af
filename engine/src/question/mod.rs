//! Owns reading a question: what of it says where to look, and what it names. It owns no snapshot and no score.
//!
//! [`Question::read`] takes text of any length and form, from one word to a bug report with logs. The steps:
//!
//! 1. `environment` leaves out what says where the reporter ran the program.
//! 2. `mentions` finds code names, `paths` and stack `frames`; `quotes` what is quoted word for word.
//! 3. `words` gives the terms that are searched, each with a weight by how often and where it stands.
//!
//! `reading` holds what the parts count.

mod environment;
mod frames;
mod mentions;
mod paths;
mod quotes;
mod reading;
mod words;

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

pub use environment::without_environment;
pub use frames::Frame;
pub(crate) use mentions::has_code_shape;
pub use mentions::{CodeName, Mentions};
pub use paths::PathMention;
pub use reading::Reading;
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
    /// The names of several parts as one word each, where they are no term yet; searched where the project has the word.
    pub joined: Vec<QuestionTerm>,
    /// What the question names.
    pub mentions: Mentions,
    /// What it quotes word for word: strings and the messages of errors, in pieces without what may be a value.
    pub quotes: Vec<String>,
}

impl Question {
    /// Reads a question.
    pub fn read(text: &str) -> Self {
        Self::read_with(text, &Reading::default())
    }

    /// Reads a question with other constants, for measuring.
    pub fn read_with(text: &str, reading: &Reading) -> Self {
        let mut end = text.len().min(MAX_BYTES);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let text = text.get(..end).unwrap_or("");
        let text = if reading.environment > 0 { text.to_owned() } else { without_environment(text) };
        let mentions = Mentions::find(&text);
        let terms = words::terms(&text, reading);
        let joined = words::joined(&mentions, &terms, reading);
        let quotes = quotes::find(&text);
        Self { text, terms, joined, mentions, quotes }
    }

    /// Returns whether nothing in the question can be searched.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.mentions.is_empty()
    }
}

/// A text of at most so many lines has no title of its own.
const SHORT_LINES: usize = 2;

/// Returns the number of the line that is a text's title, from 0: the first that holds anything, where more lines follow
/// than a short question has.
fn title_line(text: &str) -> Option<usize> {
    let mut filled = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (first, _) = filled.next()?;
    filled.nth(SHORT_LINES - 1).map(|_| first)
}
