//! Owns pins: the passages that a person wants in the pack, how they are written, and the files that they mean. It owns
//! no room for them.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use core::str::FromStr;

use super::error::OptionError;
use crate::span::LineRange;

/// A passage that is in the pack in any case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// The file's path from the project's root.
    pub path: String,
    /// The lines; the whole file where there are none.
    pub lines: Option<LineRange>,
    /// What was written, for a file whose own name ends as a pin's lines do.
    pub written: String,
}

impl FromStr for Pin {
    type Err = OptionError;

    /// Reads `PATH`, `PATH:LINE` or `PATH:FIRST-LAST`.
    fn from_str(text: &str) -> Result<Self, OptionError> {
        let wrong = || OptionError::Pin(text.to_owned());
        let path_of = |path: &str| {
            let path = path.strip_prefix("./").unwrap_or(path);
            if path.is_empty() { Err(wrong()) } else { Ok(path.to_owned()) }
        };
        let Some((path, lines)) = text.rsplit_once(':').filter(|(_, lines)| looks_like_lines(lines)) else {
            return Ok(Self { path: path_of(text)?, lines: None, written: text.to_owned() });
        };
        let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
        let line = |text: &str| text.parse::<u32>().ok().filter(|&line| line > 0).ok_or_else(wrong);
        let (first, last) = (line(first)?, line(last)?);
        if last < first {
            return Err(wrong());
        }
        Ok(Self { path: path_of(path)?, lines: Some(LineRange::new(first, last)), written: text.to_owned() })
    }
}

/// Returns whether what stands behind a colon is meant as lines, and is no part of a file's name.
fn looks_like_lines(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins_are_paths_with_or_without_lines() {
        let read = |text: &str| text.parse::<Pin>().map(|pin| (pin.path, pin.lines.map(|own| (own.start, own.end))));
        assert_eq!(read("src/a.py"), Ok(("src/a.py".to_owned(), None)));
        assert_eq!(read("./src/a.py:7"), Ok(("src/a.py".to_owned(), Some((7, 7)))));
        assert_eq!(read("a:b.py:10-40"), Ok(("a:b.py".to_owned(), Some((10, 40)))));
        assert_eq!(read("C:x"), Ok(("C:x".to_owned(), None)));
        for wrong in ["", ":3", "a.py:0", "a.py:9-3", "a.py:-", "a.py:1-2-3", "a.py:99999999999"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
