//! Owns the constants of reading a question: what its parts count. It owns no reading.

use crate::constants::constants;

constants! {
    /// What the parts of a question count. [`Reading::default`] is what packs are made with; others are for measuring.
    pub struct Reading {
        /// What a term counts besides for standing in the title: an issue's title says what it is about.
        title: f32 = 1.5,
        /// How repeated terms add up: the k-th counts as BM25's query part with this k3 would have it.
        repeated: f32 = 2.0,
        /// What a name of several parts counts as one word.
        joined: f32 = 1.0,
        /// What such a name counts that stands in the title.
        joined_in_title: f32 = 2.0,
        /// Whether environment sections stay: 0 leaves them out.
        environment: usize = 0,
    }
}
