//! Owns the command `eval`: how the figures of one's own questions are printed and compared. It owns no figure.
//!
//! docs/cli.md describes the form of what `--json` prints, and a test compares the two.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context as _, bail};
use graphicle_engine::question::Question;
use graphicle_engine::ranking::{Weights, rank};
use graphicle_engine::snapshot::Snapshot;
use serde::{Deserialize, Serialize};

use super::args::EvalArgs;
use super::fresh;
use super::out::{Out, count};
use crate::eval::{CUTS, Case, CaseRanks, Comparison, Figures, read_cases};

#[derive(Debug, Serialize, Deserialize)]
struct EvalJson {
    format: String,
    project: String,
    cuts: Vec<usize>,
    figures: Figures,
    ranks: Vec<CaseRanks>,
}

pub(super) fn run(args: &EvalArgs) -> anyhow::Result<()> {
    let file = args.cases.display();
    let text = fs::read_to_string(&args.cases).with_context(|| format!("cannot read the cases in {file}"))?;
    let cases = read_cases(&text).with_context(|| format!("the cases in {file} cannot be used"))?;
    let before = args.compare.as_ref().map(|path| earlier(path, &cases)).transpose()?;
    let (project, mapped) = fresh::snapshot(&args.project)?;
    let snapshot = fresh::open(&project, &mapped)?;
    let ranks: Vec<CaseRanks> = cases.iter().map(|case| ranks_of(&snapshot, case)).collect();
    let figures = Figures::of(&ranks.iter().collect::<Vec<_>>());
    let result =
        EvalJson { format: FORMAT.to_owned(), project: project.key.clone(), cuts: CUTS.to_vec(), figures, ranks };
    let mut out = Out::new();
    if args.json {
        out.json(&result)?;
    } else {
        print(&mut out, &result, &cases, args.verbose)?;
        if let Some(before) = &before {
            compare(&mut out, before, &result)?;
        }
    }
    Ok(out.finish()?)
}

const FORMAT: &str = "graphicle.eval.v1";

/// The part of any JSON of this program that says what the rest is.
#[derive(Deserialize)]
struct Tagged {
    format: String,
}

/// Reads the result of an earlier run that these cases can be compared with.
fn earlier(path: &Path, cases: &[Case]) -> anyhow::Result<EvalJson> {
    let file = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {file}"))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let foreign = || format!("{file} is not what `graphicle eval --json` prints");
    let tagged: Tagged = serde_json::from_str(text).with_context(foreign)?;
    if tagged.format != FORMAT {
        bail!(
            "{file} has the format {:?}, not {FORMAT:?}; make it with: graphicle eval CASES.jsonl --json",
            tagged.format
        );
    }
    let before: EvalJson = serde_json::from_str(text).with_context(foreign)?;
    if !cases.iter().any(|case| before.ranks.iter().any(|ranks| ranks.id == case.id)) {
        bail!("{file} holds none of these cases, so there is nothing to compare; name a run of the same list");
    }
    Ok(before)
}

fn ranks_of(snapshot: &Snapshot<'_>, case: &Case) -> CaseRanks {
    let ranking = rank(snapshot, &Question::read(&case.question), &Weights::default());
    let paths: Vec<&str> =
        ranking.files.iter().map(|ranked| snapshot.file(ranked.file).map_or("", |file| file.path)).collect();
    CaseRanks::new(case, &paths)
}

fn print(out: &mut Out, result: &EvalJson, cases: &[Case], verbose: bool) -> io::Result<()> {
    if verbose {
        for case in &result.ranks {
            out.line(format_args!("{:>6}  {}", shown(case.best()), case.id))?;
        }
    }
    for (case, ranks) in cases.iter().zip(&result.ranks) {
        if ranks.best().is_none() {
            out.line(format_args!("note: no key file of {} is in the project: {}", case.id, case.key.join(", ")))?;
        } else {
            for (path, _) in case.key.iter().zip(&ranks.key).filter(|(_, rank)| rank.is_none()) {
                out.line(format_args!("note: the key file {path} of {} is not in the project", case.id))?;
            }
        }
    }
    let row = |values: &[f64]| values.iter().fold(String::new(), |row, value| row + &format!("{value:>7.3}"));
    out.line(format_args!("{} in {}", cases_in(result.figures.cases), result.project))?;
    let cuts = CUTS.iter().fold(String::new(), |row, k| row + &format!("{k:>7}"));
    out.line(format_args!("within the first {cuts}"))?;
    out.line(format_args!("recall           {}", row(&result.figures.recall)))?;
    out.line(format_args!("any key file     {}", row(&result.figures.any)))?;
    out.line(format_args!("every key file   {}", row(&result.figures.all)))?;
    out.line(format_args!("MRR {:.3}, NDCG@10 {:.3}", result.figures.mrr, result.figures.ndcg10))
}

fn compare(out: &mut Out, before: &EvalJson, now: &EvalJson) -> io::Result<()> {
    let compared = Comparison::of(&before.ranks, &now.ranks);
    out.line(format_args!(
        "before: MRR {:.3}, NDCG@10 {:.3}; {} moved",
        before.figures.mrr,
        before.figures.ndcg10,
        cases_in(compared.moved.len())
    ))?;
    if before.project != now.project {
        out.line(format_args!("note: the earlier run was in {}", before.project))?;
    }
    if compared.only_before + compared.only_now > 0 {
        out.line(format_args!(
            "note: the figures are not of the same cases: {} in both runs, {} in the earlier only, {} in this only",
            compared.in_both, compared.only_before, compared.only_now
        ))?;
    }
    for case in compared.moved {
        out.line(format_args!("  {}: {} -> {}", case.id, shown(case.before), shown(case.now)))?;
    }
    Ok(())
}

fn cases_in(n: usize) -> String {
    count(n as u64, "case", "cases")
}

fn shown(rank: Option<usize>) -> String {
    rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string())
}
