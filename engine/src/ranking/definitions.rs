//! Owns which files define what the best files use: the targets of their imports, calls and references. It owns no
//! score beyond the order of those files among themselves.

use alloc::vec::Vec;

use alloc::collections::BTreeMap;

use super::RankedFile;
use crate::id::FileId;
use crate::links::ImportTarget;
use crate::role::Roles;
use crate::snapshot::Snapshot;

/// Kinds of files whose definitions are not asked for.
const LEFT_OUT: Roles = Roles::TEST.with(Roles::GENERATED).with(Roles::VENDORED).with(Roles::MINIFIED);

/// Returns the places in `ranked`, behind its first `after`, of the files that define what those first ones use; the
/// most used first, at most `most`.
pub(super) fn places(snapshot: &Snapshot<'_>, ranked: &[RankedFile], after: usize, most: usize) -> Vec<usize> {
    let (best, rest) = ranked.split_at(after.min(ranked.len()));
    let mut used: BTreeMap<FileId, f32> = BTreeMap::new();
    for (rank, user) in best.iter().enumerate() {
        let Some(file) = snapshot.file(user.file) else { continue };
        let mut counts: BTreeMap<FileId, u32> = BTreeMap::new();
        let mut count = |file: Option<FileId>| {
            if let Some(file) = file {
                *counts.entry(file).or_insert(0) += 1;
            }
        };
        for (target, _) in snapshot.imports_from(&file) {
            if let ImportTarget::File(target) = target {
                count(Some(target));
            }
        }
        snapshot.calls_from(&file).iter().for_each(|edge| count(snapshot.file_of_symbol(edge.to)));
        snapshot.references_from(&file).iter().for_each(|edge| count(snapshot.file_of_symbol(edge.to)));
        let share = 1.0 / libm::sqrtf(1.0 + rank as f32);

        for (target, n) in counts {
            *used.entry(target).or_insert(0.0) += share * libm::sqrtf(n as f32);
        }
    }
    let mut found: Vec<(f32, usize)> = rest
        .iter()
        .enumerate()
        .filter_map(|(place, ranked)| {
            let use_of = used.get(&ranked.file)?;
            let file = snapshot.file(ranked.file).filter(|file| !file.roles.has_any(LEFT_OUT))?;
            // What the whole project uses says little about the question.
            let users = snapshot.imports_to(ImportTarget::File(file.id)).len() + snapshot.calls_to(&file).len();
            Some((use_of / libm::sqrtf(10.0 + users as f32), place + after))
        })
        .collect();
    found.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    found.truncate(most);
    found.into_iter().map(|(_, place)| place).collect()
}
