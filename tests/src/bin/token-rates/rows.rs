//! Owns what is known of every excerpt: its pieces and its counts.

use graphicle_engine::language::Language;
use graphicle_engine::tokens::common::Common;
use graphicle_engine::tokens::pieces::{KINDS, pieces};

use crate::Tokenizers;
use crate::excerpts::Excerpt;

/// One excerpt, written one way.
pub(crate) struct Row {
    pub(crate) project: usize,
    pub(crate) language: Language,
    pub(crate) numbers: Numbers,
    pub(crate) bytes: usize,
    /// The kinds of its pieces with how many there are.
    pub(crate) pieces: Vec<(usize, u32)>,
    /// Its tokens by each tokenizer.
    pub(crate) counts: Vec<u32>,
}

/// How an excerpt is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbers {
    Hidden,
    Shown,
}

/// Returns two rows for every excerpt: without and with numbers before its lines.
pub(crate) fn rows(excerpts: &[Vec<Excerpt>], common: &Common<'_>, tokenizers: &Tokenizers) -> Vec<Row> {
    let mut rows = Vec::new();
    for (project, excerpts) in excerpts.iter().enumerate() {
        for excerpt in excerpts {
            for (numbers, text) in [(Numbers::Hidden, &excerpt.plain), (Numbers::Shown, &excerpt.numbered)] {
                let mut times = [0_u32; KINDS];
                pieces(text, common, |kind, more| times[kind] += more);
                rows.push(Row {
                    project,
                    language: excerpt.language,
                    numbers,
                    bytes: text.len(),
                    pieces: (0..KINDS).map(|kind| (kind, times[kind])).filter(|&(_, times)| times > 0).collect(),
                    counts: tokenizers.all.iter().map(|tokenizer| tokenizer.count(text).0).collect(),
                });
            }
        }
    }
    rows
}
