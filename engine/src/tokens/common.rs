//! Owns the set of common pieces of text, those that the measured vocabularies have as one token; owns no text.

use super::pieces::Known;

/// A set of short texts, kept as the bits at their hashes. A text that is not in it is taken for one that is about as
/// often as bits are set, which the weights are measured with.
#[derive(Debug, Clone, Copy)]
pub struct Common<'b> {
    bits: &'b [u8],
}

/// How many bytes a set has.
pub const COMMON_BYTES: usize = 1 << 14;

/// The longest text that can be in a set, bytes.
pub const COMMON_LONGEST: usize = 16;

impl<'b> Common<'b> {
    /// Returns the set with these bits.
    pub const fn of(bits: &'b [u8; COMMON_BYTES]) -> Self {
        Self { bits }
    }

    /// Returns which bit stands for `text[start..end]`, at most [`COMMON_LONGEST`] bytes.
    #[inline]
    pub fn bit(text: &[u8], start: usize, end: usize) -> usize {
        let mut hash = (end - start) as u64;
        let mut at = start;
        while at < end {
            hash = (hash ^ word(text, at, end)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
            at += 8;
        }
        (hash >> 24) as usize % (COMMON_BYTES * 8)
    }
}

impl Known for Common<'_> {
    #[inline]
    fn has(&self, text: &[u8], start: usize, end: usize) -> bool {
        if end - start > COMMON_LONGEST {
            return false;
        }
        let bit = Self::bit(text, start, end);
        self.bits[bit / 8] >> (bit % 8) & 1 == 1
    }
}

/// Returns up to eight bytes of `text[at..end]` as a number, the first the lowest, and zeros behind them.
#[inline]
fn word(text: &[u8], at: usize, end: usize) -> u64 {
    let wanted = (end - at).min(8);
    match text.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()) {
        Some(bytes) => u64::from_le_bytes(bytes) & (u64::MAX >> (64 - 8 * wanted)),
        None => text[at..at + wanted].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}
