//! Owns resolving `HEAD` to a commit.

use gix::hash::Kind;
use gix::refs::{Target, file::Store};

use super::Place;

/// More symbolic references than this in a row are a circle; Git's own limit is 5.
const MAX_LINKS: usize = 5;

/// Returns the commit that is checked out, in hexadecimal; `None` before the first commit and where references are kept
/// in another way than as files.
pub(super) fn commit(place: &Place, hash: Kind) -> Option<String> {
    let options = gix::refs::store::init::Options::default();
    let store = if place.common_dir == place.git_dir {
        Store::at_opts(place.git_dir.clone(), hash, options)
    } else {
        Store::for_linked_worktree_opts(place.git_dir.clone(), place.common_dir.clone(), hash, options)
    };
    let mut reference = store.find("HEAD").ok()?;
    for _ in 0..MAX_LINKS {
        match reference.target {
            Target::Object(id) => return Some(id.to_string()),
            Target::Symbolic(name) => reference = store.find(name.as_ref()).ok()?,
        }
    }
    None
}

/// Returns the full name of the branch that `HEAD` names, or `None`.
pub(super) fn branch(place: &Place, hash: Kind) -> Option<gix::refs::FullName> {
    let store = Store::at_opts(place.git_dir.clone(), hash, gix::refs::store::init::Options::default());
    match store.find_loose("HEAD").ok()?.target {
        Target::Symbolic(name) => Some(name),
        Target::Object(_) => None,
    }
}
