//! Owns which files and lines the question points to: by a path, in a diff, in the frames of a stack trace. It owns no
//! names that the question writes without a path.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};

use super::Weights;
use super::table::Table;
use crate::id::FileId;
use crate::question::Question;
use crate::snapshot::{File, Snapshot};

/// How the question points to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pointer {
    /// It writes the file's path.
    Path,
    /// It writes the path of the folder that the file lies in.
    Folder,
    /// The file stands in a stack trace.
    Frame,
}

/// A file that the question points to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pointed {
    /// The file.
    pub(super) file: FileId,
    /// How.
    pub(super) pointer: Pointer,
    /// The line, where one is given and the file has it.
    pub(super) line: Option<u32>,
    /// What it counts.
    pub(super) weight: f32,
    /// Whether the same path was written before: the file counts once, each of its lines for itself.
    pub(super) is_repeated: bool,
}

/// Returns what the question points to, in its order.
pub(super) fn at(snapshot: &Snapshot<'_>, table: &Table<'_>, question: &Question, weights: &Weights) -> Vec<Pointed> {
    let mut pointed = Vec::new();
    let (paths, frames) = (&question.mentions.paths, &question.mentions.frames);
    if paths.is_empty() && frames.is_empty() {
        return pointed;
    }
    let by_name = ByName::of(table);
    let mut symbols = Symbols::default();
    let mut written: HashSet<&str> = HashSet::new();
    for mention in paths {
        let is_repeated = !written.insert(&mention.path);
        let found = by_name.ending_like(&mention.path, mention.line);
        if found.is_empty() && !is_repeated {
            let weight = weights.named_folder;
            pointed.extend(in_folder(snapshot, &mention.path).into_iter().map(|file| Pointed {
                file,
                pointer: Pointer::Folder,
                line: None,
                weight,
                is_repeated,
            }));
        }
        let weight = weights.named_path / found.len() as f32;
        pointed.extend(found.into_iter().map(|file| {
            let line = mention.line.filter(|&line| (1..=file.lines).contains(&line));
            Pointed { file: file.id, pointer: Pointer::Path, line, weight, is_repeated }
        }));
    }
    // The last frames are the innermost in some languages, the first in others; both ends say more than the middle.
    for (at, frame) in frames.iter().enumerate() {
        let from_end = at.min(frames.len() - 1 - at) as f32;
        let found = by_name.ending_like(&frame.path, frame.line);
        let weight = weights.frame / (1.0 + from_end) / found.len() as f32;
        pointed.extend(found.into_iter().map(|file| {
            let line = symbols.place(snapshot, file, frame.line, frame.function.as_deref());
            Pointed { file: file.id, pointer: Pointer::Frame, line, weight, is_repeated: false }
        }));
    }
    pointed
}

/// Returns the files directly in the folders whose path ends like `path`; none where many folders do, or many files lie
/// there.
fn in_folder(snapshot: &Snapshot<'_>, path: &str) -> Vec<FileId> {
    const MANY_FOLDERS: usize = 3;
    const MANY_FILES: usize = 100;
    let ends_like = |own: &str| own.strip_suffix(path).is_some_and(|before| before.is_empty() || before.ends_with('/'));
    let folders: Vec<_> = snapshot.folders().filter(|folder| ends_like(folder.path)).collect();
    if folders.len() > MANY_FOLDERS {
        return Vec::new();
    }
    let files: Vec<FileId> = folders.iter().flat_map(|folder| snapshot.files_in(folder)).collect();
    if files.len() > MANY_FILES { Vec::new() } else { files }
}

/// The lines of symbols, by name: a trace that repeats itself asks for the same ones again.
#[derive(Default)]
struct Symbols {
    by_name: HashMap<String, Vec<(FileId, u32, u32)>>,
}

impl Symbols {
    /// Returns the line that is meant in a file: the one given where it stands in the function given, else that
    /// function's first, since the reporter's copy of the file may be another one.
    fn place(
        &mut self,
        snapshot: &Snapshot<'_>,
        file: &File<'_>,
        line: Option<u32>,
        function: Option<&str>,
    ) -> Option<u32> {
        let line = line.filter(|&line| (1..=file.lines).contains(&line));
        let Some(function) = function.filter(|name| !name.is_empty()) else { return line };
        let near = line.unwrap_or(1);
        let all = self.by_name.entry(function.to_owned()).or_insert_with(|| {
            let ids = snapshot.symbols_named(function).into_iter();
            let place = |id| {
                let lines = snapshot.symbol(id)?.lines;
                Some((snapshot.file_of_symbol(id)?, lines.start, lines.end))
            };
            ids.filter_map(place).collect()
        });
        // Symbols are in order of their files.
        let first = all.partition_point(|own| own.0 < file.id);
        let own = || all.iter().skip(first).take_while(|own| own.0 == file.id);
        if own().any(|&(_, start, end)| (start..=end).contains(&near)) {
            return Some(near);
        }
        own().map(|&(_, start, _)| start).min_by_key(|start| start.abs_diff(near)).or(line)
    }
}

/// The project's files by their own names.
struct ByName<'t, 'a> {
    files: HashMap<&'a str, Vec<&'t File<'a>>>,
}

impl<'t, 'a> ByName<'t, 'a> {
    fn of(table: &'t Table<'a>) -> Self {
        let mut files: HashMap<&str, Vec<&File<'a>>> = HashMap::new();
        for file in table.files() {
            files.entry(file_name(file.path)).or_default().push(file);
        }
        Self { files }
    }

    /// Returns the files whose paths end like `path` does, by as many parts as possible, and that have the line; none
    /// when that end is shared by many.
    fn ending_like(&self, path: &str, line: Option<u32>) -> Vec<&'t File<'a>> {
        const MANY: usize = 8;
        let mut best: Vec<&File<'_>> = Vec::new();
        let mut best_parts = if is_of_library(path) { 2 } else { 1 };
        for &file in self.files.get(file_name(path)).map_or(&[][..], Vec::as_slice) {
            let parts = file.path.rsplit('/').zip(path.rsplit('/')).take_while(|(a, b)| a == b).count();
            if parts > best_parts {
                best_parts = parts;
                best.clear();
            }
            if parts == best_parts {
                best.push(file);
            }
        }
        if line.is_some_and(|line| best.iter().any(|file| line <= file.lines)) {
            best.retain(|file| line.is_some_and(|line| line <= file.lines));
        }
        if best.len() > MANY { Vec::new() } else { best }
    }
}

/// Returns whether a path lies among installed libraries: that a file of the project has the same name says nothing.
fn is_of_library(path: &str) -> bool {
    const FOLDERS: [&str; 8] = [
        "site-packages/",
        "dist-packages/",
        "node_modules/",
        "/usr/lib/",
        "/usr/include/",
        "/rustc/",
        "go/pkg/mod/",
        ".cargo/registry/",
    ];
    FOLDERS.iter().any(|folder| path.contains(folder))
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
