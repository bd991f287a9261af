//! Owns the encodings from before Unicode: guessing which one bytes are in, and checking that text came out.

use std::ops::Range;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::ISO_2022_JP;

use super::{Decoded, UTF_8};

/// Returns the text of bytes that are not UTF-8, or `None` when no encoding makes text of them.
pub(super) fn guess(bytes: &[u8]) -> Option<Decoded> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let sample = bytes.get(sample_of(bytes)).unwrap_or(bytes);
    detector.feed(sample, true);
    let encoding = detector.guess(None, Utf8Detection::Deny);
    let (text, lossy) = encoding.decode_without_bom_handling(bytes);
    if is_plausible(&text, lossy) {
        return Some(Decoded { text: text.into_owned(), encoding: encoding.name(), lossy });
    }
    // Bytes that fit nothing, among plain text.
    is_mostly_ascii(bytes).then(|| Decoded {
        text: String::from_utf8_lossy(bytes).into_owned(),
        encoding: UTF_8,
        lossy: true,
    })
}

/// Returns which part of the bytes to guess by: enough to be sure, starting where ASCII ends.
fn sample_of(bytes: &[u8]) -> Range<usize> {
    /// The detector reads some ten megabytes a second, and is sure after a few kilobytes.
    const LIMIT: usize = 256 * 1024;
    let first = bytes.iter().position(|b| !b.is_ascii()).unwrap_or(0);
    let line = bytes.get(..first).and_then(|before| before.iter().rposition(|&b| b == b'\n')).map_or(0, |at| at + 1);
    line..line.saturating_add(LIMIT).min(bytes.len())
}

/// Returns whether what was decoded looks like text: a one-byte encoding makes characters of any bytes, but rarely
/// letters.
fn is_plausible(text: &str, lossy: bool) -> bool {
    let (mut all, mut odd) = (0_usize, 0_usize);
    for c in text.chars().filter(|c| !c.is_ascii()) {
        all += 1;
        let is_common_sign = "©®°«»§·£¿¡´¨¸…–—‘’“”•™€¬±²³¼½¾×÷µ¹ªº¶†‡‰№\u{a0}".contains(c);
        let is_wide = u32::from(c) >= 0x2500 && !matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{fffd}');
        odd += usize::from(!(c.is_alphabetic() || is_common_sign || is_wide) || c.is_control());
    }
    let limit = if lossy { all / 10 } else { all / 3 };
    odd <= limit
}

fn is_mostly_ascii(bytes: &[u8]) -> bool {
    let others = bytes.iter().filter(|b| !b.is_ascii()).count();
    others * 10 <= bytes.len()
}

/// Returns whether ASCII bytes switch to Japanese by escape sequences.
pub(super) fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    bytes.contains(&0x1b) && bytes.windows(3).any(|part| part == b"\x1b$B" || part == b"\x1b$@")
}

/// Returns the text of what [`is_iso_2022_jp`] is true for; such text that does not decode was something else.
pub(super) fn iso_2022_jp(text: String) -> Decoded {
    match ISO_2022_JP.decode_without_bom_handling_and_without_replacement(text.as_bytes()) {
        Some(decoded) => Decoded::exact(decoded.into_owned(), ISO_2022_JP.name()),
        None => Decoded::exact(text, UTF_8),
    }
}
