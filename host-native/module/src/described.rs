//! Owns what a module says of its engine, and what follows from that. It owns no request.

use graphicle_engine::abi;
use serde::Deserialize;

use crate::error::ModuleError;

/// Which engine a module is.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Described {
    /// Its version.
    pub engine: String,
    /// The SHA-256 of its sources, in hex, where it knows it.
    pub sha256: Option<String>,
    /// The format of the snapshots that it reads.
    pub snapshot_format: u32,
    /// The version of the interface that it speaks.
    #[serde(default = "first")]
    abi: u32,
}

/// Modules of the first version do not say it.
const fn first() -> u32 {
    1
}

impl Described {
    /// Reads what a module answered.
    pub(crate) fn read(json: &str) -> Result<Self, ModuleError> {
        let described: Self =
            serde_json::from_str(json).map_err(|_| ModuleError::Answer("it does not say what it is"))?;
        if described.abi > abi::VERSION {
            return Err(ModuleError::Interface { found: described.abi, known: abi::VERSION });
        }
        Ok(described)
    }

    /// Fails where it does not read snapshots of this format.
    pub fn reads(&self, format: u32) -> Result<(), ModuleError> {
        if self.snapshot_format == format {
            return Ok(());
        }
        Err(ModuleError::SnapshotFormat { reads: self.snapshot_format, given: format })
    }

    /// Fails where it cannot count by a vocabulary.
    pub fn counts_exactly(&self) -> Result<(), ModuleError> {
        if self.abi >= 2 { Ok(()) } else { Err(ModuleError::NoExactCounts) }
    }
}
