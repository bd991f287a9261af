//! Owns the check that a sync, or a parser process of one, may be killed at any moment: the next command works, and the
//! next sync leaves what a first one leaves.

use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::made::{Shape, edit, make};
use crate::process::{below, kill};
use crate::random::Random;
use crate::sandbox::{Done, Sandbox};

/// What rounds of killing came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Killed {
    /// Syncs that were killed while they ran.
    pub syncs: u64,
    /// Syncs that had ended before they, or a parser process of theirs, could be killed.
    pub missed: u64,
    /// Parser processes that were killed; the sync that had started them went on.
    pub workers: u64,
}

/// Does rounds of editing, syncing and killing until `count` processes were killed while they ran.
pub fn rounds(count: u64, seed: u64) -> Killed {
    let mut random = Random::of(seed);
    let sandbox = Sandbox::new();
    make(&sandbox, Shape::Linked, &mut random);
    make(&sandbox, Shape::Crowded, &mut random);
    // How long a first sync and a following one take: the moments of killing are spread over a little more than that.
    let mut whole = [timed(&sandbox); 2];
    let mut killed = Killed::default();
    while killed.syncs + killed.workers < count {
        let round = killed.syncs + killed.workers + killed.missed;
        assert!(round < 10 * (count + 10), "nearly every sync ends before it is killed: {killed:?}");
        let is_about_worker = random.once_in(3);
        // A first sync keeps its parser processes for longer.
        let is_first = random.once_in(if is_about_worker { 2 } else { 4 });
        if is_first {
            fs::remove_dir_all(&sandbox.data).unwrap();
        }
        let edits: Vec<String> = (0..=random.below(4)).map(|_| edit(&sandbox, &mut random)).collect();
        let sync = sandbox.command(&["sync", "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        if is_about_worker {
            *if kill_a_worker(sync, &mut random) { &mut killed.workers } else { &mut killed.missed } += 1;
        } else {
            let most = whole[usize::from(is_first)].as_micros() * 11 / 10;
            thread::sleep(Duration::from_micros(random.below(usize::try_from(most).unwrap()) as u64));
            *if kill_sync(sync) { &mut killed.syncs } else { &mut killed.missed } += 1;
        }
        assert_next_command_works(&sandbox, &mut random);
        if random.once_in(3) {
            edit(&sandbox, &mut random);
        }
        let took = timed(&sandbox);
        whole[usize::from(is_first)] = took.max(whole[usize::from(is_first)] / 2);
        if let Some(difference) = sandbox.difference_from_fresh() {
            panic!("seed {seed}, round {round}, {edits:#?}\nnot like a fresh sync: {difference}");
        }
    }
    killed
}

fn timed(sandbox: &Sandbox) -> Duration {
    let started = Instant::now();
    sandbox.sync();
    started.elapsed()
}

/// Kills a sync. Returns whether it was still running.
fn kill_sync(mut sync: Child) -> bool {
    let was_running = matches!(sync.try_wait(), Ok(None));
    sync.kill().unwrap();
    sync.wait().unwrap();
    was_running
}

/// Kills one of a sync's parser processes, at a random moment after it is seen, and checks that the sync loses nothing
/// by it. Returns whether there was one.
fn kill_a_worker(mut sync: Child, random: &mut Random) -> bool {
    let mut was_killed = false;
    while !was_killed && matches!(sync.try_wait(), Ok(None)) {
        let workers = below(sync.id());
        if workers.is_empty() {
            thread::sleep(Duration::from_millis(1));
        } else {
            thread::sleep(Duration::from_micros(random.below(60_000) as u64));
            was_killed = kill(*random.pick(&workers));
        }
    }
    let done = Done::of(&sync.wait_with_output().unwrap()).json();
    assert_eq!(done["parser_crashes"], 0, "a file that a killed parser was at is given to another: {done}");
    was_killed
}

/// Runs a command that reads what is there. Before the first sync of a project has named it, there is nothing to read.
fn assert_next_command_works(sandbox: &Sandbox, random: &mut Random) {
    let args = *random.pick(&[&["status", "--json"][..], &["projects", "--json"], &["status", "--skipped"]]);
    let done = sandbox.run(args);
    let is_unknown = done.stderr.contains("never synced");
    assert!(done.code == 0 || (done.code == 1 && is_unknown), "{args:?}: {done:?}");
}
