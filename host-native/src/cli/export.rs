//! Owns the command `export`: where a project's file goes, and what is said of it. It owns none of its bytes.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use graphicle_engine::pack::Filter;
use graphicle_page::Page;

use super::args::ExportArgs;
use super::demo_folder;
use super::exported::{Effort, Exported};
use super::out::{count, quoted, size};
use super::{fresh, out_file};

pub(super) fn run(args: &ExportArgs) -> anyhow::Result<()> {
    let start = Instant::now();
    // What was typed wrongly is told before anything is read.
    Filter::new(&args.part.include, &args.part.exclude)?;
    if let Some(folder) = &args.demo {
        return to_demo(args, folder, start);
    }
    if let Some(out) = &args.out {
        out_file::check_place(out)?;
    }
    let (project, mapped) = fresh::snapshot(&args.project)?;
    drop(mapped);
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.graphicle", project.key)));
    out_file::check_place(&out)?;
    let exported = Exported::of(&project, &args.part, Effort::Small)?;
    let mut bytes = 0;
    out_file::write(&out, |file| {
        bytes = exported.write(file)?;
        Ok(())
    })?;
    tell(&out, bytes, &exported, start)?;
    Ok(())
}

/// Writes the browser page and the file into a folder, for any static host.
fn to_demo(args: &ExportArgs, folder: &Path, start: Instant) -> anyhow::Result<()> {
    let page = args.page.as_deref().map_or_else(Page::built, Page::read)?;
    demo_folder::check(folder)?;
    let (project, mapped) = fresh::snapshot(&args.project)?;
    drop(mapped);
    let exported = Exported::of(&project, &args.part, Effort::Small)?;
    let mut snapshot = Vec::new();
    let bytes = exported.write(&mut snapshot)?;
    demo_folder::write(folder, page, &snapshot)?;
    tell(folder, bytes, &exported, start)?;
    Ok(())
}

fn tell(out: &Path, bytes: u64, exported: &Exported, start: Instant) -> io::Result<()> {
    let left_out = &exported.about().left_out;
    writeln!(
        io::stderr(),
        "graphicle: wrote {}: {}, {}{}, {:.1} s",
        quoted(out),
        size(bytes),
        count(u64::from(exported.files), "file", "files"),
        match (left_out.files, left_out.texts) {
            (0, 0) => String::new(),
            (files, texts) => format!(
                " ({} left out, {} without their text)",
                count(u64::from(files), "file", "files"),
                count(u64::from(texts), "file", "files")
            ),
        },
        start.elapsed().as_secs_f64()
    )
}
