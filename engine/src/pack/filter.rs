//! Owns which files the patterns of a request let in. It owns no pattern's meaning, which is [`crate::wildcard`]'s.

use alloc::string::String;
use alloc::vec::Vec;

use super::error::OptionError;
use crate::wildcard::{Case, Wildcard};

/// The patterns of a request.
#[derive(Debug, Default)]
pub struct Filter {
    include: Vec<Pattern>,
    exclude: Vec<Pattern>,
}

/// A pattern as ignore files have them: one with a slash means a path from the root, another a name anywhere, and what
/// matches a folder matches everything in it.
#[derive(Debug)]
struct Pattern {
    wildcard: Wildcard,
    is_name: bool,
}

/// Checks a pattern of `include` or `exclude`.
pub fn check_pattern(text: &str) -> Result<(), OptionError> {
    Pattern::new(text).map(|_| ())
}

impl Filter {
    /// Compiles the patterns: what `include` and `exclude` hold.
    pub fn new(include: &[String], exclude: &[String]) -> Result<Self, OptionError> {
        let all = |patterns: &[String]| patterns.iter().map(|own| Pattern::new(own)).collect::<Result<Vec<_>, _>>();
        Ok(Self { include: all(include)?, exclude: all(exclude)? })
    }

    /// Returns whether a file, by its path from the project's root, is let in.
    pub fn lets_in(&self, path: &str) -> bool {
        let any = |patterns: &[Pattern]| patterns.iter().any(|own| own.matches(path));
        (self.include.is_empty() || any(&self.include)) && !any(&self.exclude)
    }
}

impl Pattern {
    fn new(text: &str) -> Result<Self, OptionError> {
        let own = text.strip_prefix("./").unwrap_or(text);
        let anchored = own.strip_prefix('/').unwrap_or(own);
        let own = anchored.strip_suffix('/').unwrap_or(anchored);
        if own.is_empty() || own.contains('\0') {
            return Err(OptionError::Pattern(text.into()));
        }
        let is_name = !own.contains('/') && !text.starts_with('/');
        Ok(Self { wildcard: Wildcard::new(own.as_bytes(), Case::Exact), is_name })
    }

    fn matches(&self, path: &str) -> bool {
        if self.is_name {
            return path.split('/').any(|part| self.wildcard.matches(part.as_bytes()));
        }
        let folders = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
        folders.chain([path]).any(|own| self.wildcard.matches(own.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::borrow::ToOwned as _;

    fn lets_in(include: &[&str], exclude: &[&str], path: &str) -> bool {
        let own = |patterns: &[&str]| patterns.iter().map(|&pattern| pattern.to_owned()).collect::<Vec<_>>();
        Filter::new(&own(include), &own(exclude)).unwrap().lets_in(path)
    }

    #[test]
    fn patterns_match_as_in_ignore_files() {
        assert!(lets_in(&[], &[], "a/b.go"));
        for include in ["*.go", "a", "a/", "/a", "a/*.go", "a/**", "**/b.go", "./a/b.go", "b.go"] {
            assert!(lets_in(&[include], &[], "a/b.go"), "{include}");
        }
        for include in ["/b.go", "b", "*.g", "c/**", "a/*/b.go"] {
            assert!(!lets_in(&[include], &[], "a/b.go"), "{include}");
        }
        assert!(!lets_in(&["*.go"], &["*_test.go"], "a/b_test.go"));
        assert!(Filter::new(&[String::new()], &[]).is_err());
    }
}
