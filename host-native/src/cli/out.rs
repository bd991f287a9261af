//! Owns printing: results to standard output, and numbers and sizes in the form that people read. It owns no result.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use std::io::{self, BufWriter, StdoutLock, Write};

use serde::Serialize;

/// Standard output, for the result of a command.
#[derive(Debug)]
pub(super) struct Out {
    to: BufWriter<StdoutLock<'static>>,
}

impl Out {
    pub(super) fn new() -> Self {
        Self { to: BufWriter::new(io::stdout().lock()) }
    }

    /// Prints a line.
    pub(super) fn line(&mut self, line: impl Display) -> io::Result<()> {
        writeln!(self.to, "{line}").map_err(unwritable)
    }

    /// Prints a line with a label in front, aligned with the other labels.
    pub(super) fn field(&mut self, label: &str, value: impl Display) -> io::Result<()> {
        writeln!(self.to, "{label:<10} {value}").map_err(unwritable)
    }

    /// Prints a value as one line of JSON.
    pub(super) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.to, value).map_err(io::Error::from).map_err(unwritable)?;
        writeln!(self.to).map_err(unwritable)
    }

    /// Prints raw bytes.
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.to.write_all(bytes).map_err(unwritable)
    }

    /// Hands everything over; without it, an error at the very end would be lost.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.to.flush().map_err(unwritable)
    }
}

/// The result could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the result to standard output: {0}")]
struct Unwritable(#[source] io::Error);

/// Says of an error where it was met; its kind stays.
fn unwritable(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), Unwritable(error))
}

/// Returns a text in which no character ends the line or steers a terminal. Each that would, from a folder's name say,
/// stands byte by byte as `\xNN`, as in the paths of files.
pub(super) fn one_line(text: &str) -> Cow<'_, str> {
    let steers = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len().saturating_add(16));
    for c in text.chars() {
        if steers(c) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                // Writing to a string cannot fail.
                let _ = write!(line, "\\x{byte:02x}");
            }
        } else {
            line.push(c);
        }
    }
    Cow::Owned(line)
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
    fn a_text_of_one_line_steers_no_terminal() {
        assert_eq!(one_line("/home/a/naïve (old)"), "/home/a/naïve (old)");
        assert_eq!(one_line("a\n\u{1b}[31mb\u{9b}"), "a\\x0a\\x1b[31mb\\xc2\\x9b");
    }

    #[test]
    fn numbers_and_sizes_read_well() {
        assert_eq!(["0", "999", "1,000", "22,695", "1,234,567"], [0, 999, 1000, 22_695, 1_234_567].map(number));
        assert_eq!([size(0), size(1), size(999)], ["0 bytes", "1 byte", "999 bytes"]);
        assert_eq!([size(1000), size(209_349_000), size(12_000_000_000)], ["1.0 kB", "209.3 MB", "12.0 GB"]);
        assert_eq!(count(1, "file", "files"), "1 file");
    }
}
