//! Owns reading a pack's Markdown. It owns no other form.
//!
//! The rules: the pack starts with a heading of the first level, its sections with one of the second. A chunk of a file is
//! a heading of the third level (`### PATH lines 3,10-12`, behind it ` (outline)` for an outline), a line `why: ...`, a
//! fence of at least three backticks with a word behind it, the file's lines, and the same fence alone; a blank line ends
//! it. The fence is longer than every run of backticks between the two. Everything else is the pack's own text. In a path
//! the characters that turn the direction of text stand as their bytes, `\xe2\x80\xae`, here and in the other forms.

use std::ops::Range;

use graphicle_engine::pack::LineNumbers;

use super::heading::{path, ranges};
use super::{ReadChunk, ReadSection, is_numbered, numbered};

/// Headings of sections and the names that `--sections` has for them.
const SECTIONS: [(&str, &str); 8] = [
    ("Manifest", "manifest"),
    ("Architecture", "arch"),
    ("Map", "map"),
    ("Breadth", "breadth"),
    ("Docs", "docs"),
    ("Tests", "tests"),
    ("Call paths", "paths"),
    ("Focus", "focus"),
];

/// Reads a pack's Markdown.
pub fn read_markdown(text: &str, numbers: LineNumbers) -> Result<Vec<ReadSection>, String> {
    let mut sections: Vec<ReadSection> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let line = line_at(text, at);
        if let Some(title) = line.strip_prefix("# ") {
            if at > 0 || title.is_empty() {
                return Err(format!("a second title: {line:?}"));
            }
            sections.push(ReadSection { name: "header".into(), ..ReadSection::default() });
        } else if let Some(heading) = line.strip_prefix("## ") {
            let known = SECTIONS.iter().find(|(own, _)| *own == heading);
            let (_, name) = known.ok_or_else(|| format!("no section is called {heading:?}"))?;
            sections.push(ReadSection { name: (*name).into(), ..ReadSection::default() });
        } else {
            let section = sections.last_mut().ok_or("text in front of the title")?;
            if line.starts_with("### ") {
                let numbered = is_numbered(&section.name, numbers);
                let (chunk, end) = read_chunk(text, at, numbered)?;
                section.chunks.push(chunk);
                at = end;
                continue;
            }
            section.prose.push_str(line);
            section.prose.push('\n');
        }
        at += line.len() + 1;
    }
    Ok(sections)
}

/// Reads the chunk whose heading stands at `at`; returns where the text behind it starts.
pub(super) fn read_chunk(text: &str, at: usize, numbered_lines: bool) -> Result<(ReadChunk, usize), String> {
    let heading = line_at(text, at);
    let wrong = |what: &str| format!("{what} in the chunk {heading:?}");
    let own = heading.strip_prefix("### ").ok_or_else(|| wrong("no heading"))?;
    let (own, is_outline) = own.strip_suffix(" (outline)").map_or((own, false), |own| (own, true));
    let (shown, lines) = own.rsplit_once(" lines ").ok_or_else(|| wrong("no lines"))?;
    let path = path(shown).map_err(|error| wrong(&error))?;
    let ranges = ranges(lines).map_err(|error| wrong(&error))?;
    let at = at + heading.len() + 1;
    let reason = line_at(text, at);
    let why = reason.strip_prefix("why: ").ok_or_else(|| wrong("no reason"))?;
    let at = at + reason.len() + 1;
    let opening = line_at(text, at);
    let fence: String = opening.chars().take_while(|&c| c == '`').collect();
    if fence.len() < 3 {
        return Err(wrong("no fence"));
    }
    let code = body(text, at + opening.len() + 1, &fence).ok_or_else(|| wrong("no closing fence"))?;
    let body = &text[code.clone()];
    if body.contains(&fence) {
        return Err(wrong("a run of backticks as long as the fence"));
    }
    let lines = numbered(body, &ranges, numbered_lines).map_err(|error| wrong(&error))?;
    let end = code.end + fence.len() + 1;
    if text.get(end..=end) != Some("\n") {
        return Err(wrong("no blank line behind the fence"));
    }
    let chunk = ReadChunk { path, ranges, is_outline, why: why.into(), lines, code, is_numbered: numbered_lines };
    Ok((chunk, end + 1))
}

/// Returns where the lines from `at` up to the fence stand.
fn body(text: &str, start: usize, fence: &str) -> Option<Range<usize>> {
    let mut at = start;
    while at < text.len() {
        let line = line_at(text, at);
        if line == fence {
            return Some(start..at);
        }
        at += line.len() + 1;
    }
    None
}

/// Returns the line that starts at `at`, without its end.
pub(super) fn line_at(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or_default();
    rest.split_once('\n').map_or(rest, |(line, _)| line)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACK: &str = "# graphicle pack: acme\n\nTokens: 1 of 2\n\n## Focus\n\n### a lines 1-2.md lines 3,5-6 (outline)\n\
                        why: focus: rank 1\n````markdown\n3\t# a\n5\t```\n6\t## Focus\r\n````\n\n## Docs\n\nnone\n\n";

    #[test]
    fn a_pack_is_read_by_the_rules() {
        let sections = read_markdown(PACK, LineNumbers::Focus).unwrap();
        assert_eq!(sections.iter().map(|own| own.name.as_str()).collect::<Vec<_>>(), ["header", "focus", "docs"]);
        assert_eq!([sections[0].prose.trim(), sections[2].prose.trim()], ["Tokens: 1 of 2", "none"]);
        let chunk = &sections[1].chunks[0];
        assert_eq!(
            (chunk.path.as_str(), chunk.is_outline, chunk.why.as_str()),
            ("a lines 1-2.md", true, "focus: rank 1")
        );
        assert_eq!(chunk.lines, [(3, "# a".into()), (5, "```".into()), (6, "## Focus\r".into())]);
        assert_eq!(&PACK[chunk.code.clone()], "3\t# a\n5\t```\n6\t## Focus\r\n");
    }

    #[test]
    fn what_breaks_a_rule_is_told() {
        for (from, to, says) in [
            ("````", "```", "the last line of"),
            ("5\t", "7\t", "line 5 is numbered \"7\""),
            ("6\t## Focus\r\n", "", "line 6 of"),
            ("why: ", "", "no reason"),
            ("3,5-6", "3,2-6", "not in order"),
            ("## Docs", "## Focuses", "no section is called"),
            ("\n\n## Docs", "\n## Docs", "no blank line"),
        ] {
            let broken = PACK.replace(from, to);
            let error = read_markdown(&broken, LineNumbers::Focus).unwrap_err();
            assert!(error.contains(says) || from == "````", "{from:?}: {error}");
        }
    }
}
