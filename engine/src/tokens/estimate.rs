//! Owns estimating tokens without a vocabulary, from the language of a text and the pieces that it is made of.
//!
//! An estimate stands for the highest of the counts of Llama 3, Qwen 3, `DeepSeek` V3 and gpt-oss. Two of these are highest
//! in practice: `DeepSeek` for plain code, Qwen, which takes every digit alone, for numbered lines and data. So each kind
//! of [`super::pieces`] has a weight for either, each language a factor for either, and the higher sum is the estimate, with
//! [`MARGIN`] on top. `token-rates` (in `tests`) measures the weights and factors, writes [`super::weights`] and says how
//! estimates compare with counts; docs/benchmarks.md has the figures.

use alloc::borrow::ToOwned as _;
use alloc::string::String;

use super::common::{COMMON_BYTES, Common};
use super::pieces::pieces;
use super::weights::{LANGUAGES, MODELS, WEIGHTS};
use super::{Code, TokenCounter, Tokens};
use crate::language::Language;

/// Estimates tokens by what a text is made of.
#[derive(Debug, Clone, Copy, Default)]
pub struct Estimate;

/// What an estimate is multiplied with, in thousandths, so that a pack's is above the highest count although texts differ
/// from those that were measured.
pub const MARGIN: u64 = 1_045;

/// Pieces of text that `DeepSeek` V3 and Qwen 3 both have as one token, the commonest in what was measured.
static COMMON: &[u8; COMMON_BYTES] = include_bytes!("common.bin");

impl Estimate {
    /// Returns the set of common pieces that estimates are made with.
    pub const fn common() -> Common<'static> {
        Common::of(COMMON)
    }
}

impl TokenCounter for Estimate {
    fn label(&self) -> String {
        "estimate".to_owned()
    }

    fn usable(&self, budget: Tokens) -> Tokens {
        budget.percent(97)
    }

    fn chunk(&self, text: &str, code: Option<&Code>) -> Tokens {
        let mut sums = [0; MODELS];
        match code.and_then(|code| Some((code, text.get(code.range.clone())?))) {
            None => add(&mut sums, text, Language::Markdown),
            Some((code, lines)) => {
                add(&mut sums, text.get(..code.range.start).unwrap_or_default(), Language::Markdown);
                add(&mut sums, lines, code.language);
                add(&mut sums, text.get(code.range.end..).unwrap_or_default(), Language::Markdown);
            }
        }
        let highest = sums.into_iter().filter_map(|sum| u64::try_from(sum).ok()).max().unwrap_or_default();
        // Weights are thousandths, and so are factors and the margin.
        Tokens(u32::try_from((highest * MARGIN).div_ceil(1_000 * 1_000 * 1_000)).unwrap_or(u32::MAX))
    }

    fn whole(&self, _: &str, chunks: Tokens) -> Tokens {
        chunks
    }
}

/// Adds a text's millionths of tokens to the sums.
fn add(sums: &mut [i64; MODELS], text: &str, language: Language) {
    let mut own = [0_i64; MODELS];
    pieces(text, &Estimate::common(), |kind, times| {
        let times = i64::from(times);
        let weights = &WEIGHTS[kind];
        own[0] += i64::from(weights[0]) * times;
        own[1] += i64::from(weights[1]) * times;
    });
    let factors = LANGUAGES[language as usize];
    for ((sum, own), factor) in sums.iter_mut().zip(own).zip(factors) {
        *sum += own * i64::from(factor);
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;

    use super::super::Numbers;
    use super::*;

    fn go(text: &str) -> u32 {
        let code = Code { range: 0..text.len(), language: Language::Go, numbers: Numbers::Hidden };
        Estimate.chunk(text, Some(&code)).0
    }

    #[test]
    fn every_language_has_a_factor_near_one() {
        for language in Language::ALL {
            assert!(LANGUAGES[language as usize].iter().all(|factor| (800..1_250).contains(factor)), "{language:?}");
        }
    }

    #[test]
    fn a_line_of_code_is_estimated_a_little_above_its_tokens() {
        // 14 tokens in every one of the four vocabularies: if, err, !=, nil, {, line end, two tabs, return, ...
        let text = "\tif err != nil {\n\t\treturn err\n\t}\n".repeat(100);
        let tokens = go(&text);
        assert!((1_100..1_400).contains(&tokens), "{tokens}");
    }

    #[test]
    fn numbers_before_lines_count_by_their_digits() {
        let plain: String = (0..200).map(|_| "\treturn nil\n").collect();
        let numbered = |from: usize| -> String {
            (from..from + 200).fold(String::new(), |text, n| text + &format!("{n}\t\treturn nil\n"))
        };
        let (none, short, long) = (go(&plain), go(&numbered(100)), go(&numbered(10_000)));
        assert!(none + 200 * 3 < short && short < none + 200 * 6, "{none} {short}");
        assert!(short + 200 < long, "{short} {long}");
    }

    #[test]
    fn a_chunk_s_prose_and_code_are_estimated_by_their_own_languages() {
        let text = "### a.go\n```go\nfunc main() {}\n```\n";
        let code = Code { range: 15..30, language: Language::Go, numbers: Numbers::Hidden };
        let parts = Estimate.chunk(&text[..15], None).0 + go(&text[15..30]) + Estimate.chunk(&text[30..], None).0;
        let whole = Estimate.chunk(text, Some(&code)).0;
        assert!(whole <= parts && parts <= whole + 3, "{whole} {parts}");
    }

    #[test]
    fn any_text_has_an_estimate() {
        for text in [
            "", "\0", "\r", " ", "\t", "🦀", "\u{301}", "é", "漢字", "_", "a_", "9a", "9", "\u{7f}", "A", "ABc",
            "((((", " \n \n",
        ] {
            let tokens = Estimate.chunk(text, None).0;
            assert!(tokens <= 12 && (tokens > 0 || text.len() < 3), "{text:?} is {tokens}");
            let code = Code { range: 5..99, language: Language::Go, numbers: Numbers::Shown };
            assert_eq!(Estimate.chunk(text, Some(&code)).0, tokens, "a range outside the text is no code");
        }
    }
}
