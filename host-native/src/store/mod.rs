//! Owns what sync learned of each file, kept in one crash-safe file for each project, and which snapshot belongs to it.
//! It owns neither how files are compared nor how a snapshot is made, nor the snapshot files ([`graphicle_projects`]).
//!
//! - `records`: what is kept of a file.
//! - `reader` and `writer`: the database, opened only for the moments in which it is read or written.
//! - `sealed`: a checksum on every value.

mod error;
mod guard;
mod reader;
mod records;
mod sealed;
mod tables;
mod writer;

pub use error::StoreError;
pub use graphicle_projects::StateId;
pub use graphicle_projects::snapshots::{MappedSnapshot, SnapshotFileError, SnapshotFiles};
pub use guard::install_quiet_panics;
pub use reader::{FactsOf, State, StoreReader};
pub use records::{ContentHash, FileRecord, KeptOut, Meta, STORE_FORMAT, SkipRecord, Versions};
pub use writer::{StoreUpdate, rewrite, update};
