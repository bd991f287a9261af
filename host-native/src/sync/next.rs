//! Owns what the project consists of after a sync: its files and its left-out files, each with its record, and how they
//! differ from what was kept. It owns neither finding this out nor writing it.

use graphicle_engine::build::Source;
use graphicle_engine::facts::Outcome;
use graphicle_engine::id::FileId;
use graphicle_walk::Walk;
use sha2::{Digest as _, Sha256};

use super::assemble::NewFile;
use super::changes::{Comparison, Kept, Standing};
use super::pipeline::Fate;
use super::summary::Changes;
use crate::store::{FileRecord, Meta, SkipRecord, State, StateId, StoreUpdate, Versions};

/// The project after a sync.
#[derive(Debug)]
pub(super) struct Next<'a> {
    /// The files that belong, in byte order of their paths.
    pub(super) files: Vec<NewFile<'a>>,
    /// What is left out, in byte order of the paths.
    pub(super) skipped: Vec<(&'a str, SkipRecord)>,
    /// How the files differ from what was kept.
    pub(super) changes: Changes,
    /// How many files were read.
    pub(super) read: u64,
    /// How many were parsed.
    pub(super) parsed: u64,
}

impl<'a> Next<'a> {
    /// Puts together what comparing and reading found.
    pub(super) fn new(
        state: Option<&'a State>,
        walk: &'a Walk,
        comparison: &Comparison<'a>,
        fates: &'a [Option<Fate>],
    ) -> Self {
        let mut next = Self {
            files: Vec::with_capacity(walk.files.len()),
            skipped: Vec::new(),
            changes: Changes { removed: comparison.removed.len() as u64, ..Changes::default() },
            read: 0,
            parsed: 0,
        };
        for ((found, standing), fate) in walk.files.iter().zip(&comparison.standings).zip(fates) {
            next.add(state, &found.path, standing, fate.as_ref());
        }
        next.skipped.extend(
            walk.skipped
                .iter()
                .map(|skipped| (skipped.path.as_str(), SkipRecord { reason: skipped.reason, stat: None, racy: false })),
        );
        next.skipped.sort_by(|a, b| a.0.cmp(b.0));
        next
    }

    fn add(&mut self, state: Option<&'a State>, path: &'a str, standing: &Standing<'a>, fate: Option<&'a Fate>) {
        let kept_source = |kept: usize| Source::Base(FileId(u32::try_from(kept).unwrap_or(u32::MAX)));
        let kept = match *standing {
            Standing::Same(kept) => {
                if let Some((_, record)) = state.and_then(|state| state.files.get(kept)) {
                    self.files.push(NewFile { path, record, facts: None, source: kept_source(kept) });
                }
                return;
            }
            Standing::SameSkipped(record) => return self.skipped.push((path, record.clone())),
            Standing::Unknown(kept) => kept,
        };
        self.read = self.read.saturating_add(1);
        let was_file = matches!(kept, Kept::File(..));
        match fate {
            None | Some(Fate::Gone) => self.changes.removed += u64::from(was_file),
            Some(Fate::Skipped(record)) => {
                self.changes.removed += u64::from(was_file);
                self.skipped.push((path, record.clone()));
            }
            Some(Fate::Same(kept, record)) => {
                self.files.push(NewFile { path, record, facts: None, source: kept_source(*kept) });
            }
            Some(Fate::Changed { record, facts, at: (segment, file) }) => {
                if was_file {
                    self.changes.changed += 1;
                } else {
                    self.changes.added += 1;
                }
                self.parsed += u64::from(record.outcome != Outcome::NoGrammar);
                let source = Source::Segment { segment: *segment, file: *file };
                self.files.push(NewFile { path, record, facts: Some(facts), source });
            }
        }
    }

    /// Returns the name of this state: equal for equal files and versions.
    pub(super) fn state_id(&self, versions: &Versions) -> StateId {
        let mut hash = Sha256::new();
        for number in [versions.snapshot, versions.build, versions.extract, versions.link, versions.walk] {
            hash.update(number.to_le_bytes());
        }
        for file in &self.files {
            let record = file.record;
            hash.update((file.path.len() as u64).to_le_bytes());
            hash.update(file.path);
            hash.update(record.content.0);
            hash.update([record.language as u8, record.outcome as u8]);
            hash.update(record.roles.0.to_le_bytes());
        }
        StateId::of_hash(&hash.finalize())
    }

    /// Returns bytes of all texts.
    pub(super) fn text_bytes(&self) -> u64 {
        self.files.iter().map(|file| file.record.text_bytes).sum()
    }

    /// Returns how many files have no symbols because their parser's process ended or hung.
    pub(super) fn parser_crashes(&self) -> u64 {
        self.files.iter().filter(|file| file.record.outcome == Outcome::ParserCrashed).count() as u64
    }

    /// Returns what the store has to change; everything, when nothing was kept.
    pub(super) fn update<'u>(&'u self, state: Option<&'u State>, meta: &'u Meta) -> StoreUpdate<'u> {
        let (old_files, old_skipped) = state.map_or((&[][..], &[][..]), |state| (&state.files, &state.skipped));
        let files: Vec<(&str, &FileRecord)> = self.files.iter().map(|file| (file.path, file.record)).collect();
        let skipped: Vec<(&str, &SkipRecord)> = self.skipped.iter().map(|(path, record)| (*path, record)).collect();
        let (files, removed_files) = difference(old_files, files);
        let (skipped, removed_skipped) = difference(old_skipped, skipped);
        let facts = self.files.iter().filter_map(|file| Some((file.path, file.facts?))).collect();
        StoreUpdate { meta, files, facts, removed_files, skipped, removed_skipped }
    }
}

/// Returns the rows of `new` that `old` has not, or has otherwise, and the paths that only `old` has. Both are in byte
/// order of the paths.
fn difference<'u, T: PartialEq>(
    old: &'u [(String, T)],
    new: Vec<(&'u str, &'u T)>,
) -> (Vec<(&'u str, &'u T)>, Vec<&'u str>) {
    let mut removed = Vec::new();
    let mut old = old.iter().peekable();
    let mut put = new;
    put.retain(|(path, record)| {
        while let Some((gone, _)) = old.next_if(|(before, _)| before.as_str() < *path) {
            removed.push(gone.as_str());
        }
        old.next_if(|(before, _)| before == path).is_none_or(|(_, before)| before != *record)
    });
    removed.extend(old.map(|(gone, _)| gone.as_str()));
    (put, removed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_put_and_what_is_gone_is_removed() {
        let old: Vec<(String, u8)> = [("a", 1), ("b", 1), ("d", 1), ("z", 1)].map(|(p, n)| (p.to_owned(), n)).into();
        let new = [("b", 1), ("c", 1), ("d", 2)];
        let (put, removed) = difference(&old, new.iter().map(|(p, n)| (*p, n)).collect());
        assert_eq!(put, [("c", &1), ("d", &2)]);
        assert_eq!(removed, ["a", "z"]);
        let (put, removed) = difference(&[], new.iter().map(|(p, n)| (*p, n)).collect());
        assert_eq!((put.len(), removed.len()), (3, 0));
    }
}
