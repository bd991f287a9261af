//! Owns telling bytes that are no text by what they start with and what they hold; owns no encoding.

/// The start of a PDF, which may hold nothing but ASCII and is no text for people all the same.
pub(super) const PDF: &[u8] = b"%PDF-";

/// Starts of formats whose bytes may pass for text of an old encoding.
const STARTS: [&[u8]; 24] = [
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ",
    b"\x28\xb5\x2f\xfd",
    b"7z\xbc\xaf",
    b"\x7fELF",
    b"\xfe\xed\xfa",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
    b"wOFF",
    b"wOF2",
    b"OTTO",
    b"RIFF",
    b"OggS",
    b"ID3",
    b"fLaC",
    b"Rar!",
    b"\xd0\xcf\x11\xe0",
    b"\xac\xed\0\x05",
    b"!<arch>",
];

/// Returns whether bytes that are not valid UTF-8 start as a known binary format does.
pub(super) fn has_binary_start(bytes: &[u8]) -> bool {
    STARTS.iter().any(|start| bytes.starts_with(start))
}

/// Returns how many control characters there are that text does not hold. Tab, line ends, form feed, backspace, vertical
/// tab and escape are at home in text.
pub(super) fn controls(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&b| matches!(b, 0..=7 | 14..=26 | 28..=31 | 127)).count()
}

/// Returns whether bytes hold more control characters than text of any one-byte or multi-byte encoding does, which is
/// next to none; one byte in ten of compressed data is one.
pub(super) fn has_too_many_controls(bytes: &[u8]) -> bool {
    const BYTES_PER_CONTROL: usize = 512;
    controls(bytes) > bytes.len() / BYTES_PER_CONTROL
}

/// Returns whether bytes that are valid UTF-8 by chance are no text, since controls are one in eight or more. Tests of
/// escape sequences and terminals' recordings have fewer.
pub(super) fn is_mostly_controls(bytes: &[u8]) -> bool {
    controls(bytes) * 8 > bytes.len()
}

/// Returns whether a file that starts with these bytes is binary for sure, so that the rest need not be read.
///
/// Three zero bytes in a row are no text in any encoding but UTF-32, which is known by its mark: in UTF-16 they would
/// hold a NUL.
pub(crate) fn is_surely_binary(start: &[u8]) -> bool {
    let may_be_wide = [b"\xff\xfe".as_slice(), b"\0\0\xfe\xff"].iter().any(|mark| start.starts_with(mark));
    let is_not_utf8 = || std::str::from_utf8(start).is_err_and(|error| error.error_len().is_some());
    start.starts_with(PDF)
        || has_binary_start(start) && (start.contains(&0) || is_not_utf8())
        || !may_be_wide && start.windows(3).any(|three| three == [0, 0, 0])
}
