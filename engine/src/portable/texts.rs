//! Owns making a snapshot anew with some texts left out and the others packed by another codec. It owns no choice of texts,
//! and changes nothing else of the snapshot.

use alloc::vec;
use alloc::vec::Vec;

use crate::id::FileId;
use crate::role::Roles;
use crate::snapshot::rows::{BlockRow, FileRow};
use crate::snapshot::{Section, Snapshot, SnapshotError, aligned, header};

/// Returns the bytes of a snapshot that holds the texts of those files alone for which `keeps` says so. `compress` makes
/// an LZ4 block.
pub fn retold(
    snapshot: &Snapshot<'_>,
    keeps: &dyn Fn(FileId) -> bool,
    compress: &dyn Fn(&[u8]) -> Vec<u8>,
) -> Result<Vec<u8>, SnapshotError> {
    let damaged = SnapshotError::Section(Section::Text);
    let mut files = Vec::with_capacity(snapshot.section(Section::Files).len());
    let mut kept: Vec<Vec<(usize, usize)>> = vec![Vec::new(); snapshot.meta().blocks as usize];
    for id in (0..snapshot.meta().files).map(FileId) {
        let mut row =
            FileRow::read(snapshot.section(Section::Files), id.0).ok_or(SnapshotError::Section(Section::Files))?;
        if row.text_len > 0 && !keeps(id) {
            row.text_len = 0;
            row.roles = row.roles.with(Roles::LEFT_OUT);
        }
        keep_ranges(snapshot, &row, &mut kept).ok_or(damaged)?;
        row.put(&mut files);
    }
    let (mut blocks, mut text) = (Vec::new(), Vec::new());
    for (at, ranges) in (0..snapshot.meta().blocks).zip(&kept) {
        let start = text.len() as u64;
        let mut row = BlockRow { start, packed_len: 0, raw_len: 0 };
        if !ranges.is_empty() {
            let whole = snapshot.unpacked_block(at).ok_or(damaged)?;
            let mut raw = vec![0; whole.len()];
            for &(from, to) in ranges {
                let (own, other) = raw.get_mut(from..to).zip(whole.get(from..to)).ok_or(damaged)?;
                own.copy_from_slice(other);
            }
            let packed = compress(&raw);
            row.packed_len = u32::try_from(packed.len()).map_err(|_| damaged)?;
            row.raw_len = u32::try_from(raw.len()).map_err(|_| damaged)?;
            text.extend_from_slice(&packed);
        }
        row.put(&mut blocks);
    }
    Ok(joined(snapshot, |section| match section {
        Section::Files => Some(&files),
        Section::Blocks => Some(&blocks),
        Section::Text => Some(&text),
        _ => None,
    }))
}

/// Notes which bytes of which blocks are a file's.
fn keep_ranges(snapshot: &Snapshot<'_>, row: &FileRow, kept: &mut [Vec<(usize, usize)>]) -> Option<()> {
    let mut left = row.text_len as usize;
    let (mut block, mut from) = (row.block, row.offset as usize);
    while left > 0 {
        let len = snapshot.block_row(block)?.raw_len as usize;
        let take = len.checked_sub(from)?.min(left);
        if take == 0 {
            return None;
        }
        kept.get_mut(block as usize)?.push((from, from + take));
        left -= take;
        from = 0;
        block += 1;
    }
    Some(())
}

/// Returns a snapshot of the same sections, but for those that `other` gives.
fn joined<'o>(snapshot: &Snapshot<'o>, other: impl Fn(Section) -> Option<&'o Vec<u8>>) -> Vec<u8> {
    let sections: Vec<&[u8]> = Section::ALL
        .into_iter()
        .map(|section| other(section).map_or_else(|| snapshot.section(section), Vec::as_slice))
        .collect();
    let measured: Vec<(u64, u64)> =
        sections.iter().map(|bytes| (bytes.len() as u64, super::write::checksum(bytes))).collect();
    let (mut bytes, _, len) = header(&measured);
    bytes.reserve_exact(usize::try_from(len).unwrap_or(0).saturating_sub(bytes.len()));
    for section in sections {
        bytes.extend_from_slice(section);
        bytes.resize(usize::try_from(aligned(bytes.len() as u64)).unwrap_or(bytes.len()), 0);
    }
    bytes
}
