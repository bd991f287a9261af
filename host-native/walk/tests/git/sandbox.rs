//! Owns a folder with a home beside it, in which the real `git` and a walk can be compared; owns no layout.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use graphicle_walk::{SkipReason, UserGit, Walk, WalkOptions, walk};
use tempfile::TempDir;

/// `root` is where tests work; `home` is what Git takes for the user's.
pub(crate) struct Sandbox {
    home: PathBuf,
    root: PathBuf,
    _dir: TempDir,
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let base = dir.path().canonicalize().unwrap();
        let (home, root) = (base.join("home"), base.join("root"));
        fs::create_dir(&home).unwrap();
        fs::create_dir(&root).unwrap();
        Self { home, root, _dir: dir }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn options(&self) -> WalkOptions {
        WalkOptions::new(UserGit::of_home(&self.home, None, Vec::new()))
    }

    pub(crate) fn walk(&self, folder: &str) -> Walk {
        walk(&self.root.join(folder), &self.options()).unwrap()
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        self.write_bytes(path, text.as_bytes());
    }

    pub(crate) fn write_bytes(&self, path: &str, bytes: &[u8]) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn write_home(&self, path: &str, text: &str) {
        let path = self.home.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn mkfifo(&self, path: &str) {
        assert!(Command::new("mkfifo").arg(self.root.join(path)).status().unwrap().success());
    }

    pub(crate) fn git(&self, args: &[&str]) -> String {
        self.git_in("", args)
    }

    pub(crate) fn git_in(&self, folder: &str, args: &[&str]) -> String {
        fs::create_dir_all(self.root.join(folder)).unwrap();
        String::from_utf8(self.run(folder, args).unwrap_or_else(|| panic!("git {args:?} failed"))).unwrap()
    }

    pub(crate) fn try_git(&self, args: &[&str]) -> Option<String> {
        self.run("", args).map(|bytes| String::from_utf8(bytes).unwrap())
    }

    pub(crate) fn commit_all(&self) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-qm", "x"]);
    }

    fn run(&self, folder: &str, args: &[&str]) -> Option<Vec<u8>> {
        let output = Command::new("git")
            .args(args)
            .current_dir(self.root.join(folder))
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap())
            .env("HOME", &self.home)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("LC_ALL", "C")
            .envs([("GIT_AUTHOR_NAME", "a"), ("GIT_AUTHOR_EMAIL", "a@b"), ("GIT_COMMITTER_NAME", "a")])
            .env("GIT_COMMITTER_EMAIL", "a@b")
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        output.status.success().then_some(output.stdout)
    }

    /// Returns what Git lists below `folder` and is on disk, by the paths' bytes.
    pub(crate) fn listed_by_git(&self, folder: &str) -> BTreeSet<Vec<u8>> {
        let args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
        let output = self.run(folder, &args).unwrap_or_else(|| panic!("git ls-files failed in {folder:?}"));
        let root = self.root.join(folder);
        // A submodule without a repository is the place itself when Git is started in it.
        let paths = output.split(|&b| b == 0).filter(|path| !path.is_empty() && *path != b"./");
        // A repository within has a slash at its end.
        let paths = paths.map(|path| path.strip_suffix(b"/").unwrap_or(path).to_vec());
        paths.filter(|path| is_on_disk(&root, path)).collect()
    }

    /// Asserts that a walk of `folder` lists exactly what Git lists there.
    pub(crate) fn assert_same(&self, folder: &str) {
        self.assert_same_at(folder);
    }

    /// The same for a folder that need not be in the root's repository.
    pub(crate) fn assert_same_at(&self, folder: &str) {
        let found = self.walk(folder);
        let expected: BTreeSet<Vec<u8>> = self.listed_by_git(folder);
        let listed = found.files.iter().map(|file| file.path.as_str());
        let all: Vec<&str> = listed.chain(found.skipped.iter().map(|skipped| skipped.path.as_str())).collect();
        let set: BTreeSet<Vec<u8>> = all.iter().map(|key| name_of_key(key)).collect();
        assert_eq!(set.len(), all.len(), "a path stands twice");
        let show = |paths: Vec<&Vec<u8>>| paths.iter().map(|p| p.escape_ascii().to_string()).collect::<Vec<_>>();
        let missing = show(expected.difference(&set).collect());
        let surplus = show(set.difference(&expected).collect());
        assert!(missing.is_empty() && surplus.is_empty(), "in {folder:?}: missing {missing:?}, surplus {surplus:?}");
    }

    /// Asserts the same for the root and for every folder below it that Git takes for part of the same repository.
    pub(crate) fn assert_same_everywhere(&self) {
        let mut open = vec![String::new()];
        while let Some(folder) = open.pop() {
            self.assert_same(&folder);
            for entry in fs::read_dir(self.root.join(&folder)).unwrap() {
                let entry = entry.unwrap();
                let name = entry.file_name().into_string().unwrap();
                let is_repository = entry.path().join(".git").exists();
                if entry.file_type().unwrap().is_dir() && !name.eq_ignore_ascii_case(".git") && !is_repository {
                    open.push(Path::new(&folder).join(name).to_str().unwrap().to_owned());
                }
            }
        }
    }
}

/// Returns whether a path of the index is on disk at its own place, behind no link, and not as a folder unless it is a
/// repository's.
fn is_on_disk(root: &Path, path: &[u8]) -> bool {
    let path = Path::new(OsStr::from_bytes(path));
    let mut at = root.to_path_buf();
    for part in path.parent().into_iter().flat_map(Path::components) {
        at.push(part);
        if at.symlink_metadata().map_or(true, |data| data.is_symlink()) {
            return false;
        }
    }
    let full = root.join(path);
    match full.symlink_metadata() {
        Ok(data) if data.is_dir() => full.join(".git").exists() || is_submodule(root, path),
        Ok(_) => true,
        Err(_) => false,
    }
}

fn is_submodule(root: &Path, path: &Path) -> bool {
    let output = Command::new("git").args(["ls-files", "--stage", "--"]).arg(path).current_dir(root).output().unwrap();
    output.stdout.starts_with(b"160000")
}

/// The inverse of a key.
fn name_of_key(key: &str) -> Vec<u8> {
    let mut name = Vec::new();
    let mut rest = key.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        if first == b'\\'
            && let Some(digits) = after.strip_prefix(b"x").and_then(|after| after.get(..2))
            && let Ok(byte) = u8::from_str_radix(&String::from_utf8_lossy(digits), 16)
        {
            name.push(byte);
            rest = &after[3..];
        } else {
            name.push(first);
            rest = after;
        }
    }
    name
}

/// Returns why a walk skipped a path, if it did.
pub(crate) fn skipped(walk: &Walk, path: &str) -> Option<SkipReason> {
    walk.skipped.iter().find(|skipped| skipped.path == path).map(|skipped| skipped.reason)
}
