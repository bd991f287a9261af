//! Owns the small project that tests sync, and its snapshot: the extraction crate's corpus, which holds real-looking
//! sources in every language.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::sandbox::copy_folder;

/// Returns the repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the workspace").to_owned()
}

/// Returns the program's path: `GRAPHICLE_PROGRAM` where it is given, else built from the sources as they are.
pub fn program() -> PathBuf {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| {
        if let Some(given) = std::env::var_os("GRAPHICLE_PROGRAM") {
            return given.into();
        }
        let own = std::env::current_exe().expect("a test runs from a file");
        let profile = profile_folder(&own).expect("tests and benchmarks lie in target/<profile>");
        let target = profile.parent().expect("the profile's folder lies in the target folder");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "-p", "graphicle", "--target-dir"]).arg(target).current_dir(root());
        if profile.ends_with("release") {
            cargo.arg("--release");
        }
        assert!(cargo.status().expect("cargo runs").success(), "graphicle does not build");
        profile.join(format!("graphicle{}", std::env::consts::EXE_SUFFIX))
    })
    .clone()
}

/// Returns the folder of the build profile that `executable` was built in: a test lies in `deps` in it, a program that
/// `cargo run` starts lies in it.
fn profile_folder(executable: &Path) -> Option<&Path> {
    let folder = executable.parent()?;
    if folder.ends_with("deps") { folder.parent() } else { Some(folder) }
}

/// Returns the folder of the small project.
pub fn project() -> PathBuf {
    root().join("host-native/extract/corpus")
}

/// Returns the snapshot file of the only project in a data folder.
pub fn snapshot_file(data: &Path) -> PathBuf {
    let projects = fs::read_dir(data.join("projects")).expect("a data folder with projects");
    let mut snapshots: Vec<PathBuf> = projects
        .filter_map(Result::ok)
        .filter_map(|project| {
            let name = fs::read_to_string(project.path().join("current")).ok()?;
            let found = fs::read_dir(project.path()).ok()?.filter_map(Result::ok).map(|entry| entry.path());
            found.into_iter().find(|path| {
                path.extension().is_some_and(|e| e == "snapshot")
                    && path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(name.trim()))
            })
        })
        .collect();
    assert_eq!(snapshots.len(), 1, "one project with one snapshot in {}", data.display());
    snapshots.remove(0)
}

/// Returns the bytes of the small project's snapshot, made by the real program.
pub fn snapshot() -> Vec<u8> {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| snapshot_of(&project())).clone()
}

/// Returns the bytes of a snapshot with every kind of section in it, a tenth as long as [`snapshot`], so that damage
/// meets more of what matters and more of it can be tried.
pub fn short_snapshot() -> Vec<u8> {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES
        .get_or_init(|| {
            let folder = tempfile::tempdir().expect("a temporary folder");
            for language in ["go", "python", "cpp"] {
                copy_folder(&project().join(language), &folder.path().join(language));
            }
            fs::write(folder.path().join("README.md"), "# Languages\n\nWhat three languages look like.\n")
                .expect("a file can be written");
            snapshot_of(folder.path())
        })
        .clone()
}

fn snapshot_of(folder: &Path) -> Vec<u8> {
    let data = tempfile::tempdir().expect("a temporary folder");
    let output = Command::new(program())
        .arg("sync")
        .arg(folder)
        .env("GRAPHICLE_DATA_DIR", data.path())
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "sync failed: {}", String::from_utf8_lossy(&output.stderr));
    fs::read(snapshot_file(data.path())).expect("the snapshot is there")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_and_programs_know_the_profile_they_were_built_in() {
        for (executable, profile) in [
            ("/a/target/debug/deps/cli-0a1b", "/a/target/debug"),
            ("/a/target/release/deps/cli-0a1b", "/a/target/release"),
            ("/a/target/release/bench-sync", "/a/target/release"),
            ("/a/target/debug/long-checks", "/a/target/debug"),
        ] {
            assert_eq!(profile_folder(Path::new(executable)), Some(Path::new(profile)), "{executable}");
        }
    }
}
