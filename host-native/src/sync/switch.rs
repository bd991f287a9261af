//! Owns the order in which a new state becomes the one that counts, and cleaning up after a process that was killed on
//! the way. It owns no content.
//!
//! The order is: the snapshot under its own name, flushed to the disk; the store, in one transaction that names that
//! snapshot; the pointer that readers follow; then the old snapshot is removed. Killed before the transaction, the old
//! state counts and the new snapshot is litter. Killed after it, the new state counts, its snapshot is there, and
//! [`settle`] finishes the rest.

use graphicle_engine::build::Assembled;

use super::SyncError;
use crate::data::{DiskError, ProjectFolder};
use crate::store::{self, Meta, SnapshotFiles, StateId, StoreUpdate};

/// Writes a snapshot under the name of its state; it does not count yet.
pub(super) fn write_snapshot(
    folder: &ProjectFolder,
    state: &StateId,
    snapshot: &Assembled<'_>,
) -> Result<u64, SyncError> {
    let mut file = SnapshotFiles::new(folder.clone()).create(state)?;
    snapshot.write_to(|bytes| file.write_all(bytes))?;
    file.publish()?;
    Ok(snapshot.len())
}

/// How the store takes an update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StoreWrite {
    /// It is changed.
    Change,
    /// It is made anew, and the update holds everything.
    Replace,
}

/// Makes a state count whose snapshot is written: changes the store and switches readers.
pub(super) fn commit(folder: &ProjectFolder, how: StoreWrite, update: &StoreUpdate<'_>) -> Result<(), SyncError> {
    match how {
        StoreWrite::Change => store::update(&folder.store(), update)?,
        StoreWrite::Replace => store::rewrite(&folder.store(), update)?,
    }
    settle(folder, update.meta)?;
    Ok(())
}

/// Makes readers open the snapshot that the store names, and removes what no longer counts. Only the holder of the
/// project's lock may call this.
pub(super) fn settle(folder: &ProjectFolder, meta: &Meta) -> Result<(), DiskError> {
    let files = SnapshotFiles::new(folder.clone());
    if files.current()?.as_ref() != Some(&meta.state) {
        files.switch_to(&meta.state)?;
    }
    files.clean(Some(&meta.state));
    Ok(())
}
