//! Owns one sync from beginning to end: which step follows which, and what is tried when what was kept is no good. It
//! owns none of the steps.

use std::thread;
use std::time::Instant;

use graphicle_engine::facts::Outcome;
use graphicle_engine::snapshot::Snapshot;
use graphicle_walk::Walk;

use super::SyncError;
use super::assemble;
use super::changes::{Comparison, compare};
use super::check::check;
use super::listing::list;
use super::next::Next;
use super::observer::{Observer, Phase};
use super::pipeline::{Base, gather};
use super::plan::jobs;
use super::previous::{Last, Previous, find, versions};
use super::summary::{Changes, Summary};
use super::switch::{StoreWrite, commit, settle, write_snapshot};
use super::workers::{Crew, WorkerCommand};
use crate::data::{FileLock, ProjectFolder};
use crate::projects::{Project, Registry};
use crate::store::{FileRecord, Meta, SnapshotFiles, StoreReader};

/// What a sync starts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// What was kept of the last sync.
    Incremental,
    /// The folder alone.
    Rebuild,
}

/// How to sync.
#[derive(Debug, Clone)]
pub struct SyncOptions {
    /// What to start from.
    pub mode: Mode,
    /// How parser workers are started.
    pub workers: WorkerCommand,
}

/// Brings what is kept of a project, and its snapshot, up to what its folder holds now. Waits for another sync of the
/// same project to end.
pub fn sync(
    registry: &Registry,
    project: &Project,
    options: &SyncOptions,
    observer: &dyn Observer,
) -> Result<Summary, SyncError> {
    let started = Instant::now();
    let folder = registry.folder_of(project);
    let waiting = || observer.note("another process is syncing this project; waiting for it to end");
    let _lock = match FileLock::wait(&folder.lock(), waiting) {
        Ok(lock) => lock,
        Err(error) if error.is_read_only() && options.mode == Mode::Incremental => {
            // Nothing can be written, and when nothing has changed nothing needs to be.
            return match check(registry, project, observer) {
                Ok(fresh) if fresh.is_up_to_date() => {
                    fresh.into_summary(project, started.elapsed()).ok_or_else(|| error.into())
                }
                _ => Err(error.into()),
            };
        }
        Err(error) => return Err(error.into()),
    };
    let run = Run { project, folder: &folder, options, observer, started };
    observer.begin(Phase::Listing);
    let (walk, last) = thread::scope(|scope| {
        let last = scope.spawn(|| run.last());
        (list(project, registry.data()), last.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let (walk, last) = (walk?, last?);
    let Some(last) = last else { return run.from(None, &walk) };
    match run.from(Some(last), &walk) {
        Err(error) if error.is_about_what_was_kept() => {
            observer.note(&format!("{error}; building it anew from the folder"));
            run.from(None, &walk)
        }
        done => done,
    }
}

/// One sync.
struct Run<'a> {
    project: &'a Project,
    folder: &'a ProjectFolder,
    options: &'a SyncOptions,
    observer: &'a dyn Observer,
    started: Instant,
}

impl Run<'_> {
    /// Returns the last good state, whole to the last byte; without one, says why if there should be one.
    fn last(&self) -> Result<Option<Previous>, SyncError> {
        if self.options.mode == Mode::Rebuild {
            return Ok(None);
        }
        let why = match find(self.folder)? {
            Last::Nothing => return Ok(None),
            Last::Unusable(why) => why,
            // Parts of the base become parts of the new snapshot, so damage in it would be passed on and blessed.
            Last::Good(last) => match Snapshot::open(last.snapshot.bytes()).and_then(|base| base.verify()) {
                Ok(()) => {
                    settle(self.folder, &last.state.meta)?;
                    return Ok(Some(*last));
                }
                Err(error) => error.to_string(),
            },
        };
        self.observer.note(&format!("the last state of {} is unusable ({why}); building it anew", self.project.key));
        Ok(None)
    }

    /// Syncs from the last state, or from the folder alone.
    fn from(&self, last: Option<Previous>, walk: &Walk) -> Result<Summary, SyncError> {
        let Some(Previous { state, snapshot, store }) = last else {
            // Nothing that is there counts, but readers may still use the snapshot that the pointer names.
            let files = SnapshotFiles::new(self.folder.clone());
            files.clean(files.current()?.as_ref());
            return self.go(None, None, walk, &compare(None, walk));
        };
        let comparison = compare(Some(&state), walk);
        if comparison.is_unchanged() {
            let crashed = |(_, record): &&(String, FileRecord)| record.outcome == Outcome::ParserCrashed;
            let parser_crashes = state.files.iter().filter(crashed).count() as u64;
            return Ok(Summary { parser_crashes, ..self.summary(&state.meta, None) });
        }
        let snapshot = Snapshot::open(snapshot.bytes()).map_err(|_| SyncError::BaseDamaged)?;
        self.go(Some(Base { state: &state, snapshot: &snapshot }), Some(store), walk, &comparison)
    }

    fn go(
        &self,
        base: Option<Base<'_>>,
        store: Option<StoreReader>,
        walk: &Walk,
        comparison: &Comparison<'_>,
    ) -> Result<Summary, SyncError> {
        let state = base.map(|base| base.state);
        let jobs = jobs(state, walk, comparison);
        self.observer.begin(reading(walk, comparison));
        let gathered = {
            let crew = Crew::new(self.options.workers.clone());
            gather(base, walk, comparison, &jobs, &crew, self.observer)?
        };
        let next = Next::new(state, walk, comparison, &gathered.fates);
        let versions = versions();
        let mut meta = Meta {
            versions,
            state: next.state_id(&versions),
            snapshot_bytes: state.map_or(0, |state| state.meta.snapshot_bytes),
            files: next.files.len() as u64,
            skipped: next.skipped.len() as u64,
            text_bytes: next.text_bytes(),
        };
        let is_new = state.is_none_or(|state| state.meta.state != meta.state);
        if is_new {
            self.observer.begin(Phase::Linking);
            let snapshot = base.map(|base| base.snapshot);
            let files = &next.files;
            meta.snapshot_bytes = assemble::build(snapshot, store.as_ref(), files, &gathered.segments, |assembled| {
                self.observer.begin(Phase::Writing);
                write_snapshot(self.folder, &meta.state, assembled)
            })?;
        }
        // The store is changed by whoever has it open alone.
        drop(store);
        let how = if base.is_some() { StoreWrite::Change } else { StoreWrite::Replace };
        commit(self.folder, how, &next.update(state, &meta))?;
        Ok(Summary { is_new_snapshot: is_new, ..self.summary(&meta, Some(&next)) })
    }

    fn summary(&self, meta: &Meta, next: Option<&Next<'_>>) -> Summary {
        Summary {
            project: self.project.clone(),
            state: meta.state.clone(),
            is_new_snapshot: false,
            changes: next.map_or(Changes::default(), |next| next.changes),
            read: next.map_or(0, |next| next.read),
            parsed: next.map_or(0, |next| next.parsed),
            parser_crashes: next.map_or(0, Next::parser_crashes),
            files: meta.files,
            skipped: meta.skipped,
            text_bytes: meta.text_bytes,
            snapshot_bytes: meta.snapshot_bytes,
            elapsed: self.started.elapsed(),
        }
    }
}

fn reading(walk: &Walk, comparison: &Comparison<'_>) -> Phase {
    use super::changes::Standing;
    let unknown = walk.files.iter().zip(&comparison.standings).filter(|(_, s)| matches!(s, Standing::Unknown(_)));
    let (files, bytes) = unknown.fold((0, 0), |(n, bytes), (found, _)| (n + 1, bytes + found.stat.size));
    Phase::Reading { files, bytes }
}
