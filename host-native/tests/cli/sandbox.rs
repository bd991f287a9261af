//! Owns running the real program on folders made for one test, with a data folder of their own. It owns no expectation.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_graphicle");

/// Longer than the coarsest step of a file system's times: files written before this pause are not read again.
pub(crate) const SETTLE: Duration = Duration::from_millis(2100);

/// A place for one test: a project's folder and a data folder.
pub(crate) struct Sandbox {
    _temp: tempfile::TempDir,
    pub(crate) root: PathBuf,
    pub(crate) data: PathBuf,
}

/// What the program did.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Done {
    pub(crate) fn of(output: &Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Checks that the program succeeded, and returns its JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{self:?}");
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Checks that the program failed with one sentence on standard error and nothing on standard output, and returns
    /// the sentence.
    #[track_caller]
    pub(crate) fn failure(&self) -> &str {
        assert_eq!(self.code, 1, "{self:?}");
        assert_eq!(self.stdout, "", "{self:?}");
        let last = self.stderr.lines().last().unwrap_or_default();
        assert!(last.starts_with("graphicle: "), "{self:?}");
        last
    }
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        let base = temp.path().canonicalize().unwrap();
        let (root, data) = (base.join("project"), base.join("data"));
        fs::create_dir_all(&root).unwrap();
        Self { _temp: temp, root, data }
    }

    /// A place whose project has a few files of several kinds.
    pub(crate) fn with_files() -> Self {
        let sandbox = Self::new();
        sandbox.write("README.md", "# Acme\n\nAcme keeps items in a store that forgets nothing.\n");
        sandbox.write("store/cache.go", "package store\n\nfunc Get(key string) string { return find(key) }\n");
        sandbox.write("store/find.go", "package store\n\nfunc find(key string) string { return key }\n");
        sandbox.write("app/main.py", "from app import tools\n\n\ndef main():\n    tools.run()\n");
        sandbox.write("app/tools.py", "def run():\n    return 1\n");
        sandbox.write_bytes("logo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06");
        sandbox
    }

    pub(crate) fn base(&self) -> &Path {
        self.root.parent().unwrap()
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        self.write_bytes(path, text.as_bytes());
    }

    pub(crate) fn write_bytes(&self, path: &str, bytes: &[u8]) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.root.join(path)).unwrap();
    }

    /// The program with these arguments, in the project's folder, untouched by the settings of whoever runs the test.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command
            .args(args)
            .current_dir(if self.root.is_dir() { &self.root } else { self.base() })
            .env("GRAPHICLE_DATA_DIR", &self.data)
            .env("HOME", self.base())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env_remove("XDG_CONFIG_HOME")
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Done {
        Done::of(&self.command(args).output().unwrap())
    }

    #[track_caller]
    pub(crate) fn sync(&self) -> Value {
        self.run(&["sync", "--json"]).json()
    }

    #[track_caller]
    pub(crate) fn status(&self) -> Value {
        self.run(&["status", "--json"]).json()
    }

    /// The folder of the one project's data.
    pub(crate) fn project_data(&self) -> PathBuf {
        let mut folders: Vec<PathBuf> =
            fs::read_dir(self.data.join("projects")).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(folders.len(), 1, "{folders:?}");
        folders.pop().unwrap()
    }

    /// The current snapshot's file.
    pub(crate) fn snapshot_path(&self) -> PathBuf {
        let folder = self.project_data();
        let state = fs::read_to_string(folder.join("current")).unwrap();
        folder.join(format!("{}.snapshot", state.trim_end()))
    }

    /// Checks that the current snapshot is the one that a first sync of the folder writes, byte for byte.
    #[track_caller]
    pub(crate) fn assert_like_fresh(&self) {
        let data = self.base().join("fresh-data");
        let output = self.command(&["sync", "--json"]).env("GRAPHICLE_DATA_DIR", &data).output().unwrap();
        let fresh = Done::of(&output).json();
        let state = fresh["state"].as_str().unwrap();
        let id = fresh["project"]["id"].as_str().unwrap();
        let expect = fs::read(data.join("projects").join(id).join(format!("{state}.snapshot"))).unwrap();
        let own = self.snapshot_path();
        assert_eq!(own.file_stem().unwrap().to_str().unwrap(), state, "the state's name differs from a fresh one");
        assert!(fs::read(own).unwrap() == expect, "the snapshot's bytes differ from a fresh one");
        fs::remove_dir_all(data).unwrap();
    }

    /// The names of the files in the project's data folder, in order.
    pub(crate) fn data_files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.project_data()).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// Copies a folder with everything in it.
pub(crate) fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
