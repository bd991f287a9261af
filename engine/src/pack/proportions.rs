//! Owns the shares of a budget and the caps of a file: the constants of a pack's layouts, each with what it says. It owns
//! no use of them.
//!
//! Shares that the product page fixes are marked so. The others were found by trying smaller and larger ones on the
//! development cases of docs/benchmarks.md.

use super::draft::Room;
use crate::constants::constants;
use crate::tokens::Tokens;

constants! {
    /// The constants of a pack. [`Proportions::default`] is what packs are made with; others are for measuring.
    pub struct Proportions {
        /// The architecture's hundredths of the budget (product page: about 4).
        arch: usize = 4,
        /// The same without a question (product page).
        arch_overview: usize = 20,
        /// The focus's hundredths of the budget, at least (product page: 50 or more).
        focus: usize = 50,
        /// The focus's hundredths of a budget of at most `small`.
        focus_small: usize = 60,
        /// The call paths' hundredths of the budget, at most (product page: up to 10).
        paths: usize = 10,
        /// The tests' hundredths, at most (product page: up to 10).
        tests: usize = 10,
        /// The docs' hundredths, at most (product page: up to 5).
        docs: usize = 5,
        /// Budgets up to this are small: sections beside the focus get half of their share.
        small: usize = 16_384,
        /// The first file's cap, hundredths of the focus.
        first: usize = 25,
        /// The same in budgets of at most `small`.
        first_small: usize = 40,
        /// How much faster than one step a rank the caps fall, hundredths.
        fall: usize = 35,
        /// The least cap of a file with full excerpts.
        full_least: usize = 500,
        /// Focus tokens for one file with full excerpts.
        full_each: usize = 2_000,
        /// Files with full excerpts, at least.
        full_fewest: usize = 3,
        /// Files with full excerpts, at most.
        full_most: usize = 60,
        /// The cap of a file with compact excerpts.
        compact: usize = 220,
        /// The cap of a file with compact excerpts, in a question part.
        compact_question: usize = 150,
        /// Files of a question part, at most.
        question_most: usize = 1_000,
        /// Files of the focus, at most.
        focus_most: usize = 100,
        /// Ranked files that the breadth is laid out to reach.
        reach: usize = 200,
        /// Tokens of the breadth for a ranked file, at least.
        breadth_least: usize = 100,
        /// Tokens of the breadth for a ranked file, at most.
        breadth_ranked_most: usize = 400,
        /// Times a ranked file's tokens of the breadth up to which it goes in whole.
        breadth_whole: usize = 2,
        /// Tokens of the breadth for any other file, at most.
        breadth_most: usize = 3_000,
        /// The map's hundredths of a repository part.
        map: usize = 8,
    }
}

/// How much of a ranked file may go into the focus.
#[derive(Debug, Clone)]
pub(super) struct Caps {
    /// The focus's room at its start.
    room: Tokens,
    first: u64,
    fall: u64,
    full_least: Tokens,
    compact: Tokens,
    /// Files that get full excerpts.
    pub(super) full: usize,
    /// Files that are tried.
    pub(super) most: usize,
    /// Files from the first on that go in whole where they are at most so large.
    whole: (usize, Tokens),
    /// Times that each cap is widened.
    widened: u32,
}

impl Caps {
    /// Returns the caps of a standard pack.
    pub(super) fn standard(
        own: &Proportions,
        (budget, room): (Tokens, Room),
        whole: (usize, Tokens),
        widened: u32,
    ) -> Self {
        let first = if budget.0 as usize <= own.small { own.first_small } else { own.first };
        let full = (room.0.0 as usize / own.full_each.max(1)).clamp(own.full_fewest, own.full_most);
        Self {
            room: room.0,
            first: first as u64,
            fall: own.fall as u64,
            full_least: tokens(own.full_least),
            compact: tokens(own.compact),
            full,
            most: own.focus_most,
            whole,
            widened,
        }
    }

    /// Returns the caps of a question part: one full excerpt for each 8,000 tokens of its room, 3 to 15, each up to two
    /// fifths of the room divided among them, or 2,000 tokens where that is more; compact excerpts behind (product page).
    pub(super) fn question_part(own: &Proportions, part: Tokens) -> Self {
        let full = (part.0 as usize / 8_000).clamp(3, 15);
        let each = Tokens(part.percent(40).0 / u32::try_from(full).unwrap_or(u32::MAX)).max(Tokens(2_000));
        Self {
            room: part,
            first: 0,
            fall: 0,
            full_least: each,
            compact: tokens(own.compact_question),
            full,
            most: own.question_most,
            whole: (0, Tokens(0)),
            widened: 1,
        }
    }

    /// Returns the caps of what is left of a question part: compact excerpts alone.
    pub(super) fn compact(own: &Proportions, part: Tokens) -> Self {
        Self { full: 0, full_least: Tokens(0), ..Self::question_part(own, part) }
    }

    /// Returns the cap of the file at a place, from 0, where so much room is left.
    pub(super) fn of(&self, place: usize, left: Tokens) -> Tokens {
        let cap = if place < self.full {
            let part = u64::from(self.room.0) * self.first / (100 + self.fall * place as u64);
            Tokens(u32::try_from(part).unwrap_or(u32::MAX)).max(self.full_least)
        } else {
            self.compact
        };
        Tokens(cap.0.saturating_mul(self.widened)).min(left)
    }

    /// Returns whether a file goes in whole whatever its cap.
    pub(super) fn is_whole(&self, place: usize, size: Tokens) -> bool {
        place < self.whole.0 && size <= self.whole.1
    }
}

/// Returns a constant as tokens.
pub(super) fn tokens(constant: usize) -> Tokens {
    Tokens(u32::try_from(constant).unwrap_or(u32::MAX))
}

/// Returns a constant as hundredths.
pub(super) fn hundredths(constant: usize) -> u32 {
    u32::try_from(constant).unwrap_or(100).min(100)
}
