//! Owns what may happen to a project between two syncs: one random edit at a time. It owns no expectation.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::sources;
use crate::random::Random;
use crate::sandbox::Sandbox;

/// Names that programs stumble on.
const ODD_NAMES: [&str; 12] = [
    "with space.py",
    "quote'\".go",
    "new\nline.ts",
    "-option.rs",
    "größe.py",
    "数据.go",
    "ONE.GO",
    "a..b.c",
    ".hidden.py",
    "trailing .java",
    "@lib.ts",
    "%2e%2e.php",
];

/// Patterns of ignore files.
const PATTERNS: [&str; 10] =
    ["*.go", "p1/", "/py", "!one.*", "**/two.*", "one_test.go", "# nothing", "web/**/*.ts", "\\!x", "*"];

/// Does one edit to the sandbox's project, and says what it was.
pub fn edit(sandbox: &Sandbox, random: &mut Random) -> String {
    let mut editor = Editor { root: &sandbox.root, random };
    // An edit that finds nothing to work on gives way to one that always can be done.
    editor.some_edit().unwrap_or_else(|| editor.add())
}

struct Editor<'s> {
    root: &'s Path,
    random: &'s mut Random,
}

impl Editor<'_> {
    fn some_edit(&mut self) -> Option<String> {
        match self.random.below(40) {
            0..8 => self.rewrite(),
            8..14 => self.change_lines(),
            14..18 => Some(self.add()),
            18..21 => self.rename(),
            21..23 => self.remove(),
            23 => self.remove_folder(),
            24 => self.rename_folder(),
            25 | 26 => self.touch(),
            27 => self.swap_file_and_folder(),
            28 => self.permissions(),
            29 | 30 => Some(self.ignore_file()),
            31 | 32 => Some(self.manifest()),
            33..36 => self.encoding(),
            36 => self.link(),
            37 => self.same_size_and_time(),
            38 => Some(self.special_content()),
            _ => Some(self.nested_repository()),
        }
    }

    /// Writes, and makes way where a file stands for a folder or the other way round.
    fn write(&self, path: &Path, bytes: &[u8]) {
        for above in path.ancestors().skip(1).take_while(|above| above.starts_with(self.root)) {
            if fs::symlink_metadata(above).is_ok_and(|found| !found.is_dir()) {
                let _ = fs::remove_file(above);
            }
        }
        if path.is_dir() && !path.is_symlink() {
            let _ = fs::remove_dir_all(path);
        }
        let _ = fs::create_dir_all(path.parent().unwrap_or(self.root));
        let _ = fs::write(path, bytes);
    }

    /// Returns the files or the folders below the root, in order, without what Git keeps.
    fn entries(&self, wants_folders: bool) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut folders = vec![self.root.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                if entry.file_name() == ".git" {
                    continue;
                }
                if is_folder {
                    folders.push(entry.path());
                }
                if is_folder == wants_folders {
                    found.push(entry.path());
                }
            }
        }
        found.sort();
        found
    }

    fn file(&mut self) -> Option<PathBuf> {
        let files = self.entries(false);
        (!files.is_empty()).then(|| self.random.pick(&files).clone())
    }

    fn folder(&mut self) -> PathBuf {
        let mut folders = self.entries(true);
        folders.push(self.root.to_owned());
        self.random.pick(&folders).clone()
    }

    fn told(&self, what: &str, path: &Path) -> String {
        format!("{what} {}", path.strip_prefix(self.root).unwrap_or(path).display())
    }

    fn text_for(&mut self, path: &Path) -> String {
        sources::text(&path.to_string_lossy(), self.random)
    }

    fn rewrite(&mut self) -> Option<String> {
        let path = self.file()?;
        let text = self.text_for(&path);
        self.write(&path, text.as_bytes());
        Some(self.told("rewrote", &path))
    }

    fn change_lines(&mut self) -> Option<String> {
        let path = self.file()?;
        let text = String::from_utf8(fs::read(&path).ok()?).ok()?;
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        let other = self.text_for(&path);
        let at = self.random.below(lines.len() + 1);
        match self.random.below(4) {
            0 => lines.insert(at, "\n"),
            1 => lines.truncate(at),
            2 => {
                let end = (at + self.random.below(6)).min(lines.len());
                lines.drain(at..end);
            }
            _ => lines.insert(at, &other),
        }
        self.write(&path, lines.concat().as_bytes());
        Some(self.told("changed lines of", &path))
    }

    fn add(&mut self) -> String {
        let endings = ["go", "py", "ts", "tsx", "java", "kt", "rs", "cc", "h", "php", "md", "txt", "json", "unknown"];
        let ending = *self.random.pick(&endings);
        let name = if self.random.once_in(4) {
            OsString::from(*self.random.pick(&ODD_NAMES))
        } else if self.random.once_in(40) {
            not_utf8()
        } else {
            format!("new{}.{ending}", self.random.below(20)).into()
        };
        let mut folder = self.folder();
        if self.random.once_in(3) {
            folder.push(format!("deep{}/er", self.random.below(3)));
        }
        let path = folder.join(name);
        let text = self.text_for(&path);
        self.write(&path, text.as_bytes());
        self.told("added", &path)
    }

    fn rename(&mut self) -> Option<String> {
        let from = self.file()?;
        let mut to = if self.random.once_in(2) { self.folder() } else { from.parent()?.to_owned() };
        to.push(if self.random.once_in(3) {
            from.file_name()?.to_owned()
        } else {
            self.file()?.file_name()?.to_owned()
        });
        let _ = fs::rename(&from, &to);
        Some(format!("{} to {}", self.told("renamed", &from), to.strip_prefix(self.root).ok()?.display()))
    }

    fn remove(&mut self) -> Option<String> {
        let path = self.file()?;
        let _ = fs::remove_file(&path);
        Some(self.told("removed", &path))
    }

    fn remove_folder(&mut self) -> Option<String> {
        let path = self.folder();
        if path == self.root {
            return None;
        }
        let _ = fs::remove_dir_all(&path);
        Some(self.told("removed folder", &path))
    }

    fn rename_folder(&mut self) -> Option<String> {
        let from = self.folder();
        if from == self.root {
            return None;
        }
        let to = from.with_file_name(format!("p{}", self.random.below(sources::PACKAGES + 1)));
        let _ = fs::rename(&from, &to);
        Some(format!("{} to {}", self.told("renamed folder", &from), to.file_name()?.display()))
    }

    fn touch(&mut self) -> Option<String> {
        let path = self.file()?;
        let then = SystemTime::UNIX_EPOCH + Duration::from_secs(self.random.below(2_000_000_000) as u64);
        File::options().append(true).open(&path).and_then(|file| file.set_modified(then)).ok()?;
        Some(self.told("touched", &path))
    }

    fn swap_file_and_folder(&mut self) -> Option<String> {
        if self.random.once_in(2) {
            let path = self.folder();
            if path == self.root {
                return None;
            }
            let _ = fs::remove_dir_all(&path);
            let text = self.text_for(&path.with_extension("go"));
            self.write(&path, text.as_bytes());
            return Some(self.told("put a file in the place of folder", &path));
        }
        let path = self.file()?;
        let inner = path.join(path.file_name()?);
        let text = self.text_for(&inner);
        self.write(&inner, text.as_bytes());
        Some(self.told("put a folder in the place of file", &path))
    }

    #[cfg(unix)]
    fn permissions(&mut self) -> Option<String> {
        use std::os::unix::fs::PermissionsExt as _;
        // The mode of a link is that of its target, which may lie anywhere.
        let path = self.file().filter(|path| !path.is_symlink())?;
        let mode = *self.random.pick(&[0o000, 0o444, 0o644, 0o755]);
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).ok()?;
        Some(format!("{} {mode:o}", self.told("set the mode of", &path)))
    }

    #[cfg(not(unix))]
    fn permissions(&mut self) -> Option<String> {
        None
    }

    fn ignore_file(&mut self) -> String {
        let name = *self.random.pick(&[".gitignore", ".gitignore", ".graphicleignore"]);
        let path = if self.random.once_in(2) { self.root.join(name) } else { self.folder().join(name) };
        if path.exists() && self.random.once_in(2) {
            let _ = fs::remove_file(&path);
            return self.told("removed", &path);
        }
        let lines: Vec<&str> = (0..=self.random.below(2)).map(|_| *self.random.pick(&PATTERNS)).collect();
        self.write(&path, (lines.join("\n") + "\n").as_bytes());
        format!("{}: {lines:?}", self.told("wrote", &path))
    }

    fn manifest(&mut self) -> String {
        let name = *self.random.pick(&sources::MANIFESTS);
        let path = if self.random.once_in(4) {
            self.folder().join(name.rsplit('/').next().unwrap_or(name))
        } else {
            self.root.join(name)
        };
        if path.exists() && self.random.once_in(4) {
            let _ = fs::remove_file(&path);
            return self.told("removed", &path);
        }
        let text = sources::manifest(name, self.random);
        self.write(&path, text.as_bytes());
        self.told("wrote", &path)
    }

    fn encoding(&mut self) -> Option<String> {
        let path = self.file()?;
        let text = self.text_for(&path);
        let utf16 = |to: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to).collect::<Vec<u8>>();
        let (name, bytes) = match self.random.below(10) {
            0 => ("UTF-16LE", [&[0xff, 0xfe][..], &utf16(u16::to_le_bytes)].concat()),
            1 => ("UTF-16BE", [&[0xfe, 0xff][..], &utf16(u16::to_be_bytes)].concat()),
            2 => ("a byte order mark", [&[0xef, 0xbb, 0xbf][..], text.as_bytes()].concat()),
            3 => ("CRLF", text.replace('\n', "\r\n").into_bytes()),
            4 => (
                "Latin-1",
                [text.replace(|c: char| !c.is_ascii(), "").as_bytes(), b"# gr\xf6\xdfer, f\xfcr\n"].concat(),
            ),
            5 => {
                ("Shift-JIS", b"# \x93\xfa\x96{\x8c\xea\x82\xcc\x83e\x83L\x83X\x83g\ndef load():\n    pass\n".to_vec())
            }
            6 => ("no text", [text.as_bytes(), &[0, 159, 146, 150, 0, 0]].concat()),
            7 => ("nothing", Vec::new()),
            8 => ("one long line", text.replace('\n', " ").repeat(40).into_bytes()),
            _ => ("no last line end", text.trim_end().as_bytes().to_vec()),
        };
        self.write(&path, &bytes);
        Some(format!("{} with {name}", self.told("rewrote", &path)))
    }

    #[cfg(unix)]
    fn link(&mut self) -> Option<String> {
        let (target, at) = (self.file()?, self.folder().join(format!("link{}.go", self.random.below(4))));
        let target = match self.random.below(4) {
            0 => "../../outside".into(),
            1 => "nowhere".into(),
            2 => self.folder(),
            _ => target,
        };
        let _ = fs::remove_file(&at);
        std::os::unix::fs::symlink(&target, &at).ok()?;
        Some(format!("{} to {}", self.told("linked", &at), target.display()))
    }

    #[cfg(not(unix))]
    fn link(&mut self) -> Option<String> {
        None
    }

    /// Swaps two letters and puts the time back, as programs do that keep times.
    fn same_size_and_time(&mut self) -> Option<String> {
        let path = self.file()?;
        let modified = fs::metadata(&path).ok()?.modified().ok()?;
        let mut bytes = fs::read(&path).ok()?;
        let letters: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_lowercase()).collect();
        if letters.is_empty() {
            return None;
        }
        let at = *self.random.pick(&letters);
        bytes[at] = if bytes[at] == b'z' { b'a' } else { bytes[at] + 1 };
        fs::write(&path, &bytes).ok()?;
        File::options().append(true).open(&path).and_then(|file| file.set_modified(modified)).ok()?;
        Some(self.told("changed a letter and not the time of", &path))
    }

    /// Writes a file of a kind that is treated in its own way: secret, generated, locked, vendored, minified, one whose
    /// parser crashes.
    fn special_content(&mut self) -> String {
        let marks = "e\u{301}\u{20dd}".repeat(20_000);
        let choices: [(&str, String); 8] = [
            (".env", "PASSWORD=hunter2\n".into()),
            ("id_rsa", "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n".into()),
            ("made.pb.go", "// Code generated by protoc. DO NOT EDIT.\npackage p0\n\nfunc load() {}\n".into()),
            ("Cargo.lock", "version = 4\n".into()),
            ("vendor/other/one.go", "package other\n\nfunc load() int { return store() }\n".into()),
            ("site.min.js", "function load(){return store()}".repeat(200)),
            ("hostile.scala", marks),
            ("deep.json", "[".repeat(10_000)),
        ];
        let (name, text) = self.random.pick(&choices);
        let path = self.folder().join(name);
        self.write(&path, text.as_bytes());
        self.told("wrote", &path)
    }

    fn nested_repository(&mut self) -> String {
        let path = self.folder().join(".git");
        if self.random.once_in(2) && path.exists() && path.parent() != Some(self.root) {
            let _ = fs::remove_dir_all(&path);
            return self.told("removed", &path);
        }
        if !path.exists() {
            for folder in ["objects", "refs"] {
                let _ = fs::create_dir_all(path.join(folder));
            }
            let _ = fs::write(path.join("HEAD"), "ref: refs/heads/main\n");
        }
        self.told("made", &path)
    }
}

#[cfg(unix)]
fn not_utf8() -> OsString {
    use std::os::unix::ffi::OsStringExt as _;
    OsString::from_vec(b"not\xffutf8.py".to_vec())
}

#[cfg(not(unix))]
fn not_utf8() -> OsString {
    "not-utf8.py".into()
}
