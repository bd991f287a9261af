//! Owns the sections that come from files' contents: texts, passages, postings, names, and the files' and folders'
//! purposes. It owns neither symbols nor edges (`super::graph`).

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use super::input::{BuildError, FileInput, Source};
use super::inverted::{BodyKind, Inverted, Keys, Occurrence, of_counts};
use super::merge::{BaseLists, SegmentLists, merge};
use super::segment::Segment;
use super::strings::{Provisional, Strings};
use super::touched::touched;
use crate::folders::{Folders, folder_of};
use crate::id::FileId;
use crate::snapshot::Snapshot;
use crate::snapshot::rows::{BlockRow, FileRow, PassageRow};
use crate::terms::{terms_of, tokens};

/// What the file table takes from a file's content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileContent {
    pub(crate) lines: u32,
    pub(crate) text_len: u32,
    pub(crate) block: u32,
    pub(crate) offset: u32,
    pub(crate) first_passage: u32,
    pub(crate) purpose: Option<String>,
}

/// The sections that come from files' contents.
#[derive(Debug)]
pub struct Content<'a> {
    pub(crate) files: Vec<FileContent>,
    pub(crate) blocks: Vec<u8>,
    /// The compressed blocks, borrowed from the base and the segments.
    pub(crate) text: Vec<&'a [u8]>,
    pub(crate) passages: Vec<u8>,
    pub(crate) words: u64,
    pub(crate) terms: (Vec<u8>, Vec<u8>),
    pub(crate) names: (Vec<u8>, Vec<u8>),
    pub(crate) path_terms: (Vec<u8>, Vec<u8>),
    pub(crate) path_words: u64,
    /// The dictionary of purposes, and each file's number in it.
    pub(crate) purposes: (Vec<u8>, Vec<u32>),
}

/// Joins the unchanged parts of a base snapshot and the segments. `files` are in byte order of their paths, and
/// `folders` are theirs. A folder that no segment holds must hold the same files with the same contents in the base.
pub fn content<'a>(
    base: Option<&'a Snapshot<'a>>,
    segments: &'a [Segment],
    files: &[FileInput<'_>],
    folders: &Folders,
) -> Result<Content<'a>, BuildError> {
    let mut content = texts(base, segments, files, folders)?;
    passages(base, segments, files, &mut content)?;
    content.purposes = purposes(&content.files);
    let renamed = renamed_files(base, files);
    let numbers = segment_files(segments, files);
    let lists = |of: fn(&Segment) -> &Inverted| -> Vec<SegmentLists<'_>> {
        segments.iter().zip(&numbers).map(|(s, files)| SegmentLists { lists: of(s), files }).collect()
    };
    let touched = base.and_then(|base| touched(base, &renamed));
    let base_lists = |lists, touched| BaseLists { lists, renamed: &renamed, touched };
    let touched_terms = touched.as_ref().map(|touched| &touched.terms);
    let base_terms = base.and_then(Snapshot::terms).map(|lists| base_lists(lists, touched_terms));
    content.terms = merge(BodyKind::Passages, base_terms, &lists(|s| &s.terms));
    let touched_names = touched.as_ref().map(|touched| &touched.names);
    let base_names = base.and_then(Snapshot::names).map(|lists| base_lists(lists, touched_names));
    content.names = merge(BodyKind::Count, base_names, &lists(|s| &s.names));
    let paths = path_terms(files);
    content.path_words = paths.1;
    let all: Vec<FileId> = (0..files.len()).map(file_id).collect();
    content.path_terms = merge(BodyKind::Count, None, &[SegmentLists { lists: &paths.0, files: &all }]);
    Ok(content)
}

fn file_id(at: usize) -> FileId {
    FileId(u32::try_from(at).unwrap_or(u32::MAX))
}

fn parts(path: &str) -> BuildError {
    BuildError::Parts(path.to_owned())
}

/// Copies every folder's blocks, in the order of the folders, and notes where each file's text starts.
fn texts<'a>(
    base: Option<&'a Snapshot<'a>>,
    segments: &'a [Segment],
    files: &[FileInput<'_>],
    folders: &Folders,
) -> Result<Content<'a>, BuildError> {
    let mut content = Content {
        files: vec![
            FileContent { lines: 0, text_len: 0, block: 0, offset: 0, first_passage: 0, purpose: None };
            files.len()
        ],
        blocks: Vec::new(),
        text: Vec::new(),
        passages: Vec::new(),
        words: 0,
        terms: Default::default(),
        names: Default::default(),
        path_terms: Default::default(),
        path_words: 0,
        purposes: Default::default(),
    };
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); folders.paths().len()];
    for (at, file) in files.iter().enumerate() {
        let folder = folders.find(folder_of(file.path)).ok_or_else(|| parts(file.path))?;
        if let Some(list) = members.get_mut(folder.index()) {
            list.push(at);
        }
    }
    let packed: HashMap<&str, (usize, usize)> = segments
        .iter()
        .enumerate()
        .flat_map(|(s, segment)| {
            segment.folders.iter().enumerate().map(move |(f, folder)| (folder.path.as_str(), (s, f)))
        })
        .collect();
    let mut blocks = BlockWriter::default();
    for (folder, members) in folders.paths().iter().zip(&members) {
        if members.is_empty() {
            continue;
        }
        if let Some(&(segment, place)) = packed.get(folder.as_str()) {
            let packed = segments.get(segment).and_then(|s| s.folders.get(place)).ok_or_else(|| parts(folder))?;
            let first = blocks.count;
            if packed.files.len() != members.len() {
                return Err(parts(folder));
            }
            for (&at, (path, place)) in members.iter().zip(&packed.files) {
                if files.get(at).is_none_or(|file| file.path != path) {
                    return Err(parts(path));
                }
                if let Some(file) = content.files.get_mut(at) {
                    file.block = first + place.block;
                    file.offset = place.offset;
                    file.text_len = place.len;
                }
            }
            for block in &packed.blocks {
                blocks.push(&mut content.text, &block.packed, block.raw_len);
            }
        } else {
            let base = base.ok_or_else(|| parts(folder))?;
            copy_folder(base, folder, members, files, &mut blocks, &mut content)?;
        }
    }
    content.blocks = blocks.rows;
    Ok(content)
}

/// Copies a folder's blocks from the base.
fn copy_folder<'a>(
    base: &'a Snapshot<'a>,
    path: &str,
    members: &[usize],
    files: &[FileInput<'_>],
    blocks: &mut BlockWriter,
    content: &mut Content<'a>,
) -> Result<(), BuildError> {
    let folder = base.find_folder(path).and_then(|id| base.folder(id)).ok_or_else(|| parts(path))?;
    let old: Vec<FileId> = base.files_in(&folder).collect();
    if old.len() != members.len() {
        return Err(parts(path));
    }
    let mut range: Option<(u32, u32)> = None;
    let mut rows: Vec<(usize, FileRow)> = Vec::with_capacity(members.len());
    for (&at, id) in members.iter().zip(old) {
        let input = files.get(at).ok_or_else(|| parts(path))?;
        let file = base.file(id).ok_or_else(|| parts(input.path))?;
        if file.path != input.path || file.hash != input.hash || input.source != Source::Base(id) {
            return Err(parts(input.path));
        }
        let row = file.row();
        if row.text_len > 0 {
            let end = block_behind(base, &row)?;
            range = Some(range.map_or((row.block, end), |(first, last)| (first.min(row.block), last.max(end))));
        }
        rows.push((at, row));
    }
    let (first, end) = range.unwrap_or((0, 0));
    for (at, row) in rows {
        if let Some(file) = content.files.get_mut(at) {
            // A file without text stands where the folder's packer left it: the distance to the first block is kept.
            let distance = if range.is_some() { row.block.saturating_sub(first) } else { 0 };
            file.block = blocks.count + distance;
            file.offset = row.offset;
            file.text_len = row.text_len;
        }
    }
    for block in first..end {
        let row = base.block_row(block).ok_or_else(|| parts(path))?;
        let packed = base.packed(&row).ok_or_else(|| parts(path))?;
        blocks.push(&mut content.text, packed, row.raw_len);
    }
    Ok(())
}

/// Returns the block behind the last one that holds the file's text.
fn block_behind(base: &Snapshot<'_>, row: &FileRow) -> Result<u32, BuildError> {
    let mut left = u64::from(row.text_len) + u64::from(row.offset);
    let mut block = row.block;
    while left > 0 {
        let raw = base.block_row(block).filter(|row| row.raw_len > 0).ok_or_else(|| parts("blocks"))?.raw_len;
        left = left.saturating_sub(u64::from(raw));
        block += 1;
    }
    Ok(block)
}

#[derive(Default)]
struct BlockWriter {
    rows: Vec<u8>,
    count: u32,
    at: u64,
}

impl BlockWriter {
    fn push<'a>(&mut self, text: &mut Vec<&'a [u8]>, packed: &'a [u8], raw_len: u32) {
        let packed_len = u32::try_from(packed.len()).unwrap_or(u32::MAX);
        BlockRow { start: self.at, packed_len, raw_len }.put(&mut self.rows);
        text.push(packed);
        self.at += u64::from(packed_len);
        self.count += 1;
    }
}

/// Lays out the passages in the order of the files.
fn passages(
    base: Option<&Snapshot<'_>>,
    segments: &[Segment],
    files: &[FileInput<'_>],
    content: &mut Content<'_>,
) -> Result<(), BuildError> {
    let mut count = 0_u32;
    for (input, file) in files.iter().zip(&mut content.files) {
        file.first_passage = count;
        let mut put = |row: PassageRow| {
            row.put(&mut content.passages);
            content.words += u64::from(row.words);
            count += 1;
        };
        match input.source {
            Source::Segment { segment, file: number } => {
                let indexed = segments
                    .get(segment as usize)
                    .and_then(|segment| segment.files.get(number as usize))
                    .ok_or_else(|| parts(input.path))?;
                file.lines = indexed.lines;
                file.purpose.clone_from(&indexed.purpose);
                indexed.passages.iter().copied().for_each(put);
            }
            Source::Base(id) => {
                let base = base.ok_or_else(|| parts(input.path))?;
                let old = base.file(id).filter(|old| old.path == input.path).ok_or_else(|| parts(input.path))?;
                file.lines = old.lines;
                file.purpose = base.stated_purpose(&old);
                for id in old.passages.0.0..old.passages.1.0 {
                    put(base.passage_row(id).ok_or_else(|| parts(input.path))?);
                }
            }
        }
    }
    Ok(())
}

/// Returns the dictionary of purposes and each file's number in it.
fn purposes(files: &[FileContent]) -> (Vec<u8>, Vec<u32>) {
    let mut strings = Strings::default();
    let provisional: Vec<Provisional> = files.iter().map(|file| strings.add_some(file.purpose.as_deref())).collect();
    let (dictionary, numbers) = strings.finish();
    (dictionary, provisional.into_iter().map(|purpose| numbers.of(purpose)).collect())
}

/// Returns the new identifier of each of the base's files whose content is still used.
fn renamed_files(base: Option<&Snapshot<'_>>, files: &[FileInput<'_>]) -> Vec<Option<FileId>> {
    let mut renamed = vec![None; base.map_or(0, |base| base.meta().files as usize)];
    for (at, file) in files.iter().enumerate() {
        if let Source::Base(id) = file.source
            && let Some(slot) = renamed.get_mut(id.index())
        {
            *slot = Some(file_id(at));
        }
    }
    renamed
}

/// Returns the identifier of each file of each segment.
fn segment_files(segments: &[Segment], files: &[FileInput<'_>]) -> Vec<Vec<FileId>> {
    let mut numbers: Vec<Vec<FileId>> = segments.iter().map(|s| vec![FileId(u32::MAX); s.files.len()]).collect();
    for (at, file) in files.iter().enumerate() {
        if let Source::Segment { segment, file: number } = file.source
            && let Some(slot) = numbers.get_mut(segment as usize).and_then(|n| n.get_mut(number as usize))
        {
            *slot = file_id(at);
        }
    }
    numbers
}

/// Returns the terms of all paths by file, and how many there are.
fn path_terms(files: &[FileInput<'_>]) -> (Inverted, u64) {
    let mut keys = Keys::default();
    let mut occurrences = Vec::new();
    let mut buffer = String::new();
    let mut words = 0_u64;
    for (at, file) in files.iter().enumerate() {
        let mut counts: Vec<(u32, u32)> = Vec::new();
        for token in tokens(file.path) {
            terms_of(&token, &mut buffer, |term| {
                let key = keys.number(term);
                words += 1;
                match counts.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((key, 1)),
                }
            });
        }
        let file = file_id(at).0;
        occurrences.extend(counts.into_iter().map(|(key, value)| Occurrence { key, file, passage: 0, value }));
    }
    (of_counts(&keys, &occurrences), words)
}
