#!/usr/bin/env bash
# Builds the browser page into bindings-js/demo/dist and prints that folder as the last line of standard output. It needs
# what scripts/setup-js.sh sets up, and builds @graphicle/wasm where that is not there yet.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup-js.sh
[ -f bindings-js/dist/graphicle.wasm ] || npm run --silent build -w @graphicle/wasm >&2
npm run --silent build -w @graphicle/demo >&2
echo "bindings-js/demo/dist"
