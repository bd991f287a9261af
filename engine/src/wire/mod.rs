//! Owns the byte-level forms that the snapshot is made of: little-endian integers, variable-length integers, and
//! strings in byte order with their common starts left out. It owns no section and no meaning.
//!
//! Readers take any bytes: what is not there reads as `None`.

mod dictionary;

pub(crate) use dictionary::MAX_STRING;
pub use dictionary::{Dictionary, DictionaryBuilder, Walk};

use alloc::vec::Vec;

/// Returns the little-endian `u32` at `at`.
pub fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let end = at.checked_add(4)?;
    Some(u32::from_le_bytes(bytes.get(at..end)?.try_into().ok()?))
}

/// Returns the little-endian `u16` at `at`.
pub fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let end = at.checked_add(2)?;
    Some(u16::from_le_bytes(bytes.get(at..end)?.try_into().ok()?))
}

/// Returns the little-endian `u64` at `at`.
pub fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    let end = at.checked_add(8)?;
    Some(u64::from_le_bytes(bytes.get(at..end)?.try_into().ok()?))
}

/// Appends `value` in groups of seven bits, the lowest first (LEB128).
pub fn put_varint(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push((value & 0x7f) as u8);
}

/// Appends a signed value as a varint, small magnitudes short (zigzag).
pub fn put_signed(out: &mut Vec<u8>, value: i64) {
    let folded = ((value << 1) ^ (value >> 63)).cast_unsigned();
    put_varint_u64(out, folded);
}

fn put_varint_u64(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push((value & 0x7f) as u8);
}

/// Appends `value` as four bytes, little-endian.
pub fn put_u32(out: &mut Vec<u8>, value: u32) {
    out.extend_from_slice(&value.to_le_bytes());
}

/// Reads a byte slice from its start to its end.
#[derive(Debug, Clone, Copy)]
pub struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    /// Returns a cursor at the start of `bytes`.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Returns what is not read yet.
    pub const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Returns whether everything is read.
    pub const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Reads one byte.
    pub fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    /// Reads a varint of at most 32 bits.
    #[inline]
    pub fn varint(&mut self) -> Option<u32> {
        let first = self.byte()?;
        if first < 0x80 {
            return Some(u32::from(first));
        }
        let mut value = u64::from(first & 0x7f);
        let mut shift = 7;
        loop {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(value).ok();
            }
            shift += 7;
            if shift > 28 {
                return None;
            }
        }
    }

    /// Reads a signed varint.
    pub fn signed(&mut self) -> Option<i64> {
        let mut value = 0_u64;
        let mut shift = 0;
        loop {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                break;
            }
            shift += 7;
            if shift > 63 {
                return None;
            }
        }
        Some((value >> 1).cast_signed() ^ -((value & 1).cast_signed()))
    }

    /// Reads `n` bytes.
    pub fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(n)?;
        self.rest = rest;
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_read_back() {
        for value in [0, 1, 127, 128, 300, 16_383, 16_384, 1 << 28, u32::MAX] {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, value);
            let mut cursor = Cursor::new(&bytes);
            assert_eq!(cursor.varint(), Some(value));
            assert!(cursor.is_empty());
        }
        for value in [0, -1, 1, -64, 64, i64::from(u32::MAX), -i64::from(u32::MAX), i64::MAX, i64::MIN] {
            let mut bytes = Vec::new();
            put_signed(&mut bytes, value);
            assert_eq!(Cursor::new(&bytes).signed(), Some(value));
        }
        assert_eq!(Cursor::new(&[0xff; 12]).varint(), None);
        assert_eq!(Cursor::new(&[0xff; 12]).signed(), None);
        assert_eq!(Cursor::new(&[0x80]).varint(), None);
        assert_eq!(u32_at(&[1, 0, 0], 0), None);
        assert_eq!(u32_at(&[0; 8], usize::MAX), None);
    }
}
