//! Owns the command `projects` and its parts: which projects there are, and changing the list. It owns no record.
//!
//! docs/cli.md describes the form of what `--json` prints, and a test compares the two.

use clap::CommandFactory as _;
use clap::error::ErrorKind;
use serde::Serialize;

use super::args::{Args, ProjectsArgs, ProjectsCommand};
use super::out::{Out, count, size};
use super::sync::ProjectJson;
use super::target;
use crate::projects::{Project, Registry};
use crate::store::{Meta, StoreReader};

#[derive(Debug, Serialize)]
struct ProjectsJson<'a> {
    format: &'static str,
    data_folder: String,
    projects: Vec<EntryJson<'a>>,
    damaged: Vec<String>,
}

#[derive(Debug, Serialize)]
struct EntryJson<'a> {
    #[serde(flatten)]
    project: ProjectJson<'a>,
    created: u64,
    vanished: bool,
    files: Option<u64>,
    skipped: Option<u64>,
    text_bytes: Option<u64>,
    snapshot_bytes: Option<u64>,
}

pub(super) fn run(args: &ProjectsArgs) -> anyhow::Result<()> {
    let registry = target::registry()?;
    let mut out = Out::new();
    match &args.command {
        None => list(&registry, args.json, &mut out)?,
        Some(ProjectsCommand::List { json }) => list(&registry, *json || args.json, &mut out)?,
        Some(_) if args.json => {
            let what = "only the list of projects is printed as JSON; leave out --json";
            Args::command().error(ErrorKind::ArgumentConflict, what).exit();
        }
        Some(ProjectsCommand::Rename { project, key }) => {
            let project = target::synced(&registry, Some(project))?;
            let renamed = registry.rename(&project, key)?;
            out.line(format_args!("{} is now {}", project.key, renamed.key))?;
        }
        Some(ProjectsCommand::Move { project, folder }) => {
            let project = target::synced(&registry, Some(project))?;
            let moved = registry.relocate(&project, &target::folder(folder)?)?;
            out.line(format_args!("the folder of {} is now {}", moved.key, moved.root.display()))?;
        }
        Some(ProjectsCommand::Remove { projects }) => {
            // All names are understood before anything is removed; two of them may mean the same project.
            let mut found: Vec<Project> = Vec::with_capacity(projects.len());
            for project in projects {
                let project = target::synced(&registry, Some(project))?;
                if !found.iter().any(|other| other.id == project.id) {
                    found.push(project);
                }
            }
            for project in &found {
                remove(&registry, project, &mut out)?;
            }
        }
        Some(ProjectsCommand::Prune) => {
            let known = target::known(&registry)?;
            let vanished: Vec<&Project> = known.iter().filter(|project| project.has_vanished()).collect();
            for project in &vanished {
                remove(&registry, project, &mut out)?;
            }
            if vanished.is_empty() {
                out.line("every project's folder is there; nothing was removed")?;
            }
        }
    }
    Ok(out.finish()?)
}

fn remove(registry: &Registry, project: &Project, out: &mut Out) -> anyhow::Result<()> {
    registry.remove(project)?;
    Ok(out.line(format_args!("removed what was kept of {}", project.describe()))?)
}

fn list(registry: &Registry, json: bool, out: &mut Out) -> anyhow::Result<()> {
    let listing = registry.list()?;
    let entries: Vec<(&Project, Option<Meta>)> =
        listing.projects.iter().map(|project| (project, meta(registry, project))).collect();
    if json {
        let projects = entries.iter().map(|(project, meta)| entry(project, meta.as_ref())).collect();
        let data_folder = registry.data().path().display().to_string();
        let damaged = listing.damaged.iter().map(|folder| folder.display().to_string()).collect();
        return Ok(out.json(&ProjectsJson { format: "graphicle.projects.v1", data_folder, projects, damaged })?);
    }
    target::known(registry)?;
    let widest = listing.projects.iter().map(|project| project.key.chars().count()).max().unwrap_or(0);
    for (project, meta) in entries {
        let state = match meta {
            _ if project.has_vanished() => "folder is gone".to_owned(),
            Some(meta) => format!("{}, {}", count(meta.files, "file", "files"), size(meta.snapshot_bytes)),
            None => "not synced".to_owned(),
        };
        let folder = project.root.to_string_lossy();
        out.line(format_args!("{:<widest$}  {}  {}  ({state})", project.key, project.id, folder))?;
    }
    if listing.projects.iter().any(Project::has_vanished) {
        out.line(
            "a folder that was moved keeps its project when it is synced in its new place; graphicle projects prune \
             removes those of folders that are gone for good",
        )?;
    }
    if listing.projects.is_empty() {
        out.line("no projects yet; graphicle sync makes one of the current folder")?;
    }
    Ok(())
}

fn entry<'a>(project: &'a Project, meta: Option<&Meta>) -> EntryJson<'a> {
    EntryJson {
        project: ProjectJson::new(project),
        created: project.created,
        vanished: project.has_vanished(),
        files: meta.map(|meta| meta.files),
        skipped: meta.map(|meta| meta.skipped),
        text_bytes: meta.map(|meta| meta.text_bytes),
        snapshot_bytes: meta.map(|meta| meta.snapshot_bytes),
    }
}

/// Returns the summary of what is kept of a project; `None` when there is none that can be read.
fn meta(registry: &Registry, project: &Project) -> Option<Meta> {
    StoreReader::open(&registry.folder_of(project).store()).ok()??.meta().ok()
}
