//! Owns the command `eval`: how the figures of one's own questions are printed and compared. It owns no figure.
//!
//! docs/cli.md describes the form of what `--json` prints, and a test compares the two.

use std::fs;
use std::io;

use anyhow::Context as _;
use graphicle_engine::question::Question;
use graphicle_engine::ranking::{Weights, rank};
use graphicle_engine::snapshot::Snapshot;
use serde::{Deserialize, Serialize};

use super::args::EvalArgs;
use super::fresh;
use super::out::Out;
use crate::eval::{CUTS, Case, CaseRanks, Figures, moved, read_cases};

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
    let before = args.compare.as_ref().map(|path| earlier(path)).transpose()?;
    let (project, mapped) = fresh::snapshot(&args.project)?;
    let snapshot = Snapshot::open(mapped.bytes()).context("the snapshot is damaged; run: graphicle sync --force")?;
    let ranks: Vec<CaseRanks> = cases.iter().map(|case| ranks_of(&snapshot, case)).collect();
    let figures = Figures::of(&ranks.iter().collect::<Vec<_>>());
    let result =
        EvalJson { format: FORMAT.to_owned(), project: project.key.clone(), cuts: CUTS.to_vec(), figures, ranks };
    let mut out = Out::new();
    if args.json {
        out.json(&result)?;
    } else {
        print(&mut out, &result, args, before.as_ref())?;
    }
    Ok(out.finish()?)
}

const FORMAT: &str = "graphicle.eval.v1";

fn earlier(path: &std::path::Path) -> anyhow::Result<EvalJson> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text)
        .with_context(|| format!("{} is not what `graphicle eval --json` prints", path.display()))
}

fn ranks_of(snapshot: &Snapshot<'_>, case: &Case) -> CaseRanks {
    let ranking = rank(snapshot, &Question::read(&case.question), &Weights::default());
    let paths: Vec<&str> =
        ranking.files.iter().map(|ranked| snapshot.file(ranked.file).map_or("", |file| file.path)).collect();
    CaseRanks::new(case, &paths)
}

fn print(out: &mut Out, result: &EvalJson, args: &EvalArgs, before: Option<&EvalJson>) -> io::Result<()> {
    if args.verbose {
        for case in &result.ranks {
            out.line(format_args!("{:>6}  {}", shown(case.best()), case.id))?;
        }
    }
    for case in result.ranks.iter().filter(|case| case.key.iter().all(Option::is_none)) {
        out.line(format_args!("note: no key file of {} is in the project", case.id))?;
    }
    let row = |values: &[f64]| values.iter().fold(String::new(), |row, value| row + &format!("{value:>7.3}"));
    out.line(format_args!("{} cases in {}", result.figures.cases, result.project))?;
    let cuts = CUTS.iter().fold(String::new(), |row, k| row + &format!("{k:>7}"));
    out.line(format_args!("within the first {cuts}"))?;
    out.line(format_args!("recall           {}", row(&result.figures.recall)))?;
    out.line(format_args!("any key file     {}", row(&result.figures.any)))?;
    out.line(format_args!("every key file   {}", row(&result.figures.all)))?;
    out.line(format_args!("MRR {:.3}, NDCG@10 {:.3}", result.figures.mrr, result.figures.ndcg10))?;
    let Some(before) = before else { return Ok(()) };
    let moved = moved(&before.ranks, &result.ranks);
    out.line(format_args!(
        "before: MRR {:.3}, NDCG@10 {:.3}; {} cases moved",
        before.figures.mrr,
        before.figures.ndcg10,
        moved.len()
    ))?;
    for case in moved {
        out.line(format_args!("  {}: {} -> {}", case.id, shown(case.before), shown(case.now)))?;
    }
    Ok(())
}

fn shown(rank: Option<usize>) -> String {
    rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string())
}
