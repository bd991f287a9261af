//! Owns listing a project's folder for a sync: the walk, less the program's own data when it lies inside.

use std::path::{Path, PathBuf};

use graphicle_walk::{UserGit, Walk, WalkError, WalkOptions, walk};

use super::SyncError;
use crate::data::DataFolder;
use crate::projects::Project;

/// Lists the project's folder.
pub(super) fn list(project: &Project, data: &DataFolder) -> Result<Walk, SyncError> {
    let options = WalkOptions::new(UserGit::from_environment());
    let mut listed = walk(&project.root, &options).map_err(|error| match error {
        WalkError::NotFound { .. } | WalkError::NotAFolder { .. } if project.has_vanished() => {
            SyncError::FolderGone(project.root.display().to_string(), project.key.clone())
        }
        other => SyncError::Walk(other),
    })?;
    if let Some(inside) = inside(&listed.root, data.path()) {
        // Syncing would change these files, and the next sync would find them changed.
        let is_own = |path: &Path| path.strip_prefix(&inside).is_ok_and(DataFolder::is_own);
        listed.files.retain(|found| !is_own(found.os_path()));
        listed.skipped.retain(|skipped| !is_own(Path::new(&skipped.path)));
    }
    Ok(listed)
}

/// Returns the path of the data folder from `root`, when it lies inside; an empty one, when it is `root`.
fn inside(root: &Path, data: &Path) -> Option<PathBuf> {
    data.canonicalize().ok()?.strip_prefix(root).ok().map(Path::to_owned)
}
