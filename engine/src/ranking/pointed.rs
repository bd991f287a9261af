//! Owns which files and lines the question points to: by a path, in a diff, in the frames of a stack trace. It owns no
//! names that the question writes without a path.

use alloc::vec::Vec;

use hashbrown::HashMap;

use super::Weights;
use super::table::Table;
use crate::id::{FileId, SymbolId};
use crate::question::Question;
use crate::snapshot::{File, Snapshot};

/// A file that the question points to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pointed {
    /// The file.
    pub(super) file: FileId,
    /// The line, where one is given and the file has it.
    pub(super) line: Option<u32>,
    /// What it counts.
    pub(super) weight: f32,
}

/// Returns what the question points to, in its order.
pub(super) fn at(snapshot: &Snapshot<'_>, table: &Table<'_>, question: &Question, weights: &Weights) -> Vec<Pointed> {
    let mut pointed = Vec::new();
    let (paths, frames) = (&question.mentions.paths, &question.mentions.frames);
    if paths.is_empty() && frames.is_empty() {
        return pointed;
    }
    let by_name = ByName::of(table);
    let mut add = |path: &str, line: Option<u32>, function: Option<&str>, weight: f32| {
        let found = by_name.ending_like(path);
        let weight = weight / found.len() as f32;
        pointed.extend(found.into_iter().map(|file| Pointed {
            file,
            line: place(snapshot, file, line, function),
            weight,
        }));
    };
    for mention in paths {
        add(&mention.path, mention.line, None, weights.named_path);
    }
    // The last frames are the innermost in some languages, the first in others; both ends say more than the middle.
    for (at, frame) in frames.iter().enumerate() {
        let from_end = at.min(frames.len() - 1 - at) as f32;
        add(&frame.path, frame.line, frame.function.as_deref(), weights.frame / (1.0 + from_end));
    }
    pointed
}

/// Returns the line that is meant in a file: the one given where it stands in the function given, else that function's
/// first, since the reporter's copy of the file may be another one.
fn place(snapshot: &Snapshot<'_>, file: FileId, line: Option<u32>, function: Option<&str>) -> Option<u32> {
    let file = snapshot.file(file)?;
    let line = line.filter(|&line| (1..=file.lines).contains(&line));
    let Some(function) = function.filter(|name| !name.is_empty()) else { return line };
    let near = line.unwrap_or(1);
    let starts = symbols(snapshot, &file, function);
    if starts.iter().any(|&(start, end)| (start..=end).contains(&near)) {
        return Some(near);
    }
    starts.iter().map(|&(start, _)| start).min_by_key(|start| start.abs_diff(near)).or(line)
}

/// Returns the lines of a file's symbols with a name.
fn symbols(snapshot: &Snapshot<'_>, file: &File<'_>, name: &str) -> Vec<(u32, u32)> {
    let own = file.symbols.0.0..file.symbols.1.0;
    let ids = snapshot.symbols_named(name).into_iter().filter(|SymbolId(id)| own.contains(id));
    ids.filter_map(|id| snapshot.symbol(id)).map(|symbol| (symbol.lines.start, symbol.lines.end)).collect()
}

/// The project's files by their own names.
struct ByName<'a> {
    files: HashMap<&'a str, Vec<(FileId, &'a str)>>,
}

impl<'a> ByName<'a> {
    fn of(table: &Table<'a>) -> Self {
        let mut files: HashMap<&str, Vec<(FileId, &str)>> = HashMap::new();
        for file in table.files() {
            files.entry(file_name(file.path)).or_default().push((file.id, file.path));
        }
        Self { files }
    }

    /// Returns the files whose paths end like `path` does, by as many parts as possible; none when that end is shared
    /// by many.
    fn ending_like(&self, path: &str) -> Vec<FileId> {
        const MANY: usize = 8;
        let mut best: Vec<FileId> = Vec::new();
        let mut best_parts = 0_usize;
        for &(file, own) in self.files.get(file_name(path)).map_or(&[][..], Vec::as_slice) {
            let parts = own.rsplit('/').zip(path.rsplit('/')).take_while(|(a, b)| a == b).count();
            if parts > best_parts {
                best_parts = parts;
                best.clear();
            }
            if parts == best_parts {
                best.push(file);
            }
        }
        if best.len() > MANY { Vec::new() } else { best }
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
