//! Owns the paths of the data folder and of a project's folder in it; owns no file's content.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;

use super::disk::{DiskError, Doing, ResultExt};

/// The environment variable that names the data folder.
pub const DATA_DIR_VAR: &str = "GRAPHICLE_DATA_DIR";

/// How many hexadecimal digits name a project's folder ([`crate::projects::ProjectId::LEN`]).
const ID_LEN: usize = 12;

/// The folder of the counts of tokenizers.
const COUNTS: &str = "counts";

/// How many hexadecimal digits name a tokenizer's file there.
const TOKENIZER_LEN: usize = 64;

/// The data folder could not be told.
#[derive(Debug, thiserror::Error)]
#[error("cannot tell where to keep data, for this user has no home folder; set GRAPHICLE_DATA_DIR to a folder")]
pub struct NoDataFolder;

/// The folder in which the program keeps every project's data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFolder {
    root: PathBuf,
}

impl DataFolder {
    /// Returns the folder that `GRAPHICLE_DATA_DIR` names, else the platform's data folder for this user. It may not
    /// exist yet.
    pub fn locate() -> Result<Self, NoDataFolder> {
        if let Some(named) = env::var_os(DATA_DIR_VAR).filter(|value| !value.is_empty()) {
            return Ok(Self { root: std::path::absolute(named).map_err(|_| NoDataFolder)? });
        }
        let strategy = etcetera::base_strategy::choose_native_strategy().map_err(|_| NoDataFolder)?;
        Ok(Self { root: strategy.data_dir().join("graphicle") })
    }

    /// Returns the data folder at `root`.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// Returns the folder that holds the projects' folders.
    pub fn projects(&self) -> PathBuf {
        self.root.join("projects")
    }

    /// Returns the lock that guards the list of projects.
    pub fn projects_lock(&self) -> PathBuf {
        self.root.join("projects.lock")
    }

    /// Returns the folder of the project with this id.
    pub fn project(&self, id: &str) -> ProjectFolder {
        ProjectFolder { root: self.projects().join(id) }
    }

    /// Returns the file that keeps what a tokenizer counted, by the SHA-256 of the tokenizer's file in hexadecimal.
    pub fn counts(&self, tokenizer: &str) -> PathBuf {
        self.root.join(COUNTS).join(format!("{tokenizer}.counts"))
    }

    /// Returns the lock that guards these files while one is written.
    pub fn counts_lock(&self) -> PathBuf {
        self.root.join(COUNTS).join("lock")
    }

    /// Creates the folder of these files; it tells of nothing but hashes, yet nobody else needs it.
    pub fn create_counts(&self) -> Result<(), DiskError> {
        create_private(&self.root.join(COUNTS))
    }

    /// Returns whether a path from the data folder names something of the program's own, or lies below it. Nothing else
    /// is in the way of a user's files when the folder serves as both.
    pub fn is_own(path: &Path) -> bool {
        let mut parts = path.iter().filter_map(OsStr::to_str);
        match (parts.next(), parts.next()) {
            (Some("projects.lock"), _) => true,
            (Some(COUNTS), Some(name)) => {
                let id = name.strip_suffix(".counts").or_else(|| name.strip_suffix(".counts.tmp")).unwrap_or_default();
                name == "lock" || id.len() == TOKENIZER_LEN && id.bytes().all(|b| b.is_ascii_hexdigit())
            }
            (Some("projects"), Some(id)) => id.len() == ID_LEN && id.bytes().all(|b| b.is_ascii_hexdigit()),
            _ => false,
        }
    }

    /// Creates the folder and the one for projects, readable by this user alone where the platform has such a notion:
    /// they hold copies of private code.
    pub fn create(&self) -> Result<(), DiskError> {
        create_private(&self.root)?;
        create_private(&self.projects())
    }
}

/// The folder of one project's data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectFolder {
    root: PathBuf,
}

impl ProjectFolder {
    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// Returns the file that says who the project is.
    pub fn record(&self) -> PathBuf {
        self.root.join("project.json")
    }

    /// Returns the file of the store.
    pub fn store(&self) -> PathBuf {
        self.root.join("store.redb")
    }

    /// Returns the file that names the current snapshot.
    pub fn current(&self) -> PathBuf {
        self.root.join("current")
    }

    /// Returns the lock that the one syncing process holds.
    pub fn lock(&self) -> PathBuf {
        self.root.join("lock")
    }

    /// Returns the snapshot file of a state.
    pub fn snapshot(&self, state: &str) -> PathBuf {
        self.root.join(format!("{state}.snapshot"))
    }

    /// Creates the folder.
    pub fn create(&self) -> Result<(), DiskError> {
        create_private(&self.root)
    }

    /// Removes the folder with everything in it.
    pub fn remove(&self) -> Result<(), DiskError> {
        fs::remove_dir_all(&self.root).or_disk(Doing::Remove, &self.root)
    }
}

fn create_private(path: &Path) -> Result<(), DiskError> {
    if path.is_dir() {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).or_disk(Doing::Write, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_program_writes_is_its_own() {
        for own in ["projects.lock", "projects/0123456789ab", "projects/0123456789ab/store.redb", "counts/lock"] {
            assert!(DataFolder::is_own(Path::new(own)), "{own}");
        }
        let data = DataFolder::at("data");
        let counts = data.counts(&"0f".repeat(32));
        assert!(DataFolder::is_own(counts.strip_prefix(data.path()).unwrap()));
        for other in [
            "",
            "README.md",
            "projects",
            "projects/web/main.go",
            "projects/README.md",
            "a/projects.lock",
            "counts",
            "counts/a.counts",
            "counts/main.go",
        ] {
            assert!(!DataFolder::is_own(Path::new(other)), "{other}");
        }
    }
}
