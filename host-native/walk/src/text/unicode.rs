//! Owns the Unicode encodings but plain UTF-8: those with a byte order mark, and UTF-16 without one.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::{Decoded, UTF_8};

const UTF_32LE: &str = "UTF-32LE";
const UTF_32BE: &str = "UTF-32BE";

/// A byte order mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Utf8,
    Utf16Little,
    Utf16Big,
    /// Also UTF-16 that starts with a NUL, which no text does.
    Utf32Little,
    Utf32Big,
}

/// The marks, a longer one before the one that it starts with.
const MARKS: [(&[u8], Mark); 5] = [
    (b"\xef\xbb\xbf", Mark::Utf8),
    (b"\xff\xfe\0\0", Mark::Utf32Little),
    (b"\0\0\xfe\xff", Mark::Utf32Big),
    (b"\xff\xfe", Mark::Utf16Little),
    (b"\xfe\xff", Mark::Utf16Big),
];

/// Returns the mark that bytes start with and the bytes after it, or `None`.
pub(super) fn mark_of(bytes: &[u8]) -> Option<(Mark, &[u8])> {
    MARKS.iter().find_map(|(mark, name)| Some((*name, bytes.strip_prefix(*mark)?)))
}

/// Returns the text of the bytes after a mark, or `None` when they are no text after all.
pub(super) fn after_mark(mark: Mark, bytes: &[u8]) -> Option<Decoded> {
    match mark {
        Mark::Utf8 => match std::str::from_utf8(bytes) {
            Ok(text) if !text.contains('\0') => Some(Decoded::exact(text.to_owned(), UTF_8)),
            _ => plausible(String::from_utf8_lossy(bytes).replace('\0', "\u{fffd}"), UTF_8, true),
        },
        Mark::Utf16Little => decode_utf16(bytes, UTF_16LE),
        Mark::Utf16Big => decode_utf16(bytes, UTF_16BE),
        Mark::Utf32Little => decode_utf32(bytes, UTF_32LE, u32::from_le_bytes),
        Mark::Utf32Big => decode_utf32(bytes, UTF_32BE, u32::from_be_bytes),
    }
}

/// Returns the text of UTF-16 without a mark, which bytes are when every pair is a sensible character and many are from
/// the part of Unicode whose upper byte is zero: at the least the spaces and line ends of a text in any script.
pub(super) fn utf16_without_mark(bytes: &[u8]) -> Option<Decoded> {
    /// Fewer pairs than this prove nothing.
    const LEAST_PAIRS: usize = 4;
    /// One in so many characters must have a zero byte.
    const PAIRS_PER_ZERO: usize = 32;
    let (pairs, rest) = bytes.as_chunks::<2>();
    let little = pairs.iter().filter(|pair| pair[1] == 0).count();
    let big = pairs.iter().filter(|pair| pair[0] == 0).count();
    if !rest.is_empty() || pairs.len() < LEAST_PAIRS || little.max(big) < pairs.len().div_ceil(PAIRS_PER_ZERO) {
        return None;
    }
    let encoding = if little >= big { UTF_16LE } else { UTF_16BE };
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    let is_sensible =
        |c: char| !is_odd(c) && !matches!(c, '\u{e000}'..='\u{f8ff}') && (u32::from(c) & 0xfffe) != 0xfffe;
    text.chars().all(is_sensible).then(|| Decoded::exact(text.into_owned(), encoding.name()))
}

fn decode_utf16(bytes: &[u8], encoding: &'static Encoding) -> Option<Decoded> {
    let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
    plausible(text.into_owned(), encoding.name(), had_errors)
}

fn decode_utf32(bytes: &[u8], name: &'static str, read: fn([u8; 4]) -> u32) -> Option<Decoded> {
    let (units, rest) = bytes.as_chunks::<4>();
    let characters = units.iter().map(|unit| char::from_u32(read(*unit)));
    let lossy = !rest.is_empty() || characters.clone().any(|c| c.is_none());
    plausible(characters.map(|c| c.unwrap_or('\u{fffd}')).collect(), name, lossy)
}

/// Keeps what looks like text: marks are short, and binary files start with anything.
fn plausible(text: String, encoding: &'static str, lossy: bool) -> Option<Decoded> {
    /// One odd character in so many is damage; more is no text.
    const CHARACTERS_PER_ODD: usize = 50;
    let odd = text.chars().filter(|&c| is_odd(c) || c == '\u{fffd}' && lossy).count();
    let all = text.chars().count();
    (odd <= (all / CHARACTERS_PER_ODD).max(1)).then_some(Decoded { text, encoding, lossy })
}

/// Returns whether a character is a control character that text does not hold.
fn is_odd(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{8}' | '\u{b}' | '\u{c}' | '\u{1b}' | '\u{85}')
}
