//! Owns finding the last good state of a project, whatever became of the process that wrote it. It changes nothing.

use graphicle_engine::snapshot::Snapshot;

use super::SyncError;
use crate::data::ProjectFolder;
use crate::store::{MappedSnapshot, SnapshotFiles, State, StoreError, StoreReader, Versions};

/// How often to look again when another process switches between two looks.
const ROUNDS: u32 = 16;

/// The last good state.
#[derive(Debug)]
pub(super) struct Previous {
    /// What was kept.
    pub(super) state: State,
    /// The snapshot that belongs to it; it opens, and holds as many files.
    pub(super) snapshot: MappedSnapshot,
    /// The store, still open for its facts.
    pub(super) store: StoreReader,
}

/// What is there of a last state.
#[derive(Debug)]
pub(super) enum Last {
    /// The project was never synced.
    Nothing,
    /// A good one.
    Good(Box<Previous>),
    /// One that cannot be used, and why: part of a sentence.
    Unusable(String),
}

/// Returns the versions of everything that a state depends on besides the project's files.
pub(super) fn versions() -> Versions {
    Versions {
        store: crate::store::STORE_FORMAT,
        snapshot: graphicle_engine::snapshot::VERSION,
        build: graphicle_engine::build::VERSION,
        extract: graphicle_extract::VERSION,
        link: graphicle_link::VERSION,
        walk: graphicle_walk::VERSION,
    }
}

/// Finds the last good state in `folder`.
pub(super) fn find(folder: &ProjectFolder) -> Result<Last, SyncError> {
    let files = SnapshotFiles::new(folder.clone());
    let mut last_seen = None;
    for _ in 0..ROUNDS {
        let store = match StoreReader::open(&folder.store()) {
            Ok(Some(store)) => store,
            Ok(None) if files.current()?.is_some() => {
                return Ok(Last::Unusable("what was kept of the last sync is missing".to_owned()));
            }
            Ok(None) => return Ok(Last::Nothing),
            Err(StoreError::Unusable(why)) => return Ok(Last::Unusable(store_is(&why))),
            Err(error) => return Err(error.into()),
        };
        let meta = match store.meta() {
            Ok(meta) if meta.versions == versions() => meta,
            Ok(_) => return Ok(Last::Unusable("another version of this program made it".to_owned())),
            Err(StoreError::Unusable(why)) => return Ok(Last::Unusable(store_is(&why))),
            Err(error) => return Err(error.into()),
        };
        let snapshot = match files.map(&meta.state) {
            Ok(snapshot) => snapshot,
            // A sync has switched since the store was opened; the store now names another snapshot.
            Err(error) if error.is_not_found() && last_seen.as_ref() != Some(&meta.state) => {
                last_seen = Some(meta.state);
                continue;
            }
            Err(error) if error.is_not_found() => {
                return Ok(Last::Unusable("its snapshot is missing".to_owned()));
            }
            Err(error) => return Err(error.into()),
        };
        let fits = snapshot.bytes().len() as u64 == meta.snapshot_bytes
            && Snapshot::open(snapshot.bytes()).is_ok_and(|open| u64::from(open.meta().files) == meta.files);
        if !fits {
            return Ok(Last::Unusable("its snapshot is damaged".to_owned()));
        }
        return Ok(match store.state() {
            Ok(state) => Last::Good(Box::new(Previous { state, snapshot, store })),
            Err(StoreError::Unusable(why)) => Last::Unusable(store_is(&why)),
            Err(error) => return Err(error.into()),
        });
    }
    Err(StoreError::Busy.into())
}

fn store_is(why: &str) -> String {
    format!("what was kept of the last sync cannot be used: {why}")
}
