//! Owns where the program keeps its data and how a file there is replaced or locked; owns nothing of what the files
//! mean.
//!
//! ```text
//! <data folder>/
//!   projects.lock               held while a project is created, renamed, moved or removed
//!   projects/<id>/
//!     project.json              who the project is
//!     store.redb                what sync learned of every file
//!     current                   the name of the snapshot that readers open
//!     <state id>.snapshot       a snapshot; never changed once it has this name
//!     lock                      held by the one process that syncs
//!   counts/<sha256>.counts      what the tokenizer with this hash counted, by text
//!   counts/lock                 held while one of these is written
//! ```

mod atomic;
mod disk;
mod folder;
mod lock;

pub use atomic::{PendingFile, TMP_SUFFIX, replace};
pub use disk::{DiskError, Doing, ResultExt};
pub use folder::{DATA_DIR_VAR, DataFolder, NoDataFolder, ProjectFolder};
pub use lock::FileLock;
