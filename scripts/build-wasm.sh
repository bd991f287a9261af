#!/usr/bin/env bash
# Builds the engine as a bare WASM module and prints the module's path as the last line of standard output.
set -euo pipefail
cd "$(dirname "$0")/.."
toolchain=$(scripts/setup-wasm.sh | tail -n 1)
if [ -n "$toolchain" ]; then export RUSTUP_TOOLCHAIN=$toolchain; fi
folder=${CARGO_TARGET_DIR:-target}/wasm
# The module has no source of random numbers to ask: engine/wasm/src/random.rs stands for it.
export RUSTFLAGS="${RUSTFLAGS:-} --cfg getrandom_backend=\"custom\""
CARGO_TARGET_DIR=$folder cargo build --quiet --release -p graphicle-engine-wasm --target wasm32-unknown-unknown >&2
echo "$folder/wasm32-unknown-unknown/release/graphicle_engine_wasm.wasm"
