//! Owns reading a pack's text back into its sections and chunks, by the rules that the documentation gives readers and
//! without the code that writes packs. It owns no expectation of what is in one.
//!
//! - `markdown`, `xml`, `json`: the three forms.
//! - `heading`: what a chunk's heading says: the lines, and whether they are an outline.
//! - `manifest`: the lines that list files.

mod heading;
mod json;
mod manifest;
mod markdown;
mod xml;

use std::ops::Range;

use graphicle_engine::pack::LineNumbers;

pub use json::{JsonChunk, JsonPack, read_json};
pub use manifest::{InPrefix, LeftOut, Listed, Manifest, read_manifest};
pub use markdown::read_markdown;
pub use xml::read_xml;

/// A section as it was read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReadSection {
    /// Its name, as `--sections` has it.
    pub name: String,
    /// The text of the pack's own in it, without headings and with escapes undone.
    pub prose: String,
    /// Its chunks of files, in order.
    pub chunks: Vec<ReadChunk>,
}

/// A chunk of a file as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadChunk {
    /// The file's path.
    pub path: String,
    /// The first and last lines of its ranges.
    pub ranges: Vec<(u32, u32)>,
    /// Whether the heading calls it an outline.
    pub is_outline: bool,
    /// Why it is there.
    pub why: String,
    /// Its lines by number, without their ends.
    pub lines: Vec<(u32, String)>,
    /// Where the file's lines stand in the text that was read, bytes.
    pub code: Range<usize>,
    /// Whether each of its lines starts with its number.
    pub is_numbered: bool,
}

/// Returns whether the lines of a section start with their numbers.
fn is_numbered(section: &str, numbers: LineNumbers) -> bool {
    match numbers {
        LineNumbers::All => true,
        LineNumbers::Focus => section == "focus",
        LineNumbers::None => false,
    }
}

/// Gives the lines of a body their numbers: those that its ranges name, which must be those in front of the lines where
/// they are numbered.
fn numbered(body: &str, ranges: &[(u32, u32)], is_numbered: bool) -> Result<Vec<(u32, String)>, String> {
    let mut named = ranges.iter().flat_map(|&(first, last)| first..=last);
    let mut lines = Vec::new();
    for line in body.split_inclusive('\n') {
        let line = line.strip_suffix('\n').ok_or("the last line has no end")?;
        let number = named.next().ok_or_else(|| format!("a line more than {ranges:?}: {line:?}"))?;
        let line = if is_numbered {
            let (own, rest) = line.split_once('\t').ok_or_else(|| format!("no number in front of {line:?}"))?;
            if own != number.to_string() {
                return Err(format!("line {number} is numbered {own:?}"));
            }
            rest
        } else {
            line
        };
        lines.push((number, line.to_owned()));
    }
    match named.next() {
        Some(missing) => Err(format!("line {missing} of {ranges:?} is missing")),
        None => Ok(lines),
    }
}
