//! Owns making a snapshot of files that are only in memory, as a sync would: parsed, linked and laid out by the program's
//! own crates, in this process. It owns neither the files nor the reading of any from disk.

use std::collections::BTreeMap;

use graphicle_engine::build::{
    Edges, FileInput, FolderFile, Segment, SegmentBuilder, Source, SymbolStarts, Work, assemble, calls, content,
    imports, references, symbols,
};
use graphicle_engine::folders::{Folders, folder_of};
use graphicle_engine::language::Language;
use graphicle_extract::{Limits, extract};
use graphicle_link::{LinkFile, Linker};
use graphicle_walk::roles_of_path;
use sha2::{Digest as _, Sha256};

use crate::random::Random;

/// Texts by their paths from the project's root.
pub type Files = BTreeMap<String, String>;

/// Returns the bytes of a snapshot of these files.
pub fn snapshot(files: &Files) -> Vec<u8> {
    build(files, |_| 0)
}

/// As [`snapshot`], with the folders dealt out at random to a few segments and added in a random order, as the threads
/// of a sync may do it.
pub fn snapshot_in_any_order(files: &Files, random: &mut Random) -> Vec<u8> {
    build(files, |_| random.next())
}

/// Builds a snapshot, its folders in the order of the numbers that `place` gives them.
fn build(files: &Files, mut place: impl FnMut(&str) -> u64) -> Vec<u8> {
    const SEGMENTS: u64 = 3;
    let linked: Vec<LinkFile<'_>> = files.iter().map(|(path, text)| link_file(path, text)).collect();
    let folders = Folders::of_paths(files.keys().map(String::as_str));
    let mut by_folder: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, path) in files.keys().enumerate() {
        by_folder.entry(folder_of(path)).or_default().push(at);
    }
    let mut order: Vec<(u64, &str)> = by_folder.keys().map(|folder| (place(folder), *folder)).collect();
    order.sort_unstable();
    let texts: Vec<(&String, &String)> = files.iter().collect();
    let mut builders: Vec<SegmentBuilder> = (0..SEGMENTS).map(|_| SegmentBuilder::default()).collect();
    let mut sources: Vec<Option<Source>> = vec![None; texts.len()];
    for (number, folder) in order {
        let members = &by_folder[folder];
        let given: Vec<FolderFile<'_>> = members
            .iter()
            .map(|&at| FolderFile {
                path: texts[at].0,
                text: texts[at].1,
                work: Work::Index { roles: linked[at].roles, facts: &linked[at].facts },
            })
            .collect();
        let segment = u32::try_from(number % SEGMENTS).unwrap();
        let numbers = builders[segment as usize].add_folder(folder, &given);
        for (&at, file) in members.iter().zip(numbers) {
            sources[at] = file.map(|file| Source::Segment { segment, file });
        }
    }
    let segments: Vec<Segment> = builders.into_iter().map(SegmentBuilder::finish).collect();
    let inputs: Vec<FileInput<'_>> = linked
        .iter()
        .zip(&texts)
        .zip(&sources)
        .map(|((own, (_, text)), source)| FileInput {
            path: own.path,
            language: own.language,
            roles: own.roles,
            hash: Sha256::digest(text.as_bytes()).first_chunk().copied().unwrap(),
            facts: &own.facts,
            source: source.unwrap(),
        })
        .collect();
    let links = Linker::new(&linked, &folders).resolve(0..linked.len());
    let starts = SymbolStarts::of(&inputs).unwrap();
    let edges = Edges {
        calls: calls(&links, &starts).unwrap(),
        references: references(&links, &starts).unwrap(),
        imports: imports(&links, &starts, &folders).unwrap(),
    };
    let content = content(None, &segments, &inputs, &folders).unwrap();
    assemble(&inputs, &folders, content, symbols(&inputs), edges).unwrap().to_vec()
}

fn link_file<'a>(path: &'a str, text: &str) -> LinkFile<'a> {
    let language = Language::of_text(path, text);
    let facts = extract(path, language, text, &Limits::default());
    LinkFile { path, language, roles: roles_of_path(path), facts }
}

#[cfg(test)]
mod tests {
    use graphicle_engine::snapshot::Snapshot;

    use super::*;
    use crate::sandbox::Sandbox;

    #[test]
    fn it_is_the_snapshot_that_a_sync_makes() {
        let files: Files = [
            ("README.md", "# Acme\n\nAcme keeps items.\n"),
            ("app/main.py", "from app import tools\n\n\ndef main():\n    tools.run()\n"),
            ("app/tools.py", "def run():\n    return 1\n"),
            ("store/cache.go", "package store\n\nfunc Get(key string) string { return find(key) }\n"),
            ("store/find.go", "package store\n\nfunc find(key string) string { return key }\n"),
        ]
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .into();
        let sandbox = Sandbox::new();
        for (path, text) in &files {
            sandbox.write(path, text);
        }
        sandbox.sync();
        let synced = std::fs::read(sandbox.snapshot_path()).unwrap();
        let own = snapshot(&files);
        assert!(Snapshot::open(&own).unwrap().meta().calls > 0, "nothing was linked");
        assert!(own == synced, "{} and {} bytes", own.len(), synced.len());
        assert!(own == snapshot_in_any_order(&files, &mut Random::of(5)));
    }
}
