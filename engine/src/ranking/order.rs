//! Owns the order of files: joining the arms to scores, sorting, and putting files in elsewhere than by score. It owns no
//! arm.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{Arms, Entered, RankedFile};
use crate::id::FileId;

/// Joins two arms to files in order of their identifiers. All three lists have an entry for each file.
pub(super) fn join(lexical: &[f32], identifiers: &[f32], priors: &[f32]) -> Vec<RankedFile> {
    (0..)
        .map(FileId)
        .zip(lexical.iter().zip(identifiers).zip(priors))
        .map(|(file, ((&lexical, &identifiers), prior))| {
            let arms = Arms { lexical, identifiers, ..Arms::default() };
            RankedFile { file, score: arms.sum() * prior, arms, entered: None, passages: Vec::new() }
        })
        .collect()
}

/// Takes what another arm says of all files, by their identifiers, into the scores of some files.
pub(super) fn take(files: &mut [RankedFile], said: &[f32], priors: &[f32], arm: impl Fn(&mut Arms) -> &mut f32) {
    for ranked in files {
        let of = |list: &[f32]| list.get(ranked.file.index()).copied().unwrap_or(0.0);
        *arm(&mut ranked.arms) = of(said);
        ranked.score = ranked.arms.sum() * of(priors);
    }
}

/// Sorts files, best first; of equal scores the smaller identifier comes first.
pub(super) fn sort(files: &mut [RankedFile]) {
    files.sort_unstable_by(better);
}

/// Brings the best `most` files to the front, sorted; the others follow in any order. Returns how many of them anything
/// points to.
pub(super) fn bring_forward(files: &mut [RankedFile], most: usize) -> usize {
    if most < files.len() {
        files.select_nth_unstable_by(most, better);
    }
    let (best, _) = files.split_at_mut(most.min(files.len()));
    sort(best);
    best.partition_point(|ranked| ranked.score > 0.0)
}

fn better(a: &RankedFile, b: &RankedFile) -> Ordering {
    b.score.total_cmp(&a.score).then(a.file.cmp(&b.file))
}

/// Moves the files at `places` to right behind the first `after`, in the order given. Files that stand before already
/// stay where they are.
pub(super) fn put_after(files: &mut Vec<RankedFile>, after: usize, places: &[usize], how: Entered) {
    let mut moved: Vec<Option<RankedFile>> = core::mem::take(files).into_iter().map(Some).collect();
    let mut take = |place: usize| moved.get_mut(place).and_then(Option::take);
    files.extend((0..after).filter_map(&mut take));
    let enter = |ranked| RankedFile { entered: Some(how), ..ranked };
    files.extend(places.iter().filter_map(|&place| take(place)).map(enter));
    files.extend(moved.into_iter().flatten());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(files: &[RankedFile]) -> Vec<u32> {
        files.iter().map(|ranked| ranked.file.0).collect()
    }

    #[test]
    fn ties_are_broken_and_moved_files_stand_behind_the_first() {
        let mut files = join(&[1.0, 3.0, 1.0, 2.0, 0.0], &[0.0; 5], &[1.0; 5]);
        sort(&mut files);
        assert_eq!(ids(&files), [1, 3, 0, 2, 4]);
        put_after(&mut files, 2, &[4, 0, 3], Entered::Named);
        assert_eq!(ids(&files), [1, 3, 4, 2, 0]);
        let entered: Vec<bool> = files.iter().map(|ranked| ranked.entered.is_some()).collect();
        assert_eq!(entered, [false, false, true, true, false]);
        put_after(&mut files, 9, &[0], Entered::Defines);
        assert_eq!(ids(&files), [1, 3, 4, 2, 0]);
    }
}
