//! Owns the cache layout: a repository part that is the same for every question, then a question part. It owns no
//! section's contents.

use alloc::string::String;

use super::assemble::{Frame, part, reserve_header};
use super::content::{Part, Section};
use super::draft::Draft;
use super::focused;
use super::graph::Graph;
use super::manifest;
use super::options::{Layout, PrefixShare};
use super::pinned;
use super::proportions::{Caps, Proportions, hundredths, tokens};
use super::ranks::Ranks;
use super::section::SectionKind;
use super::{Made, Material, PackError, architecture, breadth, call_paths, docs, focus, header, map, tests};
use crate::tokens::Tokens;

/// Below this much room there is no question part.
const LEAST_QUESTION: Tokens = Tokens(100);

/// Makes a pack whose repository part is at most `share` of the budget.
pub(super) fn make(material: &Material<'_, '_>, own: &Proportions, share: PrefixShare) -> Result<Made, PackError> {
    let limit = material.sizes.repository;
    let too_small = |needed| PackError::ShareTooSmall { room: limit, needed };
    let has_pins = !material.options.pins.is_empty();
    let frame = RepositoryFrame { title: header::title(material.inputs), material };
    let mut draft = repository_part(material, own, &frame, limit)?;
    let mut whole = part(&mut draft, &frame, Part::Prefix, ("", Tokens(0)), limit).map_err(too_small)?;
    let (prefix, prefix_tokens) = (whole.text.len(), whole.tokens);
    draft.left = material.sizes.limit.less(whole.tokens);
    if has_pins && (share.get() >= 1.0 || material.ranks.is_none() || draft.left < LEAST_QUESTION) {
        return Err(PackError::NoPartForPins);
    }
    let Some(ranks) = material.ranks.as_ref().filter(|_| share.get() < 1.0 && draft.left >= LEAST_QUESTION) else {
        return Ok(Made::new(material, &draft, whole, prefix, prefix_tokens));
    };
    let frame = QuestionFrame { material, ranks };
    question_part(&mut draft, material, own, ranks)?;
    let sum = whole.sections.iter().map(Section::tokens).fold(Tokens(0), Tokens::plus);
    let front = (whole.text.as_str(), sum);
    let question = part(&mut draft, &frame, Part::Suffix, front, material.sizes.limit);
    if has_pins && question.is_err() {
        return Err(PackError::NoPartForPins);
    }
    let Ok(question) = question else { return Ok(Made::new(material, &draft, whole, prefix, prefix_tokens)) };
    whole.sections.extend(question.sections);
    whole.text.push_str(&question.text);
    whole.tokens = question.tokens;
    Ok(Made::new(material, &draft, whole, prefix, prefix_tokens))
}

/// Fills the part that depends on the project's files and the settings alone.
fn repository_part<'p, 'a>(
    material: &'p Material<'p, 'a>,
    own: &Proportions,
    frame: &RepositoryFrame<'_, '_>,
    limit: Tokens,
) -> Result<Draft<'p, 'a>, PackError> {
    let mut draft = Draft::new(&material.source, material.options, material.counter, limit);
    draft.is_one_part = false;
    draft.start(Part::Prefix, false);
    reserve_header(&mut draft, frame, limit).map_err(|needed| PackError::ShareTooSmall { room: limit, needed })?;
    let share = |constant: usize| limit.percent(hundredths(constant));
    if draft.wants(SectionKind::Architecture) {
        let room = draft.room(share(own.arch));
        architecture::fill(&mut draft, material.tree(), material.connections(), None, room);
    }
    if draft.wants(SectionKind::Map) {
        let room = draft.room(share(own.map));
        map::fill(&mut draft, material.tree(), material.connections(), room);
    }
    if draft.wants(SectionKind::Docs) {
        let room = draft.room(share(own.docs));
        docs::fill_top(&mut draft, room);
    }
    if draft.wants(SectionKind::Breadth) {
        let room = draft.room(draft.left);
        let most = tokens(own.breadth_most).min(Tokens(limit.0 / 12));
        breadth::fill_connected(&mut draft, material.connections(), room, most);
    }
    Ok(draft)
}

/// Fills the part for the question in the room that is left.
fn question_part(
    draft: &mut Draft<'_, '_>,
    material: &Material<'_, '_>,
    own: &Proportions,
    ranks: &Ranks<'_>,
) -> Result<(), PackError> {
    draft.start(Part::Suffix, true);
    let limit = draft.left;
    if draft.wants(SectionKind::Manifest) {
        let held = manifest::in_prefix(draft, Some(ranks));
        let lines = held.iter().fold(Tokens(0), |sum, line| sum.plus(draft.line_cost(line)));
        draft.reserve(manifest::base_cost(draft).plus(manifest::omitted_room(limit)).plus(lines));
    }
    pinned::fill(draft)?;
    let share = |constant: usize| limit.percent(hundredths(constant));
    if draft.wants(SectionKind::Focus) {
        let beside = [(SectionKind::CallPaths, own.paths), (SectionKind::Tests, own.tests)];
        let kept = beside.into_iter().filter(|(kind, _)| draft.wants(*kind));
        let kept = kept.fold(Tokens(0), |sum, (_, constant)| sum.plus(share(constant)));
        let room = draft.room(draft.left.less(kept));
        focus::fill(draft, ranks, room, &Caps::question_part(own, limit));
    }
    let graph = Graph::new(&material.source);
    let symbols = focused::symbols(draft, ranks, (limit.0 as usize / 1_000).clamp(6, 60));
    if draft.wants(SectionKind::CallPaths) {
        let room = draft.room(share(own.paths));
        call_paths::fill(draft, &graph, &symbols, room);
    }
    if draft.wants(SectionKind::Tests) {
        let room = draft.room(share(own.tests));
        tests::fill(draft, &graph, ranks, &symbols, room);
    }
    if draft.wants(SectionKind::Focus) {
        // What call paths and tests left goes to the ranks behind.
        let room = draft.room(draft.left);
        focus::fill(draft, ranks, room, &Caps::compact(own, limit));
    }
    Ok(())
}

struct RepositoryFrame<'m, 'a> {
    title: String,
    material: &'m Material<'m, 'a>,
}

impl Frame for RepositoryFrame<'_, '_> {
    fn title(&self) -> &str {
        &self.title
    }

    fn header(&self, _: &Draft<'_, '_>, _: Tokens) -> Option<String> {
        Some(header::repository(self.material.inputs, self.material.options, self.material.counter))
    }

    fn manifest(&self, _: &Draft<'_, '_>) -> Option<String> {
        None
    }
}

struct QuestionFrame<'m, 'a> {
    material: &'m Material<'m, 'a>,
    ranks: &'m Ranks<'m>,
}

impl Frame for QuestionFrame<'_, '_> {
    fn title(&self) -> &'static str {
        ""
    }

    fn header(&self, _: &Draft<'_, '_>, _: Tokens) -> Option<String> {
        None
    }

    fn manifest(&self, draft: &Draft<'_, '_>) -> Option<String> {
        let room = manifest::omitted_room(self.material.sizes.limit);
        draft.wants(SectionKind::Manifest).then(|| manifest::text(draft, Some(self.ranks), room))
    }
}

/// Returns the share that a layout gives its repository part, where it has one.
pub(super) const fn share_of(layout: Layout) -> Option<PrefixShare> {
    match layout {
        Layout::Standard => None,
        Layout::Cache(share) => Some(share),
    }
}
