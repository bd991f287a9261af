//! Owns the browser page on this side: its files ([`Page`]), and serving them with a snapshot to this machine alone
//! ([`Server`]). It owns no snapshot, and nothing that the page does.

#![forbid(unsafe_code)]

mod files;
mod server;

pub use files::{Page, PageError};
pub use server::{Server, ServerError};
