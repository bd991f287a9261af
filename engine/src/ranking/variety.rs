//! Owns that behind the first ranks files of one name do not crowd out others: where a project has a file of the same
//! name for each of its parts, a question's words find all of them, and one more of them says little. It owns no other
//! score.

use hashbrown::HashMap;

use super::table::Table;
use super::{RankedFile, order};

/// Ranks behind this one are left as they are: nobody reads so far, and counting them takes time.
const READ: usize = 1000;

/// Lowers the score of each file behind the first `head`, which are in order, by how many files of its name stand before
/// it, each taking `share`, and sorts them.
pub(super) fn weigh(table: &Table<'_>, files: &mut [RankedFile], head: usize, share: f32) {
    let mut before: HashMap<&str, f32> = HashMap::new();
    let mut count = |ranked: &RankedFile| {
        let path = table.get(ranked.file).map_or("", |file| file.path);
        let name = path.rsplit('/').next().unwrap_or(path);
        let count = before.entry(name).or_insert(0.0);
        *count += 1.0;
        *count - 1.0
    };
    let (first, rest) = files.split_at_mut(head.min(files.len()));
    for ranked in first {
        count(ranked);
    }
    order::bring_forward(rest, READ);
    for ranked in rest.iter_mut().take(READ) {
        ranked.score /= 1.0 + share * count(ranked);
    }
    order::sort(rest);
}
