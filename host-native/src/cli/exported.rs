//! Owns making the bytes of an exported file: which parts of a project go in, packed how hard. It owns neither the file's
//! form, which is the engine's, nor where the bytes go.

use std::collections::HashSet;
use std::io;

use anyhow::bail;
use graphicle_engine::id::FileId;
use graphicle_engine::pack::{Filter, by_connections};
use graphicle_engine::portable::{About, LeftOut, PortableError, texts, write};
use graphicle_engine::snapshot::Snapshot;
use lz4::block::{CompressionMode, compress};

use super::args::PartArgs;
use super::target;
use crate::git;
use crate::projects::Project;
use crate::sync::part;

/// How hard the texts are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    /// For a file that is carried around.
    Small,
    /// For a page that is waited for.
    Quick,
}

impl Effort {
    /// How hard LZ4 tries, of 1 to 12: behind 9 the files of large projects become less than one in a hundred smaller.
    const fn mode(self) -> CompressionMode {
        match self {
            Self::Small => CompressionMode::HIGHCOMPRESSION(9),
            Self::Quick => CompressionMode::FAST(1),
        }
    }
}

/// What is to be exported: a project's chosen files as a snapshot of their own, and what is said of it.
#[derive(Debug)]
pub(super) struct Exported {
    snapshot: Vec<u8>,
    about: About,
    effort: Effort,
    /// Files that are in it.
    pub(super) files: u32,
}

impl Exported {
    /// Makes it of what the last sync left.
    pub(super) fn of(project: &Project, args: &PartArgs, effort: Effort) -> anyhow::Result<Self> {
        let filter = Filter::new(&args.include, &args.exclude)?;
        let most = args.max_size.unwrap_or(u64::MAX);
        let chosen = part(&target::registry()?, project, &|path, size| size <= most && filter.lets_in(path))?;
        let snapshot = Snapshot::open(&chosen.snapshot)?;
        let files = snapshot.meta().files;
        if files == 0 && chosen.left_out > 0 {
            bail!("no file of the project is let in by --include, --exclude and --max-size; change them");
        }
        let keeps = texts_to_keep(&snapshot, args);
        let without = snapshot.files().filter(|file| file.text_len > 0 && !keeps.contains(&file.id));
        let (n_without, bytes_without) = without.fold((0, 0), |(n, sum), file| (n + 1, sum + u64::from(file.text_len)));
        let retold = texts::retold(&snapshot, &|file| keeps.contains(&file), &|raw| packed(raw, effort))?;
        let about = About {
            project: Some(project.key.clone()),
            commit: git::head_of(&project.root),
            left_out: LeftOut {
                include: args.include.clone(),
                exclude: args.exclude.clone(),
                max_size: args.max_size,
                files: chosen.left_out,
                texts: n_without,
                text_bytes: bytes_without,
            },
        };
        Ok(Self { snapshot: retold, about, effort, files })
    }

    /// Returns what is known of it.
    pub(super) const fn about(&self) -> &About {
        &self.about
    }

    /// Writes the file; returns its length in bytes.
    pub(super) fn write(&self, file: &mut dyn io::Write) -> io::Result<u64> {
        let mut bytes = 0;
        write::<WriteError>(&self.snapshot, &self.about, &|raw| packed(raw, self.effort), |part| {
            bytes += part.len() as u64;
            Ok(file.write_all(part)?)
        })
        .map_err(WriteError::into_io)?;
        Ok(bytes)
    }
}

fn packed(raw: &[u8], effort: Effort) -> Vec<u8> {
    // It fails for more than 2 GiB alone, and a block or a frame has 1 MiB at most.
    compress(raw, Some(effort.mode()), false).unwrap_or_else(|_| raw.to_vec())
}

/// Returns the files whose text goes in: all, none, or the most connected ones that fit.
fn texts_to_keep(snapshot: &Snapshot<'_>, args: &PartArgs) -> HashSet<FileId> {
    if args.no_text {
        return HashSet::new();
    }
    let mut room = args.text_budget.unwrap_or(u64::MAX);
    let mut keeps = HashSet::new();
    for id in by_connections(snapshot) {
        let len = snapshot.file(id).map_or(0, |file| u64::from(file.text_len));
        if len <= room {
            room -= len;
            keeps.insert(id);
        }
    }
    keeps
}

/// Why a file was not written.
enum WriteError {
    Disk(io::Error),
    Portable(PortableError),
}

impl WriteError {
    fn into_io(self) -> io::Error {
        match self {
            Self::Disk(error) => error,
            Self::Portable(error) => io::Error::other(error),
        }
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Disk(error)
    }
}

impl From<PortableError> for WriteError {
    fn from(error: PortableError) -> Self {
        Self::Portable(error)
    }
}
