//! Owns the list of projects in the data folder and every change of it; owns no rule of which one a user means.

use std::fs;
use std::path::{Path, PathBuf};

use super::identity::FolderIdentity;
use super::key::{self, InvalidKey};
use super::record::{Project, ProjectId};
use super::resolve::{self, Target};
use crate::data::{DataFolder, DiskError, Doing, FileLock, ProjectFolder};

/// A change of the list of projects that could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ProjectsError {
    /// The data folder failed.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The text cannot be a key.
    #[error(transparent)]
    InvalidKey(#[from] InvalidKey),
    /// Another project has this key.
    #[error("the key \"{key}\" is taken by {owner}; choose another")]
    KeyTaken {
        /// The wanted key.
        key: String,
        /// The project that has it.
        owner: String,
    },
    /// Another project has this folder.
    #[error("{} is the folder of {owner}; remove that project first: graphicle projects remove {id}", root.display())]
    FolderTaken {
        /// The wanted folder.
        root: PathBuf,
        /// The project that has it.
        owner: String,
        /// That project's id.
        id: ProjectId,
    },
    /// A process is syncing the project.
    #[error("{0} is being synced; wait for that to end and run the command again")]
    Busy(String),
}

/// The projects that the data folder holds.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    /// The readable ones, in order of their keys.
    pub projects: Vec<Project>,
    /// The folders of those whose record cannot be read.
    pub damaged: Vec<PathBuf>,
}

/// The list of projects.
#[derive(Debug, Clone)]
pub struct Registry {
    data: DataFolder,
}

impl Registry {
    /// Returns the list that `data` keeps.
    pub fn new(data: DataFolder) -> Self {
        Self { data }
    }

    /// Returns the data folder.
    pub fn data(&self) -> &DataFolder {
        &self.data
    }

    /// Returns the folder of a project's data.
    pub fn folder_of(&self, project: &Project) -> ProjectFolder {
        self.data.project(project.id.as_str())
    }

    /// Returns the folder of the data of a project that was first synced in `root`, whether there is one or not.
    pub fn first_folder_of(&self, root: &Path) -> ProjectFolder {
        self.data.project(ProjectId::of_root(root, 0).as_str())
    }

    /// Returns every project; an absent data folder holds none.
    pub fn list(&self) -> Result<Listing, DiskError> {
        let mut listing = Listing::default();
        let folder = self.data.projects();
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(listing),
            Err(error) => return Err(DiskError::new(Doing::Read, folder, error)),
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(id) = name.to_str().and_then(ProjectId::parse) else { continue };
            let folder = self.data.project(id.as_str());
            match Project::read(&folder) {
                Ok(Some(project)) if project.id == id => listing.projects.push(project),
                // Between creating a project's folder and its record, and while it is removed, there is no record.
                Err(error) if error.is_not_found() => {}
                Ok(_) | Err(_) => listing.damaged.push(folder.path().to_owned()),
            }
        }
        listing.projects.sort_by(|a, b| (&a.key, &a.id).cmp(&(&b.key, &b.id)));
        listing.damaged.sort();
        Ok(listing)
    }

    /// Returns the project of the folder `root`, creating it when there is none. A folder that was moved here keeps its
    /// project; a changed identity (the disk was copied, say) is noted.
    pub fn open(&self, root: &Path) -> Result<Project, ProjectsError> {
        let as_it_is = |known: &[Project]| {
            let project = known.iter().find(|project| project.root == root)?;
            (project.identity == FolderIdentity::of(root)).then(|| project.clone())
        };
        // Nothing is written, and no lock taken, when there is nothing to change.
        if let Some(project) = as_it_is(&self.list()?.projects) {
            return Ok(project);
        }
        self.data.create()?;
        let _lock = self.lock()?;
        let known = self.list()?.projects;
        if let Some(project) = resolve::by_folder(&known, root) {
            let project = Project { identity: FolderIdentity::of(root), ..project };
            project.write(&self.folder_of(&project))?;
            return Ok(project);
        }
        let taken = |id: &ProjectId| known.iter().any(|project| project.id == *id);
        let id = (0..=u32::MAX).map(|attempt| ProjectId::of_root(root, attempt)).find(|id| !taken(id));
        let id = id.unwrap_or_else(|| ProjectId::of_root(root, 0));
        let key = key::for_root(root, |key| known.iter().any(|project| key::same(&project.key, key)));
        let project = Project::new(id, key, root.to_owned());
        project.write(&self.folder_of(&project))?;
        Ok(project)
    }

    /// Returns the project that `target` is, creating or updating its record as [`Registry::open`] does.
    pub fn adopt(&self, target: Target) -> Result<Project, ProjectsError> {
        match target {
            Target::Known(project) if project.has_vanished() => Ok(project),
            Target::Known(Project { root, .. }) | Target::Unsynced(root) => self.open(&root),
        }
    }

    /// Gives a project another key and returns its new record.
    pub fn rename(&self, project: &Project, key: &str) -> Result<Project, ProjectsError> {
        key::check(key)?;
        let _lock = self.lock()?;
        let owner = self.list()?.projects.into_iter().find(|p| p.id != project.id && key::same(&p.key, key));
        if let Some(owner) = owner {
            return Err(ProjectsError::KeyTaken { key: key.to_owned(), owner: owner.describe() });
        }
        let renamed = Project { key: key.to_owned(), ..project.clone() };
        renamed.write(&self.folder_of(project))?;
        Ok(renamed)
    }

    /// Says that a project's folder is now `root` (canonical) and returns its new record.
    pub fn relocate(&self, project: &Project, root: &Path) -> Result<Project, ProjectsError> {
        let _lock = self.lock()?;
        if let Some(owner) = self.list()?.projects.into_iter().find(|p| p.id != project.id && p.root == root) {
            let (describe, id) = (owner.describe(), owner.id);
            return Err(ProjectsError::FolderTaken { root: root.to_owned(), owner: describe, id });
        }
        let moved = Project { root: root.to_owned(), identity: FolderIdentity::of(root), ..project.clone() };
        moved.write(&self.folder_of(project))?;
        Ok(moved)
    }

    /// Removes a project's data; its folder is not touched.
    pub fn remove(&self, project: &Project) -> Result<(), ProjectsError> {
        let _lock = self.lock()?;
        let folder = self.folder_of(project);
        match FileLock::try_take(&folder.lock()) {
            // Windows removes no open file, so the lock is given up just before.
            Ok(Some(lock)) => drop(lock),
            Ok(None) => return Err(ProjectsError::Busy(project.describe())),
            Err(error) if error.is_not_found() => {}
            Err(error) => return Err(error.into()),
        }
        // Without its record a half-removed folder is no project.
        match fs::remove_file(folder.record()) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(DiskError::new(Doing::Remove, folder.record(), error).into());
            }
            _ => {}
        }
        Ok(folder.remove()?)
    }

    fn lock(&self) -> Result<FileLock, DiskError> {
        FileLock::wait(&self.data.projects_lock(), || ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registry() -> (tempfile::TempDir, Registry, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let registry = Registry::new(DataFolder::at(root.join("data")));
        (folder, registry, root)
    }

    fn make(root: &Path, name: &str) -> PathBuf {
        let path = root.join(name);
        fs::create_dir_all(&path).unwrap();
        path
    }

    #[test]
    fn a_folder_is_one_project_however_often_it_is_opened() {
        let (_keep, registry, root) = registry();
        let web = make(&root, "a/web");
        let first = registry.open(&web).unwrap();
        assert_eq!(registry.open(&web).unwrap(), first);
        let other = registry.open(&make(&root, "b/web")).unwrap();
        assert_eq!((first.key.as_str(), other.key.as_str()), ("web", "web-2"));
        assert_eq!(registry.list().unwrap().projects, [first, other]);
    }

    #[test]
    fn a_moved_folder_keeps_its_project_and_its_old_place_can_hold_another() {
        let (_keep, registry, root) = registry();
        let web = make(&root, "web");
        let first = registry.open(&web).unwrap();
        if first.identity.is_none() {
            return; // This file system tells no identity, so there is nothing to recognise.
        }
        fs::rename(&web, root.join("site")).unwrap();
        let moved = registry.open(&root.join("site")).unwrap();
        assert_eq!((&moved.id, &moved.key), (&first.id, &first.key));
        assert_eq!(moved.root, root.join("site"));
        let new = registry.open(&make(&root, "web")).unwrap();
        assert_ne!(new.id, first.id);
        assert_eq!(registry.list().unwrap().projects.len(), 2);
    }

    #[test]
    fn a_copied_folder_is_a_project_of_its_own() {
        let (_keep, registry, root) = registry();
        let first = registry.open(&make(&root, "web")).unwrap();
        let copy = registry.open(&make(&root, "web-copy")).unwrap();
        assert_ne!(first.id, copy.id);
    }

    #[test]
    fn keys_stay_unique_and_folders_too() {
        let (_keep, registry, root) = registry();
        let a = registry.open(&make(&root, "a")).unwrap();
        let b = registry.open(&make(&root, "b")).unwrap();
        assert!(matches!(registry.rename(&b, "A"), Err(ProjectsError::KeyTaken { .. })));
        assert!(matches!(registry.rename(&b, "x/y"), Err(ProjectsError::InvalidKey(_))));
        assert_eq!(registry.rename(&b, "beta").unwrap().key, "beta");
        assert!(matches!(registry.relocate(&b, &a.root), Err(ProjectsError::FolderTaken { .. })));
        registry.remove(&a).unwrap();
        assert_eq!(registry.list().unwrap().projects.len(), 1);
        assert!(a.root.is_dir());
    }

    #[test]
    fn a_damaged_record_is_listed_and_its_folder_synced_anew() {
        let (_keep, registry, root) = registry();
        let web = make(&root, "web");
        let project = registry.open(&web).unwrap();
        fs::write(registry.folder_of(&project).record(), "{\"format\":1").unwrap();
        let listing = registry.list().unwrap();
        assert_eq!((listing.projects.len(), listing.damaged.len()), (0, 1));
        assert_eq!(registry.open(&web).unwrap().id, project.id);
        assert!(registry.list().unwrap().damaged.is_empty());
    }

    #[test]
    fn a_project_that_is_being_synced_is_not_removed() {
        let (_keep, registry, root) = registry();
        let project = registry.open(&make(&root, "web")).unwrap();
        let lock = FileLock::wait(&registry.folder_of(&project).lock(), || ()).unwrap();
        assert!(matches!(registry.remove(&project), Err(ProjectsError::Busy(_))));
        drop(lock);
        registry.remove(&project).unwrap();
        assert!(registry.list().unwrap().projects.is_empty());
    }
}
