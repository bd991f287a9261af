//! Owns finding the project that a command is about, from its arguments and the current folder. It owns no rule of which
//! one that is ([`crate::projects`] does).

use std::env;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};

use super::out::quoted;
use crate::data::DataFolder;
use crate::projects::{Project, Registry, Target, by_folder, by_selector, from_inside};

/// Returns the list of projects in the data folder.
pub(super) fn registry() -> anyhow::Result<Registry> {
    Ok(Registry::new(DataFolder::locate()?))
}

/// Returns the projects, and says which of their records are damaged.
pub(super) fn known(registry: &Registry) -> anyhow::Result<Vec<Project>> {
    let listing = registry.list()?;
    for folder in &listing.damaged {
        let _ = writeln!(
            io::stderr(),
            "graphicle: the project's record in {} cannot be read; syncing that project's folder makes it anew",
            folder.display()
        );
    }
    Ok(listing.projects)
}

/// Returns what `selector` means, or without one what standing in the current folder means.
pub(super) fn find(registry: &Registry, selector: Option<&str>) -> anyhow::Result<Target> {
    if selector == Some("") {
        bail!("an empty text names no project; give a project's id, key or folder (graphicle projects lists them)");
    }
    let known = known(registry)?;
    Ok(match selector {
        // Only a folder's relative path depends on where one stands: ids and keys are understood in a folder that is
        // gone.
        Some(selector) => by_selector(&known, selector, &current_folder().unwrap_or_default())?,
        None => from_inside(&known, &current_folder()?),
    })
}

/// Returns what the folder at `path` is: itself, not what lies around it.
pub(super) fn at(registry: &Registry, path: &Path) -> anyhow::Result<Target> {
    let folder = folder(path)?;
    Ok(by_folder(&known(registry)?, &folder).map_or(Target::Unsynced(folder), Target::Known))
}

/// Returns the project that `selector` means, which must have been synced.
pub(super) fn synced(registry: &Registry, selector: Option<&str>) -> anyhow::Result<Project> {
    known_project(registry, find(registry, selector)?)
}

/// Returns the project that standing in the folder at `path` means, which must have been synced.
pub(super) fn synced_around(registry: &Registry, path: &Path) -> anyhow::Result<Project> {
    let folder = folder(path)?;
    known_project(registry, from_inside(&known(registry)?, &folder))
}

fn known_project(registry: &Registry, target: Target) -> anyhow::Result<Project> {
    let root = match target {
        Target::Known(project) => return Ok(project),
        Target::Unsynced(root) => root,
    };
    if registry.list()?.damaged.iter().any(|folder| folder == registry.first_folder_of(&root).path()) {
        bail!("the record of the project {} is damaged; to make it anew, run: {}", root.display(), sync_command(&root));
    }
    if root.parent().is_none() {
        bail!("{} was never synced; change to a project's folder, or name a project with --project", root.display());
    }
    bail!("{} was never synced; to sync it, run: {}", root.display(), sync_command(&root))
}

fn sync_command(root: &Path) -> String {
    format!("graphicle sync {}", quoted(root))
}

/// Returns the absolute path without links of a folder that a user named.
pub(super) fn folder(path: &Path) -> anyhow::Result<PathBuf> {
    let folder = path.canonicalize().map_err(|error| match error.kind() {
        ErrorKind::NotFound => anyhow!("there is no folder {}; check how it is spelled", path.display()),
        ErrorKind::NotADirectory => {
            anyhow!("{} is not a folder; name the folder that holds the project", path.display())
        }
        ErrorKind::PermissionDenied => {
            anyhow!("cannot open the folder {} ({error}); change its permissions, or name another", path.display())
        }
        _ => anyhow!("cannot open the folder {} ({error}); name another", path.display()),
    })?;
    if !folder.is_dir() {
        bail!("{} is not a folder; name the folder that holds the project", path.display());
    }
    Ok(folder)
}

fn current_folder() -> anyhow::Result<PathBuf> {
    env::current_dir().and_then(|folder| folder.canonicalize()).map_err(|error| {
        anyhow!("cannot tell the current folder ({error}); change to one that exists, or name a project")
    })
}
