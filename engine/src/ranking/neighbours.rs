//! Owns the arm of the code graph: what the best files import and call, and who calls them, is lent a part of their
//! scores. It owns no walk beyond the nearest neighbours: on large repositories more steps lead to hubs.

use alloc::vec;
use alloc::vec::Vec;

use super::{RankedFile, Weights};
use crate::id::FileId;
use crate::links::{Endpoint, ImportTarget};
use crate::snapshot::Snapshot;

/// Returns what each file is lent, no more than a share of what it has itself: a file that everybody uses would stand
/// before those that the question is about. `files` are all files, in any order.
pub(super) fn held_back(lent: &[f32], files: &[RankedFile], weights: &Weights) -> Vec<f32> {
    let mut held = lent.to_vec();
    for ranked in files {
        if let Some(lent) = held.get_mut(ranked.file.index()) {
            *lent = lent.min(weights.lent_most * ranked.arms.sum());
        }
    }
    held
}

/// Returns what each file is lent. `files` are all files, in any order.
pub(super) fn lend(snapshot: &Snapshot<'_>, files: &[RankedFile], weights: &Weights) -> Vec<f32> {
    let mut lent = vec![0.0_f32; files.len()];
    let scored = files.iter().filter(|ranked| ranked.score > 0.0);
    let mut best: Vec<(f32, FileId)> = scored.map(|ranked| (ranked.score, ranked.file)).collect();
    let better = |a: &(f32, FileId), b: &(f32, FileId)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
    if weights.lenders < best.len() {
        best.select_nth_unstable_by(weights.lenders, better);
        best.truncate(weights.lenders);
    }
    best.sort_unstable_by(better);
    for &(score, id) in &best {
        let Some(file) = snapshot.file(id) else { continue };
        let mut others: Vec<FileId> = Vec::new();
        for (target, _) in snapshot.imports_from(&file) {
            if let ImportTarget::File(id) = target {
                others.push(id);
            }
        }
        others.extend(snapshot.calls_from(&file).iter().filter_map(|edge| snapshot.file_of_symbol(edge.to)));
        others.extend(snapshot.calls_to(&file).iter().filter_map(|edge| match edge.from {
            Endpoint::File(id) => Some(id),
            Endpoint::Symbol(id) => snapshot.file_of_symbol(id),
        }));
        others.sort_unstable();
        others.dedup();
        others.retain(|&other| other != id);
        // A file with many neighbours says less of each.
        let share = weights.lend * score / libm::sqrtf(others.len().max(1) as f32);
        for other in others {
            if let Some(slot) = lent.get_mut(other.index()) {
                *slot += share;
            }
        }
    }
    lent
}
