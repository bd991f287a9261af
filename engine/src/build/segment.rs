//! Owns what a group of folders contributes to a snapshot: packed texts for all of their files, and passages and
//! words for those that are new. A segment knows nothing of files outside its folders; merging is [`super::merge`]'s.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashMap;

use super::inverted::{Inverted, Keys, Occurrence, Weight, of_counts, of_passages};
use super::purpose;
use super::text::{Block, TextPlace, pack};
use crate::facts::FileFacts;
use crate::passage::{count_lines, passages};
use crate::role::Roles;
use crate::snapshot::rows::PassageRow;
use crate::terms::{Token, is_name, terms_of, tokens};

/// A file that is given to a segment.
#[derive(Debug, Clone, Copy)]
pub struct FolderFile<'a> {
    /// Its path from the project's root.
    pub path: &'a str,
    /// Its text; empty where it is withheld.
    pub text: &'a str,
    /// What is wanted of it.
    pub work: Work<'a>,
}

/// What is wanted of a file in a segment.
#[derive(Debug, Clone, Copy)]
pub enum Work<'a> {
    /// Pack the text; the base snapshot holds the rest still.
    TextOnly,
    /// Pack the text, cut it into passages and index its words.
    Index {
        /// The file's marks.
        roles: Roles,
        /// What extraction says of it.
        facts: &'a FileFacts<'a>,
    },
}

/// What indexing a file gave, less its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedFile {
    /// The number of lines.
    pub lines: u32,
    /// Its passages in order.
    pub passages: Vec<PassageRow>,
    /// What it says its folder is for, where it is a file that says so.
    pub purpose: Option<String>,
}

/// A folder's texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedFolder {
    /// The folder's path.
    pub path: String,
    /// Its blocks.
    pub blocks: Vec<Block>,
    /// Its files in byte order of their paths, and where their texts lie.
    pub files: Vec<(String, TextPlace)>,
}

/// What a group of folders contributes to a snapshot.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Segment {
    /// The folders, each once.
    pub folders: Vec<PackedFolder>,
    /// The indexed files in the order in which they were given: a file's number in the lists.
    pub files: Vec<IndexedFile>,
    /// Terms by passage.
    pub terms: Inverted,
    /// Whole names by file.
    pub names: Inverted,
}

/// Collects a [`Segment`].
#[derive(Debug, Default)]
pub struct SegmentBuilder {
    segment: Segment,
    term_keys: Keys,
    name_keys: Keys,
    known: Known,
    terms: Vec<Occurrence>,
    names: Vec<Occurrence>,
    tally: Tally,
    buffer: String,
}

impl SegmentBuilder {
    /// Adds a folder with all of its files, in byte order of their paths. Returns, for each file that is indexed, its
    /// number in the segment.
    pub fn add_folder(&mut self, folder: &str, files: &[FolderFile<'_>]) -> Vec<Option<u32>> {
        debug_assert!(files.is_sorted_by(|a, b| a.path < b.path), "files come in order of their paths");
        let (blocks, places) = pack(files.iter().map(|file| file.text));
        let files_and_places = files.iter().zip(places).map(|(file, place)| (file.path.to_owned(), place)).collect();
        self.segment.folders.push(PackedFolder { path: folder.to_owned(), blocks, files: files_and_places });
        files
            .iter()
            .map(|file| match file.work {
                Work::TextOnly => None,
                Work::Index { roles, facts } => Some(self.index(file.path, file.text, roles, facts)),
            })
            .collect()
    }

    /// Returns the segment.
    pub fn finish(self) -> Segment {
        let mut segment = self.segment;
        segment.terms = of_passages(&self.term_keys, &self.terms);
        segment.names = of_counts(&self.name_keys, &self.names);
        segment
    }

    fn index(&mut self, path: &str, text: &str, roles: Roles, facts: &FileFacts<'_>) -> u32 {
        let file = u32::try_from(self.segment.files.len()).unwrap_or(u32::MAX);
        let ranges = passages(text, &facts.symbols, roles);
        let with_names = !roles.has_any(Roles::DATA.with(Roles::LOCK).with(Roles::MINIFIED));
        let mut defined = defined_names(facts);
        let mut rows = Vec::with_capacity(ranges.len());
        let mut name_counts: HashMap<u32, u32> = HashMap::new();
        let mut rest = text;
        for (passage, range) in (0_u32..).zip(&ranges) {
            let (lines, tail) = split_lines(rest, range.len());
            rest = tail;
            let mut words = 0_u32;
            for token in tokens(lines) {
                let token = self.known.look_up(&token, &mut self.term_keys, &mut self.name_keys, &mut self.buffer);
                for &term in token.terms {
                    self.tally.add(term, 1, 0);
                    words += 1;
                }
                if let Some(name) = token.name.filter(|_| with_names) {
                    *name_counts.entry(name).or_insert(0) += 1;
                }
            }
            while let Some((_, name)) = defined.next_if(|&(line, _)| line <= range.end) {
                for token in tokens(name) {
                    let token = self.known.look_up(&token, &mut self.term_keys, &mut self.name_keys, &mut self.buffer);
                    for &term in token.terms {
                        self.tally.add(term, 0, 1);
                    }
                }
            }
            self.tally.drain(|key, weight| {
                self.terms.push(Occurrence { key, file, passage, value: u32::from(weight.0) });
            });
            rows.push(PassageRow {
                start: range.start,
                lines: u16::try_from(range.len()).unwrap_or(u16::MAX),
                words: u16::try_from(words).unwrap_or(u16::MAX),
            });
        }
        let mut name_counts: Vec<(u32, u32)> = name_counts.into_iter().collect();
        name_counts.sort_unstable();
        let counted = name_counts.into_iter().map(|(key, value)| Occurrence { key, file, passage: 0, value });
        self.names.extend(counted);
        self.segment.files.push(IndexedFile {
            lines: count_lines(text),
            passages: rows,
            purpose: purpose::stated_by(path, text, facts),
        });
        file
    }
}

/// Returns the names that a file defines with their containers, by the line that holds the name.
fn defined_names<'f>(facts: &'f FileFacts<'_>) -> core::iter::Peekable<alloc::vec::IntoIter<(u32, &'f str)>> {
    let mut defined: Vec<(u32, &str)> = Vec::with_capacity(facts.symbols.len());
    for symbol in &facts.symbols {
        defined.push((symbol.name_line, facts.names.get(symbol.name)));
        if let Some(container) = symbol.container {
            defined.push((symbol.name_line, facts.names.get(container)));
        }
    }
    defined.sort_by_key(|&(line, _)| line);
    defined.into_iter().peekable()
}

/// Splits a text behind its first `n` lines.
fn split_lines(text: &str, n: u32) -> (&str, &str) {
    let end = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').nth((n as usize).saturating_sub(1));
    match end {
        Some((at, _)) => text.split_at_checked(at + 1).unwrap_or((text, "")),
        None => (text, ""),
    }
}

/// What is known of tokens met before: their terms and whether they are names.
#[derive(Debug, Default)]
struct Known {
    tokens: HashMap<String, KnownToken>,
    terms: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct KnownToken {
    start: u32,
    len: u32,
    name: Option<u32>,
}

struct LookedUp<'a> {
    terms: &'a [u32],
    name: Option<u32>,
}

impl Known {
    fn look_up(
        &mut self,
        token: &Token<'_>,
        term_keys: &mut Keys,
        name_keys: &mut Keys,
        buffer: &mut String,
    ) -> LookedUp<'_> {
        let text = match token {
            Token::Word(text) | Token::Pair(text) => *text,
        };
        let known = if let Some(&known) = self.tokens.get(text) {
            known
        } else {
            let start = u32::try_from(self.terms.len()).unwrap_or(u32::MAX);
            terms_of(token, buffer, |term| self.terms.push(term_keys.number(term)));
            let len = u32::try_from(self.terms.len()).unwrap_or(u32::MAX).saturating_sub(start);
            let name = (matches!(token, Token::Word(_)) && is_name(text)).then(|| name_keys.number(text));
            let known = KnownToken { start, len, name };
            // Long tokens are rarely met twice, and remembering each would only cost memory.
            if text.len() <= crate::terms::MAX_TOKEN_BYTES {
                self.tokens.insert(text.to_owned(), known);
            }
            known
        };
        let terms = self.terms.get(known.start as usize..(known.start + known.len) as usize).unwrap_or(&[]);
        LookedUp { terms, name: known.name }
    }
}

/// Counts the terms of one passage.
#[derive(Debug, Default)]
struct Tally {
    /// For each term, its place in `counts` plus one; zero for a term that the passage has not shown.
    places: Vec<u32>,
    counts: Vec<(u32, u32, u32)>,
}

impl Tally {
    fn add(&mut self, term: u32, in_text: u32, in_symbols: u32) {
        let at = term as usize;
        if self.places.len() <= at {
            self.places.resize(at + 1, 0);
        }
        let Some(place) = self.places.get_mut(at) else { return };
        if *place == 0 {
            self.counts.push((term, 0, 0));
            *place = u32::try_from(self.counts.len()).unwrap_or(u32::MAX);
        }
        if let Some(count) = self.counts.get_mut(*place as usize - 1) {
            count.1 += in_text;
            count.2 += in_symbols;
        }
    }

    fn drain(&mut self, mut emit: impl FnMut(u32, Weight)) {
        for (term, in_text, in_symbols) in self.counts.drain(..) {
            if let Some(place) = self.places.get_mut(term as usize) {
                *place = 0;
            }
            emit(term, Weight::new(in_text, in_symbols));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Cursor;

    fn list(inverted: &Inverted, key: &str) -> Vec<u8> {
        (0..inverted.len())
            .filter_map(|at| inverted.get(at))
            .find(|(k, _)| *k == key.as_bytes())
            .map(|(_, list)| list.to_vec())
            .unwrap_or_default()
    }

    #[test]
    fn words_and_names_are_found_by_file_and_passage() {
        let facts = FileFacts::default();
        let index = Work::Index { roles: Roles::default(), facts: &facts };
        let mut builder = SegmentBuilder::default();
        let numbers = builder.add_folder(
            "a",
            &[
                FolderFile { path: "a/x.go", text: "pod LimitRange pod\n", work: index },
                FolderFile { path: "a/y.go", text: "ignored pod\n", work: Work::TextOnly },
                FolderFile { path: "a/z.go", text: "the limits of pods\n", work: index },
            ],
        );
        assert_eq!(numbers, [Some(0), None, Some(1)]);
        let segment = builder.finish();
        assert_eq!(segment.files.len(), 2);
        assert_eq!(segment.files[0].passages, [PassageRow { start: 1, lines: 1, words: 4 }]);
        // File 0: one passage, gap 0, twice in the text; file 1: once.
        assert_eq!(list(&segment.terms, "pod"), [0, 1, 0, 2, 1, 1, 0, 1]);
        assert_eq!(list(&segment.terms, "limit"), [0, 1, 0, 1, 1, 1, 0, 1]);
        assert_eq!(list(&segment.names, "LimitRange"), [0, 1]);
        assert_eq!(list(&segment.terms, "ignor"), Vec::<u8>::new());
        let mut cursor = Cursor::new(&[1, 0, 2, 9]);
        assert_eq!(super::super::inverted::BodyKind::Passages.take(&mut cursor), Some((&[1_u8, 0, 2][..], 1)));
        assert_eq!(cursor.rest(), [9]);
    }
}
