//! Owns a sorted list of distinct strings with their common starts left out, found by text or by place in the list.
//!
//! Form: the number of strings (`u32`), then for each run of 16 strings the offset of its first (`u32`, from the start
//! of the entries), then the entries. An entry is the length of the start it shares with the entry before it in its
//! run (varint), the length of the rest (varint), and the rest.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Cursor, put_u32, put_varint, u32_at};

/// Strings per run: a look-up decodes half of them on average, and a run's first entry costs its whole text.
const RUN: u32 = 16;

/// A string of a dictionary is at most this long, so that forged lengths cannot make reading one costly.
pub(crate) const MAX_STRING: usize = 4096;

/// A sorted list of distinct strings in a byte slice.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dictionary<'a> {
    count: u32,
    offsets: &'a [u8],
    entries: &'a [u8],
}

impl<'a> Dictionary<'a> {
    /// Returns the dictionary that `bytes` hold, or `None` when its table of offsets does not fit into them.
    pub fn open(bytes: &'a [u8]) -> Option<Self> {
        let count = u32_at(bytes, 0)?;
        let runs = count.div_ceil(RUN) as usize;
        let (offsets, entries) = bytes.get(4..)?.split_at_checked(runs.checked_mul(4)?)?;
        Some(Self { count, offsets, entries })
    }

    /// Returns how many strings there are.
    pub const fn len(&self) -> u32 {
        self.count
    }

    /// Returns whether there is no string.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns string number `id`, or `None` where there is none or its bytes are broken.
    pub fn get(&self, id: u32) -> Option<String> {
        if id >= self.count {
            return None;
        }
        let mut text = Vec::new();
        let mut cursor = self.run(id / RUN)?;
        for _ in 0..=id % RUN {
            next(&mut cursor, &mut text)?;
        }
        String::from_utf8(text).ok()
    }

    /// Returns the number of `wanted`, or `None` where it is not in the list.
    pub fn find(&self, wanted: &str) -> Option<u32> {
        self.place(wanted.as_bytes())?.ok()
    }

    /// Returns the number of `wanted`, or as an error the number of the first string behind it: where it would stand.
    /// `None` where bytes are broken.
    pub(crate) fn place(&self, wanted: &[u8]) -> Option<Result<u32, u32>> {
        // The last run whose first string is not after the wanted one.
        let (mut low, mut high) = (0_u32, self.count.div_ceil(RUN));
        while low < high {
            let middle = low + (high - low) / 2;
            if first(&mut self.run(middle)?)? <= wanted {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let Some(run) = low.checked_sub(1) else { return Some(Err(0)) };
        let mut cursor = self.run(run)?;
        let mut text = Vec::new();
        let end = self.count.min(run * RUN + RUN);
        for id in run * RUN..end {
            next(&mut cursor, &mut text)?;
            match text.as_slice().cmp(wanted) {
                core::cmp::Ordering::Less => {}
                core::cmp::Ordering::Equal => return Some(Ok(id)),
                core::cmp::Ordering::Greater => return Some(Err(id)),
            }
        }
        Some(Err(end))
    }

    /// Returns a walk over the strings in order that keeps one buffer; it ends early where bytes are broken.
    pub fn walk(&self) -> Walk<'a> {
        Walk { dictionary: *self, cursor: Cursor::new(&[]), text: Vec::new(), next: 0 }
    }

    /// Returns the dictionary's bytes.
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(4 + self.offsets.len() + self.entries.len());
        put_u32(&mut bytes, self.count);
        bytes.extend_from_slice(self.offsets);
        bytes.extend_from_slice(self.entries);
        bytes
    }

    fn run(&self, run: u32) -> Option<Cursor<'a>> {
        let offset = u32_at(self.offsets, (run as usize).checked_mul(4)?)?;
        self.entries.get(offset as usize..).map(Cursor::new)
    }
}

/// Reads one entry over the one before it.
fn next(cursor: &mut Cursor<'_>, text: &mut Vec<u8>) -> Option<()> {
    let shared = cursor.varint()? as usize;
    let rest = cursor.varint()? as usize;
    if shared > text.len() || shared.saturating_add(rest) > MAX_STRING {
        return None;
    }
    text.truncate(shared);
    text.extend_from_slice(cursor.take(rest)?);
    Some(())
}

/// Reads a run's first entry without copying it.
fn first<'a>(cursor: &mut Cursor<'a>) -> Option<&'a [u8]> {
    if cursor.varint()? != 0 {
        return None;
    }
    let len = cursor.varint()? as usize;
    cursor.take(len)
}

/// A walk over a dictionary's strings in order.
#[derive(Debug)]
pub struct Walk<'a> {
    dictionary: Dictionary<'a>,
    cursor: Cursor<'a>,
    text: Vec<u8>,
    next: u32,
}

impl Walk<'_> {
    /// Moves to the next string and returns its number and bytes, or `None` at the end.
    pub fn advance(&mut self) -> Option<(u32, &[u8])> {
        let id = self.next;
        if id >= self.dictionary.count {
            return None;
        }
        if id.is_multiple_of(RUN) {
            self.cursor = self.dictionary.run(id / RUN)?;
            self.text.clear();
        }
        next(&mut self.cursor, &mut self.text)?;
        self.next += 1;
        Some((id, &self.text))
    }

    /// Returns the bytes of the string that [`Walk::advance`] moved to last.
    pub fn current(&self) -> &[u8] {
        &self.text
    }
}

/// Writes a dictionary; the strings are given in byte order, each once.
#[derive(Debug, Default)]
pub struct DictionaryBuilder {
    count: u32,
    offsets: Vec<u8>,
    entries: Vec<u8>,
    last: Vec<u8>,
}

impl DictionaryBuilder {
    /// Appends a string, which must come after the last one in byte order; returns its number. A string longer than
    /// `MAX_STRING` is cut there.
    pub fn push(&mut self, text: &[u8]) -> u32 {
        let text = text.get(..MAX_STRING).unwrap_or(text);
        debug_assert!(self.count == 0 || self.last.as_slice() < text, "strings come in order, each once");
        let id = self.count;
        let shared = if id.is_multiple_of(RUN) {
            put_u32(&mut self.offsets, u32::try_from(self.entries.len()).unwrap_or(u32::MAX));
            0
        } else {
            self.last.iter().zip(text).take_while(|(a, b)| a == b).count()
        };
        let rest = text.get(shared..).unwrap_or(&[]);
        put_varint(&mut self.entries, u32::try_from(shared).unwrap_or(0));
        put_varint(&mut self.entries, u32::try_from(rest.len()).unwrap_or(0));
        self.entries.extend_from_slice(rest);
        self.last.truncate(shared);
        self.last.extend_from_slice(rest);
        self.count += 1;
        id
    }

    /// Returns how many strings were appended.
    pub const fn len(&self) -> u32 {
        self.count
    }

    /// Returns whether no string was appended.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the dictionary's bytes.
    pub fn finish(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(4 + self.offsets.len() + self.entries.len());
        put_u32(&mut bytes, self.count);
        bytes.extend_from_slice(&self.offsets);
        bytes.extend_from_slice(&self.entries);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn every_string_is_found_by_text_and_by_number() {
        for n in [0, 1, 15, 16, 17, 100] {
            let mut strings: Vec<String> = (0..n).map(|i| format!("name{}", i * 7 % 101)).collect();
            strings.sort();
            let mut builder = DictionaryBuilder::default();
            for text in &strings {
                builder.push(text.as_bytes());
            }
            let bytes = builder.finish();
            let dictionary = Dictionary::open(&bytes).unwrap();
            let mut walk = dictionary.walk();
            for (id, text) in (0..).zip(&strings) {
                assert_eq!(dictionary.find(text), Some(id));
                assert_eq!(dictionary.get(id).as_ref(), Some(text));
                assert_eq!(walk.advance().map(|(id, t)| (id, t.to_vec())), Some((id, text.clone().into_bytes())));
                assert_eq!(dictionary.find(&(text.clone() + "~")), None);
            }
            assert!(walk.advance().is_none());
            assert_eq!(dictionary.find(""), None);
            assert_eq!(dictionary.get(n), None);
        }
    }
}
