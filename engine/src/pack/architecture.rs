//! Owns the architecture: one line for each folder of note, then how these folders depend on each other. It owns neither
//! totals nor landmarks.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::connections::Connections;
use super::draft::{Draft, Room};
use super::landmarks::{Landmarks, Most, of_groups};
use super::ranks::Ranks;
use super::section::SectionKind;
use super::tree::{Totals, Tree, rounded};
use super::write::one_line;
use crate::id::FolderId;
use crate::links::ImportTarget;
use crate::role::Roles;
use crate::snapshot::Folder;
use crate::tokens::Tokens;
use crate::visible::visible;

/// The longest purpose that is printed, bytes.
const LONGEST_PURPOSE: usize = 160;
/// Landmarks of a folder.
const MOST: Most = Most { symbols: 4, entry_points: 2 };
/// Ranked files whose folders are of note.
const RANKED: usize = 30;
/// Folders that are looked at, at most.
const FOLDERS: usize = 400;

/// Fills the architecture.
pub(super) fn fill(
    draft: &mut Draft<'_, '_>,
    tree: &Tree<'_>,
    connections: &Connections,
    ranks: Option<&Ranks<'_>>,
    mut room: Room,
) {
    let order = of_note(draft, tree, ranks);
    let most = (room.0.0 as usize / 12).clamp(1, FOLDERS);
    let mut listed: Vec<FolderId> = order.into_iter().take(most).collect();
    let nearest = tree.nearest(&listed);
    let landmarks = of_groups(draft.source, connections, &nearest, listed.len(), MOST);
    let intro = "Folders of note with everything below them: files, tokens (from their sizes), main language, purpose; most used symbols; entry points.\n\n";
    let budget = room.0.percent(72);
    let mut spent = draft.line_cost(intro).plus(Tokens(8));
    let mut lines: BTreeMap<FolderId, String> = BTreeMap::new();
    for (&id, landmarks) in listed.iter().zip(&landmarks) {
        let Some((folder, totals)) = tree.get(id) else { continue };
        let line = line(draft, folder, totals, landmarks);
        let cost = draft.line_cost(&line);
        if spent.plus(cost) > budget {
            break;
        }
        spent = spent.plus(cost);
        lines.insert(id, line);
    }
    if lines.is_empty() {
        return;
    }
    listed.retain(|id| lines.contains_key(id));
    let mut text = String::from(intro);
    text.extend(lines.values().map(String::as_str));
    let left = room.0.less(spent).less(Tokens(8));
    text.push_str(&dependencies(draft, tree, &listed, &ranked_folders(draft, ranks), left));
    draft.offer_prose(SectionKind::Architecture, &mut room, &text);
}

/// Returns the folders that a reader should know first: those of the ranked files and the uppermost in turn, then the
/// most connected ones.
fn of_note(draft: &Draft<'_, '_>, tree: &Tree<'_>, ranks: Option<&Ranks<'_>>) -> Vec<FolderId> {
    let ranked = ranked_folders(draft, ranks);
    let by = |weight: fn(&Totals) -> u64, is_one: fn(&Folder<'_>) -> bool| {
        let mut own: Vec<(core::cmp::Reverse<u64>, FolderId)> = tree
            .all()
            .filter(|(folder, _)| is_one(folder))
            .map(|(folder, totals)| (core::cmp::Reverse(weight(totals)), folder.id))
            .collect();
        own.sort_unstable();
        own.into_iter().map(|(_, id)| id).collect::<Vec<_>>()
    };
    let upper = by(|totals| totals.weight * 1000 + totals.tokens, |own| !own.path.contains('/'));
    let connected = by(|totals| totals.own_weight, |own| own.path.contains('/'));
    let has_files = |id: &FolderId| tree.get(*id).is_some_and(|(_, totals)| totals.own_files > 0);
    let mut order: Vec<FolderId> = Vec::new();
    let (mut ranked, mut upper) = (ranked.into_iter(), upper.into_iter());
    loop {
        let next = [ranked.next(), ranked.next(), upper.next()];
        if next.iter().all(Option::is_none) {
            break;
        }
        order.extend(next.into_iter().flatten());
    }
    order.extend(connected.into_iter().filter(has_files));
    let mut seen = hashbrown::HashSet::new();
    order.retain(|id| seen.insert(*id));
    order
}

/// Returns the folders of the ranked files, the best first.
fn ranked_folders(draft: &Draft<'_, '_>, ranks: Option<&Ranks<'_>>) -> Vec<FolderId> {
    let mut ranked: Vec<FolderId> = Vec::new();
    for own in ranks.into_iter().flat_map(|ranks| &ranks.files).take(RANKED) {
        let folder = draft.source.file(own.file.file).map(|file| file.folder);
        ranked.extend(folder.filter(|folder| !ranked.contains(folder)));
    }
    ranked
}

fn line(draft: &Draft<'_, '_>, folder: &Folder<'_>, totals: &Totals, landmarks: &Landmarks) -> String {
    let path = if folder.path.is_empty() { ".".into() } else { format!("{}/", visible(folder.path)) };
    let files = if totals.files == 1 { "1 file".into() } else { format!("{} files", totals.files) };
    let language = totals.main_language().map_or("text", crate::language::Language::label);
    let mut line = format!("- {path}: {files}, {} tokens, {language}", rounded(totals.tokens));
    let stated = folder.purpose_file.and_then(|id| draft.source.file(id));
    if let Some(purpose) = stated.and_then(|file| draft.source.snapshot.stated_purpose(file)) {
        line.push_str(". ");
        let purpose = purpose.split("----").next().unwrap_or_default().trim_matches(['-', ' ']);
        line.push_str(one_line(purpose, LONGEST_PURPOSE).trim_end_matches('.'));
    }
    let names = landmarks.names(draft.source);
    if !names.is_empty() {
        line.push_str("; key: ");
        line.push_str(&names.join(", "));
    }
    if !landmarks.entry_points.is_empty() {
        line.push_str("; entry: ");
        line.push_str(&landmarks.entry_points.join(", "));
    }
    line.push('\n');
    line
}

/// Returns how often files of each folder import from each other one, as many lines as fit: those of the ranked files'
/// folders first, then the most. What the root's own files import, and what copies of other projects, tells nothing.
fn dependencies(
    draft: &Draft<'_, '_>,
    tree: &Tree<'_>,
    listed: &[FolderId],
    ranked: &[FolderId],
    left: Tokens,
) -> String {
    let nearest = tree.nearest(listed);
    let place = |folder: FolderId| nearest.get(folder.index()).copied().flatten();
    let mut counts: BTreeMap<(usize, usize), u32> = BTreeMap::new();
    let is_root = |at: usize| listed.get(at).and_then(|&id| tree.get(id)).is_none_or(|(own, _)| own.path.is_empty());
    for file in draft.source.files().filter(|file| !file.roles.has(Roles::VENDORED)) {
        let Some(from) = place(file.folder) else { continue };
        for (target, _) in draft.source.snapshot.imports_from(file) {
            let folder = match target {
                ImportTarget::File(id) => draft.source.file(id).map(|file| file.folder),
                ImportTarget::Folder(id) => Some(id),
            };
            if let Some(to) = folder.and_then(place).filter(|&to| to != from && !is_root(to) && !is_root(from)) {
                *counts.entry((from, to)).or_insert(0) += 1;
            }
        }
    }
    let is_ranked = |at: usize| listed.get(at).is_some_and(|id| ranked.contains(id));
    let mut order: Vec<(bool, core::cmp::Reverse<u32>, (usize, usize))> = counts
        .into_iter()
        .map(|(pair, count)| (!(is_ranked(pair.0) || is_ranked(pair.1)), core::cmp::Reverse(count), pair))
        .collect();
    order.sort_unstable();
    let path = |at: usize| {
        let folder = listed.get(at).and_then(|&id| tree.get(id)).map_or("", |(folder, _)| folder.path);
        if folder.is_empty() { ".".into() } else { visible(folder) }
    };
    let mut text = String::from("\nDependencies between these folders (imports):\n\n");
    let mut spent = draft.line_cost(&text);
    let empty = text.len();
    for (_, core::cmp::Reverse(count), (from, to)) in order {
        let line = format!("- {} -> {}: {count}\n", path(from), path(to));
        let cost = draft.line_cost(&line);
        if spent.plus(cost) > left {
            break;
        }
        spent = spent.plus(cost);
        text.push_str(&line);
    }
    if text.len() == empty { String::new() } else { text }
}
