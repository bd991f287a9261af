//! Owns the name of a project's state; owns no state.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The name of a project's state: 32 hexadecimal digits of the SHA-256 of everything that a snapshot is made from.
/// Equal states have snapshots of equal bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StateId(String);

impl StateId {
    /// How many digits it has.
    pub const LEN: usize = 32;

    /// Returns the name for this hash.
    pub fn of_hash(hash: &[u8]) -> Self {
        let mut text = crate::hex(hash);
        text.truncate(Self::LEN);
        Self(text)
    }

    /// Returns the name that `text` is, or `None`.
    pub fn parse(text: &str) -> Option<Self> {
        let fits = text.len() == Self::LEN && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        fits.then(|| Self(text.to_owned()))
    }

    /// Returns the digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for StateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
