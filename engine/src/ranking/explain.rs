//! Owns saying why files stand where they stand, in words that a person understands. It owns no score.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashMap;

use super::lexical::idf;
use super::pointed::{self, Pointer};
use super::table::Table;
use super::{Entered, RankedFile, Weights};
use crate::facts::SymbolKind;
use crate::id::FileId;
use crate::question::{Question, QuestionTerm};
use crate::snapshot::Snapshot;

/// Words and names of each kind that a reason lists, at most.
const LISTED: usize = 6;

/// Neighbours are told of where they make so much of what is said of a file.
const TOLD: f32 = 0.2;

/// What in the question points to a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reasons {
    /// How it came to its place, where that is not by score.
    pub entered: Option<Entered>,
    /// How the question points to it, and the lines that it gives.
    pub pointers: Vec<(Pointer, Vec<u32>)>,
    /// Names of the question that the file defines.
    pub defines: Vec<String>,
    /// Names of the question that it uses.
    pub uses: Vec<String>,
    /// What the question quotes and the file holds word for word.
    pub quotes: Vec<String>,
    /// Words of the question in its path.
    pub path: Vec<String>,
    /// Words of the question in its text, the most telling first.
    pub text: Vec<String>,
    /// Whether files that rank high import it, call it, or are called by it.
    pub is_neighbour: bool,
}

/// Returns the reasons of some files of a ranking, in their order.
pub fn explain(snapshot: &Snapshot<'_>, question: &Question, files: &[RankedFile]) -> Vec<Reasons> {
    let places: HashMap<FileId, usize> = files.iter().enumerate().map(|(at, ranked)| (ranked.file, at)).collect();
    let mut reasons: Vec<Reasons> = files
        .iter()
        .map(|ranked| Reasons {
            entered: ranked.entered,
            is_neighbour: ranked.arms.neighbours > 0.0 && ranked.arms.neighbours >= TOLD * ranked.arms.sum(),
            ..Reasons::default()
        })
        .collect();
    words(snapshot, question, &places, &mut reasons);
    names(snapshot, question, &places, &mut reasons);
    quotes(snapshot, question, files, &mut reasons);
    pointers(snapshot, question, &places, &mut reasons);
    reasons
}

fn pointers(snapshot: &Snapshot<'_>, question: &Question, places: &HashMap<FileId, usize>, reasons: &mut [Reasons]) {
    if question.mentions.paths.is_empty() && question.mentions.frames.is_empty() {
        return;
    }
    for pointed in pointed::at(snapshot, &Table::of(snapshot), question, &Weights::default()) {
        let Some(own) = places.get(&pointed.file).and_then(|&at| reasons.get_mut(at)) else { continue };
        if own.pointers.iter().all(|(known, _)| *known != pointed.pointer) {
            own.pointers.push((pointed.pointer, Vec::new()));
        }
        let lines = own.pointers.iter_mut().find(|(known, _)| *known == pointed.pointer).map(|(_, lines)| lines);
        if let Some((lines, line)) = lines.zip(pointed.line).filter(|(lines, line)| !lines.contains(line)) {
            lines.push(line);
        }
    }
}

/// The first files, in which quotes are looked for again.
const READ: usize = 50;

fn quotes(snapshot: &Snapshot<'_>, question: &Question, files: &[RankedFile], reasons: &mut [Reasons]) {
    if question.quotes.is_empty() {
        return;
    }
    for (ranked, own) in files.iter().zip(reasons).take(READ).filter(|(ranked, _)| ranked.arms.identifiers > 0.0) {
        let Some(text) = snapshot.file(ranked.file).and_then(|file| snapshot.text(&file).ok()) else { continue };
        for quote in question.quotes.iter().filter(|quote| text.contains(quote.as_str())) {
            add(&mut own.quotes, format!("\u{201c}{quote}\u{201d}"));
        }
    }
}

fn words(snapshot: &Snapshot<'_>, question: &Question, places: &HashMap<FileId, usize>, reasons: &mut [Reasons]) {
    let n_files = snapshot.meta().files as usize;
    let mut in_text: Vec<Vec<(f32, usize)>> = reasons.iter().map(|_| Vec::new()).collect();
    let searched: Vec<&QuestionTerm> = question.terms.iter().chain(&question.joined).collect();
    for (number, asked) in searched.iter().enumerate().filter(|(_, asked)| !asked.is_asking()) {
        for (file, _) in snapshot.files_with_path_term(&asked.term) {
            if let Some(own) = places.get(&file).and_then(|&at| reasons.get_mut(at)) {
                add(&mut own.path, asked.word.clone());
            }
        }
        let Some(postings) = snapshot.postings(&asked.term) else { continue };
        let rarity = idf(n_files, postings.files) * asked.weight;
        for in_file in postings {
            if let Some(own) = places.get(&in_file.file).and_then(|&at| in_text.get_mut(at)) {
                let count: u32 = in_file.map(|(_, weight)| weight.in_text() + weight.in_symbols()).sum();
                let count = count as f32;
                own.push((rarity * count / (count + 2.0), number));
            }
        }
    }
    for (own, mut found) in reasons.iter_mut().zip(in_text) {
        found.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for word in found.iter().filter_map(|&(_, number)| Some(searched.get(number)?.word.clone())) {
            add(&mut own.text, word);
        }
    }
}

/// Adds a word to a list that does not have it and has room for it.
fn add(list: &mut Vec<String>, word: String) {
    if list.len() < LISTED && !list.contains(&word) {
        list.push(word);
    }
}

fn names(snapshot: &Snapshot<'_>, question: &Question, places: &HashMap<FileId, usize>, reasons: &mut [Reasons]) {
    for name in &question.mentions.names {
        for id in snapshot.symbols_named(&name.name) {
            let file = snapshot.file_of_symbol(id).and_then(|file| places.get(&file));
            let Some((own, symbol)) = file.and_then(|&at| reasons.get_mut(at)).zip(snapshot.symbol(id)) else {
                continue;
            };
            if symbol.kind != SymbolKind::Heading {
                // A constructor has its class's name.
                let container = snapshot
                    .symbol_container(&symbol)
                    .filter(|own| own.rsplit(['.', ':']).next() != Some(name.name.as_str()));
                let whole =
                    container.map_or_else(|| name.name.clone(), |container| format!("{container}.{}", name.name));
                add(&mut own.defines, whole);
            }
        }
        for (file, _) in snapshot.files_with_name(&name.name) {
            if let Some(own) = places.get(&file).and_then(|&at| reasons.get_mut(at)) {
                let defined = own.defines.iter().any(|known| known.rsplit('.').next() == Some(name.name.as_str()));
                if !defined {
                    add(&mut own.uses, name.name.clone());
                }
            }
        }
    }
}

impl Reasons {
    /// Returns the reasons as a sentence's parts, joined; "nothing in the question points to it" when there are none.
    pub fn text(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        match self.entered {
            Some(Entered::Named) => parts.push("named by the question".to_owned()),
            Some(Entered::Defines) => parts.push("defines what the files above use".to_owned()),
            None => {}
        }
        for (pointer, lines) in &self.pointers {
            let what = match pointer {
                Pointer::Path => "named by path",
                Pointer::Folder => "in a folder named by path",
                Pointer::Frame => "in the stack trace",
            };
            let lines: Vec<String> = lines.iter().take(LISTED).map(|line| format!("{line}")).collect();
            parts.push(if lines.is_empty() { what.to_owned() } else { format!("{what}, line {}", lines.join(", ")) });
        }
        let lists = [
            ("holds", &self.quotes),
            ("defines", &self.defines),
            ("uses", &self.uses),
            ("path has", &self.path),
            ("text has", &self.text),
        ];
        parts.extend(
            lists
                .into_iter()
                .filter(|(_, list)| !list.is_empty())
                .map(|(verb, list)| format!("{verb} {}", list.join(", "))),
        );
        if self.is_neighbour {
            parts.push("linked with files that rank high".to_owned());
        }
        if parts.is_empty() { "nothing in the question points to it".to_owned() } else { parts.join("; ") }
    }
}
