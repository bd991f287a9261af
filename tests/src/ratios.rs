//! Owns how estimates of packs compare with counts: the sizes that are told apart, and the table. It owns no estimate.

#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a benchmark prints its figures, which are small"
)]

use crate::random::Random;

/// The sizes of packs that are told apart, tokens.
#[derive(Debug)]
pub struct Sizes(&'static [(u32, u32)]);

impl Sizes {
    /// Those of packs that are put together by chance.
    pub const MADE: Self = Self(&[(2_000, 8_000), (8_000, 32_000), (32_000, 128_000), (128_000, 1_000_000)]);

    /// Those of real packs.
    pub const REAL: Self =
        Self(&[(0, 2_000), (2_000, 8_000), (8_000, 32_000), (32_000, 128_000), (128_000, 2_100_000)]);

    /// Returns a size, small ones as often as large ones.
    pub fn pick(&self, random: &mut Random) -> u32 {
        let &(low, high) = random.pick(self.0);
        let steps = 1_000;
        let step = u32::try_from(random.below(steps)).unwrap_or(0);
        (f64::from(low) * (f64::from(high) / f64::from(low)).powf(f64::from(step) / steps as f64)) as u32
    }
}

/// Prints how estimates compare by these sizes, each estimate given with the tokens of its text.
pub fn print_ratios(sizes: &Sizes, ratios: &[(u32, f64)]) {
    println!("| tokens | packs | least | 0.1 % | 1 % | median | 99 % | 99.9 % | most | below 1 | above 1.12 |");
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    for &(low, high) in sizes.0 {
        let mut these: Vec<f64> =
            ratios.iter().filter(|(tokens, _)| (low..high).contains(tokens)).map(|&(_, ratio)| ratio).collect();
        these.sort_by(f64::total_cmp);
        let Some(last) = these.len().checked_sub(1) else { continue };
        let at = |thousandths: usize| these[last * thousandths / 1_000];
        let share = |counts: &dyn Fn(f64) -> bool| {
            100.0 * these.iter().filter(|ratio| counts(**ratio)).count() as f64 / these.len() as f64
        };
        print!("| {low} to {high} | {}", these.len());
        for thousandths in [0, 1, 10, 500, 990, 999, 1_000] {
            print!(" | {:.3}", at(thousandths));
        }
        println!(" | {:.2} % | {:.2} % |", share(&|ratio| ratio < 1.0), share(&|ratio| ratio > 1.12));
    }
}
