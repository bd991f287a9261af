//! Owns the reasons why bytes cannot be read as an exported file.

use crate::snapshot::SnapshotError;

/// Why bytes cannot be read as an exported file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PortableError {
    /// They start like nothing that graphicle writes.
    #[error("this is no file that graphicle exported; make one with: graphicle export --out FILE")]
    Foreign,
    /// They are of another version of the format.
    #[error(
        "the exported file has format version {found}, and this program reads version {known}; export the project again with a program of this version"
    )]
    Version {
        /// The version that the bytes state.
        found: u32,
        /// The version that is read here.
        known: u32,
    },
    /// They end early.
    #[error("the exported file is cut short; copy or download it again")]
    Truncated,
    /// A checksum or a length does not fit.
    #[error("the exported file is damaged; copy or download it again")]
    Damaged,
    /// There is no room for what they unpack to.
    #[error(
        "the exported file unpacks to more than there is memory for; export the project with --no-text, --exclude or --max-size"
    )]
    TooLarge,
    /// They are a snapshot that cannot be read.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
}
