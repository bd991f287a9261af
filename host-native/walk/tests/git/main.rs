//! Owns comparing walks with the real `git`: what it lists and is on disk must be what a walk finds or skips, exactly.
//! It owns no check of what a file says.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot set its scene has failed")]

mod layouts;
mod random;
mod sandbox;
