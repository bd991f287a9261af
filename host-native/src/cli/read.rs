//! Owns what a reading command reads: a project, synced first, or an exported file. It owns neither syncing nor reading.

use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use graphicle_engine::api::Opened;
use graphicle_engine::portable::{About, Unpacker};

use super::args::ReadArgs;
use super::fresh;
use super::out::quoted;
use crate::git;
use crate::store::MappedSnapshot;

/// The bytes of a snapshot, where they are.
#[derive(Debug)]
pub(super) enum Bytes {
    /// In the project's data, mapped.
    Mapped(MappedSnapshot),
    /// In memory, from an exported file.
    Unpacked(Vec<u8>),
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Mapped(own) => own.bytes(),
            Self::Unpacked(own) => own,
        }
    }
}

/// Opens what the arguments mean. Its project always has a name.
pub(super) fn open(args: &ReadArgs) -> anyhow::Result<Opened<Bytes>> {
    if let Some(path) = &args.snapshot {
        let (bytes, mut about) = unpacked(path).with_context(|| format!("cannot read {}", quoted(path)))?;
        about.project = about.project.or_else(|| Some(path.file_stem()?.to_string_lossy().into_owned()));
        return Opened::new(Bytes::Unpacked(bytes), about).with_context(|| format!("cannot read {}", quoted(path)));
    }
    let (project, mapped) = fresh::snapshot(&args.project)?;
    fresh::open(&project, &mapped)?;
    let about = About { project: Some(project.key.clone()), commit: git::head_of(&project.root), ..About::default() };
    Ok(Opened::new(Bytes::Mapped(mapped), about)?)
}

/// Reads an exported file, or a bare snapshot, without having both forms in memory.
fn unpacked(path: &Path) -> anyhow::Result<(Vec<u8>, About)> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            bail!("there is no such file; make one with: graphicle export --out FILE")
        }
        file => file?,
    };
    let meta = file.metadata()?;
    if !meta.is_file() {
        bail!("it is no file; name one that graphicle export made");
    }
    let mut unpacker = Unpacker::new(meta.len());
    let mut part = Vec::new();
    while unpacker.wants() > 0 {
        part.clear();
        file.by_ref().take(unpacker.wants() as u64).read_to_end(&mut part)?;
        unpacker.push(&part)?;
    }
    Ok(unpacker.finish()?)
}
