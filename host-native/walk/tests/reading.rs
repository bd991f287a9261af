//! Owns the checks of reading files of every kind from disk, also while they change and where links lead out of the
//! folder; owns no check of which files are listed.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot set its scene has failed")]

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use graphicle_engine::language::Language;
use graphicle_engine::role::Roles;
use graphicle_walk::{
    Found, ReadLimits, Reading, SecretKind, SkipReason, TextFile, UserGit, WalkOptions, read, roles_of_path, walk,
};
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Walks the folder and reads the file of this key.
fn read_one(root: &Path, path: &str) -> Reading {
    let found = walk(root, &WalkOptions::new(UserGit::none())).unwrap();
    let file = found.files.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("{path} is not found"));
    read(&found.root, file, &ReadLimits::default())
}

fn text_of(root: &Path, path: &str) -> TextFile {
    match read_one(root, path) {
        Reading::Text(text) => text,
        other => panic!("{path}: {other:?}"),
    }
}

/// Put together when the test runs, so that no scanner takes this file for a leak.
fn private_key() -> String {
    let body = "MIIEowIBAAKCAQEAv0Zz8pQ3kUe1JrBgXo4hTn5sDq2LwCfYy7RtVbKxPaNmGdSE\n".repeat(10);
    format!("-----BEGIN RSA {0} KEY-----\n{body}-----END RSA {0} KEY-----\n", "PRIVATE")
}

#[test]
fn text_with_its_language_roles_and_hash() {
    let dir = folder();
    fs::create_dir(dir.path().join("tests")).unwrap();
    fs::write(dir.path().join("tests/a.rs"), "\u{feff}fn main() {}\r\n").unwrap();
    fs::write(dir.path().join("empty"), "").unwrap();
    let file = text_of(dir.path(), "tests/a.rs");
    assert_eq!(file.text, "fn main() {}\r\n");
    assert_eq!((file.language, file.roles, file.encoding, file.lossy), (Language::Rust, Roles::TEST, "UTF-8", false));
    assert_eq!(file.stat.size, 17);
    // The first half of the SHA-256 of nothing.
    assert_eq!(text_of(dir.path(), "empty").hash[..4], [0xe3, 0xb0, 0xc4, 0x42]);
    assert_ne!(file.hash, text_of(dir.path(), "empty").hash);
    assert_eq!(roles_of_path("tests/a.rs"), Roles::TEST);
}

#[test]
fn other_encodings_are_marked() {
    let dir = folder();
    let (japanese, _, _) =
        encoding_rs::SHIFT_JIS.encode("// 設定ファイルを読み込みます。\nint main() { return 0; } // 終了\n");
    fs::write(dir.path().join("a.c"), &japanese).unwrap();
    fs::write(dir.path().join("nul.c"), "char c = '\0';\n").unwrap();
    let file = text_of(dir.path(), "a.c");
    assert_eq!((file.encoding, file.roles), ("Shift_JIS", Roles::TRANSCODED));
    assert!(file.text.contains("設定ファイル"));
    let nul = text_of(dir.path(), "nul.c");
    assert_eq!((nul.lossy, nul.roles), (true, Roles::DAMAGED));
}

#[test]
fn what_is_left_out_says_why() {
    let dir = folder();
    let write = |name: &str, bytes: &[u8]| fs::write(dir.path().join(name), bytes).unwrap();
    write("a.bin", &vec![0; 100_000]);
    write("image.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    write("server.key", private_key().as_bytes());
    write("der.key", b"\x30\x82\x04\xa4\0\0\0\0");
    write("public.pem", b"-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----\n");
    File::create(dir.path().join("huge")).unwrap().set_len(ReadLimits::MAX_BYTES + 1).unwrap();
    File::create(dir.path().join("largest.txt")).unwrap().write_all(&vec![b'a'; 16 << 20]).unwrap();
    for (name, reason) in [
        ("a.bin", SkipReason::Binary),
        ("image.png", SkipReason::Binary),
        ("server.key", SkipReason::SecretName),
        ("der.key", SkipReason::SecretName),
        ("huge", SkipReason::TooLarge),
    ] {
        assert_eq!(read_one(dir.path(), name), Reading::Skipped(reason), "{name}");
    }
    assert_eq!(text_of(dir.path(), "public.pem").language, Language::Text);
    assert_eq!(text_of(dir.path(), "largest.txt").stat.size, ReadLimits::MAX_BYTES);
}

#[test]
fn secrets_are_withheld_or_blotted_out() {
    let dir = folder();
    let code = format!("package x\n\nvar key = `{}`\n\nfunc f() {{}}\n", private_key());
    fs::write(dir.path().join("x_test.go"), &code).unwrap();
    fs::write(dir.path().join("settings.yaml"), format!("key: |\n  {}", private_key().replace('\n', "\n  "))).unwrap();
    let file = text_of(dir.path(), "x_test.go");
    assert_eq!(file.redactions.map(|redactions| redactions.count), Some(1));
    assert_eq!(file.text.lines().count(), code.lines().count());
    assert!(!file.text.contains("MIIE") && file.text.contains("func f()"));
    let Reading::Withheld(withheld) = read_one(dir.path(), "settings.yaml") else { panic!("withheld") };
    assert!(withheld.roles.has(Roles::SECRET));
    assert_eq!((withheld.kind, withheld.language), (SecretKind::PrivateKey, Language::Yaml));
}

#[test]
fn nothing_outside_the_folder_is_read_when_links_take_a_files_place() {
    let outside = folder();
    fs::write(outside.path().join("f"), "outside").unwrap();
    let dir = folder();
    fs::create_dir(dir.path().join("d")).unwrap();
    fs::write(dir.path().join("d/f"), "inside").unwrap();
    fs::write(dir.path().join("g"), "inside").unwrap();
    fs::write(dir.path().join("h"), "inside").unwrap();
    fs::write(dir.path().join("gone"), "inside").unwrap();
    let found = walk(dir.path(), &WalkOptions::new(UserGit::none())).unwrap();
    fs::remove_dir_all(dir.path().join("d")).unwrap();
    symlink(outside.path(), dir.path().join("d")).unwrap();
    fs::remove_file(dir.path().join("g")).unwrap();
    symlink(outside.path().join("f"), dir.path().join("g")).unwrap();
    fs::remove_file(dir.path().join("gone")).unwrap();
    fs::remove_file(dir.path().join("h")).unwrap();
    assert!(Command::new("mkfifo").arg(dir.path().join("h")).status().unwrap().success());
    for file in &found.files {
        assert_eq!(
            read(&found.root, file, &ReadLimits::default()),
            Reading::Skipped(SkipReason::Vanished),
            "{}",
            file.path
        );
    }
    assert_eq!(found.files.len(), 4);
}

#[test]
fn odd_names_are_read_by_their_path_on_disk() {
    let dir = folder();
    for name in ["a\nb", "-rf", "a b", "\\x0a"] {
        fs::write(dir.path().join(name), name).unwrap();
    }
    let found = walk(dir.path(), &WalkOptions::new(UserGit::none())).unwrap();
    for file in &found.files {
        let Reading::Text(text) = read(&found.root, file, &ReadLimits::default()) else { panic!("{}", file.path) };
        assert_eq!(Path::new(&text.text), file.os_path());
    }
    assert_eq!(found.files.len(), 4);
}

#[test]
fn a_file_that_is_not_allowed_is_told() {
    let dir = folder();
    let path = dir.path().join("f");
    fs::write(&path, "x").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if File::open(&path).is_ok() {
        // The superuser may read anything.
        return;
    }
    assert_eq!(read_one(dir.path(), "f"), Reading::Skipped(SkipReason::Unreadable));
}

#[test]
fn half_a_file_is_never_taken() {
    /// Every state of the file is this many copies of one letter.
    const SIZE: usize = 300_000;
    let dir = folder();
    let path = dir.path().join("f.txt");
    fs::write(&path, "a".repeat(SIZE)).unwrap();
    let found: Found = walk(dir.path(), &WalkOptions::new(UserGit::none())).unwrap().files.remove(0);
    let root = dir.path().canonicalize().unwrap();
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            for letter in "abcdefgh".chars().cycle() {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let mut file = OpenOptions::new().write(true).truncate(true).open(&path).unwrap();
                for _ in 0..SIZE / 1000 {
                    file.write_all(letter.to_string().repeat(1000).as_bytes()).unwrap();
                }
            }
        });
        let limits = ReadLimits { attempts: NonZeroUsize::new(8).unwrap(), ..ReadLimits::default() };
        for _ in 0..10 {
            match read(&root, &found, &limits) {
                Reading::Text(file) => {
                    // A writer's own pauses cannot be told from an end, but what is taken is one state of the file.
                    assert_eq!(file.text.len() as u64, file.stat.size);
                }
                Reading::Skipped(SkipReason::Changing) => {}
                other => panic!("{other:?}"),
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
}

#[test]
fn one_that_never_rests_is_given_up() {
    let dir = folder();
    let path = dir.path().join("f.txt");
    fs::write(&path, "a").unwrap();
    let found: Found = walk(dir.path(), &WalkOptions::new(UserGit::none())).unwrap().files.remove(0);
    // Grows by more than was there when it was opened: `/dev/zero` and endless logs look like this.
    let root = dir.path().canonicalize().unwrap();
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut file = OpenOptions::new().append(true).open(&path).unwrap();
            while !stop.load(Ordering::Relaxed) && file.metadata().unwrap().len() < 8 << 20 {
                file.write_all(b"more and more\n").unwrap();
            }
        });
        let limits = ReadLimits { attempts: NonZeroUsize::MIN, ..ReadLimits::default() };
        for _ in 0..20 {
            let reading = read(&root, &found, &limits);
            assert!(
                matches!(&reading, Reading::Text(file) if file.text.len() as u64 == file.stat.size)
                    || reading == Reading::Skipped(SkipReason::Changing)
            );
        }
        stop.store(true, Ordering::Relaxed);
    });
}
