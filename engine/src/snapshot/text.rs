//! Owns reading files' texts from their compressed blocks.

use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::rows::BlockRow;
use super::{File, Section, Snapshot, SnapshotError};
use crate::build::BLOCK_BYTES;

/// Blocks that were unpacked lately, for whoever reads many files: those of one folder share blocks.
#[derive(Debug, Clone, Default)]
pub struct UnpackedBlocks {
    kept: VecDeque<(u32, Vec<u8>)>,
}

impl UnpackedBlocks {
    /// Blocks that are kept: 2 MiB.
    const MOST: usize = 32;

    fn get(&mut self, snapshot: &Snapshot<'_>, at: u32) -> Option<&[u8]> {
        let place = self.kept.iter().position(|(own, _)| *own == at);
        if place.is_none() {
            if self.kept.len() == Self::MOST {
                self.kept.pop_front();
            }
            self.kept.push_back((at, snapshot.unpacked_block(at)?));
        }
        let place = place.unwrap_or(self.kept.len().checked_sub(1)?);
        self.kept.get(place).map(|(_, raw)| raw.as_slice())
    }
}

impl<'a> Snapshot<'a> {
    /// Returns a file's text; empty where it is withheld.
    pub fn text(&self, file: &File<'_>) -> Result<String, SnapshotError> {
        self.text_with(file, &mut UnpackedBlocks::default())
    }

    /// As [`Snapshot::text`], with the blocks that were unpacked for other files at hand.
    pub fn text_with(&self, file: &File<'_>, blocks: &mut UnpackedBlocks) -> Result<String, SnapshotError> {
        let damaged = SnapshotError::Section(Section::Text);
        let wanted = file.text_len as usize;
        let mut text = Vec::new();
        let mut block = file.row.block;
        let mut skip = file.row.offset as usize;
        while text.len() < wanted {
            let raw = blocks.get(self, block).ok_or(damaged)?;
            let fresh = raw.get(skip..).filter(|fresh| !fresh.is_empty()).ok_or(damaged)?;
            let take = fresh.len().min(wanted - text.len());
            text.extend_from_slice(fresh.get(..take).unwrap_or(&[]));
            skip = 0;
            block = block.checked_add(1).ok_or(damaged)?;
        }
        String::from_utf8(text).map_err(|_| damaged)
    }

    /// Returns a block's text, or `None` where its row or its bytes are damaged.
    pub fn unpacked_block(&self, at: u32) -> Option<Vec<u8>> {
        let row = BlockRow::read(self.section(Section::Blocks), at)?;
        let packed = self.packed(&row)?;
        let raw_len = row.raw_len as usize;
        if raw_len > BLOCK_BYTES {
            return None;
        }
        let mut raw = vec![0; raw_len];
        let n = lz4_flex::block::decompress_into(packed, &mut raw).ok()?;
        (n == raw_len).then_some(raw)
    }

    /// Returns a block as it is stored.
    pub(crate) fn packed(&self, row: &BlockRow) -> Option<&'a [u8]> {
        let start = usize::try_from(row.start).ok()?;
        self.section(Section::Text).get(start..start.checked_add(row.packed_len as usize)?)
    }
}

impl Snapshot<'_> {
    pub(crate) fn block_row(&self, at: u32) -> Option<BlockRow> {
        BlockRow::read(self.section(Section::Blocks), at)
    }
}
