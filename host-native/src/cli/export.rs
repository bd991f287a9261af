//! Owns the command `export`: which parts of a project go into a file for other machines. It owns no bytes of that file,
//! which are the engine's.

use std::collections::HashSet;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use graphicle_engine::id::FileId;
use graphicle_engine::pack::{Filter, by_connections};
use graphicle_engine::portable::{About, LeftOut, PortableError, texts, write};
use graphicle_engine::snapshot::Snapshot;
use lz4::block::{CompressionMode, compress};

use super::args::ExportArgs;
use super::out::{count, quoted, size};
use super::{fresh, out_file, target};
use crate::git;
use crate::sync::part;

/// How hard LZ4 tries, of 1 to 12: behind 9 the files of large projects become less than one in a hundred smaller.
const EFFORT: i32 = 9;

pub(super) fn run(args: &ExportArgs) -> anyhow::Result<()> {
    let start = Instant::now();
    let filter = Filter::new(&args.include, &args.exclude)?;
    if let Some(out) = &args.out {
        out_file::check_place(out)?;
    }
    let (project, mapped) = fresh::snapshot(&args.project)?;
    drop(mapped);
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.graphicle", project.key)));
    out_file::check_place(&out)?;
    let most = args.max_size.unwrap_or(u64::MAX);
    let chosen = part(&target::registry()?, &project, &|path, size| size <= most && filter.lets_in(path))?;
    let snapshot = Snapshot::open(&chosen.snapshot)?;
    if snapshot.meta().files == 0 && chosen.left_out > 0 {
        bail!("no file of the project is let in by --include, --exclude and --max-size; change them");
    }
    let keeps = texts_to_keep(&snapshot, args);
    let packed = |raw: &[u8]| {
        // It fails for more than 2 GiB alone, and a block or a frame has 1 MiB at most.
        compress(raw, Some(CompressionMode::HIGHCOMPRESSION(EFFORT)), false).unwrap_or_else(|_| raw.to_vec())
    };
    let without = snapshot.files().filter(|file| file.text_len > 0 && !keeps.contains(&file.id));
    let (n_without, bytes_without) = without.fold((0, 0), |(n, sum), file| (n + 1, sum + u64::from(file.text_len)));
    let retold = texts::retold(&snapshot, &|file| keeps.contains(&file), &packed)?;
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
    let mut bytes = 0;
    out_file::write(&out, |file| {
        write::<WriteError>(&retold, &about, &packed, |part| {
            bytes += part.len() as u64;
            Ok(file.write_all(part)?)
        })
        .map_err(WriteError::into_io)
    })?;
    let left_out = &about.left_out;
    writeln!(
        io::stderr(),
        "graphicle: wrote {}: {}, {}{}, {:.1} s",
        quoted(&out),
        size(bytes),
        count(u64::from(snapshot.meta().files), "file", "files"),
        match (left_out.files, left_out.texts) {
            (0, 0) => String::new(),
            (files, texts) => format!(
                " ({} left out, {} without their text)",
                count(u64::from(files), "file", "files"),
                count(u64::from(texts), "file", "files")
            ),
        },
        start.elapsed().as_secs_f64()
    )?;
    Ok(())
}

/// Returns the files whose text goes in: all, none, or the most connected ones that fit.
fn texts_to_keep(snapshot: &Snapshot<'_>, args: &ExportArgs) -> HashSet<FileId> {
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
