//! Owns the kinds of sections of a pack, their names, and sets of them. It owns none of their contents.

use alloc::borrow::ToOwned as _;
use core::str::FromStr;

use super::error::OptionError;

/// A kind of section, in the order of a pack whose most relevant code stands last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SectionKind {
    /// What the pack is of and how it was made.
    Header,
    /// Every file of the pack, and those left out.
    Manifest,
    /// The folders, what each is for, and how they depend on each other.
    Architecture,
    /// The folders with their most connected symbols; of the cache layout.
    Map,
    /// Files around the ranked ones, and the most connected ones.
    Breadth,
    /// Documentation.
    Docs,
    /// Tests of what is in focus.
    Tests,
    /// Who calls what is in focus, and what it calls.
    CallPaths,
    /// The ranked files.
    Focus,
}

impl SectionKind {
    /// Every kind, in the order of its place.
    pub const ALL: [Self; 9] = [
        Self::Header,
        Self::Manifest,
        Self::Architecture,
        Self::Map,
        Self::Breadth,
        Self::Docs,
        Self::Tests,
        Self::CallPaths,
        Self::Focus,
    ];

    /// Returns its name in JSON, XML and `--sections`.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Manifest => "manifest",
            Self::Architecture => "arch",
            Self::Map => "map",
            Self::Breadth => "breadth",
            Self::Docs => "docs",
            Self::Tests => "tests",
            Self::CallPaths => "paths",
            Self::Focus => "focus",
        }
    }

    /// Returns its heading.
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Header => "Pack",
            Self::Manifest => "Manifest",
            Self::Architecture => "Architecture",
            Self::Map => "Map",
            Self::Breadth => "Breadth",
            Self::Docs => "Docs",
            Self::Tests => "Tests",
            Self::CallPaths => "Call paths",
            Self::Focus => "Focus",
        }
    }

    /// Returns the word that a chunk's reason starts with.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::CallPaths => "call paths",
            other => other.label(),
        }
    }
}

/// Which sections a pack has; the header is in every one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SectionSet(u16);

impl SectionSet {
    /// Every section.
    pub const ALL: Self = Self(u16::MAX);

    /// Returns whether a section is in the set.
    pub const fn has(self, kind: SectionKind) -> bool {
        matches!(kind, SectionKind::Header) || self.0 & (1 << kind as u16) != 0
    }

    /// Returns the set with a section added.
    #[must_use]
    pub const fn with(self, kind: SectionKind) -> Self {
        Self(self.0 | 1 << kind as u16)
    }
}

impl Default for SectionSet {
    fn default() -> Self {
        Self::ALL
    }
}

impl FromStr for SectionSet {
    type Err = OptionError;

    /// Reads names with commas between them, or `all`.
    fn from_str(text: &str) -> Result<Self, OptionError> {
        let mut set = Self(0);
        for name in text.split(',').map(str::trim) {
            if name == "all" {
                return if text.trim() == name { Ok(Self::ALL) } else { Err(OptionError::Section(text.to_owned())) };
            }
            let kind = SectionKind::ALL.into_iter().find(|kind| kind.label() == name && *kind != SectionKind::Header);
            set = set.with(kind.ok_or_else(|| OptionError::Section(name.to_owned()))?);
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_read_by_name() {
        let set: SectionSet = "arch, focus".parse().unwrap();
        assert!(set.has(SectionKind::Architecture) && set.has(SectionKind::Focus) && set.has(SectionKind::Header));
        assert!(!set.has(SectionKind::Manifest));
        assert_eq!("all".parse(), Ok(SectionSet::ALL));
        for wrong in ["", "focus,", "header", "all,focus", "Focus", "call paths"] {
            assert!(wrong.parse::<SectionSet>().is_err(), "{wrong}");
        }
    }
}
