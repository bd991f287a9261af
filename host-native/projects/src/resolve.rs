//! Owns which project a user means by an id, a key, a folder or the folder they stand in; owns no list of projects and
//! changes none.

use std::path::{Path, PathBuf};

use super::identity::FolderIdentity;
use super::key;
use super::record::{Project, ProjectId};
use crate::git;

/// How many digits of an id are enough when they are one project's alone.
const SHORTEST_ID: usize = 4;

/// What a user means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A project. When its folder was moved, the record already names the new place, and the data folder does not yet.
    Known(Project),
    /// A folder that was never synced, an absolute path without links.
    Unsynced(PathBuf),
}

impl Target {
    /// Returns the folder that is meant.
    pub fn root(&self) -> &Path {
        match self {
            Self::Known(project) => &project.root,
            Self::Unsynced(root) => root,
        }
    }
}

/// It is not clear which project is meant.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ResolveError {
    /// Several fit.
    #[error("\"{selector}\" may mean {}; name one by its id or its folder", candidates.join(" or "))]
    Ambiguous {
        /// What was typed.
        selector: String,
        /// The projects that fit, for people.
        candidates: Vec<String>,
    },
    /// None fits, and it is no folder.
    #[error("there is no project or folder \"{selector}\"; the projects are: {}", known_or_none(known))]
    Unknown {
        /// What was typed.
        selector: String,
        /// The keys of all projects.
        known: Vec<String>,
    },
}

fn known_or_none(known: &[String]) -> String {
    if known.is_empty() { "none yet (graphicle sync makes one)".to_owned() } else { known.join(", ") }
}

/// Returns the project whose folder is `folder` (canonical), also when it was moved there.
pub fn by_folder(known: &[Project], folder: &Path) -> Option<Project> {
    if let Some(project) = known.iter().find(|project| project.root == folder) {
        return Some(project.clone());
    }
    let identity = FolderIdentity::of(folder)?;
    let moved = known.iter().find(|project| project.identity == Some(identity) && project.has_vanished())?;
    Some(Project { root: folder.to_owned(), ..moved.clone() })
}

/// Returns what is meant by standing in `folder` (canonical): the nearest synced folder at or above it, unless a Git
/// root lies nearer (a submodule, a worktree or a clone inside a synced folder is a project of its own); without
/// either, `folder` itself.
pub fn from_inside(known: &[Project], folder: &Path) -> Target {
    let git_root = git::root_of(folder);
    for ancestor in folder.ancestors() {
        if let Some(project) = by_folder(known, ancestor) {
            return Target::Known(project);
        }
        if git_root.as_deref() == Some(ancestor) {
            return Target::Unsynced(ancestor.to_owned());
        }
    }
    Target::Unsynced(git_root.unwrap_or_else(|| folder.to_owned()))
}

/// Returns what `selector` means: a project's id, its key, a folder (relative to `current`), or the first digits of an
/// id, at least four.
pub fn by_selector(known: &[Project], selector: &str, current: &Path) -> Result<Target, ResolveError> {
    let mut fits: Vec<Project> = known
        .iter()
        .filter(|project| project.id.as_str() == selector || key::same(&project.key, selector))
        .cloned()
        .collect();
    let folder = current.join(selector).canonicalize().ok().filter(|folder| folder.is_dir());
    if let Some(folder) = &folder
        && let Some(project) = by_folder(known, folder)
        && !fits.iter().any(|fit| fit.id == project.id)
    {
        fits.push(project);
    }
    if fits.is_empty() {
        if let Some(folder) = folder {
            return Ok(from_inside(known, &folder));
        }
        if (SHORTEST_ID..ProjectId::LEN).contains(&selector.len()) {
            fits.extend(known.iter().filter(|project| project.id.as_str().starts_with(selector)).cloned());
        }
    }
    match fits.as_slice() {
        [] => Err(ResolveError::Unknown {
            selector: selector.to_owned(),
            known: known.iter().map(|project| project.key.clone()).collect(),
        }),
        [project] => Ok(Target::Known(project.clone())),
        several => Err(ResolveError::Ambiguous {
            selector: selector.to_owned(),
            candidates: several.iter().map(Project::describe).collect(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn project(root: &Path, key: &str) -> Project {
        fs::create_dir_all(root).unwrap();
        Project::new(ProjectId::of_root(root, 0), key.to_owned(), root.to_owned())
    }

    #[test]
    fn an_id_a_key_a_folder_and_a_short_id_name_a_project() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        let known = [project(&root.join("web"), "web"), project(&root.join("x/api"), "api")];
        let expect = Ok(Target::Known(known[1].clone()));
        for selector in [known[1].id.as_str(), "api", "API", "x/api", "./x/../x/api", &known[1].id.as_str()[..6]] {
            assert_eq!(by_selector(&known, selector, &root), expect, "{selector}");
        }
        assert!(matches!(by_selector(&known, "nothing", &root), Err(ResolveError::Unknown { .. })));
    }

    #[test]
    fn a_name_that_is_one_project_s_key_and_another_s_folder_is_ambiguous() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        let known = [project(&root.join("a/web"), "web"), project(&root.join("web"), "web-2")];
        let error = by_selector(&known, "web", &root).unwrap_err();
        let ResolveError::Ambiguous { candidates, .. } = &error else { panic!("{error}") };
        assert_eq!(candidates.len(), 2);
        // Standing elsewhere, only the key fits.
        assert_eq!(by_selector(&known, "web", &root.join("a")), Ok(Target::Known(known[0].clone())));
        assert_eq!(by_selector(&known, "./web", &root), Ok(Target::Known(known[1].clone())));
    }

    #[test]
    fn the_nearest_synced_folder_above_is_meant() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        let known = [project(&root.join("a"), "a"), project(&root.join("a/b"), "b")];
        fs::create_dir_all(root.join("a/b/c")).unwrap();
        fs::create_dir_all(root.join("a/d")).unwrap();
        assert_eq!(from_inside(&known, &root.join("a/b/c")), Target::Known(known[1].clone()));
        assert_eq!(from_inside(&known, &root.join("a/d")), Target::Known(known[0].clone()));
        assert_eq!(from_inside(&known, &root), Target::Unsynced(root.clone()));
    }

    #[test]
    fn a_git_root_that_is_nearer_than_a_synced_folder_is_a_project_of_its_own() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        let known = [project(&root.join("a"), "a")];
        let nested = root.join("a/nested");
        fs::create_dir_all(nested.join("src")).unwrap();
        gix::init(&nested).unwrap();
        assert_eq!(from_inside(&known, &nested.join("src")), Target::Unsynced(nested));
    }
}
