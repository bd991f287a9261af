//! Owns watching a command and its children (how much memory they take, which they are) through Linux's /proc, and
//! killing one. Elsewhere nothing is seen.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

/// The most memory that a command took, bytes. Zero where /proc is not there.
#[derive(Debug, Clone, Copy, Default)]
pub struct PeakMemory {
    /// The largest resident set of any one process.
    pub largest_process: u64,
    /// The largest sum over the command's processes at one moment, shared pages divided among those that share them.
    pub all_processes: u64,
}

impl PeakMemory {
    /// Watches a command until it ends, ten times in a second at least.
    pub fn of(child: &mut Child) -> Self {
        let mut peak = Self::default();
        loop {
            let tree = tree_of(child.id());
            let sum = tree.iter().map(|&pid| field(pid, "smaps_rollup", "Pss:")).sum();
            peak.all_processes = peak.all_processes.max(sum);
            for pid in tree {
                peak.largest_process = peak.largest_process.max(peak_memory(pid));
            }
            if !matches!(child.try_wait(), Ok(None)) {
                return peak;
            }
            sleep(Duration::from_millis(20));
        }
    }
}

/// Returns the most memory that a process has held at once so far, bytes; 0 where that is not known.
pub fn peak_memory(pid: u32) -> u64 {
    field(pid, "status", "VmHWM:")
}

/// Returns the processes that a process has started, and those below them.
pub fn below(pid: u32) -> Vec<u32> {
    tree_of(pid).split_off(1)
}

/// Ends a process as `kill -9` does. Returns whether it was there.
pub fn kill(pid: u32) -> bool {
    Command::new("kill").args(["-9", &pid.to_string()]).output().is_ok_and(|output| output.status.success())
}

/// Returns a process and all below it.
fn tree_of(root: u32) -> Vec<u32> {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let Ok(processes) = fs::read_dir("/proc") else { return vec![root] };
    for process in processes.flatten() {
        let Some(pid) = process.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        let Ok(stat) = fs::read_to_string(process.path().join("stat")) else { continue };
        // The name in parentheses may hold anything; the parent is the second field behind it.
        let parent = stat.rsplit_once(") ").and_then(|(_, rest)| rest.split(' ').nth(1)).and_then(|p| p.parse().ok());
        if let Some(parent) = parent {
            children.entry(parent).or_default().push(pid);
        }
    }
    let mut tree = vec![root];
    let mut at = 0;
    while let Some(&pid) = tree.get(at) {
        tree.extend(children.get(&pid).into_iter().flatten());
        at += 1;
    }
    tree
}

/// Returns a field of a process's file in /proc, given there in kB, as bytes.
fn field(pid: u32, file: &str, name: &str) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/{file}")).unwrap_or_default();
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB")?.trim().parse().ok());
    value.unwrap_or(0_u64) * 1024
}
