//! Owns ignore rules: reading a file of them and asking whether they exclude a path. Owns no file on disk; what a rule's
//! wildcards match is the engine's (`graphicle_engine::wildcard`).
//!
//! This is Git's own reading (`gitignore(5)`), to the letter of Git up to 2.51; one habit of it, told at
//! [`Rule::matches`], has been mended in later ones. The matcher of the `gix` crates was measured against Git and
//! answers otherwise for several of the patterns that the tests hold, which is why this one exists.

use std::sync::Arc;

pub(crate) use graphicle_engine::wildcard::Case;
use graphicle_engine::wildcard::Wildcard;

/// The name of Git's ignore files.
pub(crate) const GIT_IGNORE: &str = ".gitignore";
/// The name of this program's ignore files: the same syntax, and they hold for tracked files too.
pub(crate) const OWN_IGNORE: &str = ".graphicleignore";
/// Ignore files larger than this are not read: Git's own limit.
pub(crate) const MAX_FILE: u64 = 100 * 1024 * 1024;

/// A path that is asked about, from the top of the rules' tree, `/` between the parts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate<'a> {
    pub(crate) path: &'a [u8],
    /// Where the last part starts.
    pub(crate) name_at: usize,
    pub(crate) is_folder: bool,
}

impl<'a> Candidate<'a> {
    fn name(&self) -> &'a [u8] {
        self.path.get(self.name_at..).unwrap_or_default()
    }
}

/// The rules of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RuleFile {
    rules: Vec<Rule>,
}

impl RuleFile {
    /// Reads an ignore file's bytes.
    pub(crate) fn parse(bytes: &[u8], case: Case) -> Self {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        Self { rules: bytes.split(|&b| b == b'\n').filter_map(|line| Rule::parse(line, case)).collect() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }
}

/// The rules in force in a folder: its own file's, then those of the folders above.
#[derive(Debug)]
pub(crate) struct Layer {
    above: Option<Arc<Self>>,
    base: usize,
    rules: RuleFile,
}

/// Returns the layers in force in a folder whose own file, if any, holds `rules`.
///
/// `base` is the length of the folder's path with its slash.
pub(crate) fn layered(above: Option<&Arc<Layer>>, base: usize, rules: RuleFile) -> Option<Arc<Layer>> {
    if rules.is_empty() { above.cloned() } else { Some(Arc::new(Layer { above: above.cloned(), base, rules })) }
}

/// The rules that can match something directly in one folder, the one that decides first before the others.
///
/// Most rules are about other places: leaving them out once per folder is what makes asking about each of its names fast.
#[derive(Debug)]
pub(crate) struct FolderRules<'a> {
    /// Each rule with the length of the path that it is relative to.
    rules: Vec<(usize, &'a Rule)>,
    case: Case,
}

impl<'a> FolderRules<'a> {
    /// Selects the rules for a folder, whose path ends with a slash unless it is empty.
    ///
    /// Layers come first, the innermost before the others, then the files in `general` from the last to the first; in
    /// each, a later rule before an earlier one.
    pub(crate) fn new(layers: Option<&'a Arc<Layer>>, general: &'a [RuleFile], folder: &[u8], case: Case) -> Self {
        let mut rules = Vec::new();
        let mut add = |base: usize, file: &'a RuleFile| {
            let below_base = folder.get(base..).unwrap_or_default();
            let can_match = |rule: &&Rule| rule.can_match_in(below_base, case);
            rules.extend(file.rules.iter().rev().filter(can_match).map(|rule| (base, rule)));
        };
        let mut at = layers;
        while let Some(layer) = at {
            add(layer.base, &layer.rules);
            at = layer.above.as_ref();
        }
        for file in general.iter().rev() {
            add(0, file);
        }
        Self { rules, case }
    }

    /// Returns whether the rules exclude something in the folder, provided that they exclude no folder above it.
    pub(crate) fn exclude(&self, candidate: Candidate<'_>) -> bool {
        let decides = |(base, rule): &&(usize, &Rule)| {
            (candidate.is_folder || !rule.folders_only)
                && match rule.scope {
                    Scope::Name => rule.matches(candidate.name(), self.case),
                    Scope::Path => rule.matches(candidate.path.get(*base..).unwrap_or_default(), self.case),
                }
        };
        self.rules.iter().find(decides).is_some_and(|(_, rule)| !rule.negative)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// The pattern has no slash but at its end: it is about the last part of a path, at any depth.
    Name,
    /// The pattern is about the path from the ignore file's folder.
    Path,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Rule {
    negative: bool,
    folders_only: bool,
    scope: Scope,
    /// The pattern up to its first wildcard, which is looked at first since that is cheap.
    literal: Box<[u8]>,
    tail: Tail,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Tail {
    /// The literal is all there is.
    Empty,
    /// `*` and then only plain bytes, these.
    EndsWith(Box<[u8]>),
    Wildcard(Wildcard),
}

impl Rule {
    /// Reads a line without its line feed; returns `None` for a comment and for what can match nothing.
    fn parse(line: &[u8], case: Case) -> Option<Self> {
        if line.first() == Some(&b'#') {
            return None;
        }
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        // Git keeps lines as C strings.
        let line = line.split(|&b| b == 0).next().unwrap_or_default();
        let line = without_trailing_spaces(line);
        let (negative, line) = line.strip_prefix(b"!").map_or((false, line), |rest| (true, rest));
        let (folders_only, pattern) = line.strip_suffix(b"/").map_or((false, line), |rest| (true, rest));
        let scope = if pattern.contains(&b'/') { Scope::Path } else { Scope::Name };
        let pattern = pattern.strip_prefix(b"/").unwrap_or(pattern);
        if pattern.is_empty() {
            return None;
        }
        let wildcard_at = pattern.iter().position(|b| b"*?[\\".contains(b)).unwrap_or(pattern.len());
        let (literal, rest) = pattern.split_at(wildcard_at);
        let tail = match rest {
            [] => Tail::Empty,
            [b'*', plain @ ..] if scope == Scope::Name && !plain.iter().any(|b| b"*?[\\".contains(b)) => {
                Tail::EndsWith(plain.into())
            }
            _ => Tail::Wildcard(Wildcard::new(rest, case)),
        };
        Some(Self { negative, folders_only, scope, literal: literal.into(), tail })
    }

    /// Returns whether the rule can match something directly in this folder, whose path ends with a slash unless it is
    /// empty.
    fn can_match_in(&self, folder: &[u8], case: Case) -> bool {
        let both = self.literal.len().min(folder.len());
        let same_start = || match (self.literal.get(..both), folder.get(..both)) {
            (Some(literal), Some(folder)) => equal(literal, folder, case),
            _ => false,
        };
        self.scope == Scope::Name || same_start()
    }

    /// Matches the literal part, then what follows it as a pattern of its own.
    ///
    /// So a `**/` right after a literal counts as one at the start of a pattern: `a**/b` matches `ax/y/b`. Git did so
    /// until 2.51 and takes those stars for a single one since; both agree wherever the manual defines the meaning.
    fn matches(&self, path: &[u8], case: Case) -> bool {
        if matches!(self.tail, Tail::Empty) {
            return equal(path, &self.literal, case);
        }
        let Some((start, rest)) = path.split_at_checked(self.literal.len()) else { return false };
        if !equal(start, &self.literal, case) {
            return false;
        }
        match &self.tail {
            Tail::Empty => rest.is_empty(),
            Tail::EndsWith(plain) => {
                let end = rest.len().checked_sub(plain.len()).and_then(|at| rest.get(at..));
                end.is_some_and(|end| equal(end, plain, case))
            }
            Tail::Wildcard(wildcard) => wildcard.matches(rest),
        }
    }
}

fn equal(a: &[u8], b: &[u8], case: Case) -> bool {
    match case {
        // Most comparisons end at the first byte, which needs no call.
        Case::Exact => a.len() == b.len() && a.first() == b.first() && a == b,
        Case::Fold => a.eq_ignore_ascii_case(b),
    }
}

/// Cuts spaces off the end, but for one that a backslash escapes.
fn without_trailing_spaces(line: &[u8]) -> &[u8] {
    let mut end = 0;
    let mut at = 0;
    while let Some(&byte) = line.get(at) {
        at += 1;
        if byte == b'\\' {
            if at == line.len() {
                return line;
            }
            at += 1;
        }
        if byte != b' ' {
            end = at;
        }
    }
    line.get(..end).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether rules ignore a path, or `None` when they leave that open.
    fn ignored(rules: &str, path: &str) -> Option<bool> {
        let (path, is_folder) = path.strip_suffix('/').map_or((path, false), |path| (path, true));
        let name_at = path.rfind('/').map_or(0, |slash| slash + 1);
        let candidate = Candidate { path: path.as_bytes(), name_at, is_folder };
        let verdict_over = |weaker: &str| {
            let files = [weaker, rules].map(|rules| RuleFile::parse(rules.as_bytes(), Case::Exact));
            FolderRules::new(None, &files, &path.as_bytes()[..name_at], Case::Exact).exclude(candidate)
        };
        let (over_nothing, over_everything) = (verdict_over(""), verdict_over("*"));
        (over_nothing == over_everything).then_some(over_nothing)
    }

    #[test]
    fn lines_are_read_as_git_reads_them() {
        for (rules, path, expected) in [
            ("# comment", "# comment", None),
            ("\\# file", "# file", Some(true)),
            ("\\!file", "!file", Some(true)),
            ("!file", "file", Some(false)),
            ("a  ", "a", Some(true)),
            ("a\\ ", "a ", Some(true)),
            ("a\\  ", "a ", Some(true)),
            ("\ta", "\ta", Some(true)),
            ("\t", "\t", Some(true)),
            ("a\r\nb\r", "b", Some(true)),
            ("\u{feff}a", "a", Some(true)),
            ("a\0b", "a", Some(true)),
            ("a/", "a", None),
            ("a/", "a/", Some(true)),
            ("a/", "x/a/", Some(true)),
            ("/a", "x/a", None),
            ("/a", "a", Some(true)),
            ("b/a", "x/b/a", None),
            ("*.o", "x/y.o", Some(true)),
            ("x*.o", "x1.o", Some(true)),
            ("x*.o", "x.", None),
            ("/", "a/", None),
            ("!", "a", None),
            ("", "a", None),
            ("a\n!a", "a", Some(false)),
            ("!a\na", "a", Some(true)),
            ("foo**/bar", "fooX/Y/bar/", Some(true)),
        ] {
            assert_eq!(ignored(rules, path), expected, "{rules:?} on {path:?}");
        }
    }
}
