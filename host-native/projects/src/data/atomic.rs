//! Owns writing a file so that other processes see the old file or the whole new one, also after a crash; owns no
//! content.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::disk::{DiskError, Doing, ResultExt};

/// The end of the name of a file that is still being written; a file with such a name is nobody's once its writer is
/// gone, and is removed by the next process that holds the project's lock.
pub const TMP_SUFFIX: &str = ".tmp";

/// A file that is being written beside the place it is meant for.
///
/// Dropping it without [`PendingFile::publish`] removes what was written.
#[derive(Debug)]
pub struct PendingFile {
    writer: Option<BufWriter<File>>,
    tmp: PathBuf,
    path: PathBuf,
}

impl PendingFile {
    /// Starts writing the file that will be `path`.
    pub fn create(path: &Path) -> Result<Self, DiskError> {
        let mut tmp = path.as_os_str().to_owned();
        tmp.push(TMP_SUFFIX);
        let tmp = PathBuf::from(tmp);
        // Whatever has this name was left by a process that is gone; a link there must not be followed.
        match fs::remove_file(&tmp) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(DiskError::new(Doing::Remove, tmp, error));
            }
            _ => {}
        }
        let file = OpenOptions::new().write(true).create_new(true).open(&tmp).or_disk(Doing::Write, &tmp)?;
        Ok(Self { writer: Some(BufWriter::with_capacity(1 << 20, file)), tmp, path: path.to_owned() })
    }

    /// Appends `bytes`.
    pub fn write_all(&mut self, bytes: &[u8]) -> Result<(), DiskError> {
        match &mut self.writer {
            Some(writer) => writer.write_all(bytes).or_disk(Doing::Write, &self.path),
            None => Ok(()),
        }
    }

    /// Flushes what was written to the disk and gives the file its name, replacing what had it.
    pub fn publish(mut self) -> Result<(), DiskError> {
        if let Some(writer) = self.writer.take() {
            let file = writer.into_inner().map_err(io::IntoInnerError::into_error).or_disk(Doing::Write, &self.path)?;
            file.sync_all().or_disk(Doing::Write, &self.path)?;
            drop(file);
            fs::rename(&self.tmp, &self.path).or_disk(Doing::Write, &self.path)?;
            sync_folder_of(&self.path);
        }
        Ok(())
    }
}

impl Drop for PendingFile {
    fn drop(&mut self) {
        // After `publish` the name is gone and this does nothing. Without it nobody needs the file, and if it cannot
        // be removed now, the next sync does.
        drop(self.writer.take());
        let _ = fs::remove_file(&self.tmp);
    }
}

impl Write for PendingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.writer {
            Some(writer) => writer.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), Write::flush)
    }
}

/// Makes `path` hold exactly `bytes`, at once for every other process.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), DiskError> {
    let mut file = PendingFile::create(path)?;
    file.write_all(bytes)?;
    file.publish()
}

/// Makes a rename survive a power cut, where the system lets a folder be flushed. Not every file system does, and a
/// lost rename leaves the old file, which is a state that every reader understands: so a failure is not an error.
fn sync_folder_of(path: &Path) {
    #[cfg(unix)]
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = path;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replaced_file_holds_the_new_bytes_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("current");
        replace(&path, b"one").unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_is_given_up_leaves_the_old_one_and_no_trace() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.snapshot");
        replace(&path, b"old").unwrap();
        let mut pending = PendingFile::create(&path).unwrap();
        pending.write_all(b"half").unwrap();
        drop(pending);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_with_the_name_of_the_unfinished_file_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let elsewhere = folder.path().join("elsewhere");
        fs::write(&elsewhere, "keep").unwrap();
        let path = folder.path().join("current");
        std::os::unix::fs::symlink(&elsewhere, folder.path().join("current.tmp")).unwrap();
        replace(&path, b"new").unwrap();
        assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "keep");
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }
}
