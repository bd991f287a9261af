//! Owns estimating tokens without a vocabulary, by the language of the text and what it is made of.

use alloc::borrow::ToOwned as _;
use alloc::string::String;

use super::{Code, Numbers, TokenCounter, Tokens, bytes_per_thousand_tokens};
use crate::language::Language;

/// Estimates tokens by the language's measured rate.
#[derive(Debug, Clone, Copy, Default)]
pub struct Estimate;

/// Thousandths of a token that a line's number and its tab are, up to line 9,999.
const NUMBER: u64 = 1_600;
/// The same behind line 9,999.
const LONG_NUMBER: u64 = 2_600;

impl TokenCounter for Estimate {
    fn label(&self) -> String {
        "estimate".to_owned()
    }

    fn usable(&self, budget: Tokens) -> Tokens {
        budget.percent(97)
    }

    fn chunk(&self, text: &str, code: Option<&Code>) -> Tokens {
        let thousandths = match code {
            None => text_of(text, Language::Markdown),
            Some(code) => {
                let lines = text.get(code.range.clone()).unwrap_or_default();
                let around = text.len() - lines.len();
                of_bytes(around, Language::Markdown)
                    + match code.numbers {
                        Numbers::Hidden => text_of(lines, code.language),
                        Numbers::Shown => lines.split_inclusive('\n').map(|line| numbered(line, code.language)).sum(),
                    }
            }
        };
        Tokens(u32::try_from(thousandths.div_ceil(1000)).unwrap_or(u32::MAX))
    }

    fn whole(&self, _: &str, chunks: Tokens) -> Tokens {
        chunks
    }
}

fn numbered(line: &str, language: Language) -> u64 {
    match line.split_once('\t') {
        Some((number, rest)) => (if number.len() > 4 { LONG_NUMBER } else { NUMBER }) + text_of(rest, language),
        None => text_of(line, language),
    }
}

fn text_of(text: &str, language: Language) -> u64 {
    of_bytes(text.len(), language)
}

fn of_bytes(bytes: usize, language: Language) -> u64 {
    bytes as u64 * 1_000_000 / u64::from(bytes_per_thousand_tokens(language))
}
