//! Owns the standard layout: which section gets how much of the budget, in which order they are filled. It owns no
//! section's contents.

use alloc::string::String;

use super::assemble::{Frame, part, reserve_header};
use super::breadth;
use super::call_paths;
use super::content::Part;
use super::draft::Draft;
use super::focused;
use super::graph::Graph;
use super::header::{self, Figures};
use super::manifest;
use super::options::Budget;
use super::pinned;
use super::proportions::{Caps, Proportions, hundredths, tokens};
use super::section::SectionKind;
use super::{Made, Material, PackError, architecture, docs, focus, tests};
use crate::tokens::Tokens;

/// Budgets up to this get the first file whole where it fits in half of it (product page).
const SMALL: Tokens = Tokens(32_768);
/// Budgets from this on get the first two files whole where each fits in a quarter of it (product page).
const LARGE: Tokens = Tokens(131_072);
/// A file of an overview may take so many tokens in the smallest budget.
const LEAST_OVERVIEW: u32 = 240;
/// Times that the caps of a project that is small beside the budget are doubled.
const DOUBLINGS: u32 = 12;

/// Makes a pack for a question, or an overview where there is none.
pub(super) fn make(material: &Material<'_, '_>, own: &Proportions) -> Result<Made, PackError> {
    let part_of = if material.inputs.asked.is_some() { Part::Suffix } else { Part::Prefix };
    let frame = StandardFrame { title: header::title(material.inputs), material };
    let mut draft = roomy(material, own, &frame, part_of)?;
    let assembled = part(&mut draft, &frame, part_of, ("", Tokens(0)), material.sizes.limit);
    let assembled = assembled.map_err(|needed| too_small(material, needed))?;
    let prefix = if part_of == Part::Prefix { assembled.text.len() } else { 0 };
    let prefix_tokens = if part_of == Part::Prefix { assembled.tokens } else { Tokens(0) };
    Ok(Made::new(material, &draft, assembled, prefix, prefix_tokens))
}

/// Says why not even the smallest pack fits: only the header and the pins stay in it whatever is dropped.
fn too_small(material: &Material<'_, '_>, needed: Tokens) -> PackError {
    match material.options.pins.first() {
        Some(pin) => PackError::PinTooLarge { path: pin.path.clone(), needed, left: material.sizes.limit },
        None => PackError::BudgetTooSmall { budget: material.sizes.budget, needed },
    }
}

/// How far caps are widened, for a project that is small beside the budget.
#[derive(Debug, Clone, Copy)]
struct Widened {
    /// Times the focus's caps.
    focus: u32,
    /// What the focus gets beside its share.
    focus_more: Tokens,
    /// Times the breadth's caps.
    breadth: u32,
}

/// Fills a draft; where much is left although files were cut, the project is small beside the budget, and it is filled
/// anew with wider caps: as wide as all files that it shows still have a place, then the focus with what is left.
fn roomy<'p, 'a>(
    material: &'p Material<'p, 'a>,
    own: &Proportions,
    frame: &StandardFrame<'_, '_>,
    part_of: Part,
) -> Result<Draft<'p, 'a>, PackError> {
    let much = material.sizes.limit.percent(7);
    let mut widened = Widened { focus: 1, focus_more: Tokens(0), breadth: 1 };
    let mut draft = filled(material, own, frame, part_of, widened)?;
    for _ in 0..DOUBLINGS {
        if !draft.is_cut || draft.left <= much {
            return Ok(draft);
        }
        let wider = Widened { focus: widened.focus * 2, breadth: widened.breadth * 2, ..widened };
        let next = filled(material, own, frame, part_of, wider)?;
        if next.entries.len() < draft.entries.len() || next.left > draft.left {
            break;
        }
        (draft, widened) = (next, wider);
    }
    for percent in [95, 80, 60, 40, 20] {
        let focus_more = draft.left.percent(percent);
        let wider = Widened { focus: 1 << DOUBLINGS, focus_more, ..widened };
        let next = filled(material, own, frame, part_of, wider)?;
        if next.entries.len() >= draft.entries.len() && next.left < draft.left {
            return Ok(next);
        }
    }
    Ok(draft)
}

fn filled<'p, 'a>(
    material: &'p Material<'p, 'a>,
    own: &Proportions,
    frame: &StandardFrame<'_, '_>,
    part_of: Part,
    widened: Widened,
) -> Result<Draft<'p, 'a>, PackError> {
    let limit = material.sizes.limit;
    let options = material.options;
    let mut draft = Draft::new(&material.source, options, material.counter, limit);
    draft.start(part_of, true);
    let too_small = |needed| PackError::BudgetTooSmall { budget: material.sizes.budget, needed };
    reserve_header(&mut draft, frame, limit).map_err(too_small)?;
    if draft.wants(SectionKind::Manifest) {
        draft.reserve(manifest::base_cost(&draft).plus(frame.omitted_room()));
    }
    let share = |constant: usize| limit.percent(hundredths(constant));
    let Some(ranks) = &material.ranks else {
        if draft.wants(SectionKind::Architecture) {
            let room = draft.room(share(own.arch_overview));
            architecture::fill(&mut draft, material.tree(), material.connections(), None, room);
        }
        pinned::fill(&mut draft)?;
        if draft.wants(SectionKind::Docs) {
            let room = draft.room(share(own.docs));
            docs::fill_top(&mut draft, room);
        }
        if draft.wants(SectionKind::Breadth) {
            let room = draft.room(draft.left);
            let most = Tokens(
                tokens(own.breadth_most).0.min(limit.0 / 12).max(LEAST_OVERVIEW).saturating_mul(widened.breadth),
            );
            breadth::fill_connected(&mut draft, material.connections(), room, most);
        }
        return Ok(draft);
    };
    let is_small = material.sizes.budget.0 as usize <= own.small;
    let beside = |constant: usize| share(if is_small { constant.div_ceil(2) } else { constant });
    if draft.wants(SectionKind::Architecture) {
        let room = draft.room(share(own.arch));
        architecture::fill(&mut draft, material.tree(), material.connections(), Some(ranks), room);
    }
    pinned::fill(&mut draft)?;
    if draft.wants(SectionKind::Focus) {
        let room = draft.room(share(if is_small { own.focus_small } else { own.focus }).plus(widened.focus_more));
        let caps = Caps::standard(own, (material.sizes.budget, room), whole_files(material), widened.focus);
        focus::fill(&mut draft, ranks, room, &caps);
    }
    let graph = Graph::new(&material.source);
    let symbols = focused::symbols(&draft, ranks, (limit.0 as usize / 1_000).clamp(6, 60));
    if draft.wants(SectionKind::CallPaths) {
        let room = draft.room(beside(own.paths));
        call_paths::fill(&mut draft, &graph, &symbols, room);
    }
    if draft.wants(SectionKind::Tests) {
        let room = draft.room(beside(own.tests));
        tests::fill(&mut draft, &graph, ranks, &symbols, room);
    }
    if draft.wants(SectionKind::Docs) {
        let room = draft.room(beside(own.docs));
        docs::fill(&mut draft, ranks, room);
    }
    if draft.wants(SectionKind::Breadth) {
        let room = draft.room(draft.left);
        breadth::fill(&mut draft, ranks, material.connections(), room, (own, widened.breadth));
    }
    Ok(draft)
}

/// Returns how many of the first files go in whole whatever their caps, and up to which size.
fn whole_files(material: &Material<'_, '_>) -> (usize, Tokens) {
    let budget = material.sizes.budget;
    if !material.options.pins.is_empty() {
        (0, Tokens(0))
    } else if budget <= SMALL {
        (1, budget.percent(50))
    } else if budget >= LARGE {
        (2, budget.percent(25))
    } else {
        (0, Tokens(0))
    }
}

struct StandardFrame<'m, 'a> {
    title: String,
    material: &'m Material<'m, 'a>,
}

impl StandardFrame<'_, '_> {
    /// Returns the room of the list of files that are left out.
    fn omitted_room(&self) -> Tokens {
        if self.material.ranks.is_none() {
            return Tokens(0);
        }
        manifest::omitted_room(self.material.sizes.limit)
    }
}

impl Frame for StandardFrame<'_, '_> {
    fn title(&self) -> &str {
        &self.title
    }

    fn header(&self, draft: &Draft<'_, '_>, tokens: Tokens) -> Option<String> {
        let Material { inputs, options, counter, sizes, .. } = self.material;
        Some(header::standard(inputs, options, *counter, sizes, Figures { tokens, files: draft.entries.len() }))
    }

    fn manifest(&self, draft: &Draft<'_, '_>) -> Option<String> {
        let has_files = !draft.entries.is_empty() || self.material.ranks.is_some();
        (draft.wants(SectionKind::Manifest) && has_files)
            .then(|| manifest::text(draft, self.material.ranks.as_ref(), self.omitted_room()))
    }
}

// The rules of whole files hold for every budget that can be given.
const _: () = assert!(Budget::LEAST.0 < SMALL.0 && SMALL.0 < LARGE.0 && LARGE.0 < Budget::MOST.0);
