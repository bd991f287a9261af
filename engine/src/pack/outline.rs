//! Owns a file's outline: the first line of each symbol, as many as fit. It owns no choice of files.

use alloc::vec::Vec;

use super::connections::Connections;
use super::held::{Held, merge};
use super::source::{Definition, FileText};
use crate::facts::SymbolKind;
use crate::id::FileId;
use crate::language::Language;
use crate::span::LineRange;
use crate::tokens::{TokenCounter, Tokens};

/// About what an outline's heading, reason and fence cost.
const HEADING: Tokens = Tokens(26);
/// About what a line costs in the heading, which names each range.
const RANGE: Tokens = Tokens(2);
/// A line longer than this is left out, bytes: nobody wrote it to be read.
const LONGEST_LINE: u32 = 400;
/// Lines that are shown of a file without symbols.
const HEAD: u32 = 12;

/// A file that an outline is taken of.
pub(super) struct Outlined<'x> {
    pub(super) file: FileId,
    pub(super) text: &'x FileText,
    pub(super) language: Language,
    pub(super) definitions: &'x [Definition],
    pub(super) counter: &'x dyn TokenCounter,
    pub(super) held: &'x Held,
}

impl Outlined<'_> {
    /// Returns the first lines of the symbols that fit into `cap`, most wanted first, then in order of the lines; the
    /// first lines of the text where there are no symbols. Empty where nothing fits.
    pub(super) fn lines(&self, wanted: impl Fn(&Definition) -> u32, cap: Tokens) -> Vec<LineRange> {
        let mut left = cap.less(HEADING);
        let mut symbols: Vec<(u8, u32, u32)> = self
            .definitions
            .iter()
            .filter(|own| is_outlined(own.kind))
            .map(|own| (depth(own), u32::MAX - wanted(own), own.name_line))
            .collect();
        symbols.sort_unstable_by_key(|&(depth, wanted, line)| (wanted, depth, line));
        let symbol_lines = symbols.into_iter().map(|(_, _, line)| line);
        let head = (1..=self.text.n_lines().min(HEAD)).take_while(|_| self.definitions.is_empty());
        let mut lines: Vec<LineRange> = Vec::new();
        for line in symbol_lines.chain(head) {
            let range = LineRange { start: line, end: line };
            let bytes = self.text.bytes(range);
            if bytes > LONGEST_LINE || lines.contains(&range) || self.held.meets(self.file, range) {
                continue;
            }
            let cost = self.counter.sized(bytes, self.language).plus(RANGE);
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
