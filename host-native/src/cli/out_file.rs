//! Owns writing a result to the file that `--out` names. It owns no result.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use tempfile::NamedTempFile;

/// Fails before anything is read where the file could not be written.
pub(super) fn check_place(out: &Path) -> anyhow::Result<()> {
    if out.is_dir() {
        bail!("{} is a folder; name a file for --out", out.display());
    }
    if out.as_os_str() == "-" {
        bail!("--out takes a file; leave it out for standard output");
    }
    let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty());
    if let Some(parent) = parent.filter(|parent| !parent.is_dir()) {
        bail!("there is no folder {}; make it first, or choose another place for --out", parent.display());
    }
    if out.is_file() {
        // One that is protected is not replaced either.
        OpenOptions::new().write(true).open(out).with_context(|| cannot_write(out))?;
    }
    Ok(())
}

/// Writes a file at once where that leaves everything else of it as it was: a new one, and a plain one of ours that has no
/// other name. Everything else (a link, a device, a pipe, another's file, one in a folder that takes no new file) is
/// written into.
pub(super) fn write(path: &Path, fill: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> anyhow::Result<()> {
    let old = path.symlink_metadata().ok();
    let beside = beside(path).ok().filter(|new| old.as_ref().is_none_or(|old| is_like(old, new.as_file())));
    match beside {
        Some(new) => replace(path, old.as_ref(), new, fill),
        None => fs::File::create(path).and_then(|file| filled(file, fill)),
    }
    .with_context(|| cannot_write(path))
}

/// Makes an empty file beside another one, with a name of its own.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".graphicle-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Fills a file and puts it in an old one's place, whose mode is kept.
fn replace(
    path: &Path,
    old: Option<&fs::Metadata>,
    mut new: NamedTempFile,
    fill: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
) -> io::Result<()> {
    filled(new.as_file_mut(), fill)?;
    if let Some(old) = old {
        new.as_file().set_permissions(old.permissions())?;
    }
    new.persist(path)?;
    Ok(())
}

fn filled(to: impl io::Write, fill: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> io::Result<()> {
    let mut buffered = BufWriter::new(to);
    fill(&mut buffered)?;
    buffered.flush()
}

/// Returns whether a new file may take the place of an old one without anybody seeing another owner, or the old text under
/// another name.
#[cfg(unix)]
fn is_like(old: &fs::Metadata, new: &fs::File) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let has_its_owner = |new: fs::Metadata| (new.uid(), new.gid()) == (old.uid(), old.gid());
    old.is_file() && old.nlink() == 1 && new.metadata().is_ok_and(has_its_owner)
}

/// Returns whether a new file may take the place of an old one.
#[cfg(not(unix))]
fn is_like(old: &fs::Metadata, _: &fs::File) -> bool {
    old.is_file()
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}; choose another place for --out", path.display())
}
