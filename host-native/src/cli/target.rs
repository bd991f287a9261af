//! Owns finding the project that a command is about, from its arguments and the current folder. It owns no rule of which
//! one that is ([`crate::projects`] does).

use std::env;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

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
    let known = known(registry)?;
    Ok(match selector {
        // Where the current folder is gone, no selector means a folder in it, and an id and a key mean what they mean.
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
    match find(registry, selector)? {
        Target::Known(project) => Ok(project),
        Target::Unsynced(root) => {
            bail!("{} was never synced; to sync it, run: graphicle sync {}", root.display(), root.display())
        }
    }
}

/// Returns the absolute path without links of a folder that a user named.
pub(super) fn folder(path: &Path) -> anyhow::Result<PathBuf> {
    let folder = path.canonicalize().with_context(|| format!("cannot open the folder {}", path.display()))?;
    if !folder.is_dir() {
        bail!("{} is not a folder; name the folder that holds the project", path.display());
    }
    Ok(folder)
}

fn current_folder() -> anyhow::Result<PathBuf> {
    env::current_dir()
        .and_then(|folder| folder.canonicalize())
        .context("cannot tell the current folder; change to one that exists, or name a project")
}
