//! Owns the focus: the ranked files, small ones whole and large ones as excerpts around their passages. It owns neither
//! the ranking nor how excerpts are cut.

use alloc::format;

use super::draft::{Draft, Offer, Room, Shape};
use super::excerpt::Excerpts;
use super::outline::Outline;
use super::proportions::Caps;
use super::ranks::{Ranked, Ranks};
use super::section::SectionKind;
use super::source::{Definition, FileText};
use crate::span::LineRange;
use crate::tokens::Tokens;

/// Below this much room no further file is tried.
const LEAST: Tokens = Tokens(60);
/// An excerpt shorter than this costs more for its heading than it shows, lines.
const SHORTEST: u32 = 3;
/// An outline of what the excerpts leave out is added where so much of a file's cap is left.
const OUTLINE_LEFT: Tokens = Tokens(400);

/// Fills the focus with the ranked files.
pub(super) fn fill(draft: &mut Draft<'_, '_>, ranks: &Ranks<'_>, mut room: Room, caps: &Caps) {
    for (place, ranked) in ranks.files.iter().take(caps.most).enumerate() {
        if room.0 < LEAST {
            break;
        }
        show(draft, ranks, ranked, &mut room, caps, place);
    }
}

fn show(draft: &mut Draft<'_, '_>, ranks: &Ranks<'_>, ranked: &Ranked<'_>, room: &mut Room, caps: &Caps, place: usize) {
    let id = ranked.file.file;
    let Some(file) = draft.source.readable(id).copied() else { return };
    let size = draft.counter.sized(file.text_len, file.language);
    let cap = caps.of(place, room.0);
    let rank = ranked.rank;
    let why = |names: &str| format!("focus: rank {rank}{names}");
    let definitions = draft.source.definitions(&file);
    let Some(text) = draft.source.text(id) else { return };
    let Some(all) = text.all() else { return };
    let names = |lines| ranks.defines(draft.source, &definitions, lines);
    if (size <= cap || caps.is_whole(place, size)) && !draft.held.has(id) {
        let offer = Offer { file: id, shape: Shape::Whole, why: why(&names(all)) };
        // The rules of whole files hold beyond the focus's share.
        let mut own = if caps.is_whole(place, size) { draft.room(draft.left) } else { *room };
        let before = own.0;
        if draft.offer(SectionKind::Focus, &mut own, &offer) {
            room.0 = room.0.less(before.less(own.0));
            return;
        }
    }
    let excerpts = Excerpts { text: &text, language: file.language, definitions: &definitions, counter: draft.counter };
    let mut passages = Ranks::passages(draft.source, ranked);
    if passages.len() > 1 {
        passages.retain(|lines| !is_licence(&text, &definitions, *lines));
    }
    let mut spent = Tokens(0);
    for lines in excerpts.around(&passages, cap.min(room.0)) {
        let parts = draft.held.free(id, lines).into_iter().filter_map(|own| text.trimmed(own));
        for part in parts.filter(|own| own.len() >= SHORTEST || *own == all) {
            let offer = Offer { file: id, shape: Shape::Lines(part), why: why(&names(part)) };
            if draft.offer(SectionKind::Focus, room, &offer) {
                spent = spent.plus(excerpts.cost(&[part]));
            }
        }
    }
    let is_empty = spent == Tokens(0);
    let rest = cap.less(spent).min(room.0);
    if is_empty || (place < caps.full && rest >= OUTLINE_LEFT) {
        let source = draft.source;
        let asked = |own: &Definition| u32::from(ranks.asks_for(source, own));
        let what = if is_empty { why(", outline") } else { why(", outline of the rest") };
        let outline = Outline { file: &file, definitions: &definitions, cap: rest, why: what };
        outline.offer(draft, SectionKind::Focus, room, asked);
    }
}

/// Returns whether lines are the head of a file that says under which licence it stands, and hold no definition.
fn is_licence(text: &FileText, definitions: &[Definition], lines: LineRange) -> bool {
    let head = text.lines(lines).to_lowercase();
    let says = ["copyright", "licence", "license"].iter().any(|word| head.contains(word));
    lines.start == 1 && says && !definitions.iter().any(|own| lines.contains(own.name_line))
}
