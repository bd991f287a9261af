//! Owns why a sync can fail as a whole; what is wrong with one file is in its record.

use graphicle_engine::build::BuildError;
use graphicle_walk::WalkError;

use super::workers::WorkerError;
use crate::data::DiskError;
use crate::projects::ProjectsError;
use crate::store::StoreError;

/// Why a sync failed. The last good state is as it was.
#[derive(Debug, thiserror::Error)]
pub enum SyncError {
    /// The project's folder is not there.
    #[error(
        "the folder {0} is gone; if it was moved, tell where to with: graphicle projects move {1} NEW_FOLDER; if it was \
         deleted, drop what is kept of it with: graphicle projects remove {1}"
    )]
    FolderGone(String, String),
    /// The folder cannot be listed.
    #[error(transparent)]
    Walk(#[from] WalkError),
    /// The data folder failed.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The list of projects failed.
    #[error(transparent)]
    Projects(#[from] ProjectsError),
    /// Parsers cannot be had.
    #[error(transparent)]
    Worker(#[from] WorkerError),
    /// The last snapshot is not what was written.
    #[error("the last snapshot is damaged")]
    BaseDamaged,
    /// The snapshot cannot be made.
    #[error("the snapshot cannot be made: {0}")]
    Build(#[from] BuildError),
}

impl SyncError {
    /// Returns whether starting from the folder alone, without what was kept, may succeed.
    pub(super) fn is_about_what_was_kept(&self) -> bool {
        match self {
            Self::BaseDamaged | Self::Store(StoreError::Unusable(_)) => true,
            Self::Build(error) => matches!(error, BuildError::Parts(_) | BuildError::Base(_)),
            _ => false,
        }
    }
}
