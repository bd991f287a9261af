//! Owns joining the inverted lists of a base snapshot and of segments into one dictionary and its lists; owns no other
//! part of a snapshot.
//!
//! The result depends on which keys stand in which files alone, not on how they were grouped: keys are in byte order,
//! files in the order of their new identifiers, and bodies are moved as they are.

use alloc::collections::{BTreeSet, BinaryHeap};
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

use super::inverted::{BodyKind, Inverted};
use crate::id::FileId;
use crate::snapshot::KeyLists;
use crate::wire::{Cursor, Dictionary, DictionaryBuilder, put_u32, put_varint};

/// Lists of the base snapshot, and what its files are called now.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BaseLists<'a> {
    pub(crate) lists: KeyLists<'a>,
    /// For each file of the base its new identifier; `None` where the file is gone or comes from a segment.
    pub(crate) renamed: &'a [Option<FileId>],
    /// The keys whose lists may name a file that is gone or comes from a segment, where all other lists stay as they
    /// are; `None` where any list may have changed.
    pub(crate) touched: Option<&'a BTreeSet<String>>,
}

/// Lists of a segment, and the identifiers of its files.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SegmentLists<'a> {
    pub(crate) lists: &'a Inverted,
    /// For each file of the segment its identifier.
    pub(crate) files: &'a [FileId],
}

/// One file's part of a key's list.
#[derive(Debug, Clone, Copy)]
struct Entry<'a> {
    file: FileId,
    body: &'a [u8],
    n_passages: u32,
}

/// Returns the dictionary's bytes and the lists' bytes.
pub(crate) fn merge(body: BodyKind, base: Option<BaseLists<'_>>, segments: &[SegmentLists<'_>]) -> (Vec<u8>, Vec<u8>) {
    base.and_then(|base| patch(body, base, base.touched?, segments)).unwrap_or_else(|| merge_all(body, base, segments))
}

/// Returns what [`merge_all`] returns, and copies every list that is not touched as it lies. `None` where a part of the
/// base is broken.
fn patch(
    body: BodyKind,
    base: BaseLists<'_>,
    touched: &BTreeSet<String>,
    segments: &[SegmentLists<'_>],
) -> Option<(Vec<u8>, Vec<u8>)> {
    let old = base.lists;
    let mut heads = heads(segments);
    let mut touched = touched.iter().map(String::as_bytes).peekable();
    let mut lists = ListWriter::default();
    // The keys that come or go, in order, each with its place in the base's dictionary.
    let (mut added, mut removed): (Vec<(u32, Vec<u8>)>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut copied = 0_u32;
    let mut entries: Vec<Entry<'_>> = Vec::new();
    loop {
        let from_segment = heads.peek().map(|Reverse((key, _, _))| *key);
        let Some(key) = touched.peek().copied().into_iter().chain(from_segment).min() else { break };
        touched.next_if_eq(&key);
        let place = old.keys.place(key)?;
        let (at, behind) = place.map_or_else(|at| (at, at), |at| (at, at + 1));
        lists.copy(&old, copied..at)?;
        copied = behind;
        entries.clear();
        if place.is_ok() {
            read_base(body, old.lists.get(at)?.2, base.renamed, &mut entries);
        }
        take_segments(body, key, &mut heads, segments, &mut entries);
        entries.sort_unstable_by_key(|entry| entry.file);
        match (place.is_ok(), entries.is_empty()) {
            (true, true) => removed.push(at),
            (false, false) => added.push((at, key.to_vec())),
            _ => {}
        }
        lists.push(&entries);
    }
    lists.copy(&old, copied..old.keys.len())?;
    let keys = if added.is_empty() && removed.is_empty() {
        old.keys.to_bytes()
    } else {
        change_keys(&old.keys, &added, &removed)?
    };
    Some((keys, lists.finish()))
}

/// Returns a dictionary with some keys more and some less; both come in order of their places.
fn change_keys(old: &Dictionary<'_>, added: &[(u32, Vec<u8>)], removed: &[u32]) -> Option<Vec<u8>> {
    let mut keys = DictionaryBuilder::default();
    let (mut added, mut removed) = (added.iter().peekable(), removed.iter().peekable());
    let mut walk = old.walk();
    for at in 0..old.len() {
        while let Some((_, key)) = added.next_if(|&&(place, _)| place == at) {
            keys.push(key);
        }
        let (_, key) = walk.advance()?;
        if removed.next_if_eq(&&at).is_none() {
            keys.push(key);
        }
    }
    added.for_each(|(_, key)| {
        keys.push(key);
    });
    Some(keys.finish())
}

/// Merges list by list.
fn merge_all(body: BodyKind, base: Option<BaseLists<'_>>, segments: &[SegmentLists<'_>]) -> (Vec<u8>, Vec<u8>) {
    let mut keys = DictionaryBuilder::default();
    let mut lists = ListWriter::default();
    let mut entries: Vec<Entry<'_>> = Vec::new();
    let mut heads = heads(segments);
    let mut base_keys = base.map(|base| base.lists.keys.walk());
    let mut base_head = base_keys.as_mut().and_then(|walk| walk.advance().map(|(id, _)| id));
    loop {
        let segment_key = heads.peek().map(|Reverse((key, _, _))| *key);
        let base_key = base_head.and(base_keys.as_ref()).map(crate::wire::Walk::current);
        let from_base = match (base_key, segment_key) {
            (None, None) => break,
            (Some(base_key), Some(segment_key)) => base_key <= segment_key,
            (base_key, None) => base_key.is_some(),
            (None, Some(_)) => false,
        };
        let from_segments = segment_key.is_some() && (!from_base || base_key == segment_key);
        entries.clear();
        if from_base
            && let (Some(base), Some(id)) = (base, base_head)
            && let Some((_, _, list)) = base.lists.lists.get(id)
        {
            read_base(body, list, base.renamed, &mut entries);
        }
        if from_segments && let Some(key) = segment_key {
            take_segments(body, key, &mut heads, segments, &mut entries);
        }
        if !entries.is_sorted_by_key(|entry| entry.file) {
            entries.sort_unstable_by_key(|entry| entry.file);
        }
        if let Some(key) = if from_base { base_key } else { segment_key }
            && !entries.is_empty()
        {
            keys.push(key);
            lists.push(&entries);
        }
        if from_base {
            base_head = base_keys.as_mut().and_then(|walk| walk.advance().map(|(id, _)| id));
        }
    }
    (keys.finish(), lists.finish())
}

/// The segments that have keys left, by their next keys: the key, the segment's number, the key's number in it.
type Heads<'a> = BinaryHeap<Reverse<(&'a [u8], usize, usize)>>;

fn heads<'a>(segments: &[SegmentLists<'a>]) -> Heads<'a> {
    let first = |(number, segment): (usize, &SegmentLists<'a>)| Some(Reverse((segment.lists.get(0)?.0, number, 0)));
    segments.iter().enumerate().filter_map(first).collect()
}

/// Moves past `key` in every segment that holds it, collecting its entries.
fn take_segments<'a>(
    body: BodyKind,
    key: &[u8],
    heads: &mut Heads<'a>,
    segments: &[SegmentLists<'a>],
    entries: &mut Vec<Entry<'a>>,
) {
    while let Some(&Reverse((head, number, at))) = heads.peek()
        && head == key
    {
        heads.pop();
        let Some(segment) = segments.get(number) else { continue };
        if let Some((_, list)) = segment.lists.get(at) {
            read_segment(body, list, segment.files, entries);
        }
        if let Some((next, _)) = segment.lists.get(at + 1) {
            heads.push(Reverse((next, number, at + 1)));
        }
    }
}

fn read_base<'a>(body: BodyKind, mut list: Cursor<'a>, renamed: &[Option<FileId>], entries: &mut Vec<Entry<'a>>) {
    let mut file = 0_u32;
    while let Some(gap) = list.varint() {
        file = file.saturating_add(gap);
        let Some((body, n_passages)) = body.take(&mut list) else { return };
        if let Some(&Some(file)) = renamed.get(file as usize) {
            entries.push(Entry { file, body, n_passages });
        }
    }
}

fn read_segment<'a>(body: BodyKind, list: &'a [u8], files: &[FileId], entries: &mut Vec<Entry<'a>>) {
    let mut list = Cursor::new(list);
    while let Some(number) = list.varint() {
        let Some((body, n_passages)) = body.take(&mut list) else { return };
        if let Some(&file) = files.get(number as usize) {
            entries.push(Entry { file, body, n_passages });
        }
    }
}

/// Collects lists and where each starts.
#[derive(Default)]
struct ListWriter {
    offsets: Vec<u8>,
    lists: Vec<u8>,
}

impl ListWriter {
    fn end(&self) -> u32 {
        u32::try_from(self.lists.len()).unwrap_or(u32::MAX)
    }

    /// Appends a list; nothing for a key that occurs nowhere.
    fn push(&mut self, entries: &[Entry<'_>]) {
        if entries.is_empty() {
            return;
        }
        let start = self.end();
        put_u32(&mut self.offsets, start);
        put_varint(&mut self.lists, u32::try_from(entries.len()).unwrap_or(u32::MAX));
        put_varint(&mut self.lists, entries.iter().map(|entry| entry.n_passages).sum());
        let mut last = 0;
        for entry in entries {
            put_varint(&mut self.lists, entry.file.0 - last);
            self.lists.extend_from_slice(entry.body);
            last = entry.file.0;
        }
    }

    /// Appends the lists of a range of keys as they lie.
    fn copy(&mut self, old: &KeyLists<'_>, keys: Range<u32>) -> Option<()> {
        let (lists, starts) = old.lists.raw(keys)?;
        let end = self.end();
        starts.for_each(|start| put_u32(&mut self.offsets, end.wrapping_add(start)));
        self.lists.extend_from_slice(lists);
        Some(())
    }

    fn finish(self) -> Vec<u8> {
        let mut lists = self.offsets;
        lists.extend_from_slice(&self.lists);
        lists
    }
}

#[cfg(test)]
mod tests {
    use super::super::inverted::{Keys, Occurrence, of_counts};
    use super::*;
    use crate::snapshot::Lists;
    use alloc::format;

    /// Returns lists of some keys for each of `files`: the keys are those whose number the file's seed meets.
    fn lists(files: &[u32]) -> Inverted {
        let mut keys = Keys::default();
        let mut occurrences = Vec::new();
        for (file, seed) in (0..).zip(files) {
            for key in (0..60_u32).filter(|key| key.wrapping_mul(7919) % 11 < seed % 11 || key == seed) {
                let key = keys.number(&format!("key{key:02}"));
                occurrences.push(Occurrence { key, file, passage: 0, value: seed + 1 });
            }
        }
        of_counts(&keys, &occurrences)
    }

    #[test]
    fn copying_untouched_lists_gives_what_merging_all_gives() {
        let body = BodyKind::Count;
        let seeds = [3, 58, 5, 0, 59, 9, 2];
        let all: Vec<FileId> = (0..7).map(FileId).collect();
        let (keys, base) = merge_all(body, None, &[SegmentLists { lists: &lists(&seeds), files: &all }]);
        let keys = Dictionary::open(&keys).unwrap();
        let base = KeyLists { keys, lists: Lists::open(&base, keys.len()).unwrap(), body };
        for changed in 0..7_usize {
            for seed in [0, 4, 10, 57] {
                let mut renamed: Vec<Option<FileId>> = all.iter().copied().map(Some).collect();
                renamed[changed] = None;
                let own = lists(&seeds[changed..=changed]);
                let touched = (0..own.len()).filter_map(|at| own.get(at)).map(|(key, _)| key);
                let mut touched: BTreeSet<String> =
                    touched.map(|key| String::from_utf8(key.to_vec()).unwrap()).collect();
                touched.extend(["key30", "key30 and more", "", "zzz"].map(String::from));
                let fresh = lists(&[seed]);
                let fresh = [SegmentLists { lists: &fresh, files: &all[changed..=changed] }];
                let base = BaseLists { lists: base, renamed: &renamed, touched: Some(&touched) };
                let patched = patch(body, base, &touched, &fresh).unwrap();
                assert!(patched == merge_all(body, Some(base), &fresh), "file {changed}, seed {seed}");
            }
        }
    }
}
