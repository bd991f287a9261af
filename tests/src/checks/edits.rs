//! Owns the check that a sync after any changes leaves what a first sync of the same folder leaves, to the last byte.

use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::in_parallel;
use crate::made::{Shape, edit, make};
use crate::random::Random;
use crate::sandbox::{SETTLE, Sandbox};

/// What sequences of edits came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edited {
    /// Edits made.
    pub edits: u64,
    /// Times the result was compared with a fresh sync's.
    pub comparisons: u64,
}

/// Does `count` sequences of edits, each with a seed of its own from `seed` on, and compares after every step.
pub fn sequences(count: u64, seed: u64) -> Edited {
    let [edits, comparisons] = [const { AtomicU64::new(0) }; 2];
    in_parallel(count, seed, |seed| {
        let done = sequence(seed);
        edits.fetch_add(done.edits, Ordering::Relaxed);
        comparisons.fetch_add(done.comparisons, Ordering::Relaxed);
    });
    Edited { edits: edits.into_inner(), comparisons: comparisons.into_inner() }
}

fn sequence(seed: u64) -> Edited {
    let mut random = Random::of(seed);
    let sandbox = Sandbox::new();
    let shape = [Shape::Linked, Shape::Linked, Shape::Corpus, Shape::Crowded][random.below(4)];
    make(&sandbox, shape, &mut random);
    if random.once_in(2) {
        sandbox.git_init();
    }
    if random.once_in(2) {
        // Files that are younger than this are read again whatever their times say.
        thread::sleep(SETTLE);
    }
    sandbox.sync();
    let mut told = Vec::new();
    let steps = 4 + random.below(5) as u64;
    for step in 1..=steps {
        told.push(format!("step {step}"));
        // Tools change files while a sync runs, and what it took of them must not count as seen.
        let meanwhile = random
            .once_in(6)
            .then(|| sandbox.command(&["sync", "--json"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        for _ in 0..=random.below(3) {
            told.push(edit(&sandbox, &mut random));
        }
        if let Some(mut sync) = meanwhile {
            told.push("while a sync ran".to_owned());
            sync.wait().unwrap();
        }
        if random.once_in(10) {
            told.push("a forced sync".to_owned());
            sandbox.run(&["sync", "--force", "--json"]).json();
        }
        let done = sandbox.run(&["sync", "--json"]);
        assert_eq!(done.code, 0, "seed {seed}, {shape:?}: {told:#?}\n{done:?}");
        if let Some(difference) = sandbox.difference_from_fresh() {
            panic!("seed {seed}, {shape:?}: {told:#?}\nnot like a fresh sync: {difference}");
        }
    }
    Edited { edits: told.len() as u64 - steps, comparisons: steps }
}
