//! Owns ranking the cases of a list: each snapshot is opened once, on as many threads as there are processors. It owns no
//! printing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use graphicle::eval::{Case, CaseRanks};
use graphicle_engine::question::{Question, Reading};
use graphicle_engine::ranking::{RankedFile, Weights, rank};
use graphicle_engine::snapshot::Snapshot;
use serde::Deserialize;

/// The constants that a run is made with.
#[derive(Debug, Clone, Default)]
pub(crate) struct Constants {
    reading: Reading,
    weights: Weights,
}

impl Constants {
    /// Changes the constant called `name`; returns whether there is one.
    pub(crate) fn set(&mut self, name: &str, value: f32) -> bool {
        self.weights.set(name, value) || self.reading.set(name, value)
    }
}

/// A case and where it belongs.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Placed {
    /// The set.
    pub(crate) set: String,
    /// The repository.
    pub(crate) group: String,
    /// The snapshot's file, from the list's folder.
    snapshot: String,
    /// The lines of key files that the answer lies in, first and last, where the set knows them.
    #[serde(default)]
    lines: BTreeMap<String, Vec<(u32, u32)>>,
    #[serde(flatten)]
    pub(crate) case: Case,
}

/// What ranking a case gave.
pub(crate) struct Done {
    pub(crate) placed: Placed,
    pub(crate) ranks: CaseRanks,
    /// The first paths.
    pub(crate) paths: Vec<String>,
    /// A line for each of the very first files.
    pub(crate) tops: Vec<String>,
    /// For each range of lines that the answer lies in, the place of the first passage of its file that meets it.
    pub(crate) met: Vec<Option<usize>>,
    pub(crate) took: Duration,
}

/// A list of cases.
pub(crate) struct Cases {
    folder: PathBuf,
    by_snapshot: BTreeMap<String, Vec<Placed>>,
}

impl Cases {
    /// Reads a list, or the cases of one set of it.
    pub(crate) fn read(list: &Path, only: Option<&str>) -> Self {
        let text = fs::read_to_string(list).expect("a list of cases");
        let mut by_snapshot: BTreeMap<String, Vec<Placed>> = BTreeMap::new();
        for line in text.lines().filter(|line| !line.is_empty()) {
            let placed: Placed = serde_json::from_str(line).expect("a case");
            if only.is_none_or(|only| only == placed.set) {
                by_snapshot.entry(placed.snapshot.clone()).or_default().push(placed);
            }
        }
        Self { folder: list.parent().unwrap_or(Path::new(".")).to_owned(), by_snapshot }
    }

    /// Returns whether there is no case.
    pub(crate) fn is_empty(&self) -> bool {
        self.by_snapshot.is_empty()
    }

    /// Ranks all cases; they are in order of their sets, repositories and names.
    pub(crate) fn rank(&self, constants: &Constants) -> Vec<Done> {
        let work = Mutex::new(self.by_snapshot.iter().collect::<Vec<_>>());
        let done: Mutex<Vec<Done>> = Mutex::default();
        let rank_all = || {
            loop {
                let next = work.lock().expect("no thread panicked").pop();
                let Some((file, cases)) = next else { break };
                let bytes = fs::read(self.folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
                let snapshot = Snapshot::open(&bytes).expect("a snapshot");
                for placed in cases {
                    let one = rank_one(&snapshot, placed, constants);
                    done.lock().expect("no thread panicked").push(one);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(rank_all);
            }
        });
        let mut done = done.into_inner().expect("no thread panicked");
        done.sort_by(|a, b| {
            (&a.placed.set, &a.placed.group, &a.ranks.id).cmp(&(&b.placed.set, &b.placed.group, &b.ranks.id))
        });
        done
    }
}

fn rank_one(snapshot: &Snapshot<'_>, placed: &Placed, constants: &Constants) -> Done {
    let start = Instant::now();
    let ranking = rank(snapshot, &Question::read_with(&placed.case.question, &constants.reading), &constants.weights);
    let took = start.elapsed();
    let paths: Vec<&str> =
        ranking.files.iter().map(|ranked| snapshot.file(ranked.file).map_or("", |file| file.path)).collect();
    let top = |(ranked, path): (&RankedFile, &&str)| {
        format!("{:8.2} {:?} {:?} {path}", ranked.score, ranked.entered, ranked.arms)
    };
    let met = |path: &String, range: (u32, u32)| {
        let at = paths.iter().position(|own| own == path)?;
        ranking.files[at].passages.iter().position(|&(passage, _)| {
            snapshot.passage(passage).is_some_and(|own| own.lines.start <= range.1 && range.0 <= own.lines.end)
        })
    };
    Done {
        ranks: CaseRanks::new(&placed.case, &paths),
        tops: ranking.files.iter().zip(&paths).take(12).map(top).collect(),
        met: placed.lines.iter().flat_map(|(path, own)| own.iter().map(|&range| met(path, range))).collect(),
        paths: paths.iter().take(200).map(ToString::to_string).collect(),
        took,
        placed: placed.clone(),
    }
}
