//! Owns measuring a ranking on questions whose answers are known: reading the cases, where their key files rank, and the
//! figures that are made of the ranks. It owns neither ranking nor printing.

mod cases;
mod compare;
mod figures;

pub use cases::{Case, CaseError, read_cases};
pub use compare::{Comparison, Moved};
pub use figures::{CUTS, CaseRanks, Figures};
