//! Owns joining the inverted lists of a base snapshot and of segments into one dictionary and its lists; owns no other
//! part of a snapshot.
//!
//! The result depends on which keys stand in which files alone, not on how they were grouped: keys are in byte order,
//! files in the order of their new identifiers, and bodies are moved as they are.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::inverted::{BodyKind, Inverted};
use crate::id::FileId;
use crate::snapshot::KeyLists;
use crate::wire::{Cursor, DictionaryBuilder, put_u32, put_varint};

/// Lists of the base snapshot, and what its files are called now.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BaseLists<'a> {
    pub(crate) lists: KeyLists<'a>,
    /// For each file of the base its new identifier; `None` where the file is gone or comes from a segment.
    pub(crate) renamed: &'a [Option<FileId>],
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
    let mut writer = Writer::default();
    let mut entries: Vec<Entry<'_>> = Vec::new();
    let mut heads: BinaryHeap<Reverse<(&[u8], usize, usize)>> = BinaryHeap::new();
    for (number, segment) in segments.iter().enumerate() {
        if let Some((key, _)) = segment.lists.get(0) {
            heads.push(Reverse((key, number, 0)));
        }
    }
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
        if let Some(key) = if from_base { base_key } else { segment_key } {
            writer.push(key, &entries);
        }
        if from_base {
            base_head = base_keys.as_mut().and_then(|walk| walk.advance().map(|(id, _)| id));
        }
    }
    writer.finish()
}

/// Moves past `key` in every segment that holds it, collecting its entries.
fn take_segments<'a>(
    body: BodyKind,
    key: &[u8],
    heads: &mut BinaryHeap<Reverse<(&'a [u8], usize, usize)>>,
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

#[derive(Default)]
struct Writer {
    keys: DictionaryBuilder,
    offsets: Vec<u8>,
    lists: Vec<u8>,
}

impl Writer {
    fn push(&mut self, key: &[u8], entries: &[Entry<'_>]) {
        if entries.is_empty() {
            return;
        }
        self.keys.push(key);
        put_u32(&mut self.offsets, u32::try_from(self.lists.len()).unwrap_or(u32::MAX));
        put_varint(&mut self.lists, u32::try_from(entries.len()).unwrap_or(u32::MAX));
        put_varint(&mut self.lists, entries.iter().map(|entry| entry.n_passages).sum());
        let mut last = 0;
        for entry in entries {
            put_varint(&mut self.lists, entry.file.0 - last);
            self.lists.extend_from_slice(entry.body);
            last = entry.file.0;
        }
    }

    fn finish(self) -> (Vec<u8>, Vec<u8>) {
        let mut lists = self.offsets;
        lists.extend_from_slice(&self.lists);
        (self.keys.finish(), lists)
    }
}
