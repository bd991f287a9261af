//! Owns what can be asked of a pack, and how each choice is read from the text that a person or a program gives. It owns
//! no default that depends on a surface.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::OptionError;
use super::pin::Pin;
use super::section::SectionSet;
use crate::tokens::Tokens;

/// Everything that can be asked of a pack beside its question.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PackOptions {
    /// The pack's size.
    pub budget: Budget,
    /// What the provider's count was over the estimate, where that is known.
    pub calibration: Option<Calibration>,
    /// What the text looks like.
    pub format: Format,
    /// Where the most relevant code stands.
    pub order: Order,
    /// Which lines start with their numbers.
    pub line_numbers: LineNumbers,
    /// Which sections there are.
    pub sections: SectionSet,
    /// What stands in front for every question.
    pub layout: Layout,
    /// Passages that are in the pack in any case.
    pub pins: Vec<Pin>,
    /// Only files that one of these patterns matches; all where there is none.
    pub include: Vec<String>,
    /// No file that one of these patterns matches.
    pub exclude: Vec<String>,
}

/// A pack's size: from 512 to 2,000,000 tokens, 128,000 where nobody says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Budget(Tokens);

impl Budget {
    /// The smallest budget.
    pub const LEAST: Tokens = Tokens(512);
    /// The largest budget.
    pub const MOST: Tokens = Tokens(2_000_000);

    /// Returns a budget, or an error where it is out of range.
    pub fn new(tokens: Tokens) -> Result<Self, OptionError> {
        let is_valid = (Self::LEAST..=Self::MOST).contains(&tokens);
        is_valid.then_some(Self(tokens)).ok_or_else(|| OptionError::Budget(alloc::format!("{}", tokens.0)))
    }

    /// Returns it in tokens.
    pub const fn tokens(self) -> Tokens {
        self.0
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self(Tokens(128_000))
    }
}

impl FromStr for Budget {
    type Err = OptionError;

    /// Reads `128000`, `128k` or `1.5m`.
    fn from_str(text: &str) -> Result<Self, OptionError> {
        let wrong = || OptionError::Budget(text.to_owned());
        let (digits, unit) = match text.as_bytes().last() {
            Some(b'k' | b'K') => (text.get(..text.len() - 1).unwrap_or(""), 1_000),
            Some(b'm' | b'M') => (text.get(..text.len() - 1).unwrap_or(""), 1_000_000),
            _ => (text, 1),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = |text: &str| !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
        if !is_number(whole) || digits.ends_with('.') || !(part.is_empty() || is_number(part)) {
            return Err(wrong());
        }
        let mut tokens = whole.parse::<u64>().map_err(|_| wrong())? * unit;
        let mut worth = unit;
        for digit in part.bytes() {
            // A part of a token is no token: "1.2345" and "0.12345k" are refused.
            if worth % 10 != 0 {
                return Err(wrong());
            }
            worth /= 10;
            tokens += u64::from(digit - b'0') * worth;
        }
        u32::try_from(tokens).ok().and_then(|tokens| Self::new(Tokens(tokens)).ok()).ok_or_else(wrong)
    }
}

/// The provider's count of a pack over our own, from the calls before.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibration(f64);

impl Calibration {
    /// Returns a calibration, or an error where it is out of range.
    pub fn new(ratio: f64) -> Result<Self, OptionError> {
        let is_valid = (0.1..=10.0).contains(&ratio);
        is_valid.then_some(Self(ratio)).ok_or_else(|| OptionError::Calibration(alloc::format!("{ratio}")))
    }

    /// Returns the ratio.
    pub const fn ratio(self) -> f64 {
        self.0
    }
}

/// The share of the budget that the repository part of a cache layout takes at most: from 0.1 to 1, 0.9 where nobody
/// says. At 1 there is no question part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrefixShare(f64);

impl PrefixShare {
    /// Returns a share, or an error where it is out of range.
    pub fn new(share: f64) -> Result<Self, OptionError> {
        let is_valid = (0.1..=1.0).contains(&share);
        is_valid.then_some(Self(share)).ok_or_else(|| OptionError::PrefixShare(alloc::format!("{share}")))
    }

    /// Returns the share.
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl Default for PrefixShare {
    fn default() -> Self {
        Self(0.9)
    }
}

impl FromStr for PrefixShare {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        let wrong = || OptionError::PrefixShare(text.to_owned());
        Self::new(text.parse().map_err(|_| wrong())?).map_err(|_| wrong())
    }
}

/// What stands in front.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Layout {
    /// A pack for one question.
    #[default]
    Standard,
    /// A repository part that is the same for every question, then a question part.
    Cache(PrefixShare),
}

impl Layout {
    /// Returns its name, as JSON and people read it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Cache(_) => "cache",
        }
    }
}

/// Declares a choice between a few words.
macro_rules! choice {
    ($(#[$about:meta])* $name:ident, $error:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "&'static str")]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// Every choice.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns its name, as it is given and printed.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }

        impl FromStr for $name {
            type Err = OptionError;

            fn from_str(text: &str) -> Result<Self, OptionError> {
                match text {
                    $($text => Ok(Self::$variant),)*
                    _ => Err(OptionError::$error(text.to_owned())),
                }
            }
        }

        impl TryFrom<String> for $name {
            type Error = OptionError;

            fn try_from(text: String) -> Result<Self, OptionError> {
                text.parse()
            }
        }

        impl From<$name> for &'static str {
            fn from(choice: $name) -> &'static str {
                choice.label()
            }
        }
    };
}

choice! {
    /// What a pack's text looks like.
    Format, Format {
        /// Headings and fences.
        #[default]
        Markdown = "markdown",
        /// `<file>` and `<section>` elements.
        Xml = "xml",
        /// One object, whose chunks carry the Markdown text.
        Json = "json",
    }
}

choice! {
    /// Where the most relevant code stands.
    Order, Order {
        /// At the end, next to the question that follows the pack.
        #[default]
        RelevantLast = "relevant-last",
        /// In front.
        RelevantFirst = "relevant-first",
    }
}

choice! {
    /// Which chunks start each line with its number and a tab.
    LineNumbers, LineNumbers {
        /// Those of the focus.
        #[default]
        Focus = "focus",
        /// All of them.
        All = "all",
        /// None of them.
        None = "none",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read_with_their_units() {
        let read = |text: &str| text.parse::<Budget>().map(|budget| budget.tokens().0).ok();
        assert_eq!(read("128000"), Some(128_000));
        assert_eq!(read("128k"), Some(128_000));
        assert_eq!(read("1m"), Some(1_000_000));
        assert_eq!(read("1.5M"), Some(1_500_000));
        assert_eq!(read("0.512k"), Some(512));
        assert_eq!([read("512"), read("2m")], [Some(512), Some(2_000_000)]);
        for wrong in [
            "",
            "k",
            "511",
            "2000001",
            "2.1m",
            "-5",
            "1e5",
            "128 k",
            "12x",
            "1.",
            ".5k",
            "0.5125k",
            "1.5",
            "99999999999m",
            "١٢٨٠",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn choices_are_read_by_their_names_alone() {
        assert_eq!("xml".parse(), Ok(Format::Xml));
        assert_eq!("relevant-first".parse(), Ok(Order::RelevantFirst));
        let error = "XML".parse::<Format>().unwrap_err();
        assert_eq!(alloc::format!("{error}"), "formats are markdown, xml and json; \"XML\" is none of them");
        assert!("2".parse::<PrefixShare>().is_err() && "NaN".parse::<PrefixShare>().is_err());
        assert_eq!("0.1".parse::<PrefixShare>().map(PrefixShare::get), Ok(0.1));
    }
}
