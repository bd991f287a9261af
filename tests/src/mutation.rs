//! Owns damaging a snapshot in many ways, the same ways at every run.
//!
//! Plain damage is caught by the header's identity only where it meets the header. So that the readers behind it are
//! tried as well, half of the mutations forge a list of sections that agrees with itself.

use sha2::{Digest, Sha256};

/// Where the list of sections starts, and the length of an entry (docs/snapshot-format.md).
const TABLE: usize = 40;
const ENTRY: usize = 32;

/// An endless stream of damaged snapshots.
#[derive(Debug)]
pub struct Mutations<'a> {
    bytes: &'a [u8],
    state: u64,
}

impl<'a> Mutations<'a> {
    /// Returns the stream of this seed.
    pub const fn of(bytes: &'a [u8], seed: u64) -> Self {
        Self { bytes, state: seed | 1 }
    }

    /// Xorshift64 (Marsaglia 2003): the tests' own randomness, so that a failure can be met again.
    fn random(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.random() % (n.max(1) as u64)).unwrap()
    }

    fn n_sections(&self) -> usize {
        u32::from_le_bytes(self.bytes[12..16].try_into().unwrap()) as usize
    }

    fn body_start(&self) -> usize {
        TABLE + self.n_sections() * ENTRY
    }

    /// Changes a few bytes at or behind `from`: flips of a bit, random bytes, extreme bytes.
    fn scribble(&mut self, bytes: &mut [u8], from: usize) {
        for _ in 0..=self.below(8) {
            let at = from + self.below(bytes.len() - from);
            bytes[at] = match self.below(4) {
                0 => bytes[at] ^ (1 << self.below(8)),
                1 => 0xff,
                2 => 0,
                _ => u8::try_from(self.below(256)).unwrap(),
            };
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

    /// Splits the snapshot into its sections, swaps, cuts, grows or empties some, and puts a header that agrees
    /// before them.
    fn rebuild(&mut self) -> Vec<u8> {
        let n = self.n_sections();
        let field =
            |at: usize| usize::try_from(u64::from_le_bytes(self.bytes[at..at + 8].try_into().unwrap())).unwrap();
        let mut sections: Vec<Vec<u8>> = (0..n)
            .map(|i| {
                let entry = TABLE + i * ENTRY;
                let (offset, len) = (field(entry + 8), field(entry + 16));
                self.bytes[offset..offset + len].to_vec()
            })
            .collect();
        for _ in 0..=self.below(3) {
            let (a, b) = (self.below(n), self.below(n));
            match self.below(5) {
                0 => sections.swap(a, b),
                1 => {
                    let keep = self.below(sections[a].len() + 1);
                    sections[a].truncate(keep);
                }
                2 => {
                    let extra = self.below(64);
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
        let mut bytes = self.bytes[..self.body_start().next_multiple_of(8)].to_vec();
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
        Self::sign(&mut bytes, n);
        bytes
    }
}

impl Iterator for Mutations<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let mut bytes = self.bytes.to_vec();
        match self.below(6) {
            0 => self.scribble(&mut bytes, 0),
            1 => {
                let keep = self.below(bytes.len());
                bytes.truncate(keep);
            }
            2 => {
                let from = self.body_start();
                self.scribble(&mut bytes, from);
            }
            _ => bytes = self.rebuild(),
        }
        Some(bytes)
    }
}
