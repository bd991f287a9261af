//! Owns what a pack is once it is made: its sections and chunks, and what it says of itself. It owns no step of making it.

use alloc::string::String;
use alloc::vec::Vec;

use super::options::{Layout, Order};
use super::section::SectionKind;
use crate::ranking::Confidence;
use crate::span::LineRange;
use crate::tokens::Tokens;

/// A pack.
#[derive(Debug, Clone, PartialEq)]
pub struct Pack {
    /// The project's name.
    pub project: String,
    /// The commit it was made of, where there is one.
    pub commit: Option<String>,
    /// The question, where there is one.
    pub question: Option<String>,
    /// How sure the ranking is of its first files, where there is a question.
    pub confidence: Option<Confidence>,
    /// The budget.
    pub budget: Tokens,
    /// The text's tokens, as the counter has them; at most the budget.
    pub tokens: Tokens,
    /// What the counter says of itself.
    pub tokenizer: String,
    /// Where the most relevant code stands.
    pub order: Order,
    /// What stands in front.
    pub layout: Layout,
    /// The tokens of the sections that stand in front for every question.
    pub prefix_tokens: Tokens,
    /// The SHA-256 of those sections' text, in hex.
    pub prefix_sha256: String,
    /// The sections in order.
    pub sections: Vec<Section>,
    /// Every file with at least one chunk, in order of rank, then path.
    pub included: Vec<Included>,
    /// The top-ranked files that are left out.
    pub omitted: Vec<Omitted>,
    /// The text, which is the chunks' texts joined (in XML, with the sections' elements around them).
    pub text: String,
}

/// Whether a section is the same for every question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// It is, and stands in front.
    Prefix,
    /// It may differ.
    Suffix,
}

impl Part {
    /// Returns its name in JSON.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Prefix => "prefix",
            Self::Suffix => "suffix",
        }
    }
}

/// A section of a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// What it is.
    pub kind: SectionKind,
    /// Whether it is the same for every question.
    pub part: Part,
    /// Its chunks in order.
    pub chunks: Vec<Chunk>,
}

impl Section {
    /// Returns its tokens: its chunks' together.
    pub fn tokens(&self) -> Tokens {
        self.chunks.iter().fold(Tokens(0), |sum, chunk| sum.plus(chunk.tokens))
    }
}

/// A piece of a pack: lines of one file under a heading, or text of the pack's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// What it shows of a file; `None` where it is text of the pack's own.
    pub shown: Option<Shown>,
    /// Its tokens.
    pub tokens: Tokens,
    /// Why it is there; empty for text of the pack's own.
    pub why: String,
    /// Its text, heading and fence included.
    pub text: String,
}

/// What a chunk shows of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The file's path.
    pub path: String,
    /// The ranges of lines it shows, in order and apart; one but for an outline.
    pub lines: Vec<LineRange>,
    /// Whether that is the whole file.
    pub whole: bool,
}

/// A file of which a pack shows lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Included {
    /// Its path.
    pub path: String,
    /// The tokens of its chunks.
    pub tokens: Tokens,
    /// Its place in the ranking; `None` where the ranking did not choose it.
    pub rank: Option<u32>,
    /// The sections its chunks stand in, in order.
    pub sections: Vec<SectionKind>,
}

/// A top-ranked file that a pack leaves out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Omitted {
    /// Its path.
    pub path: String,
    /// Its place in the ranking.
    pub rank: u32,
    /// About how many tokens it is, whole.
    pub tokens: Tokens,
}
