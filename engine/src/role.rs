//! Owns the marks a file carries (test, docs, generated, ...), a set of bits; the rules that set them are the walk's.

use serde::{Deserialize, Serialize};

/// Marks of a file, a set of bits. The bits are part of the snapshot's format: they are never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Roles(pub u16);

impl Roles {
    /// A test, or a helper of tests.
    pub const TEST: Self = Self(1);
    /// Documentation.
    pub const DOCS: Self = Self(1 << 1);
    /// Written by a program.
    pub const GENERATED: Self = Self(1 << 2);
    /// Minified, or otherwise not laid out for people.
    pub const MINIFIED: Self = Self(1 << 3);
    /// A copy of somebody else's project.
    pub const VENDORED: Self = Self(1 << 4);
    /// A lock file of a package manager.
    pub const LOCK: Self = Self(1 << 5);
    /// Data: fixtures, tables, translations, recorded output.
    pub const DATA: Self = Self(1 << 6);
    /// An example or a demo.
    pub const EXAMPLE: Self = Self(1 << 7);
    /// Configuration of a build or a tool.
    pub const CONFIG: Self = Self(1 << 8);
    /// Recognised as holding a secret: listed, and its text kept out.
    pub const SECRET: Self = Self(1 << 9);
    /// The text was in another encoding than UTF-8 and is stored as UTF-8.
    pub const TRANSCODED: Self = Self(1 << 10);
    /// Some bytes fit no encoding and stand as U+FFFD.
    pub const DAMAGED: Self = Self(1 << 11);

    /// Its text was left out when the snapshot was exported.
    pub const LEFT_OUT: Self = Self(1 << 12);

    /// Returns whether every bit of `other` is set.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns whether any bit of `other` is set.
    pub const fn has_any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the set with the bits of `other` added.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
