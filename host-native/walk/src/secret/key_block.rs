//! Owns finding private keys in PEM and `OpenPGP` armour, in files of their own and in strings of programs.
//!
//! The armour's first line alone is no key: programs that read and write keys hold it too, and so does documentation
//! with dots in the middle. A block counts when enough of its body is there.

use std::ops::Range;

use aho_corasick::AhoCorasick;

use super::{Secret, SecretKind};

/// A 256-bit elliptic curve key, the shortest in use, has a body of some 100 base64 characters without its public half.
const LEAST_BODY: usize = 64;
/// A piece of a body in a program's string, from one quote to the next, is shorter only at the end of a key.
const LEAST_PIECE: usize = 16;
/// The body of an RSA key of 16,384 bits takes about 13,000 characters, a few more in a program's quotes.
const LONGEST_BLOCK: usize = 24 * 1024;

const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";

/// Returns all private keys in a text, each with the pieces of its body.
pub(super) fn find(text: &str) -> Vec<Secret> {
    let mut secrets = Vec::new();
    let mut from = 0;
    while let Some(found) = text.get(from..).and_then(|rest| rest.find(BEGIN)) {
        let label_at = from + found + BEGIN.len();
        from = label_at;
        let Some(label_end) = private_label(text, label_at) else { continue };
        let block = body(text, label_end);
        let pieces: Vec<Range<usize>> = pieces(text, block.clone());
        if pieces.iter().map(Range::len).sum::<usize>() >= LEAST_BODY {
            secrets.push(Secret { kind: SecretKind::PrivateKey, parts: pieces });
        }
        from = block.end;
    }
    secrets
}

/// Returns whether a text is armour of public things alone: at least one block, and no private key.
pub(super) fn is_public_armour(text: &str) -> bool {
    text.contains(BEGIN) && !text.match_indices(BEGIN).any(|(at, _)| private_label(text, at + BEGIN.len()).is_some())
}

/// Returns where the label `... PRIVATE KEY-----` that starts at `at` ends, if that is what starts there.
fn private_label(text: &str, at: usize) -> Option<usize> {
    /// The longest label is `ENCRYPTED PRIVATE KEY`.
    const LONGEST: usize = 40;
    let rest = text.get(at..)?;
    let end = rest.bytes().take(LONGEST).position(|b| b == b'-')?;
    let label = rest.get(..end)?;
    (label.ends_with("PRIVATE KEY") || label.ends_with("PRIVATE KEY BLOCK")).then_some(at + end)
}

/// Returns the block from the end of its label to its last line, or as far as a block can reach when that is missing.
fn body(text: &str, start: usize) -> Range<usize> {
    let mut limit = text.len().min(start + LONGEST_BLOCK);
    while !text.is_char_boundary(limit) {
        limit -= 1;
    }
    let reach = text.get(start..limit).unwrap_or_default();
    // Another block that begins ends this one too.
    let end = AhoCorasick::new([END, BEGIN]).ok().and_then(|marks| marks.find(reach)).map(|found| found.start());
    match end {
        Some(end) => start..start + end,
        None => start..start + unfinished(reach),
    }
}

/// Returns how far the body reaches in a text that was cut: to the first line without a long piece, but for the headers
/// that come before.
fn unfinished(reach: &str) -> usize {
    let mut end = 0;
    let mut seen = false;
    for line in reach.split_inclusive('\n') {
        let has_piece = !pieces(line, 0..line.len()).is_empty();
        if seen && !has_piece {
            break;
        }
        seen |= has_piece;
        end += line.len();
    }
    end
}

/// Returns the runs of base64 in a part of a text that are long enough to be of a key.
fn pieces(text: &str, within: Range<usize>) -> Vec<Range<usize>> {
    let bytes = text.as_bytes().get(within.clone()).unwrap_or_default();
    let mut pieces = Vec::new();
    let mut start = None;
    for at in 0..=bytes.len() {
        // In a program's string a line end is `\n`, whose `n` is not of the key.
        let after_backslash = at > 0 && bytes.get(at - 1) == Some(&b'\\');
        let is_base64 =
            bytes.get(at).is_some_and(|b| b.is_ascii_alphanumeric() || b"+/=".contains(b)) && !after_backslash;
        match (is_base64, start) {
            (true, None) => start = Some(at),
            (false, Some(first)) => {
                if at - first >= LEAST_PIECE {
                    pieces.push(within.start + first..within.start + at);
                }
                start = None;
            }
            _ => {}
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns how many pieces the only key in a text has.
    fn pieces_found(text: &str) -> usize {
        let found = find(text);
        assert_eq!(found.len(), 1, "{text}");
        found[0].parts.len()
    }

    fn block(label: &str, body: &str) -> String {
        format!("{BEGIN}{label}-----\n{body}\n{END}{label}-----\n")
    }

    fn body_of(lines: usize) -> String {
        "MIIEowIBAAKCAQEAv0Zz8pQ3kUe1JrBgXo4hTn5sDq2LwCfYy7RtVbKxPaNmGdSE\n".repeat(lines)
    }

    #[test]
    fn keys_are_found_however_they_are_written() {
        let private = ["PRIVATE", "KEY"].join(" ");
        for label in ["", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED "] {
            let text = block(&format!("{label}{private}"), &body_of(3));
            assert_eq!(pieces_found(&text), 3, "{label}");
        }
        let armour = block(&format!("PGP {private} BLOCK"), &format!("Version: 1\n\n{}=abcd", body_of(4)));
        assert_eq!(pieces_found(&armour), 4);
        let json = block(&private, &body_of(4)).replace('\n', "\\n");
        let found = find(&json);
        assert!(found[0].parts.len() == 4 && found[0].parts.iter().all(|part| json[part.clone()].starts_with("MIIE")));
        let java = format!("\"{}\"", block(&private, &body_of(4)).replace('\n', "\\n\" +\n    \""));
        assert_eq!(pieces_found(&java), 4);
        let cut = format!("{BEGIN}{private}-----\n{}", body_of(5));
        assert_eq!(pieces_found(&format!("{cut}\nthe end\n{}", body_of(1))), 5);
    }

    #[test]
    fn what_only_speaks_of_keys_is_no_key() {
        let private = ["PRIVATE", "KEY"].join(" ");
        for text in [
            format!("if strings.HasPrefix(s, \"{BEGIN}{private}-----\") {{ return true }}\n"),
            block(&private, "..."),
            block(&private, "<your key here>"),
            block("CERTIFICATE", &body_of(10)),
            block("PUBLIC KEY", &body_of(10)),
            format!("-----BEGIN {private}"),
        ] {
            assert!(find(&text).is_empty(), "{text}");
        }
        assert!(is_public_armour(&block("CERTIFICATE", &body_of(2))));
        assert!(!is_public_armour(&(block("CERTIFICATE", &body_of(2)) + &block(&private, "..."))));
        assert!(!is_public_armour("0123456789abcdef0123456789abcdef"));
    }
}
