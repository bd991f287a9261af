//! Owns what a project's key (its short name) may be and how one is made from a folder's name; owns no list of
//! projects.

use std::path::Path;

/// The longest key, in bytes. Long enough for any folder's name that people type.
const MAX_LEN: usize = 64;

/// A text that cannot be a key.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("\"{0}\" cannot be a project's key; use up to 64 letters, digits, dots, underscores and dashes")]
pub struct InvalidKey(pub String);

/// Checks a key that a user chose.
pub(super) fn check(key: &str) -> Result<(), InvalidKey> {
    let fits = !key.is_empty()
        && key.len() <= MAX_LEN
        && !key.starts_with(['-', '.'])
        && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-'));
    if fits { Ok(()) } else { Err(InvalidKey(key.to_owned())) }
}

/// Returns a key for the project at `root` that `taken` does not hold: the folder's name, with a number from 2 when
/// another project has that name. Keys that differ only in case count as the same.
pub(super) fn for_root(root: &Path, taken: impl Fn(&str) -> bool) -> String {
    let name = root.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let mut base: String = String::new();
    for c in name.chars() {
        let c = if c.is_alphanumeric() || matches!(c, '.' | '_' | '-') { c } else { '-' };
        // Eight bytes are left for a dash and a number.
        if base.len() + c.len_utf8() > MAX_LEN - 8 {
            break;
        }
        base.push(c);
    }
    let base = match base.trim_start_matches(['-', '.']) {
        "" => "project",
        base => base,
    };
    let mut key = base.to_owned();
    let mut number = 2_u32;
    while taken(&key) {
        key = format!("{base}-{number}");
        number = number.saturating_add(1);
    }
    key
}

/// Returns whether two keys count as the same.
pub(super) fn same(a: &str, b: &str) -> bool {
    a == b || a.to_lowercase() == b.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_from_the_folder_s_name_and_are_unique() {
        let taken = ["api", "api-2"];
        let for_root = |root: &str| for_root(Path::new(root), |key| taken.iter().any(|t| same(t, key)));
        assert_eq!(for_root("/home/a/web"), "web");
        assert_eq!(for_root("/home/a/API"), "API-3");
        assert_eq!(for_root("/home/a/my app (old)"), "my-app--old-");
        assert_eq!(for_root("/home/a/.dotfiles"), "dotfiles");
        assert_eq!(for_root("/"), "project");
        assert!(check(&for_root(&format!("/x/{}", "ä".repeat(200)))).is_ok());
    }

    #[test]
    fn keys_that_read_like_paths_or_options_are_refused() {
        for bad in ["", "a/b", "..", ".", "-x", "a b", "a\\b", &"x".repeat(65)] {
            assert_eq!(check(bad), Err(InvalidKey(bad.to_owned())));
        }
        assert!(check("kubernetes-1.20_x").is_ok());
    }
}
