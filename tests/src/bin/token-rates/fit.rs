//! Owns finding the weights of pieces and the factors of languages; owns no printing.

use graphicle_engine::language::Language;
use graphicle_engine::tokens::pieces::KINDS;

use crate::rows::Row;
use crate::solve::Sums;

/// How many tokenizers have weights of their own.
pub(crate) const MODELS: usize = 2;
/// How many parts the projects are divided into, so that each is judged by what the others say.
const FOLDS: usize = 5;
/// What a kind of piece that was never met counts, and how many observations that belief is worth.
const GUESS: f64 = 1.0;
const PULL: f64 = 0.3;
/// The factor of a language that was not measured, and how many tokens that belief is worth.
const CAUTION: f64 = 1.03;
const BELIEF: f64 = 20_000.0;

/// The weights of every kind of piece and the factors of every language, by model.
pub(crate) struct Fitted {
    pub(crate) weights: Vec<Vec<f64>>,
    pub(crate) factors: Vec<[f64; Language::ALL.len()]>,
}

impl Fitted {
    /// Returns what fits the rows best.
    pub(crate) fn of(rows: &[Row]) -> Self {
        Self::from(&sums(rows.iter()), rows.iter())
    }

    fn from<'r>(sums: &Sums, rows: impl Iterator<Item = &'r Row>) -> Self {
        let weights = sums.solve(GUESS, PULL);
        let mut counted = vec![[0.0; Language::ALL.len()]; MODELS];
        let mut weighed = counted.clone();
        for row in rows {
            for model in 0..MODELS {
                counted[model][row.language as usize] += f64::from(row.counts[model]);
                weighed[model][row.language as usize] += weigh(row, &weights[model]);
            }
        }
        let factor = |model: usize, language: usize| {
            (counted[model][language] + BELIEF * CAUTION) / (weighed[model][language] + BELIEF)
        };
        let factors = (0..MODELS).map(|model| core::array::from_fn(|language| factor(model, language))).collect();
        Self { weights, factors }
    }

    /// Returns the estimate of a row: the higher of the models'.
    pub(crate) fn estimate(&self, row: &Row) -> f64 {
        let of = |model: usize| weigh(row, &self.weights[model]) * self.factors[model][row.language as usize];
        (0..MODELS).map(of).fold(0.0, f64::max)
    }
}

fn weigh(row: &Row, weights: &[f64]) -> f64 {
    row.pieces.iter().map(|&(kind, times)| weights[kind] * f64::from(times)).sum()
}

fn sums<'r>(rows: impl Iterator<Item = &'r Row>) -> Sums {
    let mut sums = Sums::new(KINDS, MODELS);
    for row in rows {
        // A large excerpt is more reliable than a small one, but by less than its size.
        let weight = (row.bytes as f64 + 200.0).sqrt().recip();
        let knowns: Vec<(usize, f64)> =
            row.pieces.iter().map(|&(kind, times)| (kind, f64::from(times) * weight)).collect();
        let sought: Vec<f64> = row.counts.iter().take(MODELS).map(|&count| f64::from(count) * weight).collect();
        sums.observe(&knowns, &sought);
    }
    sums
}

/// Returns the estimate of every row by what fits the projects of other parts.
pub(crate) fn held_out(rows: &[Row]) -> Vec<f64> {
    let parts: Vec<Sums> = (0..FOLDS).map(|fold| sums(rows.iter().filter(|row| row.project % FOLDS == fold))).collect();
    let fitted: Vec<Fitted> = (0..FOLDS)
        .map(|fold| {
            let mut all = Sums::new(KINDS, MODELS);
            parts.iter().enumerate().filter(|&(part, _)| part != fold).for_each(|(_, sums)| all.add(sums));
            Fitted::from(&all, rows.iter().filter(|row| row.project % FOLDS != fold))
        })
        .collect();
    rows.iter().map(|row| fitted[row.project % FOLDS].estimate(row)).collect()
}
