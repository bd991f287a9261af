//! Owns where a C, C++ or Objective-C include leads; owns nothing of what a header declares.

use graphicle_engine::facts::ImportKind;
use graphicle_engine::folders::folder_of;
use graphicle_engine::id::{FileId, FolderId};
use hashbrown::HashMap;

use super::Target;
use crate::builtins;
use crate::paths::{Paths, join};

/// The headers of a project.
pub(super) struct Headers<'p, 'a> {
    paths: &'p Paths<'a>,
    known: HashMap<(FolderId, &'a str), Target>,
}

impl<'p, 'a> Headers<'p, 'a> {
    pub(super) fn new(paths: &'p Paths<'a>) -> Self {
        Self { paths, known: HashMap::new() }
    }

    /// Returns where an include of `name` leads: beside the including file, else to the file whose path ends so and
    /// that is nearest.
    pub(super) fn target(&mut self, from: FileId, name: &'a str, kind: ImportKind) -> Target {
        if kind == ImportKind::SystemInclude && builtins::is_standard_header(name) {
            return Target::External;
        }
        let folder = self.paths.folder_of(from);
        let key = (folder, name);
        if let Some(target) = self.known.get(&key) {
            return *target;
        }
        let beside = join(folder_of(self.paths.file_path(from)), name).and_then(|path| self.paths.file(&path));
        let found = beside.or_else(|| {
            let suffix = name.trim_start_matches("./").trim_start_matches("../");
            self.paths.nearest_with_suffix(from, suffix)
        });
        let target = found.map_or(Target::External, Target::File);
        self.known.insert(key, target);
        target
    }
}
