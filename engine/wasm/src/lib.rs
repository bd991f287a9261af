//! Owns the engine's binary interface as a bare WebAssembly module: memory handed over, and one call that takes a
//! request's bytes and gives an answer's. It owns no logic; docs/wasm-abi.md describes the interface.
//!
//! The module imports nothing. A host asks for memory with [`g_alloc`], writes a request into it, passes it to
//! [`g_call`], reads the answer where the returned number says (its address in the upper 32 bits, its length in the
//! lower), and gives both back with [`g_free`].

mod memory;
#[cfg(target_family = "wasm")]
mod random;
pub mod request;

use request::answer;

/// Returns the address of `len` new bytes of memory, which the host fills; 0 where there is no room.
#[expect(unsafe_code, reason = "a host finds the function by this name")]
#[unsafe(no_mangle)]
pub extern "C" fn g_alloc(len: u32) -> u32 {
    memory::allocate(len)
}

/// Gives back memory that [`g_alloc`] or [`g_call`] handed out: its address and its length. Anything else is ignored.
#[expect(unsafe_code, reason = "a host finds the function by this name")]
#[unsafe(no_mangle)]
pub extern "C" fn g_free(address: u32, len: u32) {
    drop(memory::take(address, len));
}

/// Answers the request that lies at `address`, whose memory stays the host's. Returns the answer's address in the
/// upper 32 bits and its length in the lower.
#[expect(unsafe_code, reason = "a host finds the function by this name")]
#[unsafe(no_mangle)]
pub extern "C" fn g_call(address: u32, len: u32) -> u64 {
    let answer = memory::with(address, len, answer).unwrap_or_else(request::unknown_memory);
    memory::hand_out(answer)
}
