#!/usr/bin/env bash
# Everything of the npm packages that must hold: lints, builds, types, tests in Node and in Chromium, and that every surface
# makes the same packs. It needs the program (GRAPHICLE_BIN, else what Cargo built) and the engine's module
# (GRAPHICLE_ENGINE_WASM, else scripts/build-wasm.sh builds it).
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; }

step "set up JavaScript"
scripts/setup-js.sh
if [ -z "${GRAPHICLE_ENGINE_WASM:-}" ]; then
    GRAPHICLE_ENGINE_WASM=$(scripts/build-wasm.sh | tail -n 1)
    GRAPHICLE_ENGINE_WASM=$(cd "$(dirname "$GRAPHICLE_ENGINE_WASM")" && pwd)/$(basename "$GRAPHICLE_ENGINE_WASM")
fi
export GRAPHICLE_ENGINE_WASM

step "build the npm packages"
npm run --silent build -w @graphicle/wasm
npm run --silent build -w @graphicle/node

step "build the page"
npm run --silent build -w @graphicle/demo

step "lint JavaScript and TypeScript"
npm run --silent lint

step "test @graphicle/wasm"
npm run --silent test -w @graphicle/wasm
step "test @graphicle/node"
npm run --silent test -w @graphicle/node
step "test the page"
npm run --silent test -w @graphicle/demo
step "every surface makes the same packs"
node --test tests/conformance/*.test.mjs
