//! Owns getting the snapshot that a reading command reads: the project is synced first, unless that is not wanted. It
//! owns neither syncing nor reading.

use anyhow::{anyhow, bail};
use graphicle_engine::snapshot::Snapshot;

use super::args::ProjectArgs;
use super::out::quoted;
use super::progress::Progress;
use super::target;
use crate::projects::{Project, Target};
use crate::store::{MappedSnapshot, SnapshotFiles};
use crate::sync::workers::WorkerCommand;
use crate::sync::{Mode, Observer as _, SyncOptions, sync};

/// Returns the project that the arguments mean and its snapshot, up to date with the folder.
pub(super) fn snapshot(args: &ProjectArgs) -> anyhow::Result<(Project, MappedSnapshot)> {
    let registry = target::registry()?;
    let found = target::find(&registry, args.project.as_deref())?;
    let project = match found {
        Target::Unsynced(root) if args.no_sync => {
            bail!("{} was never synced; leave out --no-sync, or run: graphicle sync {}", root.display(), quoted(&root))
        }
        found => {
            let is_new = matches!(found, Target::Unsynced(_));
            let project = registry.adopt(found)?;
            if !args.no_sync {
                let progress = Progress::new();
                if is_new {
                    progress.note(&format!("{} was never synced; syncing it first", project.root.display()));
                }
                let options = SyncOptions { mode: Mode::Incremental, workers: WorkerCommand::this_program()? };
                let summary = sync(&registry, &project, &options, &progress);
                progress.finish();
                summary?;
            }
            project
        }
    };
    let files = SnapshotFiles::new(registry.folder_of(&project));
    let snapshot = files.map_current().map_err(|error| {
        anyhow!(
            "cannot read the snapshot of {}: {error}; run: graphicle sync --force {}",
            project.key,
            quoted(&project.root)
        )
    })?;
    Ok((project, snapshot))
}

/// Opens a project's snapshot.
pub(super) fn open<'a>(project: &Project, mapped: &'a MappedSnapshot) -> anyhow::Result<Snapshot<'a>> {
    Snapshot::open(mapped.bytes()).map_err(|error| {
        let root = quoted(&project.root);
        anyhow!("the snapshot of {} is damaged ({error}); run: graphicle sync --force {root}", project.key)
    })
}
