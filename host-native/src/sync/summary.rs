//! Owns what a sync says of itself when it is done; owns no way of printing it.

use crate::projects::Project;
use crate::store::StateId;

/// How many files changed in which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Changes {
    /// Files that are new.
    pub added: u64,
    /// Files that say something else.
    pub changed: u64,
    /// Files that are gone, or left out now.
    pub removed: u64,
}

impl Changes {
    /// Returns how many files that is.
    pub fn total(&self) -> u64 {
        self.added.saturating_add(self.changed).saturating_add(self.removed)
    }
}

/// What a sync did.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The project.
    pub project: Project,
    /// The state that readers see now.
    pub state: StateId,
    /// Whether a new snapshot was written.
    pub is_new_snapshot: bool,
    /// What is different from the last sync.
    pub changes: Changes,
    /// How many files were read.
    pub read: u64,
    /// How many files were parsed.
    pub parsed: u64,
    /// How many files have no symbols because their parser's process ended or hung.
    pub parser_crashes: u64,
    /// How many files belong to the project.
    pub files: u64,
    /// How many are left out, each with a reason.
    pub skipped: u64,
    /// Bytes of all texts.
    pub text_bytes: u64,
    /// Bytes of the snapshot.
    pub snapshot_bytes: u64,
    /// How long it took.
    pub elapsed: std::time::Duration,
}
