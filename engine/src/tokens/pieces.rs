//! Owns cutting a text into the pieces that today's vocabularies cut it into before they look words up, and telling of
//! what kind each piece is. It owns no weight.
//!
//! The vocabularies that estimates are measured on share one way of cutting, but for details: a word takes the space,
//! the tab or the one sign before it; signs take the space before and the line ends behind them; digits stand alone;
//! spaces keep their last one for the word behind them. A word that the vocabulary has whole is one token, another one
//! falls into parts, about as many as it has humps and some by its length.

/// Tells of a few bytes of text whether the vocabularies have them as one token.
pub trait Known {
    /// Returns whether they have `text[start..end]`, which is not empty.
    fn has(&self, text: &[u8], start: usize, end: usize) -> bool;
}

/// The most letters that are told apart in a part of a word.
const LETTERS: usize = 12;
/// How a part of a word is written: small, Capital, LARGE.
const CASES: usize = 3;
/// What stands before a part of a word ([`Before`]).
const BEFORES: usize = 8;

/// How many bytes may start a character outside ASCII in UTF-8: 0xC0 to 0xF4, two of which never do.
const LEADS: usize = 0xf5 - 0xc0;

const RARE: usize = 0;
const COMMON: usize = RARE + BEFORES * CASES * LETTERS;
const MORE_LETTERS: usize = COMMON + BEFORES * CASES;
const DIGITS: usize = MORE_LETTERS + CASES;
const SIGNS_COMMON: usize = DIGITS + 5;
const SIGNS_RARE: usize = SIGNS_COMMON + 4;
const SIGNS_MORE: usize = SIGNS_RARE + 12;
const SIGNS_SAME: usize = SIGNS_MORE + 1;
const SIGNS_LINE_END: usize = SIGNS_SAME + 6;
const LINE_ENDS: usize = SIGNS_LINE_END + 2;
const SPACES: usize = LINE_ENDS + 4;
const TABS: usize = SPACES + 7;
const LAST_BLANK: usize = TABS + 4;
const OTHERS: usize = LAST_BLANK + 3;
const SCRIPTS: usize = OTHERS + 1 + LEADS;
const RARE_OTHERS: usize = SCRIPTS + 8;
const CONTROL: usize = RARE_OTHERS + LEADS;

/// How many kinds of pieces there are.
pub const KINDS: usize = CONTROL + 1;

/// What stands before a part of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Nothing that the word takes.
    Nothing,
    Space,
    Tab,
    Underscore,
    Dot,
    Sign,
    /// Another part of the same word.
    Part,
    /// A digit, which the word does not take: hashes and names with numbers.
    Digit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Small,
    Large,
    Digit,
    Space,
    Tab,
    LineEnd,
    Sign,
    Other,
    Control,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Control; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte {
            0x61..=0x7a => Class::Small,
            0x41..=0x5a => Class::Large,
            0x30..=0x39 => Class::Digit,
            0x20 => Class::Space,
            0x09 => Class::Tab,
            0x0a | 0x0d => Class::LineEnd,
            0x21..=0x7e => Class::Sign,
            0x80..=0xff => Class::Other,
            _ => Class::Control,
        };
        byte += 1;
    }
    classes
};

/// Calls `each` with the kind of every piece of the text, below [`KINDS`], and how many there are of it.
pub fn pieces(text: &str, known: &impl Known, each: impl FnMut(usize, u32)) {
    Cutter { text: text.as_bytes(), at: 0, known, each }.run();
}

struct Cutter<'t, K, F> {
    text: &'t [u8],
    at: usize,
    known: &'t K,
    each: F,
}

impl<K: Known, F: FnMut(usize, u32)> Cutter<'_, K, F> {
    fn run(&mut self) {
        while let Some(class) = self.class() {
            match class {
                Class::Small | Class::Large => self.word(Before::Nothing),
                Class::Digit => self.digits(),
                Class::Space | Class::Tab => self.blanks(),
                Class::LineEnd => self.line_ends(),
                Class::Sign => self.signs(0),
                Class::Other => self.others(),
                Class::Control => {
                    self.at += 1;
                    (self.each)(CONTROL, 1);
                }
            }
        }
    }

    /// Returns the class of the byte that is next.
    #[inline]
    fn class(&self) -> Option<Class> {
        self.text.get(self.at).map(|&byte| CLASSES[usize::from(byte)])
    }

    /// Goes on while the next byte is of the class; returns how many there were.
    #[inline]
    fn skip(&mut self, class: Class) -> usize {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let many = rest.iter().take_while(|&&byte| CLASSES[usize::from(byte)] == class).count();
        self.at += many;
        many
    }

    /// Takes the letters that are next: parts that start where the case says so. What stands before the word, if it is
    /// something, is the byte before.
    #[inline]
    fn word(&mut self, mut before: Before) {
        loop {
            let start = self.at;
            let large = self.skip(Class::Large);
            let small = self.skip(Class::Small);
            match (large, small) {
                (0, 0) => return,
                (0, _) => self.part(start, self.at, 0, before),
                (1, _) if small > 0 => self.part(start, self.at, 1, before),
                (_, 0) => self.part(start, self.at, 2, before),
                _ => {
                    // The last of several large letters starts the next part: HTTPServer.
                    let next = start + large - 1;
                    self.part(start, next, 2, before);
                    self.part(next, self.at, 1, Before::Part);
                }
            }
            before = Before::Part;
        }
    }

    #[inline]
    fn part(&mut self, start: usize, end: usize, case: usize, before: Before) {
        let taken = usize::from(!matches!(before, Before::Nothing | Before::Part | Before::Digit));
        let place = before as usize * CASES + case;
        if self.known.has(self.text, start - taken, end) {
            (self.each)(COMMON + place, 1);
            return;
        }
        let letters = end - start;
        (self.each)(RARE + place * LETTERS + letters.min(LETTERS) - 1, 1);
        if letters > LETTERS {
            (self.each)(MORE_LETTERS + case, count(letters - LETTERS));
        }
    }

    fn digits(&mut self) {
        let digits = self.skip(Class::Digit);
        if digits > 3 {
            (self.each)(DIGITS + 3, count(digits.div_ceil(3)));
        } else {
            (self.each)(DIGITS + digits - 1, 1);
        }
        (self.each)(DIGITS + 4, count(digits));
        self.word(Before::Digit);
    }

    /// Takes spaces and tabs, and what takes their last one.
    fn blanks(&mut self) {
        let start = self.at;
        let mut tabs = 0;
        while let Some(class @ (Class::Space | Class::Tab)) = self.class() {
            tabs += usize::from(class == Class::Tab);
            self.at += 1;
        }
        let last = self.text[self.at - 1];
        let all = self.at - start;
        match self.class() {
            Some(Class::LineEnd) => self.line_ends(),
            Some(Class::Small | Class::Large) => {
                self.run_of_blanks(all - 1, tabs);
                self.word(if last == b' ' { Before::Space } else { Before::Tab });
            }
            Some(Class::Sign) if last == b' ' => {
                self.run_of_blanks(all - 1, tabs);
                self.signs(1);
            }
            Some(Class::Other) if last == b' ' => {
                self.run_of_blanks(all - 1, tabs);
                self.others();
            }
            next => {
                let kind = match next {
                    Some(Class::Digit) => 0,
                    Some(Class::Sign) => 1,
                    _ => 2,
                };
                self.run_of_blanks(all - 1, tabs);
                (self.each)(LAST_BLANK + kind, 1);
            }
        }
    }

    fn run_of_blanks(&mut self, blanks: usize, tabs: usize) {
        if blanks == 0 {
            return;
        }
        let kind = if tabs > 0 {
            TABS + blanks.min(4) - 1
        } else {
            SPACES
                + match blanks {
                    1..=4 => blanks - 1,
                    5..=8 => 4,
                    9..=16 => 5,
                    _ => 6,
                }
        };
        (self.each)(kind, 1);
    }

    /// Takes line ends and the empty lines behind them.
    fn line_ends(&mut self) {
        let mut ends = 0_usize;
        let mut returns = 0_usize;
        let mut here = self.at;
        while let Some(&byte) = self.text.get(here) {
            match byte {
                b'\n' => ends += 1,
                b'\r' => returns += 1,
                b' ' | b'\t' => {
                    here += 1;
                    continue;
                }
                _ => break,
            }
            here += 1;
            self.at = here;
        }
        (self.each)(LINE_ENDS + ends.saturating_sub(1).min(2), 1);
        if returns > 0 {
            (self.each)(LINE_ENDS + 3, count(returns));
        }
    }

    /// Takes signs, behind a taken space or not; one sign and the word behind it go together.
    fn signs(&mut self, taken: usize) {
        let first = self.at;
        self.skip(Class::Sign);
        let end = self.at;
        if end - first == 1 && taken == 0 && matches!(self.class(), Some(Class::Small | Class::Large)) {
            return self.word(match self.text[first] {
                b'_' => Before::Underscore,
                b'.' => Before::Dot,
                _ => Before::Sign,
            });
        }
        let start = first - taken;
        let line_ends = self.skip(Class::LineEnd) > 0;
        if self.known.has(self.text, start, self.at) {
            (self.each)(SIGNS_COMMON + taken * 2 + usize::from(line_ends), 1);
            return;
        }
        if line_ends {
            (self.each)(SIGNS_LINE_END + usize::from(self.text[end..self.at].contains(&b'\r')), 1);
            if self.known.has(self.text, start, end) {
                (self.each)(SIGNS_COMMON + taken * 2, 1);
                return;
            }
        }
        self.rare_signs(first, end, taken);
    }

    /// Takes signs that are no common piece together: as many as differ from the one before, and runs of the same.
    fn rare_signs(&mut self, first: usize, end: usize, taken: usize) {
        let mut different = 0;
        let mut at = first;
        while at < end {
            let same = self.text[at..end].iter().take_while(|&&sign| sign == self.text[at]).count();
            if same > 1 {
                let (kind, times) = match same {
                    2 => (0, 1),
                    3..=4 => (1, 1),
                    5..=8 => (2, 1),
                    9..=16 => (3, 1),
                    17..=32 => (4, 1),
                    _ => (5, same.div_ceil(32)),
                };
                (self.each)(SIGNS_SAME + kind, count(times));
            }
            different += 1;
            at += same;
        }
        (self.each)(SIGNS_RARE + taken * 6 + different.min(6) - 1, 1);
        if different > 6 {
            (self.each)(SIGNS_MORE, count(different - 6));
        }
    }

    /// Takes characters outside ASCII, told apart by their first byte: about by script.
    fn others(&mut self) {
        (self.each)(OTHERS, 1);
        while let Some(&byte) = self.text.get(self.at).filter(|byte| **byte >= 0x80) {
            // All bytes but the first of a character are below these.
            if let Some(lead) = byte.checked_sub(0xc0) {
                let lead = usize::from(lead).min(LEADS - 1);
                let next = self.text.get(self.at + 1).map_or(0, |next| usize::from(*next & 0x3f));
                let end = self.at + if byte < 0xe0 { 2 } else { 3 + usize::from(byte >= 0xf0) };
                let kind = match byte {
                    // The scripts of India and South-East Asia are many to a first byte.
                    0xe0 => SCRIPTS + (next / 8) % 4,
                    0xe1 => SCRIPTS + 4 + next / 16,
                    _ if self.known.has(self.text, self.at, end) => OTHERS + 1 + lead,
                    _ => RARE_OTHERS + lead,
                };
                (self.each)(kind, 1);
            }
            self.at += 1;
        }
    }
}

fn count(pieces: usize) -> u32 {
    u32::try_from(pieces).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::cell::RefCell;

    use super::*;

    /// Knows nothing, and remembers what it was asked for.
    #[derive(Default)]
    struct Asked(RefCell<Vec<String>>);

    impl Known for Asked {
        fn has(&self, text: &[u8], start: usize, end: usize) -> bool {
            self.0.borrow_mut().push(String::from_utf8_lossy(&text[start..end]).into_owned());
            false
        }
    }

    fn asked(text: &str) -> Vec<String> {
        let asked = Asked::default();
        pieces(text, &asked, |kind, times| assert!(kind < KINDS && times > 0, "{kind} {times} in {text:?}"));
        asked.0.into_inner()
    }

    fn kinds(text: &str) -> Vec<(usize, u32)> {
        let mut kinds = Vec::new();
        pieces(text, &Asked::default(), |kind, times| kinds.push((kind, times)));
        kinds
    }

    #[test]
    fn words_take_the_one_blank_or_sign_before_them_and_fall_apart_at_their_humps() {
        assert_eq!(asked("getName of_HTTPServer"), ["get", "Name", " of", "_HTTP", "Server"]);
        assert_eq!(asked("\t\treturn x.y"), ["\treturn", " x", ".y"]);
        assert_eq!(asked("f(a) (b)"), ["f", "(a", ")", " (", "b", ")"]);
        assert_eq!(asked("a9b"), ["a", "b"]);
    }

    #[test]
    fn signs_take_the_space_before_and_the_line_ends_behind_them() {
        assert_eq!(asked("x :=\n\ny"), ["x", " :=\n\n", " :=", "y"]);
        assert_eq!(asked("}\r\n"), ["}\r\n", "}"]);
    }

    #[test]
    fn what_is_known_whole_is_one_piece() {
        struct All;
        impl Known for All {
            fn has(&self, _: &[u8], _: usize, _: usize) -> bool {
                true
            }
        }
        let mut many = 0;
        pieces("if err != nil {\n", &All, |_, times| many += times);
        assert_eq!(many, 5);
    }

    #[test]
    fn digits_count_alone_and_by_three() {
        assert_eq!(kinds("12"), [(DIGITS + 1, 1), (DIGITS + 4, 2)]);
        assert_eq!(kinds("1234567"), [(DIGITS + 3, 3), (DIGITS + 4, 7)]);
    }

    #[test]
    fn blanks_leave_their_last_to_the_word_and_line_ends_swallow_those_before_them() {
        assert_eq!(kinds("    a")[0], (SPACES + 2, 1));
        assert_eq!(kinds("\t\ta")[0], (TABS, 1));
        assert_eq!(kinds("  \n \n"), [(LINE_ENDS + 1, 1)]);
        assert_eq!(kinds("\r\n"), [(LINE_ENDS, 1), (LINE_ENDS + 3, 1)]);
    }

    #[test]
    fn any_two_characters_are_cut_without_a_slip() {
        let all: Vec<char> = "aZ09 \t\r\n_.(\u{0}\u{7f}éßЖא漢한กༀ🦀\u{301}\u{fffd}\u{10ffff}".chars().collect();
        for &one in &all {
            for &two in &all {
                for text in [String::from_iter([one, two]), String::from_iter([one, two, one, one, two])] {
                    assert!(!kinds(&text).is_empty());
                    asked(&text);
                }
            }
        }
    }
}
