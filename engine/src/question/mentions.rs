//! Owns finding what a question names: paths, code names, stack frames, the files of a diff. It owns neither finding
//! them in a snapshot nor their scores.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use hashbrown::HashSet;

use super::frames::{Frame, frame};
use super::paths::{self, Diff, PathMention};
use super::title_line;
use crate::terms::is_stop_word;

/// A name of code that the question writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeName {
    /// The name without what qualifies it.
    pub name: String,
    /// What stands before it with a dot or colons between, where something does: `Cache` of `Cache.get`.
    pub qualifier: Option<String>,
    /// Whether the question marks it as code: in backticks, with an opening bracket behind it, or by its shape.
    pub is_marked: bool,
    /// Whether it stands in the title of a longer question.
    pub in_title: bool,
}

/// Everything that a question names, each in order of its first occurrence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mentions {
    /// Paths, those of diffs too.
    pub paths: Vec<PathMention>,
    /// Names of code.
    pub names: Vec<CodeName>,
    /// Frames of stack traces.
    pub frames: Vec<Frame>,
    /// Two or three words of prose that stand together, each in small letters: code may join them to a name.
    pub phrases: Vec<Vec<String>>,
}

/// Mentions beyond so many of a kind are left out: a log repeats itself.
const MAX: usize = 400;

impl Mentions {
    /// Finds the mentions of a question's text.
    pub fn find(text: &str) -> Self {
        let mut found = Self::default();
        let mut seen = Seen::default();
        let title = title_line(text);
        let mut diff = Diff::default();
        for (number, line) in text.lines().enumerate() {
            seen.in_title = title == Some(number);
            if let Some(frame) = frame(line) {
                if seen.frames.insert((frame.path.clone(), frame.line)) && found.frames.len() < MAX {
                    found.frames.push(frame);
                }
                continue;
            }
            found.phrases_of(line, &mut seen);
            match diff.read(line) {
                Some(mention) => found.add_path(mention, &mut seen),
                None => paths::in_line(line).into_iter().for_each(|mention| found.add_path(mention, &mut seen)),
            }
            found.names_of(line, &mut seen);
        }
        found
    }

    /// Returns whether nothing is named.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty() && self.names.is_empty() && self.frames.is_empty()
    }

    fn add_path(&mut self, mention: PathMention, seen: &mut Seen) {
        if self.paths.len() < MAX && seen.paths.insert((mention.path.clone(), mention.line)) {
            self.paths.push(mention);
        }
    }

    fn phrases_of(&mut self, line: &str, seen: &mut Seen) {
        for part in line.split(|c: char| !(c.is_alphanumeric() || matches!(c, ' ' | '-' | '\''))) {
            let words: Vec<String> = part.split([' ', '-']).map(str::to_lowercase).collect();
            for len in [2, 3] {
                for phrase in words.windows(len) {
                    let is_plain = |word: &String| {
                        word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphanumeric()) && !is_stop_word(word)
                    };
                    let is_new = phrase.iter().all(is_plain) && self.phrases.len() < MAX;
                    if is_new && seen.phrases.insert(phrase.join(" ")) {
                        self.phrases.push(phrase.to_vec());
                    }
                }
            }
        }
    }

    fn names_of(&mut self, line: &str, seen: &mut Seen) {
        let mut in_ticks = false;
        for piece in line.split('`') {
            for chain in piece.split(|c: char| !(c.is_alphanumeric() || "_.:$".contains(c))) {
                let behind = piece_behind(piece, chain);
                self.chain(chain, in_ticks || behind.starts_with('('), seen);
            }
            in_ticks = !in_ticks;
        }
    }

    /// Takes a chain of names with dots or colons between them apart.
    fn chain(&mut self, chain: &str, is_marked: bool, seen: &mut Seen) {
        let mut qualifier: Option<&str> = None;
        for name in chain.split(['.', ':', '$']).filter(|name| !name.is_empty()) {
            let is_name = name.len() > 1 && name.starts_with(|c: char| c.is_alphabetic() || c == '_');
            let by_shape = has_code_shape(name);
            if is_name && (is_marked || by_shape || qualifier.is_some()) && self.names.len() < MAX {
                let marked = is_marked || by_shape;
                if seen.names.insert(name.to_string()) {
                    let qualifier = qualifier.map(ToString::to_string);
                    let (name, in_title) = (name.to_string(), seen.in_title);
                    self.names.push(CodeName { name, qualifier, is_marked: marked, in_title });
                } else if let Some(known) = self.names.iter_mut().find(|known| known.name == name) {
                    known.is_marked |= marked;
                    known.qualifier = known.qualifier.take().or_else(|| qualifier.map(ToString::to_string));
                }
            }
            qualifier = is_name.then_some(name);
        }
    }
}

#[derive(Default)]
struct Seen {
    paths: HashSet<(String, Option<u32>)>,
    names: HashSet<String>,
    frames: HashSet<(String, Option<u32>)>,
    phrases: HashSet<String>,
    /// Whether the line at hand is the title.
    in_title: bool,
}

/// Returns what follows `part`, which is a slice of `whole`.
fn piece_behind<'a>(whole: &'a str, part: &str) -> &'a str {
    let end = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize).wrapping_add(part.len());
    whole.get(end..).unwrap_or("")
}

/// Returns whether a word looks like a name of code and not of prose: parts joined by case or underscores.
pub(crate) fn has_code_shape(word: &str) -> bool {
    let inner = word.trim_matches('_');
    if inner.contains('_') || (word.starts_with('_') && !inner.is_empty()) {
        return true;
    }
    let mut chars = inner.chars();
    let Some(mut before) = chars.next() else { return false };
    for c in chars {
        // A capital behind a small letter: `camelCase`, `TextEdit`.
        if c.is_uppercase() && (before.is_lowercase() || before.is_numeric()) {
            return true;
        }
        before = c;
    }
    // `HTTPServer`: capitals, then a small letter.
    let capitals = inner.chars().take_while(|c| c.is_uppercase()).count();
    capitals >= 3 && inner.chars().any(char::is_lowercase) && !inner.ends_with('s')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        Mentions::find(text).names.into_iter().map(|name| name.name).collect()
    }

    #[test]
    fn code_names_are_known_by_shape_marks_and_chains() {
        assert_eq!(
            names("The FileSystem dock calls get_item and HTTPServer"),
            ["FileSystem", "get_item", "HTTPServer"]
        );
        assert_eq!(names("a `plain` word, run() and Model.save"), ["plain", "run", "save"]);
        assert_eq!(names("All the APIs of Django"), Vec::<String>::new());
    }

    #[test]
    fn names_in_the_title_of_a_longer_question_are_known() {
        let titled = |text: &str| -> Vec<(String, bool)> {
            Mentions::find(text).names.into_iter().map(|name| (name.name, name.in_title)).collect()
        };
        let report = "\nTextEdit loses its cursor\n\nWhen get_item fails.\nTextEdit is empty then.\n";
        assert_eq!(titled(report), [("TextEdit".to_string(), true), ("get_item".to_string(), false)]);
        assert_eq!(titled("why does TextEdit\nlose its cursor?"), [("TextEdit".to_string(), false)]);
    }
}
