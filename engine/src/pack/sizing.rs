//! Owns how large a pack and its repository part are: from the budget, the prefix share and the calibration. It owns no
//! calibration, which is the caller's to keep.

use super::options::{Layout, PackOptions};
use crate::tokens::{TokenCounter, Tokens};

/// A provider's count is to fill so much of the budget at most (product page: the input limit less 3%).
const FILLED: f64 = 0.97;
/// Each step of the repository part's size is so much of the one before (product page).
const STEP: f64 = 0.8;
/// Steps that are tried; the last is below any share that a calibration up to 10 asks for.
const STEPS: usize = 32;

/// The sizes of a pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sizes {
    /// The budget that holds now.
    pub(super) budget: Tokens,
    /// What chunks may fill of it.
    pub(super) limit: Tokens,
    /// What the repository part may fill of that; all of it in a standard pack.
    pub(super) repository: Tokens,
}

impl Sizes {
    /// Returns the sizes that options ask for.
    ///
    /// Without a calibration, the budget is the fixed one. With one, the whole pack is sized so that the provider's count
    /// fills [`FILLED`] of the fixed budget, and the repository part from the largest of the fixed budget's steps whose
    /// share fits into that, so that it stays the same bytes while the calibration stays within the step.
    pub(super) fn of(options: &PackOptions, counter: &dyn TokenCounter) -> Self {
        let fixed = options.budget.tokens();
        let ratio = options.calibration.map(super::options::Calibration::ratio);
        let budget = ratio.map_or(fixed, |ratio| scaled(fixed, FILLED / ratio));
        let limit = counter.usable(budget);
        let Layout::Cache(share) = options.layout else { return Self { budget, limit, repository: limit } };
        let mut step = 1.0;
        for _ in 0..STEPS {
            if ratio.is_none_or(|ratio| ratio * share.get() * step <= FILLED) {
                break;
            }
            step *= STEP;
        }
        let repository = scaled(counter.usable(scaled(fixed, step)), share.get());
        Self { budget, limit, repository: repository.min(limit) }
    }
}

/// Returns a share of a number of tokens, rounded down.
fn scaled(tokens: Tokens, share: f64) -> Tokens {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the conversion saturates")]
    // A product such as 0.9 x 1,000,000 may lie a rounding below the number that is meant.
    Tokens((f64::from(tokens.0) * share + 1e-6) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::options::{Budget, Calibration, PrefixShare};
    use crate::tokens::BytesPerToken;

    fn sizes(share: f64, ratio: Option<f64>) -> (u32, u32) {
        let options = PackOptions {
            budget: Budget::new(Tokens(1_000_000)).unwrap(),
            layout: Layout::Cache(PrefixShare::new(share).unwrap()),
            calibration: ratio.map(|ratio| Calibration::new(ratio).unwrap()),
            ..PackOptions::default()
        };
        let own = Sizes::of(&options, &BytesPerToken::new(4.0).unwrap());
        (own.limit.0, own.repository.0)
    }

    #[test]
    fn the_repository_part_keeps_its_size_within_a_step_of_the_calibration() {
        assert_eq!(sizes(0.9, None), (1_000_000, 900_000));
        assert_eq!(sizes(0.9, Some(1.0)), (970_000, 900_000));
        assert_eq!(sizes(0.9, Some(1.07)).1, 900_000);
        assert_eq!(sizes(0.9, Some(0.8)).1, 900_000);
        assert_eq!(sizes(0.9, Some(1.08)).1, 720_000);
        assert_eq!(sizes(0.9, Some(1.34)).1, 720_000);
        assert_eq!(sizes(0.9, Some(1.36)).1, 576_000);
        assert_eq!(sizes(1.0, Some(0.97)), (1_000_000, 1_000_000));
        assert_eq!(sizes(1.0, Some(0.98)).1, 800_000);
        assert_eq!(sizes(1.0, Some(1.21)).1, 800_000);
        for ratio in [0.1, 0.5, 1.0, 2.0, 5.0, 10.0] {
            let (limit, repository) = sizes(0.95, Some(ratio));
            assert!(repository <= limit, "{ratio}: {repository} of {limit}");
        }
    }
}
