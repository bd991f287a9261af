//! Owns changing the store: one transaction for each sync, or a whole new file beside the old one. It owns no decision
//! of what changes.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use redb::{Builder, Database, DatabaseError, Table};
use serde::Serialize;

use super::error::StoreError;
use super::guard::guarded;
use super::reader::{PATIENCE, RETRY_EVERY};
use super::records::{FileRecord, Meta, SkipRecord};
use super::sealed::seal;
use super::tables::{CACHE_BYTES, FACTS, FILES, META, META_KEY, SKIPPED};
use crate::data::{Doing, ResultExt as _, TMP_SUFFIX};

/// What a sync changes in the store.
#[derive(Debug)]
pub struct StoreUpdate<'a> {
    /// What to keep of the sync as a whole.
    pub meta: &'a Meta,
    /// Files that are new or whose record changed.
    pub files: Vec<(&'a str, &'a FileRecord)>,
    /// Files whose facts are new or changed: their postcard bytes.
    pub facts: Vec<(&'a str, &'a [u8])>,
    /// Files that no longer belong: their records and facts are dropped.
    pub removed_files: Vec<&'a str>,
    /// Left-out files that are new or whose record changed.
    pub skipped: Vec<(&'a str, &'a SkipRecord)>,
    /// Left-out files that are gone, or no longer left out.
    pub removed_skipped: Vec<&'a str>,
}

/// Changes the store at `path` in one transaction, waiting for readers to end.
pub fn update(path: &Path, update: &StoreUpdate<'_>) -> Result<(), StoreError> {
    guarded(|| {
        let db = open(path)?;
        apply(&db, path, update)
    })
}

/// Makes a new store of what `update` holds and puts it at `path` at once, whatever was there.
pub fn rewrite(path: &Path, update: &StoreUpdate<'_>) -> Result<(), StoreError> {
    guarded(|| {
        let mut tmp = path.as_os_str().to_owned();
        tmp.push(TMP_SUFFIX);
        let tmp = PathBuf::from(tmp);
        match fs::remove_file(&tmp) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).or_disk(Doing::Remove, &tmp)?;
            }
            _ => {}
        }
        let db = builder().create(&tmp).map_err(|e| StoreError::from_redb(e.into(), Doing::Write, &tmp))?;
        let applied = apply(&db, &tmp, update).and_then(|()| {
            db.close().map_err(|e| StoreError::from_redb(e.into(), Doing::Write, &tmp))?;
            fs::File::open(&tmp).and_then(|file| file.sync_all()).or_disk(Doing::Write, &tmp)?;
            Ok(fs::rename(&tmp, path).or_disk(Doing::Write, path)?)
        });
        if applied.is_err() {
            // The next sync removes it where this cannot.
            let _ = fs::remove_file(&tmp);
        }
        applied
    })
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES);
    builder
}

fn open(path: &Path) -> Result<Database, StoreError> {
    let start = Instant::now();
    loop {
        match builder().open(path) {
            Ok(db) => return Ok(db),
            Err(DatabaseError::DatabaseAlreadyOpen) if start.elapsed() < PATIENCE => thread::sleep(RETRY_EVERY),
            Err(error) => return Err(StoreError::from_redb(error.into(), Doing::Write, path)),
        }
    }
}

fn apply(db: &Database, path: &Path, update: &StoreUpdate<'_>) -> Result<(), StoreError> {
    let at = |error: redb::Error| StoreError::from_redb(error, Doing::Write, path);
    let mut transaction = db.begin_write().map_err(|e| at(e.into()))?;
    // A crash is then mended at once when the file is next opened, by readers too.
    transaction.set_quick_repair(true);
    {
        let mut files = transaction.open_table(FILES).map_err(|e| at(e.into()))?;
        let mut facts = transaction.open_table(FACTS).map_err(|e| at(e.into()))?;
        let mut skipped = transaction.open_table(SKIPPED).map_err(|e| at(e.into()))?;
        let mut meta = transaction.open_table(META).map_err(|e| at(e.into()))?;
        for path in &update.removed_files {
            files.remove(path).map_err(|e| at(e.into()))?;
            facts.remove(path).map_err(|e| at(e.into()))?;
        }
        for path in &update.removed_skipped {
            skipped.remove(path).map_err(|e| at(e.into()))?;
        }
        for (path, record) in &update.files {
            put(&mut files, path, *record).map_err(at)?;
        }
        for (path, bytes) in &update.facts {
            facts.insert(path, seal(path.as_bytes(), bytes).as_slice()).map_err(|e| at(e.into()))?;
        }
        for (path, record) in &update.skipped {
            put(&mut skipped, path, *record).map_err(at)?;
        }
        put(&mut meta, META_KEY, update.meta).map_err(at)?;
    }
    transaction.commit().map_err(|e| at(e.into()))
}

fn put(table: &mut Table<'_, &str, &[u8]>, key: &str, value: &impl Serialize) -> Result<(), redb::Error> {
    let bytes = postcard::to_allocvec(value).map_err(|error| redb::Error::Io(std::io::Error::other(error)))?;
    table.insert(key, seal(key.as_bytes(), &bytes).as_slice())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use graphicle_engine::facts::Outcome;
    use graphicle_engine::language::Language;
    use graphicle_engine::role::Roles;
    use graphicle_walk::{SkipReason, Stat};

    use super::*;
    use crate::store::{ContentHash, StateId, StoreReader, Versions};

    fn meta(files: u64, skipped: u64) -> Meta {
        Meta {
            versions: Versions {
                store: super::super::STORE_FORMAT,
                snapshot: 1,
                build: 1,
                extract: 1,
                link: 1,
                walk: 1,
            },
            state: StateId::of_hash(&[7; 32]),
            snapshot_bytes: 1,
            files,
            skipped,
            text_bytes: 1,
        }
    }

    fn record(size: u64) -> FileRecord {
        FileRecord {
            stat: Stat { size, ..Stat::default() },
            racy: false,
            content: ContentHash([1; 16]),
            language: Language::Go,
            roles: Roles::TEST,
            outcome: Outcome::Parsed,
            text_bytes: size,
            kept_out: None,
        }
    }

    fn nothing(meta: &Meta) -> StoreUpdate<'_> {
        StoreUpdate {
            meta,
            files: Vec::new(),
            facts: Vec::new(),
            removed_files: Vec::new(),
            skipped: Vec::new(),
            removed_skipped: Vec::new(),
        }
    }

    /// A store with files a and b and a left-out file c.
    fn small_store(path: &Path) {
        let skip = SkipRecord { reason: SkipReason::Binary, stat: None, racy: false };
        let (a, b) = (record(1), record(2));
        let meta = meta(2, 1);
        let first = StoreUpdate {
            files: vec![("b", &b), ("a", &a)],
            facts: vec![("a", b"facts of a"), ("b", b"facts of b")],
            skipped: vec![("c", &skip)],
            ..nothing(&meta)
        };
        rewrite(path, &first).unwrap();
    }

    fn facts(path: &Path) -> Vec<(String, Vec<u8>)> {
        let reader = StoreReader::open(path).unwrap().unwrap();
        let facts = reader.facts("", None).unwrap();
        facts.iter().map(|row| row.map(|(key, value)| (key.to_owned(), value.to_vec())).unwrap()).collect()
    }

    #[test]
    fn what_is_kept_comes_back_in_order() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("store.redb");
        assert!(StoreReader::open(&path).unwrap().is_none());
        small_store(&path);
        let state = StoreReader::open(&path).unwrap().unwrap().state().unwrap();
        assert_eq!(state.files, [("a".to_owned(), record(1)), ("b".to_owned(), record(2))]);
        assert_eq!(state.skipped[0].1.reason, SkipReason::Binary);
        assert_eq!(facts(&path)[1], ("b".to_owned(), b"facts of b".to_vec()));

        let changed = record(9);
        let next = meta(1, 0);
        let second = StoreUpdate {
            files: vec![("b", &changed)],
            removed_files: vec!["a"],
            removed_skipped: vec!["c"],
            ..nothing(&next)
        };
        update(&path, &second).unwrap();
        let state = StoreReader::open(&path).unwrap().unwrap().state().unwrap();
        assert_eq!((state.files, state.skipped), (vec![("b".to_owned(), changed)], vec![]));
        assert_eq!(facts(&path).len(), 1);
    }

    #[test]
    fn a_summary_that_contradicts_the_rows_is_unusable() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("store.redb");
        small_store(&path);
        let wrong = meta(3, 1);
        update(&path, &nothing(&wrong)).unwrap();
        let reader = StoreReader::open(&path).unwrap().unwrap();
        assert!(matches!(reader.state(), Err(StoreError::Unusable(_))));
    }

    #[test]
    fn another_format_is_unusable_and_says_so() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("store.redb");
        small_store(&path);
        let mut other = meta(2, 1);
        other.versions.store += 1;
        update(&path, &nothing(&other)).unwrap();
        let error = StoreReader::open(&path).unwrap().unwrap().meta().unwrap_err();
        assert!(error.to_string().contains(&format!("format {}", other.versions.store)), "{error}");
    }

    #[test]
    fn a_store_damaged_anywhere_is_read_right_or_unusable_and_can_be_rewritten() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("store.redb");
        small_store(&path);
        let expect = StoreReader::open(&path).unwrap().unwrap().state().unwrap();
        let whole = fs::read(&path).unwrap();
        let mut unusable = 0;
        // A prime step visits every kind of page and field without visiting every byte.
        for at in (0..whole.len()).step_by(97) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0xa5;
            fs::write(&path, &damaged).unwrap();
            let read = StoreReader::open(&path).and_then(|reader| match reader {
                Some(reader) => reader.state(),
                None => Err(StoreError::damaged("it is empty")),
            });
            match read {
                Ok(state) => assert_eq!(state, expect, "byte {at}"),
                Err(StoreError::Unusable(_)) => unusable += 1,
                Err(error) => panic!("byte {at}: {error}"),
            }
        }
        assert!(unusable > 0);
        for len in [0, 1, 100, 4096, whole.len() / 2, whole.len() - 1] {
            fs::write(&path, &whole[..len]).unwrap();
            let read = StoreReader::open(&path).and_then(|reader| reader.map(|r| r.state()).transpose());
            assert!(!matches!(&read, Ok(Some(state)) if *state != expect), "cut at {len}");
            assert!(!matches!(read, Err(StoreError::Disk(_) | StoreError::Busy)), "cut at {len}");
        }
        small_store(&path);
        assert_eq!(StoreReader::open(&path).unwrap().unwrap().state().unwrap(), expect);
    }

    #[test]
    fn readers_share_the_store_and_a_writer_waits_for_them() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("store.redb");
        small_store(&path);
        let one = StoreReader::open(&path).unwrap().unwrap();
        let two = StoreReader::open(&path).unwrap().unwrap();
        assert_eq!(one.state().unwrap(), two.state().unwrap());
        let next = meta(2, 1);
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| update(&path, &nothing(&next)));
            thread::sleep(std::time::Duration::from_millis(100));
            assert!(!writer.is_finished());
            drop((one, two));
            writer.join().unwrap().unwrap();
        });
    }
}
