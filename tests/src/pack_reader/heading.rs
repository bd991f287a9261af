//! Owns reading what a heading says of a file: its path, and its lines, "3,10-12". It owns no heading's form.

/// The characters that turn the direction of text, which stand as their bytes, `\xNN`, in what a pack says of files.
const TURNING: &str = "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";

/// Reads a path. Other hidden characters are no part of one: the project knows the file by a form without them.
pub(super) fn path(shown: &str) -> Result<String, String> {
    let is_seen = |c: char| !c.is_control() && !TURNING.contains(c);
    if !shown.chars().all(is_seen) {
        return Err(format!("a path holds what nobody sees: {shown:?}"));
    }
    Ok(TURNING.chars().fold(shown.to_owned(), |path, turning| {
        let bytes = turning.to_string().into_bytes();
        let form = bytes.iter().fold(String::new(), |form, byte| form + &format!("\\x{byte:02x}"));
        path.replace(&form, &turning.to_string())
    }))
}

/// Reads ranges: in order, and apart.
pub(super) fn ranges(text: &str) -> Result<Vec<(u32, u32)>, String> {
    let wrong = || format!("these are no lines: {text:?}");
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |digits: &str| digits.parse::<u32>().ok().filter(|own| own.to_string() == digits && *own > 0);
        let range = (number(first).ok_or_else(wrong)?, number(last).ok_or_else(wrong)?);
        if range.1 < range.0 || ranges.last().is_some_and(|before| range.0 <= before.1) {
            return Err(format!("these lines are not in order: {text:?}"));
        }
        ranges.push(range);
    }
    Ok(ranges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_hold_nothing_that_is_not_seen() {
        assert_eq!(path("größe/a\\x0ab.py"), Ok("größe/a\\x0ab.py".into()));
        assert_eq!(path("\\xe2\\x80\\xaeyp.a\\xd8\\x9c"), Ok("\u{202e}yp.a\u{61c}".into()));
        for wrong in ["\u{202e}yp.a", "a\u{200f}", "a\u{1b}b", "a\u{9b}"] {
            assert!(path(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn lines_are_in_order_and_apart() {
        assert_eq!(ranges("3-7"), Ok(vec![(3, 7)]));
        assert_eq!(ranges("3,10-12,13"), Ok(vec![(3, 3), (10, 12), (13, 13)]));
        for wrong in ["", "3-", "0-2", "5-4", "3,3", "4-6,6-9", "9,2", "03", "+3", "a"] {
            assert!(ranges(wrong).is_err(), "{wrong}");
        }
    }
}
