//! Owns where a snapshot's bytes come from (the caller, a file, a synced project) and how they are held. It owns no
//! format: the engine unpacks and checks.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

use graphicle_engine::api::{ApiError, Opened};
use graphicle_engine::portable::{About, Unpacker, unpack};
use graphicle_projects::current;
use graphicle_projects::data::DiskError;
use graphicle_projects::snapshots::{MappedSnapshot, SnapshotFiles};

use crate::failure::{Code, Failure};

/// A snapshot's bytes.
#[derive(Debug)]
pub enum SnapshotBytes {
    /// In this process's memory.
    Held(Vec<u8>),
    /// A file of the data folder, mapped: such a file is never changed once it has its name.
    Mapped(MappedSnapshot),
}

impl AsRef<[u8]> for SnapshotBytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Held(bytes) => bytes,
            Self::Mapped(map) => map.bytes(),
        }
    }
}

/// A snapshot that was opened.
#[derive(Debug)]
pub struct Held {
    /// It itself.
    pub opened: Opened<SnapshotBytes>,
    /// How much of this process's own memory it takes, in bytes.
    pub weight: usize,
}

impl Held {
    fn new(bytes: SnapshotBytes, about: About) -> Result<Self, Failure> {
        let weight = match &bytes {
            SnapshotBytes::Held(bytes) => bytes.capacity(),
            SnapshotBytes::Mapped(_) => 0,
        };
        Ok(Self { opened: Opened::new(bytes, about)?, weight })
    }
}

/// Opens an exported file, or the bytes of a snapshot.
pub fn of_bytes(file: &[u8]) -> Result<Held, Failure> {
    let (bytes, about) = unpack(file).map_err(ApiError::from)?;
    Held::new(SnapshotBytes::Held(bytes), about)
}

/// Opens the exported file, or the snapshot, at `path`.
///
/// A snapshot that lies in a data folder is mapped. Any other file is read: whoever owns it may cut it short in place,
/// and a process that has such a file mapped dies of that.
pub fn of_file(path: &Path) -> Result<Held, Failure> {
    if let Some((files, state)) = SnapshotFiles::around(path) {
        let map = files.map(&state).map_err(|DiskError { source, .. }| unreadable(path, &source))?;
        return Held::new(SnapshotBytes::Mapped(map), About::default());
    }
    let (bytes, about) = read(path)?;
    Held::new(SnapshotBytes::Held(bytes), about)
}

/// Opens the last synced snapshot of the project that `selector` means: its id, its key or a folder.
pub fn of_project(selector: &str) -> Result<Held, Failure> {
    let found = current::open(selector)?;
    let about = About { project: Some(found.project.key), commit: found.commit, ..About::default() };
    Held::new(SnapshotBytes::Mapped(found.snapshot), about)
}

/// Reads a file part by part, so that the compressed form is never whole in memory.
fn read(path: &Path) -> Result<(Vec<u8>, About), Failure> {
    let failed = |error: &io::Error| unreadable(path, error);
    // Looked at before it is opened: opening a pipe waits for a writer.
    let kind = fs::metadata(path).map_err(|error| failed(&error))?;
    if !kind.is_file() {
        let what = if kind.is_dir() { "it is a folder" } else { "it is no regular file" };
        return Err(failed(&io::Error::new(ErrorKind::InvalidInput, what)));
    }
    let mut file = File::open(path).map_err(|error| failed(&error))?;
    let len = file.metadata().map_err(|error| failed(&error))?.len();
    let mut unpacker = Unpacker::new(len);
    let mut part = Vec::new();
    while unpacker.wants() > 0 {
        part.clear();
        let wanted = unpacker.wants() as u64;
        file.by_ref().take(wanted).read_to_end(&mut part).map_err(|error| failed(&error))?;
        unpacker.push(&part).map_err(ApiError::from)?;
    }
    Ok(unpacker.finish().map_err(ApiError::from)?)
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        ErrorKind::NotFound => {
            Failure::new(Code::NotFound, format!("there is no file {}; check how it is spelled", path.display()))
        }
        _ => Failure::new(
            Code::Unreadable,
            format!("cannot read {}: {error}; give the path of an exported file or a snapshot", path.display()),
        ),
    }
}
