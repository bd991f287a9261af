//! Owns the reasons why bytes cannot be read as a snapshot.

use super::Section;

/// Why bytes cannot be read as a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// The bytes do not start like a snapshot.
    #[error("this is not a graphicle snapshot")]
    NotASnapshot,
    /// The bytes end early.
    #[error("the snapshot is cut short")]
    Truncated,
    /// Another version of the format.
    #[error("the snapshot has format version {found}, and this program reads version {known}")]
    Version {
        /// The version that the bytes state.
        found: u32,
        /// The version that is read here.
        known: u32,
    },
    /// The list of sections contradicts itself or its identity.
    #[error("the snapshot's list of sections is damaged")]
    Header,
    /// A section's bytes cannot be what was written.
    #[error("the snapshot's section {0:?} is damaged")]
    Section(Section),
}
