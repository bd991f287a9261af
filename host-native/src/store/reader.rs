//! Owns reading the store, also while it needs repair and where nothing can be written; owns no change of it.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use redb::backends::InMemoryBackend;
use redb::{
    AccessGuard, Builder, Database, DatabaseError, ReadOnlyDatabase, ReadOnlyTable, ReadableDatabase,
    ReadableTable as _, StorageBackend as _,
};
use serde::de::DeserializeOwned;

use super::error::StoreError;
use super::guard::guarded;
use super::records::{FileRecord, Meta, STORE_FORMAT, SkipRecord};
use super::sealed::unseal;
use super::tables::{CACHE_BYTES, FACTS, FILES, META, META_KEY, SKIPPED};
use crate::data::{DiskError, Doing, ResultExt as _};

/// How long to wait for a process that is writing. A write takes a fraction of a second; this is for a slow disk.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);
pub(super) const RETRY_EVERY: Duration = Duration::from_millis(5);

/// Everything that is kept but the facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// What is kept of the sync as a whole.
    pub meta: Meta,
    /// The files that belong, in byte order of their paths.
    pub files: Vec<(String, FileRecord)>,
    /// What is left out, in byte order of the paths.
    pub skipped: Vec<(String, SkipRecord)>,
}

/// The store, open for reading. Several processes may read at once; a writer waits for them.
pub struct StoreReader {
    db: Opened,
    path: PathBuf,
}

enum Opened {
    File(ReadOnlyDatabase),
    /// A copy in memory, of a file that needs repair and lies where nothing can be written.
    Copy(Database),
}

impl fmt::Debug for StoreReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoreReader").field("path", &self.path).finish_non_exhaustive()
    }
}

impl StoreReader {
    /// Opens the store at `path`; `None` when there is none.
    pub fn open(path: &Path) -> Result<Option<Self>, StoreError> {
        let db = guarded(|| open(path))?;
        Ok(db.map(|db| Self { db, path: path.to_owned() }))
    }

    /// Returns what is kept of the sync as a whole.
    pub fn meta(&self) -> Result<Meta, StoreError> {
        guarded(|| {
            let table = self.table(META)?;
            let value = table.get(META_KEY).map_err(|e| StoreError::from_storage(e, &self.path))?;
            let value = value.ok_or_else(|| StoreError::damaged("it names no state"))?;
            let bytes = unseal(META_KEY.as_bytes(), value.value());
            let bytes = bytes.ok_or_else(|| StoreError::damaged("its summary is damaged"))?;
            let (format, _) =
                postcard::take_from_bytes::<u32>(bytes).map_err(|_| StoreError::damaged("its summary is damaged"))?;
            if format != STORE_FORMAT {
                return Err(StoreError::damaged(format!(
                    "it has format {format}, and this program uses {STORE_FORMAT}"
                )));
            }
            postcard::from_bytes(bytes).map_err(|_| StoreError::damaged("its summary is damaged"))
        })
    }

    /// Returns everything but the facts.
    pub fn state(&self) -> Result<State, StoreError> {
        let meta = self.meta()?;
        guarded(|| {
            let files: Vec<(String, FileRecord)> = self.rows(FILES)?;
            let skipped: Vec<(String, SkipRecord)> = self.rows(SKIPPED)?;
            if files.len() as u64 != meta.files || skipped.len() as u64 != meta.skipped {
                return Err(StoreError::damaged("rows are missing"));
            }
            Ok(State { meta, files, skipped })
        })
    }

    /// Returns the facts of every file whose path is at least `from` and, if given, below `to`.
    pub fn facts(&self, from: &str, to: Option<&str>) -> Result<FactsOf, StoreError> {
        guarded(|| {
            let table = self.table(FACTS)?;
            let range = match to {
                Some(to) => table.range(from..to),
                None => table.range(from..),
            };
            let range = range.map_err(|e| StoreError::from_storage(e, &self.path))?;
            let rows: Result<Vec<_>, _> = range.collect();
            let rows = rows.map_err(|e| StoreError::from_storage(e, &self.path))?;
            Ok(FactsOf { rows })
        })
    }

    fn rows<T: DeserializeOwned>(
        &self,
        table: redb::TableDefinition<'_, &'static str, &'static [u8]>,
    ) -> Result<Vec<(String, T)>, StoreError> {
        let table = self.table(table)?;
        let mut rows = Vec::new();
        for row in table.iter().map_err(|e| StoreError::from_storage(e, &self.path))? {
            let (key, value) = row.map_err(|e| StoreError::from_storage(e, &self.path))?;
            let record = unseal(key.value().as_bytes(), value.value()).and_then(|b| postcard::from_bytes(b).ok());
            let record = record.ok_or_else(|| StoreError::damaged("a row is damaged"))?;
            rows.push((key.value().to_owned(), record));
        }
        Ok(rows)
    }

    fn table(
        &self,
        table: redb::TableDefinition<'_, &'static str, &'static [u8]>,
    ) -> Result<ReadOnlyTable<&'static str, &'static [u8]>, StoreError> {
        let transaction = match &self.db {
            Opened::File(db) => db.begin_read(),
            Opened::Copy(db) => db.begin_read(),
        };
        let transaction = transaction.map_err(|e| StoreError::from_redb(e.into(), Doing::Read, &self.path))?;
        transaction.open_table(table).map_err(|e| StoreError::from_redb(e.into(), Doing::Read, &self.path))
    }
}

/// The facts of several files, in byte order of the paths, held as the database's own pages.
pub struct FactsOf {
    rows: Vec<(AccessGuard<'static, &'static str>, AccessGuard<'static, &'static [u8]>)>,
}

impl fmt::Debug for FactsOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FactsOf").field("rows", &self.rows.len()).finish()
    }
}

impl FactsOf {
    /// Returns the paths and the facts' postcard bytes; an error for a row that is damaged.
    pub fn iter(&self) -> impl Iterator<Item = Result<(&str, &[u8]), StoreError>> {
        self.rows.iter().map(|(key, value)| {
            let key = key.value();
            let value = unseal(key.as_bytes(), value.value());
            value.map(|value| (key, value)).ok_or_else(|| StoreError::damaged("a file's facts are damaged"))
        })
    }
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES);
    builder
}

fn open(path: &Path) -> Result<Option<Opened>, StoreError> {
    let start = Instant::now();
    let mut is_repaired = false;
    loop {
        match builder().open_read_only(path) {
            Ok(db) => return Ok(Some(Opened::File(db))),
            Err(DatabaseError::DatabaseAlreadyOpen) => {
                if start.elapsed() >= PATIENCE {
                    return Err(StoreError::Busy);
                }
                thread::sleep(RETRY_EVERY);
            }
            // The repair did not reach the disk, which is full: the database does not say so when it is closed.
            Err(DatabaseError::RepairAborted) if is_repaired => return open_copy(path).map(Some),
            Err(DatabaseError::RepairAborted) => match builder().open(path) {
                // Opening it for writing repairs it.
                Ok(_) => is_repaired = true,
                // Another process is doing so.
                Err(DatabaseError::DatabaseAlreadyOpen) => {
                    if start.elapsed() >= PATIENCE {
                        return Err(StoreError::Busy);
                    }
                    thread::sleep(RETRY_EVERY);
                }
                Err(error) => match StoreError::from_redb(error.into(), Doing::Write, path) {
                    // Nothing can be written there; reading may still do.
                    StoreError::Disk(_) => return open_copy(path).map(Some),
                    error => return Err(error),
                },
            },
            Err(error) => match StoreError::from_redb(error.into(), Doing::Read, path) {
                StoreError::Disk(disk) if disk.is_not_found() => return Ok(None),
                error => return Err(error),
            },
        }
    }
}

/// Opens a copy of the file in memory, where it can be repaired.
fn open_copy(path: &Path) -> Result<Opened, StoreError> {
    let bytes = fs::read(path).or_disk(Doing::Read, path)?;
    let backend = InMemoryBackend::new();
    let filled = backend.set_len(bytes.len() as u64).and_then(|()| backend.write(0, &bytes));
    filled.map_err(|error| DiskError::new(Doing::Read, path, error))?;
    let db = builder().create_with_backend(backend);
    Ok(Opened::Copy(db.map_err(|error| StoreError::from_redb(error.into(), Doing::Read, path))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{StateId, StoreUpdate, Versions, rewrite};

    /// Makes a store as a process leaves it that is killed between a commit and closing, and returns its state.
    fn left_by_a_killed_writer(path: &Path) -> Meta {
        let meta = Meta {
            versions: Versions { store: STORE_FORMAT, snapshot: 1, build: 1, extract: 1, link: 1, walk: 1 },
            state: StateId::of_hash(&[7; 32]),
            snapshot_bytes: 1,
            files: 0,
            skipped: 0,
            text_bytes: 0,
        };
        let empty = StoreUpdate {
            meta: &meta,
            files: Vec::new(),
            facts: Vec::new(),
            removed_files: Vec::new(),
            skipped: Vec::new(),
            removed_skipped: Vec::new(),
        };
        rewrite(path, &empty).unwrap();
        let db = builder().open(path).unwrap();
        let transaction = db.begin_write().unwrap();
        transaction.open_table(FILES).unwrap();
        transaction.commit().unwrap();
        let left = fs::read(path).unwrap();
        drop(db);
        fs::write(path, left).unwrap();
        assert!(matches!(builder().open_read_only(path), Err(DatabaseError::RepairAborted)));
        meta
    }

    #[test]
    fn a_store_that_needs_repair_is_repaired_by_whoever_reads_it_first() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("store.redb");
        let meta = left_by_a_killed_writer(&path);
        assert_eq!(StoreReader::open(&path).unwrap().unwrap().meta().unwrap(), meta);
        assert!(builder().open_read_only(&path).is_ok());
    }

    #[test]
    fn a_store_that_cannot_be_repaired_in_place_is_read_from_a_copy() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("store.redb");
        let meta = left_by_a_killed_writer(&path);
        let before = fs::read(&path).unwrap();
        let copy = StoreReader { db: open_copy(&path).unwrap(), path: path.clone() };
        assert_eq!(copy.meta().unwrap(), meta);
        assert!(fs::read(&path).unwrap() == before);
    }
}
