//! Owns reading PHP's `composer.json`: which namespace lies in which folders.

use graphicle_engine::facts::{Manifest, Name, NamesBuilder, PathMapping};
use serde_json::Value;

use crate::types::dotted;

/// Returns the PSR-4 namespaces of `autoload` and `autoload-dev`, or `None` when the file cannot be read.
pub(super) fn read(text: &str, names: &mut NamesBuilder) -> Option<Manifest> {
    let package: Value = serde_json::from_str(text).ok()?;
    let mut psr4 = Vec::new();
    for section in ["autoload", "autoload-dev"] {
        let prefixes = package.get(section).and_then(|section| section.get("psr-4")).and_then(Value::as_object);
        for (prefix, folders) in prefixes.into_iter().flatten() {
            let targets = folder_names(folders, names);
            if !targets.is_empty() {
                psr4.push(PathMapping { pattern: names.intern(&dotted(prefix)), targets });
            }
        }
    }
    Some(Manifest::ComposerPackage { psr4 })
}

fn folder_names(folders: &Value, names: &mut NamesBuilder) -> Vec<Name> {
    let one = folders.as_str().into_iter();
    let several = folders.as_array().into_iter().flatten().filter_map(Value::as_str);
    one.chain(several).map(|folder| names.intern(folder.trim_end_matches('/'))).collect()
}
