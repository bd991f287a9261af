//! Owns the printable form of a path, the key under which a file is known; owns no path on disk.
//!
//! Names on disk are bytes (on Unix any but `/` and NUL). A key is UTF-8 on one line: a byte that is not part of valid
//! UTF-8, a control character and a line separator stand as `\xNN`, byte by byte. So that no two names share a key, a
//! backslash that the name itself has before `xNN` stands as `\x5c`; every other backslash stays as it is, and so does
//! every ordinary name.

use std::ffi::OsStr;
use std::fmt::Write as _;

/// Appends the key of one path component; returns whether it differs from the name.
pub(crate) fn push_name(key: &mut String, name: &OsStr) -> bool {
    let bytes = name.as_encoded_bytes();
    let is_plain = bytes.iter().all(|b| matches!(b, b' '..=b'[' | b']'..=b'~'));
    if is_plain && let Some(name) = name.to_str() {
        key.push_str(name);
        return false;
    }
    let start = key.len();
    let mut rest = bytes;
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            let (this, after) = rest.split_at(character.len_utf8());
            if must_escape(character, after) {
                escape(key, this);
            } else {
                key.push(character);
            }
            rest = after;
        }
        let (invalid, after) = rest.split_at(chunk.invalid().len());
        escape(key, invalid);
        rest = after;
    }
    key.get(start..).map(str::as_bytes) != Some(bytes)
}

fn must_escape(character: char, after: &[u8]) -> bool {
    match character {
        '\\' => matches!(after, [b'x', a, b, ..] if is_hex(*a) && is_hex(*b)),
        '\u{2028}' | '\u{2029}' => true,
        other => other.is_control(),
    }
}

const fn is_hex(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

fn escape(key: &mut String, bytes: &[u8]) {
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(key, "\\x{byte:02x}");
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::ffi::OsStrExt as _;

    use proptest::prelude::*;

    use super::*;

    fn key_of(name: &[u8]) -> String {
        let mut key = String::new();
        push_name(&mut key, OsStr::from_bytes(name));
        key
    }

    /// The inverse, which exists only to show that keys are unique.
    fn name_of(key: &str) -> Vec<u8> {
        let mut name = Vec::new();
        let mut rest = key.as_bytes();
        while let Some((first, after)) = rest.split_first() {
            match after {
                [b'x', a, b, tail @ ..] if *first == b'\\' && is_hex(*a) && is_hex(*b) => {
                    let digits = std::str::from_utf8(&after[1..3]).unwrap();
                    name.push(u8::from_str_radix(digits, 16).unwrap());
                    rest = tail;
                }
                _ => {
                    name.push(*first);
                    rest = after;
                }
            }
        }
        name
    }

    #[test]
    fn ordinary_names_stay_and_odd_ones_are_escaped() {
        assert_eq!(key_of(b"a b-'\"c.rs"), "a b-'\"c.rs");
        assert_eq!(key_of("naïve-日本.rs".as_bytes()), "naïve-日本.rs");
        assert_eq!(key_of(b"a\nb"), "a\\x0ab");
        assert_eq!(key_of(b"a\xffb"), "a\\xffb");
        assert_eq!(key_of(b"a\\xffb"), "a\\x5cxffb");
        assert_eq!(key_of(b"a\\b"), "a\\b");
        assert_eq!(key_of("\u{2028}".as_bytes()), "\\xe2\\x80\\xa8");
    }

    proptest! {
        #[test]
        fn keys_are_unique_and_printable(name in proptest::collection::vec(
            prop_oneof![Just(b'\\'), Just(b'x'), Just(b'0'), Just(b'f'), Just(0xc3_u8), Just(0xa9_u8), 1_u8..=255], 0..12,
        )) {
            let key = key_of(&name);
            prop_assert!(!key.chars().any(char::is_control));
            prop_assert_eq!(name_of(&key), name);
        }
    }
}
