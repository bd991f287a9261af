//! Owns which cases rank otherwise than in an earlier run, and which are in one of the runs only. It owns no figure.

use std::collections::BTreeMap;

use super::CaseRanks;

/// A case whose best key file moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved<'a> {
    /// The case.
    pub id: &'a str,
    /// The best key file's rank before.
    pub before: Option<usize>,
    /// Its rank now.
    pub now: Option<usize>,
}

/// What two runs have in common, and what not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison<'a> {
    /// The cases of both runs whose best key file moved, in the order of the later run.
    pub moved: Vec<Moved<'a>>,
    /// How many cases are in both runs.
    pub in_both: usize,
    /// How many are in the earlier run only.
    pub only_before: usize,
    /// How many are in the later run only.
    pub only_now: usize,
}

impl<'a> Comparison<'a> {
    /// Compares the cases of a run with those of an earlier one, by their names.
    pub fn of(before: &[CaseRanks], now: &'a [CaseRanks]) -> Self {
        let known: BTreeMap<&str, Option<usize>> = before.iter().map(|case| (case.id.as_str(), case.best())).collect();
        let both: Vec<Moved<'a>> = now
            .iter()
            .filter_map(|case| {
                let before = *known.get(case.id.as_str())?;
                Some(Moved { id: &case.id, before, now: case.best() })
            })
            .collect();
        let in_both = both.len();
        Self {
            moved: both.into_iter().filter(|case| case.before != case.now).collect(),
            in_both,
            only_before: known.len().saturating_sub(in_both),
            only_now: now.len().saturating_sub(in_both),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_cases_of_both_runs_that_moved_are_returned() {
        let ranks = |id: &str, rank| CaseRanks { id: id.to_owned(), key: vec![rank], also: Vec::new() };
        let before = [ranks("a", Some(3)), ranks("b", Some(1)), ranks("c", None)];
        let now = [ranks("a", Some(2)), ranks("b", Some(1)), ranks("d", Some(9)), ranks("e", None)];
        let moved = vec![Moved { id: "a", before: Some(3), now: Some(2) }];
        assert_eq!(Comparison::of(&before, &now), Comparison { moved, in_both: 2, only_before: 1, only_now: 2 });
    }
}
