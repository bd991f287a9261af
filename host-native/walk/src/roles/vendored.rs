//! Owns which paths are copies of somebody else's project.

use super::FilePath;

/// Folders of copies wherever they lie.
const FOLDERS: [&str; 18] = [
    "3rd_party",
    "3rdparty",
    "_vendor",
    "bower_components",
    "carthage",
    "godeps",
    "jspm_packages",
    "node_modules",
    "pods",
    "site-packages",
    "third-party",
    "third_party",
    "thirdparty",
    "vendor",
    "vendored",
    "vendors",
    "vendor_ruby",
    "web_modules",
];

/// Folders of copies at the top of a project; further down the words have other meanings.
const TOP_FOLDERS: [&str; 6] = ["deps", "dependencies", "ext_lib", "extern", "external", "externals"];

pub(super) fn is_vendored(file: &FilePath<'_>) -> bool {
    let at_top = file.folders.first().is_some_and(|folder| TOP_FOLDERS.contains(&folder.as_str()));
    at_top || file.folders.iter().any(|folder| FOLDERS.contains(&folder.as_str())) && !is_package(file)
}

/// In Java's source trees folders are packages, and a `vendor` is somebody who sells.
fn is_package(file: &FilePath<'_>) -> bool {
    file.folders.windows(2).any(|pair| {
        matches!(pair, [parent, child] if parent == "main" && matches!(child.as_str(), "java" | "kotlin" | "scala"))
    })
}
