//! Owns the buffers that cross the interface, without a pointer: each lies in a list, and its address is only a name
//! for it that the host can also write to.

use std::cell::RefCell;
use std::collections::BTreeMap;

thread_local! {
    /// Buffers that the host holds, by address. A WebAssembly module has one thread.
    static HELD: RefCell<BTreeMap<u32, Vec<u8>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Returns the address of a buffer's first byte.
fn address_of(buffer: &[u8]) -> Option<u32> {
    u32::try_from(buffer.as_ptr().addr()).ok()
}

/// Returns the address of a new buffer of `len` bytes; 0 where there is no room.
pub(crate) fn allocate(len: u32) -> u32 {
    let mut buffer = Vec::new();
    let len = len as usize;
    if buffer.try_reserve_exact(len.max(1)).is_err() {
        return 0;
    }
    buffer.resize(len, 0);
    hold(buffer)
}

fn hold(buffer: Vec<u8>) -> u32 {
    let Some(address) = address_of(&buffer) else { return 0 };
    HELD.with_borrow_mut(|held| held.insert(address, buffer));
    address
}

/// Takes a buffer back, when there is one of this address and length.
pub(crate) fn take(address: u32, len: u32) -> Option<Vec<u8>> {
    HELD.with_borrow_mut(|held| match held.get(&address) {
        Some(buffer) if buffer.len() == len as usize => held.remove(&address),
        _ => None,
    })
}

/// Calls `read` with the first `len` bytes of the buffer at this address; `None` where there are not so many.
pub(crate) fn with<R>(address: u32, len: u32, read: impl FnOnce(&[u8]) -> R) -> Option<R> {
    let buffer = HELD.with_borrow_mut(|held| held.remove(&address))?;
    let result = buffer.get(..len as usize).map(read);
    HELD.with_borrow_mut(|held| held.insert(address, buffer));
    result
}

/// Hands a buffer to the host: its address in the upper 32 bits, its length in the lower.
pub(crate) fn hand_out(mut buffer: Vec<u8>) -> u64 {
    if buffer.capacity() == 0 {
        buffer.reserve(1);
    }
    let len = u32::try_from(buffer.len()).unwrap_or(0);
    (u64::from(hold(buffer)) << 32) | u64::from(len)
}
