//! Owns what a walk asks of Git: the repository that holds a folder, its settings, its ignore rules that are no files of
//! the tree, and its index. Owns no walk, and changes and starts nothing.
//!
//! Everything is read from files below the repository and the user's settings, never from the environment, so that
//! `GIT_DIR` and its like cannot lead elsewhere. Who owns the folder does not matter either: Git refuses a stranger's
//! repository because its settings can start programs, and here nothing is started.

mod config;
mod discover;
mod head;
mod index;
mod objects;

use std::fs::File;
use std::path::{Path, PathBuf};

pub(crate) use discover::is_repository;
pub(crate) use index::{Below, Tracked, TrackedKind};

use crate::disk;
use crate::rules::{Case, MAX_FILE, RuleFile};
use crate::{GitState, UserGit, WalkError};

/// What a walk needs to know of the repository that holds its root, or of there being none.
#[derive(Debug)]
pub(crate) struct Repository {
    /// `None` where no work tree holds the root.
    pub(crate) state: Option<GitState>,
    /// The root's path from the top of the work tree, `/` after each part, as Git writes it.
    pub(crate) prefix: Vec<u8>,
    /// The repository's own folder, canonical.
    pub(crate) git_dir: Option<PathBuf>,
    pub(crate) case: Case,
    /// The rules that hold for the whole tree, from the weakest to the strongest file.
    pub(crate) general_rules: Vec<RuleFile>,
    pub(crate) tracked: Tracked,
}

impl Repository {
    /// Finds and reads the repository that holds `root`, which is canonical.
    pub(crate) fn of_root(root: &Path, user: &UserGit) -> Result<Self, WalkError> {
        let Some(place) = discover::find(root) else { return Ok(Self::none()) };
        let settings = config::read(&place, user);
        let Some(work_tree) = settings.work_tree else { return Ok(Self::none()) };
        let Some(prefix) = prefix_of(&work_tree, root) else { return Ok(Self::none()) };

        let tracked = Tracked::load(&place.git_dir, &work_tree, &prefix, settings.case, settings.hash)?;
        let files = [settings.excludes_file, Some(place.common_dir.join("info").join("exclude"))];
        let general_rules = files.into_iter().flatten().filter_map(|file| rules_at(&file, settings.case)).collect();
        let head = head::commit(&place, settings.hash);
        Ok(Self {
            state: Some(GitState { work_tree, head, root_is_ignored: false }),
            prefix,
            git_dir: place.git_dir.canonicalize().ok(),
            case: settings.case,
            general_rules,
            tracked,
        })
    }

    /// Stands for the lack of a repository: as after `git init`, with no settings.
    fn none() -> Self {
        Self {
            state: None,
            prefix: Vec::new(),
            git_dir: None,
            case: Case::Exact,
            general_rules: Vec::new(),
            tracked: Tracked::default(),
        }
    }
}

/// Where a repository keeps its things.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// The folder that holds `.git`.
    top: PathBuf,
    /// What belongs to this work tree alone: `HEAD` and the index.
    git_dir: PathBuf,
    /// What all work trees share; the same as `git_dir` but for linked work trees.
    common_dir: PathBuf,
}

fn prefix_of(work_tree: &Path, root: &Path) -> Option<Vec<u8>> {
    let relative = root.strip_prefix(work_tree).ok()?;
    let mut prefix = Vec::new();
    for part in relative.components() {
        prefix.extend_from_slice(part.as_os_str().as_encoded_bytes());
        prefix.push(b'/');
    }
    Some(prefix)
}

/// Reads an ignore file that lies outside the tree. Unlike one of the tree it may be a link.
fn rules_at(path: &Path, case: Case) -> Option<RuleFile> {
    let bytes = disk::read_small(open_regular(path)?, MAX_FILE).ok()?;
    Some(RuleFile::parse(&bytes, case))
}

/// Opens a regular file, so that a pipe cannot block the walk.
fn open_regular(path: &Path) -> Option<File> {
    path.metadata().ok().filter(std::fs::Metadata::is_file)?;
    File::open(path).ok()
}
