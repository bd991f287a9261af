//! Owns leaving out the parts of an issue report that say where the reporter ran the program: environment sections,
//! `<name> version: <value>` lines, and the invisible comments of issue templates. It owns nothing else of a question.
//!
//! A section starts at a heading below the title that labels an environment: a Markdown heading, a line in bold, or an
//! issue form's question. It ends at the next heading that is not deeper. The title, and a heading that merely names a
//! version in a sentence, stay.

use alloc::string::String;
use alloc::vec::Vec;

/// How deep a heading is: 1 to 6 for Markdown, one more for a line in bold, which divides what a heading holds.
type Level = usize;
const BOLD: Level = 7;

/// Returns the text without its environment parts.
pub fn without_environment(text: &str) -> String {
    let text = without_comments(text);
    let mut kept = String::with_capacity(text.len());
    let mut skipping: Option<Level> = None;
    let mut in_fence = false;
    let mut seen_text = false;
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        if bare.starts_with("```") || bare.starts_with("~~~") {
            in_fence = !in_fence;
        } else if !in_fence
            && seen_text
            && let Some((level, label)) = heading(bare)
        {
            if skipping.is_none_or(|open| level <= open) {
                skipping = labels_environment(label).then_some(level);
            }
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

/// Returns the text without HTML comments; one that is never closed stays.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("<!--") {
        let Some((_, behind)) = comment.split_once("-->") else { break };
        kept.push_str(before);
        rest = behind;
    }
    kept.push_str(rest);
    kept
}

/// Returns a heading's level and its words.
fn heading(line: &str) -> Option<(Level, &str)> {
    let hashes = line.bytes().take_while(|&byte| byte == b'#').count();
    if (1..=6).contains(&hashes) {
        let label = line.get(hashes..)?;
        return label.starts_with([' ', '\t']).then(|| (hashes, label.trim().trim_end_matches('#').trim()));
    }
    for mark in ["**", "__"] {
        let Some(inner) = line.strip_prefix(mark) else { continue };
        let (label, behind) = inner.split_once(mark)?;
        // Behind the bold words of a heading stands a colon at most.
        return behind.trim().trim_matches(':').is_empty().then(|| (BOLD, label.trim()));
    }
    None
}

/// Whole labels of environment sections, in lower case, without marks around them.
const LABELS: &[&str] = &[
    "environment",
    "environment info",
    "environment information",
    "environment details",
    "environment description",
    "your environment",
    "my environment",
    "test environment",
    "runtime environment",
    "execution environment",
    "system",
    "system info",
    "system information",
    "system details",
    "system configuration",
    "system setup",
    "your system",
    "setup info",
    "setup information",
    "versions",
    "version",
    "version info",
    "version information",
    "version details",
    "tested version",
    "tested versions",
    "affected version",
    "affected versions",
    "software versions",
    "package versions",
    "library versions",
    "dependency versions",
    "versions info",
    "operating system",
    "operating systems",
    "operating system and version",
    "operating system version",
    "os",
    "os version",
    "os info",
    "os and version",
    "platform",
    "platform info",
    "platform and version",
    "platforms",
    "browser",
    "browsers",
    "browser version",
    "browser and version",
    "browser info",
    "device",
    "devices",
    "device info",
    "device information",
    "hardware",
    "hardware info",
    "installed packages",
    "installed versions",
    "output of pip freeze",
    "output of pip list",
    "pip freeze",
    "pip list",
    "conda list",
    "conda info",
    "go env",
    "go version",
    "diagnostics output",
    "installation",
    "installation method",
];

/// Returns whether a heading's words label an environment section.
fn labels_environment(label: &str) -> bool {
    let words = plain_words(label);
    let text = words.join(" ");
    if LABELS.contains(&text.as_str()) {
        return true;
    }
    // "Matplotlib version", "Home Assistant Core version", "sphinx-build versions": a name of up to three words.
    let names_version = matches!(words.last().map(String::as_str), Some("version" | "versions")) && words.len() <= 4;
    if names_version && !words.iter().any(|word| SENTENCE_WORDS.contains(&word.as_str())) {
        return true;
    }
    // "What version of Go are you using", "Which operating system do you use".
    let asks = matches!(words.first().map(String::as_str), Some("what" | "which"));
    let asked = words.iter().take(4).any(|word| {
        matches!(word.as_str(), "version" | "versions" | "operating" | "os" | "platform" | "browser" | "browsers")
    });
    let of_reporter = words.iter().any(|word| {
        matches!(word.as_str(), "you" | "your" | "using" | "use" | "running" | "run" | "installed" | "affected" | "is")
    });
    (asks && asked && of_reporter) || EXTRAS.iter().any(|extra| text.starts_with(extra))
}

/// Starts of labels that are followed by more: a command, a list of tools.
const EXTRAS: &[&str] = &[
    "environment (",
    "output of pd show_versions",
    "output of xr show_versions",
    "system information",
    "system info",
    "your environment",
    "environment information",
    "version information",
    "anything else we need to know about the environment",
];

/// Words of sentences, which no label of a version has.
const SENTENCE_WORDS: &[&str] = &[
    "to", "in", "of", "a", "the", "after", "with", "from", "for", "wrong", "new", "upgrade", "update", "support",
    "add", "remove", "bump", "breaks", "drop", "fix", "not", "no", "is", "old", "invalid",
];

/// Returns the words of a label in lower case, without punctuation.
fn plain_words(label: &str) -> Vec<String> {
    label
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '+')))
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .map(|word| word.trim_matches(['.', '-', '_']).chars().flat_map(char::to_lowercase).collect())
        .collect()
}

/// Returns whether a line states a version: `<name> version: <value>`, in a list or in bold too.
fn is_version_line(line: &str) -> bool {
    let line = line.trim_start_matches(['-', '*', '+', '>', ' ', '\t']);
    let Some((name, value)) = line.split_once(':') else { return false };
    let name = name.trim_matches(['*', '_', ' ', '`']);
    if name.len() > 60 || !value.contains(|c: char| c.is_ascii_digit()) || value.len() > 200 {
        return false;
    }
    let name = name.split('(').next().unwrap_or(name);
    let words = plain_words(name);
    let is_short = (1..=4).contains(&words.len());
    is_short
        && matches!(words.last().map(String::as_str), Some("version" | "versions"))
        && !words.iter().any(|word| SENTENCE_WORDS.contains(&word.as_str()))
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
        ] {
            let text =
                format!("Crash on start\n\nIt crashes.\n\n{head}\n\nLinux frobnicate 5.4\n\n## Steps\n\nrun it\n");
            let left = without_environment(&text);
            let is_bold = head.starts_with('*');
            assert!(!left.contains("frobnicate"), "{head}: {left}");
            assert!(left.contains("It crashes") && (is_bold || left.contains("run it")), "{head}: {left}");
        }
    }

    #[test]
    fn titles_and_sentences_about_versions_stay() {
        let title = "# Version\n\nbody\n";
        assert_eq!(without_environment(title), title);
        for head in ["## Upgrade to version 2 breaks login", "## Support the new platform API", "**Note**: see below"] {
            let text = format!("t\n\n{head}\nbody\n");
            assert_eq!(without_environment(&text), text, "{head}");
        }
    }

    #[test]
    fn version_lines_and_comments_go() {
        let text =
            "t\n- Python version: 3.8\n* **Django version**: 2.1\nthe API version: it is wrong\n<!-- fill\nin -->x\n";
        assert_eq!(without_environment(text), "t\nthe API version: it is wrong\nx\n");
        assert_eq!(without_environment("a <!-- b"), "a <!-- b");
    }

    #[test]
    fn deeper_headings_belong_to_the_section() {
        let text = "t\n## Environment\n### Hardware\nx\n## Code\ny\n";
        assert_eq!(without_environment(text), "t\n## Code\ny\n");
    }
}
