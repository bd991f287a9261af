//! Owns reading one file: opening it without following a link, taking it whole or not at all, and putting together what
//! the modules of encodings, secrets and roles say of it. Owns none of those rules.

use std::io::{self, Read as _};
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

use graphicle_engine::language::Language;
use graphicle_engine::role::Roles;
use sha2::{Digest as _, Sha256};

use crate::disk::{self, Opened, Root};
use crate::secret::{self, Finding, Redactions, SecretKind};
use crate::{Found, SkipReason, Stat, Time, roles, text};

/// How much of a file may be read, and how often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadLimits {
    /// The size in bytes above which a file is skipped.
    pub max_bytes: u64,
    /// How often to start again when a file changes while it is read.
    pub attempts: NonZeroUsize,
}

impl ReadLimits {
    /// The default of [`ReadLimits::max_bytes`]: 16 MiB. No source that people wrote comes near it (the largest of the
    /// projects that this was tried on has 3 MiB), while one such file of data would take as long to index as a
    /// thousand sources.
    pub const MAX_BYTES: u64 = 16 * 1024 * 1024;
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self { max_bytes: Self::MAX_BYTES, attempts: NonZeroUsize::MIN.saturating_add(4) }
    }
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// Text.
    Text(TextFile),
    /// Text that is kept out because it is, or most likely holds, a secret: the file is listed and no more.
    Withheld(Withheld),
    /// The file is left out.
    Skipped(SkipReason),
}

/// A text file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFile {
    /// The text as UTF-8 without a byte order mark. Line ends are the file's own.
    pub text: String,
    /// The first 16 bytes of the SHA-256 of the file's bytes.
    pub hash: [u8; 16],
    /// The language, by name and text.
    pub language: Language,
    /// The roles, by path and text.
    pub roles: Roles,
    /// The name of the file's encoding: the WHATWG's, or `UTF-32LE` and `UTF-32BE`.
    pub encoding: &'static str,
    /// Whether some of the file's bytes fit no encoding and stand as U+FFFD.
    pub lossy: bool,
    /// The secrets that were found among the text and blotted out, each on its own lines, so that lines keep their
    /// numbers; `None` where there are none.
    pub redactions: Option<Redactions>,
    /// What the system told of the file when it was read.
    pub stat: Stat,
}

/// A file whose text is kept out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withheld {
    /// As in [`TextFile::hash`].
    pub hash: [u8; 16],
    /// As in [`TextFile::language`].
    pub language: Language,
    /// As in [`TextFile::roles`], with [`Roles::SECRET`].
    pub roles: Roles,
    /// What was recognised.
    pub kind: SecretKind,
    /// As in [`TextFile::stat`].
    pub stat: Stat,
}

/// Reads a file that a walk of `root` found.
///
/// No link is followed at any part of the path, so that nothing outside `root` is read even if the tree changes while
/// it is walked. The bytes are those of one state of the file: one that changes while it is read is read again.
pub fn read(root: &Path, found: &Found, limits: &ReadLimits) -> Reading {
    let root = match Root::open(root) {
        Ok(root) => root,
        Err(error) => return Reading::Skipped(reason_of(&error)),
    };
    for attempt in 0..limits.attempts.get() {
        // Who writes in one go is done in the meantime.
        thread::sleep(Duration::from_millis(2).saturating_mul(u32::try_from(attempt).unwrap_or(u32::MAX)));
        match read_once(&root, found, limits) {
            Ok(Bytes::Whole(bytes, stat)) => return classify(&found.path, bytes, stat),
            Ok(Bytes::Binary) => return Reading::Skipped(binary_reason(&found.path)),
            Ok(Bytes::TooLarge) => return Reading::Skipped(SkipReason::TooLarge),
            Ok(Bytes::Changed) => {}
            Err(error) => return Reading::Skipped(reason_of(&error)),
        }
    }
    Reading::Skipped(SkipReason::Changing)
}

/// What came of one try to read a file.
enum Bytes {
    Whole(Vec<u8>, Stat),
    Binary,
    TooLarge,
    Changed,
}

/// Two changes within one step of the clock by which a system marks files may leave the same mark. The step is 10 ms at
/// most on systems in use; file systems with coarser marks ([`Stat::is_racy`]) are beyond help here.
const STEP: Duration = Duration::from_millis(20);

/// Returns whether a file changed so lately that one more change could leave it with the same mark.
fn is_unsettled(stat: &Stat) -> bool {
    let now = SystemTime::now();
    let changed = stat.mtime.max(stat.ctime);
    let limit = now.checked_sub(STEP).map_or_else(Time::default, Time::from);
    // A mark in the future, of another machine's clock, tells nothing.
    changed >= limit && changed <= Time::from(now)
}

fn read_once(root: &Root, found: &Found, limits: &ReadLimits) -> io::Result<Bytes> {
    /// Enough to know nearly every binary file by.
    const START: u64 = 8 * 1024;
    let Opened { file, stat } = root.file(found.os_path())?;
    if stat.size > limits.max_bytes {
        return Ok(Bytes::TooLarge);
    }
    if is_unsettled(&stat) {
        thread::sleep(STEP);
        if disk::file_stat(&file)? != stat {
            return Ok(Bytes::Changed);
        }
    }
    let mut bytes = Vec::with_capacity(usize::try_from(stat.size).unwrap_or(0).saturating_add(1));
    (&file).take(START).read_to_end(&mut bytes)?;
    if text::is_surely_binary(&bytes) {
        return Ok(Bytes::Binary);
    }
    // One byte more than the file has, so that a file that grows is noticed and none is read without end.
    (&file).take((stat.size + 1).saturating_sub(bytes.len() as u64)).read_to_end(&mut bytes)?;
    let is_whole = bytes.len() as u64 == stat.size && disk::file_stat(&file)? == stat;
    Ok(if is_whole { Bytes::Whole(bytes, stat) } else { Bytes::Changed })
}

fn classify(path: &str, bytes: Vec<u8>, stat: Stat) -> Reading {
    let hash = hash_of(&bytes);
    let Some(decoded) = text::decode(bytes) else { return Reading::Skipped(binary_reason(path)) };
    if secret::is_secret_by_name_and_text(path, &decoded.text) {
        return Reading::Skipped(SkipReason::SecretName);
    }
    if is_pack(&decoded.text) {
        return Reading::Skipped(SkipReason::Pack);
    }
    let language = Language::of_text(path, &decoded.text);
    let mut roles = roles::roles_of_path(path).with(roles::roles_of_text(language, &decoded.text));
    let (text, redactions) = match secret::look_for(language, decoded.text) {
        Finding::Clean(text) => (text, None),
        Finding::Redacted { text, redactions } => (text, Some(redactions)),
        Finding::Withhold(kind) => {
            return Reading::Withheld(Withheld { hash, language, roles: roles.with(Roles::SECRET), kind, stat });
        }
    };
    if decoded.encoding != text::UTF_8 {
        roles = roles.with(Roles::TRANSCODED);
    }
    if decoded.lossy {
        roles = roles.with(Roles::DAMAGED);
    }
    let (encoding, lossy) = (decoded.encoding, decoded.lossy);
    Reading::Text(TextFile { text, hash, language, roles, encoding, lossy, redactions, stat })
}

/// Returns whether a text is a pack: those that are kept in the project's folder would else be found for every question.
fn is_pack(text: &str) -> bool {
    ["# graphicle pack: ", "<section name=\"header\">\ngraphicle pack: ", "{\"format\":\"graphicle.pack.v"]
        .iter()
        .any(|start| text.starts_with(start))
}

/// A key in a binary format is a key before it is binary.
fn binary_reason(path: &str) -> SkipReason {
    if secret::is_key_name(path) { SkipReason::SecretName } else { SkipReason::Binary }
}

fn hash_of(bytes: &[u8]) -> [u8; 16] {
    let mut hash = [0; 16];
    for (to, from) in hash.iter_mut().zip(Sha256::digest(bytes)) {
        *to = from;
    }
    hash
}

fn reason_of(error: &io::Error) -> SkipReason {
    match error.kind() {
        // The latter two, and a link: the name stands for another thing by now.
        io::ErrorKind::NotFound
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::IsADirectory
        | io::ErrorKind::InvalidInput => SkipReason::Vanished,
        _ if disk::is_link_error(error) => SkipReason::Vanished,
        _ => SkipReason::Unreadable,
    }
}
