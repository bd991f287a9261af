//! Owns what a program that was built without wasmtime says of `pack --engine`. It owns no other option.

use std::path::Path;
use std::time::Instant;

use anyhow::bail;
use graphicle_engine::pack::PackOptions;

use super::args::PackArgs;

pub(super) fn run(_: &PackArgs, _: &PackOptions, _: &Path, _: Instant) -> anyhow::Result<()> {
    bail!("this program was built without --engine; build it with the feature engine-modules, which is on by default")
}
