//! Owns what a worker may take of the machine; owns no limit that counts what is in a file.
//!
//! The extractor's own limits count steps and nodes, so that a file has the same outcome on every machine, and they end
//! nearly every parse that goes wrong. These here are for what those do not see: a scanner that never comes back, a tree
//! that fills the memory. They count processor time and not time, so that a busy machine changes no outcome.

/// How long a worker may compute for one file, seconds. Files that the extractor's limits let through take up to a third.
pub(super) const SECONDS: u64 = 60;

/// The most memory that a worker may hold for its data, bytes. Real files of the largest size that is parsed take up to
/// 0.4 GB; texts that are meant to break parsers take many times that.
#[cfg(unix)]
const MEMORY: u64 = 1 << 30;

/// Lets the system refuse this process more memory than a worker may hold; its parser then ends it. It leaves no image
/// of its memory behind when it crashes. A system without these limits goes without.
#[cfg(unix)]
pub(super) fn for_process() {
    use rustix::process::Resource;
    lower(Resource::Data, MEMORY);
    lower(Resource::Core, 0);
}

/// Lets the system end this process when it has computed too long for its next file.
#[cfg(unix)]
pub(super) fn for_next_file() {
    use rustix::process::Resource;
    use rustix::time::{ClockId, clock_gettime};
    let so_far = u64::try_from(clock_gettime(ClockId::ProcessCPUTime).tv_sec).unwrap_or(0);
    lower(Resource::Cpu, so_far.saturating_add(SECONDS));
}

/// Sets a limit that the process can still change, if what it inherited allows so much. Failing means less protection,
/// and no file is worse parsed for it.
#[cfg(unix)]
fn lower(resource: rustix::process::Resource, to: u64) {
    use rustix::process::{Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(resource).maximum;
    let current = Some(maximum.map_or(to, |most| most.min(to)));
    let _ = setrlimit(resource, Rlimit { current, maximum });
}

#[cfg(not(unix))]
pub(super) fn for_process() {}

#[cfg(not(unix))]
pub(super) fn for_next_file() {}
