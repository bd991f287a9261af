//! Owns the file that keeps counts, and its bytes. It owns no counting.
//!
//! A file belongs to one tokenizer. All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 16 | `graphicle-counts` |
//! | 8 | the rules that were counted by: xxh3 of [`graphicle_tokenizer::VERSION`] |
//! | 8 | how often the file was written |
//! | 8 | xxh3 of all that follows, with the number of writes as its seed |
//! | 24 each | a text's key (16), its tokens (4), at which write it came (4); sorted by key, no key twice |
//!
//! Whatever is not exactly so is taken for empty: counts can be made anew.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};
use twox_hash::XxHash3_64;

/// The most counts that a file keeps: some hundred large packs, 12 MB.
const MOST: usize = 500_000;

const MAGIC: &[u8; 16] = b"graphicle-counts";
const HEAD: usize = 40;
const ENTRY: usize = 24;

/// What stands for a text: the first half of its SHA-256, so that no text can be made to look like another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key([u8; 16]);

impl Key {
    /// Returns the key of a text.
    pub(super) fn of(text: &str) -> Self {
        let mut key = [0; 16];
        key.copy_from_slice(&Sha256::digest(text.as_bytes())[..16]);
        Self(key)
    }
}

/// The counts that a file keeps.
#[derive(Debug, Default)]
pub(super) struct Kept {
    writes: u64,
    entries: Vec<u8>,
}

impl Kept {
    /// Returns what the bytes of a file keep, nothing if they are damaged, or of other rules.
    pub(super) fn of(mut bytes: Vec<u8>) -> Self {
        let Some(writes) = intact(&bytes) else { return Self::default() };
        bytes.drain(..HEAD);
        Self { writes, entries: bytes }
    }

    /// Returns whether nothing is kept.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the tokens of a text.
    pub(super) fn get(&self, key: Key) -> Option<u32> {
        let (entries, _) = self.entries.as_chunks::<ENTRY>();
        let at = entries.binary_search_by(|entry| entry[..16].cmp(&key.0)).ok()?;
        Some(number(&entries[at][16..]))
    }

    /// Returns the bytes of a file that keeps `new` as well. Above the most that a file keeps, those that came first go
    /// first.
    pub(super) fn with(&self, new: &BTreeMap<Key, u32>) -> Vec<u8> {
        let writes = self.writes + 1;
        let came = u32::try_from(writes).unwrap_or(u32::MAX);
        let mut all: BTreeMap<Key, (u32, u32)> = self
            .entries
            .as_chunks::<ENTRY>()
            .0
            .iter()
            .map(|entry| (Key(core::array::from_fn(|at| entry[at])), (number(&entry[16..]), number(&entry[20..]))))
            .collect();
        all.extend(new.iter().map(|(&key, &tokens)| (key, (tokens, came))));
        if let Some(over) = all.len().checked_sub(MOST).filter(|&over| over > 0) {
            let mut by_age: Vec<(u32, Key)> = all.iter().map(|(&key, &(_, came))| (came, key)).collect();
            by_age.sort_unstable();
            for (_, key) in by_age.into_iter().take(over) {
                all.remove(&key);
            }
        }
        let mut entries = Vec::with_capacity(all.len() * ENTRY);
        for (key, (tokens, came)) in all {
            entries.extend_from_slice(&key.0);
            entries.extend_from_slice(&tokens.to_le_bytes());
            entries.extend_from_slice(&came.to_le_bytes());
        }
        let mut file = Vec::with_capacity(HEAD + entries.len());
        file.extend_from_slice(MAGIC);
        file.extend_from_slice(&rules().to_le_bytes());
        file.extend_from_slice(&writes.to_le_bytes());
        file.extend_from_slice(&XxHash3_64::oneshot_with_seed(writes, &entries).to_le_bytes());
        file.extend_from_slice(&entries);
        file
    }
}

/// Returns how often the file was written, if it is whole and of today's rules.
fn intact(bytes: &[u8]) -> Option<u64> {
    let (head, entries) = bytes.split_at_checked(HEAD)?;
    let (magic, numbers) = head.split_at_checked(MAGIC.len())?;
    let mut numbers = numbers.as_chunks::<8>().0.iter().map(|&bytes| u64::from_le_bytes(bytes));
    let (made_by, writes, sum) = (numbers.next()?, numbers.next()?, numbers.next()?);
    let whole = magic == MAGIC
        && made_by == rules()
        && entries.len().is_multiple_of(ENTRY)
        && XxHash3_64::oneshot_with_seed(writes, entries) == sum;
    whole.then_some(writes)
}

fn rules() -> u64 {
    XxHash3_64::oneshot(graphicle_tokenizer::VERSION.as_bytes())
}

fn number(bytes: &[u8]) -> u32 {
    bytes.first_chunk().map_or(0, |&bytes| u32::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u32) -> Key {
        Key::of(&number.to_string())
    }

    fn file(numbers: std::ops::Range<u32>) -> Vec<u8> {
        Kept::default().with(&numbers.map(|number| (key(number), number * 3)).collect())
    }

    #[test]
    fn what_was_kept_is_found_and_nothing_else() {
        let first = Kept::of(file(0..1_000));
        let kept = Kept::of(first.with(&(900..2_000).map(|number| (key(number), number * 3)).collect()));
        for number in 0..2_000 {
            assert_eq!(kept.get(key(number)), Some(number * 3), "{number}");
        }
        assert_eq!(kept.get(key(2_000)), None);
        assert_eq!(kept.writes, 2);
    }

    #[test]
    fn a_changed_byte_or_a_missing_end_makes_it_empty() {
        let whole = file(0..50);
        assert!(!Kept::of(whole.clone()).is_empty());
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(Kept::of(damaged).is_empty(), "byte {at}");
            assert!(Kept::of(whole[..at].to_vec()).is_empty(), "cut at {at}");
        }
    }

    #[test]
    fn the_first_to_come_are_the_first_to_go() {
        let most = u32::try_from(MOST).unwrap();
        let full = Kept::of(file(0..most));
        let kept = Kept::of(full.with(&(most..most + 10).map(|number| (key(number), 1)).collect()));
        assert_eq!(kept.entries.len(), MOST * ENTRY);
        assert!((most..most + 10).all(|number| kept.get(key(number)) == Some(1)));
        assert_eq!((0..most).filter(|&number| kept.get(key(number)).is_none()).count(), 10);
    }
}
