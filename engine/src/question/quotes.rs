//! Owns finding what a question quotes word for word: strings in quotation marks, and the messages of errors. It owns no
//! names and no paths.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Quotes beyond so many are left out: a log repeats itself.
const MAX: usize = 100;
/// Words that a quote has at least: fewer stand together in too many places.
const MIN_WORDS: usize = 3;
/// Marks that a string is quoted with, at its start and at its end.
const MARKS: [(char, char); 6] = [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('‘', '’'), ('«', '»')];
/// Ends of what stands before a message, in lower case.
const BEFORE_MESSAGES: [&str; 7] = ["error", "exception", "warning", "fatal", "panic", "failure", "message"];

/// Returns the pieces of what a text quotes, each once, in order. A piece ends where a program may have put a value in:
/// at a number, and at quotation marks and brackets within.
pub(super) fn find(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(message) = message(line) {
            add_pieces(message, &mut found);
        }
        for quoted in quoted(line) {
            add_pieces(quoted, &mut found);
        }
    }
    found.truncate(MAX);
    found
}

/// Returns the message of a line such as `ValueError: too many values` or `E0426 error: no rules`.
fn message(line: &str) -> Option<&str> {
    let (before, message) = line.split_once(": ")?;
    let last = before.rsplit(|c: char| !c.is_alphanumeric()).next()?.to_ascii_lowercase();
    BEFORE_MESSAGES.iter().any(|end| last.ends_with(end)).then_some(message)
}

/// Returns what stands between quotation marks in a line; one that opens within a word is an apostrophe.
fn quoted(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some((at, open)) = rest.char_indices().find(|&(_, c)| MARKS.iter().any(|&(open, _)| open == c)) {
        let is_in_word = rest.get(..at).is_some_and(|before| before.ends_with(char::is_alphanumeric));
        rest = rest.get(at + open.len_utf8()..).unwrap_or("");
        let close = MARKS.iter().find(|&&(own, _)| own == open).map_or(open, |&(_, close)| close);
        if !is_in_word && let Some((inside, behind)) = rest.split_once(close) {
            found.push(inside);
            rest = behind;
        }
    }
    found
}

fn add_pieces(text: &str, found: &mut Vec<String>) {
    for piece in text.split(|c: char| c.is_ascii_digit() || "\"'`<>{}[]()%$\\…“”‘’".contains(c)) {
        let piece = piece.trim_matches(|c: char| !c.is_alphanumeric());
        if piece.split_whitespace().count() >= MIN_WORDS && !found.iter().any(|known| known == piece) {
            found.push(piece.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_in_marks_and_messages_are_found() {
        let text = "It doesn't say \"cannot open the store\" but\nValueError: invalid literal for int() with base 10: 'x'\n\
                    and it's `a name` or “no such file here”.\n> fatal: not a git repository (or any parent)";
        let expected = [
            "cannot open the store",
            "invalid literal for int",
            "no such file here",
            "not a git repository",
            "or any parent",
        ];
        assert_eq!(find(text), expected);
    }

    #[test]
    fn prose_is_not_a_quote() {
        assert!(find("why don't the users' files of 'it' open? Note: this is what I see").is_empty());
    }
}
