//! Owns telling whether a project's state is up to date, without changing anything. It owns no rule of what a change
//! is: it compares and reads as a sync does.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use graphicle_engine::facts::Outcome;
use graphicle_engine::language::Language;
use graphicle_walk::{SkipReason, Walk};

use super::SyncError;
use super::changes::{Comparison, Kept, Standing, compare};
use super::listing::list;
use super::observer::{Observer, Phase};
use super::previous::{Last, find};
use super::reading::{Examined, Reader};
use super::summary::{Changes, Summary};
use crate::projects::{Project, Registry};
use crate::store::{KeptOut, Meta, State, StateId};

/// Files of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LanguageTotals {
    /// How many.
    pub files: u64,
    /// Bytes of their texts.
    pub text_bytes: u64,
}

/// A project compared with its folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Freshness {
    /// The state that readers see; `None` when it cannot be told what it holds, or there is none.
    pub state: Option<StateId>,
    /// Why there is no state: part of a sentence; `None` when there is one, or the project was never synced.
    pub unusable: Option<String>,
    /// The commit that the folder has checked out, in hexadecimal.
    pub commit: Option<String>,
    /// Files that are new in the folder. This list and the next two are empty where the state is unusable.
    pub added: Vec<String>,
    /// Files that say something else now.
    pub changed: Vec<String>,
    /// Files that are gone, or would be left out now.
    pub removed: Vec<String>,
    /// What is left out of the folder as it is now, in byte order of the paths; what only reading tells is not among it
    /// where the state is unusable.
    pub skipped: Vec<(String, SkipReason)>,
    /// Files that the state holds without symbols, because their parser's process ended or hung, in byte order.
    pub crashed: Vec<String>,
    /// Files of whose text the state holds nothing or not all because it is secret, in byte order.
    pub kept_out: Vec<(String, KeptOut)>,
    /// What the state holds, by language.
    pub languages: BTreeMap<Language, LanguageTotals>,
    /// How many files had to be read to tell.
    pub read: u64,
    /// Bytes of the snapshot.
    pub snapshot_bytes: u64,
}

impl Freshness {
    /// Returns whether the state holds what the folder holds.
    pub fn is_up_to_date(&self) -> bool {
        self.state.is_some() && self.changes().total() == 0
    }

    /// Returns how many files changed.
    pub fn changes(&self) -> Changes {
        Changes {
            added: self.added.len() as u64,
            changed: self.changed.len() as u64,
            removed: self.removed.len() as u64,
        }
    }

    /// Returns how many files the state holds.
    pub fn files(&self) -> u64 {
        self.languages.values().map(|totals| totals.files).sum()
    }

    /// Returns bytes of all texts that the state holds.
    pub fn text_bytes(&self) -> u64 {
        self.languages.values().map(|totals| totals.text_bytes).sum()
    }

    /// Returns the summary of a sync that found nothing to do; `None` without a state.
    pub(super) fn into_summary(self, project: &Project, elapsed: Duration) -> Option<Summary> {
        Some(Summary {
            project: project.clone(),
            is_new_snapshot: false,
            changes: Changes::default(),
            read: self.read,
            parsed: 0,
            parser_crashes: self.crashed.len() as u64,
            files: self.files(),
            skipped: self.skipped.len() as u64,
            text_bytes: self.text_bytes(),
            snapshot_bytes: self.snapshot_bytes,
            elapsed,
            state: self.state?,
        })
    }
}

/// Compares a project with its folder. Files are read only where the system's word on them differs from what was kept.
pub fn check(registry: &Registry, project: &Project, observer: &dyn Observer) -> Result<Freshness, SyncError> {
    observer.begin(Phase::Listing);
    let folder = registry.folder_of(project);
    let (walk, last) = thread::scope(|scope| {
        let last = scope.spawn(|| find(&folder));
        (list(project, registry.data()), last.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let (walk, last) = (walk?, last?);
    let (state, unusable) = match last {
        Last::Good(last) => (Some(last.state), None),
        Last::Nothing => (None, None),
        Last::Unusable(why) => (None, Some(why)),
    };
    let comparison = compare(state.as_ref(), &walk);
    let mut fresh = Freshness {
        state: None,
        unusable,
        commit: walk.git.as_ref().and_then(|git| git.head.clone()),
        added: Vec::new(),
        changed: Vec::new(),
        removed: Vec::new(),
        skipped: walk.skipped.iter().map(|skipped| (skipped.path.clone(), skipped.reason)).collect(),
        crashed: Vec::new(),
        kept_out: Vec::new(),
        languages: BTreeMap::new(),
        read: 0,
        snapshot_bytes: 0,
    };
    if let Some(State { meta: Meta { state, snapshot_bytes, .. }, files, .. }) = &state {
        fresh.state = Some(state.clone());
        fresh.snapshot_bytes = *snapshot_bytes;
        for (path, record) in files {
            if record.outcome == Outcome::ParserCrashed {
                fresh.crashed.push(path.clone());
            }
            fresh.kept_out.extend(record.kept_out.map(|kept_out| (path.clone(), kept_out)));
            let totals = fresh.languages.entry(record.language).or_default();
            totals.files += 1;
            totals.text_bytes += record.text_bytes;
        }
        fresh.removed.extend(comparison.removed.iter().filter_map(|&at| files.get(at)).map(|(path, _)| path.clone()));
    }
    if fresh.unusable.is_some() {
        // There is nothing to compare with, and the next sync reads everything anyway.
        fresh.skipped.sort_unstable();
        return Ok(fresh);
    }
    fresh.read_unknown(&walk, &comparison, observer);
    for list in [&mut fresh.added, &mut fresh.changed, &mut fresh.removed] {
        list.sort_unstable();
    }
    fresh.skipped.sort_unstable();
    Ok(fresh)
}

/// What reading told of a file.
enum Told {
    Added,
    Changed,
    Same,
    Skipped(SkipReason),
    Gone,
}

impl Freshness {
    fn read_unknown(&mut self, walk: &Walk, comparison: &Comparison<'_>, observer: &dyn Observer) {
        let mut unknown = Vec::new();
        for (found, standing) in walk.files.iter().zip(&comparison.standings) {
            match *standing {
                Standing::Same(_) => {}
                Standing::SameSkipped(record) => self.skipped.push((found.path.clone(), record.reason)),
                Standing::Unknown(kept) => unknown.push((found, kept)),
            }
        }
        self.read = unknown.len() as u64;
        if unknown.is_empty() {
            return;
        }
        observer
            .begin(Phase::Reading { files: self.read, bytes: unknown.iter().map(|(found, _)| found.stat.size).sum() });
        let next = AtomicUsize::new(0);
        let told: Mutex<Vec<(usize, Told)>> = Mutex::default();
        let work = || {
            let mut reader = Reader::new(walk);
            let mut own = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some((found, kept)) = unknown.get(at) else { break };
                own.push((at, tell(reader.examine(found), *kept)));
                observer.file_done(found.stat.size);
            }
            super::lock(&told).extend(own);
        };
        thread::scope(|scope| {
            let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get).min(unknown.len());
            (1..threads).for_each(|_| {
                scope.spawn(work);
            });
            work();
        });
        for (at, told) in std::mem::take(&mut *super::lock(&told)) {
            let Some((found, kept)) = unknown.get(at) else { continue };
            let path = found.path.clone();
            let was_file = matches!(kept, Kept::File(..));
            match told {
                Told::Added => self.added.push(path),
                Told::Changed => self.changed.push(path),
                Told::Gone if was_file => self.removed.push(path),
                Told::Same | Told::Gone => {}
                Told::Skipped(reason) => {
                    if was_file {
                        self.removed.push(path.clone());
                    }
                    self.skipped.push((path, reason));
                }
            }
        }
    }
}

fn tell(examined: Examined, kept: Kept<'_>) -> Told {
    match (examined, kept) {
        (Examined::Gone, _) => Told::Gone,
        (Examined::Skipped(record), _) => Told::Skipped(record.reason),
        (Examined::Read(file), Kept::File(_, record)) if file.says_the_same_as(record) => Told::Same,
        (Examined::Read(_), Kept::File(..)) => Told::Changed,
        (Examined::Read(_), _) => Told::Added,
    }
}
