//! Owns finding the paths that a text writes, with their lines: in prose, in addresses of web pages, in diffs. It owns
//! neither stack frames nor names.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::language::Language;

/// A path that the question writes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathMention {
    /// The path as written, with `/`.
    pub path: String,
    /// The line that follows it, where one does; the first of several.
    pub line: Option<u32>,
}

/// Returns the paths of a line of prose.
pub(super) fn in_line(line: &str) -> Vec<PathMention> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| !divides(c)) {
        rest = rest.get(start..).unwrap_or("");
        let is_end = |&(at, c): &(usize, char)| {
            // What is asked of an address belongs to it.
            divides(c) && !(c == '=' && rest.get(..at).is_some_and(|before| before.contains("://")))
        };
        let end = rest.char_indices().find(is_end).map_or(rest.len(), |(at, _)| at);
        let (word, behind) = rest.split_at(end);
        for piece in pieces(word) {
            if let Some(mut mention) = path(piece) {
                mention.line = mention.line.or_else(|| line_behind(behind));
                found.push(mention);
            }
        }
        rest = behind;
    }
    found
}

/// Returns whether a character stands between words, never within a path.
fn divides(c: char) -> bool {
    c.is_whitespace() || "()[]{}<>\"'`,;|=，。；：！？（）「」『』、“”‘’".contains(c)
}

/// Returns a word, and what of it is written in ASCII where it touches a script without spaces.
fn pieces(word: &str) -> impl Iterator<Item = &str> {
    let mixed = !word.is_ascii() && word.contains(['/', '.']);
    core::iter::once(word).chain(word.split(|c: char| !c.is_ascii()).filter(move |piece| mixed && piece.len() > 2))
}

/// Returns the line that stands behind a path: `(12)`, `, line 12`, ` line 12`, `" line 12`.
fn line_behind(behind: &str) -> Option<u32> {
    let text = behind.trim_start_matches(['`', '"', '\'']);
    if let Some(inner) = text.strip_prefix('(') {
        let (number, _) = inner.split_once([')', ','])?;
        return number.trim().parse().ok();
    }
    let text = text.trim_start_matches([',', ' ', ':']);
    let number = ["line ", "lines ", "at line ", "on line ", "L"].iter().find_map(|word| text.strip_prefix(word))?;
    leading_number(number)
}

fn leading_number(text: &str) -> Option<u32> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text.get(..end)?.parse().ok()
}

/// Returns the path that a word is: it has a `/` between names of some letters, a known ending, or is a name that a file has without one.
pub(super) fn path(word: &str) -> Option<PathMention> {
    let word = word.trim_end_matches(['.', ':', '*', '!', '?', ',']).trim_start_matches([':', '*', '!', '?', ',']);
    if word.len() > 300 || word.starts_with("www.") {
        return None;
    }
    let local = local_part(word)?;
    let (path, line) = split_line(local);
    let path = path.replace('\\', "/");
    let path = path.trim_start_matches("./").trim_start_matches('/');
    let (_, file) = path.rsplit_once('/').unwrap_or(("", path));
    let (stem, ending) = file.rsplit_once('.').unwrap_or((file, ""));
    let is_ending = (1..=10).contains(&ending.len())
        && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && ending.bytes().any(|byte| byte.is_ascii_alphabetic());
    let is_file = is_ending && !stem.is_empty();
    let is_dot_file = file.strip_prefix('.').is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()));
    let is_known_name = file.starts_with(|c: char| c.is_ascii_uppercase()) && !file.contains('.') && is_source(file);
    let is_plain = path.chars().all(|c| c.is_alphanumeric() || "_-./+@~# $".contains(c));
    let parts = path.split('/').filter(|part| !part.is_empty()).count();
    let is_path = (is_file && (parts > 1 || is_source(file)))
        || (parts > 1 && path.split('/').all(|part| part.len() > 1 || part.is_empty()))
        || is_dot_file
        || is_known_name;
    (is_plain && is_path).then(|| PathMention { path: path.trim_end_matches('/').to_string(), line })
}

/// Returns whether a file of this name has a language of its own.
fn is_source(name: &str) -> bool {
    Language::of_path(name).is_some()
}

/// Returns the path within a project of a word that is an address or has a drive: the part behind the version on pages
/// that show a repository's files, the part behind the host where a line follows; nothing for other addresses.
fn local_part(word: &str) -> Option<&str> {
    if let Some((scheme, rest)) = word.split_once("://") {
        if scheme.ends_with("http") || scheme.ends_with("https") {
            let shown = ["/blob/", "/tree/", "/src/branch/"].iter().find_map(|mark| rest.split_once(mark));
            let behind_version = shown.and_then(|(_, rest)| rest.split_once('/'));
            return match behind_version {
                Some((_, path)) => Some(path),
                None => rest.split_once('/').map(|(_, path)| path).filter(|path| split_line(path).1.is_some()),
            };
        }
        // `file:///srv/x.js`, `webpack://app/./src/x.ts`, `webpack-internal:///./src/x.ts`.
        let rest = rest.split_once("/./").map_or(rest, |(_, path)| path);
        return Some(without_drive(rest.trim_start_matches('/')));
    }
    Some(without_drive(word.strip_prefix("package:").unwrap_or(word)))
}

/// Returns a path without its drive's letter: `C:\x`.
fn without_drive(path: &str) -> &str {
    let mut chars = path.chars();
    let has_drive = chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.next() == Some(':')
        && chars.next().is_some_and(|c| matches!(c, '\\' | '/'));
    if has_drive { path.get(3..).unwrap_or("") } else { path }
}

/// Splits `path:12`, `path:12:3`, `path:12-20`, `path:L12`, `path#L12`, `path#L10C5-L20C7`; what stands behind a `?` is no
/// part of a path.
pub(super) fn split_line(word: &str) -> (&str, Option<u32>) {
    let (path, line) = if let Some((path, line)) = word.split_once("#L") {
        (path, leading_number(line))
    } else {
        let (path, behind) = word.split_once(':').unwrap_or((word, ""));
        (path, leading_number(behind.trim_start_matches("line ").trim_start_matches('L')))
    };
    (path.split('?').next().unwrap_or(path), line)
}

/// Reads the lines of a diff: which file they change, and where.
#[derive(Debug, Default)]
pub(super) struct Diff {
    file: Option<String>,
}

impl Diff {
    /// Returns what a line of a diff points to: a file at its head, a line of it at each hunk; `None` for other lines.
    pub(super) fn read(&mut self, line: &str) -> Option<PathMention> {
        if let Some(path) = ["--- ", "+++ "].iter().find_map(|start| line.strip_prefix(start)) {
            let path = path.split('\t').next().unwrap_or(path).trim();
            let path = path.strip_prefix("a/").or_else(|| path.strip_prefix("b/")).unwrap_or(path);
            self.file = (path != "/dev/null" && !path.is_empty()).then(|| path.to_string());
            return self.file.clone().map(|path| PathMention { path, line: None });
        }
        // The lines before the change are those of the project as it is.
        let old = line.strip_prefix("@@ -")?;
        let path = self.file.clone()?;
        Some(PathMention { path, line: leading_number(old) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(line: &str) -> Vec<(String, Option<u32>)> {
        in_line(line).into_iter().map(|mention| (mention.path, mention.line)).collect()
    }

    fn one(path: &str, line: u32) -> Vec<(String, Option<u32>)> {
        [(path.to_string(), (line > 0).then_some(line))].into()
    }

    #[test]
    fn lines_are_read_in_all_their_forms() {
        for text in [
            "src/a.py:12",
            "src/a.py:12:5",
            "src/a.py:12-20",
            "src/a.py:L12",
            "src/a.py#L12-L20",
            "src/a.py#L12C5-L20C7",
            "src/a.py(12)",
            "src/a.py line 12",
            "src/a.py, line 12",
            "`src/a.py` on line 12",
            "https://github.com/o/r/blob/main/src/a.py#L12-L20",
            "file:///src/a.py:12:5",
            "webpack://app/./src/a.py:12:5",
            "http://localhost:3000/src/a.py?v=3:12:5",
            "C:\\src\\a.py:12",
            "package:src/a.py:12:5",
        ] {
            assert_eq!(found(text), one("src/a.py", 12), "{text}");
        }
    }

    #[test]
    fn names_without_an_ending_and_touching_scripts_are_read() {
        assert_eq!(found("error in Dockerfile"), one("Dockerfile", 0));
        assert_eq!(found("look at .eslintrc.js:3."), one(".eslintrc.js", 3));
        assert!(found("错误在src/cart/model.py。").contains(&("src/cart/model.py".to_string(), None)));
        assert!(found("see https://x.y/z.py or e.g. this, A/B tests and I/O").is_empty());
    }

    #[test]
    fn a_diff_names_its_file_and_its_lines() {
        let mut diff = Diff::default();
        let lines = ["diff --git a/lib/x.c b/lib/x.c", "--- a/lib/x.c", "+++ b/lib/x.c", "@@ -40,6 +41,7 @@ f", "-old"];
        let read: Vec<_> = lines.iter().filter_map(|line| diff.read(line)).map(|m| (m.path, m.line)).collect();
        let head = ("lib/x.c".to_string(), None);
        assert_eq!(read, [head.clone(), head, ("lib/x.c".to_string(), Some(40))]);
    }
}
