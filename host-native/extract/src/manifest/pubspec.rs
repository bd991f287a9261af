//! Owns reading Dart's `pubspec.yaml`: the package's name.

use graphicle_engine::facts::{Manifest, NamesBuilder};

/// Returns the package's name, or `None` when the file names none.
pub(super) fn read(text: &str, names: &mut NamesBuilder) -> Option<Manifest> {
    let value = text.lines().find_map(|line| line.strip_prefix("name:"))?;
    let value = value.split(" #").next().unwrap_or(value).trim().trim_matches(['"', '\'']);
    (!value.is_empty()).then(|| Manifest::DartPackage { name: names.intern(value) })
}
