//! Owns the figures of a list of cases: recall, reciprocal rank and NDCG of their key files' ranks. It owns no ranking.

use serde::{Deserialize, Serialize};

use super::Case;

/// The ranks up to which files are counted.
pub const CUTS: [usize; 7] = [1, 5, 10, 25, 50, 100, 200];

/// Where a case's files rank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseRanks {
    /// The case.
    pub id: String,
    /// For each key file its rank from 1; nothing where the project does not hold it.
    pub key: Vec<Option<usize>>,
    /// The same for the other files that help.
    pub also: Vec<Option<usize>>,
}

impl CaseRanks {
    /// Looks up a case's files in a ranking, best first.
    pub fn new(case: &Case, ranking: &[&str]) -> Self {
        let rank = |path: &String| ranking.iter().position(|ranked| ranked == path).map(|at| at + 1);
        Self {
            id: case.id.clone(),
            key: case.key.iter().map(rank).collect(),
            also: case.also.iter().map(rank).collect(),
        }
    }

    /// Returns the best key file's rank.
    pub fn best(&self) -> Option<usize> {
        self.key.iter().flatten().min().copied()
    }

    /// Returns the worst key file's rank; nothing when one is not in the ranking.
    pub fn worst(&self) -> Option<usize> {
        self.key.iter().copied().collect::<Option<Vec<usize>>>()?.into_iter().max()
    }

    /// Returns the share of key files within the first `k`.
    fn recall(&self, k: usize) -> f64 {
        let found = self.key.iter().flatten().filter(|&&rank| rank <= k).count();
        ratio(found, self.key.len())
    }

    /// Returns NDCG at `k` over key files and those that help, each of gain 1 (Järvelin and Kekäläinen, 2002).
    fn ndcg(&self, k: usize) -> f64 {
        let discount = |rank: usize| 1.0 / (ratio(rank, 1) + 1.0).log2();
        let all = || self.key.iter().chain(&self.also);
        let gain: f64 = all().flatten().filter(|&&rank| rank <= k).map(|&rank| discount(rank)).sum();
        let ideal: f64 = (1..=all().count().min(k)).map(discount).sum();
        // An empty sum is -0.
        if ideal > 0.0 { gain / ideal + 0.0 } else { 0.0 }
    }
}

/// The figures of several cases, each a mean over them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// How many cases there are.
    pub cases: usize,
    /// For each of [`CUTS`]: the share of key files within it.
    pub recall: Vec<f64>,
    /// For each of [`CUTS`]: the share of cases with a key file within it.
    pub any: Vec<f64>,
    /// For each of [`CUTS`]: the share of cases with all key files within it.
    pub all: Vec<f64>,
    /// The reciprocal rank of the best key file.
    pub mrr: f64,
    /// NDCG at 10 over key files and those that help.
    pub ndcg10: f64,
}

impl Figures {
    /// Returns the figures of some cases; all are 0 when there is none.
    pub fn of(cases: &[&CaseRanks]) -> Self {
        let n = cases.len();
        let mean = |of: &dyn Fn(&CaseRanks) -> f64| cases.iter().map(|case| of(case)).sum::<f64>() / ratio(n.max(1), 1);
        let within = |rank: Option<usize>, k: usize| f64::from(u8::from(rank.is_some_and(|rank| rank <= k)));
        Self {
            cases: n,
            recall: CUTS.iter().map(|&k| mean(&|case| case.recall(k))).collect(),
            any: CUTS.iter().map(|&k| mean(&|case| within(case.best(), k))).collect(),
            all: CUTS.iter().map(|&k| mean(&|case| within(case.worst(), k))).collect(),
            mrr: mean(&|case| case.best().map_or(0.0, |rank| 1.0 / ratio(rank, 1))),
            ndcg10: mean(&|case| case.ndcg(10)),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "ranks and counts are far below 2^52")]
fn ratio(a: usize, b: usize) -> f64 {
    a as f64 / b as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(key: &[&str], also: &[&str], ranking: &[&str]) -> CaseRanks {
        let own = |paths: &[&str]| paths.iter().map(ToString::to_string).collect();
        CaseRanks::new(&Case { id: "c".into(), question: "q".into(), key: own(key), also: own(also) }, ranking)
    }

    #[test]
    fn figures_are_those_of_the_ranks() {
        let first = case(&["a", "b"], &["c"], &["a", "c", "x", "y", "z", "b"]);
        assert_eq!((first.best(), first.worst()), (Some(1), Some(6)));
        let second = case(&["gone"], &[], &["a"]);
        assert_eq!((second.best(), second.worst()), (None, None));
        let figures = Figures::of(&[&first, &second]);
        assert_eq!((figures.recall[0], figures.recall[2]), (0.25, 0.5));
        assert_eq!((figures.any[0], figures.all[1], figures.all[2]), (0.5, 0.0, 0.5));
        assert!((figures.mrr - 0.5).abs() < 1e-9);
        // Gains at ranks 1, 2 and 6 of an ideal of 1, 2 and 3.
        let expected = (1.0 + 1.0 / 3_f64.log2() + 1.0 / 7_f64.log2()) / (1.0 + 1.0 / 3_f64.log2() + 0.5) / 2.0;
        assert!((figures.ndcg10 - expected).abs() < 1e-9);
        assert_eq!(Figures::of(&[]).cases, 0);
        assert!(Figures::of(&[&second]).ndcg10.is_sign_positive());
    }
}
