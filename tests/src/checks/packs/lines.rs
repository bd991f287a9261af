//! Owns the check of a pack's lines: each is the file's own line of that number, none stands there twice, and what is
//! called whole or pinned is. It owns no figure.

use std::collections::{BTreeMap, BTreeSet};

use super::hold;
use super::made::{Made, lets_in};

/// Checks the lines of a pack.
pub(super) fn check(made: &Made<'_>) -> Result<(), String> {
    let mut seen: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for (told, chunk) in made.json.of_files() {
        let path = chunk.path.as_str();
        let text = made.project.files.get(path).ok_or_else(|| format!("no file is called {path:?}"))?;
        hold!(lets_in(&made.request, path), "{path:?} is left out by the request");
        let own: Vec<&str> = text.split_inclusive('\n').map(|line| line.strip_suffix('\n').unwrap_or(line)).collect();
        let held = seen.entry(path).or_default();
        for (number, line) in &chunk.lines {
            let expected = own.get(*number as usize - 1);
            hold!(expected == Some(&line.as_str()), "{path:?} line {number} is {expected:?}, not {line:?}");
            hold!(held.insert(*number), "{path:?} line {number} stands there twice");
        }
        let is_all = !chunk.is_outline && chunk.lines.len() == own.len();
        hold!(told.whole == is_all, "{path:?} whole: {}, of {} lines {:?}", told.whole, own.len(), chunk.ranges);
        let is_one_range = chunk.ranges.len() == 1;
        hold!(is_one_range || chunk.is_outline, "{path:?} has ranges and is no outline: {:?}", chunk.ranges);
        hold!(!chunk.why.trim().is_empty(), "{path:?} has no reason");
    }
    for pin in &made.request.options.pins {
        let held = seen.get(pin.path.as_str()).ok_or_else(|| format!("{pin:?} is not in the pack"))?;
        let lines = made.project.files[&pin.path].split_inclusive('\n').count();
        let (first, last) = pin.lines.map_or((1, u32::try_from(lines).unwrap_or(0)), |own| (own.start, own.end));
        let missing = (first..=last).find(|line| !held.contains(line));
        hold!(missing.is_none(), "{pin:?}: line {missing:?} is not in the pack");
    }
    Ok(())
}
