//! Owns counting tokens as a fixed number of bytes each, without a margin, to match tools that size text that way.

use alloc::format;
use alloc::string::String;

use super::{Code, TokenCounter, Tokens};
use crate::language::Language;

/// Counts so many bytes of UTF-8 as one token, in all text alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BytesPerToken(f64);

/// Why a number of bytes for a token was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("bytes per token are a number from 0.5 to 100, for example 4")]
pub struct BytesPerTokenError;

impl BytesPerToken {
    /// Returns a counter, for 0.5 to 100 bytes for a token.
    pub fn new(bytes: f64) -> Result<Self, BytesPerTokenError> {
        (0.5..=100.0).contains(&bytes).then_some(Self(bytes)).ok_or(BytesPerTokenError)
    }

    /// Returns the bytes that count as one token.
    pub const fn get(self) -> f64 {
        self.0
    }

    fn count(self, bytes: usize) -> Tokens {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "texts are far below 2^52 bytes, and the conversion back saturates"
        )]
        Tokens(libm::ceil(bytes as f64 / self.0) as u32)
    }
}

impl TokenCounter for BytesPerToken {
    fn label(&self) -> String {
        format!("{} bytes per token", self.0)
    }

    fn usable(&self, budget: Tokens) -> Tokens {
        budget
    }

    fn chunk(&self, text: &str, _: Option<&Code>) -> Tokens {
        self.count(text.len())
    }

    fn whole(&self, text: &str, _: Tokens) -> Tokens {
        self.count(text.len())
    }

    fn sized(&self, bytes: u32, _: Language) -> Tokens {
        self.count(bytes as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_divided_and_rounded_up() {
        let four = BytesPerToken::new(4.0).unwrap();
        assert_eq!(four.chunk("12345", None), Tokens(2));
        assert_eq!(four.whole("é", Tokens(9)), Tokens(1));
        assert_eq!(four.label(), "4 bytes per token");
        for wrong in [0.0, -1.0, 0.4, 100.1, f64::NAN, f64::INFINITY] {
            assert!(BytesPerToken::new(wrong).is_err(), "{wrong}");
        }
    }
}
