//! Owns ranking the cases of a list. It owns no printing.

use std::time::{Duration, Instant};

use graphicle::eval::CaseRanks;
use graphicle_engine::question::{Question, Reading};
use graphicle_engine::ranking::{RankedFile, Weights, rank};
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::eval_cases::{Cases, Placed};

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

/// Ranks all cases; they are in order of their sets, repositories and names.
pub(crate) fn rank_all(cases: &Cases, constants: &Constants) -> Vec<Done> {
    cases.each(|snapshot, placed| rank_one(snapshot, placed, constants)).into_iter().map(|(_, done)| done).collect()
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
