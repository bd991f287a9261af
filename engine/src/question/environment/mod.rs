//! Owns leaving out the parts of an issue report that say where the reporter ran the program: environment sections,
//! `<name> version: <value>` lines, and the invisible comments of issue templates. It owns nothing else of a question.
//!
//! A section starts at a heading below the title that labels an environment: a Markdown heading, a line in bold, an
//! issue form's question, a label on a line of its own. It ends at the next heading that is not deeper, at the next bold
//! line or label of something else, at a rule, and where a stack trace or a diff starts: better some noise than a lost
//! trace. The title, and a heading that merely names a version in a sentence, stay.

mod fences;
mod labels;

use alloc::string::String;
use alloc::vec::Vec;

use super::frames::is_frame;
use labels::{Label, ends_in_version, label, plain_words, states_environment};

/// How deep a heading is: 1 to 6 for Markdown, one more for a line in bold, which divides what a heading holds, and one
/// more for a label without any marks.
type Level = usize;
const BOLD: Level = 7;
const BARE: Level = 8;

/// Returns the text without its environment parts.
pub fn without_environment(text: &str) -> String {
    let text = without_comments(text);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let fenced = fences::fenced(&lines);
    let mut kept = String::with_capacity(text.len());
    let mut skipping: Option<Level> = None;
    let mut seen_text = false;
    // The line that underlines the heading before it.
    let mut underline = 0;
    for (at, (&line, &in_fence)) in lines.iter().zip(&fenced).enumerate() {
        let bare = line.trim();
        let below = || lines.get(at + 1..).unwrap_or(&[]).iter().copied();
        if seen_text
            && !in_fence
            && let Some((level, words)) = heading(bare, below().next())
        {
            let is_environment = match label(words) {
                Label::Environment => true,
                Label::Perhaps => states_environment(below()),
                Label::Other => false,
            };
            if skipping.is_none_or(|open| level <= open || level >= BOLD) {
                skipping = is_environment.then_some(level);
            }
            underline = at + 1;
        } else if at != underline && skipping.is_some_and(|open| ends_section(bare, open)) {
            skipping = None;
        } else if !in_fence && seen_text && is_version_line(bare) {
            continue;
        }
        seen_text |= !bare.is_empty();
        if skipping.is_none() {
            kept.push_str(line);
        }
    }
    kept
}

/// Returns the text without HTML comments; one that is never closed stays, and so do those in code.
fn without_comments(text: &str) -> String {
    if !text.contains("<!--") {
        return String::from(text);
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let fenced = fences::fenced(&lines);
    let mut kept = String::with_capacity(text.len());
    let mut start = 0;
    // The byte behind the comment that was left out last.
    let mut left_out = 0;
    for (&line, in_fence) in lines.iter().zip(fenced) {
        let end = start + line.len();
        let mut from = start.max(left_out).min(end);
        while let Some(rest) = text.get(from..end).filter(|rest| !rest.is_empty()) {
            let open = rest.find("<!--").filter(|&at| {
                let before = text.get(start..from + at).unwrap_or("");
                !in_fence && before.bytes().filter(|&byte| byte == b'`').count() % 2 == 0
            });
            let close = open.and_then(|at| Some((at, from + at + text.get(from + at..)?.find("-->")? + 3)));
            let Some((at, behind)) = close else {
                kept.push_str(rest);
                break;
            };
            kept.push_str(rest.get(..at).unwrap_or(""));
            left_out = behind;
            from = behind.min(end);
        }
        start = end;
    }
    kept
}

/// Returns a heading's level and its words; `next` is the line below it.
fn heading<'a>(line: &'a str, next: Option<&str>) -> Option<(Level, &'a str)> {
    let line = line.trim_start_matches("> ").trim_start();
    let hashes = line.bytes().take_while(|&byte| byte == b'#').count();
    if (1..=6).contains(&hashes) {
        let label = line.get(hashes..)?;
        return label.starts_with([' ', '\t']).then(|| (hashes, label.trim().trim_end_matches('#').trim()));
    }
    for (tag, level) in [("summary", BOLD), ("h1", 1), ("h2", 2), ("h3", 3), ("h4", 4), ("b", BOLD), ("strong", BOLD)] {
        let inner = line.trim_start_matches("<details>").strip_prefix('<').and_then(|rest| rest.strip_prefix(tag));
        if let Some((label, _)) = inner.and_then(|rest| rest.strip_prefix('>')).and_then(|rest| rest.split_once('<')) {
            return Some((level, label.trim()));
        }
    }
    for mark in ["***", "**", "__", "*"] {
        let Some(inner) = line.trim_start_matches("- ").strip_prefix(mark) else { continue };
        let Some((label, behind)) = inner.split_once(mark) else { continue };
        // Behind the bold words of a heading stands a colon at most.
        return behind.trim().trim_matches(':').is_empty().then(|| (BOLD, label.trim()));
    }
    let is_underlined = next.map(str::trim).is_some_and(|next| {
        next.len() >= 3 && (next.bytes().all(|byte| byte == b'=') || next.bytes().all(|byte| byte == b'-'))
    });
    if is_underlined && !line.is_empty() {
        return Some((if next.is_some_and(|next| next.starts_with('=')) { 1 } else { 2 }, line));
    }
    bare_label(line).map(|label| (BARE, label))
}

/// Returns the words of a label on a line of its own: `Steps to reproduce:`.
fn bare_label(line: &str) -> Option<&str> {
    const MOST_WORDS: usize = 6;
    let label = line.strip_suffix([':', '：'])?;
    let is_prose = label.chars().all(|c| c.is_alphanumeric() || " '-/&()".contains(c));
    (is_prose && label.starts_with(char::is_alphabetic) && label.split(' ').count() <= MOST_WORDS).then_some(label)
}

/// Returns whether a line cannot belong to an environment section that a heading of level `open` started.
fn ends_section(line: &str, open: Level) -> bool {
    let is_rule =
        line.len() >= 3 && ["-", "*", "_"].iter().any(|mark| line.trim_matches(|c: char| mark.contains(c)).is_empty());
    let is_diff = ["diff --git ", "@@ ", "+++ ", "--- a/"].iter().any(|start| line.starts_with(start));
    is_rule
        || is_diff
        || is_frame(line)
        || line.starts_with("Traceback (most recent")
        || (open == BARE && line.is_empty())
}

/// Returns whether a line states a version: `<name> version: <value>`, in a list or in bold too.
fn is_version_line(line: &str) -> bool {
    /// A value of more words says something of the version.
    const MOST_WORDS: usize = 5;
    let line = line.trim_start_matches(['-', '*', '+', '>', ' ', '\t']);
    let Some((name, value)) = line.split_once([':', '：']) else { return false };
    let name = name.trim_matches(['*', '_', ' ', '`']);
    if name.len() > 60 || !value.contains(|c: char| c.is_ascii_digit()) || value.len() > 200 {
        return false;
    }
    let words = plain_words(name.split('(').next().unwrap_or(name));
    let value = value.split(" (").next().unwrap_or(value);
    let says_more = value.contains(['/', '(', ';', '_'])
        || value.split_whitespace().count() > MOST_WORDS
        || value.split_whitespace().any(|word| {
            matches!(
                word,
                "in" | "at"
                    | "but"
                    | "from"
                    | "since"
                    | "is"
                    | "got"
                    | "works"
                    | "works,"
                    | "fails"
                    | "crashes"
                    | "breaks"
            )
        });
    (1..=4).contains(&words.len()) && ends_in_version(&words) && !says_more
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn environment_sections_go_and_what_follows_stays() {
        for head in [
            "## Environment",
            "### System Info",
            "**Matplotlib version**",
            "#### Versions",
            "## Tested versions",
            "### What version of Go are you using (`go version`)?",
            "**Operating system**:",
            "## Your environment ##",
            "### Which operating system are you using?",
            "**Desktop (please complete the following information):**",
            "### Output of `pd.show_versions()`",
            "Environment\n-----------",
            "<details><summary>Environment</summary>",
            "### 1. Environment",
            "### Version(s) affected",
            "- **Environment**",
            "## Umgebung",
            "## 环境",
            "### Version of Django",
        ] {
            let text =
                format!("Crash on start\n\nIt crashes.\n\n{head}\n\nLinux frobnicate 5.4\n\n# Steps\n\nrun it\n");
            let left = without_environment(&text);
            assert!(!left.contains("frobnicate"), "{head}: {left}");
            assert!(left.contains("It crashes") && left.contains("run it"), "{head}: {left}");
        }
    }

    #[test]
    fn titles_and_sentences_about_versions_stay() {
        let title = "# Version\n\nbody\n";
        assert_eq!(without_environment(title), title);
        for head in [
            "## Upgrade to version 2 breaks login",
            "## Support the new platform API",
            "**Note**: see below",
            "### Simplified version",
            "### Unsupported API version",
            "## System information page crashes",
            "## Your environment is not detected when a proxy is set",
            "## Which version is chosen when two providers match?",
            "## Devices",
        ] {
            let text = format!("t\n\n{head}\n\n```python\nfrom a import b\nb()\n```\n");
            assert_eq!(without_environment(&text), text, "{head}");
        }
    }

    #[test]
    fn version_lines_and_comments_go_but_not_messages_and_code() {
        let text =
            "t\n- Python version: 3.8\n* **Django version**: 2.1\nthe API version: it is wrong\n<!-- fill\nin -->x\n";
        assert_eq!(without_environment(text), "t\nthe API version: it is wrong\nx\n");
        assert_eq!(without_environment("a <!-- b"), "a <!-- b");
        for line in [
            "Unsupported cart version: 5 in CartModel.save()",
            "Unknown protocol version: 3",
            "API version: 2 crashes the login handler",
            "Working version: 1.2; broken since 1.3 in Foo.bar",
            "Detected version: 1 at core/detect.py:12",
            "use `<!--` and not `-->` here",
        ] {
            let text = format!("t\n{line}\n```\n<!-- a -->\nPython version: 3\n```\n");
            assert_eq!(without_environment(&text), text);
        }
    }

    #[test]
    fn what_cannot_be_environment_ends_a_section() {
        let trace = "  File \"/srv/src/cart/model.py\", line 3, in save\n";
        for (head, label) in [
            ("**Environment**", "Steps to reproduce:"),
            ("## Environment", "**Traceback**"),
            ("## Environment", "---"),
            ("## System info\n\n```", ""),
        ] {
            let text = format!("It crashes\n\n{head}\nUbuntu 22\n\n{label}\n\n{trace}");
            let left = without_environment(&text);
            assert!(left.contains(trace) && !left.contains("Ubuntu"), "{head}, {label}: {left}");
        }
    }

    #[test]
    fn deeper_headings_belong_to_the_section() {
        let text = "t\n## Environment\n### Hardware\nx\n## Code\ny\n";
        assert_eq!(without_environment(text), "t\n## Code\ny\n");
    }
}
