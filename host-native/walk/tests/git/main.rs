//! Compares walks with the real `git`: what it lists and is on disk must be what a walk finds or skips, exactly.
#![cfg(unix)]

mod layouts;
mod random;
mod sandbox;
