//! Owns the arm of names: files that define or use the names that the question writes or that its words make when they
//! are joined, and what those files gain for being pointed to. It owns no words.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::lexical::idf;
use super::quoted::Quoted;
use super::table::Table;
use super::{Weights, pointed};
use crate::facts::SymbolKind;
use crate::id::{FileId, SymbolId};
use crate::question::{CodeName, Question};
use crate::snapshot::Snapshot;

/// A name that more files define than this says little about where to look.
const MAX_DEFINING: usize = 40;
/// The score of a good match of words for a question of a line, beyond which names grow with the words' scores.
const SHORT_SCORE: f32 = 30.0;

/// What names say of files.
#[derive(Debug)]
pub(super) struct Identifiers {
    /// Each file's score.
    pub(super) files: Vec<f32>,
    /// Lines that names are defined at or that the question points to, each with what it counts, by file.
    pub(super) lines: BTreeMap<FileId, Vec<(u32, f32)>>,
}

/// A file that defines a name.
struct Defining {
    file: FileId,
    /// Where, the first line of the symbol that fits best, when it is a function: a type's first line says little of
    /// where in it to look.
    line: Option<u32>,
    /// Three times as much where the container fits too: `Cache.get` means the `get` of `Cache`.
    share: f32,
    /// Whether the name is a value's that a type or a file holds: many hold one of the same name.
    is_member: bool,
}

/// Scores all files.
pub(super) fn search(
    snapshot: &Snapshot<'_>,
    table: &Table<'_>,
    question: &Question,
    weights: &Weights,
) -> Identifiers {
    let mut found = Identifiers { files: vec![0.0; table.len()], lines: BTreeMap::new() };
    for name in &question.mentions.names {
        let emphasis = if name.in_title { weights.name_in_title } else { 1.0 };
        found.add_name(snapshot, name, (weights.defines * emphasis, weights.uses * emphasis), weights);
    }
    for phrase in &question.mentions.phrases {
        for name in spellings(phrase) {
            let name = CodeName { name, qualifier: None, is_marked: true, in_title: false };
            found.add_name(snapshot, &name, (weights.phrase_defines, weights.phrase_uses), weights);
        }
    }
    for pointed in pointed::at(snapshot, table, question, weights) {
        if !pointed.is_repeated {
            found.add(pointed.file, pointed.weight);
        }
        found.point(pointed.file, pointed.line, pointed.weight);
    }
    found
}

impl Identifiers {
    /// Returns the same, grown with the best file's score by words: a long report has many words and few names, which
    /// would count for nothing beside them.
    pub(super) fn grown(mut self, best: f32, weights: &Weights) -> Self {
        let by = libm::powf((best / SHORT_SCORE).max(1.0), weights.names_grow);
        let of_lines = self.lines.values_mut().flatten().map(|(_, weight)| weight);
        self.files.iter_mut().chain(of_lines).for_each(|score| *score *= by);
        self
    }

    /// Adds what files gain for holding quotes.
    pub(super) fn add_quoted(&mut self, found: &[Quoted]) {
        for quoted in found {
            self.add(quoted.file, quoted.weight);
            self.point(quoted.file, Some(quoted.line), quoted.weight);
        }
    }

    fn add(&mut self, file: FileId, weight: f32) {
        if let Some(score) = self.files.get_mut(file.index()) {
            *score += weight;
        }
    }

    fn point(&mut self, file: FileId, line: Option<u32>, weight: f32) {
        if let Some(line) = line {
            self.lines.entry(file).or_default().push((line, weight));
        }
    }

    fn add_name(&mut self, snapshot: &Snapshot<'_>, name: &CodeName, (defines, uses): (f32, f32), weights: &Weights) {
        let defining = defining(snapshot, name);
        if defining.len() <= MAX_DEFINING {
            let rarity = 1.0 / libm::sqrtf(defining.len().max(1) as f32);
            let marked = if name.is_marked { 1.0 } else { 0.5 };
            for Defining { file, line, share, is_member } in defining {
                let weight = defines * rarity * share * marked * if is_member { weights.defines_member } else { 1.0 };
                self.add(file, weight);
                self.point(file, line, weight);
            }
        }
        let using: Vec<(FileId, u32)> = snapshot.files_with_name(&name.name).collect();
        let rarity = idf(self.files.len(), u32::try_from(using.len()).unwrap_or(u32::MAX));
        for (file, count) in using {
            let count = count as f32;
            self.add(file, uses * rarity * count / (count + 1.0));
        }
    }
}

/// Returns the files that define a name, in order.
fn defining(snapshot: &Snapshot<'_>, name: &CodeName) -> Vec<Defining> {
    let symbols: Vec<SymbolId> = snapshot.symbols_named(&name.name);
    let mut files: Vec<Defining> = Vec::new();
    for id in symbols {
        let Some((file, symbol)) = snapshot.file_of_symbol(id).zip(snapshot.symbol(id)) else { continue };
        if matches!(symbol.kind, SymbolKind::Heading) {
            continue;
        }
        let fits = name.qualifier.as_ref().is_some_and(|qualifier| {
            let container: Option<String> = snapshot.symbol_container(&symbol);
            container.is_some_and(|container| container.rsplit(['.', ':']).next() == Some(qualifier.as_str()))
        });
        let line = symbol.kind.is_callable().then_some(symbol.lines.start);
        let is_member = matches!(symbol.kind, SymbolKind::Field | SymbolKind::EnumMember | SymbolKind::Property);
        let own = Defining { file, line, share: if fits { 3.0 } else { 1.0 }, is_member };
        let better = |last: &Defining| (last.share, !last.is_member) >= (own.share, !own.is_member);
        match files.last_mut() {
            Some(last) if last.file == file && better(last) => {}
            Some(last) if last.file == file => *last = own,
            _ => files.push(own),
        }
    }
    files
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
