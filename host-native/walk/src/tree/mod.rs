//! Owns the walk: which folders are entered, and what is listed under which rule. The rules' meaning, Git's files and
//! system calls are other modules'.
//!
//! Each folder is read once. What decides about a folder's entries is known before it is read (the rules above it, and
//! which tracked paths lie below it), so that folders can be read in any order and by any number of threads; sorting at
//! the end makes the result one.

mod folder;
mod queue;
mod task;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use folder::Lister;
use queue::Queue;
use task::{Item, Task, What};

use crate::disk::Root;
use crate::git::{Repository, TrackedKind};
use crate::rules::{Candidate, FolderRules, Layer, OWN_IGNORE, RuleFile, layered};
use crate::{Found, Skipped, Walk, WalkError, WalkOptions};

/// Lists the files of a folder that belong to a project under Git's rules.
///
/// With a repository around `root` these are the files that Git tracks and those that it would not ignore; without one,
/// `.gitignore` files alone decide. A file of a folder below `root` that is a repository of its own is not listed: that
/// folder is skipped as a whole. Nothing is read but ignore files and Git's own files, and no link is followed.
pub fn walk(root: &Path, options: &WalkOptions) -> Result<Walk, WalkError> {
    let canonical = canonical_folder(root)?;
    let unreadable = |source| WalkError::Unreadable { path: root.to_path_buf(), source };
    let mut repository = Repository::of_root(&canonical, &options.user_git)?;
    let disk = Root::open(&canonical).map_err(unreadable)?;
    // Whether the root can be listed at all is an error of the walk, not a skipped folder.
    disk.folder(Path::new("")).map_err(unreadable)?;

    let start = first_task(&canonical, &repository);
    if let Some(state) = &mut repository.state {
        state.root_is_ignored = start.is_ignored;
    }
    let lister = Lister { root: &canonical, disk: &disk, repository: &repository, tasks: AtomicUsize::new(1) };
    let listed = list_all(&lister, start, options.threads.get());
    let (files, mut skipped) = in_order(listed);
    // A folder that is skipped as a whole stands where its files would.
    skipped.sort_unstable();
    let Repository { state: git, .. } = repository;
    Ok(Walk { root: canonical, git, files, skipped })
}

fn canonical_folder(root: &Path) -> Result<PathBuf, WalkError> {
    let path = || root.to_path_buf();
    let canonical = root.canonicalize().map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => WalkError::NotFound { path: path() },
        io::ErrorKind::NotADirectory => WalkError::NotAFolder { path: path() },
        _ => WalkError::Unreadable { path: path(), source },
    })?;
    if canonical.is_dir() { Ok(canonical) } else { Err(WalkError::NotAFolder { path: path() }) }
}

/// Lists the folder of the first task and all below it; returns what each task found, by the tasks' numbers.
fn list_all(lister: &Lister<'_>, start: Task, threads: usize) -> Vec<Vec<Item>> {
    let queue = Queue::new(start);
    let work = || {
        let mut listed = Vec::new();
        queue.run(|task, below| listed.push((task.id, lister.list(task, below))));
        listed
    };
    let listed: Vec<_> = thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut listed = vec![work()];
        for helper in helpers {
            listed.push(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        listed
    });
    let mut by_task: Vec<Vec<Item>> = Vec::new();
    by_task.resize_with(lister.tasks.load(Ordering::Relaxed), Vec::new);
    for (id, items) in listed.into_iter().flatten() {
        if let Some(slot) = by_task.get_mut(id) {
            *slot = items;
        }
    }
    by_task
}

/// Puts what the tasks found into one list, in the byte order of the keys: a folder's items stand where the folder, with
/// its slash, stands among its neighbours.
fn in_order(mut listed: Vec<Vec<Item>>) -> (Vec<Found>, Vec<Skipped>) {
    let mut files = Vec::with_capacity(listed.iter().map(Vec::len).sum());
    let mut skipped = Vec::new();
    let mut take = |id: usize| listed.get_mut(id).map(std::mem::take).unwrap_or_default().into_iter();
    let mut open = vec![take(0)];
    while let Some(items) = open.last_mut() {
        match items.next() {
            Some(Item { key: path, what: What::File { stat, odd_path } }) => files.push(Found { path, stat, odd_path }),
            Some(Item { key: path, what: What::Skipped(reason) }) => skipped.push(Skipped { path, reason }),
            Some(Item { what: What::Folder(id), .. }) => open.push(take(id)),
            None => {
                open.pop();
            }
        }
    }
    (files, skipped)
}

/// Returns the task for the root itself: what the folders above it, up to the top of the work tree, say about it.
fn first_task(root: &Path, repository: &Repository) -> Task {
    let prefix = &repository.prefix;
    let mut task = Task {
        tracked: repository.tracked.below(&repository.tracked.all(), &lookup(repository, prefix)),
        git_path: prefix.clone(),
        ..Task::default()
    };
    let Some(state) = &repository.state else { return task };
    let Ok(top) = Root::open(&state.work_tree) else { return task };
    let case = repository.case;

    let mut folder = PathBuf::new();
    let mut base = 0;
    for part in root.strip_prefix(&state.work_tree).unwrap_or(Path::new("")).components() {
        let name_at = base;
        let end = base + part.as_os_str().len();
        let at = prefix.get(..base).unwrap_or_default();
        let opened = top.folder(&folder).ok();
        if !task.is_ignored {
            let rules = folder::git_rules(opened.as_ref(), at, repository);
            task.git_rules = layered(task.git_rules.as_ref(), base, rules);
        }
        let rules = opened.and_then(|folder| folder::rules_in(&folder, OWN_IGNORE.as_ref(), case));
        task.own_rules = layered(task.own_rules.as_ref(), base, rules.unwrap_or_default());

        let candidate = Candidate { path: prefix.get(..end).unwrap_or_default(), name_at, is_folder: true };
        let excluded = |layers: Option<&Arc<Layer>>, general: &[RuleFile]| {
            FolderRules::new(layers, general, at, case).exclude(candidate)
        };
        task.is_ignored = task.is_ignored
            || excluded(task.git_rules.as_ref(), &repository.general_rules)
            || is_submodule(repository, candidate.path);
        task.is_left_out = task.is_left_out || excluded(task.own_rules.as_ref(), &[]);
        folder.push(part);
        base = end + 1;
    }
    task
}

fn lookup(repository: &Repository, path: &[u8]) -> Vec<u8> {
    repository.tracked.lookup_form(path, &mut Vec::new()).to_vec()
}

/// A folder that is tracked as a submodule but holds no repository is nobody's: Git lists nothing in it.
fn is_submodule(repository: &Repository, path: &[u8]) -> bool {
    let tracked = &repository.tracked;
    let found = tracked.find(&tracked.all(), &lookup(repository, path));
    found.is_some_and(|(kind, _)| kind == TrackedKind::Submodule)
}
