//! Owns how a text is shown that comes from a project or a person, a path say: on one line, with nothing in it that a
//! reader does not see. It owns neither what is shown nor where.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::Write as _;

/// Returns whether a character ends a line, steers a terminal, or turns the direction of the text around it, so
/// that what is read is not what is written.
pub fn is_hidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') || TURNING.contains(&c)
}

/// The characters that turn the direction of the text around them: Unicode's `Bidi_Control`.
const TURNING: [char; 12] = [
    '\u{61c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}',
    '\u{2067}', '\u{2068}', '\u{2069}',
];

/// Returns a text in which each hidden character stands byte by byte as `\xNN`, as in the paths of files.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len().saturating_add(16));
    for c in text.chars() {
        push(&mut out, c);
    }
    Cow::Owned(out)
}

/// Appends a character as [`visible`] shows it.
pub fn push(out: &mut String, c: char) {
    if !is_hidden(c) {
        out.push(c);
        return;
    }
    for byte in c.encode_utf8(&mut [0; 4]).bytes() {
        // Writing to a string cannot fail.
        let _ = write!(out, "\\x{byte:02x}");
    }
}

/// Returns the path that [`visible`] showed so. A path is known by a printable form already, in which all hidden
/// characters but those that turn the direction stand as `\xNN`; so only these are read back.
pub fn path_of(shown: &str) -> Cow<'_, str> {
    TURNING.into_iter().fold(Cow::Borrowed(shown), |path, turning| {
        let mut form = String::new();
        push(&mut form, turning);
        if path.contains(&form) { path.replace(&form, turning.encode_utf8(&mut [0; 4])).into() } else { path }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_seen_and_others_stay() {
        assert_eq!(visible("/home/a/naïve (old) \u{5e9}"), "/home/a/naïve (old) \u{5e9}");
        assert_eq!(visible("a\n\u{1b}[31mb\u{9b}"), "a\\x0a\\x1b[31mb\\xc2\\x9b");
        assert_eq!(visible("txt.\u{202e}exe \u{2028}"), "txt.\\xe2\\x80\\xaeexe \\xe2\\x80\\xa8");
    }

    #[test]
    fn a_path_is_read_back_from_what_is_shown() {
        for path in [
            "a.py",
            "\u{202e}yp.a",
            "a\u{61c}\u{200f}\u{2069}",
            "größe/\u{200e}x",
            "a\\x0ab",
            "a\\x",
            "\\xe2\\x80",
            "\\xE2\\x80\\xae",
        ] {
            let shown = visible(path);
            assert!(!shown.contains(is_hidden));
            assert_eq!(path_of(&shown), path);
        }
        // What the walk makes of a name that holds the very letters.
        assert_eq!(path_of("a\\x5cxe2\\x5cx80\\x5cxae"), "a\\x5cxe2\\x5cx80\\x5cxae");
    }
}
