//! Owns cutting text into tokens: words of letters, digits and underscores, and pairs of characters in scripts that
//! write no spaces. It owns no splitting of a word into its parts.

/// A token of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'a> {
    /// A run of letters, digits and underscores.
    Word(&'a str),
    /// Two neighbouring characters of a script without spaces (one where it stands alone).
    Pair(&'a str),
}

/// Returns the tokens of a text in order.
pub fn tokens(text: &str) -> Tokens<'_> {
    Tokens { text, at: 0 }
}

/// The tokens of a text in order.
#[derive(Debug, Clone)]
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    /// Returns the byte at which the next search starts: just behind the last token.
    pub fn offset(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Skips what belongs to no token, quickly over ASCII.
    fn skip_gap(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            if byte < 0x80 {
                if is_word_byte(byte) {
                    return;
                }
                self.at += 1;
            } else {
                let Some(c) = self.rest().chars().next() else { return };
                if is_word_char(c) {
                    return;
                }
                self.at += c.len_utf8();
            }
        }
    }

    /// Returns the end of the word that starts at the current place.
    fn word_end(&self) -> usize {
        let bytes = self.text.as_bytes();
        let mut end = self.at;
        while let Some(&byte) = bytes.get(end) {
            if byte < 0x80 {
                if !is_word_byte(byte) {
                    break;
                }
                end += 1;
            } else {
                let Some(c) = self.text.get(end..).and_then(|rest| rest.chars().next()) else { break };
                if !is_word_char(c) || is_unspaced(c) {
                    break;
                }
                end += c.len_utf8();
            }
        }
        end
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip_gap();
        let mut chars = self.rest().chars();
        let first = chars.next()?;
        if is_unspaced(first) {
            let start = self.at;
            self.at += first.len_utf8();
            let second = chars.next().filter(|&c| is_unspaced(c));
            let before = self.text.get(..start).and_then(|head| head.chars().next_back()).is_some_and(is_unspaced);
            let Some(second) = second else {
                // The last character of a run stands in the pair before it; a lone one is a token of its own.
                return if before { self.next() } else { self.text.get(start..self.at).map(Token::Pair) };
            };
            return self.text.get(start..self.at + second.len_utf8()).map(Token::Pair);
        }
        let end = self.word_end();
        let word = self.text.get(self.at..end)?;
        self.at = end;
        Some(Token::Word(word))
    }
}

const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_word_char(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Returns whether a character belongs to a script that writes no spaces between words: Han, kana, Thai, Lao, Khmer,
/// Myanmar (Unicode 16 blocks). Hangul writes spaces.
const fn is_unspaced(c: char) -> bool {
    matches!(c as u32,
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF
        | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
        && !matches!(c as u32, 0x0E3F | 0x30FB)
}
