//! Owns the way from what a user means to the current snapshot of a project that was synced. It owns no syncing, and no
//! rule of which project is meant ([`crate::by_selector`]).

use std::env;
use std::path::PathBuf;

use crate::data::{DataFolder, DiskError, NoDataFolder};
use crate::snapshots::{MappedSnapshot, SnapshotFileError, SnapshotFiles};
use crate::{Project, Registry, ResolveError, Target, by_selector, git};

/// A synced project with the snapshot of its last sync.
#[derive(Debug)]
pub struct CurrentSnapshot {
    /// The project.
    pub project: Project,
    /// The commit that is checked out in its folder, in hex; `None` where it is no Git root or has no commit yet.
    pub commit: Option<String>,
    /// The snapshot.
    pub snapshot: MappedSnapshot,
}

/// Why there is no current snapshot. Every message is one sentence that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum CurrentError {
    /// The text is empty.
    #[error("an empty text names no project; give a project's id, key or folder (graphicle projects lists them)")]
    Unnamed,
    /// It cannot be told where data is.
    #[error(transparent)]
    NoDataFolder(#[from] NoDataFolder),
    /// The text means no project, or several.
    #[error(transparent)]
    Unresolved(#[from] ResolveError),
    /// The folder was never synced.
    #[error("{} was never synced; to sync it, run: graphicle sync", root.display())]
    NeverSynced {
        /// Which folder.
        root: PathBuf,
    },
    /// The project's record cannot be read.
    #[error("the record of the project {} is damaged; to make it anew, sync that folder: graphicle sync", root.display())]
    DamagedRecord {
        /// Its folder.
        root: PathBuf,
    },
    /// The project has no snapshot.
    #[error("{project} has no snapshot; to make one, run in its folder: graphicle sync")]
    NoSnapshot {
        /// The project, for people.
        project: String,
    },
    /// The disk failed.
    #[error(transparent)]
    Disk(#[from] DiskError),
}

/// Opens the last synced snapshot of the project that `selector` means: an id or its first digits, a key, or a folder,
/// relative to the current one, in which or above which the project lies. Nothing is synced and nothing written.
pub fn open(selector: &str) -> Result<CurrentSnapshot, CurrentError> {
    if selector.is_empty() {
        return Err(CurrentError::Unnamed);
    }
    let registry = Registry::new(DataFolder::locate()?);
    let listing = registry.list()?;
    // Only a folder's relative path depends on where one stands.
    let here = env::current_dir().and_then(|folder| folder.canonicalize()).unwrap_or_default();
    let project = match by_selector(&listing.projects, selector, &here)? {
        Target::Known(project) => project,
        Target::Unsynced(root) if listing.damaged.iter().any(|own| own == registry.first_folder_of(&root).path()) => {
            return Err(CurrentError::DamagedRecord { root });
        }
        Target::Unsynced(root) => return Err(CurrentError::NeverSynced { root }),
    };
    let commit = git::head_of(&project.root);
    match SnapshotFiles::new(registry.folder_of(&project)).map_current() {
        Ok(snapshot) => Ok(CurrentSnapshot { project, commit, snapshot }),
        Err(SnapshotFileError::None) => Err(CurrentError::NoSnapshot { project: project.describe() }),
        Err(SnapshotFileError::Disk(error)) => Err(error.into()),
    }
}
