//! Owns where a text is cut into passages, the unit that is searched; owns neither their words nor their scores.
//!
//! A passage should be what a person would quote: one function with its comment, a few small declarations that stand
//! together, a section of a document. Cuts are therefore taken at the starts of definitions first, at blank lines
//! next, and only then by count. The cut depends on the file alone.

use alloc::vec;
use alloc::vec::Vec;

use crate::facts::{Symbol, SymbolKind};
use crate::role::Roles;
use crate::span::LineRange;

/// A passage of code is cut no sooner than after this many lines, so that one-line definitions stand together.
const MIN_LINES: u32 = 10;
/// Where no definition starts, a passage of code ends at the blank line nearest to this many lines.
const TARGET_LINES: u32 = 36;
/// A passage of code is never longer than this many lines.
const MAX_LINES: u32 = 60;
/// A passage of data, lock files or minified text, which people do not read by the line.
const DATA_LINES: u32 = 240;

/// How good a line is as the first of a passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cut {
    /// Inside something.
    Poor,
    /// After a blank line.
    Blank,
    /// At a member or a small definition.
    Member,
    /// At a type, or a function outside types.
    Definition,
}

/// Returns the passages of a text: ranges of lines in order that hold every line once. A text without lines has none.
pub fn passages(text: &str, symbols: &[Symbol], roles: Roles) -> Vec<LineRange> {
    let n_lines = count_lines(text);
    if roles.has_any(Roles::DATA.with(Roles::LOCK).with(Roles::MINIFIED)) {
        return even(n_lines);
    }
    let cuts = cuts(text, symbols, n_lines);
    let mut passages = Vec::new();
    let mut start = 1_u32;
    while start <= n_lines {
        let end = end_of(start, n_lines, &cuts);
        passages.push(LineRange { start, end });
        start = end + 1;
    }
    passages
}

/// Returns how many lines a text has: its line feeds, and one more when text follows the last of them.
pub fn count_lines(text: &str) -> u32 {
    let feeds = text.bytes().filter(|&b| b == b'\n').count();
    let open = usize::from(!text.is_empty() && !text.ends_with('\n'));
    u32::try_from(feeds + open).unwrap_or(u32::MAX)
}

fn even(n_lines: u32) -> Vec<LineRange> {
    let mut start = 1;
    let mut passages = Vec::new();
    while start <= n_lines {
        let end = n_lines.min(start + DATA_LINES - 1);
        passages.push(LineRange { start, end });
        start = end + 1;
    }
    passages
}

/// Returns how good each line is as a start; index 0 is line 1.
fn cuts(text: &str, symbols: &[Symbol], n_lines: u32) -> Vec<Cut> {
    let mut cuts = vec![Cut::Poor; n_lines as usize];
    let mut after_blank = false;
    for (cut, line) in cuts.iter_mut().zip(text.lines()) {
        let blank = line.trim().is_empty();
        if after_blank && !blank {
            *cut = Cut::Blank;
        }
        after_blank = blank;
    }
    for symbol in symbols {
        let quality = match symbol.kind {
            SymbolKind::Field
            | SymbolKind::EnumMember
            | SymbolKind::Constant
            | SymbolKind::Variable
            | SymbolKind::Entry => continue,
            SymbolKind::Method | SymbolKind::Property | SymbolKind::Constructor | SymbolKind::Event => Cut::Member,
            _ if symbol.parent.is_some() => Cut::Member,
            _ => Cut::Definition,
        };
        let first = symbol.doc.map_or(symbol.lines.start, |doc| doc.start.min(symbol.lines.start));
        if let Some(cut) = cuts.get_mut(first.saturating_sub(1) as usize) {
            *cut = quality.max(*cut);
        }
        // What follows a definition is a fresh start as well.
        if let Some(cut) = cuts.get_mut(symbol.lines.end as usize)
            && symbol.lines.len() >= MIN_LINES
        {
            *cut = Cut::Member.max(*cut);
        }
    }
    cuts
}

/// Returns the last line of the passage that starts at `start`.
fn end_of(start: u32, n_lines: u32, cuts: &[Cut]) -> u32 {
    let at = |line: u32| cuts.get(line.saturating_sub(1) as usize).copied().unwrap_or(Cut::Poor);
    let last = n_lines.min(start + MAX_LINES - 1);
    // The first definition or member after the shortest length ends the passage before it.
    if let Some(next) = (start + MIN_LINES..=last).find(|&line| at(line) >= Cut::Member) {
        return next - 1;
    }
    if last == n_lines || at(last + 1) >= Cut::Member {
        return last;
    }
    let target = start + TARGET_LINES;
    (start + MIN_LINES..=last)
        .filter(|&line| at(line) == Cut::Blank)
        .min_by_key(|&line| (line.abs_diff(target), line))
        .map_or(last, |line| line - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn function(start: u32, end: u32) -> Symbol {
        Symbol {
            name: crate::facts::Name(0),
            kind: SymbolKind::Function,
            container: None,
            parent: None,
            lines: LineRange::new(start, end),
            name_line: start,
            doc: None,
            ty: None,
            bases: Vec::new(),
            params: None,
            flags: crate::facts::SymbolFlags::default(),
        }
    }

    fn text(n: usize) -> String {
        (0..n).map(|i| if i % 20 == 19 { "\n" } else { "x\n" }).collect()
    }

    fn ranges(passages: &[LineRange]) -> Vec<(u32, u32)> {
        passages.iter().map(|p| (p.start, p.end)).collect()
    }

    #[test]
    fn functions_stand_alone_and_small_ones_together() {
        let symbols = [function(3, 5), function(7, 9), function(20, 45), function(47, 60)];
        assert_eq!(ranges(&passages(&text(60), &symbols, Roles::default())), [(1, 19), (20, 45), (46, 60)]);
    }

    #[test]
    fn long_functions_are_cut_at_blank_lines() {
        let cut = passages(&text(200), &[function(1, 200)], Roles::default());
        assert_eq!(ranges(&cut), [(1, 40), (41, 80), (81, 120), (121, 160), (161, 200)]);
    }

    #[test]
    fn every_line_stands_once() {
        for n in 0..150 {
            let passages = passages(&text(n), &[function(12, 13), function(30, 120)], Roles::default());
            let mut next = 1;
            for passage in &passages {
                assert_eq!(passage.start, next);
                assert!(passage.len() <= MAX_LINES);
                next = passage.end + 1;
            }
            assert_eq!(next as usize, n + 1);
        }
        assert!(passages("", &[], Roles::default()).is_empty());
        assert_eq!(passages("a\nb", &[], Roles::default()).len(), 1);
        assert_eq!(count_lines("a\nb\n"), 2);
    }
}
