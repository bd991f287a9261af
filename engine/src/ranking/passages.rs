//! Owns where in a file to look: its best passages by their words, by the names of the question that are defined there,
//! and by the lines that the question points to. It owns no order of files.

use alloc::vec::Vec;

use super::identifiers::Identifiers;
use super::lexical::Lexical;
use crate::id::{FileId, PassageId};
use crate::snapshot::Snapshot;

/// Passages of a file that are listed, at most.
const LISTED: usize = 8;

/// Returns a file's best passages with their scores, best first; of equal scores the earlier comes first.
pub(super) fn list(
    snapshot: &Snapshot<'_>,
    file: FileId,
    lexical: &Lexical,
    identifiers: &Identifiers,
) -> Vec<(PassageId, f32)> {
    let lines = identifiers.lines.get(&file).map_or(&[][..], Vec::as_slice);
    let mut scored: Vec<(PassageId, f32)> = snapshot
        .passages_in(file)
        .map(PassageId)
        .map(|id| {
            let holds = |line: u32| snapshot.passage(id).is_some_and(|own| own.lines.contains(line));
            let pointed: f32 = lines.iter().filter(|&&(line, _)| holds(line)).map(|(_, weight)| weight).sum();
            (id, lexical.passage(id) + pointed)
        })
        .filter(|&(_, score)| score > 0.0)
        .collect();
    scored.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    scored.truncate(LISTED);
    scored
}
