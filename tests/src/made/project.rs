//! Owns which files a made-up project starts with; owns neither what they say nor what becomes of them.

use std::fs;
use std::path::Path;

use super::sources;
use crate::fixture;
use crate::random::Random;
use crate::sandbox::Sandbox;

/// What a project is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Small packages in several languages whose files import and call each other.
    Linked,
    /// The extraction crate's corpus: every language, real-looking.
    Corpus,
    /// Hundreds of files in a few folders, and files of some hundred kB, so that texts share blocks and span several.
    Crowded,
}

/// Folders of a linked project, with how its files are called.
pub(super) const PACKAGES: [(&str, &[&str]); 7] = [
    ("go", &["one.go", "two.go", "one_test.go"]),
    ("py/app", &["__init__.py", "one.py", "two.py", "test_one.py"]),
    ("web/src", &["index.ts", "one.ts", "two.tsx", "one.test.ts", "old.js"]),
    ("jvm/src/main/java/com/acme", &["One.java", "Two.java", "Three.kt"]),
    ("rs/src", &["mod.rs", "one.rs"]),
    ("cc", &["one.h", "one.cc", "two.c"]),
    ("php/src", &["One.php", "Two.php"]),
];

/// Fills a sandbox's empty project.
pub fn make(sandbox: &Sandbox, shape: Shape, random: &mut Random) {
    match shape {
        Shape::Linked => linked(sandbox, random),
        Shape::Corpus => corpus(sandbox, &fixture::project(), ""),
        Shape::Crowded => crowded(sandbox, random),
    }
}

fn linked(sandbox: &Sandbox, random: &mut Random) {
    for (folder, names) in PACKAGES {
        for package in 0..sources::PACKAGES {
            for name in names {
                let path = format!("{folder}/p{package}/{name}");
                sandbox.write(&path, &sources::text(&path, random));
            }
        }
    }
    sandbox.write("rs/src/lib.rs", "pub mod p0;\npub mod p1;\npub mod p2;\n");
    for manifest in sources::MANIFESTS {
        sandbox.write(manifest, &sources::manifest(manifest, random));
    }
    sandbox.write("README.md", "# Acme\n\nAcme keeps items. See [the store](go/p0/one.go).\n");
    sandbox.write_bytes("logo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06");
}

/// Copies the corpus without what is expected of it, which is long.
fn corpus(sandbox: &Sandbox, folder: &Path, at: &str) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = format!("{at}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            corpus(sandbox, &entry.path(), &format!("{path}/"));
        } else if !path.ends_with(".expected") {
            sandbox.write_bytes(&path, &fs::read(entry.path()).unwrap());
        }
    }
}

fn crowded(sandbox: &Sandbox, random: &mut Random) {
    for number in 0..450 {
        let path = match number % 3 {
            0 => format!("go/p{}/file{number}.go", number % 2),
            1 => format!("py/app/p0/file{number}.py"),
            _ => format!("notes/note{number}.md"),
        };
        sandbox.write(&path, &sources::text(&path, random));
    }
    for path in ["go/p0/large.go", "py/app/p0/large.py", "notes/large.txt"] {
        let mut text = String::new();
        while text.len() < 200_000 {
            text.push_str(&sources::text(path, random));
        }
        sandbox.write(path, &text);
    }
    sandbox.write("go/go.mod", &sources::manifest("go/go.mod", random));
}
