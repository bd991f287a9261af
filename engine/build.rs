//! Owns the hash of the engine's sources, which tells one state of the engine from another.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use sha2::{Digest as _, Sha256};

fn main() -> io::Result<()> {
    let sources = Path::new("src");
    println!("cargo:rerun-if-changed=src");
    let mut files = Vec::new();
    list(sources, &mut files)?;
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        // A checkout may turn line ends, which are not the engine's.
        let bytes: Vec<u8> = fs::read(&file)?.into_iter().filter(|&byte| byte != b'\r').collect();
        let name: Vec<_> = file.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        hash.update(name.join("/"));
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(&bytes);
    }
    let hex = hash.finalize().iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    let out = env::var_os("OUT_DIR").map(PathBuf::from).ok_or(io::ErrorKind::NotFound)?;
    fs::write(out.join("sources.sha256"), hex)
}

/// Adds every file below a folder.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            list(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}
