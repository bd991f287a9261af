//! Owns the tests section: the tests that call or refer to the symbols in focus, else the test files that go with the top
//! files by name. It owns neither the graph nor which symbols are in focus.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::draft::{Draft, Offer, Room, Shape};
use super::graph::Graph;
use super::outline::Outline;
use super::ranks::Ranks;
use super::section::SectionKind;
use super::write::one_line;
use crate::folders::{folder_of, name_of};
use crate::id::{FileId, SymbolId};
use crate::links::Endpoint;
use crate::role::Roles;
use crate::tokens::Tokens;
use crate::visible::visible;

/// Below this much room no further test is tried.
const LEAST: Tokens = Tokens(60);
/// A test shorter than this shows nothing, lines.
const SHORTEST: u32 = 3;
/// Test functions of one file, at most.
const PER_FILE: usize = 4;
/// Tests that use one symbol and are looked at, at most: what everything uses tells nothing.
const USERS: usize = 200;
/// Top files whose tests are looked for by name.
const TOP: usize = 8;
/// A test file goes in whole, or an outline of it, in so many parts of the section.
const PARTS: u32 = 3;

/// Fills the tests of the symbols in focus.
pub(super) fn fill(
    draft: &mut Draft<'_, '_>,
    graph: &Graph<'_, '_>,
    ranks: &Ranks<'_>,
    focus: &[SymbolId],
    mut room: Room,
) {
    by_graph(draft, graph, focus, &mut room);
    if !draft.sections.contains_key(&SectionKind::Tests) {
        by_name(draft, ranks, &mut room);
    }
}

/// Takes the test functions that use the most symbols in focus.
fn by_graph(draft: &mut Draft<'_, '_>, graph: &Graph<'_, '_>, focus: &[SymbolId], room: &mut Room) {
    let mut users: BTreeMap<Endpoint, BTreeSet<usize>> = BTreeMap::new();
    for (place, &symbol) in focus.iter().enumerate() {
        let calls = graph.callers(symbol).into_iter().map(|edge| edge.from);
        let references = graph.references(symbol).into_iter().map(|edge| edge.from);
        let is_test = |endpoint: &Endpoint| graph.file_at(*endpoint).is_some_and(|file| file.roles.has(Roles::TEST));
        for endpoint in calls.chain(references).filter(is_test).take(USERS) {
            users.entry(endpoint).or_default().insert(place);
        }
    }
    // A test that uses what ranks best stands before one that uses more of what ranks low.
    let weight = |places: &BTreeSet<usize>| places.iter().map(|&place| 1000 / (place + 2)).sum::<usize>();
    let mut order: Vec<(core::cmp::Reverse<usize>, Endpoint)> =
        users.iter().map(|(endpoint, places)| (core::cmp::Reverse(weight(places)), *endpoint)).collect();
    order.sort_unstable();
    let mut taken: BTreeMap<FileId, usize> = BTreeMap::new();
    for (_, endpoint) in order {
        if room.0 < LEAST {
            break;
        }
        let Endpoint::Symbol(id) = endpoint else { continue };
        let Some(file) = draft.source.file_of(id).copied() else { continue };
        if taken.get(&file.id).copied().unwrap_or(0) >= PER_FILE {
            continue;
        }
        let definition = draft.source.definitions(&file).into_iter().find(|own| own.id == id);
        let Some(definition) = definition.filter(|own| own.lines.len() >= SHORTEST) else { continue };
        let used = users.get(&endpoint).into_iter().flatten().filter_map(|&place| focus.get(place));
        let names: Vec<String> = used
            .filter_map(|&id| draft.source.snapshot.symbol(id))
            .take(3)
            .map(|symbol| one_line(&draft.source.full_name(&symbol), 80))
            .collect();
        let offer = Offer {
            file: file.id,
            shape: Shape::Lines(definition.lines),
            why: format!("tests: uses {}", names.join(", ")),
        };
        // One long table of cases would fill the section.
        let mut own = Room(Tokens(room.0.0 / 2).max(LEAST));
        let before = own;
        if draft.offer(SectionKind::Tests, &mut own, &offer) {
            room.0 = room.0.less(before.0.less(own.0));
            *taken.entry(file.id).or_insert(0) += 1;
        }
    }
}

/// Takes the test files that are called after the top files, nearest folders first.
fn by_name(draft: &mut Draft<'_, '_>, ranks: &Ranks<'_>, room: &mut Room) {
    let mut by_stem: BTreeMap<String, Vec<FileId>> = BTreeMap::new();
    for file in draft.source.files().filter(|file| file.roles.has(Roles::TEST) && file.text_len > 0) {
        if let Some(tested) = tested(file.path) {
            by_stem.entry(tested).or_default().push(file.id);
        }
    }
    let part = Tokens(room.0.0 / PARTS);
    for ranked in ranks.files.iter().take(TOP) {
        let Some(top) = draft.source.file(ranked.file.file).filter(|file| !file.roles.has(Roles::TEST)) else {
            continue;
        };
        let (top_path, language) = (top.path, top.language);
        let Some(same) = by_stem.get(&stem(top_path)) else { continue };
        let mut near: Vec<(core::cmp::Reverse<usize>, FileId)> = same
            .iter()
            .filter_map(|&id| draft.source.file(id))
            .filter(|file| file.language == language && !draft.held.has(file.id))
            .map(|file| (core::cmp::Reverse(shared(folder_of(file.path), folder_of(top_path))), file.id))
            .collect();
        near.sort_unstable();
        let Some(&(_, id)) = near.first().filter(|_| room.0 >= LEAST) else { continue };
        show(draft, id, room, part, &format!("tests: named after {}", visible(name_of(top_path))));
    }
}

fn show(draft: &mut Draft<'_, '_>, id: FileId, room: &mut Room, part: Tokens, why: &str) {
    let Some(file) = draft.source.readable(id).copied() else { return };
    let size = draft.counter.sized(file.text_len, file.language);
    let whole = Offer { file: id, shape: Shape::Whole, why: why.into() };
    if size <= part && draft.offer(SectionKind::Tests, room, &whole) {
        return;
    }
    let definitions = draft.source.definitions(&file);
    let outline = Outline { file: &file, definitions: &definitions, cap: part, why: format!("{why}, outline") };
    outline.offer(draft, SectionKind::Tests, room, |_| 0);
}

/// Returns a file's name without its endings, small.
fn stem(path: &str) -> String {
    name_of(path).split('.').next().unwrap_or_default().to_lowercase()
}

/// Returns the stem of what a test file's name says it tests; `None` where it is not called a test.
fn tested(path: &str) -> Option<String> {
    // `cache.test.ts` and `cache.spec.js` say it behind the stem.
    let stem = stem(path);
    let is_called = name_of(path).split('.').skip(1).any(|part| matches!(part, "test" | "spec" | "tests"));
    let start = ["test_", "test-"].iter().find_map(|start| stem.strip_prefix(start));
    let ends = ["_test", "-test", "_tests", "-tests", "_spec", "-spec", "tests", "test", "spec"];
    let end = ends.iter().find_map(|end| stem.strip_suffix(end));
    let own = start.or(end).filter(|own| !own.is_empty()).or(is_called.then_some(stem.as_str()));
    own.map(Into::into)
}

/// Returns how many parts two folders' paths have in common, from the start or, where tests have a tree of their own,
/// from the end.
fn shared(one: &str, other: &str) -> usize {
    let from_start = one.split('/').zip(other.split('/')).take_while(|(a, b)| a == b).count();
    let from_end = one.rsplit('/').zip(other.rsplit('/')).take_while(|(a, b)| a == b).count();
    from_start.max(from_end)
}
