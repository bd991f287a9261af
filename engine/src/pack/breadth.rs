//! Owns the breadth: files around the focus, whole where they are small and as outlines where they are not. It owns their
//! order too: the next ranked files, their neighbours in the same folders, then the most connected ones.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashSet;

use super::connections::Connections;
use super::draft::{Draft, Offer, Room, Shape};
use super::outline::{Outline, by_connections};
use super::proportions::{Proportions, tokens};
use super::ranks::Ranks;
use super::section::SectionKind;
use super::source::{Definition, Source};
use crate::id::FileId;
use crate::role::Roles;
use crate::tokens::Tokens;

/// Below this much room no further file is tried.
const LEAST: Tokens = Tokens(50);
/// So many files in a row that do not fit end the section.
const MISSES: usize = 40;
/// Top files whose folders' other files are taken.
const TOP: usize = 10;
/// The reason of a file that only its connections bring in.
const MUCH_USED: &str = "breadth: much used";
/// A file whose lines are longer than this in the mean was not written to be read, and goes in as an outline, bytes.
const LONG_LINES: u32 = 300;
/// Kinds of files that tell a reader of the repository little.
const LEFT_OUT: Roles = Roles::GENERATED.with(Roles::MINIFIED).with(Roles::LOCK).with(Roles::DATA);

/// How a file of the breadth is shown.
struct Plan<'x> {
    kind: SectionKind,
    file: FileId,
    /// It goes in whole up to this size.
    whole: Tokens,
    /// Its outline has at most this size.
    outline: Tokens,
    why: &'x str,
}

/// Fills the breadth for a question.
pub(super) fn fill(
    draft: &mut Draft<'_, '_>,
    ranks: &Ranks<'_>,
    connections: &Connections,
    mut room: Room,
    (own, widened): (&Proportions, u32),
) {
    let share = Tokens(room.0.0 / u32::try_from(own.reach).unwrap_or(1).max(1));
    let share = share.max(tokens(own.breadth_least)).min(tokens(own.breadth_ranked_most.max(own.breadth_least)));
    let share = Tokens(share.0.saturating_mul(widened));
    let whole = Tokens(share.0.saturating_mul(u32::try_from(own.breadth_whole).unwrap_or(1)));
    let mut misses = 0;
    for ranked in &ranks.files {
        if room.0 < LEAST || misses > MISSES {
            break;
        }
        let id = ranked.file.file;
        if draft.held.has(id) {
            continue;
        }
        let why = format!("breadth: rank {}", ranked.rank);
        let plan = Plan { kind: SectionKind::Breadth, file: id, whole, outline: share, why: &why };
        let passages = Ranks::passages(draft.source, ranked);
        let source = draft.source;
        let wanted = |own: &Definition| {
            let is_met = passages.iter().any(|lines| lines.contains(own.name_line));
            u32::from(is_met) + 2 * u32::from(ranks.asks_for(source, own))
        };
        if show(draft, &mut room, &plan, wanted) { misses = 0 } else { misses += 1 }
    }
    let most = Tokens(tokens(own.breadth_most).0.saturating_mul(widened));
    let near = beside(draft.source, ranks, connections);
    all(draft, connections, &mut room, &near, most, "breadth: in the folder of a ranked file");
    let rest = by_weight(draft.source, connections);
    all(draft, connections, &mut room, &rest, most, MUCH_USED);
}

/// Fills the breadth with the most connected files alone: of an overview, and of a repository part.
pub(super) fn fill_connected(draft: &mut Draft<'_, '_>, connections: &Connections, mut room: Room, most: Tokens) {
    let files = by_weight(draft.source, connections);
    all(draft, connections, &mut room, &files, most, MUCH_USED);
}

fn all(
    draft: &mut Draft<'_, '_>,
    connections: &Connections,
    room: &mut Room,
    files: &[FileId],
    most: Tokens,
    why: &str,
) {
    let mut misses = 0;
    for &file in files {
        if room.0 < LEAST || misses > MISSES {
            break;
        }
        if draft.held.has(file) {
            continue;
        }
        let used = connections.of_file(file);
        let why = match (used, why) {
            (0, MUCH_USED) => String::from("breadth: the rest of the project"),
            (0, why) => why.into(),
            (used, why) => format!("{why}, used from {used} places"),
        };
        let outline = Tokens(most.0 / 4);
        let plan = Plan { kind: SectionKind::Breadth, file, whole: most, outline, why: &why };
        if show(draft, room, &plan, by_connections(connections)) { misses = 0 } else { misses += 1 }
    }
}

fn show(draft: &mut Draft<'_, '_>, room: &mut Room, plan: &Plan<'_>, wanted: impl Fn(&Definition) -> u32) -> bool {
    let Some(file) = draft.source.readable(plan.file).copied() else { return false };
    let size = draft.counter.sized(file.text_len, file.language);
    if size <= plan.whole.min(room.0) && file.text_len / file.lines.max(1) <= LONG_LINES {
        let whole = Offer { file: plan.file, shape: Shape::Whole, why: plan.why.into() };
        if draft.offer(plan.kind, room, &whole) {
            return true;
        }
    }
    let definitions = draft.source.definitions(&file);
    let why = format!("{}, outline", plan.why);
    Outline { file: &file, definitions: &definitions, cap: plan.outline, why }.offer(draft, plan.kind, room, wanted)
}

/// Returns the other files in the folders of the top files, folder by folder, the most connected first.
fn beside(source: &Source<'_>, ranks: &Ranks<'_>, connections: &Connections) -> Vec<FileId> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for top in ranks.files.iter().take(TOP) {
        let folder = source.file(top.file.file).map(|file| file.folder);
        let Some(folder) = folder.filter(|folder| seen.insert(*folder)) else { continue };
        let Some(folder) = source.snapshot.folder(folder) else { continue };
        let mut own: Vec<(core::cmp::Reverse<u64>, FileId)> = source
            .snapshot
            .files_in(&folder)
            .filter_map(|id| source.readable(id))
            .filter(|file| !file.roles.has_any(LEFT_OUT))
            .map(|file| (core::cmp::Reverse(connections.weight(file)), file.id))
            .collect();
        own.sort_unstable();
        found.extend(own.into_iter().map(|(_, id)| id));
    }
    found
}

/// Returns all files, the most connected first; what nobody wrote by hand comes last.
fn by_weight(source: &Source<'_>, connections: &Connections) -> Vec<FileId> {
    let mut files: Vec<(bool, core::cmp::Reverse<u64>, FileId)> = source
        .files()
        .filter(|file| file.text_len > 0)
        .map(|file| (file.roles.has_any(LEFT_OUT), core::cmp::Reverse(connections.weight(file)), file.id))
        .collect();
    files.sort_unstable();
    files.into_iter().map(|(_, _, id)| id).collect()
}
