//! Owns taking from a project the kinds of excerpts that packs are made of; owns no counting.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use graphicle_engine::language::Language;
use graphicle_engine::role::Roles;
use graphicle_tests::random::Random;
use graphicle_walk::{ReadLimits, Reading, TextFile, UserGit, WalkOptions, read, walk};

/// The most that is taken from one project, so that the large ones do not decide alone.
const MOST_EXCERPTS: usize = 3_000;
const MOST_BYTES: usize = 6_000_000;

/// Lines of one file.
pub(crate) struct Excerpt {
    pub(crate) language: Language,
    pub(crate) heading: String,
    pub(crate) plain: String,
    pub(crate) numbered: String,
}

/// Returns excerpts of a project's files in an order that chance decides, the same every time for the same seed.
pub(crate) fn excerpts(root: &Path, seed: u64) -> Vec<Excerpt> {
    let walk = walk(root, &WalkOptions::new(UserGit::none())).expect("the folder is read");
    let mut random = Random::of(walk.files.len() as u64 ^ seed << 32);
    let mut files = walk.files;
    for last in (1..files.len()).rev() {
        files.swap(last, random.below(last + 1));
    }
    let mut taken = Vec::new();
    let mut bytes = 0;
    for found in &files {
        if taken.len() > MOST_EXCERPTS || bytes > MOST_BYTES {
            break;
        }
        let Reading::Text(file) = read(root, found, &ReadLimits::default()) else { continue };
        if file.text.is_empty() || file.roles.has_any(Roles::LOCK.with(Roles::MINIFIED)) {
            continue;
        }
        let path = found.os_path().to_string_lossy();
        let lines: Vec<&str> = file.text.split_inclusive('\n').collect();
        for ranges in parts(&file, &lines, &mut random) {
            let excerpt = excerpt(&path, file.language, &lines, &ranges);
            if excerpt.plain.len() < 400_000 {
                bytes += excerpt.plain.len();
                taken.push(excerpt);
            }
        }
    }
    taken
}

/// Returns what is taken from a file: all of a small one, two stretches of a large one, and of every second file of code
/// its outline.
fn parts(file: &TextFile, lines: &[&str], random: &mut Random) -> Vec<Vec<Range<usize>>> {
    let mut parts = Vec::new();
    if file.text.len() < 8_000 {
        parts.push(vec![Range { start: 0, end: lines.len() }]);
    } else {
        for _ in 0..2 {
            let start = random.below(lines.len());
            parts.push(vec![Range { start, end: lines.len().min(start + 10 + random.below(190)) }]);
        }
    }
    if file.language.is_code() && random.once_in(2) {
        let first_lines = (0..lines.len()).filter(|&line| opens(lines[line])).take(30);
        parts.push(first_lines.map(|line| line..line + 1).collect());
    }
    parts.retain(|ranges: &Vec<Range<usize>>| !ranges.is_empty());
    parts
}

/// Returns whether a line looks like the first one of a definition.
fn opens(line: &str) -> bool {
    let text = line.trim();
    let indent = line.len() - line.trim_start().len();
    indent <= 4 && text.len() > 8 && text.ends_with(['{', ':', '(', ')'])
}

fn excerpt(path: &str, language: Language, lines: &[&str], ranges: &[Range<usize>]) -> Excerpt {
    let (mut plain, mut numbered) = (String::new(), String::new());
    for number in ranges.iter().cloned().flatten() {
        let line = lines[number];
        let end = if line.ends_with('\n') { "" } else { "\n" };
        let _ = write!(plain, "{line}{end}");
        let _ = write!(numbered, "{}\t{line}{end}", number + 1);
    }
    let (first, last) = (ranges.first().map_or(1, |range| range.start + 1), ranges.last().map_or(1, |range| range.end));
    let name = path.rsplit(['/', '.']).nth(1).unwrap_or(path);
    let heading =
        format!("### {path} lines {first}-{last}\nwhy: focus: rank {}, defines {name}\n", plain.len() % 97 + 1);
    Excerpt { language, heading, plain, numbered }
}
