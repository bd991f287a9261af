//! Owns running the real program on folders made for one test, with a data folder of their own, and comparing what it
//! keeps with what a first sync makes. It owns no expectation about any one command.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use graphicle_engine::inspect::digests;
use graphicle_engine::snapshot::Snapshot;
use serde_json::Value;

use crate::fixture::{program, snapshot_file};

/// Longer than the coarsest step of a file system's times: files written before this pause are not read again.
pub const SETTLE: Duration = Duration::from_millis(2100);

/// A place for one test: a project's folder and a data folder. Both are removed with it, but kept where a test failed.
#[derive(Debug)]
pub struct Sandbox {
    temp: tempfile::TempDir,
    /// The project's folder.
    pub root: PathBuf,
    /// The data folder.
    pub data: PathBuf,
}

/// What the program did.
#[derive(Debug)]
pub struct Done {
    /// The exit code; -1 where a signal ended it.
    pub code: i32,
    /// What it wrote to standard output.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
}

impl Done {
    /// Returns what a finished process did.
    pub fn of(output: &Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Checks that the program succeeded, and returns its JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{self:?}");
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Checks that the program failed with one sentence on standard error and nothing on standard output, and returns
    /// the sentence.
    #[track_caller]
    pub fn failure(&self) -> &str {
        assert_eq!(self.code, 1, "{self:?}");
        assert_eq!(self.stdout, "", "{self:?}");
        let last = self.stderr.lines().last().unwrap_or_default();
        assert!(last.starts_with("graphicle: "), "{self:?}");
        last
    }
}

impl Default for Sandbox {
    fn default() -> Self {
        Self::new()
    }
}

impl Sandbox {
    /// Returns a place whose project is an empty folder.
    pub fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        let base = temp.path().canonicalize().unwrap();
        let (root, data) = (base.join("project"), base.join("data"));
        fs::create_dir_all(&root).unwrap();
        Self { temp, root, data }
    }

    /// Returns a place whose project has a few files of several kinds.
    pub fn with_files() -> Self {
        let sandbox = Self::new();
        sandbox.write("README.md", "# Acme\n\nAcme keeps items in a store that forgets nothing.\n");
        sandbox.write("store/cache.go", "package store\n\nfunc Get(key string) string { return find(key) }\n");
        sandbox.write("store/find.go", "package store\n\nfunc find(key string) string { return key }\n");
        sandbox.write("app/main.py", "from app import tools\n\n\ndef main():\n    tools.run()\n");
        sandbox.write("app/tools.py", "def run():\n    return 1\n");
        sandbox.write_bytes("logo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06");
        sandbox
    }

    /// Returns the folder that holds the project's folder and the data folder.
    pub fn base(&self) -> &Path {
        self.root.parent().unwrap()
    }

    /// Writes a file of the project, and the folders above it.
    pub fn write(&self, path: &str, text: &str) {
        self.write_bytes(path, text.as_bytes());
    }

    /// As [`Sandbox::write`], for any bytes.
    pub fn write_bytes(&self, path: &str, bytes: &[u8]) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Removes a file of the project.
    pub fn remove(&self, path: &str) {
        fs::remove_file(self.root.join(path)).unwrap();
    }

    /// Makes the project's folder a Git repository.
    pub fn git_init(&self) {
        let mut git = Command::new("git");
        git.args(["init", "--quiet", "--template="]).current_dir(&self.root);
        assert!(self.alone(&mut git).status().unwrap().success(), "git init failed");
    }

    /// Returns the program with these arguments, in the project's folder, untouched by the settings of whoever runs the
    /// test.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(program());
        command.args(args).current_dir(if self.root.is_dir() { &self.root } else { self.base() });
        self.alone(&mut command).env("GRAPHICLE_DATA_DIR", &self.data);
        command
    }

    /// Keeps the settings of whoever runs the test away from a command.
    pub fn alone<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command
            .env("HOME", self.base())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env_remove("XDG_CONFIG_HOME")
            .stdin(Stdio::null())
    }

    /// Runs the program to its end.
    pub fn run(&self, args: &[&str]) -> Done {
        Done::of(&self.command(args).output().unwrap())
    }

    /// As [`Sandbox::run`], with these bytes on standard input.
    pub fn run_with_input(&self, args: &[&str], input: &[u8]) -> Done {
        answer_to(&mut self.command(args), input)
    }

    /// As [`Sandbox::run`], as a user whom permissions stop: where the tests run as root, one who owns nothing here.
    #[cfg(unix)]
    pub fn run_without_rights(&self, args: &[&str]) -> Done {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
        use std::os::unix::process::CommandExt as _;
        const NOBODY: u32 = 65_534;
        let mut command = self.command(args);
        if fs::metadata(self.base()).unwrap().uid() == 0 {
            // The way to the program and to the folders must be open to that user.
            fs::set_permissions(self.base(), fs::Permissions::from_mode(0o755)).unwrap();
            let own = self.base().join("graphicle");
            if !own.exists() {
                fs::copy(program(), &own).unwrap();
            }
            let mut as_nobody = Command::new(&own);
            as_nobody.args(args).current_dir(&self.root).uid(NOBODY).gid(NOBODY);
            as_nobody.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
            command = as_nobody;
        }
        // A process that another test starts meanwhile holds the copy open for writing until it becomes its own program.
        loop {
            match command.output() {
                Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => {
                    thread::sleep(Duration::from_millis(20));
                }
                output => return Done::of(&output.unwrap()),
            }
        }
    }

    /// Syncs and returns the summary.
    #[track_caller]
    pub fn sync(&self) -> Value {
        self.run(&["sync", "--json"]).json()
    }

    /// Returns the project's status.
    #[track_caller]
    pub fn status(&self) -> Value {
        self.run(&["status", "--json"]).json()
    }

    /// Returns the folder of the one project's data.
    pub fn project_data(&self) -> PathBuf {
        let mut folders: Vec<PathBuf> =
            fs::read_dir(self.data.join("projects")).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(folders.len(), 1, "{folders:?}");
        folders.pop().unwrap()
    }

    /// Returns the current snapshot's file.
    pub fn snapshot_path(&self) -> PathBuf {
        snapshot_file(&self.data)
    }

    /// Checks that the current snapshot is the one that a first sync of the folder writes, byte for byte, and that
    /// status says the same of both.
    #[track_caller]
    pub fn assert_like_fresh(&self) {
        if let Some(difference) = self.difference_from_fresh() {
            panic!("not like a fresh sync: {difference}");
        }
    }

    /// Syncs the folder into an empty data folder, and returns in what the project's own data differ from that.
    #[track_caller]
    pub fn difference_from_fresh(&self) -> Option<String> {
        let data = self.base().join("fresh-data");
        let in_fresh =
            |args: &[&str]| Done::of(&self.command(args).env("GRAPHICLE_DATA_DIR", &data).output().unwrap()).json();
        in_fresh(&["sync", "--json"]);
        let (own, fresh) = (self.snapshot_path(), snapshot_file(&data));
        let (own_bytes, fresh_bytes) = (fs::read(&own).unwrap(), fs::read(&fresh).unwrap());
        let difference = if own_bytes != fresh_bytes {
            Some(difference(&own_bytes, &fresh_bytes))
        } else if own.file_name() != fresh.file_name() {
            Some(format!("the state's name: {} and {}", own.display(), fresh.display()))
        } else {
            let args = ["status", "--json", "--skipped"];
            let (own, fresh) = (self.run(&args).json(), in_fresh(&args));
            let fields = [
                "state",
                "up_to_date",
                "unusable",
                "files",
                "text_bytes",
                "languages",
                "withheld",
                "redacted",
                "skipped_files",
            ];
            let differing = fields.iter().find(|&&field| own[field] != fresh[field]);
            differing.map(|field| format!("status, {field}: {} and {}", own[field], fresh[field]))
        };
        if difference.is_none() {
            fs::remove_dir_all(data).unwrap();
        }
        difference
    }

    /// Returns the names of the files in the project's data folder, in order.
    pub fn data_files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.project_data()).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        // What a failed test leaves is what its failure is understood by.
        self.temp.disable_cleanup(std::thread::panicking());
    }
}

/// Runs a command with these bytes on standard input.
pub fn answer_to(command: &mut Command, input: &[u8]) -> Done {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        // Beside the reading: a program that answers before it has read everything would wait for its reader.
        scope.spawn(move || stdin.write_all(input).unwrap());
        child.wait_with_output().unwrap()
    });
    Done::of(&output)
}

/// Says in which kinds of content two snapshots differ.
fn difference(own: &[u8], fresh: &[u8]) -> String {
    let read = |bytes: &[u8]| match Snapshot::open(bytes).and_then(|snapshot| digests(&snapshot)) {
        Ok(digests) => digests.to_string(),
        Err(error) => format!("unreadable {error}\n"),
    };
    let (own_digests, fresh_digests) = (read(own), read(fresh));
    let kinds: Vec<&str> = own_digests
        .lines()
        .filter(|line| !fresh_digests.lines().any(|other| other == *line))
        .filter_map(|line| line.split(' ').next())
        .collect();
    format!("the snapshot, {} and {} bytes; readers see other {kinds:?}", own.len(), fresh.len())
}

/// Copies a folder with everything in it.
pub fn copy_folder(from: &Path, to: &Path) {
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

/// Gives a folder and all folders in it one mode, and all files in them another.
#[cfg(unix)]
pub fn set_modes(folder: &Path, folder_mode: u32, file_mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_dir() {
            set_modes(&entry.path(), folder_mode, file_mode);
        } else {
            fs::set_permissions(entry.path(), fs::Permissions::from_mode(file_mode)).unwrap();
        }
    }
    fs::set_permissions(folder, fs::Permissions::from_mode(folder_mode)).unwrap();
}
