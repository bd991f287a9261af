//! Owns which labels name an environment section, and whether what stands below a doubtful one is one. It owns no
//! headings: how a label is set apart is decided by the caller.

use alloc::string::String;
use alloc::vec::Vec;

/// What a label says of the section below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    /// It is an environment section.
    Environment,
    /// It is one when it states versions and systems.
    Perhaps,
    /// It is something else.
    Other,
}

/// Labels of environment sections, whole, in lower case.
const SURE: &[&str] = &[
    "environment",
    "environment info",
    "environment information",
    "environment details",
    "environment description",
    "environment settings",
    "env",
    "env info",
    "your environment",
    "my environment",
    "test environment",
    "runtime environment",
    "execution environment",
    "system info",
    "system information",
    "system details",
    "system configuration",
    "system setup",
    "your system",
    "setup info",
    "setup information",
    "versions",
    "version info",
    "version information",
    "version details",
    "version used",
    "versions affected",
    "version affected",
    "tested version",
    "tested versions",
    "affected version",
    "affected versions",
    "software versions",
    "package versions",
    "library versions",
    "dependency versions",
    "versions info",
    "versions and environment",
    "version and environment",
    "operating system",
    "operating systems",
    "operating system and version",
    "operating system version",
    "operating system platform",
    "os",
    "os version",
    "os info",
    "os and version",
    "os platform",
    "host os",
    "platform info",
    "platform and version",
    "browser version",
    "browser and version",
    "browser info",
    "device info",
    "device information",
    "hardware info",
    "installed packages",
    "installed versions",
    "output of pip freeze",
    "output of pip list",
    "output of pd.show_versions",
    "output of xr.show_versions",
    "output of go env",
    "pip freeze",
    "pip list",
    "conda list",
    "conda info",
    "go env",
    "go environment",
    "go version",
    "diagnostics output",
    "flutter doctor output",
    "umgebung",
    "systemumgebung",
    "betriebssystem",
    "environnement",
    "entorno",
    "ambiente",
    "окружение",
    "环境",
    "环境信息",
    "環境",
    "환경",
];

/// Labels that other sections have too: a project may be about devices, an installation may be what fails.
const DOUBTFUL: &[&str] = &[
    "version",
    "system",
    "platform",
    "platforms",
    "browser",
    "browsers",
    "device",
    "devices",
    "desktop",
    "smartphone",
    "hardware",
    "installation",
    "installation method",
    "cloud provider",
    "python and os",
    "バージョン",
    "版本",
    "操作系统",
];

/// Starts of labels that are followed by more: a command, a list of tools.
const STARTS: &[&str] = &[
    "system information",
    "system info",
    "your environment",
    "environment information",
    "version information",
    "output of go env",
    "anything else we need to know about the environment",
];

/// Words of sentences, which no label of a version has.
const SENTENCE_WORDS: &[&str] = &[
    "to",
    "in",
    "of",
    "a",
    "the",
    "after",
    "with",
    "from",
    "for",
    "wrong",
    "new",
    "upgrade",
    "update",
    "support",
    "add",
    "remove",
    "bump",
    "breaks",
    "drop",
    "fix",
    "not",
    "no",
    "is",
    "old",
    "invalid",
    "unsupported",
    "incompatible",
    "unknown",
    "expected",
    "detected",
    "missing",
    "protocol",
    "schema",
];

/// Returns what a label says.
pub(super) fn label(label: &str) -> Label {
    let words = plain_words(&without_brackets(label));
    // Numbers and pictures stand before some labels.
    let numbered = words.first().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let words = words.get(usize::from(numbered)..).unwrap_or(&[]);
    let text = words.join(" ");
    if SURE.contains(&text.as_str()) {
        return Label::Environment;
    }
    // "Matplotlib version", "Home Assistant Core version", "sphinx-build versions": a name of up to three words.
    let names_version = ends_in_version(words) && words.len() <= 4;
    // "What version of Go are you using", "Which operating system do you use".
    let asks = matches!(words.first().map(String::as_str), Some("what" | "which"));
    let asked = words.iter().take(4).any(|word| {
        matches!(
            word.as_str(),
            "version" | "versions" | "operating" | "os" | "platform" | "browser" | "browsers" | "environment" | "type"
        )
    });
    let is_doubtful = DOUBTFUL.contains(&text.as_str())
        || names_version
        || (asks && asked)
        || text.starts_with("version of ")
        || STARTS.iter().any(|start| text.starts_with(start));
    if is_doubtful { Label::Perhaps } else { Label::Other }
}

/// Returns whether words end in "version" and none is one of a sentence.
pub(super) fn ends_in_version(words: &[String]) -> bool {
    matches!(words.last().map(String::as_str), Some("version" | "versions"))
        && !words.iter().any(|word| SENTENCE_WORDS.contains(&word.as_str()))
}

/// Returns whether the first lines below a label state versions or systems and hold neither code nor prose.
pub(super) fn states_environment<'a>(below: impl Iterator<Item = &'a str>) -> bool {
    /// Lines that are looked at.
    const LOOKED_AT: usize = 3;
    /// A line of more words is prose.
    const MOST_WORDS: usize = 14;
    let is_text =
        |line: &&str| !line.is_empty() && !line.starts_with(['<', '|']) && super::fences::opening(line).is_none();
    let mut states = false;
    for line in below.map(str::trim).filter(is_text).take(LOOKED_AT) {
        let is_code = ["import ", "from ", "def ", "class ", "fn ", "func ", "const ", "let ", "var "]
            .iter()
            .any(|start| line.starts_with(start))
            || line.ends_with(['{', ';']);
        if is_code || line.split_whitespace().count() > MOST_WORDS {
            break;
        }
        states |= states_value(line);
    }
    states
}

/// Returns whether a line holds a version, a system's name, or says that there is nothing to say.
fn states_value(line: &str) -> bool {
    const SYSTEMS: [&str; 24] = [
        "linux", "ubuntu", "debian", "fedora", "centos", "rhel", "alpine", "arch", "macos", "osx", "mac", "windows",
        "win", "android", "ios", "chrome", "firefox", "safari", "edge", "docker", "latest", "master", "main", "n/a",
    ];
    let lower = line.to_lowercase();
    lower.contains("no response")
        || lower.split(|c: char| c.is_whitespace() || ",;()[]*".contains(c)).any(|word| {
            let digits = word.trim_start_matches(['v', 'V', '=', '<', '>', '~', '^']);
            SYSTEMS.contains(&word.trim_matches([':', '.']))
                || (digits.starts_with(|c: char| c.is_ascii_digit())
                    && (digits.contains('.') || lower.split_whitespace().count() <= 3))
                || word.rsplit([':', '=', '-', '@']).next().is_some_and(|end| {
                    end.starts_with(|c: char| c.is_ascii_digit()) && end.contains('.') && word.len() > end.len()
                })
        })
}

/// Returns a label without what stands in brackets.
fn without_brackets(label: &str) -> String {
    let mut depth = 0_usize;
    label
        .chars()
        .filter(|&c| {
            depth += usize::from(matches!(c, '(' | '（'));
            let inside = depth > 0;
            depth -= usize::from(matches!(c, ')' | '）') && inside);
            !inside
        })
        .collect()
}

/// Returns the words of a label in lower case, without punctuation.
pub(super) fn plain_words(label: &str) -> Vec<String> {
    label
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '+' | '&')))
        .map(|word| if word == "&" { "and" } else { word })
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .map(|word| word.trim_matches(['.', '-', '_']).chars().flat_map(char::to_lowercase).collect())
        .collect()
}
