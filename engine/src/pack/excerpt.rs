//! Owns which lines of a large file are shown: the definitions around its best passages, as many as fit a cap. It owns no
//! choice of files.

use alloc::vec::Vec;

use super::held::merge;
use super::source::{Definition, FileText};
use crate::facts::SymbolKind;
use crate::language::Language;
use crate::span::LineRange;
use crate::tokens::{TokenCounter, Tokens};

/// Ranges with at most so many lines between them are shown as one: a heading costs more.
const GAP: u32 = 3;
/// About what a chunk's heading, reason and fence cost.
const HEADING: Tokens = Tokens(30);
/// About what a line's number costs, in hundredths of a token.
const NUMBER: u32 = 170;

/// A file that excerpts are taken of.
pub(super) struct Excerpts<'x> {
    pub(super) text: &'x FileText,
    pub(super) language: Language,
    pub(super) definitions: &'x [Definition],
    pub(super) counter: &'x dyn TokenCounter,
}

impl Excerpts<'_> {
    /// Returns the lines around passages, best first, that fit into `cap`: in order, and apart. Empty where not even a
    /// part of the first fits.
    pub(super) fn around(&self, passages: &[LineRange], cap: Tokens) -> Vec<LineRange> {
        let mut picked: Vec<LineRange> = Vec::new();
        for &passage in passages {
            for candidate in [self.widened(passage), Some(passage), self.beginning(passage, cap)] {
                let Some(candidate) = candidate.and_then(|own| self.text.trimmed(own)) else { continue };
                let mut next = picked.clone();
                next.push(candidate);
                merge(&mut next, GAP);
                if self.cost(&next) <= cap {
                    picked = next;
                    break;
                }
                // A part of a passage is shown where nothing else is.
                if !picked.is_empty() && candidate == passage {
                    break;
                }
            }
        }
        picked
    }

    /// Returns about what ranges of the file cost.
    pub(super) fn cost(&self, ranges: &[LineRange]) -> Tokens {
        ranges.iter().fold(Tokens(0), |sum, own| {
            let numbers = Tokens(u32::try_from(u64::from(own.len()) * u64::from(NUMBER) / 100).unwrap_or(u32::MAX));
            sum.plus(self.counter.sized(self.text.bytes(*own), self.language)).plus(numbers).plus(HEADING)
        })
    }

    /// Returns a passage together with the definitions that begin or end in it, so that none is cut in two: functions,
    /// and types that are no longer than a few passages.
    fn widened(&self, passage: LineRange) -> Option<LineRange> {
        let mut wide = passage;
        for own in self.definitions.iter().filter(|own| is_unit(own)) {
            if own.lines.start <= passage.end && passage.start <= own.lines.end {
                wide.start = wide.start.min(own.lines.start);
                wide.end = wide.end.max(own.lines.end);
            }
        }
        (wide != passage).then_some(wide)
    }

    /// Returns the first lines of a passage that fit into `cap`.
    fn beginning(&self, passage: LineRange, cap: Tokens) -> Option<LineRange> {
        let passage = self.text.trimmed(passage)?;
        let fits = |end: u32| self.cost(&[LineRange { start: passage.start, end }]) <= cap;
        (passage.start..passage.end).rev().find(|&end| fits(end)).map(|end| LineRange { start: passage.start, end })
    }
}

/// A type longer than this is no unit: its members are.
const SMALL_TYPE: u32 = 60;

/// Returns whether a definition is shown whole or not at all, where there is room.
fn is_unit(own: &Definition) -> bool {
    own.kind.is_callable()
        || matches!(own.kind, SymbolKind::Property | SymbolKind::Event)
        || (own.kind.is_type() && own.lines.len() <= SMALL_TYPE)
}
