//! Owns finding tokens of services by their shape: a prefix that the service gives all its tokens, then so many
//! characters of an alphabet. Owns no guess by entropy alone, which takes hashes and test data for secrets.

use std::iter;
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::{Secret, SecretKind};

/// The shape of a service's tokens.
struct Shape {
    kind: SecretKind,
    prefix: &'static str,
    alphabet: Alphabet,
    /// How many characters of the alphabet follow the prefix, at least and at most.
    length: Range<usize>,
    scope: Scope,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// A secret wherever it stands.
    Anywhere,
    /// A secret among settings; in programs and their documentation such things are test data.
    Settings,
}

#[derive(Clone, Copy)]
enum Alphabet {
    /// Letters and digits.
    Alphanumeric,
    /// Capitals and digits.
    Capitals,
    /// Lower-case hexadecimal digits.
    Hex,
    /// Letters, digits, `-` and `_`.
    Url,
    /// Letters, digits and `-`.
    Dashed,
    /// Letters, digits, `-`, `_` and `.`.
    Dotted,
    /// Letters, digits, `/` and `+`.
    Base64,
    /// Letters, digits and `/`.
    Path,
}

impl Alphabet {
    const fn has(self, byte: u8) -> bool {
        match self {
            Self::Alphanumeric => byte.is_ascii_alphanumeric(),
            Self::Capitals => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::Hex => byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'),
            Self::Url => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'),
            Self::Dashed => byte.is_ascii_alphanumeric() || byte == b'-',
            Self::Dotted => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'),
            Self::Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'+'),
            Self::Path => byte.is_ascii_alphanumeric() || byte == b'/',
        }
    }
}

const fn shape(kind: SecretKind, prefix: &'static str, alphabet: Alphabet, length: Range<usize>) -> Shape {
    Shape { kind, prefix, alphabet, length, scope: Scope::Anywhere }
}

/// The shapes, from the services' own documentation of their tokens. Lengths end before the second number.
const SHAPES: [Shape; 31] = [
    shape(SecretKind::Aws, "AKIA", Alphabet::Capitals, 16..17),
    shape(SecretKind::Aws, "ASIA", Alphabet::Capitals, 16..17),
    shape(SecretKind::GitHub, "ghp_", Alphabet::Alphanumeric, 36..37),
    shape(SecretKind::GitHub, "gho_", Alphabet::Alphanumeric, 36..37),
    shape(SecretKind::GitHub, "ghu_", Alphabet::Alphanumeric, 36..37),
    shape(SecretKind::GitHub, "ghs_", Alphabet::Alphanumeric, 36..37),
    shape(SecretKind::GitHub, "ghr_", Alphabet::Alphanumeric, 36..77),
    shape(SecretKind::GitHub, "github_pat_", Alphabet::Url, 82..83),
    shape(SecretKind::GitLab, "glpat-", Alphabet::Dotted, 20..65),
    shape(SecretKind::Slack, "xoxb-", Alphabet::Dashed, 40..200),
    shape(SecretKind::Slack, "xoxp-", Alphabet::Dashed, 40..200),
    shape(SecretKind::Slack, "xoxa-", Alphabet::Dashed, 40..200),
    shape(SecretKind::Slack, "xoxe-", Alphabet::Dashed, 40..300),
    shape(SecretKind::Slack, "xapp-", Alphabet::Dashed, 60..200),
    shape(SecretKind::Slack, "hooks.slack.com/services/T", Alphabet::Path, 40..64),
    shape(SecretKind::Google, "AIza", Alphabet::Url, 35..36),
    shape(SecretKind::Google, "GOCSPX-", Alphabet::Url, 28..29),
    shape(SecretKind::Stripe, "sk_live_", Alphabet::Alphanumeric, 24..248),
    shape(SecretKind::Stripe, "rk_live_", Alphabet::Alphanumeric, 24..248),
    shape(SecretKind::Npm, "npm_", Alphabet::Alphanumeric, 36..37),
    shape(SecretKind::PyPi, "pypi-AgEIcHlwaS5vcmc", Alphabet::Url, 50..400),
    shape(SecretKind::Model, "sk-ant-api03-", Alphabet::Url, 90..100),
    shape(SecretKind::Model, "sk-proj-", Alphabet::Url, 40..200),
    shape(SecretKind::Model, "hf_", Alphabet::Alphanumeric, 34..35),
    shape(SecretKind::Service, "SG.", Alphabet::Dotted, 66..67),
    shape(SecretKind::Service, "dop_v1_", Alphabet::Hex, 64..65),
    shape(SecretKind::Service, "shpat_", Alphabet::Hex, 32..33),
    shape(SecretKind::Service, "AGE-SECRET-KEY-1", Alphabet::Capitals, 58..59),
    shape(SecretKind::Service, "AccountKey=", Alphabet::Base64, 86..87),
    shape(SecretKind::Service, "hvs.", Alphabet::Url, 90..121),
    Shape {
        kind: SecretKind::WebToken,
        prefix: "eyJ",
        alphabet: Alphabet::Dotted,
        length: 60..4096,
        scope: Scope::Settings,
    },
];

static PREFIXES: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let prefixes = SHAPES.iter().map(|shape| shape.prefix);
    AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(prefixes).ok()
});

/// Returns the tokens in a text; `in_settings` tells that its kind of file holds settings rather than a program.
pub(super) fn find(text: &str, in_settings: bool) -> Vec<Secret> {
    let mut secrets = Vec::new();
    let Some(prefixes) = PREFIXES.as_ref() else { return secrets };
    for found in prefixes.find_iter(text) {
        let Some(shape) = SHAPES.get(found.pattern().as_usize()) else { continue };
        if shape.scope == Scope::Settings && !in_settings {
            continue;
        }
        if let Some(end) = token_end(text.as_bytes(), found.range(), shape) {
            secrets.push(Secret { kind: shape.kind, parts: iter::once(found.end()..end).collect() });
        }
    }
    secrets
}

/// Returns where the token ends whose prefix is at `prefix`, if it has the shape and nothing speaks against it.
fn token_end(text: &[u8], prefix: Range<usize>, shape: &Shape) -> Option<usize> {
    let before = prefix.start.checked_sub(1).and_then(|at| text.get(at));
    if before.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_') {
        return None;
    }
    let rest = text.get(prefix.end..)?;
    let length = rest.iter().take(shape.length.end).take_while(|&&b| shape.alphabet.has(b)).count();
    let body = rest.get(..length)?;
    let is_cut = rest.get(length).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    if !shape.length.contains(&length) || is_cut || !is_random(body) {
        return None;
    }
    let is_web_token = shape.kind != SecretKind::WebToken
        || body.split(|&b| b == b'.').count() == 3 && body.windows(4).any(|part| part == b".eyJ");
    is_web_token.then_some(prefix.end + length)
}

/// Returns whether characters look drawn by chance: many different ones, and no placeholder's words.
fn is_random(body: &[u8]) -> bool {
    /// A random string of 16 has about 13 different characters of an alphabet of 36.
    const LEAST_DIFFERENT: usize = 8;
    let mut seen = [false; 256];
    for &byte in body {
        if let Some(slot) = seen.get_mut(usize::from(byte)) {
            *slot = true;
        }
    }
    let different = seen.iter().filter(|&&seen| seen).count();
    different >= LEAST_DIFFERENT && std::str::from_utf8(body).is_ok_and(|body| !is_placeholder(body))
}

/// Returns whether a value is one that documentation puts in the place of a secret.
pub(super) fn is_placeholder(value: &str) -> bool {
    const WORDS: [&str; 9] =
        ["example", "xxxx", "your", "placeholder", "changeme", "redacted", "dummy", "0123456789", "abcdefghij"];
    let lower = value.to_ascii_lowercase();
    WORDS.iter().any(|word| lower.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A body that looks random, put together when the test runs, so that no scanner takes this file for a leak.
    fn body(alphabet: &str, length: usize) -> String {
        let letters: Vec<char> = alphabet.chars().collect();
        (0..length).map(|at| letters[(at * at * 7 + at * 13 + 5) % letters.len()]).collect()
    }

    const MIXED: &str = "aZ3bY4cX5dW6eV7fU8gT9hS0iR1jQ2kP";
    const CAPITALS: &str = "QWERTYUIOPASDFGHJKLZXCVBNM234567";

    #[test]
    fn every_shape_is_found_and_only_whole() {
        for shape in &SHAPES {
            let alphabet = match shape.alphabet {
                Alphabet::Capitals => CAPITALS,
                Alphabet::Hex => "0918f7a6e5b4d3c2",
                _ => MIXED,
            };
            let mut token = body(alphabet, shape.length.start);
            if shape.kind == SecretKind::WebToken {
                token = format!("{}.eyJ{}.{}", body(MIXED, 30), body(MIXED, 30), body(MIXED, 43));
            }
            let text = format!("key: \"{}{token}\"\n", shape.prefix);
            let found = find(&text, true);
            assert_eq!(found.len(), 1, "{}", shape.prefix);
            assert_eq!(found[0].kind, shape.kind);
            assert_eq!(text[found[0].parts[0].clone()], token);
            assert!(find(&format!("x{}{token}", shape.prefix), true).is_empty(), "{} within a word", shape.prefix);
            let short: String = token.chars().take(shape.length.start - 1).collect();
            assert!(find(&format!("{}{short} ", shape.prefix), true).is_empty(), "{} too short", shape.prefix);
        }
    }

    #[test]
    fn placeholders_and_patterns_are_no_tokens() {
        let aws = ["AK", "IA"].concat();
        let github = ["gh", "p_"].concat();
        for text in [
            format!("{aws}IOSFODNN7EXAMPLE"),
            format!("{github}{}", "x".repeat(36)),
            format!("{github}{}", "ab".repeat(18)),
            format!("{github}[A-Za-z0-9]{{36}}"),
            "npm_config_registry_and_other_names_of_variables".to_owned(),
        ] {
            assert!(find(&text, true).is_empty(), "{text}");
        }
    }

    #[test]
    fn web_tokens_are_secrets_among_settings_only() {
        let token = format!("eyJ{}.eyJ{}.{}", body(MIXED, 30), body(MIXED, 40), body(MIXED, 43));
        assert_eq!(find(&token, true).len(), 1);
        assert!(find(&token, false).is_empty());
    }
}
