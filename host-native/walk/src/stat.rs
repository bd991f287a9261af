//! Owns what the system tells of a file without reading it; decides nothing from it but whether it can be trusted.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// A point in time as file systems keep it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Time {
    /// Whole seconds since 1970, negative before.
    pub secs: i64,
    /// Nanoseconds within the second.
    pub nanos: u32,
}

impl From<SystemTime> for Time {
    fn from(time: SystemTime) -> Self {
        let Ok(after) = time.duration_since(UNIX_EPOCH) else { return Self::default() };
        Self { secs: i64::try_from(after.as_secs()).unwrap_or(i64::MAX), nanos: after.subsec_nanos() }
    }
}

/// What the system tells of a file without reading it. Two equal values mean an unchanged file, unless
/// [`Stat::is_racy`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Stat {
    /// Bytes.
    pub size: u64,
    /// Last change of the content.
    pub mtime: Time,
    /// Last change of the content or of the file's own data; zero where the system has no such time.
    pub ctime: Time,
    /// The file's number on its device; zero where the system has none.
    pub inode: u64,
    /// The device; zero where the system has none.
    pub device: u64,
}

impl Stat {
    /// Returns whether the file may have changed after `seen` without this value changing with it: file systems keep
    /// times in steps, so that two changes within one step look like one.
    ///
    /// `seen` is when the file was read. The coarsest step in use is FAT's two seconds.
    pub fn is_racy(&self, seen: SystemTime) -> bool {
        const STEP: Duration = Duration::from_secs(2);
        let limit = seen.checked_sub(STEP).map_or_else(Time::default, Time::from);
        self.mtime.max(self.ctime) >= limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_changed_just_before_it_was_read_is_racy() {
        let seen = UNIX_EPOCH + Duration::from_secs(1000);
        let at = |secs| Stat { mtime: Time { secs, nanos: 0 }, ..Stat::default() };
        assert!(!at(997).is_racy(seen));
        assert!(at(998).is_racy(seen));
        assert!(at(2000).is_racy(seen), "a time in the future proves nothing");
        let renamed = Stat { ctime: Time { secs: 999, nanos: 0 }, ..at(10) };
        assert!(renamed.is_racy(seen));
    }
}
