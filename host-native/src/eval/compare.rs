//! Owns which cases rank otherwise than in an earlier run. It owns no figure.

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

/// Returns the cases of both runs whose best key file moved, in the order of `now`.
pub fn moved<'a>(before: &[CaseRanks], now: &'a [CaseRanks]) -> Vec<Moved<'a>> {
    let known: BTreeMap<&str, Option<usize>> = before.iter().map(|case| (case.id.as_str(), case.best())).collect();
    now.iter()
        .filter_map(|case| {
            let before = *known.get(case.id.as_str())?;
            (before != case.best()).then(|| Moved { id: &case.id, before, now: case.best() })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_cases_of_both_runs_that_moved_are_returned() {
        let ranks = |id: &str, rank| CaseRanks { id: id.to_owned(), key: vec![rank], also: Vec::new() };
        let before = [ranks("a", Some(3)), ranks("b", Some(1)), ranks("c", None)];
        let now = [ranks("a", Some(2)), ranks("b", Some(1)), ranks("d", Some(9))];
        assert_eq!(moved(&before, &now), [Moved { id: "a", before: Some(3), now: Some(2) }]);
    }
}
