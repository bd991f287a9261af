//! Owns writing an exported file. It owns no choice of what is in the snapshot.

use alloc::vec::Vec;

use super::format::{FRAME, Header, LEAD, MAGIC, VERSION};
use super::{About, PortableError};
use crate::ENGINE;
use crate::snapshot::Checksum;
use crate::wire::put_u32;

/// Writes a snapshot as an exported file, in parts. `compress` makes an LZ4 block; what it makes larger stays as it is.
pub fn write<E: From<PortableError>>(
    snapshot: &[u8],
    about: &About,
    compress: &dyn Fn(&[u8]) -> Vec<u8>,
    mut emit: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let header =
        Header { written_by: ENGINE.version.into(), snapshot_bytes: snapshot.len() as u64, about: about.clone() };
    let header = serde_json::to_vec(&header).map_err(|_| PortableError::Damaged)?;
    let mut head = Vec::with_capacity(LEAD + header.len());
    head.extend_from_slice(&MAGIC);
    put_u32(&mut head, VERSION);
    put_u32(&mut head, u32::try_from(header.len()).map_err(|_| PortableError::TooLarge)?);
    head.extend_from_slice(&header);
    let sum = checksum(&head);
    head.extend_from_slice(&sum.to_le_bytes());
    emit(&head)?;
    for raw in snapshot.chunks(FRAME) {
        let packed = compress(raw);
        let body = if packed.len() < raw.len() { packed.as_slice() } else { raw };
        let mut head = Vec::new();
        // A frame is at most 1 MiB.
        put_u32(&mut head, u32::try_from(raw.len()).unwrap_or(u32::MAX));
        put_u32(&mut head, u32::try_from(body.len()).unwrap_or(u32::MAX));
        head.extend_from_slice(&checksum(body).to_le_bytes());
        emit(&head)?;
        emit(body)?;
    }
    Ok(())
}

/// Returns the checksum of bytes, which finds damage, not forgery.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = Checksum::default();
    sum.add(bytes);
    sum.finish()
}
