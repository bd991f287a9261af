//! Owns printing: results to standard output, and numbers and sizes in the form that people read. It owns no result.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

use graphicle_engine::visible::{is_hidden, visible};
use serde::Serialize;
use serde_json::ser::Formatter;

/// Standard output, for the result of a command.
#[derive(Debug)]
pub(super) struct Out {
    to: BufWriter<StdoutLock<'static>>,
}

impl Out {
    pub(super) fn new() -> Self {
        Self { to: BufWriter::new(io::stdout().lock()) }
    }

    /// Prints a text on one line, by [`visible`]: what of it comes from the folder, a file or a question steers no
    /// terminal.
    pub(super) fn line(&mut self, line: impl Display) -> io::Result<()> {
        writeln!(self.to, "{}", visible(&line.to_string())).map_err(|error| to_standard_output(&error))
    }

    /// Prints a line with a label in front, aligned with the other labels.
    pub(super) fn field(&mut self, label: &str, value: impl Display) -> io::Result<()> {
        self.line(format_args!("{label:<10} {value}"))
    }

    /// Prints a value as one line of JSON, in whose strings every character that steers a terminal is escaped.
    pub(super) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut serializer = serde_json::Serializer::with_formatter(&mut self.to, QuietJson);
        let written = value.serialize(&mut serializer).map_err(io::Error::from);
        written.and_then(|()| writeln!(self.to)).map_err(|error| to_standard_output(&error))
    }

    /// Prints raw bytes.
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.to.write_all(bytes).map_err(|error| to_standard_output(&error))
    }

    /// Hands everything over; without it, an error at the very end would be lost.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.to.flush().map_err(|error| to_standard_output(&error))
    }
}

/// Returns a path as a word of a command that can be pasted into a shell.
pub(super) fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    // The only texts that cannot be quoted hold a zero byte, and no path does.
    shlex::try_quote(&text).map_or_else(|_| text.clone(), Cow::into_owned)
}

/// Names standard output in an error, and keeps its kind, by which a reader that went away is known.
fn to_standard_output(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to standard output: {error}; check where it leads"))
}

/// Writes JSON as usual, with the characters escaped that steer a terminal and that JSON itself lets stand.
struct QuietJson;

impl Formatter for QuietJson {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| is_hidden(c)) {
            let (plain, from) = rest.split_at(at);
            writer.write_all(plain.as_bytes())?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = from.get(c.len_utf8()..).unwrap_or_default();
        }
        writer.write_all(rest.as_bytes())
    }
}

/// Returns a number with its thousands marked: "22,695".
pub(super) fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len().saturating_mul(2));
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a number with what it counts: "1 file", "22,695 files".
pub(super) fn count(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(n), if n == 1 { one } else { many })
}

/// Returns a size in the largest unit in which it is at least 1, by thousands: "209.3 MB".
pub(super) fn size(bytes: u64) -> String {
    let (mut unit, mut tenths) = ("bytes", None);
    for (name, scale) in [("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000)] {
        if bytes >= scale {
            (unit, tenths) = (name, Some(u128::from(bytes) * 10 / u128::from(scale)));
        }
    }
    match tenths {
        None => count(bytes, "byte", unit),
        Some(tenths) => format!("{}.{} {unit}", tenths / 10, tenths % 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_steers_no_terminal_and_reads_back() {
        let text = "\u{202e}a\"\\\u{1b}[31m\u{9b}\u{7f}\u{2028}\u{5e9} \u{1f980}\u{2069}";
        let mut bytes = Vec::new();
        text.serialize(&mut serde_json::Serializer::with_formatter(&mut bytes, QuietJson)).unwrap();
        let json = String::from_utf8(bytes).unwrap();
        assert!(!json.contains(is_hidden), "{json}");
        assert!(json.contains("\\u202ea") && json.contains("\u{5e9} \u{1f980}\\u2069"), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }

    #[test]
    fn numbers_and_sizes_read_well() {
        assert_eq!(["0", "999", "1,000", "22,695", "1,234,567"], [0, 999, 1000, 22_695, 1_234_567].map(number));
        assert_eq!([size(0), size(1), size(999)], ["0 bytes", "1 byte", "999 bytes"]);
        assert_eq!([size(1000), size(209_349_000), size(12_000_000_000)], ["1.0 kB", "209.3 MB", "12.0 GB"]);
        assert_eq!(count(1, "file", "files"), "1 file");
    }

    #[test]
    fn paths_are_quoted_where_a_shell_would_cut_or_read_them() {
        let quoted = |path: &str| quoted(Path::new(path));
        assert_eq!(quoted("/home/a/web-1.2"), "/home/a/web-1.2");
        for path in ["/home/a/we ird", "/home/a/it's", "/home/a/$HOME", "/home/a/*"] {
            assert_ne!(quoted(path), path);
            assert_eq!(shlex::split(&quoted(path)), Some(vec![path.to_owned()]), "{path}");
        }
    }
}
