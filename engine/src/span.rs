//! Owns line numbers and ranges of lines; owns no text.

use serde::{Deserialize, Serialize};

/// A range of lines, both ends included, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LineRange {
    /// The first line, at least 1.
    pub start: u32,
    /// The last line, at least `start`.
    pub end: u32,
}

impl LineRange {
    /// Returns the range from `start` to `end`, with the ends put in order and nothing before line 1.
    pub fn new(start: u32, end: u32) -> Self {
        let start = start.max(1);
        Self { start, end: end.max(start) }
    }

    /// Returns how many lines the range holds, at least 1.
    pub fn len(self) -> u32 {
        self.end.saturating_sub(self.start).saturating_add(1)
    }

    /// Returns `false`: a range holds at least one line.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// Returns whether `line` lies in the range.
    pub fn contains(self, line: u32) -> bool {
        self.start <= line && line <= self.end
    }
}
