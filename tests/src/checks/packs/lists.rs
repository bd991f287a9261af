//! Owns the check of what a pack says of files: those in it, those left out, and their ranks, in JSON and in the
//! manifest's text. It owns no ranking.

use std::collections::BTreeMap;

use graphicle_engine::pack::{Layout, Part, SectionKind};
use graphicle_engine::tokens::Tokens;

use super::hold;
use super::made::Made;
use crate::pack_reader::{Listed, read_manifest};

/// What the chunks of a file say together.
#[derive(Debug, Default)]
struct Held {
    tokens: u32,
    sections: Vec<String>,
    /// Those of its sections that are not the same for every question.
    in_suffix: Vec<String>,
}

/// Checks the lists of a pack.
pub(super) fn check(made: &Made<'_>) -> Result<(), String> {
    let mut held: BTreeMap<&str, Held> = BTreeMap::new();
    for (told, chunk) in made.json.of_files() {
        let own = held.entry(&chunk.path).or_default();
        own.tokens += told.tokens;
        let lists = [Some(&mut own.sections), (told.part == "suffix").then_some(&mut own.in_suffix)];
        for sections in lists.into_iter().flatten().filter(|own| !own.contains(&told.section)) {
            sections.push(told.section.clone());
        }
    }
    included(made, &held)?;
    omitted(made, &held)?;
    manifest(made, &held)
}

fn rank_of(made: &Made<'_>, path: &str) -> Option<u32> {
    made.ranked.iter().find(|(_, own)| own == path).map(|(rank, _)| *rank)
}

fn included(made: &Made<'_>, held: &BTreeMap<&str, Held>) -> Result<(), String> {
    let told = &made.pack.included;
    hold!(told.len() == held.len(), "{} files are included, {} have chunks", told.len(), held.len());
    for own in told {
        let chunks = held.get(own.path.as_str()).ok_or_else(|| format!("{} is included without a chunk", own.path))?;
        hold!(own.tokens == Tokens(chunks.tokens), "{} has {} tokens, not {}", own.path, chunks.tokens, own.tokens.0);
        hold!(own.rank == rank_of(made, &own.path), "{} is not ranked {:?}", own.path, own.rank);
    }
    let order: Vec<(u32, &str)> = told.iter().map(|own| (own.rank.unwrap_or(u32::MAX), own.path.as_str())).collect();
    hold!(order.is_sorted(), "the included files are not in order: {order:?}");
    let in_json: Vec<(Option<&str>, Option<u64>, Option<u64>)> = made.json.value["included"]
        .as_array()
        .ok_or("nothing is included")?
        .iter()
        .map(|own| (own["path"].as_str(), own["tokens"].as_u64(), own["rank"].as_u64()))
        .collect();
    let expected: Vec<_> =
        told.iter().map(|own| (Some(own.path.as_str()), Some(own.tokens.0.into()), own.rank.map(u64::from))).collect();
    hold!(in_json == expected, "JSON includes other files");
    Ok(())
}

fn omitted(made: &Made<'_>, held: &BTreeMap<&str, Held>) -> Result<(), String> {
    let mut missing = made
        .ranked
        .iter()
        .filter(|(_, path)| !held.contains_key(path.as_str()) && !made.project.files[path].is_empty());
    for own in &made.pack.omitted {
        let expected = missing.next();
        hold!(
            expected.is_some_and(|(rank, path)| (*rank, path) == (own.rank, &own.path)),
            "{} of rank {} is told as left out, and not {expected:?}",
            own.path,
            own.rank
        );
    }
    let is_silent = made.pack.omitted.is_empty() && missing.next().is_some();
    hold!(!is_silent, "ranked files are left out, and none is told");
    Ok(())
}

/// Returns whether a pack must have a manifest: where one is wanted, and there is a question part or any file.
fn has_manifest(made: &Made<'_>) -> bool {
    let is_wanted = made.request.options.sections.has(SectionKind::Manifest);
    let has_place = match made.request.options.layout {
        Layout::Standard => made.request.question.is_some() || !made.pack.included.is_empty(),
        Layout::Cache(_) => made.pack.sections.iter().any(|own| own.part == Part::Suffix),
    };
    is_wanted && has_place
}

fn manifest(made: &Made<'_>, held: &BTreeMap<&str, Held>) -> Result<(), String> {
    let Some(prose) = made.prose("manifest") else {
        hold!(!has_manifest(made), "the pack has no manifest");
        return Ok(());
    };
    hold!(has_manifest(made), "the pack has a manifest that nobody asked for");
    let manifest = read_manifest(prose)?;
    // The manifest of a question part lists what that part holds; any other lists everything.
    let is_all = made.pack.prefix_tokens == Tokens(0) || made.request.question.is_none();
    let expected: Vec<Listed> = made
        .pack
        .included
        .iter()
        .map(|own| {
            let chunks = &held[own.path.as_str()];
            let sections = if is_all { &chunks.sections } else { &chunks.in_suffix };
            let mut sections = sections.clone();
            sections.sort();
            Listed { path: own.path.clone(), tokens: own.tokens.0, sections, rank: own.rank }
        })
        .filter(|own| !own.sections.is_empty())
        .collect();
    let mut listed = manifest.listed.clone();
    for own in &mut listed {
        own.sections.sort();
    }
    hold!(listed == expected, "the manifest lists {listed:#?}, and not {expected:#?}");
    let told = manifest.left_out.iter().map(|own| (own.path.as_str(), own.rank, own.tokens));
    let known = made.pack.omitted.iter().map(|own| (own.path.as_str(), own.rank, own.tokens.0));
    hold!(told.eq(known.take(manifest.left_out.len())), "the manifest leaves out {:?}", manifest.left_out);
    hold!(manifest.left_out.is_empty() || manifest.has_way_to_more, "the manifest does not say how to get more");
    if let Some(first) = made.pack.omitted.first().filter(|_| manifest.left_out.is_empty()) {
        // A line is to be told where it is no more than a small part of the pack.
        let line = format!("- {}: rank {}, about {} tokens\n", first.path, first.rank, first.tokens.0);
        let cost = made.counter().chunk(&line, None);
        let most = made.pack.budget.percent(1);
        hold!(cost > most, "{} of rank {} is left out, and the manifest does not say so", first.path, first.rank);
    }
    Ok(())
}
