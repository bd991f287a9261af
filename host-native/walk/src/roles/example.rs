//! Owns which paths are examples and demos.

use super::FilePath;

const FOLDERS: [&str; 15] = [
    "_examples",
    "demo",
    "demos",
    "example",
    "examples",
    "playground",
    "playgrounds",
    "quickstart",
    "quickstarts",
    "sample",
    "samples",
    "snippets",
    "stories",
    "tutorial",
    "tutorials",
];

const ENDINGS: [&str; 8] = [
    ".example",
    ".sample",
    ".stories.js",
    ".stories.jsx",
    ".stories.mdx",
    ".stories.ts",
    ".stories.tsx",
    "example_test.go",
];

pub(super) fn is_example(file: &FilePath<'_>) -> bool {
    file.is_below(&FOLDERS)
        || file.ends_with_any(&ENDINGS)
        || file.lower.starts_with("example_") && file.lower.ends_with("_test.go")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_sorted() {
        assert!(FOLDERS.is_sorted());
    }
}
