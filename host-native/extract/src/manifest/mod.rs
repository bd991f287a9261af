//! Owns which file is which build file; its children own reading them. What they say is in the engine's `Manifest`.
//!
//! A reader gets the whole text and returns `None` for one that it cannot read or that says nothing: a broken build
//! file costs what it would have said, nothing else.

mod cargo;
mod composer;
mod go_module;
mod node;
mod pubspec;
mod python_project;
mod tsconfig;

use graphicle_engine::facts::{Manifest, NamesBuilder};

/// Reads one kind of build file.
type Reader = fn(&str, &mut NamesBuilder) -> Option<Manifest>;

/// Returns what the file says as a build file, or `None` when it is none.
pub(crate) fn read(path: &str, text: &str, names: &mut NamesBuilder) -> Option<Manifest> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let read = reader(file)?;
    read(text.strip_prefix('\u{feff}').unwrap_or(text), names)
}

fn reader(file: &str) -> Option<Reader> {
    Some(match file {
        "Cargo.toml" => cargo::read,
        "composer.json" => composer::read,
        "go.mod" => go_module::read,
        "package.json" => node::read,
        "pnpm-workspace.yaml" | "pnpm-workspace.yml" => node::read_pnpm_workspace,
        "pubspec.yaml" => pubspec::read,
        "pyproject.toml" => python_project::read_pyproject,
        "setup.cfg" => python_project::read_setup_cfg,
        _ if tsconfig::is_config(file) => tsconfig::read,
        _ => return None,
    })
}
