//! Owns putting a filled draft together: its sections in order, the header's and the manifest's texts, and that the final
//! bytes fit. It owns no choice of files, and drops the least relevant chunks where the parts together count more than
//! each alone.

use alloc::string::String;
use alloc::vec::Vec;

use super::content::{Chunk, Part, Section};
use super::draft::Draft;
use super::options::Order;
use super::section::SectionKind;
use crate::tokens::Tokens;

/// What stands in a pack beside what was offered to its draft.
pub(super) trait Frame {
    /// Returns the title.
    fn title(&self) -> &str;
    /// Returns the header's text for a pack of so many tokens; `None` where the part has no header.
    fn header(&self, draft: &Draft<'_, '_>, tokens: Tokens) -> Option<String>;
    /// Returns the manifest's text; `None` where the part has none.
    fn manifest(&self, draft: &Draft<'_, '_>) -> Option<String>;
}

/// Takes what a part's header costs off what is left of the draft; returns what it costs where that is more than `limit`.
pub(super) fn reserve_header(draft: &mut Draft<'_, '_>, frame: &dyn Frame, limit: Tokens) -> Result<(), Tokens> {
    // The largest number that the header may tell.
    let header = frame.header(draft, limit).unwrap_or_default();
    let opening = draft.writer.opening(SectionKind::Header, frame.title());
    let cost = draft.line_cost(&header).plus(draft.line_cost(&opening));
    if cost > limit {
        return Err(cost);
    }
    draft.reserve(cost.plus(HEADER_SLACK));
    Ok(())
}

/// The header's marks, and digits that its numbers may get.
const HEADER_SLACK: Tokens = Tokens(8);

/// A part of a pack that fits.
#[derive(Debug)]
pub(super) struct Assembled {
    pub(super) sections: Vec<Section>,
    pub(super) text: String,
    /// Of the text with what stands in front of it.
    pub(super) tokens: Tokens,
}

/// Rounds in which the header's own number of tokens settles; it does so in two or three unless its digits change the
/// count, which they do at most once.
const ROUNDS: usize = 6;

/// Puts a part together behind `front`, which counted `front_tokens`; drops chunks until it is within `limit`. Returns
/// what the smallest part takes where not even that fits.
pub(super) fn part(
    draft: &mut Draft<'_, '_>,
    frame: &dyn Frame,
    part: Part,
    (front, front_tokens): (&str, Tokens),
    limit: Tokens,
) -> Result<Assembled, Tokens> {
    loop {
        let assembled = settle(draft, frame, part, front, front_tokens);
        if assembled.tokens <= limit {
            return Ok(assembled);
        }
        if !draft.drop_least(part, assembled.tokens.less(limit)) {
            return Err(assembled.tokens);
        }
    }
}

/// Puts a part together with a header that tells the tokens of the whole.
fn settle(draft: &Draft<'_, '_>, frame: &dyn Frame, part: Part, front: &str, front_tokens: Tokens) -> Assembled {
    let manifest = frame.manifest(draft);
    let mut tokens = None;
    let mut most = Tokens(0);
    for round in 0..ROUNDS {
        let sections = sections(draft, frame, part, manifest.as_deref(), tokens.unwrap_or(Tokens(0)));
        let sum = sections.iter().fold(front_tokens, |sum, section| sum.plus(section.tokens()));
        let mut text = String::from(front);
        for chunk in sections.iter().flat_map(|section| &section.chunks) {
            text.push_str(&chunk.text);
        }
        // The first number is only needed for its digits.
        let count = if round == 0 { sum } else { draft.counter.whole(&text, sum) };
        let is_settled = tokens == Some(count) && round > 0;
        most = most.max(count);
        if is_settled || round + 1 == ROUNDS {
            return Assembled { sections, text: text.split_off(front.len()), tokens: count };
        }
        // A number that swings between two counts is told as the larger one.
        tokens = Some(if round > 2 { most } else { count });
    }
    Assembled { sections: Vec::new(), text: String::new(), tokens: most }
}

fn sections(
    draft: &Draft<'_, '_>,
    frame: &dyn Frame,
    part: Part,
    manifest: Option<&str>,
    tokens: Tokens,
) -> Vec<Section> {
    let mut sections = Vec::new();
    for kind in order(draft.options.order, part) {
        let mut chunks = Vec::new();
        let own_text = match kind {
            SectionKind::Header => frame.header(draft, tokens),
            SectionKind::Manifest => manifest.map(Into::into),
            _ => None,
        };
        if let Some(text) = own_text {
            chunks.push(prose(draft, draft.writer.prose(&text)));
        } else if let Some(filling) = draft.sections.get(&kind).filter(|own| own.part == part) {
            // What is the same for every question has no most relevant end.
            let order = if part == Part::Prefix { Order::RelevantFirst } else { draft.options.order };
            chunks.extend(in_order(order, kind, &filling.chunks));
        }
        if chunks.is_empty() {
            continue;
        }
        chunks.insert(0, prose(draft, draft.writer.opening(kind, frame.title())));
        if !draft.writer.closing().is_empty() {
            chunks.push(prose(draft, draft.writer.closing().into()));
        }
        sections.push(Section { kind, part, chunks });
    }
    sections
}

fn prose(draft: &Draft<'_, '_>, text: String) -> Chunk {
    let tokens = draft.counter.chunk(&text, None);
    Chunk { shown: None, tokens, why: String::new(), text }
}

/// Returns the kinds of sections in the order of their places.
fn order(order: Order, part: Part) -> Vec<SectionKind> {
    let mut kinds: Vec<SectionKind> = SectionKind::ALL.into();
    // A header and a manifest stand in front, and a repository part has an order of its own.
    if order == Order::RelevantFirst
        && part == Part::Suffix
        && let Some(rest) = kinds.get_mut(2..)
    {
        rest.reverse();
    }
    kinds
}

/// Returns a section's chunks in the order of their places: those of the most relevant file stand last, or first. The
/// chunks of one file stand in the order of its lines.
fn in_order(order: Order, kind: SectionKind, chunks: &[(Option<crate::id::FileId>, Chunk)]) -> Vec<Chunk> {
    let mut files: Vec<Option<crate::id::FileId>> = Vec::new();
    let mut seen = hashbrown::HashSet::new();
    for (file, _) in chunks {
        if seen.insert(*file) {
            files.push(*file);
        }
    }
    let place: hashbrown::HashMap<Option<crate::id::FileId>, usize> =
        files.iter().enumerate().map(|(at, file)| (*file, at)).collect();
    let is_reversed = order == Order::RelevantLast && matches!(kind, SectionKind::Focus | SectionKind::Breadth);
    let last = files.len();
    let mut sorted: Vec<(usize, u32, &Chunk)> = chunks
        .iter()
        .map(|(file, chunk)| {
            let at = place.get(file).copied().unwrap_or(0);
            let at = if is_reversed { last - at } else { at };
            let line = chunk.shown.as_ref().and_then(|shown| shown.lines.first()).map_or(0, |lines| lines.start);
            (at, line, chunk)
        })
        .collect();
    sorted.sort_by_key(|&(at, line, _)| (at, line));
    sorted.into_iter().map(|(_, _, chunk)| chunk.clone()).collect()
}
