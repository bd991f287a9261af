//! Owns the docs section: ranked passages of documentation and the READMEs nearest to the top files; of a repository, its
//! README and what describes its structure. It owns no ranking.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::draft::{Draft, Offer, Room, Shape};
use super::excerpt::Excerpts;
use super::ranks::Ranks;
use super::section::SectionKind;
use super::source::Source;
use crate::folders::{folder_of, name_of};
use crate::id::FileId;
use crate::role::Roles;
use crate::span::LineRange;
use crate::tokens::Tokens;
use crate::visible::visible;

/// Below this much room no further document is tried.
const LEAST: Tokens = Tokens(60);
/// A document is looked at up to this rank,
const LAST_RANK: u32 = 150;
/// and from this share of the first file's score on.
const LEAST_SCORE: f32 = 0.2;
/// Ranked documents that are looked at.
const RANKED: usize = 10;
/// Top files whose READMEs are looked for.
const TOP: usize = 5;
/// A document gets one of so many parts of the section.
const PARTS: u32 = 3;

/// Fills the docs for a question.
pub(super) fn fill(draft: &mut Draft<'_, '_>, ranks: &Ranks<'_>, mut room: Room) {
    let part = Tokens(room.0.0 / PARTS);
    // What stands far behind the first file holds a word of the question and no answer.
    let least = ranks.files.first().map_or(0.0, |first| first.file.score * LEAST_SCORE);
    let documents = ranks.files.iter().take_while(|own| own.rank <= LAST_RANK).filter(|own| {
        own.file.score >= least && draft.source.file(own.file.file).is_some_and(|file| file.roles.has(Roles::DOCS))
    });
    let documents: Vec<_> = documents.take(RANKED).copied().collect();
    for ranked in documents {
        let passages = Ranks::passages(draft.source, &ranked);
        let why = format!("docs: rank {}", ranked.rank);
        show(draft, ranked.file.file, &passages, part, &mut room, &why);
    }
    let mut seen: Vec<FileId> = Vec::new();
    for ranked in ranks.files.iter().take(TOP) {
        let Some(path) = draft.source.file(ranked.file.file).map(|file| file.path) else { continue };
        let Some(readme) = nearest_readme(draft.source, path).filter(|id| !seen.contains(id)) else { continue };
        seen.push(readme);
        show(draft, readme, &[], part, &mut room, &format!("docs: nearest README of {}", visible(path)));
    }
}

/// Fills the docs of a repository: the README and the documents of its upper folders that describe its structure.
pub(super) fn fill_top(draft: &mut Draft<'_, '_>, mut room: Room) {
    let part = Tokens(room.0.0 / 2);
    for id in top_documents(draft.source) {
        show(draft, id, &[], part, &mut room, "docs: describes the repository");
    }
}

fn show(draft: &mut Draft<'_, '_>, id: FileId, passages: &[LineRange], part: Tokens, room: &mut Room, why: &str) {
    let Some((file, text)) = draft.source.readable(id).copied().zip(draft.source.text(id)) else { return };
    if room.0 < LEAST || draft.held.has(id) {
        return;
    }
    let part = part.min(room.0);
    let whole = Offer { file: id, shape: Shape::Whole, why: why.into() };
    let size = draft.counter.sized(file.text_len, file.language);
    if size <= part && draft.offer(SectionKind::Docs, room, &whole) {
        return;
    }
    let definitions = draft.source.definitions(&file);
    let excerpts = Excerpts { text: &text, language: file.language, definitions: &definitions, counter: draft.counter };
    let first = text.all().map(|all| LineRange { start: 1, end: all.end.min(FIRST_LINES) });
    let passages = if passages.is_empty() { first.as_slice() } else { passages };
    for lines in excerpts.around(passages, part) {
        let offer = Offer { file: id, shape: Shape::Lines(lines), why: why.into() };
        draft.offer(SectionKind::Docs, room, &offer);
    }
}

/// Lines of a document without ranked passages that are looked at.
const FIRST_LINES: u32 = 200;

/// Returns the README in a file's folder, or in the nearest folder around it that has one.
fn nearest_readme(source: &Source<'_>, path: &str) -> Option<FileId> {
    let mut folder = folder_of(path);
    loop {
        if let Some(found) = readme_in(source, folder) {
            return Some(found);
        }
        if folder.is_empty() {
            return None;
        }
        folder = folder_of(folder);
    }
}

fn readme_in(source: &Source<'_>, folder: &str) -> Option<FileId> {
    let folder = source.snapshot.folder(source.snapshot.find_folder(folder)?)?;
    let mut readmes = source
        .snapshot
        .files_in(&folder)
        .filter(|&id| source.readable(id).is_some_and(|file| is_called(file.path, &["readme"])));
    readmes.next()
}

/// Names of documents that describe a repository, most telling first.
const TELLING: [&str; 7] = ["readme", "architecture", "design", "overview", "contributing", "development", "hacking"];

fn is_called(path: &str, names: &[&str]) -> bool {
    let stem: String = name_of(path).split('.').next().unwrap_or_default().to_lowercase();
    names.contains(&stem.as_str())
}

/// Returns the documents of the upper two levels of folders that describe the repository, most telling first.
fn top_documents(source: &Source<'_>) -> Vec<FileId> {
    let mut found: Vec<(usize, usize, FileId)> = source
        .files()
        .filter(|file| file.text_len > 0 && !file.roles.has_any(Roles::TEST.with(Roles::VENDORED)))
        .filter_map(|file| {
            let depth = file.path.matches('/').count();
            let place = TELLING.iter().position(|&name| is_called(file.path, &[name]))?;
            (depth <= 1).then_some((depth, place, file.id))
        })
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, _, id)| id).collect()
}
