//! Owns how a chunk is written: its heading, the fence or element around its lines, line numbers, and what must be
//! escaped so that no file ends the pack's own marks. It owns no choice of what is written.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::fmt::Write as _;

use super::options::{Format, LineNumbers};
use super::section::SectionKind;
use super::source::FileText;
use crate::language::Language;
use crate::span::LineRange;
use crate::tokens::{Code, Numbers};
use crate::visible::{push, visible};

/// Writes chunks in one form.
#[derive(Debug, Clone, Copy)]
pub(super) struct Writer {
    form: Form,
    numbers: LineNumbers,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Markdown,
    Xml,
}

/// A chunk's text, and where in it a file's lines are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) code: Option<Code>,
}

/// What a chunk shows of a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece<'a> {
    pub(super) path: &'a str,
    pub(super) language: Language,
    pub(super) lines: &'a [LineRange],
    pub(super) is_outline: bool,
    pub(super) why: &'a str,
}

impl Writer {
    pub(super) fn new(format: Format, numbers: LineNumbers) -> Self {
        Self { form: if format == Format::Xml { Form::Xml } else { Form::Markdown }, numbers }
    }

    /// Writes lines of a file.
    pub(super) fn piece(self, kind: SectionKind, piece: &Piece<'_>, text: &FileText) -> Written {
        let numbers = match self.numbers {
            LineNumbers::All => Numbers::Shown,
            LineNumbers::Focus if kind == SectionKind::Focus => Numbers::Shown,
            LineNumbers::Focus | LineNumbers::None => Numbers::Hidden,
        };
        let lines = numbered(piece.lines, text, numbers);
        let (head, body, tail) = match self.form {
            Form::Markdown => markdown(piece, &lines),
            Form::Xml => xml(piece, &lines),
        };
        let range = head.len()..head.len() + body.len();
        let mut whole = head;
        whole.reserve(body.len() + tail.len());
        whole.push_str(&body);
        whole.push_str(&tail);
        Written { text: whole, code: Some(Code { range, language: piece.language, numbers }) }
    }

    /// Writes what stands in front of a section's chunks; `title` is what the pack's first heading says.
    pub(super) fn opening(self, kind: SectionKind, title: &str) -> String {
        match (self.form, kind) {
            (Form::Markdown, SectionKind::Header) => format!("# {title}\n\n"),
            (Form::Markdown, _) => format!("## {}\n\n", kind.heading()),
            (Form::Xml, SectionKind::Header) => format!("<section name=\"header\">\n{}\n", escaped(title)),
            (Form::Xml, _) => format!("<section name=\"{}\">\n", kind.label()),
        }
    }

    /// Writes what stands behind a section's chunks; empty where nothing does.
    pub(super) fn closing(self) -> &'static str {
        match self.form {
            Form::Markdown => "",
            Form::Xml => "</section>\n",
        }
    }

    /// Writes a paragraph or a list of the pack's own, whose lines end in line feeds.
    pub(super) fn prose(self, text: &str) -> String {
        match self.form {
            Form::Markdown => format!("{text}\n"),
            Form::Xml => escaped(text).into_owned(),
        }
    }
}

/// Returns lines one under the other, each with its number where that is wanted, the last with a line feed.
fn numbered(ranges: &[LineRange], text: &FileText, numbers: Numbers) -> String {
    let mut out = String::new();
    for &range in ranges {
        let lines = text.lines(range);
        match numbers {
            Numbers::Hidden => out.push_str(lines),
            Numbers::Shown => {
                for (number, line) in (range.start..).zip(lines.split_inclusive('\n')) {
                    // Writing to a string cannot fail.
                    let _ = write!(out, "{number}\t");
                    out.push_str(line);
                }
            }
        }
        if !out.ends_with('\n') {
            out.push('\n');
        }
    }
    out
}

/// Returns ranges as a heading has them: "3, 10-12" without the space.
pub(super) fn ranges(lines: &[LineRange]) -> String {
    let mut out = String::new();
    for range in lines {
        if !out.is_empty() {
            out.push(',');
        }
        let _ = if range.start == range.end && lines.len() > 1 {
            write!(out, "{}", range.start)
        } else {
            write!(out, "{}-{}", range.start, range.end)
        };
    }
    out
}

fn markdown<'a>(piece: &Piece<'_>, lines: &'a str) -> (String, Cow<'a, str>, String) {
    let fence = "`".repeat(longest_run(lines, b'`').saturating_add(1).max(3));
    let outline = if piece.is_outline { " (outline)" } else { "" };
    let head = format!(
        "### {} lines {}{outline}\nwhy: {}\n{fence}{}\n",
        visible(piece.path),
        ranges(piece.lines),
        piece.why,
        tag(piece.language)
    );
    (head, Cow::Borrowed(lines), format!("{fence}\n\n"))
}

/// Returns the word behind a fence by which readers colour the code.
fn tag(language: Language) -> &'static str {
    match language {
        Language::OCamlInterface => "ocaml",
        other => other.label(),
    }
}

fn longest_run(text: &str, byte: u8) -> usize {
    let (mut longest, mut run) = (0, 0);
    for own in text.bytes() {
        run = if own == byte { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// Beginnings of marks that a reader would take for the pack's own, in any case of letters.
const MARKS: [&str; 3] = ["</file", "</section", "<![cdata["];

fn xml<'a>(piece: &Piece<'_>, lines: &'a str) -> (String, Cow<'a, str>, String) {
    let outline = if piece.is_outline { " outline=\"true\"" } else { "" };
    let head = format!(
        "<file path=\"{}\" lines=\"{}\"{outline} why=\"{}\">\n",
        escaped(&visible(piece.path)),
        ranges(piece.lines),
        escaped(piece.why)
    );
    if MARKS.iter().any(|mark| contains(lines, mark)) {
        let body = lines.replace("]]>", "]]]]><![CDATA[>");
        (head + "<![CDATA[\n", Cow::Owned(body), "]]>\n</file>\n".into())
    } else {
        (head, Cow::Borrowed(lines), "</file>\n".into())
    }
}

/// Returns whether a text holds a mark, whose letters are small, in any case of letters.
fn contains(text: &str, mark: &str) -> bool {
    let (text, mark) = (text.as_bytes(), mark.as_bytes());
    let mut rest = text;
    while let Some(at) = rest.iter().position(|&b| b == b'<') {
        rest = rest.get(at..).unwrap_or_default();
        if rest.get(..mark.len()).is_some_and(|own| own.eq_ignore_ascii_case(mark)) {
            return true;
        }
        rest = rest.get(1..).unwrap_or_default();
    }
    false
}

/// Returns a text in which no character opens a mark or ends an attribute.
pub(super) fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '"']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
    Cow::Owned(out)
}

/// Returns a text on one line of at most so many bytes: runs of white space and characters that steer a terminal become
/// one space, those that turn the direction of text are shown, and what is cut off is marked.
pub(super) fn one_line(text: &str, most: usize) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if out.len() >= most {
            out.truncate(out.floor_char_boundary(most));
            out.push('\u{2026}');
            break;
        }
        if c.is_whitespace() || c.is_control() {
            if !out.ends_with(' ') && !out.is_empty() {
                out.push(' ');
            }
        } else {
            push(&mut out, c);
        }
    }
    out.truncate(out.trim_end().len());
    out
}
