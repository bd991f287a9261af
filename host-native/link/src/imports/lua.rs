//! Owns where Lua's `require`, `dofile` and `loadfile` lead; owns no module's names.

use graphicle_engine::folders::folder_of;
use graphicle_engine::id::FileId;

use super::Target;
use crate::paths::{Paths, join};

/// Returns where `path` leads: dots and slashes part folders, `init.lua` stands for its folder, and the path may start
/// at the file's folder or at any folder above it, or in `lua` or `src` there.
pub(super) fn target(paths: &Paths<'_>, from: FileId, path: &str) -> Target {
    let plain = path.trim_end_matches(".lua").trim_start_matches("./");
    let slashed = if plain.contains('/') { plain.to_owned() } else { plain.replace('.', "/") };
    let mut folder = folder_of(paths.file_path(from));
    loop {
        for root in ["", "lua/", "src/", "lib/"] {
            for ending in [".lua", "/init.lua"] {
                let found = join(folder, &format!("{root}{slashed}{ending}")).and_then(|path| paths.file(&path));
                if let Some(file) = found {
                    return Target::File(file);
                }
            }
        }
        if folder.is_empty() {
            break;
        }
        folder = folder_of(folder);
    }
    let by_suffix = [".lua", "/init.lua"]
        .iter()
        .filter(|_| slashed.contains('/'))
        .find_map(|ending| paths.nearest_with_suffix(from, &format!("{slashed}{ending}")));
    by_suffix.map_or(Target::External, Target::File)
}
