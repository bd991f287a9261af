//! Owns the map of a repository part: the folders with the files directly in each, their tokens and most used symbols. It
//! owns neither totals nor landmarks.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::connections::Connections;
use super::draft::{Draft, Room};
use super::landmarks::{Most, of_groups};
use super::section::SectionKind;
use super::tree::{Tree, rounded};
use crate::id::FolderId;
use crate::tokens::Tokens;
use crate::visible::visible;

/// Landmarks of a folder.
const MOST: Most = Most { symbols: 3, entry_points: 0 };
/// What the section's first line says.
const ABOUT: &str = "Folders: files directly in each, their tokens (from their sizes), most used symbols.\n\n";

/// Fills the map with the folders that are worth most, in order of their paths.
pub(super) fn fill(draft: &mut Draft<'_, '_>, tree: &Tree<'_>, connections: &Connections, mut room: Room) {
    let mut order: Vec<(core::cmp::Reverse<u64>, FolderId)> = tree
        .all()
        .filter(|(_, totals)| totals.own_files > 0)
        .map(|(folder, totals)| (core::cmp::Reverse(totals.own_weight * 1000 + totals.own_tokens), folder.id))
        .collect();
    order.sort_unstable();
    let listed: Vec<FolderId> = order.into_iter().map(|(_, id)| id).collect();
    let mut own: Vec<Option<usize>> = Vec::new();
    for (place, id) in listed.iter().enumerate() {
        if own.len() <= id.index() {
            own.resize(id.index() + 1, None);
        }
        if let Some(group) = own.get_mut(id.index()) {
            *group = Some(place);
        }
    }
    let landmarks = of_groups(draft.source, connections, &own, listed.len(), MOST);
    let mut spent = draft.line_cost(ABOUT).plus(Tokens(8));
    let mut lines: BTreeMap<FolderId, String> = BTreeMap::new();
    for (&id, landmarks) in listed.iter().zip(&landmarks) {
        let Some((folder, totals)) = tree.get(id) else { continue };
        let path = if folder.path.is_empty() { ".".into() } else { visible(folder.path) };
        let names = landmarks.names(draft.source);
        let names = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
        let line = format!("- {path}/ {}, {}{names}\n", totals.own_files, rounded(totals.own_tokens));
        let cost = draft.line_cost(&line);
        if spent.plus(cost) > room.0 {
            break;
        }
        spent = spent.plus(cost);
        lines.insert(id, line);
    }
    if !lines.is_empty() {
        let mut text = String::from(ABOUT);
        text.extend(lines.values().map(String::as_str));
        draft.offer_prose(SectionKind::Map, &mut room, &text);
    }
}
