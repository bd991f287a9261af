//! Owns how many bytes a token of each language is, for sizing files whose text is not at hand.

use super::weights::RATES;
use crate::language::Language;

/// Returns how many bytes a thousand tokens of a language's text are, without numbers before its lines, as
/// [`super::Estimate`] estimates them in the measured projects; languages that these hardly hold have a cautious rate.
pub const fn bytes_per_thousand_tokens(language: Language) -> u32 {
    RATES[language as usize]
}
