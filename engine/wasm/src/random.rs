//! Owns what stands for randomness in the module, which imports nothing: the same bytes every time. Hash maps of the
//! tokenizers' library take their seeds from it, and no order of theirs reaches a count. It owns no random number.

/// Fills `len` bytes at `dest`. It serves getrandom 0.3 and 0.4, which find it by this name where the module is built with
/// `--cfg getrandom_backend="custom"` (scripts/build-wasm.sh).
#[expect(unsafe_code, reason = "getrandom asks for a function of this name and kind")]
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(dest: *mut u8, len: usize) -> Result<(), getrandom::Error> {
    // SAFETY: getrandom hands over memory of `len` bytes that is its own to write.
    unsafe { dest.write_bytes(0x5a, len) };
    Ok(())
}
