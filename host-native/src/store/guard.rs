//! Owns turning a panic of the database on a damaged file into an error. The database checks its pages after a crash,
//! not on every open, and says that it may panic on a file that something else has altered.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};

use super::error::StoreError;

thread_local! {
    static EXPECTING: Cell<bool> = const { Cell::new(false) };
}

/// Keeps panics that become errors here from printing a message. Called once, when the program starts.
pub fn install_quiet_panics() {
    let otherwise = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !EXPECTING.get() {
            otherwise(info);
        }
    }));
}

/// Returns what `read` returns, or [`StoreError::Unusable`] when it panics. What `read` had open is dropped by then,
/// and the file itself is only ever changed by transactions, so nothing half-done is seen afterwards.
pub(super) fn guarded<T>(read: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    let before = EXPECTING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(read));
    EXPECTING.set(before);
    result.unwrap_or_else(|_| Err(StoreError::damaged("its pages contradict each other")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error_and_a_value_passes() {
        assert!(matches!(guarded(|| Ok(1)), Ok(1)));
        let panicking = guarded(|| -> Result<(), StoreError> { panic!("a bad page") });
        assert!(matches!(panicking, Err(StoreError::Unusable(_))));
    }
}
