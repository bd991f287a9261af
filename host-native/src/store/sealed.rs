//! Owns the checksum that goes with every value of the store, so that damage on the disk is found before anything is
//! believed; owns no value. The checksum covers the key too, so that a value that slipped to another key is found.

use std::hash::Hasher as _;

use twox_hash::XxHash3_64;

const LEN: usize = 8;

fn checksum(key: &[u8], value: &[u8]) -> [u8; LEN] {
    let mut hash = XxHash3_64::with_seed(0);
    hash.write(key);
    // No key holds this byte, so that key and value cannot be cut at another place.
    hash.write(&[0xff]);
    hash.write(value);
    hash.finish().to_le_bytes()
}

/// Returns `value` with its checksum in front.
pub(super) fn seal(key: &[u8], value: &[u8]) -> Vec<u8> {
    let mut sealed = Vec::with_capacity(value.len().saturating_add(LEN));
    sealed.extend_from_slice(&checksum(key, value));
    sealed.extend_from_slice(value);
    sealed
}

/// Returns the value in `sealed`, or `None` when it is not the one that was sealed with `key`.
pub(super) fn unseal<'a>(key: &[u8], sealed: &'a [u8]) -> Option<&'a [u8]> {
    let (sum, value) = sealed.split_at_checked(LEN)?;
    (checksum(key, value) == sum).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_comes_back_and_any_change_is_found() {
        let sealed = seal(b"a/b.go", b"facts");
        assert_eq!(unseal(b"a/b.go", &sealed), Some(&b"facts"[..]));
        assert_eq!(unseal(b"a/c.go", &sealed), None);
        for at in 0..sealed.len() {
            let mut damaged = sealed.clone();
            damaged[at] ^= 1;
            assert_eq!(unseal(b"a/b.go", &damaged), None, "byte {at}");
            assert_eq!(unseal(b"a/b.go", &sealed[..at]), None, "cut at {at}");
        }
    }
}
