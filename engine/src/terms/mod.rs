//! Owns how text becomes the words that are searched: tokens, their parts, stems and stop words. The same functions
//! read files at sync and questions later, so that both meet in the same terms. It owns no index.

mod scan;
mod split;
mod stem;
mod stop;

pub use scan::{Token, tokens};
pub use split::parts;
pub use stem::stem;
pub use stop::is_stop_word;

use alloc::string::String;

/// Identifiers longer than this many bytes are data (hashes, encoded blobs), not names, and give no terms.
pub const MAX_TOKEN_BYTES: usize = 64;

/// Calls `emit` with each term of a token, in order: the stems of its parts, and for scripts without spaces the
/// overlapping pairs of characters. `buffer` is scratch space that the caller keeps between calls.
pub fn terms_of(token: &Token<'_>, buffer: &mut String, mut emit: impl FnMut(&str)) {
    match token {
        Token::Word(word) => {
            if !is_searched(word) {
                return;
            }
            for part in parts(word) {
                buffer.clear();
                push_lower(buffer, part);
                if buffer.len() < 2 && buffer.is_ascii() || is_stop_word(buffer) {
                    continue;
                }
                stem(buffer);
                emit(buffer);
            }
        }
        Token::Pair(pair) => emit(pair),
    }
}

/// Returns whether a word is searched at all: what is very long or looks encoded is data.
pub fn is_searched(word: &str) -> bool {
    word.len() <= MAX_TOKEN_BYTES && !looks_encoded(word)
}

/// Returns whether a word counts as a name worth finding whole: it has several parts, a capital or a digit.
pub fn is_name(word: &str) -> bool {
    word.len() >= 3
        && word.len() <= MAX_TOKEN_BYTES
        && !looks_encoded(word)
        && word.bytes().any(|b| b.is_ascii_alphabetic() || b >= 0x80)
        && word.bytes().any(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
}

fn push_lower(buffer: &mut String, part: &str) {
    if part.is_ascii() {
        let start = buffer.len();
        buffer.push_str(part);
        if let Some(tail) = buffer.get_mut(start..) {
            tail.make_ascii_lowercase();
        }
    } else {
        buffer.extend(part.chars().flat_map(char::to_lowercase));
    }
}

/// Returns whether a word reads like a hash or an encoded blob: long, and digits stand between its letters often.
fn looks_encoded(word: &str) -> bool {
    if word.len() < 20 {
        return false;
    }
    let mut switches = 0_usize;
    let mut last_digit = None;
    for byte in word.bytes().filter(u8::is_ascii_alphanumeric) {
        let digit = byte.is_ascii_digit();
        if last_digit.is_some_and(|last| last != digit) {
            switches += 1;
        }
        last_digit = Some(digit);
    }
    switches * 5 > word.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::borrow::ToOwned;
    use alloc::vec::Vec;

    fn all(text: &str) -> Vec<String> {
        let mut buffer = String::new();
        let mut out = Vec::new();
        for token in tokens(text) {
            terms_of(&token, &mut buffer, |term| out.push(term.to_owned()));
        }
        out
    }

    #[test]
    fn identifiers_and_prose_meet_in_the_same_terms() {
        assert_eq!(
            all("getHTTPResponseCode(podSpreadConstraints)"),
            all("get http response codes pod spreading constraint")
        );
        assert_eq!(all("MAX_RETRY_COUNT"), ["max", "retri", "count"]);
        assert_eq!(all("the state of a"), ["state"]);
    }

    #[test]
    fn other_scripts_have_terms() {
        assert_eq!(all("Größe überprüfen"), ["größe", "überprüfen"]);
        assert_eq!(all("スケジューラ"), ["スケ", "ケジ", "ジュ", "ュー", "ーラ"]);
        assert_eq!(all("字"), ["字"]);
    }

    #[test]
    fn encoded_data_gives_no_terms() {
        assert!(all("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08").is_empty());
        assert_eq!(all("sha256 v1beta1 ipv6"), ["sha256", "v1beta1", "ipv6"]);
        assert!(is_name("LimitRange") && is_name("max_count") && is_name("ipv6"));
        assert!(!is_name("limit") && !is_name("12345") && !is_name("Go"));
    }
}
