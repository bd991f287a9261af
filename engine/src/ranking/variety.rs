//! Owns that behind the first ranks files of one name do not crowd out others: where a project has a file of the same
//! name for each of its parts, a question's words find all of them, and one more of them says little. It owns no other
//! score.

use hashbrown::HashMap;

use super::{RankedFile, order};
use crate::snapshot::Snapshot;

/// Ranks behind this one are left as they are: nobody reads so far, and counting them takes time.
const READ: usize = 1000;

/// Lowers the score of each file behind the first `head` by how many files of its name stand before it, each taking
/// `share`, and sorts them again.
pub(super) fn weigh(snapshot: &Snapshot<'_>, files: &mut [RankedFile], head: usize, share: f32) {
    let mut before: HashMap<&str, f32> = HashMap::new();
    for (place, ranked) in files.iter_mut().enumerate().take(READ) {
        let Some(file) = snapshot.file(ranked.file) else { continue };
        let name = file.path.rsplit('/').next().unwrap_or(file.path);
        let count = before.entry(name).or_insert(0.0);
        if place >= head {
            ranked.score /= 1.0 + share * *count;
        }
        *count += 1.0;
    }
    order::sort(files.get_mut(head..).unwrap_or(&mut []));
}
