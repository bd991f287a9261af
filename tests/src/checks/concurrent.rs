//! Owns the check that syncs of one project at the same time all succeed, that one of them does the work, and that
//! readers see a whole state meanwhile.

use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use crate::made::{Shape, edit, make};
use crate::random::Random;
use crate::sandbox::{Done, Sandbox};

/// Does `count` rounds of two or three syncs at once, with a status beside them.
pub fn rounds(count: u64, seed: u64) {
    let mut random = Random::of(seed);
    let sandbox = Sandbox::new();
    make(&sandbox, Shape::Linked, &mut random);
    make(&sandbox, Shape::Crowded, &mut random);
    sandbox.sync();
    for round in 0..count {
        let is_first = random.once_in(5);
        if is_first {
            fs::remove_dir_all(&sandbox.data).unwrap();
        }
        let edits: Vec<String> = (0..=random.below(4)).map(|_| edit(&sandbox, &mut random)).collect();
        let syncs: Vec<Child> = (0..2 + random.below(2))
            .map(|_| {
                thread::sleep(Duration::from_micros(random.below(30_000) as u64));
                start(&sandbox, &["sync", "--json"])
            })
            .collect();
        let status = start(&sandbox, &["status", "--json"]);
        let mut new_snapshots = 0;
        for sync in syncs {
            let done = Done::of(&sync.wait_with_output().unwrap()).json();
            new_snapshots += u64::from(done["new_snapshot"].as_bool().unwrap());
        }
        assert!(new_snapshots <= 1, "round {round} of seed {seed}: {new_snapshots} of them did the same work");
        assert!(!is_first || new_snapshots == 1, "round {round} of seed {seed}: nobody did the work");
        let status = Done::of(&status.wait_with_output().unwrap());
        let is_unknown = is_first && status.stderr.contains("never synced");
        assert!(status.code == 0 || is_unknown, "round {round} of seed {seed}: {status:?}");
        if let Some(difference) = sandbox.difference_from_fresh() {
            panic!("seed {seed}, round {round}, {edits:#?}\nnot like a fresh sync: {difference}");
        }
    }
}

fn start(sandbox: &Sandbox, args: &[&str]) -> Child {
    sandbox.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}
