//! Owns the tests' randomness: the same numbers from the same seed on every machine, so that a failure can be met again.

/// A stream of numbers.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// Returns the stream of this seed. Nearby seeds give streams that have nothing in common.
    pub const fn of(seed: u64) -> Self {
        // One step of splitmix64 (Vigna), which has no zero for the generator below to be stuck at but one.
        let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self((z ^ (z >> 31)) | 1)
    }

    /// Returns the next number: xorshift64 (Marsaglia 2003).
    pub const fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number below `n`; 0 where `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        // The low bits of the generator are its weakest.
        usize::try_from((self.next() >> 11) % (n.max(1) as u64)).unwrap()
    }

    /// Returns whether something happens that happens once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Returns one of `choices`, which are not empty.
    pub fn pick<'c, T>(&mut self, choices: &'c [T]) -> &'c T {
        &choices[self.below(choices.len())]
    }
}
