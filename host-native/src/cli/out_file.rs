//! Owns writing a result to the file that `--out` names. It owns no result.

use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use anyhow::bail;

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
    Ok(())
}

/// Writes a file at once, by way of one beside it that is nobody else's; an old file's mode is kept. What is no plain
/// file (a device, a pipe, a link) is written into.
pub(super) fn write(path: &Path, fill: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> io::Result<()> {
    let old = path.symlink_metadata().ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        let mut file = BufWriter::new(fs::File::create(path)?);
        fill(&mut file)?;
        return file.flush();
    }
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".graphicle-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    let mut buffered = BufWriter::new(file.as_file_mut());
    fill(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.persist(path)?;
    Ok(())
}
