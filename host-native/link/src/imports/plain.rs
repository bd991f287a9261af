//! Owns where imports lead that are written as paths without further rules: shells, Zig, Godot, HTML, CSS, Protocol
//! Buffers and the rest; owns no language with a module system.

use graphicle_engine::folders::{folder_of, name_of};
use graphicle_engine::id::FileId;

use super::Target;
use crate::paths::{Paths, join};

fn found(file: Option<FileId>) -> Target {
    file.map_or(Target::External, Target::File)
}

fn relative(paths: &Paths<'_>, from: FileId, path: &str) -> Option<FileId> {
    paths.file(&join(folder_of(paths.file_path(from)), path)?)
}

/// Returns the file at `path` relative to the importing file.
pub(super) fn beside(paths: &Paths<'_>, from: FileId, path: &str) -> Target {
    found(relative(paths, from, path))
}

/// Returns the file at `path` relative to the importing file, else the nearest whose path ends so.
pub(super) fn by_suffix(paths: &Paths<'_>, from: FileId, path: &str) -> Target {
    let suffix = path.trim_start_matches("./").trim_start_matches('/');
    found(relative(paths, from, path).or_else(|| paths.nearest_with_suffix(from, suffix)))
}

/// Returns the file that a shell sources: what follows the last expansion (`"${ROOT}/hack/lib.sh"`) is a path from the
/// root, from a folder above, or the end of a path.
pub(super) fn sourced(paths: &Paths<'_>, from: FileId, path: &str) -> Target {
    let literal = match path.rfind(['}', ')', '`']) {
        Some(at) => path.get(at + 1..).unwrap_or(""),
        None => match path.strip_prefix('$') {
            Some(variable) => variable.find('/').and_then(|at| variable.get(at..)).unwrap_or(""),
            None => path,
        },
    };
    let expands = literal.len() != path.len();
    let tail = literal.trim_matches('"').trim_start_matches('/');
    if tail.is_empty() || tail.contains('$') {
        return Target::External;
    }
    if !expands {
        return found(relative(paths, from, tail).or_else(|| paths.file(tail)));
    }
    let mut folder = folder_of(paths.file_path(from));
    loop {
        if let Some(file) = join(folder, tail).and_then(|path| paths.file(&path)).filter(|file| *file != from) {
            return Target::File(file);
        }
        if folder.is_empty() {
            break;
        }
        folder = folder_of(folder);
    }
    found(paths.nearest_with_suffix(from, tail.trim_start_matches("../")))
}

/// Returns the file of a Zig `@import`: only names of files lead into the project.
pub(super) fn zig(paths: &Paths<'_>, from: FileId, path: &str) -> Target {
    found(relative(paths, from, path).filter(|_| path.contains('.')))
}

/// Returns the file of a Godot path: `res://` starts at the nearest folder above that has it.
pub(super) fn godot(paths: &Paths<'_>, from: FileId, path: &str) -> Target {
    let Some(inside) = path.strip_prefix("res://") else {
        return found(relative(paths, from, path));
    };
    let mut folder = folder_of(paths.file_path(from));
    loop {
        if let Some(file) = join(folder, inside).and_then(|path| paths.file(&path)) {
            return Target::File(file);
        }
        if folder.is_empty() {
            return Target::External;
        }
        folder = folder_of(folder);
    }
}

/// Returns the file of a link in HTML or CSS: relative, from the root with a leading slash, Sass partials with `_`.
pub(super) fn web(paths: &Paths<'_>, from: FileId, path: &str) -> Target {
    let path = path.split(['?', '#']).next().unwrap_or(path);
    if path.is_empty() || path.contains(':') {
        return Target::External;
    }
    if let Some(file) = relative(paths, from, path) {
        return Target::File(file);
    }
    let name = name_of(path);
    let folder = folder_of(path);
    for ending in ["", ".scss", ".sass", ".less", ".css", ".styl"] {
        for partial in ["", "_"] {
            let candidate = format!("{folder}/{partial}{name}{ending}");
            let candidate = if folder.is_empty() { candidate.trim_start_matches('/') } else { &candidate };
            if let Some(file) = relative(paths, from, candidate) {
                return Target::File(file);
            }
        }
    }
    Target::External
}
