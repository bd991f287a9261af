//! Owns which engine this is: its version, and the hash of its sources, by which a pack says what made it. It owns no
//! format's version.

use serde::Serialize;

/// Which engine made a pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct EngineVersion {
    /// The version of its release.
    pub version: &'static str,
    /// The SHA-256 of its sources, in hex: two engines with the same hash make the same packs, on every surface.
    pub sha256: &'static str,
}

/// This engine.
pub const ENGINE: EngineVersion = EngineVersion {
    version: env!("CARGO_PKG_VERSION"),
    sha256: include_str!(concat!(env!("OUT_DIR"), "/sources.sha256")),
};
