//! Owns listing one folder: each of its names is listed, left out with a reason, entered, or not Git's business.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::task::{Item, Task, What};
use crate::disk::{self, Entry, Folder, Kind, LinkTarget, Listing, Root};
use crate::git::{self, Repository, TrackedKind};
use crate::rules::{Candidate, Case, FolderRules, GIT_IGNORE, Layer, MAX_FILE, OWN_IGNORE, RuleFile, layered};
use crate::{SkipReason, key, secret};

/// Lists folders of one walk.
#[derive(Debug)]
pub(super) struct Lister<'a> {
    pub(super) root: &'a Path,
    pub(super) disk: &'a Root,
    pub(super) repository: &'a Repository,
    /// How many tasks there are so far.
    pub(super) tasks: AtomicUsize,
}

impl Lister<'_> {
    /// Lists one folder; returns its items in the byte order of their keys, and pushes the folders to enter.
    pub(super) fn list(&self, task: &Task, below: &mut Vec<Task>) -> Vec<Item> {
        let opened = self.disk.folder(task.os_path()).and_then(|mut folder| {
            let listing = folder.list()?;
            Ok((folder, listing))
        });
        let whole = |reason| vec![Item { key: task.own_key().to_owned(), what: What::Skipped(reason) }];
        let (folder, listing) = match opened {
            Ok(opened) => opened,
            // There is no folder to list any more.
            Err(error) if is_gone(&error) => return Vec::new(),
            Err(_) => return whole(SkipReason::Unreadable),
        };
        if task.may_be_repository && self.is_nested_repository(task, &listing) {
            let left_out = task.is_left_out;
            return whole(if left_out { SkipReason::GraphicleIgnore } else { SkipReason::NestedRepository });
        }
        let (git_layers, own_layers) = self.layers(task, &folder, &listing);
        let case = self.repository.case;
        let mut here = Here {
            lister: self,
            task,
            folder: &folder,
            git_layers: git_layers.as_ref(),
            own_layers: own_layers.as_ref(),
            git_rules: FolderRules::new(git_layers.as_ref(), &self.repository.general_rules, &task.git_path, case),
            own_rules: FolderRules::new(own_layers.as_ref(), &[], &task.git_path, case),
            path: task.git_path.clone(),
            lookup: Vec::new(),
        };
        let mut items = Vec::with_capacity(listing.len());
        items.extend(listing.entries().filter_map(|entry| here.visit(entry, below)));
        items.sort_unstable_by(|a, b| a.name(task).cmp(b.name(task)));
        // A folder that changes while it is listed may give a name twice.
        items.dedup_by(|a, b| a.name(task) == b.name(task));
        items
    }

    /// Returns the rules in force in a folder: Git's, and this program's own.
    fn layers(&self, task: &Task, folder: &Folder, listing: &Listing) -> (Option<Arc<Layer>>, Option<Arc<Layer>>) {
        let case = self.repository.case;
        let base = task.git_path.len();
        let has = |name: &str| listing.entries().any(|entry| entry.name == name);
        let git = if task.is_ignored {
            None
        } else {
            let file = has(GIT_IGNORE).then_some(folder);
            layered(task.git_rules.as_ref(), base, git_rules(file, &task.git_path, self.repository))
        };
        let own = has(OWN_IGNORE).then(|| rules_in(folder, OWN_IGNORE.as_ref(), case)).flatten();
        (git, layered(task.own_rules.as_ref(), base, own.unwrap_or_default()))
    }

    fn is_nested_repository(&self, task: &Task, listing: &Listing) -> bool {
        if !listing.entries().any(|entry| self.is_dot_git(entry.name)) {
            return false;
        }
        let path = self.root.join(task.os_path());
        // Settings may put a repository's own folder below its work tree.
        let is_our_own = || self.repository.git_dir == path.join(".git").canonicalize().ok();
        git::is_repository(&path) && !is_our_own()
    }

    fn is_dot_git(&self, name: &OsStr) -> bool {
        match self.repository.case {
            Case::Exact => name == ".git",
            Case::Fold => name.eq_ignore_ascii_case(".git"),
        }
    }
}

/// Returns whether an error means that a name no longer stands for what it stood for when it was listed.
fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) || disk::is_link_error(error)
}

/// One folder while it is being listed.
struct Here<'a> {
    lister: &'a Lister<'a>,
    task: &'a Task,
    folder: &'a Folder,
    git_layers: Option<&'a Arc<Layer>>,
    own_layers: Option<&'a Arc<Layer>>,
    git_rules: FolderRules<'a>,
    own_rules: FolderRules<'a>,
    /// The path of the entry at hand, from the top of the work tree.
    path: Vec<u8>,
    /// Space for the same path in the form in which tracked paths are looked up.
    lookup: Vec<u8>,
}

impl Here<'_> {
    /// Returns what to make of an entry, or `None` when it does not belong to the project.
    fn visit(&mut self, entry: Entry<'_>, below: &mut Vec<Task>) -> Option<Item> {
        if self.lister.is_dot_git(entry.name) {
            return None;
        }
        let kind = entry.kind.or_else(|| self.folder.stat(entry.name).ok().map(|(kind, _)| kind))?;
        self.path.truncate(self.task.git_path.len());
        self.path.extend_from_slice(entry.name.as_encoded_bytes());
        if kind == Kind::Folder {
            return self.visit_folder(entry.name, below);
        }
        if !self.is_listed(kind) {
            return None;
        }
        let (key, is_odd) = self.key_of(entry.name);
        let what = if self.is_left_out(false) {
            What::Skipped(SkipReason::GraphicleIgnore)
        } else {
            self.what(kind, entry.name, &key, is_odd)?
        };
        Some(Item { key, what })
    }

    /// Returns what to make of an entry that Git lists and that is no folder, or `None` when it is gone by now.
    fn what(&self, kind: Kind, name: &OsStr, key: &str, is_odd: bool) -> Option<What> {
        let os_path = || disk::join(self.task.os_path(), name);
        let reason = match kind {
            Kind::Link => match disk::link_target(self.lister.root, &os_path()) {
                LinkTarget::Inside => SkipReason::LinkInside,
                LinkTarget::Outside => SkipReason::LinkOutside,
                LinkTarget::Nowhere => SkipReason::LinkDangling,
            },
            Kind::Special => SkipReason::SpecialFile,
            _ if secret::is_secret_by_name(key) => SkipReason::SecretName,
            _ => match self.folder.stat(name) {
                Ok((Kind::File, stat)) => {
                    let odd_path = is_odd.then(|| os_path().into_boxed_path());
                    return Some(What::File { stat, odd_path });
                }
                Ok(_) => SkipReason::Changing,
                Err(error) if is_gone(&error) => return None,
                Err(_) => SkipReason::Unreadable,
            },
        };
        Some(What::Skipped(reason))
    }

    /// Returns whether Git lists the entry at hand, which is no folder.
    fn is_listed(&mut self, kind: Kind) -> bool {
        if self.tracked_kind().is_some() {
            return self.lister.repository.case == Case::Exact || !self.is_shadowed();
        }
        // Git knows no pipes, sockets and devices.
        !self.task.is_ignored && kind != Kind::Special && !self.git_excludes(false)
    }

    fn visit_folder(&mut self, name: &OsStr, below: &mut Vec<Task>) -> Option<Item> {
        let is_left_out = self.is_left_out(true);
        if self.tracked_kind() == Some(TrackedKind::Submodule) {
            let reason = if is_left_out { SkipReason::GraphicleIgnore } else { SkipReason::Submodule };
            return Some(Item { key: self.key_of(name).0, what: What::Skipped(reason) });
        }
        let is_ignored = self.task.is_ignored || self.git_excludes(true);
        self.path.push(b'/');
        let tracked = &self.lister.repository.tracked;
        let form = tracked.lookup_form(&self.path, &mut self.lookup);
        let tracked = tracked.below(&self.task.tracked, form);
        if is_ignored && tracked.is_empty() {
            return None;
        }
        let (mut key, is_odd) = self.key_of(name);
        key.push('/');
        let id = self.lister.tasks.fetch_add(1, Ordering::Relaxed);
        below.push(Task {
            id,
            key: key.clone(),
            odd_path: is_odd.then(|| disk::join(self.task.os_path(), name)),
            git_path: self.path.clone(),
            may_be_repository: tracked.is_empty(),
            tracked,
            git_rules: self.git_layers.cloned(),
            own_rules: self.own_layers.cloned(),
            is_ignored,
            is_left_out,
        });
        Some(Item { key, what: What::Folder(id) })
    }

    /// Returns what the entry at hand is tracked as.
    fn tracked_kind(&mut self) -> Option<TrackedKind> {
        if self.task.tracked.is_empty() {
            return None;
        }
        let tracked = &self.lister.repository.tracked;
        let form = tracked.lookup_form(&self.path, &mut self.lookup);
        tracked.find(&self.task.tracked, form).map(|(kind, _)| kind)
    }

    /// Returns whether the index spells the entry at hand in another case, and that spelling is another file or none.
    ///
    /// Where the disk folds case as the settings say, both are one file. Where it does not, Git takes a file for tracked
    /// that differs from a tracked one in case alone, and lists only that one.
    fn is_shadowed(&mut self) -> bool {
        let repository = self.lister.repository;
        let form = repository.tracked.lookup_form(&self.path, &mut self.lookup);
        match (repository.tracked.find(&self.task.tracked, form), &repository.state) {
            (Some((_, spelled)), Some(state)) if spelled != self.path => {
                !disk::is_same_file(&state.work_tree, spelled, &self.path)
            }
            _ => false,
        }
    }

    fn git_excludes(&self, is_folder: bool) -> bool {
        self.git_rules.exclude(self.candidate(is_folder))
    }

    fn is_left_out(&self, is_folder: bool) -> bool {
        self.task.is_left_out || self.own_rules.exclude(self.candidate(is_folder))
    }

    fn candidate(&self, is_folder: bool) -> Candidate<'_> {
        Candidate { path: &self.path, name_at: self.task.git_path.len(), is_folder }
    }

    /// Returns the key of a name of this folder, and whether it differs from the path on disk.
    fn key_of(&self, name: &OsStr) -> (String, bool) {
        let mut key = String::with_capacity(self.task.key.len() + name.len() + 1);
        key.push_str(&self.task.key);
        let is_odd = key::push_name(&mut key, name);
        (key, is_odd || self.task.odd_path.is_some())
    }
}

/// Returns the rules of Git's ignore file of a folder: the one on disk, else the tracked one that a sparse checkout left
/// out. `folder` is `None` when it is known to have no such file.
pub(super) fn git_rules(folder: Option<&Folder>, git_path: &[u8], repository: &Repository) -> RuleFile {
    let on_disk = folder.and_then(|folder| rules_in(folder, GIT_IGNORE.as_ref(), repository.case));
    on_disk.or_else(|| repository.tracked.sparse_rules(git_path).cloned()).unwrap_or_default()
}

/// Returns the rules of a folder's ignore file, or `None` when it has no such regular file. A link is no ignore file.
pub(super) fn rules_in(folder: &Folder, name: &OsStr, case: Case) -> Option<RuleFile> {
    let bytes = disk::read_small(folder.file(name).ok()?, MAX_FILE).ok()?;
    Some(RuleFile::parse(&bytes, case))
}
