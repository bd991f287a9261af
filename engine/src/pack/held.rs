//! Owns which lines a pack holds already, so that none is in it twice.

use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::id::FileId;
use crate::span::LineRange;

/// The lines that a pack holds.
#[derive(Debug, Clone, Default)]
pub(super) struct Held {
    by_file: HashMap<FileId, Vec<LineRange>>,
}

impl Held {
    /// Returns the lines of a file that it holds: in order, and apart.
    pub(super) fn of(&self, file: FileId) -> &[LineRange] {
        self.by_file.get(&file).map_or(&[], Vec::as_slice)
    }

    /// Returns whether it holds any line of a file.
    pub(super) fn has(&self, file: FileId) -> bool {
        self.by_file.contains_key(&file)
    }

    /// Returns whether it holds any of these lines.
    pub(super) fn meets(&self, file: FileId, lines: LineRange) -> bool {
        self.of(file).iter().any(|own| own.start <= lines.end && lines.start <= own.end)
    }

    /// Returns the parts of a range of lines that it does not hold, in order.
    pub(super) fn free(&self, file: FileId, lines: LineRange) -> Vec<LineRange> {
        let mut free = Vec::new();
        let mut next = lines.start;
        for own in self.of(file).iter().filter(|own| own.start <= lines.end && lines.start <= own.end) {
            if next < own.start {
                free.push(LineRange { start: next, end: own.start - 1 });
            }
            next = next.max(own.end.saturating_add(1));
        }
        if next <= lines.end {
            free.push(LineRange { start: next, end: lines.end });
        }
        free
    }

    /// Makes these the lines of a file that it holds.
    pub(super) fn set(&mut self, file: FileId, lines: &[LineRange]) {
        self.by_file.remove(&file);
        if !lines.is_empty() {
            self.add(file, lines);
        }
    }

    /// Adds lines of a file.
    pub(super) fn add(&mut self, file: FileId, lines: &[LineRange]) {
        let own = self.by_file.entry(file).or_default();
        own.extend_from_slice(lines);
        merge(own, 0);
    }
}

/// Joins ranges that overlap, touch, or have at most `gap` lines between them; they are in order afterwards.
pub(super) fn merge(ranges: &mut Vec<LineRange>, gap: u32) {
    ranges.sort_unstable();
    ranges.dedup_by(|next, last| {
        let joins = next.start <= last.end.saturating_add(gap).saturating_add(1);
        if joins {
            last.end = last.end.max(next.end);
        }
        joins
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn range(start: u32, end: u32) -> LineRange {
        LineRange { start, end }
    }

    #[test]
    fn what_is_held_is_not_free() {
        let mut held = Held::default();
        let file = FileId(1);
        held.add(file, &[range(5, 7), range(12, 12)]);
        held.add(file, &[range(8, 8)]);
        assert_eq!(held.of(file), [range(5, 8), range(12, 12)]);
        assert_eq!(held.free(file, range(1, 20)), [range(1, 4), range(9, 11), range(13, 20)]);
        assert_eq!(held.free(file, range(6, 12)), [range(9, 11)]);
        assert!(held.free(file, range(5, 8)).is_empty());
        assert!(held.meets(file, range(8, 9)) && !held.meets(file, range(9, 11)));
        assert_eq!(held.free(FileId(2), range(3, 4)), [range(3, 4)]);
    }

    #[test]
    fn ranges_join_over_small_gaps() {
        let mut ranges = vec![range(20, 30), range(1, 5), range(8, 9)];
        merge(&mut ranges, 2);
        assert_eq!(ranges, [range(1, 9), range(20, 30)]);
    }
}
