//! Owns cutting C's text into tokens and preprocessor lines; owns no meaning of either.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A number, a string, a character.
    Literal,
    /// One byte of anything else; `::` and `->` are one token with the code of their first byte doubled.
    Mark(u8),
}

/// `::` as a [`TokenKind::Mark`].
pub(super) const PATH: TokenKind = TokenKind::Mark(b':' | 0x80);
/// `->` as a [`TokenKind::Mark`].
pub(super) const ARROW: TokenKind = TokenKind::Mark(b'-' | 0x80);

/// A token.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether it is the first token of its line.
    pub(super) first: bool,
}

impl Token {
    pub(super) fn is(self, mark: u8) -> bool {
        self.kind == TokenKind::Mark(mark)
    }

    pub(super) fn text(self, source: &str) -> &str {
        source.get(self.start..self.end).unwrap_or("")
    }
}

/// What a preprocessor line does with the lines that follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Directive {
    /// `#if`, `#ifdef`, `#ifndef`.
    If,
    /// `#if 0`.
    IfNever,
    /// `#elif`, `#else` and the like.
    Else,
    /// `#endif`.
    End,
    /// Anything else.
    Other,
}

/// A preprocessor line, with the lines that go on with it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub(super) what: Directive,
    pub(super) start: usize,
    pub(super) end: usize,
    /// How many tokens stand before it.
    pub(super) tokens_before: usize,
}

/// A text as tokens and preprocessor lines, comments left out.
#[derive(Debug, Default)]
pub(super) struct Lexed {
    pub(super) tokens: Vec<Token>,
    pub(super) lines: Vec<Line>,
}

/// Returns the tokens and preprocessor lines of a text.
pub(super) fn lex(source: &str) -> Lexed {
    let bytes = source.as_bytes();
    let mut out = Lexed::default();
    let mut at = 0;
    let mut first = true;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        let next = bytes.get(at + 1).copied().unwrap_or(0);
        let kind = match byte {
            b'\n' => {
                first = true;
                at += 1;
                continue;
            }
            _ if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'\\' if matches!(next, b'\n' | b'\r') => {
                at += 1;
                continue;
            }
            b'/' if next == b'/' => {
                at = line_end(bytes, at);
                continue;
            }
            b'/' if next == b'*' => {
                at = comment_end(bytes, at);
                continue;
            }
            b'#' if first => {
                at = directive_end(bytes, at);
                out.lines.push(Line {
                    what: directive(source.get(start..at).unwrap_or("")),
                    start,
                    end: at,
                    tokens_before: out.tokens.len(),
                });
                continue;
            }
            b'"' | b'\'' => {
                at = string_end(bytes, at);
                TokenKind::Literal
            }
            b'0'..=b'9' => {
                at = number_end(bytes, at);
                TokenKind::Literal
            }
            _ if is_word(byte) => {
                while bytes.get(at).is_some_and(|b| is_word(*b)) {
                    at += 1;
                }
                if bytes.get(at) == Some(&b'"') && source.get(start..at).is_some_and(|word| word.ends_with('R')) {
                    at = raw_string_end(source, at);
                    TokenKind::Literal
                } else {
                    TokenKind::Word
                }
            }
            b':' if next == b':' => {
                at += 2;
                PATH
            }
            b'-' if next == b'>' => {
                at += 2;
                ARROW
            }
            _ => {
                at += 1;
                TokenKind::Mark(byte)
            }
        };
        out.tokens.push(Token { kind, start, end: at, first });
        first = false;
    }
    out
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'\n' && !continues(bytes, at) {
            break;
        }
        at += 1;
    }
    at
}

/// Returns whether the line break at `at` is escaped.
fn continues(bytes: &[u8], at: usize) -> bool {
    let before = bytes.get(..at).unwrap_or(&[]);
    let before = before.strip_suffix(b"\r").unwrap_or(before);
    before.last() == Some(&b'\\')
}

fn comment_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 2;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'*' && bytes.get(at + 1) == Some(&b'/') {
            return at + 2;
        }
        at += 1;
    }
    bytes.len()
}

/// Returns the end of a preprocessor line: its line's end, with comments that reach over lines counted in.
fn directive_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\n' if !continues(bytes, at) => break,
            b'/' if bytes.get(at + 1) == Some(&b'*') => at = comment_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'/') => return line_end(bytes, at),
            b'"' => at = string_end(bytes, at),
            _ => at += 1,
        }
    }
    at
}

fn string_end(bytes: &[u8], from: usize) -> usize {
    let quote = bytes.get(from).copied().unwrap_or(b'"');
    let mut at = from + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn raw_string_end(source: &str, quote: usize) -> usize {
    let rest = source.get(quote + 1..).unwrap_or("");
    let Some((delimiter, _)) = rest.split_once('(') else { return string_end(source.as_bytes(), quote) };
    if delimiter.len() > 16 || delimiter.contains([')', '\\', ' ', '\n', '"']) {
        return string_end(source.as_bytes(), quote);
    }
    let close = format!("){delimiter}\"");
    rest.find(&close).map_or(source.len(), |at| quote + 1 + at + close.len())
}

fn number_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        let digit_mark = byte == b'\'' && bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric);
        let sign = matches!(byte, b'+' | b'-')
            && bytes.get(at.wrapping_sub(1)).is_some_and(|before| matches!(before, b'e' | b'E' | b'p' | b'P'))
            && !bytes.get(from..from + 2).is_some_and(|start| start.eq_ignore_ascii_case(b"0x"));
        if !(is_word(byte) || byte == b'.' || digit_mark || sign) {
            break;
        }
        at += 1;
    }
    at
}

fn directive(line: &str) -> Directive {
    let rest = line.trim_start_matches('#').trim_start();
    let word = rest.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
    match word {
        "if" => {
            let condition = rest.get(2..).unwrap_or("").trim();
            if condition == "0" { Directive::IfNever } else { Directive::If }
        }
        "ifdef" | "ifndef" => Directive::If,
        "elif" | "else" | "elifdef" | "elifndef" => Directive::Else,
        "endif" => Directive::End,
        _ => Directive::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &str) -> Vec<&str> {
        lex(source).tokens.iter().map(|token| token.text(source)).collect()
    }

    #[test]
    fn strings_comments_and_lines_are_told_apart() {
        assert_eq!(
            shown("a::b->c /* x */ \"q\\\"\" 'x' // y\n1e-5 0x1-2"),
            ["a", "::", "b", "->", "c", "\"q\\\"\"", "'x'", "1e-5", "0x1", "-", "2"]
        );
        assert_eq!(shown("auto s = R\"x(a \" )\" b)x\";"), ["auto", "s", "=", "R\"x(a \" )\" b)x\"", ";"]);
        let source = "#define A(x) \\\n  x\n#if 0\n#  else /* a\n b */\n#endif\nx # y";
        let lexed = lex(source);
        let what: Vec<Directive> = lexed.lines.iter().map(|line| line.what).collect();
        assert_eq!(what, [Directive::Other, Directive::IfNever, Directive::Else, Directive::End]);
        assert_eq!(shown(source), ["x", "#", "y"]);
    }

    #[test]
    fn broken_text_ends() {
        for source in ["\"abc", "'", "/* x", "R\"(", "#", "1", "\\", "a\u{e9}\"\\"] {
            let lexed = lex(source);
            assert!(lexed.tokens.iter().all(|token| token.end >= token.start), "{source}");
        }
    }
}
