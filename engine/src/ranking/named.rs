//! Owns which files the question names without writing their paths: by a code name, by words that their own names are
//! made of, or by a folder's name. It owns no score: named files keep the order of the ranking among themselves.

use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashSet;

use super::RankedFile;
use super::table::Table;
use crate::language::Language;
use crate::question::{Question, has_code_shape};
use crate::role::Roles;

/// What a named file may not be.
const UNNAMED: Roles = Roles::TEST.with(Roles::GENERATED).with(Roles::MINIFIED).with(Roles::LOCK).with(Roles::DATA);
/// A name of so many files or more names none of them.
const TOO_MANY: usize = 5;
/// Of a named folder so many files are taken.
const OF_FOLDER: usize = 3;
/// A file of a named folder must score this much of what the fifth file does: a folder holds more than is asked for.
const FOLDER_SHARE: f32 = 0.3;
const AT: usize = 4;
/// A name made of fewer letters than this names nothing.
const MIN_LETTERS: usize = 6;
/// Words that stand next to each other are joined up to this many.
const MAX_WORDS: usize = 3;

/// Names that the question may mean files by, in small letters without separators.
struct Names {
    /// By code names.
    code: HashSet<String>,
    /// By two or three words.
    words: HashSet<String>,
}

/// Returns the places in `ranked` of the files that the question names, best first.
pub(super) fn places(table: &Table<'_>, question: &Question, ranked: &[RankedFile], most: usize) -> Vec<usize> {
    let names = Names::of(&question.text);
    if names.code.is_empty() && names.words.is_empty() {
        return Vec::new();
    }
    let mut by_name: hashbrown::HashMap<String, Vec<usize>> = hashbrown::HashMap::new();
    let mut by_folder: hashbrown::HashMap<&str, Vec<usize>> = hashbrown::HashMap::new();
    let enough = FOLDER_SHARE * ranked.get(AT).map_or(0.0, |fifth| fifth.score);
    let mut stem = String::new();
    for (place, own) in ranked.iter().enumerate() {
        let Some(file) = table.get(own.file) else { continue };
        let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", file.path));
        if !file.roles.has_any(UNNAMED) && file.language.is_code() {
            join_into(name.split_once('.').map_or(name, |(stem, _)| stem), &mut stem);
            if names.code.contains(&stem) || (names.words.contains(&stem) && names_files_after_classes(file.language)) {
                by_name.entry(stem.clone()).or_default().push(place);
            }
            let last = folder.rsplit('/').next().unwrap_or(folder);
            let is_likely = !file.roles.has(Roles::CONFIG) && own.score >= enough;
            if !is_likely || !last.contains(['_', '-']) {
                continue;
            }
            join_into(last, &mut stem);
            if names.code.contains(&stem) || names.words.contains(&stem) {
                by_folder.entry(folder).or_default().push(place);
            }
        }
    }
    let mut places: Vec<usize> = by_name.into_values().filter(|places| places.len() < TOO_MANY).flatten().collect();
    places.extend(by_folder.into_values().flat_map(|places| places.into_iter().take(OF_FOLDER)));
    places.sort_unstable();
    places.dedup();
    places.truncate(most);
    places
}

impl Names {
    fn of(text: &str) -> Self {
        let mut names = Self { code: HashSet::new(), words: HashSet::new() };
        for line in text.lines() {
            // Words that punctuation divides do not stand together.
            for phrase in line.split(|c: char| !(c.is_alphanumeric() || matches!(c, ' ' | '_' | '-'))) {
                let words: Vec<&str> = phrase.split([' ', '-']).filter(|word| !word.is_empty()).collect();
                for (at, word) in words.iter().enumerate() {
                    if has_code_shape(word) {
                        names.code.insert(joined(word));
                    }
                    for end in at + 2..=(at + MAX_WORDS).min(words.len()) {
                        let name: String = words.get(at..end).unwrap_or(&[]).iter().map(|word| joined(word)).collect();
                        if name.len() >= MIN_LETTERS {
                            names.words.insert(name);
                        }
                    }
                }
            }
        }
        names.code.retain(|name| name.len() >= MIN_LETTERS);
        names
    }
}

/// Returns a name in small letters without separators: `text_edit`, `TextEdit` and `text-edit` are one.
fn joined(name: &str) -> String {
    let mut into = String::new();
    join_into(name, &mut into);
    into
}

/// Puts what [`joined`] returns into a string that is used again and again.
fn join_into(name: &str, into: &mut String) {
    into.clear();
    into.extend(name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase));
}

/// Returns whether files in a language are named after the class or the component in them.
const fn names_files_after_classes(language: Language) -> bool {
    matches!(
        language,
        Language::Java | Language::TypeScript | Language::Tsx | Language::JavaScript | Language::C | Language::Cpp
    )
}
