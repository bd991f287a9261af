//! Owns reading one file for a sync, and what is kept of it; owns no rule of what a file is (the walk crate does).

use std::time::SystemTime;

use graphicle_engine::facts::Outcome;
use graphicle_walk::{Found, ReadLimits, Reading, SkipReason, Stat, Walk, read};

use crate::store::{ContentHash, FileRecord, KeptOut, SkipRecord};

/// A file that was read.
#[derive(Debug)]
pub(super) struct ReadFile {
    /// Its record; the parse's outcome is still open.
    pub(super) record: FileRecord,
    /// Its text as UTF-8; empty where it is withheld.
    pub(super) text: String,
}

impl ReadFile {
    /// Returns whether everything that a snapshot holds of the file is as it was when `kept` was written.
    pub(super) fn says_the_same_as(&self, kept: &FileRecord) -> bool {
        let own = &self.record;
        own.content == kept.content && own.language == kept.language && own.roles == kept.roles
    }
}

/// What reading a listed file gave.
#[derive(Debug)]
pub(super) enum Examined {
    /// It is gone.
    Gone,
    /// It is left out.
    Skipped(SkipRecord),
    /// It belongs to the project.
    Read(ReadFile),
}

/// Reads listed files.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    walk: &'a Walk,
    limits: ReadLimits,
}

impl<'a> Reader<'a> {
    /// Returns a reader of the files of `walk`.
    pub(super) fn new(walk: &'a Walk) -> Self {
        Self { walk, limits: ReadLimits::default() }
    }

    /// Reads a file.
    pub(super) fn examine(&mut self, found: &Found) -> Examined {
        // Taken before the file is opened: what is written to it later has a later time, or one that is close.
        let seen = SystemTime::now();
        let record = |hash, language, roles, stat: Stat, text_bytes, kept_out| FileRecord {
            stat,
            racy: stat.is_racy(seen),
            content: ContentHash(hash),
            language,
            roles,
            outcome: Outcome::NoGrammar,
            text_bytes,
            kept_out,
        };
        match read(&self.walk.root, found, &self.limits) {
            Reading::Text(file) => Examined::Read(ReadFile {
                record: record(
                    file.hash,
                    file.language,
                    file.roles,
                    file.stat,
                    file.text.len() as u64,
                    file.redactions.map(KeptOut::Redacted),
                ),
                text: file.text,
            }),
            Reading::Withheld(file) => Examined::Read(ReadFile {
                record: record(file.hash, file.language, file.roles, file.stat, 0, Some(KeptOut::Withheld(file.kind))),
                text: String::new(),
            }),
            Reading::Skipped(SkipReason::Vanished) => Examined::Gone,
            Reading::Skipped(reason) => Examined::Skipped(SkipRecord {
                reason,
                stat: Some(found.stat),
                racy: found.stat.is_racy(seen) || is_for_now(reason),
            }),
        }
    }
}

/// Returns whether a reason may pass without the file changing: who reads, or what the system has left to give, is
/// another at the next sync.
fn is_for_now(reason: SkipReason) -> bool {
    matches!(reason, SkipReason::Changing | SkipReason::Unreadable)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn a_file_that_the_system_refuses_is_tried_again_though_it_does_not_change() {
        let temp = tempfile::tempdir().unwrap();
        let walk = Walk { root: temp.path().to_owned(), git: None, files: Vec::new(), skipped: Vec::new() };
        // Longer than a system call takes, for every user; the stat is of a time long ago.
        let path: PathBuf = std::iter::repeat_n("folder", 100_000).collect();
        let found = Found::new(path.to_str().unwrap().to_owned(), Stat::default());
        let Examined::Skipped(record) = Reader::new(&walk).examine(&found) else { panic!("it is left out") };
        assert_eq!((record.reason, record.racy), (SkipReason::Unreadable, true));
    }
}
