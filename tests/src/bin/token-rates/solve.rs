//! Owns least squares: sums of products and their solution.

/// The sums that a least-squares problem is made of.
#[derive(Clone)]
pub(crate) struct Sums {
    size: usize,
    /// Products of the knowns, row by row; the lower half is filled.
    products: Vec<f64>,
    /// Products of the knowns with what is sought, one list for each sought figure.
    sought: Vec<Vec<f64>>,
}

impl Sums {
    pub(crate) fn new(size: usize, sought: usize) -> Self {
        Self { size, products: vec![0.0; size * size], sought: vec![vec![0.0; size]; sought] }
    }

    /// Adds an observation: the knowns that are not 0, and what is sought, both as they weigh.
    pub(crate) fn observe(&mut self, knowns: &[(usize, f64)], sought: &[f64]) {
        for (place, &(row, value)) in knowns.iter().enumerate() {
            for &(column, other) in &knowns[..=place] {
                self.products[row * self.size + column] += value * other;
            }
            for (sums, figure) in self.sought.iter_mut().zip(sought) {
                sums[row] += value * figure;
            }
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (sum, more) in self.products.iter_mut().zip(&other.products) {
            *sum += more;
        }
        for (sums, more) in self.sought.iter_mut().zip(&other.sought) {
            for (sum, more) in sums.iter_mut().zip(more) {
                *sum += more;
            }
        }
    }

    /// Returns the figures of each sought one, drawn to `guess` with the weight `pull` of an observation each: what was
    /// never observed is what it was guessed to be.
    pub(crate) fn solve(&self, guess: f64, pull: f64) -> Vec<Vec<f64>> {
        let size = self.size;
        let mut lower = self.products.clone();
        for at in 0..size {
            lower[at * size + at] += pull;
        }
        cholesky(&mut lower, size);
        let pulled = |sums: &Vec<f64>| sums.iter().map(|sum| sum + guess * pull).collect::<Vec<f64>>();
        self.sought.iter().map(|sums| substitute(&lower, size, pulled(sums))).collect()
    }
}

/// Turns a symmetric positive matrix, of which the lower half is given, into its Cholesky factor.
fn cholesky(lower: &mut [f64], size: usize) {
    for row in 0..size {
        for column in 0..=row {
            let dot: f64 = (0..column).map(|k| lower[row * size + k] * lower[column * size + k]).sum();
            let rest = lower[row * size + column] - dot;
            lower[row * size + column] =
                if row == column { rest.max(1e-12).sqrt() } else { rest / lower[column * size + column] };
        }
    }
}

fn substitute(lower: &[f64], size: usize, mut right: Vec<f64>) -> Vec<f64> {
    for row in 0..size {
        let dot: f64 = (0..row).map(|k| lower[row * size + k] * right[k]).sum();
        right[row] = (right[row] - dot) / lower[row * size + row];
    }
    for row in (0..size).rev() {
        let dot: f64 = (row + 1..size).map(|k| lower[k * size + row] * right[k]).sum();
        right[row] = (right[row] - dot) / lower[row * size + row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_found_and_what_was_not_observed_is_the_guess() {
        let mut sums = Sums::new(3, 1);
        for (a, b) in [(1.0, 2.0), (3.0, 1.0), (5.0, 5.0)] {
            sums.observe(&[(0, a), (2, b)], &[2.0 * a + 7.0 * b]);
        }
        let found = sums.solve(1.0, 1e-9).remove(0);
        for (figure, wanted) in found.iter().zip([2.0, 1.0, 7.0]) {
            assert!((figure - wanted).abs() < 1e-6, "{found:?}");
        }
    }
}
