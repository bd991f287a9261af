//! Owns reading files' texts from their compressed blocks.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::rows::BlockRow;
use super::{File, Section, Snapshot, SnapshotError};
use crate::build::BLOCK_BYTES;

impl<'a> Snapshot<'a> {
    /// Returns a file's text; empty where it is withheld.
    pub fn text(&self, file: &File<'_>) -> Result<String, SnapshotError> {
        let damaged = SnapshotError::Section(Section::Text);
        let wanted = file.text_len as usize;
        let mut text = Vec::new();
        let mut block = file.row.block;
        let mut skip = file.row.offset as usize;
        while text.len() < wanted {
            let raw = self.block(block).ok_or(damaged)?;
            let fresh = raw.get(skip..).filter(|fresh| !fresh.is_empty()).ok_or(damaged)?;
            let take = fresh.len().min(wanted - text.len());
            text.extend_from_slice(fresh.get(..take).unwrap_or(&[]));
            skip = 0;
            block = block.checked_add(1).ok_or(damaged)?;
        }
        String::from_utf8(text).map_err(|_| damaged)
    }

    /// Returns a block's text, or `None` where its row or its bytes are damaged.
    fn block(&self, at: u32) -> Option<Vec<u8>> {
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
