//! Owns taking an exported file in parts, as they come. It owns no form of the file.

use graphicle_engine::api::Opened;
use graphicle_engine::portable::Unpacker;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::snapshot::WasmSnapshot;

/// A file that is being read.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Unpacking {
    unpacker: Unpacker,
}

#[wasm_bindgen]
impl Unpacking {
    /// Starts on a file of so many bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: u64) -> Self {
        Self { unpacker: Unpacker::new(bytes) }
    }

    /// Returns how many bytes come next; 0 when all are there.
    pub fn wants(&self) -> usize {
        self.unpacker.wants()
    }

    /// Takes the next bytes: as many as were wanted, or all that are left.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        Ok(self.unpacker.push(bytes)?)
    }

    /// Returns the snapshot.
    pub fn finish(self) -> Result<WasmSnapshot, Failure> {
        let (bytes, about) = self.unpacker.finish()?;
        Ok(WasmSnapshot::of(Opened::new(bytes, about)?))
    }
}
