//! Owns the check that no file is lost: what Git would list of a folder is what is indexed and what is left out with a
//! reason, exactly.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
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
    let indexed: BTreeSet<Vec<u8>> = snapshot.files().map(|file| name_of(file.path)).collect();
    let status = sandbox.run(&["status", "--json", "--skipped", "--project", place]).json();
    let reasons = status["skipped"].to_string();
    let skipped: BTreeSet<Vec<u8>> = status["skipped_files"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|file| name_of(file["path"].as_str().expect("a path")))
        .collect();
    let listed = listed(&sandbox, &folder);

    let accounted: BTreeSet<Vec<u8>> = indexed.union(&skipped).cloned().collect();
    assert_none("are both indexed and left out", indexed.intersection(&skipped));
    assert_none("are lost", listed.difference(&accounted));
    assert_none("are none that Git lists", accounted.difference(&listed));
    assert_eq!(synced["files"].as_u64(), Some(indexed.len() as u64), "the summary counts the files");
    assert_eq!(synced["skipped"].as_u64(), Some(skipped.len() as u64), "the summary counts what is left out");
    Account { listed: listed.len(), indexed: indexed.len(), skipped: skipped.len(), reasons, sync }
}

fn assert_none<'f>(what: &str, files: impl Iterator<Item = &'f Vec<u8>>) {
    let names: Vec<_> = files.map(|name| String::from_utf8_lossy(name)).collect();
    assert!(names.is_empty(), "{} files {what}: {:#?}", names.len(), &names[..names.len().min(50)]);
}

/// Returns the bytes of the name on disk that a path in a snapshot stands for: `\xNN` is a byte.
fn name_of(path: &str) -> Vec<u8> {
    let mut name = Vec::with_capacity(path.len());
    let mut rest = path;
    while let Some((before, after)) = rest.split_once("\\x") {
        name.extend_from_slice(before.as_bytes());
        if let Some(Ok(byte)) = after.get(..2).map(|digits| u8::from_str_radix(digits, 16)) {
            name.push(byte);
            rest = &after[2..];
        } else {
            name.extend_from_slice(b"\\x");
            rest = after;
        }
    }
    name.extend_from_slice(rest.as_bytes());
    name
}

/// Asks Git which files belong. A folder that is no repository is given an empty one that lies elsewhere.
fn listed(sandbox: &Sandbox, folder: &Path) -> BTreeSet<Vec<u8>> {
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
        .map(|name| name.strip_suffix(b"/").unwrap_or(name).to_vec())
        .filter(|name| fs::symlink_metadata(folder.join(on_disk(name))).is_ok())
        .collect()
}

#[cfg(unix)]
fn on_disk(name: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    PathBuf::from(std::ffi::OsStr::from_bytes(name))
}

#[cfg(not(unix))]
fn on_disk(name: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(name).into_owned())
}
