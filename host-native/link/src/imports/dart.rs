//! Owns where Dart's imports, exports and parts lead; owns no library's names.

use graphicle_engine::facts::Manifest;
use graphicle_engine::folders::folder_of;
use graphicle_engine::id::FileId;

use super::{Build, Target};
use crate::paths::{Paths, join};

/// The Dart packages of a project by name.
pub(super) struct Packages<'p, 'a> {
    paths: &'p Paths<'a>,
    packages: Vec<(&'a str, &'a str)>,
}

impl<'p, 'a> Packages<'p, 'a> {
    pub(super) fn new(paths: &'p Paths<'a>, builds: &[Build<'a>]) -> Self {
        let packages = builds
            .iter()
            .filter_map(|build| match build.manifest {
                Manifest::DartPackage { name } => Some((build.names.get(*name), paths.folder_path(build.folder))),
                _ => None,
            })
            .collect();
        Self { paths, packages }
    }

    /// Returns where `uri` leads: `package:name/rest` to `lib/rest` of that package, else relative to the file.
    pub(super) fn target(&self, from: FileId, uri: &str) -> Target {
        let found = match uri.strip_prefix("package:") {
            Some(inside) => inside.split_once('/').and_then(|(name, rest)| {
                let named = self.packages.iter().filter(|(known, _)| *known == name);
                named.into_iter().find_map(|(_, folder)| self.paths.file(&join(folder, &format!("lib/{rest}"))?))
            }),
            None if uri.contains(':') => None,
            None => join(folder_of(self.paths.file_path(from)), uri).and_then(|path| self.paths.file(&path)),
        };
        found.map_or(Target::External, Target::File)
    }
}
