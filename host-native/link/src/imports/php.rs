//! Owns where PHP's `require` and PSR-4 namespaces lead; owns no class.

use graphicle_engine::facts::{ImportKind, Manifest};
use graphicle_engine::folders::folder_of;
use graphicle_engine::id::FileId;

use super::{Build, Target};
use crate::paths::{Paths, join};

/// The PSR-4 prefixes of a project, longest first.
pub(super) struct Autoload<'p, 'a> {
    paths: &'p Paths<'a>,
    prefixes: Vec<(&'a str, String)>,
}

impl<'p, 'a> Autoload<'p, 'a> {
    pub(super) fn new(paths: &'p Paths<'a>, builds: &[Build<'a>]) -> Self {
        let mut prefixes = Vec::new();
        for build in builds {
            let Manifest::ComposerPackage { psr4 } = build.manifest else { continue };
            let folder = paths.folder_path(build.folder);
            for mapping in psr4 {
                let prefix = build.names.get(mapping.pattern).trim_end_matches('.');
                for target in &mapping.targets {
                    prefixes.extend(join(folder, build.names.get(*target)).map(|path| (prefix, path)));
                }
            }
        }
        prefixes.sort_by_key(|(prefix, _)| std::cmp::Reverse(prefix.len()));
        Self { paths, prefixes }
    }

    /// Returns where `path` leads: a file for an include; for a `use` of `member` the class's file that PSR-4 places.
    pub(super) fn target(&self, from: FileId, path: &str, member: Option<&str>, kind: ImportKind) -> Target {
        if matches!(kind, ImportKind::Include | ImportKind::SystemInclude) {
            let name = path.trim_start_matches('/');
            let beside = join(folder_of(self.paths.file_path(from)), name).and_then(|path| self.paths.file(&path));
            return beside
                .or_else(|| self.paths.file(name))
                .or_else(|| if name.contains('/') { self.paths.nearest_with_suffix(from, name) } else { None })
                .map_or(Target::External, Target::File);
        }
        let file = match member {
            Some(member) => self.class_file(&format!("{path}.{member}")),
            None => self.class_file(path),
        };
        file.map_or(Target::ByName, Target::ByNameElse)
    }

    /// Returns the file that PSR-4 gives the class with this dotted name.
    fn class_file(&self, dotted: &str) -> Option<FileId> {
        self.prefixes.iter().find_map(|(prefix, folder)| {
            let rest = dotted.strip_prefix(prefix)?;
            let rest = if prefix.is_empty() { rest } else { rest.strip_prefix('.')? };
            self.paths.file(&join(folder, &format!("{}.php", rest.replace('.', "/")))?)
        })
    }
}
