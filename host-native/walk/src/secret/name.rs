//! Owns which file names stand for secrets; owns nothing that a text says but what decides about such a name.
//!
//! Names are compared without regard to case. The tables follow what the files' own programs call them, and for
//! `*.tfvars` and `*.tfstate` GitHub's ignore template for Terraform, which excludes both as likely to hold passwords and
//! keys. What only sounds secret (`secrets.yaml`, `credentials.go`, `config.env`) is not here: such names are as common
//! for templates and sources, and what their text gives away is found by its shape.

use super::{key_block, token};

/// Whole names.
const NAMES: [&str; 24] = [
    ".dockercfg",
    ".env",
    ".git-credentials",
    ".htpasswd",
    ".my.cnf",
    ".netrc",
    ".pgpass",
    ".pypirc",
    ".s3cfg",
    ".vault-token",
    "_netrc",
    "application_default_credentials.json",
    "id_dsa",
    "id_ecdsa",
    "id_ecdsa_sk",
    "id_ed25519",
    "id_ed25519_sk",
    "id_rsa",
    "ssh_host_dsa_key",
    "ssh_host_ecdsa_key",
    "ssh_host_ed25519_key",
    "ssh_host_rsa_key",
    "terraform.tfstate",
    "wp-config.php",
];

/// Ends of names.
const ENDINGS: [&str; 13] = [
    ".agekey",
    ".bks",
    ".jceks",
    ".jks",
    ".kdbx",
    ".keystore",
    ".p12",
    ".p8",
    ".pfx",
    ".pkcs12",
    ".ppk",
    ".tfstate",
    ".tfstate.backup",
];

/// Ends of names that templates have too.
const ENDINGS_UNLESS_TEMPLATE: [&str; 2] = [".tfvars", ".tfvars.json"];

/// Ends of paths.
const PATHS: [&str; 6] = [
    ".aws/credentials",
    ".azure/accesstokens.json",
    ".config/gh/hosts.yml",
    ".config/gcloud/credentials.db",
    ".docker/config.json",
    ".kube/config",
];

/// Words in a name that make it a template, which is there to be read.
const TEMPLATE_WORDS: [&str; 7] = ["example", "sample", "template", "tmpl", "dist", "default", "schema"];

/// Returns whether a file is left out unread because of its path.
pub(crate) fn is_secret_by_name(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    // This is asked of every file of a walk, so nothing is allocated for an ordinary name.
    let mut space = [0; LONGEST];
    let end = lower_end(name, &mut space);
    if NAMES.binary_search_by(|known| known.as_bytes().cmp(end)).is_ok() || has_ending(end, &ENDINGS) {
        return true;
    }
    let is_environment = name.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(".env."));
    if is_environment || has_ending(end, &ENDINGS_UNLESS_TEMPLATE) {
        return !is_template(name);
    }
    PATHS.iter().any(|known| {
        let Some((folder, end)) = path.len().checked_sub(known.len()).and_then(|at| path.split_at_checked(at)) else {
            return false;
        };
        end.eq_ignore_ascii_case(known) && (folder.is_empty() || folder.ends_with('/'))
    })
}

/// More than any name or ending in the tables has.
const LONGEST: usize = 48;

/// Returns the last bytes of a name, or all of a short one, in lower case.
fn lower_end<'a>(name: &str, space: &'a mut [u8; LONGEST]) -> &'a [u8] {
    let end = name.as_bytes().get(name.len().saturating_sub(LONGEST)..).unwrap_or_default();
    let Some(space) = space.get_mut(..end.len()) else { return &[] };
    space.copy_from_slice(end);
    space.make_ascii_lowercase();
    space
}

fn has_ending(end: &[u8], endings: &[&str]) -> bool {
    endings.iter().any(|ending| end.ends_with(ending.as_bytes()))
}

/// Returns whether a file whose name may stand for a secret is left out because of its text.
pub(crate) fn is_secret_by_name_and_text(path: &str, text: &str) -> bool {
    if is_key_name(path) {
        return !key_block::is_public_armour(text);
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.to_ascii_lowercase().as_str() {
        ".npmrc" | ".yarnrc" | ".yarnrc.yml" | "auth.json" => holds_registry_secret(text),
        "kubeconfig" | "kubeconfig.yaml" | "kubeconfig.yml" | "kubeconfig.json" => holds_cluster_secret(text),
        other => other.ends_with(".kubeconfig") && holds_cluster_secret(text),
    }
}

/// Returns whether a name is one of key files, which hold public keys and certificates too.
pub(crate) fn is_key_name(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.')
        .is_some_and(|(_, extension)| extension.eq_ignore_ascii_case("pem") || extension.eq_ignore_ascii_case("key"))
}

fn is_template(name: &str) -> bool {
    name.to_ascii_lowercase().split(['.', '-', '_']).any(|word| TEMPLATE_WORDS.contains(&word))
}

/// Registries' settings may hold a token, or name the variable that does.
fn holds_registry_secret(text: &str) -> bool {
    const KEYS: [&str; 7] =
        ["_authtoken", "_auth", "_password", "npmauthtoken", "npmauthident", "\"password\"", "\"token\""];
    let is_secret = |(key, value): (&str, &str)| {
        let key = key.trim_end().to_ascii_lowercase();
        KEYS.iter().any(|known| key.ends_with(known)) && is_literal(value)
    };
    // Settings with `=` may have a colon in their key (`//host/:_authToken=...`), those with `:` a `=` in their value.
    text.lines().any(|line| ['=', ':'].iter().filter_map(|sign| line.split_once(*sign)).any(is_secret))
}

fn holds_cluster_secret(text: &str) -> bool {
    const KEYS: [&str; 4] = ["client-key-data", "token", "password", "secret"];
    text.lines().any(|line| {
        let Some((key, value)) = line.split_once(':') else { return false };
        let key = key.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '-'));
        KEYS.contains(&key) && is_literal(value)
    })
}

/// Returns whether a setting's value stands there itself and is no variable, placeholder or nothing.
fn is_literal(value: &str) -> bool {
    let value = value.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ','));
    value.len() >= 8 && !value.starts_with(['$', '<', '{', '%']) && !token::is_placeholder(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_decide() {
        assert!(NAMES.is_sorted());
        for path in [
            ".env",
            "a/.env.production",
            "a/.ENV",
            "deploy/id_rsa",
            "x/store.jks",
            "cert.PFX",
            "home/.aws/credentials",
            ".docker/config.json",
            ".kube/config",
            "a/terraform.tfstate.backup",
            "prod.tfvars",
            "prod.auto.tfvars.json",
            ".netrc",
        ] {
            assert!(is_secret_by_name(path), "{path}");
        }
        for path in [
            ".env.example",
            ".env.local.sample",
            ".environment",
            "env",
            "id_rsa.pub",
            "x.aws/credentials",
            "aws/credentials",
            "docker/config.json",
            "example.tfvars",
            "keystore.go",
            "secrets.yaml",
            "credentials.py",
            "a.env",
            "kubeconfig",
            "server.pem",
        ] {
            assert!(!is_secret_by_name(path), "{path}");
        }
    }

    #[test]
    fn names_of_both_kinds_are_decided_by_their_text() {
        let secret = "x".repeat(3) + "9f8e7d6c5b4a39281706";
        let cases = [
            (".npmrc", format!("//registry.npmjs.org/:_authToken={secret}\n"), true),
            (".npmrc", "//registry.npmjs.org/:_authToken=${NPM_TOKEN}\nregistry=https://r\n".to_owned(), false),
            (".npmrc", "package-lock=false\n".to_owned(), false),
            (".yarnrc.yml", format!("npmAuthToken: \"{secret}\"\n"), true),
            ("a/kubeconfig", format!("users:\n- user:\n    token: {secret}\n"), true),
            ("a/kubeconfig", "users:\n- user:\n    token: <token>\n".to_owned(), false),
            ("dev.kubeconfig", format!("    client-key-data: {secret}\n"), true),
            ("a.pem", "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n".to_owned(), false),
            ("a.key", "0123456789abcdef".to_owned(), true),
            ("a.key", "-----BEGIN PGP PUBLIC KEY BLOCK-----\n".to_owned(), false),
            ("a.go", "token: abcdefghijkl".to_owned(), false),
        ];
        for (path, text, expected) in cases {
            assert_eq!(is_secret_by_name_and_text(path, &text), expected, "{path}: {text}");
        }
    }
}
