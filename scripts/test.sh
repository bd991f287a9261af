#!/usr/bin/env bash
# Everything that must hold before a change lands: format, lints, documentation, the engine's WASM build, the
# npm packages, all tests in Rust, Node and Chromium.
# It sets up what is missing on a fresh machine and takes about half an hour on two cores the first time.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; }

step "set up"
scripts/setup.sh
export GRAPHICLE_ENGINE_WASM
GRAPHICLE_ENGINE_WASM=$(scripts/build-wasm.sh | tail -n 1)
GRAPHICLE_ENGINE_WASM=$(cd "$(dirname "$GRAPHICLE_ENGINE_WASM")" && pwd)/$(basename "$GRAPHICLE_ENGINE_WASM")

step "format"
cargo fmt --all --check

step "lints"
cargo clippy --workspace --all-targets --quiet -- -D warnings

step "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet

step "tests"
cargo test --workspace --quiet

scripts/test-js.sh

step "done"
