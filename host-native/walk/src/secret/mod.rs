//! Owns what must not leave the machine: which files hold secrets by their name, and what in a text is one. Owns no file.
//!
//! What happens with a secret follows from what people expect of the file:
//!
//! - A file that by its name holds nothing but secrets (`.env`, a key store, a credentials file) is left out unread.
//! - Names that are used for both (`*.pem`, `*.key`, `.npmrc`, kubeconfig files) are left out when their text shows a
//!   secret, and stay when it shows only public things: a certificate, a registry's address.
//! - A program or a page of documentation with a key or token in it is mostly something else: test keys are common in
//!   sources, and such a file would leave a hole in the index. It stays, and the secret alone is blotted out, line by
//!   line, so that no line changes its number.
//! - Data, settings and files without a known language are withheld as a whole: they may be the key itself, and beside a
//!   token of a known shape there are passwords of none.

mod key_block;
mod name;
mod token;

use std::ops::Range;

use graphicle_engine::language::Language;
use serde::{Deserialize, Serialize};

pub(crate) use name::{is_key_name, is_secret_by_name, is_secret_by_name_and_text};

/// What kind of secret was recognised in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SecretKind {
    /// A private key in PEM or `OpenPGP` armour.
    PrivateKey,
    /// An access key of Amazon Web Services.
    Aws,
    /// A token of GitHub.
    #[serde(rename = "github")]
    GitHub,
    /// A token of GitLab.
    #[serde(rename = "gitlab")]
    GitLab,
    /// A token or a webhook of Slack.
    Slack,
    /// A key of Google's interfaces.
    Google,
    /// A live key of Stripe.
    Stripe,
    /// A token of the npm registry.
    Npm,
    /// A token of the Python package index.
    #[serde(rename = "pypi")]
    PyPi,
    /// A key of a model provider: `OpenAI`, Anthropic, Hugging Face.
    Model,
    /// A token of another service with a shape of its own.
    Service,
    /// A JSON Web Token among settings.
    WebToken,
}

impl SecretKind {
    /// Returns the kind in words, as in "holds ...".
    pub const fn label(self) -> &'static str {
        match self {
            Self::PrivateKey => "a private key",
            Self::Aws => "an AWS access key",
            Self::GitHub => "a GitHub token",
            Self::GitLab => "a GitLab token",
            Self::Slack => "a Slack token",
            Self::Google => "a Google API key",
            Self::Stripe => "a Stripe live key",
            Self::Npm => "an npm token",
            Self::PyPi => "a PyPI token",
            Self::Model => "a model provider's key",
            Self::Service => "a service's token",
            Self::WebToken => "a JSON Web Token",
        }
    }
}

/// The secrets that were blotted out of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redactions {
    /// What the first one is.
    pub kind: SecretKind,
    /// How many they are, at least 1.
    pub count: u32,
}

/// What a text holds in secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Finding {
    /// None: the text as it was.
    Clean(String),
    /// Some, blotted out.
    Redacted { text: String, redactions: Redactions },
    /// So much, or in such a place, that the text is kept out; the first kind that was found.
    Withhold(SecretKind),
}

/// A secret in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Secret {
    kind: SecretKind,
    /// The parts to blot out, in order, none empty, each within a line.
    parts: Vec<Range<usize>>,
}

impl Secret {
    fn start(&self) -> usize {
        self.parts.first().map_or(0, |part| part.start)
    }
}

/// Looks for secrets in a text of this language.
pub(crate) fn look_for(language: Language, text: String) -> Finding {
    let mut secrets = key_block::find(&text);
    secrets.extend(token::find(&text, holds_settings(language)));
    secrets.sort_by_key(Secret::start);
    match secrets.first() {
        None => Finding::Clean(text),
        Some(first) if holds_settings(language) => Finding::Withhold(first.kind),
        Some(first) => blot(&text, first.kind, &secrets),
    }
}

/// Returns whether files of this language hold settings and data rather than programs or prose.
fn holds_settings(language: Language) -> bool {
    matches!(
        language,
        Language::Text
            | Language::Json
            | Language::Yaml
            | Language::Toml
            | Language::Xml
            | Language::Ini
            | Language::Csv
            | Language::Gettext
    )
}

/// Puts a mark in the place of each part of each secret, the first of which is of `kind`. Lines keep their numbers, since
/// no part has a line end in it.
fn blot(text: &str, kind: SecretKind, secrets: &[Secret]) -> Finding {
    const MARK: &str = "[redacted]";
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    let mut count = 0;
    for secret in secrets {
        let before = out.len();
        // Two rules may see the same part.
        for part in secret.parts.iter().filter(|part| part.start >= end).cloned().collect::<Vec<_>>() {
            out.push_str(text.get(end..part.start).unwrap_or_default());
            out.push_str(MARK);
            end = part.end;
        }
        count += u32::from(out.len() > before);
    }
    out.push_str(text.get(end..).unwrap_or_default());
    Finding::Redacted { text: out, redactions: Redactions { kind, count } }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Built when the test runs, so that no scanner of repositories takes this file for what it tests.
    fn key_block() -> String {
        let body = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHU2\n".repeat(8);
        format!("-----BEGIN RSA {0} KEY-----\n{body}-----END RSA {0} KEY-----\n", "PRIVATE")
    }

    #[test]
    fn programs_are_blotted_and_settings_withheld() {
        let code = format!("package x\n\nvar key = `{}`\n\n{}", key_block(), "func f() { g() }\n".repeat(100));
        let Finding::Redacted { text, redactions } = look_for(Language::Go, code.clone()) else { panic!("redacted") };
        assert_eq!(redactions, Redactions { kind: SecretKind::PrivateKey, count: 1 });
        assert_eq!(text.lines().count(), code.lines().count());
        assert!(!text.contains("QUJDREVG") && text.contains("func f()") && text.contains("BEGIN RSA"));
        assert_eq!(look_for(Language::Yaml, code), Finding::Withhold(SecretKind::PrivateKey));
        assert_eq!(look_for(Language::Text, key_block()), Finding::Withhold(SecretKind::PrivateKey));
        let clean = "no secret, only words like password and token".to_owned();
        assert_eq!(look_for(Language::Text, clean.clone()), Finding::Clean(clean));
    }
}
