//! Which files of a folder belong to a project, and what each one is.
//!
//! [`walk`] lists a folder under Git's own rules: it reads no file of the project but the ignore rules, and of Git only
//! its settings and its index. [`read`] then takes one listed file and says what it holds: its text as UTF-8, its
//! language and its [roles](graphicle_engine::role::Roles), or the reason why it is left out. Nothing here keeps
//! anything, starts another program or follows a link; parsing and storing are other crates' work.
//!
//! What holds for every walk: the files that Git would list (`git ls-files --cached --others --exclude-standard`) and
//! that are on disk are exactly [`Walk::files`] and [`Walk::skipped`] together.
//!
//! Where to look:
//!
//! - `tree`: the walk itself; `rules`: ignore files; `git`: what is asked of a repository; `disk`: system calls.
//! - `content`: reading one file; `text`: encodings; `secret`: what must not leave the machine; `roles`: marks.
#![forbid(unsafe_code)]

mod content;
mod disk;
mod error;
mod found;
mod git;
mod key;
mod options;
mod reason;
mod roles;
mod rules;
mod secret;
mod stat;
mod text;
mod tree;

pub use content::{ReadLimits, Reading, TextFile, Withheld, read};
pub use error::WalkError;
pub use found::{Found, GitState, Skipped, Walk};
pub use options::{UserGit, WalkOptions};
pub use reason::SkipReason;
pub use roles::roles_of_path;
pub use secret::{Redactions, SecretKind};
pub use stat::{Stat, Time};
pub use tree::walk;

/// The version of what reading makes of the same bytes: encodings, languages, marks, secrets. It rises whenever a file
/// that did not change would be read otherwise, so that what was kept of it is done again.
pub const VERSION: u32 = 3;
