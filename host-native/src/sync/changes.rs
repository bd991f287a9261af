//! Owns comparing what a folder holds with what was kept of the last sync, by what the system tells of files without
//! reading them. It owns neither reading a file nor what follows from a change.

use std::cmp::Ordering;

use graphicle_walk::{Stat, Walk};

use crate::store::{FileRecord, SkipRecord, State};

/// What was kept of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept<'a> {
    /// Nothing.
    Nothing,
    /// It belonged to the project: its place in [`State::files`], and its record.
    File(usize, &'a FileRecord),
    /// It was left out.
    Skipped(&'a SkipRecord),
}

/// What is known of a listed file before it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing<'a> {
    /// It is as it was: its place in [`State::files`].
    Same(usize),
    /// It is left out as it was, for what was found in it.
    SameSkipped(&'a SkipRecord),
    /// Only reading it can tell.
    Unknown(Kept<'a>),
}

/// A folder compared with what was kept of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Comparison<'a> {
    /// One entry for each of [`Walk::files`].
    pub(super) standings: Vec<Standing<'a>>,
    /// The files that belonged and are not listed any more: places in [`State::files`].
    pub(super) removed: Vec<usize>,
    /// Whether the left-out files whose name alone decides are the same, for the same reasons.
    pub(super) same_named_skips: bool,
}

impl Comparison<'_> {
    /// Returns whether nothing has to be read, and nothing has changed.
    pub(super) fn is_unchanged(&self) -> bool {
        self.removed.is_empty() && self.same_named_skips && self.n_unknown() == 0
    }

    /// Returns how many files have to be read.
    pub(super) fn n_unknown(&self) -> usize {
        self.standings.iter().filter(|standing| matches!(standing, Standing::Unknown(_))).count()
    }
}

/// Compares a folder with what was kept of it.
pub(super) fn compare<'a>(state: Option<&'a State>, walk: &Walk) -> Comparison<'a> {
    let (files, skipped) = state.map_or((&[][..], &[][..]), |state| (&state.files, &state.skipped));
    let mut standings = Vec::with_capacity(walk.files.len());
    let mut removed = Vec::new();
    let (mut next_file, mut next_skip) = (0, 0);
    for found in &walk.files {
        while let Some((path, _)) = files.get(next_file)
            && path.as_str() < found.path.as_str()
        {
            removed.push(next_file);
            next_file += 1;
        }
        while skipped.get(next_skip).is_some_and(|(path, _)| path.as_str() < found.path.as_str()) {
            next_skip += 1;
        }
        let standing = match (files.get(next_file), skipped.get(next_skip)) {
            (Some((path, record)), _) if *path == found.path => {
                next_file += 1;
                of_file(next_file - 1, record, &found.stat)
            }
            (_, Some((path, record))) if *path == found.path => of_skipped(record, &found.stat),
            _ => Standing::Unknown(Kept::Nothing),
        };
        standings.push(standing);
    }
    removed.extend(next_file..files.len());
    Comparison { standings, removed, same_named_skips: same_named_skips(skipped, walk) }
}

fn of_file<'a>(at: usize, record: &'a FileRecord, stat: &Stat) -> Standing<'a> {
    if record.stat == *stat && !record.racy { Standing::Same(at) } else { Standing::Unknown(Kept::File(at, record)) }
}

fn of_skipped<'a>(record: &'a SkipRecord, stat: &Stat) -> Standing<'a> {
    if record.stat.as_ref() == Some(stat) && !record.racy {
        Standing::SameSkipped(record)
    } else {
        Standing::Unknown(Kept::Skipped(record))
    }
}

/// Compares the files that the walk left out with the kept ones that were left out without being read, and sees whether
/// any kept one is gone altogether.
fn same_named_skips(kept: &[(String, SkipRecord)], walk: &Walk) -> bool {
    let mut named = kept.iter().filter(|(_, record)| record.stat.is_none());
    let same = walk.skipped.iter().all(|skipped| {
        named.next().is_some_and(|(path, record)| *path == skipped.path && record.reason == skipped.reason)
    });
    same && named.next().is_none() && read_skips_are_listed(kept, walk)
}

/// Returns whether every file that was read and left out is still listed.
fn read_skips_are_listed(kept: &[(String, SkipRecord)], walk: &Walk) -> bool {
    let mut listed = walk.files.iter();
    kept.iter().filter(|(_, record)| record.stat.is_some()).all(|(path, _)| {
        listed.by_ref().find_map(|found| match found.path.as_str().cmp(path) {
            Ordering::Less => None,
            other => Some(other == Ordering::Equal),
        }) == Some(true)
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use graphicle_engine::facts::Outcome;
    use graphicle_engine::language::Language;
    use graphicle_engine::role::Roles;
    use graphicle_walk::{Found, SkipReason, Skipped};

    use super::*;
    use crate::store::{ContentHash, Meta, StateId, Versions};

    fn stat(size: u64) -> Stat {
        Stat { size, ..Stat::default() }
    }

    fn kept(size: u64, racy: bool) -> FileRecord {
        FileRecord {
            stat: stat(size),
            racy,
            content: ContentHash([0; 16]),
            language: Language::Text,
            roles: Roles::default(),
            outcome: Outcome::NoGrammar,
            text_bytes: size,
            kept_out: None,
        }
    }

    fn binary(size: Option<u64>) -> SkipRecord {
        SkipRecord { reason: SkipReason::Binary, stat: size.map(stat), racy: false }
    }

    fn state(files: &[(&str, FileRecord)], skipped: &[(&str, SkipRecord)]) -> State {
        let own = |path: &&str| (*path).to_owned();
        State {
            meta: Meta {
                versions: Versions { store: 1, snapshot: 1, build: 1, extract: 1, link: 1, walk: 1 },
                state: StateId::of_hash(&[0; 32]),
                snapshot_bytes: 0,
                files: files.len() as u64,
                skipped: skipped.len() as u64,
                text_bytes: 0,
            },
            files: files.iter().map(|(path, record)| (own(path), record.clone())).collect(),
            skipped: skipped.iter().map(|(path, record)| (own(path), record.clone())).collect(),
        }
    }

    fn walk(files: &[(&str, u64)], skipped: &[(&str, SkipReason)]) -> Walk {
        Walk {
            root: PathBuf::new(),
            git: None,
            files: files.iter().map(|(path, size)| Found::new((*path).to_owned(), stat(*size))).collect(),
            skipped: skipped.iter().map(|(path, reason)| Skipped { path: (*path).into(), reason: *reason }).collect(),
        }
    }

    #[test]
    fn each_file_is_told_by_what_was_kept_of_it() {
        let state = state(
            &[("a", kept(1, false)), ("b", kept(1, false)), ("c", kept(1, true)), ("x", kept(1, false))],
            &[("bin", binary(Some(5))), ("changed.bin", binary(Some(5)))],
        );
        let walk = walk(&[("a", 1), ("b", 2), ("bin", 5), ("c", 1), ("changed.bin", 6), ("new", 1)], &[]);
        let comparison = compare(Some(&state), &walk);
        let expect = [
            Standing::Same(0),
            Standing::Unknown(Kept::File(1, &state.files[1].1)),
            Standing::SameSkipped(&state.skipped[0].1),
            Standing::Unknown(Kept::File(2, &state.files[2].1)),
            Standing::Unknown(Kept::Skipped(&state.skipped[1].1)),
            Standing::Unknown(Kept::Nothing),
        ];
        assert_eq!(comparison.standings, expect);
        assert_eq!(comparison.removed, [3]);
        assert_eq!(comparison.n_unknown(), 4);
        assert!(!comparison.is_unchanged());
    }

    #[test]
    fn nothing_changed_when_files_and_reasons_are_the_same() {
        let kept_state = state(
            &[("a", kept(1, false))],
            &[("bin", binary(Some(5))), ("link", binary(None)), ("z", binary(Some(1)))],
        );
        let same = walk(&[("a", 1), ("bin", 5), ("z", 1)], &[("link", SkipReason::Binary)]);
        assert!(compare(Some(&kept_state), &same).is_unchanged());
        for other in [
            walk(&[("a", 1), ("bin", 5), ("z", 1)], &[]),
            walk(&[("a", 1), ("bin", 5), ("z", 1)], &[("link", SkipReason::LinkOutside)]),
            walk(&[("a", 1), ("bin", 5), ("z", 1)], &[("link", SkipReason::Binary), ("new", SkipReason::Binary)]),
            walk(&[("a", 1), ("z", 1)], &[("link", SkipReason::Binary)]),
            walk(&[("a", 1), ("bin", 5)], &[("link", SkipReason::Binary)]),
            walk(&[("bin", 5), ("z", 1)], &[("link", SkipReason::Binary)]),
        ] {
            assert!(!compare(Some(&kept_state), &other).is_unchanged(), "{other:?}");
        }
    }

    #[test]
    fn without_a_kept_state_everything_is_new() {
        let comparison = compare(None, &walk(&[("a", 1)], &[]));
        assert_eq!(comparison.standings, [Standing::Unknown(Kept::Nothing)]);
        assert!(compare(None, &walk(&[], &[])).is_unchanged());
    }
}
