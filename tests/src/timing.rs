//! Owns measuring the program on one project: a sync into a data folder of the benchmark's own, how long whole commands take
//! in fresh processes, the most memory that they hold, and how times are printed. It owns no command and no figure.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::fixture::{program, snapshot_file};
use crate::process::peak_memory;

/// How often a process's memory is looked at. Only what it takes in its very last moment can be missed.
const LOOK: Duration = Duration::from_millis(1);

/// The program on one synced project.
#[derive(Debug)]
pub struct Timed {
    program: PathBuf,
    data: tempfile::TempDir,
    folder: PathBuf,
}

impl Timed {
    /// Syncs a folder, in which nothing is changed.
    pub fn synced(folder: &Path) -> Self {
        let own = Self { program: program(), data: tempfile::tempdir().unwrap(), folder: folder.to_owned() };
        let mut sync = Command::new(&own.program);
        sync.arg("sync").arg(folder).env("GRAPHICLE_DATA_DIR", own.data()).stdout(Stdio::null()).stderr(Stdio::null());
        assert!(sync.status().expect("the program runs").success(), "the sync failed");
        own
    }

    /// Returns the data folder.
    pub fn data(&self) -> &Path {
        self.data.path()
    }

    /// Returns the bytes of the project's snapshot.
    pub fn snapshot(&self) -> Vec<u8> {
        fs::read(snapshot_file(self.data())).expect("the snapshot is there")
    }

    /// Returns a command that reads its question from a file; nothing that it prints is kept.
    fn command(&self, command: &str, question: &str, options: &[&str]) -> Command {
        let file = self.data().join("question");
        fs::write(&file, question).expect("the question can be written");
        let mut process = Command::new(&self.program);
        process.args([command, "-", "--project"]).arg(&self.folder).args(options);
        process.env("GRAPHICLE_DATA_DIR", self.data()).stdout(Stdio::null()).stderr(Stdio::null());
        process.stdin(fs::File::open(file).expect("the question is there"));
        process
    }

    /// Returns how long a command takes from its start to its end.
    pub fn time(&self, command: &str, question: &str, options: &[&str]) -> Duration {
        let mut process = self.command(command, question, options);
        let start = Instant::now();
        let status = process.status().expect("the program runs");
        let took = start.elapsed();
        assert!(status.success(), "{command} {options:?} failed");
        took
    }

    /// Returns the most memory that a command holds, bytes; 0 where that cannot be seen: where there is no /proc, or it
    /// ends between two looks. Looking slows it down, so that its time is taken in other runs.
    pub fn memory(&self, command: &str, question: &str, options: &[&str]) -> u64 {
        let mut child = self.command(command, question, options).spawn().expect("the program runs");
        let mut most = 0;
        while matches!(child.try_wait(), Ok(None)) {
            most = most.max(peak_memory(child.id()));
            sleep(LOOK);
        }
        most
    }
}

/// Returns the median of some times and their range, in milliseconds with so many decimals.
pub fn cell(times: &[Duration], decimals: usize) -> String {
    let mut times = times.to_vec();
    times.sort_unstable();
    let ms = |at: usize| times.get(at).map_or(0.0, |time| time.as_secs_f64() * 1e3);
    let (median, least, most) = (ms(times.len() / 2), ms(0), ms(times.len().saturating_sub(1)));
    format!("{median:.decimals$} ms ({least:.decimals$} to {most:.decimals$})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_has_the_median_and_the_range() {
        let times = [30, 10, 20].map(Duration::from_millis);
        assert_eq!(cell(&times, 0), "20 ms (10 to 30)");
        assert_eq!(cell(&times, 1), "20.0 ms (10.0 to 30.0)");
    }
}
