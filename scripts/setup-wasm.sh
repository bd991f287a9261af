#!/usr/bin/env bash
# Makes the wasm32-unknown-unknown target buildable and prints, as its last line, the rustup toolchain to build it
# with (an empty line: the default one). Everything else goes to standard error.
#
# In this order: the target is there; rustup adds it; or, where rustup's server cannot be reached and this is Debian
# with root, a second toolchain is put together from Debian's rustc-web and the standard library's source, linked into
# rustup as "debian-wasm" and used for the WASM build alone (two compilers never share a target folder).
set -euo pipefail

target=wasm32-unknown-unknown
name=debian-wasm

has_target() {
    compgen -G "$(rustc --print target-libdir --target "$target" 2>/dev/null)/libcore-*.rlib" >/dev/null
}

if [ -z "${GRAPHICLE_WASM_FROM_DEBIAN:-}" ]; then
    if has_target; then
        echo
        exit 0
    fi
    if timeout 180 rustup target add "$target" >&2 && has_target; then
        echo
        exit 0
    fi
fi

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "The Rust target $target is missing and rustup could not add it. Run: rustup target add $target" >&2
    exit 1
fi

toolchain=${CARGO_HOME:-$HOME/.cargo}/$name-toolchain
libraries=$toolchain/lib/rustlib/$target/lib
host=$(rustc -vV | sed -n 's/^host: //p')
if ! [ -x /usr/bin/rustc ] || ! [ -d /usr/lib/rustlib/src/rust/library/vendor ] || ! command -v lld-22 >/dev/null; then
    apt-get update -qq >&2
    apt-get install -y -qq --no-install-recommends rustc-web cargo-web rust-web-src lld-22 >&2
fi
version=$(/usr/bin/rustc -V)
if [ "$(cat "$toolchain/version" 2>/dev/null)" != "$version" ]; then
    rm -rf "$toolchain"
    mkdir -p "$toolchain/bin" "$libraries" "$toolchain/lib/rustlib/$host/bin"
    ln -s "/usr/lib/rustlib/$host/lib" "$toolchain/lib/rustlib/$host/lib"
    ln -s "$(command -v lld-22)" "$toolchain/lib/rustlib/$host/bin/rust-lld"
    ln -s /usr/bin/cargo "$toolchain/bin/cargo"
    ln -s /usr/bin/rustdoc "$toolchain/bin/rustdoc"
    printf '#!/bin/sh\nexec /usr/bin/rustc --sysroot %s "$@"\n' "$toolchain" >"$toolchain/bin/rustc"
    chmod +x "$toolchain/bin/rustc"
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    mkdir "$work/src"
    echo '#![no_std]' >"$work/src/lib.rs"
    printf '[package]\nname = "stdbuild"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n' >"$work/Cargo.toml"
    (
        cd "$work"
        env -u RUSTFLAGS -u CARGO_BUILD_TARGET RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR="$work/t" \
            /usr/bin/cargo build --offline -q --release --target "$target" -Zbuild-std=std,panic_abort >&2
    )
    cp "$work/t/$target"/release/deps/lib*.rlib "$libraries/"
    rm -f "$libraries"/libstdbuild-*
    echo "$version" >"$toolchain/version"
fi
rustup toolchain link "$name" "$toolchain" >&2
echo "$name"
