//! Owns where Ruby's `require` and `require_relative` lead; owns no constant.

use graphicle_engine::facts::ImportKind;
use graphicle_engine::folders::folder_of;
use graphicle_engine::id::FileId;

use super::Target;
use crate::paths::{Paths, join};

/// Returns where `path` leads: relative to the file for `require_relative`, else below a load path (`lib`, or any
/// folder that makes the path whole).
pub(super) fn target(paths: &Paths<'_>, from: FileId, path: &str, kind: ImportKind) -> Target {
    let mut name = path.trim_start_matches("./").to_owned();
    if name.rsplit_once('.').is_none_or(|(_, extension)| extension != "rb") {
        name.push_str(".rb");
    }
    let beside = || join(folder_of(paths.file_path(from)), &name).and_then(|path| paths.file(&path));
    let found = match kind {
        ImportKind::SystemInclude if !path.starts_with('.') => on_load_path(paths, from, &name),
        _ => beside().or_else(|| paths.file(&name)),
    };
    found.map_or(Target::External, Target::File)
}

fn on_load_path(paths: &Paths<'_>, from: FileId, name: &str) -> Option<FileId> {
    let mut folder = Some(paths.folder_of(from));
    while let Some(at) = folder {
        let path = paths.folder_path(at);
        for root in ["lib", "app", "test", "spec", ""] {
            if let Some(found) =
                join(path, format!("{root}/{name}").trim_start_matches('/')).and_then(|path| paths.file(&path))
            {
                return Some(found);
            }
        }
        folder = paths.parent(at);
    }
    // Gems in one tree: `gem/lib/gem/version.rb` for `gem/version`.
    let in_lib = format!("lib/{name}");
    paths.nearest_with_suffix(from, &in_lib)
}
