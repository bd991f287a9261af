//! Owns how the texts of a folder's files are put into compressed blocks; owns neither which files there are nor
//! where blocks lie in a snapshot.
//!
//! Small neighbours share a block, because they compress better together (kubernetes: 0.26 of the text in blocks of
//! 64 KiB against 0.32 a file by itself), and a block is small, because reading one file decompresses it whole. What
//! a folder's blocks hold depends on that folder's files alone, so an unchanged folder's blocks are copied as they are.

use alloc::vec::Vec;

/// The most bytes of text in a block.
pub const BLOCK_BYTES: usize = 64 * 1024;

/// A compressed block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Bytes of text.
    pub raw_len: u32,
    /// The text as an LZ4 block.
    pub packed: Vec<u8>,
}

/// Where a file's text lies in its folder's blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextPlace {
    /// The first block, counted from the folder's first.
    pub block: u32,
    /// Where in that block's text the file starts, bytes.
    pub offset: u32,
    /// Bytes of text; what does not fit into the first block goes on in the next ones.
    pub len: u32,
}

/// Puts the texts of one folder's files, in order of their paths, into blocks.
pub(super) fn pack<'a>(texts: impl IntoIterator<Item = &'a str>) -> (Vec<Block>, Vec<TextPlace>) {
    let mut packer = Packer::default();
    let places = texts.into_iter().map(|text| packer.add(text.as_bytes())).collect();
    packer.close();
    (packer.blocks, places)
}

#[derive(Default)]
struct Packer {
    blocks: Vec<Block>,
    open: Vec<u8>,
}

impl Packer {
    fn add(&mut self, mut text: &[u8]) -> TextPlace {
        if !self.open.is_empty() && self.open.len() + text.len() > BLOCK_BYTES {
            self.close();
        }
        let place = TextPlace { block: self.next_block(), offset: to_u32(self.open.len()), len: to_u32(text.len()) };
        while text.len() > BLOCK_BYTES {
            let (head, tail) = text.split_at(BLOCK_BYTES);
            self.open.extend_from_slice(head);
            self.close();
            text = tail;
        }
        self.open.extend_from_slice(text);
        place
    }

    fn close(&mut self) {
        if !self.open.is_empty() {
            self.blocks.push(Block { raw_len: to_u32(self.open.len()), packed: lz4_flex::block::compress(&self.open) });
            self.open.clear();
        }
    }

    fn next_block(&self) -> u32 {
        to_u32(self.blocks.len())
    }
}

fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn small_files_share_a_block_and_large_ones_span_several() {
        let small = "x".repeat(1000);
        let large = "y\n".repeat(80_000);
        let (blocks, places) = pack([small.as_str(), "", &small, &large, &small]);
        assert_eq!(blocks.len(), 4);
        assert_eq!(places[2], TextPlace { block: 0, offset: 1000, len: 1000 });
        assert_eq!(places[3], TextPlace { block: 1, offset: 0, len: 160_000 });
        assert_eq!(places[4].block, 3);
        let raw: usize = blocks.iter().map(|b| b.raw_len as usize).sum();
        assert_eq!(raw, 163_000);
        assert_eq!(pack([]).0.len(), 0);
        assert_eq!(pack([String::new().as_str()]).0.len(), 0);
    }
}
