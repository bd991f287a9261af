//! Owns cutting the work of a sync into jobs of whole folders; owns none of the work.

use std::collections::BTreeMap;

use graphicle_engine::folders::folder_of;
use graphicle_walk::Walk;

use super::changes::{Comparison, Standing};
use crate::store::State;

/// About how many bytes of files a job holds. Large enough that a segment's words are worth merging, small enough that
/// the texts of one job for each thread are a small part of the memory.
const JOB_BYTES: u64 = 4 << 20;

/// A folder in which something may have changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FolderWork<'a> {
    /// Its path from the root.
    pub(super) path: &'a str,
    /// The listed files directly in it: places in [`Walk::files`].
    pub(super) members: Vec<usize>,
    /// Whether a file that belonged to it is gone.
    pub(super) has_lost_files: bool,
}

impl<'a> FolderWork<'a> {
    fn new(path: &'a str) -> Self {
        Self { path, members: Vec::new(), has_lost_files: false }
    }
}

/// Work for one thread at a time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Job<'a> {
    /// The folders, in byte order of their paths.
    pub(super) folders: Vec<FolderWork<'a>>,
}

/// Returns the jobs for all folders in which a file has to be read, or is gone.
pub(super) fn jobs<'a>(state: Option<&'a State>, walk: &'a Walk, comparison: &Comparison<'_>) -> Vec<Job<'a>> {
    let mut touched: BTreeMap<&str, FolderWork<'a>> = BTreeMap::new();
    for (found, standing) in walk.files.iter().zip(&comparison.standings) {
        if matches!(standing, Standing::Unknown(_)) {
            let path = folder_of(&found.path);
            touched.entry(path).or_insert_with(|| FolderWork::new(path));
        }
    }
    for (path, _) in comparison.removed.iter().filter_map(|&at| state?.files.get(at)) {
        let path = folder_of(path);
        touched.entry(path).or_insert_with(|| FolderWork::new(path)).has_lost_files = true;
    }
    for (at, found) in walk.files.iter().enumerate() {
        if let Some(folder) = touched.get_mut(folder_of(&found.path)) {
            folder.members.push(at);
        }
    }
    let mut jobs = Vec::new();
    let mut job = Job::default();
    let mut bytes = 0;
    for folder in touched.into_values() {
        let size: u64 = folder.members.iter().filter_map(|&at| walk.files.get(at)).map(|found| found.stat.size).sum();
        if !job.folders.is_empty() && bytes + size > JOB_BYTES {
            jobs.push(std::mem::take(&mut job));
            bytes = 0;
        }
        bytes += size;
        job.folders.push(folder);
    }
    if !job.folders.is_empty() {
        jobs.push(job);
    }
    jobs
}
