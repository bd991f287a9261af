//! Owns the snapshot files of a project: writing one, switching to it, mapping the current one, and removing what no
//! longer counts. It owns nothing of what is inside a snapshot.
//!
//! A snapshot file gets its name when it is complete, and is never changed afterwards; only removed, or replaced by a
//! rename. So a process that has mapped one reads the same bytes for as long as it likes.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::Path;

use memmap2::Mmap;

use crate::ProjectId;
use crate::data::{DataFolder, DiskError, Doing, PendingFile, ProjectFolder, ResultExt as _, TMP_SUFFIX, replace};
use crate::state::StateId;

/// The end of a snapshot file's name.
const SUFFIX: &str = ".snapshot";

/// How often a reader that lost a race against a switch looks again. Each round means that a whole sync happened in
/// between, so that even the second is hardly ever needed.
const ROUNDS: u32 = 16;

/// Why there is no snapshot to read.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotFileError {
    /// The project has none.
    #[error("the project has no snapshot")]
    None,
    /// The disk failed.
    #[error(transparent)]
    Disk(#[from] DiskError),
}

/// A snapshot file in memory.
#[derive(Debug)]
pub struct MappedSnapshot {
    map: Mmap,
    /// Which state it holds.
    pub state: StateId,
}

impl MappedSnapshot {
    /// Returns the file's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.map
    }
}

impl AsRef<[u8]> for MappedSnapshot {
    fn as_ref(&self) -> &[u8] {
        self.bytes()
    }
}

/// The snapshot files of one project.
#[derive(Debug, Clone)]
pub struct SnapshotFiles {
    folder: ProjectFolder,
}

impl SnapshotFiles {
    /// Returns the snapshot files in `folder`.
    pub fn new(folder: ProjectFolder) -> Self {
        Self { folder }
    }

    /// Returns the state that readers open; `None` when there is none, or the pointer is damaged.
    pub fn current(&self) -> Result<Option<StateId>, DiskError> {
        let path = self.folder.current();
        match fs::read_to_string(&path) {
            Ok(text) => Ok(StateId::parse(text.trim_end())),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::InvalidData) => Ok(None),
            Err(error) => Err(DiskError::new(Doing::Read, path, error)),
        }
    }

    /// Maps the current snapshot.
    pub fn map_current(&self) -> Result<MappedSnapshot, SnapshotFileError> {
        for _ in 0..ROUNDS {
            let Some(state) = self.current()? else { return Err(SnapshotFileError::None) };
            match self.map(&state) {
                // The file was replaced between reading the pointer and opening it; the pointer then names another.
                Err(error) if error.is_not_found() && self.current()? != Some(state) => {}
                Err(error) if error.is_not_found() => return Err(SnapshotFileError::None),
                other => return Ok(other?),
            }
        }
        Err(SnapshotFileError::None)
    }

    /// Returns the snapshot files of the project whose snapshot lies at `path`, and that snapshot's state; `None` where no
    /// data folder keeps snapshots at such a place, so that nobody knows what becomes of the file's bytes.
    pub fn around(path: &Path) -> Option<(Self, StateId)> {
        let path = path.canonicalize().ok()?;
        let state = StateId::parse(path.file_name()?.to_str()?.strip_suffix(SUFFIX)?)?;
        let (id, projects) = (path.parent()?, path.parent()?.parent()?);
        let folder = DataFolder::at(projects.parent()?).project(ProjectId::parse(id.file_name()?.to_str()?)?.as_str());
        let files = Self::new(folder);
        (files.folder.snapshot(state.as_str()) == path).then_some((files, state))
    }

    /// Maps the snapshot of a state.
    pub fn map(&self, state: &StateId) -> Result<MappedSnapshot, DiskError> {
        let path = self.folder.snapshot(state.as_str());
        let file = File::open(&path).or_disk(Doing::Read, &path)?;
        let is_folder = file.metadata().or_disk(Doing::Read, &path)?.is_dir();
        let whole = if is_folder { Err(ErrorKind::IsADirectory.into()) } else { map(&file) };
        let map = whole.or_disk(Doing::Read, &path)?;
        Ok(MappedSnapshot { map, state: state.clone() })
    }

    /// Returns whether a complete snapshot of this state, of this many bytes, is there.
    pub fn has(&self, state: &StateId, bytes: u64) -> bool {
        fs::metadata(self.folder.snapshot(state.as_str())).is_ok_and(|metadata| metadata.len() == bytes)
    }

    /// Starts writing the snapshot of a state. It counts once it is published and [`SnapshotFiles::switch_to`] names it.
    pub fn create(&self, state: &StateId) -> Result<PendingFile, DiskError> {
        PendingFile::create(&self.folder.snapshot(state.as_str()))
    }

    /// Makes a state's snapshot the one that readers open.
    pub fn switch_to(&self, state: &StateId) -> Result<(), DiskError> {
        replace(&self.folder.current(), format!("{state}\n").as_bytes())
    }

    /// Removes every snapshot but that of `keep`, and whatever a killed process left unfinished. Only the holder of
    /// the project's lock may call this. What cannot be removed now (a mapped file on Windows) is left for later.
    pub fn clean(&self, keep: Option<&StateId>) {
        let Ok(entries) = fs::read_dir(self.folder.path()) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let outdated =
                name.strip_suffix(SUFFIX).is_some_and(|state| keep.is_none_or(|keep| keep.as_str() != state));
            if outdated || is_unfinished(name) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Returns the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Returns whether a file of this name is one that only the holder of the project's lock writes, still unfinished. The
/// project's record is not among them: it is written under the lock of the list of projects.
fn is_unfinished(name: &str) -> bool {
    name.strip_suffix(TMP_SUFFIX).is_some_and(|name| name.ends_with(SUFFIX) || matches!(name, "store.redb" | "current"))
}

#[expect(unsafe_code, reason = "mapping a file is the only way to open a snapshot without reading it whole")]
fn map(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: the bytes of a mapping must not change while they are borrowed. A snapshot file is written under another
    // name and gets its own by a rename when it is complete; this program never writes to it again, only unlinks it or
    // renames another file over it, and both leave the mapped file as it is. The data folder belongs to the user alone
    // (mode 0700); a program of theirs that overwrites the file in place can at worst end this process, since the
    // engine checks every byte that it uses.
    unsafe { Mmap::map(file) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> (tempfile::TempDir, SnapshotFiles) {
        let temp = tempfile::tempdir().unwrap();
        let folder = DataFolder::at(temp.path()).project("p");
        folder.create().unwrap();
        (temp, SnapshotFiles::new(folder))
    }

    fn state(digit: char) -> StateId {
        StateId::parse(&digit.to_string().repeat(StateId::LEN)).unwrap()
    }

    fn write(files: &SnapshotFiles, state: &StateId, bytes: &[u8]) {
        let mut pending = files.create(state).unwrap();
        pending.write_all(bytes).unwrap();
        pending.publish().unwrap();
    }

    #[test]
    fn readers_see_the_old_snapshot_until_the_switch_and_keep_it_after() {
        let (_keep, files) = files();
        assert!(matches!(files.map_current(), Err(SnapshotFileError::None)));
        write(&files, &state('a'), b"old");
        files.switch_to(&state('a')).unwrap();
        let old = files.map_current().unwrap();
        write(&files, &state('b'), b"newer");
        assert_eq!(files.map_current().unwrap().bytes(), b"old");
        files.switch_to(&state('b')).unwrap();
        files.clean(Some(&state('b')));
        assert_eq!(files.map_current().unwrap().bytes(), b"newer");
        assert_eq!(old.bytes(), b"old");
        assert!(files.has(&state('b'), 5) && !files.has(&state('a'), 3));
    }

    #[test]
    fn a_damaged_pointer_and_a_lost_file_read_as_no_snapshot() {
        let (_keep, files) = files();
        fs::write(files.path().join("current"), "../../etc/passwd").unwrap();
        assert!(matches!(files.map_current(), Err(SnapshotFileError::None)));
        fs::write(files.path().join("current"), [0xff; 32]).unwrap();
        assert!(matches!(files.map_current(), Err(SnapshotFileError::None)));
        files.switch_to(&state('a')).unwrap();
        assert!(matches!(files.map_current(), Err(SnapshotFileError::None)));
    }

    #[test]
    fn cleaning_leaves_the_kept_snapshot_and_what_is_not_one() {
        let (_keep, files) = files();
        write(&files, &state('a'), b"a");
        write(&files, &state('b'), b"b");
        for name in
            ["store.redb.tmp", "x.snapshot.tmp", "current.tmp", "store.redb", "project.json", "project.json.tmp"]
        {
            fs::write(files.path().join(name), "").unwrap();
        }
        files.clean(Some(&state('b')));
        let mut left: Vec<_> =
            fs::read_dir(files.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        left.sort();
        assert_eq!(
            left,
            [format!("{}.snapshot", state('b')), "project.json".into(), "project.json.tmp".into(), "store.redb".into()]
        );
    }

    #[test]
    fn a_data_folders_snapshot_is_known_by_its_place_alone() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        let folder = DataFolder::at(&root).project("0123456789ab");
        folder.create().unwrap();
        let files = SnapshotFiles::new(folder.clone());
        write(&files, &state('a'), b"kept");
        let (found, its_state) = SnapshotFiles::around(&folder.snapshot(state('a').as_str())).unwrap();
        assert_eq!((found.path(), its_state), (files.path(), state('a')));
        for other in ["a.snapshot".to_owned(), format!("{}.snapshot", state('b'))] {
            fs::write(root.join(&other), "x").unwrap();
            assert!(SnapshotFiles::around(&root.join(&other)).is_none(), "{other}");
        }
        assert!(SnapshotFiles::around(&folder.snapshot(state('c').as_str())).is_none());
    }
}
