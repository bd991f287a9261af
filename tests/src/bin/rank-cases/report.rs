//! Owns printing what a run gave: a line for each case, the figures of each set, the rankings for the sets' own scripts.
//! It owns no ranking.

use std::collections::BTreeMap;
use std::time::Duration;

use graphicle::eval::{CUTS, CaseRanks, Figures};

use crate::run::Done;

/// Places among a file's passages that the figures count up to.
const PASSAGES: [usize; 3] = [1, 3, 8];

/// Prints each case with its ranks and its first files.
pub(crate) fn print_cases(done: &[Done]) {
    for one in done {
        let title = one.placed.case.question.lines().next().unwrap_or("");
        println!("{} {:?}: {title}", one.ranks.id, one.ranks.key);
        one.tops.iter().for_each(|top| println!("    {top}"));
    }
}

/// Returns each case's first files as the sets' scoring scripts read them.
pub(crate) fn as_lines(done: &[Done]) -> String {
    let line = |one: &Done| {
        let (group, case) = (&one.placed.group, &one.placed.case);
        serde_json::json!({"id": case.id, "repo": group, "query": case.question, "ranking": one.paths}).to_string()
    };
    done.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns each set's cases.
pub(crate) fn by_set(done: &[Done]) -> BTreeMap<&str, Vec<&Done>> {
    let mut by_set: BTreeMap<&str, Vec<&Done>> = BTreeMap::new();
    for one in done {
        by_set.entry(&one.placed.set).or_default().push(one);
    }
    by_set
}

/// Returns the figures of cases, and the mean over their repositories of NDCG at 10.
pub(crate) fn figures(own: &[&Done]) -> (Figures, f64) {
    let mut groups: BTreeMap<&str, Vec<&CaseRanks>> = BTreeMap::new();
    for one in own {
        groups.entry(&one.placed.group).or_default().push(&one.ranks);
    }
    let sum: f64 = groups.values().map(|ranks| Figures::of(ranks).ndcg10).sum();
    let mean = sum / groups.len().max(1) as f64;
    (Figures::of(&own.iter().map(|one| &one.ranks).collect::<Vec<_>>()), mean)
}

/// Prints each set's figures.
pub(crate) fn print(done: &[Done]) {
    for (set, own) in by_set(done) {
        let (figures, ndcg) = figures(&own);
        println!("{set}: {} cases", figures.cases);
        let row = |values: &[f64]| values.iter().fold(String::new(), |row, value| row + &format!("{value:7.3}"));
        println!("  within the first {}", CUTS.iter().fold(String::new(), |row, k| row + &format!("{k:7}")));
        println!("  any key file     {}", row(&figures.any));
        println!("  every key file   {}", row(&figures.all));
        let mut times: Vec<Duration> = own.iter().map(|one| one.took).collect();
        times.sort_unstable();
        println!(
            "  MRR {:.3}, NDCG@10 {ndcg:.4} over repositories, median {:.1} ms and at most {:.1} ms a question",
            figures.mrr,
            times[times.len() / 2].as_secs_f64() * 1000.0,
            times[times.len() - 1].as_secs_f64() * 1000.0
        );
        let met: Vec<Option<usize>> = own.iter().flat_map(|one| one.met.iter().copied()).collect();
        if !met.is_empty() {
            let within = |k: usize| met.iter().filter(|place| place.is_some_and(|place| place < k)).count();
            let shares = PASSAGES.map(|k| format!("{:.3}", within(k) as f64 / met.len() as f64));
            println!("  edited lines met by the first {PASSAGES:?} passages of their files: {}", shares.join(" "));
        }
    }
}
