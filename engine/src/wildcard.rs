//! Owns wildcard patterns as Git reads them (`*`, `?`, `[...]`, `**`, escapes); owns neither ignore files nor what a
//! pattern is applied to.
//!
//! A pattern is compiled once and then matched in time linear in the text for all but pathological patterns, with no
//! recursion. Where Git's matcher has habits of its own, they are kept, since the aim is Git's answer and no other:
//!
//! - When case is folded, the text is lowered and so is a plain letter of the pattern, but neither an escaped letter
//!   nor a letter in brackets, which then match nothing if they are capitals; ranges are tried with the capital too.
//! - A broken bracket or a trailing backslash makes the pattern match nothing.
//! - `**` has its meaning only between slashes or at an end; elsewhere it is `*`.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// Whether letters of either case are the same, as `core.ignoreCase` says. Only ASCII letters fold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    /// They are different.
    Exact,
    /// They are the same.
    Fold,
}

/// A compiled pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wildcard {
    tokens: Vec<Token>,
    /// The plain bytes at the pattern's end, which most texts lack and which are looked at first.
    end: Vec<u8>,
    case: Case,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    /// This byte of the text, which is lowered when case folds.
    Byte(u8),
    /// Any byte but a slash.
    Any,
    /// One byte out of a set, never a slash.
    Class(Box<ByteSet>),
    /// Any bytes but slashes.
    Star,
    /// Any bytes.
    Everything,
    /// Nothing, or whole path components each with its slash.
    Components,
    /// Matches nothing at all.
    Never,
}

impl Wildcard {
    /// Compiles a pattern, which may hold any bytes.
    pub fn new(pattern: &[u8], case: Case) -> Self {
        let mut tokens = Vec::new();
        let mut at = 0;
        while let Some(&byte) = pattern.get(at) {
            match byte {
                b'\\' => {
                    tokens.push(pattern.get(at + 1).map_or(Token::Never, |&escaped| Token::Byte(escaped)));
                    at += 2;
                }
                b'?' => {
                    tokens.push(Token::Any);
                    at += 1;
                }
                b'*' => {
                    let (token, after) = stars(pattern, at);
                    tokens.push(token);
                    at = after;
                }
                b'[' => match class(pattern, at + 1, case) {
                    Some((set, after)) => {
                        tokens.push(Token::Class(Box::new(set)));
                        at = after;
                    }
                    None => return Self { tokens: vec![Token::Never], end: Vec::new(), case },
                },
                plain => {
                    tokens.push(Token::Byte(lowered(plain, case)));
                    at += 1;
                }
            }
        }
        let plain =
            tokens.iter().rev().map_while(|token| if let Token::Byte(byte) = token { Some(*byte) } else { None });
        let mut end: Vec<u8> = plain.collect();
        end.reverse();
        Self { tokens, end, case }
    }

    /// Returns whether the whole text matches.
    pub fn matches(&self, text: &[u8]) -> bool {
        let Some(start_of_end) = text.len().checked_sub(self.end.len()) else { return false };
        let end = text.get(start_of_end..).unwrap_or_default();
        end.iter().zip(&self.end).all(|(byte, plain)| lowered(*byte, self.case) == *plain) && self.matches_whole(text)
    }

    fn matches_whole(&self, text: &[u8]) -> bool {
        let (mut token, mut byte) = (0, 0);
        // Where to go on when the text stops matching: the last `*` takes one byte more, and when it cannot, the last
        // `**` does. Earlier ones need no second try: what stands before a later star matched as early as it could.
        let mut star: Option<Retry> = None;
        let mut deep: Option<Retry> = None;
        loop {
            match self.tokens.get(token) {
                Some(Token::Star) => {
                    token += 1;
                    star = Some(Retry { token, byte });
                    continue;
                }
                Some(Token::Everything | Token::Components) => {
                    token += 1;
                    deep = Some(Retry { token, byte });
                    star = None;
                    continue;
                }
                Some(single) if text.get(byte).is_some_and(|&b| self.takes(single, b)) => {
                    token += 1;
                    byte += 1;
                    continue;
                }
                None if byte == text.len() => return true,
                Some(_) | None => {}
            }
            if let Some(retry) = &mut star
                && text.get(retry.byte).is_some_and(|&b| b != b'/')
            {
                retry.byte += 1;
                (token, byte) = (retry.token, retry.byte);
                continue;
            }
            let Some(retry) = &mut deep else { return false };
            let whole = matches!(self.tokens.get(retry.token.wrapping_sub(1)), Some(Token::Components));
            let rest = text.get(retry.byte..).unwrap_or_default();
            let step = if whole { rest.iter().position(|&b| b == b'/').map(|slash| slash + 1) } else { Some(1) };
            match step {
                Some(step) if step <= rest.len() => retry.byte += step,
                _ => return false,
            }
            (token, byte) = (retry.token, retry.byte);
            star = None;
        }
    }

    fn takes(&self, token: &Token, byte: u8) -> bool {
        match token {
            Token::Byte(expected) => lowered(byte, self.case) == *expected,
            Token::Any => byte != b'/',
            Token::Class(set) => byte != b'/' && set.has(lowered(byte, self.case)),
            Token::Star | Token::Everything | Token::Components | Token::Never => false,
        }
    }
}

struct Retry {
    token: usize,
    byte: usize,
}

const fn lowered(byte: u8, case: Case) -> u8 {
    match case {
        Case::Exact => byte,
        Case::Fold => byte.to_ascii_lowercase(),
    }
}

/// Reads a run of stars at `at`; returns its token and where the pattern goes on.
fn stars(pattern: &[u8], at: usize) -> (Token, usize) {
    let run = pattern.get(at..).unwrap_or_default().iter().take_while(|&&b| b == b'*').count();
    let after = at + run;
    let opens = at == 0 || pattern.get(at - 1) == Some(&b'/');
    if run < 2 || !opens {
        return (Token::Star, after);
    }
    match pattern.get(after..).unwrap_or_default() {
        [b'/', ..] => (Token::Components, after + 1),
        [] | [b'\\', b'/', ..] => (Token::Everything, after),
        _ => (Token::Star, after),
    }
}

/// A set of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct ByteSet([u64; 4]);

impl ByteSet {
    fn add_where(&mut self, accept: impl Fn(u8) -> bool) {
        for byte in 0..=u8::MAX {
            if accept(byte)
                && let Some(word) = self.0.get_mut(usize::from(byte >> 6))
            {
                *word |= 1 << (byte & 63);
            }
        }
    }

    fn has(&self, byte: u8) -> bool {
        self.0.get(usize::from(byte >> 6)).is_some_and(|word| word >> (byte & 63) & 1 == 1)
    }
}

/// Reads a bracket whose content starts at `at`; returns its set and where the pattern goes on, or `None` when it is
/// broken.
fn class(pattern: &[u8], mut at: usize, case: Case) -> Option<(ByteSet, usize)> {
    let negated = matches!(pattern.get(at), Some(b'!' | b'^'));
    at += usize::from(negated);
    let mut set = ByteSet::default();
    // The start of a range, if the byte before may be one.
    let mut start: Option<u8> = None;
    let mut first = true;
    loop {
        let byte = *pattern.get(at)?;
        if byte == b']' && !first {
            break;
        }
        first = false;
        let next = pattern.get(at + 1).copied();
        match (byte, start) {
            (b'\\', _) => {
                let escaped = next?;
                set.add_where(|b| b == escaped);
                start = Some(escaped);
                at += 2;
            }
            (b'-', Some(low)) if next.is_some_and(|b| b != b']') => {
                let mut high = next?;
                at += 2;
                if high == b'\\' {
                    high = *pattern.get(at)?;
                    at += 1;
                }
                let within = |b: u8| low <= b && b <= high;
                let folds = case == Case::Fold;
                set.add_where(|b| within(b) || folds && b.is_ascii_lowercase() && within(b.to_ascii_uppercase()));
                start = None;
            }
            (b'[', _) if next == Some(b':') => {
                let body = pattern.get(at + 2..)?;
                let end = body.iter().position(|&b| b == b']')?;
                if let Some((b':', name)) = body.get(..end).and_then(|body| body.split_last()) {
                    let test = named_class(name, case)?;
                    set.add_where(test);
                    start = None;
                    at += end + 3;
                } else {
                    set.add_where(|b| b == b'[');
                    start = Some(b'[');
                    at += 1;
                }
            }
            _ => {
                set.add_where(|b| b == byte);
                // A NUL cannot start a range, since Git takes it for "no start".
                start = Some(byte).filter(|&b| b != 0);
                at += 1;
            }
        }
    }
    if negated {
        set.0 = set.0.map(|word| !word);
    }
    Some((set, at + 1))
}

fn named_class(name: &[u8], case: Case) -> Option<fn(u8) -> bool> {
    Some(match name {
        b"alnum" => |b| b.is_ascii_alphanumeric(),
        b"alpha" => |b| b.is_ascii_alphabetic(),
        b"blank" => |b| b == b' ' || b == b'\t',
        b"cntrl" => |b| b.is_ascii_control(),
        b"digit" => |b| b.is_ascii_digit(),
        b"graph" => |b| b.is_ascii_graphic(),
        b"lower" => |b| b.is_ascii_lowercase(),
        b"print" => |b| b.is_ascii_graphic() || b == b' ',
        b"punct" => |b| b.is_ascii_punctuation(),
        // Git's own notion of a space, without form feed and vertical tab.
        b"space" => |b| matches!(b, b' ' | b'\t' | b'\n' | b'\r'),
        b"upper" if case == Case::Fold => |b| b.is_ascii_alphabetic(),
        b"upper" => |b| b.is_ascii_uppercase(),
        b"xdigit" => |b| b.is_ascii_hexdigit(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, text: &str) -> bool {
        Wildcard::new(pattern.as_bytes(), Case::Exact).matches(text.as_bytes())
    }

    #[test]
    fn stars_stay_within_a_component_and_double_stars_cross() {
        for (pattern, text, expected) in [
            ("*", "", true),
            ("*", "a", true),
            ("*", "a/b", false),
            ("a*c", "abbc", true),
            ("a*c", "ab/c", false),
            ("*/b", "a/b", true),
            ("*/b", "a/a/b", false),
            ("**", "a/b", true),
            ("**/b", "b", true),
            ("**/b", "x/y/b", true),
            ("**/b", "x/yb", false),
            ("a/**/b", "a/b", true),
            ("a/**/b", "a/x/y/b", true),
            ("a/**/b", "ab", false),
            ("a/**", "a/x/y", true),
            ("a/**", "a", false),
            ("a**b", "axxb", true),
            ("a**b", "ax/b", false),
            ("**/x/**/y", "a/x/b/x/c/y", true),
            ("**/a*/b*c", "q/ab/bxc", true),
            ("**/a*/b*c", "q/ab/bx", false),
            ("**\\/a", "x/a", true),
            ("**\\/a", "a", false),
            ("***/a", "a", true),
            ("?", "/", false),
            ("\\*", "*", true),
            ("\\*", "a", false),
            ("a\\", "a\\", false),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} on {text}");
        }
    }

    #[test]
    fn brackets_read_as_git_reads_them() {
        for (pattern, text, expected) in [
            ("[abc]", "b", true),
            ("[!abc]", "b", false),
            ("[^abc]", "d", true),
            ("[!a]", "/", false),
            ("[]a]", "]", true),
            ("[a-c]", "b", true),
            ("[a-]", "-", true),
            ("[a", "a", false),
            ("[\\]]", "]", true),
            ("[a-\\c]", "b", true),
            ("[[:digit:]x]", "7", true),
            ("[[:nope:]]", "a", false),
            ("[[:]", ":", true),
            ("[[:x]*a", "[a", true),
            ("[--/]", "/", false),
            ("[z-a]", "m", false),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} on {text}");
        }
    }

    #[test]
    fn folding_lowers_the_text_but_not_brackets_and_escapes() {
        let folds = |pattern: &str, text: &str| Wildcard::new(pattern.as_bytes(), Case::Fold).matches(text.as_bytes());
        assert!(folds("A*", "aB"));
        assert!(folds("[a]", "A"));
        assert!(!folds("[A]", "a"));
        assert!(folds("[A-C]", "b"));
        assert!(folds("[[:upper:]]", "b"));
        assert!(!folds("\\A", "A"));
    }

    #[test]
    fn many_stars_end_soon() {
        let pattern = "*a".repeat(200) + "b";
        assert!(!matches(&pattern, &"a".repeat(4000)));
        assert!(!matches(&("**/a*".repeat(60) + "/b"), &"aa/".repeat(1000)));
    }
}
