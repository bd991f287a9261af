//! Owns what `pack --explain` says on standard error: where the budget went, and why each ranked file is in the pack or
//! not. It owns no choice.

use std::io::{self, Write as _};

use graphicle_engine::pack::{Asked, Pack};
use graphicle_engine::ranking::explain;
use graphicle_engine::snapshot::Snapshot;
use graphicle_engine::visible::visible;

use super::out::number;

/// Ranked files that are told of, at most.
const TOLD: usize = 50;

/// Prints how a pack came about.
pub(super) fn print(snapshot: &Snapshot<'_>, made: &Pack, asked: Option<&Asked<'_>>) -> io::Result<()> {
    let mut text = String::new();
    let share = |tokens: u32| f64::from(tokens) * 100.0 / f64::from(made.budget.0);
    let mut line = |line: &str| {
        text.push_str(&visible(line));
        text.push('\n');
    };
    line(&format!(
        "{} of {} tokens, counted by {}",
        number(u64::from(made.tokens.0)),
        number(u64::from(made.budget.0)),
        made.tokenizer
    ));
    for section in &made.sections {
        let files = section.chunks.iter().filter(|chunk| chunk.shown.is_some()).count();
        let tokens = section.tokens().0;
        let name = section.kind.label();
        line(&format!("  {name:<9} {:>9} tokens {:>5.1} %  {files} chunks", number(u64::from(tokens)), share(tokens)));
    }
    if let Some(asked) = asked {
        let top = asked.ranking.files.get(..asked.ranking.files.len().min(TOLD)).unwrap_or_default();
        let reasons = explain(snapshot, asked.question, top);
        line(&format!("match: {}", asked.ranking.confidence.label()));
        for ((ranked, reasons), rank) in top.iter().zip(&reasons).zip(1..) {
            let path = snapshot.file(ranked.file).map_or("", |file| file.path);
            let sections = made
                .included
                .iter()
                .find(|own| own.path == path)
                .map(|own| own.sections.iter().map(|kind| kind.label()).collect::<Vec<_>>().join(", "));
            let place = sections.unwrap_or_else(|| "left out".into());
            line(&format!("{rank:>3}  {path}  [{place}]  {}", reasons.text()));
        }
    }
    io::stderr().lock().write_all(text.as_bytes())
}
