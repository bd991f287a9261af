//! Owns which paths a repository tracks, in a form that answers a walk's questions fast; decoding the index is `gix`'s.

use std::cmp::Ordering;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use gix::ObjectId;
use gix::hash::Kind;
use gix::index::{self, entry::Flags, entry::Mode};

use super::objects::Objects;
use crate::rules::{Case, GIT_IGNORE, RuleFile};
use crate::{WalkError, disk};

/// What a tracked path is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TrackedKind {
    File,
    Submodule,
}

/// The tracked paths of a repository, in byte order.
#[derive(Debug, Default)]
pub(crate) struct Tracked {
    /// The paths' bytes; lowered when case folds, since then that is how paths are looked up.
    bytes: Vec<u8>,
    /// The paths' bytes as they are, when case folds.
    unfolded: Option<Vec<u8>>,
    paths: Vec<TrackedPath>,
    /// Folders (each with its slash, in byte order) whose tracked ignore file a sparse checkout left out of the tree,
    /// and its rules.
    sparse_rules: Vec<(Vec<u8>, RuleFile)>,
}

#[derive(Debug, Clone)]
struct TrackedPath {
    at: Range<usize>,
    kind: TrackedKind,
}

/// The tracked paths below a folder, which all start with the folder's path.
#[derive(Debug, Clone, Default)]
pub(crate) struct Below {
    paths: Range<usize>,
    /// The length of the folder's path with its slash, which need not be compared again.
    folder: usize,
}

impl Below {
    pub(crate) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }
}

/// What a sparse checkout left out of the tree and a walk may need to look up.
#[derive(Debug, Default)]
struct Sparse {
    /// Folders that are on disk but stand as one entry in the index.
    folders: Vec<(Vec<u8>, ObjectId)>,
    /// Folders that are on disk and whose tracked ignore file is not.
    ignores: Vec<(Vec<u8>, ObjectId)>,
}

impl Sparse {
    /// Takes note of a path that the checkout left out, if it is an ignore file that is missed.
    fn note_ignore(&mut self, work_tree: &Path, path: &[u8], id: ObjectId) {
        if let Some(folder) = folder_of_ignore(path)
            && is_on_disk(work_tree, folder)
            && !is_on_disk(work_tree, path)
        {
            self.ignores.push((folder.to_vec(), id));
        }
    }
}

impl Tracked {
    /// Reads the index of a repository; one without an index tracks nothing.
    ///
    /// Only what lies below `prefix`, or is a folder above it, is kept. As in Git, case matters for that even when it
    /// folds.
    pub(super) fn load(
        git_dir: &Path,
        work_tree: &Path,
        prefix: &[u8],
        case: Case,
        hash: Kind,
    ) -> Result<Self, WalkError> {
        let path = git_dir.join("index");
        if !disk::exists(&path) {
            return Ok(Self::default());
        }
        let is_file = path.metadata().is_ok_and(|data| data.is_file());
        if !is_file {
            // A pipe would block, and a folder is none.
            return Err(WalkError::Index { path, message: "it is no regular file".to_owned() });
        }
        // The decoder trusts its input in places, and a crash or an attacker may have left anything there.
        let decoded = catch_unwind(AssertUnwindSafe(|| decode(&path, hash)));
        let message = match decoded {
            Ok(Ok(state)) => return Ok(Self::of_state(state, git_dir, work_tree, prefix, case)),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "it is corrupt".to_owned(),
        };
        Err(WalkError::Index { path, message })
    }

    fn of_state(state: index::State, git_dir: &Path, work_tree: &Path, prefix: &[u8], case: Case) -> Self {
        let (entries, backing) = state.into_entries();
        let mut tracked = Self::default();
        tracked.bytes.reserve_exact(backing.len());
        tracked.paths.reserve_exact(entries.len());
        let mut sparse = Sparse::default();
        for entry in &entries {
            let path = entry.path_in(&backing);
            if !(path.starts_with(prefix) || prefix.starts_with(path)) {
                continue;
            }
            match entry.mode {
                Mode::DIR if is_on_disk(work_tree, path) => sparse.folders.push((path.to_vec(), entry.id)),
                Mode::DIR => {}
                Mode::COMMIT => tracked.push(path, TrackedKind::Submodule),
                _ => tracked.push(path, TrackedKind::File),
            }
            if entry.flags.contains(Flags::SKIP_WORKTREE) {
                sparse.note_ignore(work_tree, path, entry.id);
            }
        }
        tracked.add_sparse(sparse, git_dir, work_tree, case);
        if case == Case::Fold {
            tracked.unfolded = Some(tracked.bytes.clone());
            tracked.bytes.make_ascii_lowercase();
        }
        tracked.put_in_order();
        tracked
    }

    fn push(&mut self, path: &[u8], kind: TrackedKind) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(path);
        self.paths.push(TrackedPath { at: start..self.bytes.len(), kind });
    }

    /// Looks up what a sparse checkout left out. An object that is missing here is missing for Git too.
    fn add_sparse(&mut self, mut sparse: Sparse, git_dir: &Path, work_tree: &Path, case: Case) {
        if sparse.folders.is_empty() && sparse.ignores.is_empty() {
            return;
        }
        let Some(objects) = Objects::open(git_dir) else { return };
        let mut files = Vec::new();
        for (folder, id) in &sparse.folders {
            let _ = objects.files_of_tree(*id, folder, &mut files);
        }
        for file in &files {
            self.push(&file.path, if file.is_submodule { TrackedKind::Submodule } else { TrackedKind::File });
            sparse.note_ignore(work_tree, &file.path, file.id);
        }
        for (folder, id) in sparse.ignores {
            if let Some(blob) = objects.blob(id) {
                self.sparse_rules.push((folder, RuleFile::parse(&blob, case)));
            }
        }
    }

    /// Sorts, and drops the further stages of a path that is in conflict.
    fn put_in_order(&mut self) {
        let Self { bytes, paths, .. } = self;
        let path = |tracked: &TrackedPath| bytes.get(tracked.at.clone()).unwrap_or_default();
        if !paths.is_sorted_by(|a, b| path(a) < path(b)) {
            paths.sort_by(|a, b| path(a).cmp(path(b)));
            paths.dedup_by(|b, a| path(b) == path(a));
        }
        self.sparse_rules.sort_by(|a, b| a.0.cmp(&b.0));
    }

    /// Returns every tracked path, as a place to start from.
    pub(crate) fn all(&self) -> Below {
        Below { paths: 0..self.paths.len(), folder: 0 }
    }

    /// Returns which of the paths in `within` lie below `folder`, whose path ends with a slash.
    pub(crate) fn below(&self, within: &Below, folder: &[u8]) -> Below {
        let first = within.paths.start;
        let paths = self.paths.get(within.paths.clone()).unwrap_or_default();
        let rest = folder.get(within.folder..).unwrap_or_default();
        let order = |path: &TrackedPath| {
            let path = self.path_from(path, within.folder);
            path.get(..rest.len()).unwrap_or(path).cmp(rest)
        };
        let start = paths.partition_point(|path| order(path) == Ordering::Less);
        let end = paths.partition_point(|path| order(path) != Ordering::Greater);
        Below { paths: first + start..first + end, folder: folder.len() }
    }

    /// Returns what this path is tracked as, and how the index spells it, looking only at the paths in `within`.
    pub(crate) fn find(&self, within: &Below, path: &[u8]) -> Option<(TrackedKind, &[u8])> {
        let paths = self.paths.get(within.paths.clone())?;
        let rest = path.get(within.folder..)?;
        let at = paths.binary_search_by(|known| self.path_from(known, within.folder).cmp(rest)).ok()?;
        let known = paths.get(at)?;
        let spelled = self.unfolded.as_ref().unwrap_or(&self.bytes).get(known.at.clone())?;
        Some((known.kind, spelled))
    }

    /// Returns a path in the form that the other functions take, in `buffer`.
    pub(crate) fn lookup_form<'a>(&self, path: &'a [u8], buffer: &'a mut Vec<u8>) -> &'a [u8] {
        if self.unfolded.is_none() {
            return path;
        }
        buffer.clear();
        buffer.extend_from_slice(path);
        buffer.make_ascii_lowercase();
        buffer
    }

    /// Returns the rules of the ignore file of `folder` (an empty path, or one that ends with a slash) if a sparse
    /// checkout left that file out of the tree.
    pub(crate) fn sparse_rules(&self, folder: &[u8]) -> Option<&RuleFile> {
        let at = self.sparse_rules.binary_search_by(|(known, _)| known.as_slice().cmp(folder)).ok()?;
        self.sparse_rules.get(at).map(|(_, rules)| rules)
    }

    /// Returns a path without its first bytes.
    fn path_from(&self, path: &TrackedPath, start: usize) -> &[u8] {
        self.bytes.get(path.at.start + start..path.at.end).unwrap_or_default()
    }
}

fn folder_of_ignore(path: &[u8]) -> Option<&[u8]> {
    path.strip_suffix(GIT_IGNORE.as_bytes()).filter(|folder| folder.is_empty() || folder.ends_with(b"/"))
}

fn is_on_disk(work_tree: &Path, path: &[u8]) -> bool {
    let path = path.strip_suffix(b"/").unwrap_or(path);
    disk::path_from_git(path).is_some_and(|path| disk::exists(&work_tree.join(path)))
}

/// Reads the index, and the shared one that a split index stands on.
///
/// The checksum is not checked: Git replaces an index as a whole, and checking takes longer than all the rest.
fn decode(path: &Path, hash: Kind) -> gix::Result<index::State> {
    /// An index of ten million files takes about this much.
    const MAX_BYTES: usize = 2 << 30;
    let options = index::decode::Options {
        thread_limit: Some(1),
        alloc_limit_bytes: Some(MAX_BYTES),
        ..index::decode::Options::default()
    };
    Ok(index::File::at(path, hash, true, options)?.into_parts().0)
}
