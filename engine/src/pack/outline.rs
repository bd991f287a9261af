//! Owns a file's outline: the first line of each symbol, as many as fit. It owns no choice of files.

use alloc::string::String;
use alloc::vec::Vec;

use super::connections::Connections;
use super::draft::{Draft, Offer, Room, Shape};
use super::held::merge;
use super::section::SectionKind;
use super::source::{Definition, FileText};
use crate::facts::SymbolKind;
use crate::snapshot::File;
use crate::span::LineRange;
use crate::tokens::Tokens;

/// About what an outline's heading, reason and fence cost.
const HEADING: Tokens = Tokens(26);
/// About what a line costs in the heading, which names each range.
const RANGE: Tokens = Tokens(2);
/// A line longer than this is left out, bytes: nobody wrote it to be read.
const LONGEST_LINE: u32 = 400;
/// Lines that are shown of a file without symbols.
const HEAD: u32 = 12;

/// An outline of a file that is offered to a pack.
pub(super) struct Outline<'x> {
    pub(super) file: &'x File<'x>,
    pub(super) definitions: &'x [Definition],
    /// It has at most about this size.
    pub(super) cap: Tokens,
    pub(super) why: String,
}

impl Outline<'_> {
    /// Offers as many first lines of symbols as fit, the most wanted first; returns whether the pack took them.
    pub(super) fn offer(
        self,
        draft: &mut Draft<'_, '_>,
        kind: SectionKind,
        room: &mut Room,
        wanted: impl Fn(&Definition) -> u32,
    ) -> bool {
        let Some(text) = draft.source.text(self.file.id) else { return false };
        let lines = self.lines(draft, &text, wanted, self.cap.min(room.0));
        // The draft takes no offer without lines.
        draft.offer(kind, room, &Offer { file: self.file.id, shape: Shape::Outline(lines), why: self.why })
    }

    /// Returns the first lines of the symbols that fit into `cap`, most wanted first, then in order of the lines; the
    /// first lines of the text where there are no symbols. Empty where nothing fits.
    fn lines(
        &self,
        draft: &Draft<'_, '_>,
        text: &FileText,
        wanted: impl Fn(&Definition) -> u32,
        cap: Tokens,
    ) -> Vec<LineRange> {
        let mut left = cap.less(HEADING);
        let mut symbols: Vec<(u8, u32, u32)> = self
            .definitions
            .iter()
            .filter(|own| is_outlined(own.kind))
            .map(|own| (depth(own), u32::MAX - wanted(own), own.name_line))
            .collect();
        symbols.sort_unstable_by_key(|&(depth, wanted, line)| (wanted, depth, line));
        let symbol_lines = symbols.into_iter().map(|(_, _, line)| line);
        let head = (1..=text.n_lines().min(HEAD)).take_while(|_| self.definitions.is_empty());
        let mut lines: Vec<LineRange> = Vec::new();
        for line in symbol_lines.chain(head) {
            let range = LineRange { start: line, end: line };
            let bytes = text.bytes(range);
            if bytes > LONGEST_LINE || lines.contains(&range) || draft.held.meets(self.file.id, range) {
                continue;
            }
            let cost = draft.counter.sized(bytes, self.file.language).plus(RANGE);
            if cost > left {
                break;
            }
            left = left.less(cost);
            lines.push(range);
        }
        merge(&mut lines, 0);
        lines
    }
}

/// Returns how wanted a symbol is by what uses it: for a file that no question points to.
pub(super) fn by_connections(connections: &Connections) -> impl Fn(&Definition) -> u32 {
    // A constant that everything uses tells less of a file than its types and functions.
    |own| {
        let is_telling = own.kind.is_callable() || own.kind.is_type();
        connections.of_symbol(own.id).min(1000) * if is_telling { 10 } else { 1 }
    }
}

fn is_outlined(kind: SymbolKind) -> bool {
    !matches!(kind, SymbolKind::Field | SymbolKind::EnumMember | SymbolKind::Variable)
}

/// Returns 0 for a symbol of the file itself, 1 for a member.
fn depth(own: &Definition) -> u8 {
    u8::from(own.parent.is_some())
}
