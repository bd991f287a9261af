//! Owns the house rules that no compiler knows: what each file says of itself, how long it is, which crate knows which.
//! It owns no rule of style (rustfmt and clippy do).

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The files that belong to the repository.
fn files() -> Vec<String> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(listed.status.success(), "git ls-files failed");
    String::from_utf8(listed.stdout)
        .unwrap()
        .split_terminator('\0')
        .filter(|path| root().join(path).is_file())
        .map(str::to_owned)
        .collect()
}

fn is_rust(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "rs") && !path.contains("/corpus/")
}

#[test]
fn every_source_file_says_what_it_owns() {
    let silent: Vec<String> = files()
        .into_iter()
        .filter(|path| is_rust(path))
        .filter(|path| !says_what_it_owns(&fs::read_to_string(root().join(path)).unwrap()))
        .collect();
    assert!(silent.is_empty(), "these files do not open with `//! ` lines that say what they own: {silent:#?}");
}

/// Returns whether a file opens with a text about itself in which "own" or "owns" stands.
fn says_what_it_owns(source: &str) -> bool {
    let head = source.lines().map_while(|line| line.strip_prefix("//!"));
    head.flat_map(|line| line.split(|c: char| !c.is_alphabetic())).any(|word| matches!(word, "Owns" | "owns" | "own"))
}

#[test]
fn what_a_file_owns_is_said_in_its_first_lines() {
    assert!(says_what_it_owns("//! Owns the lock.\n\nuse std::fs;\n"));
    assert!(says_what_it_owns("//! The crate.\n//!\n//! It owns the disk.\n"));
    for silent in
        ["//! A lock.\n", "//! The owner's lock.\n", "use std::fs;\n//! Owns the lock.\n", "// Owns the lock.\n"]
    {
        assert!(!says_what_it_owns(silent), "{silent}");
    }
}

#[test]
fn no_source_file_is_longer_than_800_lines() {
    let long: Vec<(String, usize)> = files()
        .into_iter()
        .filter(|path| is_rust(path))
        .map(|path| {
            let lines = fs::read_to_string(root().join(&path)).unwrap().lines().count();
            (path, lines)
        })
        .filter(|&(_, lines)| lines > 800)
        .collect();
    assert!(long.is_empty(), "these files hold more than one idea: {long:#?}");
}

#[test]
fn arrows_between_crates_point_one_way() {
    let allowed: [(&str, &[&str]); 14] = [
        ("graphicle-engine", &[]),
        ("graphicle-engine-wasm", &["graphicle-engine", "graphicle-tokenizer"]),
        ("graphicle-module", &["graphicle-engine"]),
        ("graphicle-tokenizer", &["graphicle-engine"]),
        ("graphicle-extract", &["graphicle-engine"]),
        ("graphicle-link", &["graphicle-engine"]),
        ("graphicle-walk", &["graphicle-engine"]),
        ("graphicle-page", &[]),
        ("graphicle-projects", &[]),
        ("graphicle-wasm", &["graphicle-engine"]),
        ("graphicle-wasm-tokenizer", &["graphicle-engine", "graphicle-tokenizer"]),
        ("graphicle-node", &["graphicle-engine", "graphicle-tokenizer", "graphicle-projects"]),
        (
            "graphicle",
            &[
                "graphicle-engine",
                "graphicle-tokenizer",
                "graphicle-extract",
                "graphicle-link",
                "graphicle-module",
                "graphicle-page",
                "graphicle-projects",
                "graphicle-walk",
            ],
        ),
        (
            "graphicle-tests",
            &[
                "graphicle-engine",
                "graphicle-tokenizer",
                "graphicle",
                "graphicle-extract",
                "graphicle-link",
                "graphicle-module",
                "graphicle-projects",
                "graphicle-walk",
            ],
        ),
    ];
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert_eq!(packages.len(), allowed.len(), "a crate was added or removed: say here what it may know");
    for package in packages {
        let name = package["name"].as_str().unwrap();
        let known = allowed.iter().find(|(crate_name, _)| *crate_name == name).unwrap().1;
        for dependency in package["dependencies"].as_array().unwrap() {
            let dependency_name = dependency["name"].as_str().unwrap();
            // Tests of a crate may reach further than the crate.
            let for_tests = dependency["kind"].as_str() == Some("dev");
            if dependency_name.starts_with("graphicle") && !for_tests {
                assert!(known.contains(&dependency_name), "{name} must not know {dependency_name}");
            }
        }
    }
}

#[test]
fn the_architecture_names_every_crate_folder() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for path in files() {
        let Some(folder) = path.strip_suffix("/Cargo.toml").filter(|folder| !folder.contains("fuzz")) else { continue };
        assert!(text.contains(&format!("`{folder}`")), "ARCHITECTURE.md does not name {folder}");
    }
}

#[test]
fn no_tracked_file_holds_a_path_of_somebodys_machine() {
    // Put together here, so that this file does not hold what it looks for.
    let marks: Vec<String> = ["work", "root", "Users"].iter().map(|folder| format!("/{folder}/")).collect();
    let mut found = Vec::new();
    for path in files() {
        let Ok(text) = fs::read_to_string(root().join(&path)) else { continue };
        for (number, line) in (1..).zip(text.lines()) {
            let starts_a_path = |mark: &String| {
                line.match_indices(mark.as_str()).any(|(at, _)| {
                    let before = line[..at].chars().next_back().unwrap_or(' ');
                    !before.is_alphanumeric() && !matches!(before, '_' | '.' | '-' | '/' | '}' | '*' | '$' | '~')
                })
            };
            if marks.iter().any(starts_a_path) && !path.starts_with("tests/fixtures/") {
                found.push(format!("{path}:{number}: {}", line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "paths of a machine:\n{}", found.join("\n"));
}
