//! Owns the way from all files' facts, the base snapshot and the segments to the new snapshot's bytes: decoding,
//! resolving and merging, side by side. It owns no rule of any of the three, and no file.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use graphicle_engine::build::{
    Assembled, Edges, FileInput, Segment, Source, SymbolStarts, assemble, calls, content, imports, references, symbols,
};
use graphicle_engine::facts::{self, FileFacts};
use graphicle_engine::folders::Folders;
use graphicle_engine::links::Links;
use graphicle_engine::snapshot::Snapshot;
use graphicle_link::{LinkFile, Linker, merge};

use super::SyncError;
use crate::store::{FactsOf, FileRecord, StoreError, StoreReader};

/// A file of the new snapshot.
#[derive(Debug, Clone, Copy)]
pub(super) struct NewFile<'a> {
    /// Its path.
    pub(super) path: &'a str,
    /// Its record.
    pub(super) record: &'a FileRecord,
    /// Its facts as postcard bytes, where they are new; `None` when the store holds them.
    pub(super) facts: Option<&'a [u8]>,
    /// Where its passages and words come from.
    pub(super) source: Source,
}

/// Makes the new snapshot from `files`, in byte order of their paths, and hands it to `write`.
pub(super) fn build<T>(
    base: Option<&Snapshot<'_>>,
    store: Option<&StoreReader>,
    files: &[NewFile<'_>],
    segments: &[Segment],
    write: impl FnOnce(&Assembled<'_>) -> Result<T, SyncError>,
) -> Result<T, SyncError> {
    let folders = Folders::of_paths(files.iter().map(|file| file.path));
    let parts = parts(files.len());
    let kept = side_by_side(&parts, |part| kept_facts(store, files, part))?;
    let decoded = side_by_side(&parts.iter().zip(&kept).collect::<Vec<_>>(), |(part, kept)| {
        decode(files.get((*part).clone()).unwrap_or(&[]), kept.as_ref())
    })?;
    let link_files: Vec<LinkFile<'_>> = decoded.into_iter().flatten().collect();
    let inputs: Vec<FileInput<'_>> = files
        .iter()
        .zip(&link_files)
        .map(|(file, linked)| FileInput {
            path: file.path,
            language: file.record.language,
            roles: file.record.roles,
            hash: file.record.content.0,
            facts: &linked.facts,
            source: file.source,
        })
        .collect();
    let ((content, symbols), links) = thread::scope(|scope| {
        let own = scope.spawn(|| (content(base, segments, &inputs, &folders), symbols(&inputs)));
        let links = resolve(&link_files, &folders);
        (join(own), links)
    });
    let starts = SymbolStarts::of(&inputs)?;
    let edges = thread::scope(|scope| {
        let calls = scope.spawn(|| calls(&links, &starts));
        let (references, imports) = (references(&links, &starts), imports(&links, &starts, &folders));
        Ok::<_, SyncError>(Edges { calls: join(calls)?, references: references?, imports: imports? })
    })?;
    write(&assemble(&inputs, &folders, content?, symbols, edges)?)
}

/// Cuts `n` files into one range for each processor.
fn parts(n: usize) -> Vec<Range<usize>> {
    let size = n.div_ceil(processors()).max(1);
    (0..n).step_by(size).map(|start| start..start.saturating_add(size).min(n)).collect()
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Does the same to every item, each on a thread of its own, and returns the results in the items' order.
fn side_by_side<I: Sync, T: Send>(
    items: &[I],
    work: impl Fn(&I) -> Result<T, SyncError> + Sync,
) -> Result<Vec<T>, SyncError> {
    thread::scope(|scope| {
        let threads: Vec<_> = items.iter().map(|item| scope.spawn(|| work(item))).collect();
        threads.into_iter().map(join).collect()
    })
}

fn join<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Reads the kept facts of a range of files; `None` when all of them are new.
fn kept_facts(
    store: Option<&StoreReader>,
    files: &[NewFile<'_>],
    part: &Range<usize>,
) -> Result<Option<FactsOf>, SyncError> {
    let own = files.get(part.clone()).unwrap_or(&[]);
    let Some(first) = own.first().filter(|_| own.iter().any(|file| file.facts.is_none())) else { return Ok(None) };
    let store = store.ok_or(SyncError::BaseDamaged)?;
    let behind = files.get(part.end).map(|file| file.path);
    Ok(Some(store.facts(first.path, behind)?))
}

/// Decodes the facts of some files; `kept` holds those that are not new, and maybe others between them.
fn decode<'a>(files: &[NewFile<'a>], kept: Option<&'a FactsOf>) -> Result<Vec<LinkFile<'a>>, SyncError> {
    let mut rows = kept.into_iter().flat_map(FactsOf::iter);
    let missing = || StoreError::damaged("a file's facts are missing");
    files
        .iter()
        .map(|file| {
            let bytes = match file.facts {
                Some(bytes) => bytes,
                None => loop {
                    let (path, bytes) = rows.next().ok_or_else(missing)??;
                    match path.cmp(file.path) {
                        std::cmp::Ordering::Less => {}
                        std::cmp::Ordering::Equal => break bytes,
                        std::cmp::Ordering::Greater => return Err(missing().into()),
                    }
                },
            };
            let facts: FileFacts<'a> = facts::from_bytes(bytes).ok_or_else(missing)?;
            Ok(LinkFile { path: file.path, language: file.record.language, roles: file.record.roles, facts })
        })
        .collect()
}

/// Resolves all files against each other, in ranges that any free thread takes. The result does not depend on who took
/// which.
fn resolve(files: &[LinkFile<'_>], folders: &Folders) -> Links {
    /// Small enough that the last ranges end at about the same time, large enough that their number does not matter.
    const RANGE: usize = 256;
    let linker = Linker::new(files, folders);
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Links)>> = Mutex::default();
    let work = || {
        loop {
            let start = next.fetch_add(RANGE, Ordering::Relaxed);
            if start >= files.len() {
                break;
            }
            let links = linker.resolve(start..start.saturating_add(RANGE).min(files.len()));
            super::lock(&done).push((start, links));
        }
    };
    thread::scope(|scope| {
        (1..processors()).for_each(|_| {
            scope.spawn(work);
        });
        work();
    });
    let mut done = std::mem::take(&mut *super::lock(&done));
    done.sort_unstable_by_key(|&(start, _)| start);
    merge(done.into_iter().map(|(_, links)| links).collect())
}
