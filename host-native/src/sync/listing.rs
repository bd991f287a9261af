//! Owns listing a project's folder for a sync: the walk, less the program's own data when it lies inside.

use std::path::Path;

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
    if let Some(own) = inside(&listed.root, data.path()) {
        // Syncing would change these files, and the next sync would find them changed.
        listed.files.retain(|found| !found.os_path().starts_with(&own));
        listed.skipped.retain(|skipped| !Path::new(&skipped.path).starts_with(&own));
    }
    Ok(listed)
}

/// Returns the path of the data folder from `root`, when it lies inside.
fn inside(root: &Path, data: &Path) -> Option<std::path::PathBuf> {
    let data = data.canonicalize().ok()?;
    data.strip_prefix(root).ok().filter(|own| !own.as_os_str().is_empty()).map(Path::to_owned)
}
