//! Owns the arm of names: files that define or use the names that the question writes, and files it names by path or
//! in a stack frame. It owns no words.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use super::Weights;
use super::lexical::idf;
use crate::facts::SymbolKind;
use crate::id::{FileId, SymbolId};
use crate::question::{CodeName, Question};
use crate::snapshot::Snapshot;

/// A name that more files define than this says little about where to look.
const MAX_DEFINING: usize = 40;

/// Returns each file's score.
pub(super) fn search(snapshot: &Snapshot<'_>, question: &Question, weights: &Weights) -> Vec<f32> {
    let mut scores = vec![0.0_f32; snapshot.meta().files as usize];
    for name in &question.mentions.names {
        definitions(snapshot, name, weights, &mut scores);
        uses(snapshot, name, weights, &mut scores);
    }
    for phrase in &question.mentions.phrases {
        for name in spellings(phrase) {
            let name = CodeName { name, qualifier: None, is_marked: true };
            let weights = Weights { defines: weights.phrase_defines, uses: weights.phrase_uses, ..weights.clone() };
            definitions(snapshot, &name, &weights, &mut scores);
            uses(snapshot, &name, &weights, &mut scores);
        }
    }
    if question.mentions.paths.is_empty() && question.mentions.frames.is_empty() {
        return scores;
    }
    let by_name = ByName::of(snapshot);
    let mut add = |path: &str, weight: f32| {
        let found = by_name.ending_like(path);
        for &file in &found {
            if let Some(score) = scores.get_mut(file.index()) {
                *score += weight / found.len() as f32;
            }
        }
    };
    for mention in &question.mentions.paths {
        add(&mention.path, weights.named_path);
    }
    // The last frames are the innermost in some languages, the first in others; both ends say more than the middle.
    let frames = &question.mentions.frames;
    for (at, frame) in frames.iter().enumerate() {
        let from_end = at.min(frames.len() - 1 - at) as f32;
        add(&frame.path, weights.frame / (1.0 + from_end));
    }
    scores
}

fn definitions(snapshot: &Snapshot<'_>, name: &CodeName, weights: &Weights, scores: &mut [f32]) {
    let symbols: Vec<SymbolId> = snapshot.symbols_named(&name.name);
    let mut files: Vec<(FileId, f32)> = Vec::new();
    for id in symbols {
        let Some((file, symbol)) = snapshot.file_of_symbol(id).zip(snapshot.symbol(id)) else { continue };
        if matches!(symbol.kind, SymbolKind::Heading) {
            continue;
        }
        // `Cache.get` means the `get` of `Cache`.
        let fits = name.qualifier.as_ref().is_some_and(|qualifier| {
            let container: Option<String> = snapshot.symbol_container(&symbol);
            container.is_some_and(|container| container.rsplit(['.', ':']).next() == Some(qualifier.as_str()))
        });
        let share = if fits { 2.0 } else { 1.0 };
        match files.last_mut() {
            Some((last, best)) if *last == file => *best = best.max(share),
            _ => files.push((file, share)),
        }
    }
    files.sort_unstable_by_key(|(file, _)| *file);
    if files.is_empty() || files.len() > MAX_DEFINING {
        return;
    }
    let rarity = 1.0 / libm::sqrtf(files.len() as f32);
    let marked = if name.is_marked { 1.0 } else { 0.5 };
    for (file, share) in files {
        if let Some(score) = scores.get_mut(file.index()) {
            *score += weights.defines * rarity * share * marked;
        }
    }
}

fn uses(snapshot: &Snapshot<'_>, name: &CodeName, weights: &Weights, scores: &mut [f32]) {
    let files: Vec<(FileId, u32)> = snapshot.files_with_name(&name.name).collect();
    let rarity = idf(scores.len(), u32::try_from(files.len()).unwrap_or(u32::MAX));
    for (file, count) in files {
        if let Some(score) = scores.get_mut(file.index()) {
            let count = count as f32;
            *score += weights.uses * rarity * count / (count + 1.0);
        }
    }
}

/// The project's files by their own names.
struct ByName<'a> {
    files: HashMap<&'a str, Vec<(FileId, &'a str)>>,
}

impl<'a> ByName<'a> {
    fn of(snapshot: &Snapshot<'a>) -> Self {
        let mut files: HashMap<&str, Vec<(FileId, &str)>> = HashMap::new();
        for id in (0..snapshot.meta().files).map(FileId) {
            let Some(file) = snapshot.file(id) else { continue };
            files.entry(file_name(file.path)).or_default().push((id, file.path));
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

/// Returns the names that code may make of some words: `shortName`, `ShortName`, `short_name`, `SHORT_NAME`.
fn spellings(words: &[String]) -> [String; 4] {
    let capital = |word: &String| -> String {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
    };
    let pascal: String = words.iter().map(capital).collect();
    let camel = words.iter().take(1).cloned().chain(words.iter().skip(1).map(capital)).collect();
    let snake = words.join("_");
    let shouted = snake.to_uppercase();
    [camel, pascal, snake, shouted]
}
