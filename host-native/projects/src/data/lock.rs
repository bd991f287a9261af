//! Owns a lock between processes that ends with the process that holds it; owns no meaning of what it guards.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::disk::{DiskError, Doing, ResultExt};

/// How long a lock is waited for in silence before the waiting is told.
const SILENCE: Duration = Duration::from_secs(1);

/// A held lock on a file. The system releases it when the value is dropped or the process ends in any way.
#[derive(Debug)]
pub struct FileLock {
    _file: File,
}

impl FileLock {
    /// Takes the lock that `path` stands for, waiting for its holder; calls `waiting` once when that takes longer than
    /// a second.
    pub fn wait(path: &Path, waiting: impl FnOnce() + Send) -> Result<Self, DiskError> {
        let file = open(path)?;
        match file.try_lock() {
            Ok(()) => return Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(DiskError::new(Doing::Lock, path, error)),
        }
        let (got_it, still_waiting) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                if still_waiting.recv_timeout(SILENCE) == Err(RecvTimeoutError::Timeout) {
                    waiting();
                }
            });
            let locked = file.lock();
            drop(got_it);
            locked
        })
        .or_disk(Doing::Lock, path)?;
        Ok(Self { _file: file })
    }

    /// Takes the lock that `path` stands for, or returns `None` while another process holds it.
    pub fn try_take(path: &Path) -> Result<Option<Self>, DiskError> {
        let file = open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(DiskError::new(Doing::Lock, path, error)),
        }
    }
}

fn open(path: &Path) -> Result<File, DiskError> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).or_disk(Doing::Write, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_one_holder_s_until_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let first = FileLock::wait(&path, || panic!("nobody holds it")).unwrap();
        assert!(FileLock::try_take(&path).unwrap().is_none());
        drop(first);
        assert!(FileLock::try_take(&path).unwrap().is_some());
    }

    #[test]
    fn waiting_is_told_once_and_ends_with_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let first = FileLock::wait(&path, || ()).unwrap();
        let (told, heard) = mpsc::channel();
        std::thread::scope(|scope| {
            let waiter = scope.spawn(|| FileLock::wait(&path, move || told.send(()).unwrap()).map(|_| ()));
            heard.recv_timeout(Duration::from_secs(30)).unwrap();
            drop(first);
            waiter.join().unwrap().unwrap();
        });
    }
}
