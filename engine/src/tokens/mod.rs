//! Owns counting tokens: the unit of a budget, what a counter answers, and the counters that need no vocabulary. It owns
//! no budget. Counting with a vocabulary is the crate `graphicle-tokenizer`'s, behind the same trait.

pub mod common;
mod estimate;
pub mod pieces;
mod rates;
mod ratio;
mod weights;

pub use estimate::{Estimate, MARGIN};
pub use rates::bytes_per_thousand_tokens;
pub use ratio::{BytesPerToken, BytesPerTokenError};

use alloc::string::String;
use core::ops::Range;

use serde::{Deserialize, Serialize};

use crate::language::Language;

/// A number of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tokens(pub u32);

impl Tokens {
    /// Returns the sum, at most `u32::MAX`.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// Returns what is left without `other`, at least 0.
    #[must_use]
    pub const fn less(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// Returns so many hundredths of it, rounded down.
    #[must_use]
    pub const fn percent(self, hundredths: u32) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "saturates below")]
        let part = (self.0 as u64 * hundredths as u64 / 100) as u32;
        Self(part)
    }
}

/// A counter that counts every text for itself, by a vocabulary: the budget holds by its counts as it is.
pub trait ExactCounter {
    /// Returns what the vocabulary is called.
    fn name(&self) -> &str;

    /// Returns the tokens of a text.
    fn count(&self, text: &str) -> Tokens;
}

impl<C: ExactCounter> TokenCounter for C {
    fn label(&self) -> String {
        alloc::format!("{} (exact)", self.name())
    }

    fn usable(&self, budget: Tokens) -> Tokens {
        budget
    }

    fn chunk(&self, text: &str, _: Option<&Code>) -> Tokens {
        self.count(text)
    }

    fn whole(&self, text: &str, _: Tokens) -> Tokens {
        self.count(text)
    }
}

/// The lines of a file in a written text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// Where they stand in the text, bytes; whole lines.
    pub range: Range<usize>,
    /// What they are written in.
    pub language: Language,
    /// Whether each line starts with its number and a tab.
    pub numbers: Numbers,
}

/// Whether the lines of a file start with their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// Every line starts with its number and a tab.
    Shown,
    /// The lines are as they are in the file.
    Hidden,
}

/// Counts the tokens of a pack's parts.
///
/// An exact counter may answer differently for a text and for its parts together, so a pack is always checked with
/// [`TokenCounter::whole`].
pub trait TokenCounter {
    /// Returns what the pack says of how it was counted, on one line: "estimate".
    fn label(&self) -> String;

    /// Returns as much of a budget as chunks may fill by this counter.
    fn usable(&self, budget: Tokens) -> Tokens;

    /// Returns the tokens of a written chunk, whose `code` lines are a file's and whose other text is prose.
    fn chunk(&self, text: &str, code: Option<&Code>) -> Tokens;

    /// Returns the tokens of a whole text, whose chunks counted `chunks` together.
    fn whole(&self, text: &str, chunks: Tokens) -> Tokens;

    /// Returns about how many tokens so many bytes of a file are, without its text.
    fn sized(&self, bytes: u32, language: Language) -> Tokens {
        let thousandths = u64::from(bytes) * 1_000_000 / u64::from(bytes_per_thousand_tokens(language));
        Tokens(u32::try_from(thousandths.div_ceil(1000)).unwrap_or(u32::MAX))
    }
}
