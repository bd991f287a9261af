//! Owns what a README or a package's comment says its folder is for, in one or two sentences; owns no choice between
//! several files that say so (the snapshot's folders do that).

use alloc::string::String;

use crate::facts::FileFacts;
use crate::folders::name_of;

/// The longest purpose, bytes: two short sentences. It stands in one line of an overview.
const MAX_BYTES: usize = 240;

/// How well a file can speak for its folder that has no such role.
const ANY_FILE: u8 = 3;
/// Among so many files, any one says what the folder is for.
const FEW_FILES: usize = 2;

/// How well a file can speak for its folder; a lower rank is asked first. `None`: it cannot.
fn rank(path: &str) -> Option<u8> {
    let name = name_of(path);
    let stem = name.split('.').next().unwrap_or(name);
    if stem.eq_ignore_ascii_case("readme") {
        return Some(0);
    }
    match name {
        "doc.go" | "__init__.py" | "package-info.java" | "mod.rs" | "lib.rs" | "package.html" => Some(1),
        "index.ts" | "index.js" | "index.tsx" | "main.rs" | "main.go" | "mod.ts" => Some(2),
        _ => Some(ANY_FILE)
            .filter(|_| !name.contains("_test") && !name.contains(".test.") && !name.contains("generated")),
    }
}

/// Returns what a file says its folder is for, or `None` where it does not say.
pub(super) fn stated_by(path: &str, text: &str, facts: &FileFacts<'_>) -> Option<String> {
    if rank(path)? == 0 {
        return of_readme(text);
    }
    let doc = facts.module_doc?;
    of_comment(name_of(path), text.lines().skip(doc.start as usize - 1).take(doc.len() as usize))
}

/// Returns how well what a file states speaks for its folder of so many files; a lower rank is asked first. `None`: it
/// speaks for itself alone, as most files among many do.
pub(super) fn speaks(path: &str, stated: &str, files: usize) -> Option<u8> {
    let rank = rank(path)?;
    (rank < ANY_FILE || files <= FEW_FILES || is_of_package(path, stated)).then_some(rank)
}

/// Returns whether the comment of any file is on the whole folder: the file is called as the folder is, or the comment
/// starts as Go's comments on packages do.
fn is_of_package(path: &str, comment: &str) -> bool {
    let stem = name_of(path).split('.').next().unwrap_or_default();
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| name_of(folder));
    stem.eq_ignore_ascii_case(folder) || comment.starts_with("Package ") || comment.starts_with("package ")
}

/// Returns the first paragraph of prose of a README: no headings, badges, links alone, tables, quotes or code.
fn of_readme(text: &str) -> Option<String> {
    let mut paragraph = String::new();
    let mut fenced = false;
    let mut lines = text.lines().take(400).peekable();
    while let Some(line) = lines.next() {
        let line = line.trim();
        if line.starts_with("```") || line.starts_with("~~~") {
            fenced = !fenced;
            continue;
        }
        let underlined = lines.peek().is_some_and(|next| is_rule(next.trim()));
        let prose = !fenced && !underlined && is_prose(line);
        if prose {
            append(&mut paragraph, &plain(line));
        } else if !paragraph.is_empty() {
            if paragraph.len() >= 20 {
                break;
            }
            paragraph.clear();
        }
        if paragraph.len() > MAX_BYTES {
            break;
        }
    }
    finish(paragraph)
}

fn is_rule(line: &str) -> bool {
    line.len() >= 3 && line.bytes().all(|b| matches!(b, b'=' | b'-' | b'~' | b'*' | b'#' | b'^'))
}

fn is_prose(line: &str) -> bool {
    let not_prose = ["#", "<", "|", ">", "!", "=", "+", ".", ":", "{", "%", "[!", "- ", "* "];
    let lone_link = line.starts_with('[') && line.ends_with(')') && !line.contains(' ');
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 3 && !lone_link && !is_rule(line) && !not_prose.iter().any(|start| line.starts_with(start))
}

/// Returns a line of Markdown without the marks of links and emphasis.
fn plain(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            ']' if chars.peek() == Some(&'(') => {
                while chars.next_if(|&c| c != ')').is_some() {}
                chars.next();
            }
            '`' | '*' | '[' | ']' => {}
            c => out.push(c),
        }
    }
    out
}

/// Returns the first paragraph of a comment or docstring without its marks: none of a licence, and not the file's own name
/// in a box.
fn of_comment<'a>(name: &str, lines: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut paragraph = String::new();
    for line in lines {
        let text = bare(line);
        if !text.contains(|c: char| c.is_alphanumeric()) {
            if paragraph.is_empty() {
                continue;
            }
            break;
        }
        if paragraph.is_empty() && text == name {
            continue;
        }
        if is_licence(text) {
            return None;
        }
        append(&mut paragraph, text);
        if paragraph.len() > MAX_BYTES {
            break;
        }
    }
    finish(paragraph)
}

/// Returns a line without the marks that comments and docstrings begin and end with.
fn bare(line: &str) -> &str {
    let mut text = line.trim();
    for mark in
        ["/**", "/*!", "/*", "*/", "///", "//!", "//", "#!", "##", "#", "\"\"\"", "'''", "r\"\"\"", "*", "--", ";;"]
    {
        if let Some(rest) = text.strip_prefix(mark) {
            text = rest.trim_start();
            break;
        }
    }
    for mark in ["*/", "\"\"\"", "'''", "-}"] {
        text = text.strip_suffix(mark).unwrap_or(text).trim_end();
    }
    text
}

fn is_licence(text: &str) -> bool {
    ["Copyright", "copyright", "SPDX-", "Licensed", "(c) ", "This file is part of", "All rights reserved"]
        .iter()
        .any(|mark| text.contains(mark))
}

fn append(paragraph: &mut String, line: &str) {
    if !paragraph.is_empty() {
        paragraph.push(' ');
    }
    paragraph.push_str(line.trim());
}

/// Returns the paragraph cut behind a sentence, or a word, within [`MAX_BYTES`].
fn finish(mut paragraph: String) -> Option<String> {
    paragraph.retain(|c| !c.is_control());
    if paragraph.len() > MAX_BYTES {
        let head = paragraph.get(..floor_boundary(&paragraph, MAX_BYTES)).unwrap_or("");
        let sentence = head.rfind(". ").map(|at| at + 1).filter(|&at| at >= 40);
        let end = sentence.or_else(|| head.rfind(' ')).unwrap_or(head.len());
        paragraph.truncate(end);
        if sentence.is_none() {
            paragraph.push('…');
        }
    }
    Some(paragraph).filter(|text| text.chars().filter(|c| c.is_alphabetic()).count() >= 8)
}

fn floor_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::LineRange;
    use alloc::format;

    #[test]
    fn a_readme_states_its_first_paragraph() {
        let text =
            "# Acme\n\n[![build](x)](y)\n<p align=center>\n\nAcme is a [fast](http://x) `store`\nfor items.\n\nMore.\n";
        assert_eq!(
            stated_by("README.md", text, &FileFacts::default()).as_deref(),
            Some("Acme is a fast store for items.")
        );
        let rst = "Acme\n====\n\nA store for items and more.\n";
        assert_eq!(
            stated_by("docs/readme.rst", rst, &FileFacts::default()).as_deref(),
            Some("A store for items and more.")
        );
        assert_eq!(stated_by("README", "", &FileFacts::default()), None);
    }

    #[test]
    fn a_package_comment_states_its_first_paragraph_and_a_licence_does_not() {
        let doc = |end| FileFacts { module_doc: Some(LineRange::new(1, end)), ..FileFacts::default() };
        let text = "// Package store keeps items\n// in memory.\n//\n// Details.\npackage store\n";
        let stated = stated_by("store/doc.go", text, &doc(4));
        assert_eq!(stated.as_deref(), Some("Package store keeps items in memory."));
        assert_eq!(
            stated_by("a/__init__.py", "\"\"\"Keeps the items.\"\"\"\n", &doc(1)).as_deref(),
            Some("Keeps the items.")
        );
        assert_eq!(stated_by("a.go", "// Copyright 2020 Acme\npackage a\n", &doc(1)), None);
        let long = format!("/** {} */\n", "word ".repeat(200));
        assert!(stated_by("a/index.ts", &long, &doc(1)).unwrap().len() <= MAX_BYTES + 3);
    }

    #[test]
    fn a_box_around_a_licence_states_nothing_and_any_file_does_not_speak_for_its_folder() {
        let doc = |end| FileFacts { module_doc: Some(LineRange::new(1, end)), ..FileFacts::default() };
        let banner = "/*********/\n/*  scene.cpp   */\n/*********/\n/*  This file is part of:  */\n/*   ACME   */\n/*********/\n";
        assert_eq!(stated_by("scene/scene.cpp", banner, &doc(6)), None);
        let boxed = "/*********/\n/*  scene.cpp   */\n/*********/\n/*  Draws what is in a scene.  */\n/*********/\n";
        assert_eq!(stated_by("scene/scene.cpp", boxed, &doc(5)).as_deref(), Some("Draws what is in a scene."));
        assert_eq!(speaks("scene/light.cpp", "Draws one light of many.", 9), None);
        assert_eq!(speaks("scene/light.cpp", "Draws one light of many.", 2), Some(ANY_FILE));
        assert_eq!(speaks("scene/scene.cpp", "Draws what is in a scene.", 9), Some(ANY_FILE));
        assert_eq!(speaks("scene/light.go", "Package scene draws lights.", 9), Some(ANY_FILE));
        assert_eq!(speaks("scene/doc.go", "Lights.", 9), Some(1));
    }
}
