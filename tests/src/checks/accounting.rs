//! Owns the check that no file is lost: what Git would list of a folder is what is indexed and what is left out with a
//! reason, exactly.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use graphicle_engine::snapshot::Snapshot;

use crate::fixture::snapshot_file;
use crate::sandbox::{Done, Sandbox};

/// What became of a folder's files.
#[derive(Debug, Clone, PartialEq)]
pub struct Account {
    /// Files that Git would list and that are on disk.
    pub listed: usize,
    /// Files whose text is in the snapshot.
    pub indexed: usize,
    /// Files left out, each with a reason.
    pub skipped: usize,
    /// How often each reason, as status tells it.
    pub reasons: String,
    /// How long the first sync took.
    pub sync: Duration,
}

/// Syncs a folder, which is left as it is, and compares the paths with those that Git lists.
pub fn account(folder: &Path) -> Account {
    let sandbox = Sandbox::new();
    let folder = folder.canonicalize().expect("the folder is there");
    let place = folder.to_str().expect("a path in UTF-8");
    let started = Instant::now();
    let synced = sandbox.run(&["sync", "--json", place]).json();
    let sync = started.elapsed();
    let bytes = fs::read(snapshot_file(&sandbox.data)).expect("the snapshot is there");
    let snapshot = Snapshot::open(&bytes).expect("the snapshot opens");
    snapshot.verify().expect("the snapshot is whole");
    let indexed: BTreeSet<String> = snapshot.files().map(|file| file.path.to_owned()).collect();
    let status = sandbox.run(&["status", "--json", "--skipped", "--project", place]).json();
    let reasons = status["skipped"].to_string();
    let skipped: BTreeSet<String> = status["skipped_files"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|file| file["path"].as_str().expect("a path").to_owned())
        .collect();
    let listed = listed(&sandbox, &folder);

    let in_both: Vec<_> = indexed.intersection(&skipped).collect();
    assert!(in_both.is_empty(), "both indexed and left out: {in_both:#?}");
    let accounted: BTreeSet<String> = indexed.union(&skipped).cloned().collect();
    let lost: Vec<_> = listed.difference(&accounted).collect();
    assert!(lost.is_empty(), "{} files are lost: {:#?}", lost.len(), &lost[..lost.len().min(50)]);
    let invented: Vec<_> = accounted.difference(&listed).collect();
    assert!(invented.is_empty(), "Git lists {} files not: {:#?}", invented.len(), &invented[..invented.len().min(50)]);
    assert_eq!(synced["files"].as_u64(), Some(indexed.len() as u64), "the summary counts the files");
    assert_eq!(synced["skipped"].as_u64(), Some(skipped.len() as u64), "the summary counts what is left out");
    Account { listed: listed.len(), indexed: indexed.len(), skipped: skipped.len(), reasons, sync }
}

/// Asks Git which files belong. A folder that is no repository is given an empty one that lies elsewhere.
fn listed(sandbox: &Sandbox, folder: &Path) -> BTreeSet<String> {
    let git = |args: &[&str]| {
        let mut git = Command::new("git");
        git.args(args).current_dir(folder);
        if !folder.join(".git").exists() {
            git.env("GIT_DIR", sandbox.base().join("repository")).env("GIT_WORK_TREE", folder);
        }
        let output = sandbox.alone(&mut git).output().expect("Git runs");
        assert!(output.status.success(), "git {args:?}: {:?}", Done::of(&output));
        output.stdout
    };
    if !folder.join(".git").exists() {
        git(&["init", "--quiet", "--template="]);
    }
    git(&["-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .split(|&byte| byte == 0)
        .filter(|path| !path.is_empty())
        // A repository inside is listed as a folder.
        .map(|path| String::from_utf8_lossy(path.strip_suffix(b"/").unwrap_or(path)).into_owned())
        .filter(|path| path.contains('\u{fffd}') || fs::symlink_metadata(folder.join(path)).is_ok())
        .collect()
}
