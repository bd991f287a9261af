#!/usr/bin/env bash
# Sets up what the npm packages are built and tested with, where it is missing: npm's packages, wasm-bindgen and wasm-pack
# of the versions that Cargo.lock and this script name (into target/tools, or GRAPHICLE_TOOLS), and Chromium for the tests
# (on Debian or Ubuntu with root; elsewhere it says how to name one).
set -euo pipefail
cd "$(dirname "$0")/.."

tools=${GRAPHICLE_TOOLS:-target/tools}
bindgen=$(awk '$1 == "name" && $3 == "\"wasm-bindgen\"" { getline; gsub(/"/, "", $3); print $3 }' Cargo.lock)
pack=0.15.1

if ! command -v npm >/dev/null; then
    echo "Missing: Node.js 20 or newer, with npm. Install it from https://nodejs.org, then run this again." >&2
    exit 1
fi
stamp=node_modules/.graphicle-installed
if ! cmp -s package-lock.json "$stamp"; then
    npm ci --no-audit --no-fund --loglevel=error >&2
    cp package-lock.json "$stamp"
fi

has() { [ "$("$tools/bin/$1" --version 2>/dev/null | awk '{ print $2 }')" = "$2" ]; }
# Debug builds: compiling them takes a third of the time, and running them a second.
has wasm-bindgen "$bindgen" || cargo install --quiet --debug --root "$tools" wasm-bindgen-cli --version "$bindgen" >&2
has wasm-pack "$pack" || cargo install --quiet --debug --locked --root "$tools" wasm-pack --version "$pack" >&2

chromium=${GRAPHICLE_CHROMIUM:-/usr/bin/chromium}
if ! [ -x "$chromium" ]; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq >&2
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
    else
        echo "Missing: Chromium, for the tests in a browser. Install it, or name one by GRAPHICLE_CHROMIUM." >&2
        exit 1
    fi
fi
