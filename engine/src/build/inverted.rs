//! Owns lists of where each key occurs, for a group of files, while they are collected and once they are sorted. It
//! owns neither what a key is nor the merging of groups.
//!
//! A list holds, for each file in order, the file and a body. Bodies are self-delimiting, so that merging moves them
//! without decoding: the body of a term is the number of passages, then for each the gap to the one before and its
//! [`Weight`]; the body of a name or a path's term is a count.

use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::wire::{Cursor, put_varint};

/// How often a term stands in one passage: in its text (up to 31) and in the names defined in it (up to 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight(pub u8);

impl Weight {
    /// Returns the weight of these counts, each cut at its limit.
    pub fn new(in_text: u32, in_symbols: u32) -> Self {
        Self((in_text.min(31) as u8) | ((in_symbols.min(7) as u8) << 5))
    }

    /// Returns how often the term stands in the passage's text, at most 31.
    pub const fn in_text(self) -> u32 {
        (self.0 & 31) as u32
    }

    /// Returns how often the term stands in the names that the passage defines, at most 7.
    pub const fn in_symbols(self) -> u32 {
        (self.0 >> 5) as u32
    }
}

/// Keys of text with their lists, in byte order of the keys.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inverted {
    keys: Vec<u8>,
    lists: Vec<u8>,
    /// For each key: the end of its text and the end of its list.
    ends: Vec<(u32, u32)>,
}

impl Inverted {
    /// Returns how many keys there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns key number `at` and its list: for each file its number in the group (varint), then its body.
    pub fn get(&self, at: usize) -> Option<(&[u8], &[u8])> {
        let &(key_end, list_end) = self.ends.get(at)?;
        let (key, list) = match at.checked_sub(1) {
            None => (0, 0),
            Some(before) => *self.ends.get(before)?,
        };
        Some((self.keys.get(key as usize..key_end as usize)?, self.lists.get(list as usize..list_end as usize)?))
    }

    fn push(&mut self, key: &str, list: impl FnOnce(&mut Vec<u8>)) {
        self.keys.extend_from_slice(key.as_bytes());
        list(&mut self.lists);
        self.ends.push((to_u32(self.keys.len()), to_u32(self.lists.len())));
    }
}

fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Gives keys numbers in the order in which they come.
#[derive(Debug, Default)]
pub struct Keys {
    numbers: HashMap<String, u32>,
}

impl Keys {
    /// Returns the number of a key.
    pub fn number(&mut self, key: &str) -> u32 {
        if let Some(&number) = self.numbers.get(key) {
            return number;
        }
        let number = to_u32(self.numbers.len());
        self.numbers.insert(String::from(key), number);
        number
    }

    /// Returns how many keys there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    fn sorted(&self) -> Vec<(&str, u32)> {
        let mut keys: Vec<(&str, u32)> = self.numbers.iter().map(|(key, &number)| (key.as_str(), number)).collect();
        keys.sort_unstable();
        keys
    }
}

/// One place where a key stands.
#[derive(Debug, Clone, Copy)]
pub struct Occurrence {
    /// The key's number.
    pub key: u32,
    /// The file's number in the group.
    pub file: u32,
    /// The passage's place in its file; unused for counts.
    pub passage: u32,
    /// The weight, or the count.
    pub value: u32,
}

/// Sorts occurrences by key; within a key they keep the order in which they came, which is by file and passage.
fn by_key(occurrences: &[Occurrence], n_keys: usize) -> (Vec<u32>, Vec<usize>) {
    let mut starts = alloc::vec![0_usize; n_keys + 1];
    for occurrence in occurrences {
        if let Some(count) = starts.get_mut(occurrence.key as usize + 1) {
            *count += 1;
        }
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    let mut next = starts.clone();
    let mut order = alloc::vec![0_u32; occurrences.len()];
    for (at, occurrence) in (0_u32..).zip(occurrences) {
        if let Some(slot) = next.get_mut(occurrence.key as usize) {
            if let Some(place) = order.get_mut(*slot) {
                *place = at;
            }
            *slot += 1;
        }
    }
    (order, starts)
}

/// Returns the lists of terms, one occurrence for each passage; occurrences come in order of file and passage.
pub fn of_passages(keys: &Keys, occurrences: &[Occurrence]) -> Inverted {
    collect(keys, occurrences, |same_file, list| {
        put_varint(list, to_u32(same_file.len()));
        let mut last = 0;
        for &at in same_file {
            let Some(occurrence) = occurrences.get(at as usize) else { continue };
            put_varint(list, occurrence.passage.saturating_sub(last));
            list.push((occurrence.value & 0xff) as u8);
            last = occurrence.passage;
        }
    })
}

/// Returns the lists of names with a count for each file; occurrences come in order of file, one for each.
pub fn of_counts(keys: &Keys, occurrences: &[Occurrence]) -> Inverted {
    collect(keys, occurrences, |same_file, list| {
        let count = same_file.iter().filter_map(|&at| occurrences.get(at as usize)).map(|o| o.value).sum();
        put_varint(list, count);
    })
}

fn collect(keys: &Keys, occurrences: &[Occurrence], body: impl Fn(&[u32], &mut Vec<u8>)) -> Inverted {
    let (order, starts) = by_key(occurrences, keys.len());
    let file_of = |at: u32| occurrences.get(at as usize).map_or(0, |o| o.file);
    let mut inverted = Inverted::default();
    for (key, number) in keys.sorted() {
        let start = starts.get(number as usize).copied().unwrap_or(0);
        let end = starts.get(number as usize + 1).copied().unwrap_or(0);
        let places = order.get(start..end).unwrap_or(&[]);
        if places.is_empty() {
            continue;
        }
        inverted.push(key, |list| {
            for same_file in places.chunk_by(|&a, &b| file_of(a) == file_of(b)) {
                put_varint(list, same_file.first().map_or(0, |&at| file_of(at)));
                body(same_file, list);
            }
        });
    }
    inverted
}

/// What a body holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyKind {
    /// Passages with weights.
    Passages,
    /// A count.
    Count,
}

impl BodyKind {
    /// Reads over one body and returns its bytes and how many passages it names (1 for a count).
    pub fn take<'a>(self, cursor: &mut Cursor<'a>) -> Option<(&'a [u8], u32)> {
        let all = cursor.rest();
        let n = cursor.varint()?;
        let n_passages = match self {
            Self::Count => 1,
            Self::Passages => {
                for _ in 0..n {
                    cursor.varint()?;
                    cursor.byte()?;
                }
                n
            }
        };
        let used = all.len() - cursor.rest().len();
        Some((all.get(..used)?, n_passages))
    }
}
