#!/usr/bin/env bash
# Checks that what the project builds with is there, and installs what is missing where that needs no question:
# Debian or Ubuntu with root. Elsewhere it names what to install.
set -euo pipefail

missing=()
command -v cc >/dev/null || missing+=(gcc libc6-dev)
command -v git >/dev/null || missing+=(git)
if [ ${#missing[@]} -gt 0 ]; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq >&2
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
    else
        echo "Missing: ${missing[*]}. Install a C compiler and Git, then run this again." >&2
        exit 1
    fi
fi
if ! command -v cargo >/dev/null; then
    echo "Missing: Rust. Install it from https://rustup.rs, then run this again." >&2
    exit 1
fi
