//! Owns reading, parsing and indexing what may have changed: jobs of whole folders on several threads, each thread with
//! a parser process of its own. It owns neither which folders those are nor what becomes of the segments.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use graphicle_engine::build::{FolderFile, Segment, SegmentBuilder, Work};
use graphicle_engine::facts::{self, FileFacts, Outcome};
use graphicle_engine::id::FileId;
use graphicle_engine::snapshot::Snapshot;
use graphicle_walk::Walk;

use super::SyncError;
use super::changes::{Comparison, Kept, Standing};
use super::observer::Observer;
use super::plan::{FolderWork, Job};
use super::reading::{Examined, ReadFile, Reader};
use super::workers::{Crew, Member, Request};
use crate::store::{FileRecord, SkipRecord, State};

/// What a sync starts from: what was kept, and the snapshot that belongs to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Base<'a> {
    pub(super) state: &'a State,
    pub(super) snapshot: &'a Snapshot<'a>,
}

/// What became of a file that had to be read.
#[derive(Debug)]
pub(super) enum Fate {
    /// It is gone since it was listed.
    Gone,
    /// It is left out.
    Skipped(SkipRecord),
    /// It says what it said; its record may have another stat. Its place in [`State::files`].
    Same(usize, FileRecord),
    /// It is new or says something else.
    Changed {
        /// Its record.
        record: FileRecord,
        /// Its facts, as postcard bytes.
        facts: Vec<u8>,
        /// Its place in the list of segments, and in its segment.
        at: (u32, u32),
    },
}

/// What reading gave.
#[derive(Debug)]
pub(super) struct Gathered {
    /// One entry for each of [`Walk::files`]; `None` for a file that was not read.
    pub(super) fates: Vec<Option<Fate>>,
    /// What the folders with changes contribute.
    pub(super) segments: Vec<Segment>,
}

/// Does all `jobs`.
pub(super) fn gather(
    base: Option<Base<'_>>,
    walk: &Walk,
    comparison: &Comparison<'_>,
    jobs: &[Job<'_>],
    crew: &Crew,
    observer: &dyn Observer,
) -> Result<Gathered, SyncError> {
    let queue = Queue { next: AtomicUsize::new(0), stopped: AtomicBool::new(false) };
    let done: Mutex<Vec<Done>> = Mutex::default();
    let failure: Mutex<Option<SyncError>> = Mutex::default();
    let work = || {
        let mut hand = Hand { base, walk, comparison, reader: Reader::new(walk), worker: crew.member(), observer };
        while let Some((number, job)) = queue.take(jobs) {
            match hand.job(number, job) {
                Ok(job) => super::lock(&done).push(job),
                Err(error) => {
                    queue.stopped.store(true, Ordering::Relaxed);
                    super::lock(&failure).get_or_insert(error);
                }
            }
        }
    };
    let n_threads = threads(jobs, comparison);
    thread::scope(|scope| {
        (1..n_threads).for_each(|_| {
            scope.spawn(work);
        });
        work();
    });
    if let Some(error) = super::lock(&failure).take() {
        return Err(error);
    }
    let mut done = std::mem::take(&mut *super::lock(&done));
    done.sort_unstable_by_key(|job| job.number);
    let mut gathered = Gathered { fates: Vec::new(), segments: Vec::with_capacity(done.len()) };
    gathered.fates.resize_with(walk.files.len(), || None);
    for job in done {
        for (at, fate) in job.fates {
            if let Some(slot) = gathered.fates.get_mut(at) {
                *slot = Some(fate);
            }
        }
        gathered.segments.push(job.segment);
    }
    Ok(gathered)
}

/// Returns how many threads the work is worth. One more than there are processors, since each waits for its parser
/// while it could read; a few files are done by one, because starting a parser costs more than parsing them.
fn threads(jobs: &[Job<'_>], comparison: &Comparison<'_>) -> usize {
    const FEW: usize = 16;
    if comparison.n_unknown() <= FEW {
        return 1;
    }
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    jobs.len().clamp(1, processors.saturating_add(1))
}

struct Queue {
    next: AtomicUsize,
    stopped: AtomicBool,
}

impl Queue {
    fn take<'j, 'a>(&self, jobs: &'j [Job<'a>]) -> Option<(u32, &'j Job<'a>)> {
        if self.stopped.load(Ordering::Relaxed) {
            return None;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        jobs.get(number).and_then(|job| Some((u32::try_from(number).ok()?, job)))
    }
}

/// A finished job.
struct Done {
    number: u32,
    fates: Vec<(usize, Fate)>,
    segment: Segment,
}

/// One thread's tools.
struct Hand<'a> {
    base: Option<Base<'a>>,
    walk: &'a Walk,
    comparison: &'a Comparison<'a>,
    reader: Reader<'a>,
    worker: Member<'a>,
    observer: &'a dyn Observer,
}

/// A file of a folder that is being done.
struct Item {
    /// Its place in [`Walk::files`].
    at: usize,
    now: Now,
}

/// What a file turned out to be.
enum Now {
    Gone,
    Skipped(SkipRecord),
    /// As it was; its text when it was read.
    Same {
        kept: usize,
        record: Option<FileRecord>,
        text: Option<String>,
    },
    Changed {
        file: ReadFile,
        facts: Vec<u8>,
    },
}

impl<'a> Hand<'a> {
    fn job(&mut self, number: u32, job: &Job<'a>) -> Result<Done, SyncError> {
        let mut builder = SegmentBuilder::default();
        let mut fates = Vec::new();
        for folder in &job.folders {
            self.folder(number, folder, &mut builder, &mut fates)?;
        }
        Ok(Done { number, fates, segment: builder.finish() })
    }

    fn folder(
        &mut self,
        number: u32,
        folder: &FolderWork<'a>,
        builder: &mut SegmentBuilder,
        fates: &mut Vec<(usize, Fate)>,
    ) -> Result<(), SyncError> {
        let mut items = Vec::with_capacity(folder.members.len());
        let mut is_dirty = folder.has_lost_files;
        for &at in &folder.members {
            let Some(standing) = self.comparison.standings.get(at) else { continue };
            let now = match *standing {
                Standing::SameSkipped(_) => continue,
                Standing::Same(kept) => Now::Same { kept, record: None, text: None },
                Standing::Unknown(kept) => {
                    let now = self.examine(at, kept)?;
                    is_dirty |= match &now {
                        Now::Changed { .. } => true,
                        Now::Same { .. } => false,
                        Now::Gone | Now::Skipped(_) => matches!(kept, Kept::File(..)),
                    };
                    now
                }
            };
            items.push(Item { at, now });
        }
        let places = if is_dirty { self.index(folder.path, &mut items, builder)? } else { Vec::new() };
        let mut places = places.into_iter();
        for item in items {
            let fate = match item.now {
                Now::Gone => Fate::Gone,
                Now::Skipped(record) => Fate::Skipped(record),
                Now::Same { kept, record, .. } => {
                    places.next();
                    match record {
                        Some(record) => Fate::Same(kept, record),
                        None => continue,
                    }
                }
                Now::Changed { file, facts } => {
                    let in_segment = places.next().flatten().unwrap_or(u32::MAX);
                    Fate::Changed { record: file.record, facts, at: (number, in_segment) }
                }
            };
            fates.push((item.at, fate));
        }
        Ok(())
    }

    fn examine(&mut self, at: usize, kept: Kept<'_>) -> Result<Now, SyncError> {
        let Some(found) = self.walk.files.get(at) else { return Ok(Now::Gone) };
        let now = match self.reader.examine(found) {
            Examined::Gone => Now::Gone,
            Examined::Skipped(record) => Now::Skipped(record),
            Examined::Read(file) => match kept {
                Kept::File(kept, record) if file.says_the_same_as(record) => {
                    let record = FileRecord { outcome: record.outcome, ..file.record };
                    Now::Same { kept, record: Some(record), text: Some(file.text) }
                }
                _ => self.parse(&found.path, file)?,
            },
        };
        self.observer.file_done(found.stat.size);
        Ok(now)
    }

    fn parse(&mut self, path: &str, mut file: ReadFile) -> Result<Now, SyncError> {
        let request = Request { path, language: file.record.language, text: &file.text };
        let (bytes, facts) = self.worker.extract(&request)?;
        file.record.outcome = facts.outcome;
        Ok(Now::Changed { facts: bytes.to_vec(), file })
    }

    /// Puts a folder's files into the segment. Returns, for each file that belongs, its number there if it is indexed.
    fn index(
        &self,
        path: &str,
        items: &mut [Item],
        builder: &mut SegmentBuilder,
    ) -> Result<Vec<Option<u32>>, SyncError> {
        for item in &mut *items {
            if let Now::Same { kept, text: text @ None, .. } = &mut item.now {
                *text = Some(self.kept_text(*kept)?);
            }
        }
        let decoded: Vec<Option<FileFacts<'_>>> = items
            .iter()
            .map(|item| match &item.now {
                // The worker's side has decoded these bytes before.
                Now::Changed { facts, .. } => {
                    Some(facts::from_bytes(facts).unwrap_or_else(|| FileFacts::without_symbols(Outcome::ParserCrashed)))
                }
                _ => None,
            })
            .collect();
        let files: Vec<FolderFile<'_>> = items
            .iter()
            .zip(&decoded)
            .filter_map(|(item, facts)| {
                let path = self.walk.files.get(item.at)?.path.as_str();
                match &item.now {
                    Now::Changed { file, .. } => {
                        let work = Work::Index { roles: file.record.roles, facts: facts.as_ref()? };
                        Some(FolderFile { path, text: &file.text, work })
                    }
                    Now::Same { text, .. } => Some(FolderFile { path, text: text.as_deref()?, work: Work::TextOnly }),
                    Now::Gone | Now::Skipped(_) => None,
                }
            })
            .collect();
        Ok(builder.add_folder(path, &files))
    }

    /// Returns the text that the base holds of a file.
    fn kept_text(&self, kept: usize) -> Result<String, SyncError> {
        let base = self.base.ok_or(SyncError::BaseDamaged)?;
        let path = base.state.files.get(kept).map(|(path, _)| path.as_str());
        let id = u32::try_from(kept).map_err(|_| SyncError::BaseDamaged)?;
        let file = base.snapshot.file(FileId(id)).filter(|file| Some(file.path) == path);
        base.snapshot.text(&file.ok_or(SyncError::BaseDamaged)?).map_err(|_| SyncError::BaseDamaged)
    }
}
