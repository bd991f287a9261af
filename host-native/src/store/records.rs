//! Owns what is kept of each file and of a whole sync; owns no database.

use graphicle_engine::facts::Outcome;
use graphicle_engine::language::Language;
use graphicle_engine::role::Roles;
use graphicle_projects::StateId;
use graphicle_walk::{Redactions, SecretKind, SkipReason, Stat};
use serde::{Deserialize, Serialize};

/// The version of the store's form. It rises whenever values written before read as something else.
pub const STORE_FORMAT: u32 = 2;

/// The first 16 bytes of the SHA-256 of a file's bytes on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ContentHash(pub [u8; 16]);

/// What sync learned of a file that belongs to the project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    /// What the system told of the file when it was read.
    pub stat: Stat,
    /// Whether the file may have changed since without `stat` changing with it, so that it must be read to know.
    pub racy: bool,
    /// The hash of its bytes.
    pub content: ContentHash,
    /// Its language.
    pub language: Language,
    /// Its marks.
    pub roles: Roles,
    /// How the parse went.
    pub outcome: Outcome,
    /// Bytes of its text, as UTF-8.
    pub text_bytes: u64,
    /// What of its text was kept out; `None` when nothing was.
    pub kept_out: Option<KeptOut>,
}

/// What of a file's text was kept out because it is secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum KeptOut {
    /// All of it; what was recognised.
    Withheld(SecretKind),
    /// The secrets alone.
    Redacted(Redactions),
}

/// What sync learned of a file that is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkipRecord {
    /// Why it is left out.
    pub reason: SkipReason,
    /// What the system told of it when it was read; `None` when its name alone decided.
    pub stat: Option<Stat>,
    /// As [`FileRecord::racy`].
    pub racy: bool,
}

/// The versions of everything that a record, the facts or a snapshot depend on besides the files. When one changes,
/// what was kept says nothing about what this program would write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Versions {
    /// The store's form.
    pub store: u32,
    /// The snapshot's format.
    pub snapshot: u32,
    /// How a snapshot's content is made from texts and facts.
    pub build: u32,
    /// What extraction finds.
    pub extract: u32,
    /// How links are resolved.
    pub link: u32,
    /// Which files belong and what each is.
    pub walk: u32,
}

/// What is kept of a sync as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meta {
    /// The versions that wrote it. First, so that any version of the program can read it.
    pub versions: Versions,
    /// The state whose snapshot belongs to these records.
    pub state: StateId,
    /// Bytes of the snapshot.
    pub snapshot_bytes: u64,
    /// How many files belong to the project.
    pub files: u64,
    /// How many are left out.
    pub skipped: u64,
    /// Bytes of all texts.
    pub text_bytes: u64,
}
