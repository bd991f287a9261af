//! Owns which folders are projects: their records, their names, how a project is found again, renamed, moved and
//! removed. It owns nothing of a project's files.

mod identity;
mod key;
mod record;
mod registry;
mod resolve;
mod root_path;

pub use identity::FolderIdentity;
pub use key::InvalidKey;
pub use record::{Project, ProjectId};
pub use registry::{Listing, ProjectsError, Registry};
pub use resolve::{ResolveError, Target, by_folder, by_selector, from_inside};
