//! Owns the folder that `export --demo` writes: what may stand there before, and that nothing of somebody else's is
//! overwritten. It owns neither the page nor the snapshot.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path};

use anyhow::{Context as _, bail};
use graphicle_page::Page;

use super::out::quoted;

/// What the snapshot is called beside the page.
pub(super) const SNAPSHOT: &str = "project.graphicle";
/// The list of what the last export wrote, a path a line, so that the next one takes away what is gone.
const LIST: &str = ".graphicle-demo";
/// Keeps the folder out of the project that it may lie in.
const IGNORE: &str = ".graphicleignore";

/// Fails where the folder holds anything that no such export wrote.
pub(super) fn check(folder: &Path) -> anyhow::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    if !folder.is_dir() {
        bail!("{} is no folder; name a new or an empty one for --demo", quoted(folder));
    }
    let ours = ours(folder);
    for entry in fs::read_dir(folder).with_context(|| cannot_write(folder))? {
        let name = entry.with_context(|| cannot_write(folder))?.file_name();
        let is_ours = name.to_str().is_some_and(|name| {
            ours.iter().any(|path| path == name || path.strip_prefix(name).is_some_and(|rest| rest.starts_with('/')))
        });
        if !is_ours {
            let what = folder.join(name);
            bail!("{} is not what an export wrote; name a new or an empty folder for --demo", quoted(&what));
        }
    }
    Ok(())
}

/// Writes the page that opens the snapshot, the snapshot first: a page that is there finds it.
pub(super) fn write(folder: &Path, page: Page, snapshot: &[u8]) -> anyhow::Result<()> {
    let page = page.with_snapshot(SNAPSHOT);
    let before = ours(folder);
    let mut now: BTreeSet<String> = [SNAPSHOT, LIST, IGNORE].map(str::to_owned).into();
    now.extend(page.files().map(|(path, _)| path.to_owned()));
    let all: Vec<&str> = before.union(&now).map(String::as_str).collect();
    // The list knows each file before it is there, so that an export that is ended leaves nothing that is not ours.
    put(folder, LIST, (all.join("\n") + "\n").as_bytes())?;
    put(folder, IGNORE, b"*\n")?;
    put(folder, SNAPSHOT, snapshot)?;
    for (path, bytes) in page.files() {
        put(folder, path, bytes)?;
    }
    for path in before.difference(&now) {
        // It may have been taken away already.
        let _ = fs::remove_file(folder.join(path));
    }
    let all: Vec<&str> = now.iter().map(String::as_str).collect();
    put(folder, LIST, (all.join("\n") + "\n").as_bytes())
}

/// Returns the paths that the last export wrote; none that would lead out of the folder.
fn ours(folder: &Path) -> BTreeSet<String> {
    let list = fs::read_to_string(folder.join(LIST)).unwrap_or_default();
    let is_inside =
        |path: &&str| !path.is_empty() && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    list.lines().filter(is_inside).map(str::to_owned).collect()
}

/// Writes a file at once: whoever reads it meanwhile sees the old one or the new one.
fn put(folder: &Path, path: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let target = folder.join(path);
    let parent = target.parent().unwrap_or(folder);
    fs::create_dir_all(parent).with_context(|| cannot_write(folder))?;
    let new = tempfile_in(parent).with_context(|| cannot_write(&target))?;
    fs::write(new.path(), bytes).with_context(|| cannot_write(&target))?;
    new.persist(&target).map_err(|error| error.error).with_context(|| cannot_write(&target))?;
    Ok(())
}

/// Makes an empty file that a web server may read.
fn tempfile_in(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o644));
    }
    builder.prefix(".graphicle-").tempfile_in(folder)
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}; choose another place for --demo", quoted(path))
}
