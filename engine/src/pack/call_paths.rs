//! Owns the call paths: who calls the symbols in focus and what they call, two steps along, and the bodies of the key
//! ones. It owns neither the graph nor which symbols are in focus.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::draft::{Draft, Offer, Room, Shape};
use super::graph::Graph;
use super::section::SectionKind;
use super::source::Definition;
use super::write::one_line;
use crate::facts::SymbolFlags;
use crate::id::SymbolId;
use crate::links::Endpoint;
use crate::role::Roles;
use crate::snapshot::AmbiguousEdge;
use crate::tokens::Tokens;
use crate::visible::visible;

/// Callers and callees of one symbol in focus that are listed, at most.
const FIRST_STEP: usize = 8;
/// Callers of a caller, and callees of a callee, at most.
const SECOND_STEP: usize = 2;
/// Ambiguous calls of one symbol in focus, at most.
const AMBIGUOUS: usize = 2;
/// The longest name that is printed, bytes.
const LONGEST_NAME: usize = 100;
/// What the section's first line says.
const ABOUT: &str =
    "Calls around the focus: caller (path:line of the call) -> callee (path:line of its definition).\n\n";

/// A call that is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Call {
    from: Endpoint,
    to: SymbolId,
    line: u32,
}

/// Fills the call paths around the symbols in focus.
pub(super) fn fill(draft: &mut Draft<'_, '_>, graph: &Graph<'_, '_>, focus: &[SymbolId], mut room: Room) {
    let half = room.0.percent(50);
    let mut seen = BTreeSet::new();
    let mut text = String::from(ABOUT);
    let mut spent = draft.line_cost(ABOUT).plus(Tokens(8));
    let first: Vec<Call> = focus.iter().flat_map(|&own| first_step(draft, graph, own)).collect();
    let second: Vec<Call> = first.iter().flat_map(|call| second_step(draft, graph, focus, call)).collect();
    let lines = first.iter().chain(&second).filter_map(|call| {
        let is_new = seen.insert((call.from, call.to));
        is_new.then(|| line(draft, graph, call)).flatten()
    });
    let ambiguous = focus.iter().flat_map(|&own| graph.ambiguous(own).into_iter().take(AMBIGUOUS));
    let lines: Vec<String> = lines.chain(ambiguous.filter_map(|own| ambiguous_line(draft, graph, &own))).collect();
    let n_lines = lines.len();
    for line in lines {
        let cost = draft.line_cost(&line);
        if spent.plus(cost) > half {
            break;
        }
        spent = spent.plus(cost);
        text.push_str(&line);
    }
    if n_lines == 0 || text.len() == ABOUT.len() || !draft.offer_prose(SectionKind::CallPaths, &mut room, &text) {
        return;
    }
    bodies(draft, graph, focus, &first, &mut room);
}

fn is_test(graph: &Graph<'_, '_>, endpoint: Endpoint) -> bool {
    graph.file_at(endpoint).is_some_and(|file| file.roles.has(Roles::TEST))
}

/// Returns whether a call of a symbol tells something of the project: what is called in a copy of another one (its logger,
/// say) does not.
fn tells(draft: &Draft<'_, '_>, callee: SymbolId) -> bool {
    draft.source.file_of(callee).is_some_and(|file| !file.roles.has(Roles::VENDORED))
}

/// Returns the calls to and from a symbol, those to it first; tests have a section of their own.
fn first_step(draft: &Draft<'_, '_>, graph: &Graph<'_, '_>, own: SymbolId) -> Vec<Call> {
    let callers =
        graph.callers(own).into_iter().filter(|edge| graph.file_at(edge.from).is_some() && !is_test(graph, edge.from));
    let callees = graph.callees(own).into_iter().filter(|edge| tells(draft, edge.to));
    let call = |from, to, line| Call { from, to, line };
    let callers = callers.take(FIRST_STEP).map(|edge| call(edge.from, edge.to, edge.line));
    callers.chain(callees.take(FIRST_STEP).map(|edge| call(edge.from, edge.to, edge.line))).collect()
}

/// Returns the calls one step behind a call: of its caller where the callee is in focus, of its callee where the caller is.
fn second_step(draft: &Draft<'_, '_>, graph: &Graph<'_, '_>, focus: &[SymbolId], call: &Call) -> Vec<Call> {
    let mut found = Vec::new();
    if let Endpoint::Symbol(caller) = call.from
        && focus.contains(&call.to)
    {
        let callers = graph
            .callers(caller)
            .into_iter()
            .filter(|edge| graph.file_at(edge.from).is_some() && !is_test(graph, edge.from));
        found.extend(callers.take(SECOND_STEP).map(|edge| Call { from: edge.from, to: edge.to, line: edge.line }));
    }
    if matches!(call.from, Endpoint::Symbol(caller) if focus.contains(&caller)) {
        let callees = graph.callees(call.to).into_iter().filter(|edge| tells(draft, edge.to));
        found.extend(callees.take(SECOND_STEP).map(|edge| Call { from: edge.from, to: edge.to, line: edge.line }));
    }
    found
}

/// Returns a symbol as a line names it, with the file and line of its definition.
fn defined(draft: &Draft<'_, '_>, graph: &Graph<'_, '_>, id: SymbolId) -> Option<String> {
    let symbol = draft.source.snapshot.symbol(id)?;
    let file = draft.source.file_of(id)?;
    let name = one_line(&draft.source.full_name(&symbol), LONGEST_NAME);
    let line = graph.name_line(id).unwrap_or(symbol.lines.start);
    Some(format!("{name} ({}:{line})", visible(file.path)))
}

/// Returns who calls, with the file and line of the call.
fn calling(draft: &Draft<'_, '_>, graph: &Graph<'_, '_>, from: Endpoint, line: u32) -> Option<String> {
    let path = visible(graph.file_at(from)?.path);
    let name = match from {
        Endpoint::File(_) => "top level".into(),
        Endpoint::Symbol(id) => one_line(&draft.source.full_name(&draft.source.snapshot.symbol(id)?), LONGEST_NAME),
    };
    Some(format!("{name} ({path}:{line})"))
}

fn line(draft: &Draft<'_, '_>, graph: &Graph<'_, '_>, call: &Call) -> Option<String> {
    Some(format!("- {} -> {}\n", calling(draft, graph, call.from, call.line)?, defined(draft, graph, call.to)?))
}

fn ambiguous_line(draft: &Draft<'_, '_>, graph: &Graph<'_, '_>, edge: &AmbiguousEdge) -> Option<String> {
    let candidates: Vec<String> = edge.candidates.iter().filter_map(|&id| defined(draft, graph, id)).collect();
    if candidates.len() < 2 {
        return None;
    }
    let shown = candidates.iter().take(3).cloned().collect::<Vec<_>>().join(" or ");
    let more = if candidates.len() > 3 { format!(" or {} more", candidates.len() - 3) } else { String::new() };
    Some(format!("- {} -> ambiguous: {shown}{more}\n", calling(draft, graph, edge.from, edge.line)?))
}

/// Takes the bodies of the symbols that the most symbols in focus call or are called by, whole.
fn bodies(draft: &mut Draft<'_, '_>, graph: &Graph<'_, '_>, focus: &[SymbolId], calls: &[Call], room: &mut Room) {
    // What is called tells more of what a symbol does than who calls it.
    let mut found: BTreeMap<SymbolId, (u32, String)> = BTreeMap::new();
    for call in calls {
        let caller = if let Endpoint::Symbol(id) = call.from { Some(id) } else { None };
        let mut add = |id: SymbolId, weight: u32, verb: &str, other: Option<SymbolId>| {
            if focus.contains(&id) {
                return;
            }
            let name = other.and_then(|id| draft.source.snapshot.symbol(id)).map(|own| draft.source.full_name(&own));
            let own = found.entry(id).or_insert_with(|| {
                let name = name.map_or_else(String::new, |name| one_line(&name, LONGEST_NAME));
                (0, format!("call paths: {verb} {name}"))
            });
            own.0 += weight;
        };
        add(call.to, 3, "called by", caller);
        if let Some(caller) = caller {
            add(caller, 2, "calls", Some(call.to));
        }
    }
    let mut order: Vec<(u32, SymbolId, String)> =
        found.into_iter().map(|(id, (weight, why))| (u32::MAX - weight, id, why)).collect();
    order.sort_unstable();
    for (_, id, why) in order {
        if room.0 < LEAST {
            break;
        }
        let Some(file) = draft.source.file_of(id).copied() else { continue };
        let definition = draft.source.definitions(&file).into_iter().find(|own| own.id == id);
        let Some(definition) = definition.filter(is_body) else { continue };
        if !draft.held.meets(file.id, definition.lines) && graph.file_at(Endpoint::Symbol(id)).is_some() {
            let offer = Offer { file: file.id, shape: Shape::Lines(definition.lines), why };
            draft.offer(SectionKind::CallPaths, room, &offer);
        }
    }
}

/// Returns whether a definition has a body that is worth reading: a declaration has none, and the call's line says as much.
fn is_body(own: &Definition) -> bool {
    let is_declared = own.symbol.flags.has(SymbolFlags::DECLARATION);
    !is_declared && (SHORTEST_BODY..=LONGEST_BODY).contains(&own.lines.len())
}

/// Below this much room no further body is tried.
const LEAST: Tokens = Tokens(60);
/// A body longer than this is no key to anything, lines.
const LONGEST_BODY: u32 = 150;
/// A body shorter than this says no more than its name, lines.
const SHORTEST_BODY: u32 = 3;
