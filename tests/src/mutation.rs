//! Owns damaging a snapshot in many ways, each number in its own way, the same at every run.
//!
//! Plain damage is caught by the header's identity only where it meets the header. So that the readers behind it are
//! tried as well, more than half of the mutations forge a header that agrees with itself.

use sha2::{Digest, Sha256};

use crate::random::Random;

/// Where the list of sections starts, and the length of an entry (docs/snapshot-format.md).
const TABLE: usize = 40;
const ENTRY: usize = 32;

/// Returns the snapshot damaged in the way of this seed and number.
pub fn damaged(snapshot: &[u8], seed: u64, number: u64) -> Vec<u8> {
    let mut damage = Damage { random: Random::of(Random::of(seed).next().wrapping_add(number)), whole: snapshot };
    let mut bytes = snapshot.to_vec();
    match damage.random.below(8) {
        0 => damage.scribble(&mut bytes, 0),
        1 => bytes.truncate(damage.random.below(snapshot.len())),
        2 => damage.scribble(&mut bytes, damage.body_start()),
        3 => damage.header(&mut bytes),
        _ => bytes = damage.sections(),
    }
    bytes
}

struct Damage<'a> {
    whole: &'a [u8],
    random: Random,
}

impl Damage<'_> {
    fn n_sections(&self) -> usize {
        u32::from_le_bytes(self.whole[12..16].try_into().unwrap()) as usize
    }

    fn body_start(&self) -> usize {
        TABLE + self.n_sections() * ENTRY
    }

    /// Changes a few bytes at or behind `from`: flips of a bit, random bytes, extreme bytes.
    fn scribble(&mut self, bytes: &mut [u8], from: usize) {
        for _ in 0..=self.random.below(8) {
            let at = from + self.random.below(bytes.len() - from);
            bytes[at] = match self.random.below(4) {
                0 => bytes[at] ^ (1 << self.random.below(8)),
                1 => 0xff,
                2 => 0,
                _ => u8::try_from(self.random.below(256)).unwrap(),
            };
        }
    }

    /// Changes numbers of the header: the version, the counts, lengths and places, to near and to extreme ones. The
    /// identity agrees with them in three of four cases.
    fn header(&mut self, bytes: &mut [u8]) {
        let n = self.n_sections();
        for _ in 0..=self.random.below(2) {
            let entry = TABLE + self.random.below(n) * ENTRY;
            let (at, len) = *self.random.pick(&[(8, 4), (12, 4), (16, 8), (entry, 4), (entry + 8, 8), (entry + 16, 8)]);
            let mut old = [0; 8];
            old[..len].copy_from_slice(&bytes[at..at + len]);
            let old = u64::from_le_bytes(old);
            let near = (self.random.below(64) as u64).wrapping_sub(32);
            let new = match self.random.below(6) {
                0 => 0,
                1 => u64::MAX - self.random.below(64) as u64,
                2 => u64::MAX >> (self.random.below(40) + 1),
                3 => self.random.next(),
                4 => bytes.len() as u64,
                _ => old.wrapping_add(near),
            };
            bytes[at..at + len].copy_from_slice(&new.to_le_bytes()[..len]);
        }
        if !self.random.once_in(4) {
            sign(bytes, n);
        }
    }

    /// Splits the snapshot into its sections, swaps, cuts, grows, repeats or scribbles on some, and puts a header that
    /// agrees before them.
    fn sections(&mut self) -> Vec<u8> {
        let n = self.n_sections();
        let field =
            |at: usize| usize::try_from(u64::from_le_bytes(self.whole[at..at + 8].try_into().unwrap())).unwrap();
        let mut sections: Vec<Vec<u8>> = (0..n)
            .map(|i| {
                let entry = TABLE + i * ENTRY;
                let (offset, len) = (field(entry + 8), field(entry + 16));
                self.whole[offset..offset + len].to_vec()
            })
            .collect();
        for _ in 0..=self.random.below(3) {
            let (a, b) = (self.random.below(n), self.random.below(n));
            match self.random.below(6) {
                0 => sections.swap(a, b),
                1 => {
                    let keep = self.random.below(sections[a].len() + 1);
                    sections[a].truncate(keep);
                }
                2 => {
                    let extra = self.random.below(64);
                    sections[a].extend(std::iter::repeat_n(0xff, extra));
                }
                3 if a != b => {
                    let copy = sections[b].clone();
                    sections[a] = copy;
                }
                _ if !sections[a].is_empty() => {
                    let mut section = std::mem::take(&mut sections[a]);
                    self.scribble(&mut section, 0);
                    sections[a] = section;
                }
                _ => {}
            }
        }
        let mut bytes = self.whole[..self.body_start().next_multiple_of(8)].to_vec();
        for (i, section) in sections.iter().enumerate() {
            let entry = TABLE + i * ENTRY;
            let (offset, len) = (bytes.len() as u64, section.len() as u64);
            bytes.extend_from_slice(section);
            bytes.resize(bytes.len().next_multiple_of(8), 0);
            bytes[entry + 8..entry + 16].copy_from_slice(&offset.to_le_bytes());
            bytes[entry + 16..entry + 24].copy_from_slice(&len.to_le_bytes());
        }
        let len = bytes.len() as u64;
        bytes[16..24].copy_from_slice(&len.to_le_bytes());
        sign(&mut bytes, n);
        bytes
    }
}

/// Writes the identity that the list of sections has.
fn sign(bytes: &mut [u8], n_sections: usize) {
    let mut hash = Sha256::new();
    hash.update(&bytes[8..12]);
    hash.update(&bytes[TABLE..TABLE + n_sections * ENTRY]);
    let digest = hash.finalize();
    bytes[24..40].copy_from_slice(&digest[..16]);
}
