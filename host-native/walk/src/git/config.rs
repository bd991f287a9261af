//! Owns the few of Git's settings that a walk obeys, and which files they come from. Parsing is `gix`'s.

use std::path::{Path, PathBuf};

use gix::bstr::ByteSlice as _;
use gix::config::file::{Metadata, includes, init};
use gix::config::{File, Source, path::interpolate};
use gix::hash::Kind;

use super::{Place, head};
use crate::UserGit;
use crate::rules::Case;

/// The settings that matter.
#[derive(Debug)]
pub(super) struct Settings {
    /// The canonical work tree; `None` in a bare repository.
    pub(super) work_tree: Option<PathBuf>,
    pub(super) case: Case,
    pub(super) hash: Kind,
    /// The user's global excludes.
    pub(super) excludes_file: Option<PathBuf>,
}

/// Reads the settings of a repository. A file that cannot be read or parsed counts as empty.
pub(super) fn read(place: &Place, user: &UserGit) -> Settings {
    let shared = load(&place.common_dir.join("config"), Source::Local);
    let boolean = |file: &File, key: &str| file.boolean(key).ok().flatten();
    let own = boolean(&shared, "extensions.worktreeConfig")
        .unwrap_or(false)
        .then(|| load(&place.git_dir.join("config.worktree"), Source::Worktree));
    let hash = shared.string("extensions.objectFormat");
    let hash = hash.and_then(|name| name.to_str().ok()?.parse().ok()).unwrap_or(Kind::Sha1);

    // In a linked work tree the shared file's `core.bare` and `core.worktree` are about the main one.
    let linked = place.common_dir != place.git_dir && own.is_none();
    let about_tree: Vec<&File> = if linked { Vec::new() } else { own.iter().chain([&shared]).collect() };
    let bare = about_tree.iter().find_map(|file| boolean(file, "core.bare")).unwrap_or(false);
    let work_tree = match about_tree.iter().find_map(|file| file.string("core.worktree")) {
        Some(path) => crate::disk::path_from_git(&path).map(|path| place.git_dir.join(path)),
        None => (!bare).then(|| place.top.clone()),
    };

    let all = combined(place, user, hash, [Some(shared), own]);
    let fold = boolean(&all, "core.ignoreCase").unwrap_or(false);
    let home = interpolate::Context { home_dir: user.home.as_deref(), ..interpolate::Context::default() };
    let excludes_file = match all.path("core.excludesFile") {
        Some(path) => path.interpolate(home).ok().map(|path| place.top.join(path)),
        None => user.default_excludes.clone(),
    };
    Settings {
        work_tree: work_tree.and_then(|path| path.canonicalize().ok()),
        case: if fold { Case::Fold } else { Case::Exact },
        hash,
        excludes_file,
    }
}

/// Reads one file without what it includes.
fn load(path: &Path, source: Source) -> File {
    let readable = path.metadata().is_ok_and(|data| data.is_file());
    let file = readable.then(|| File::from_path_no_includes(path.to_path_buf(), source).ok()).flatten();
    file.unwrap_or_else(|| File::new(Metadata::from(source)))
}

/// Returns all settings from the weakest to the strongest file, with what they include.
fn combined(place: &Place, user: &UserGit, hash: Kind, local: [Option<File>; 2]) -> File {
    let mut all = File::new(Metadata::from(Source::User));
    let users = user.config_files.iter().map(|path| load(path, Source::User));
    for file in users.chain(local.into_iter().flatten()) {
        // Appending fails only for a file of more than four gigabytes.
        let _ = all.append(file);
    }
    let branch = head::branch(place, hash);
    let options = init::Options {
        includes: includes::Options {
            err_on_max_depth_exceeded: false,
            err_on_missing_config_path: false,
            ..includes::Options::follow(
                interpolate::Context { home_dir: user.home.as_deref(), ..interpolate::Context::default() },
                includes::conditional::Context {
                    git_dir: Some(&place.git_dir),
                    branch_name: branch.as_ref().map(gix::refs::FullName::as_ref),
                },
            )
        },
        ignore_io_errors: true,
        ..init::Options::default()
    };
    let mut with_includes = all.clone();
    match with_includes.resolve_includes(options) {
        Ok(()) => with_includes,
        Err(_) => all,
    }
}
