//! Owns finding what a question names: paths, code names, stack frames, the files of a diff. It owns neither finding
//! them in a snapshot nor their scores.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use hashbrown::HashSet;

use super::title_line;
use crate::terms::is_stop_word;

/// A path that the question writes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathMention {
    /// The path as written, with `/`.
    pub path: String,
    /// The line that follows it, where one does.
    pub line: Option<u32>,
}

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

/// A frame of a stack trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The path, or a class's dotted name with its file's.
    pub path: String,
    /// The line.
    pub line: Option<u32>,
    /// The function, where the trace names it.
    pub function: Option<String>,
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
        for (number, line) in text.lines().enumerate() {
            seen.in_title = title == Some(number);
            if let Some(frame) = frame(line) {
                if seen.frames.insert((frame.path.clone(), frame.line)) && found.frames.len() < MAX {
                    found.frames.push(frame);
                }
                continue;
            }
            found.phrases_of(line, &mut seen);
            found.paths_of(line, &mut seen);
            found.names_of(line, &mut seen);
        }
        found
    }

    /// Returns whether nothing is named.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty() && self.names.is_empty() && self.frames.is_empty()
    }

    fn paths_of(&mut self, line: &str, seen: &mut Seen) {
        for word in line.split(|c: char| c.is_whitespace() || "()[]{}<>\"'`,;|=".contains(c)) {
            let Some(mention) = path(word) else { continue };
            if self.paths.len() < MAX && seen.paths.insert(mention.path.clone()) {
                self.paths.push(mention);
            }
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
    paths: HashSet<String>,
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

/// Returns the path that a word is: it has a `/` between names, or a known ending.
fn path(word: &str) -> Option<PathMention> {
    let word = word.trim_matches(|c: char| matches!(c, '.' | ':' | '*' | '!' | '?' | ','));
    if word.contains("://") || word.len() > 300 || word.starts_with("www.") {
        return None;
    }
    let word = word.strip_prefix("a/").or_else(|| word.strip_prefix("b/")).unwrap_or(word);
    let (path, line) = split_line(word);
    let path = path.replace('\\', "/");
    let path = path.trim_start_matches("./").trim_start_matches('/');
    let (_, file) = path.rsplit_once('/').unwrap_or(("", path));
    let (stem, ending) = file.rsplit_once('.').unwrap_or((file, ""));
    let is_ending = (1..=10).contains(&ending.len())
        && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && ending.bytes().any(|byte| byte.is_ascii_alphabetic());
    let is_file = is_ending && !stem.is_empty();
    let is_plain = path.chars().all(|c| c.is_alphanumeric() || "_-./+@~# ".contains(c));
    let parts = path.split('/').filter(|part| !part.is_empty()).count();
    (is_plain && ((is_file && (parts > 1 || is_source_ending(ending))) || (parts > 2 && !file.is_empty())))
        .then(|| PathMention { path: path.trim_end_matches('/').to_string(), line })
}

/// Returns whether a name of two parts with this ending is a file and not a member of something.
fn is_source_ending(ending: &str) -> bool {
    crate::language::Language::of_path(&alloc::format!("x.{ending}")).is_some()
}

/// Splits `path:12`, `path:12:3` and `path#L12`.
fn split_line(word: &str) -> (&str, Option<u32>) {
    if let Some((path, line)) = word.split_once("#L") {
        return (path, line.split('-').next().and_then(|line| line.parse().ok()));
    }
    let mut parts = word.split(':');
    let path = parts.next().unwrap_or(word);
    (path, parts.next().and_then(|line| line.parse().ok()))
}

/// Returns the frame that a line of a stack trace is.
fn frame(line: &str) -> Option<Frame> {
    let line = line.trim();
    python_frame(line).or_else(|| at_frame(line)).or_else(|| go_frame(line))
}

/// `File "django/db/models/query.py", line 58, in __iter__`.
fn python_frame(line: &str) -> Option<Frame> {
    let (path, behind) = line.strip_prefix("File \"")?.split_once('"')?;
    let behind = behind.strip_prefix(", line ")?;
    let (number, function) = behind.split_once(", in ").map_or((behind, None), |(n, f)| (n, Some(f)));
    Some(Frame {
        path: path.replace('\\', "/"),
        line: number.trim().parse().ok(),
        function: function.map(|name| name.trim().to_string()).filter(|name| !name.starts_with('<')),
    })
}

/// `at com.acme.Store.get(Store.java:12)`, `at fn (src/a.ts:1:2)`, `at src/a.ts:1:2`.
fn at_frame(line: &str) -> Option<Frame> {
    let rest = line.strip_prefix("at ")?;
    let Some((name, place)) = rest.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) else {
        let mention = path(rest.split_whitespace().next()?)?;
        return mention.line.is_some().then_some(Frame { path: mention.path, line: mention.line, function: None });
    };
    let (file, line) = split_line(place.trim_start_matches("file://").trim_start_matches("webpack:///"));
    let name = name.trim().trim_start_matches("async ").trim_start_matches("new ");
    let function = name.rsplit(['.', '#']).next().map(ToString::to_string);
    // A Java frame names its file without folders; the class's package has them.
    let path = match name.rsplit_once('.').and_then(|(class, _)| class.rsplit_once('.')) {
        Some((package, _)) if !file.contains('/') => alloc::format!("{}/{file}", package.replace('.', "/")),
        _ => file.replace('\\', "/"),
    };
    line.map(|line| Frame { path, line: Some(line), function })
}

/// `/go/src/k8s.io/kubernetes/pkg/kubelet/kubelet.go:1234 +0x1d`.
fn go_frame(line: &str) -> Option<Frame> {
    let (place, behind) = line.split_once(" +0x")?;
    let mention = path(place)?;
    (mention.line.is_some() && behind.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(Frame {
        path: mention.path,
        line: mention.line,
        function: None,
    })
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

    #[test]
    fn paths_and_lines_are_read() {
        let found =
            Mentions::find("see src/a/b.py:12 and setup.cfg, not https://x.y/z.py nor e.g. this\n+++ b/lib/x.c\n");
        let paths: Vec<_> = found.paths.iter().map(|p| (p.path.as_str(), p.line)).collect();
        assert_eq!(paths, [("src/a/b.py", Some(12)), ("setup.cfg", None), ("lib/x.c", None)]);
    }

    #[test]
    fn frames_of_several_languages_are_read() {
        let text = "  File \"/usr/lib/python3/django/db/query.py\", line 58, in __iter__\n\
                    at com.acme.Store.get(Store.java:12)\n\
                    at handle (src/app.ts:3:7)\n\
                    \t/go/src/k8s.io/pkg/kubelet.go:99 +0x1d\n";
        let frames = Mentions::find(text).frames;
        let frames: Vec<_> = frames.iter().map(|f| (f.path.as_str(), f.line, f.function.as_deref())).collect();
        assert_eq!(
            frames,
            [
                ("/usr/lib/python3/django/db/query.py", Some(58), Some("__iter__")),
                ("com/acme/Store.java", Some(12), Some("get")),
                ("src/app.ts", Some(3), Some("handle")),
                ("go/src/k8s.io/pkg/kubelet.go", Some(99), None),
            ]
        );
    }
}
