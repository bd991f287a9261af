//! Owns finding the engine's bare WASM module, and building it where it is not there.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Returns the module's path: `GRAPHICLE_ENGINE_WASM` where the test command has built it, else what
/// `scripts/build-wasm.sh` builds.
pub fn module_path() -> PathBuf {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| std::env::var_os("GRAPHICLE_ENGINE_WASM").map_or_else(build, PathBuf::from)).clone()
}

fn build() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the workspace");
    let output = Command::new(root.join("scripts/build-wasm.sh")).output().expect("the script runs");
    assert!(output.status.success(), "scripts/build-wasm.sh failed: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("a path in UTF-8");
    root.join(text.lines().last().expect("the script prints the module's path"))
}
