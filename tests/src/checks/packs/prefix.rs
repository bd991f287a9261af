//! Owns the check of the part of a pack that is the same for every question: its bytes, its hash, its size, and what the
//! rest says of it. It owns no provider's cache.

use std::collections::{BTreeMap, BTreeSet};

use graphicle_engine::pack::{Layout, Part, Section};
use graphicle_engine::tokens::Tokens;
use sha2::{Digest as _, Sha256};

use super::hold;
use super::made::Made;
use crate::pack_reader::read_manifest;

/// Checks the prefix of a pack.
pub(super) fn check(made: &Made<'_>) -> Result<(), String> {
    let pack = &made.pack;
    let is_prefix = |own: &Section| own.part == Part::Prefix;
    hold!(pack.sections.is_sorted_by_key(|own| own.part), "a section of the prefix stands behind another");
    let text: String = pack
        .sections
        .iter()
        .filter(|own| is_prefix(own))
        .flat_map(|own| &own.chunks)
        .map(|own| own.text.as_str())
        .collect();
    hold!(pack.text.starts_with(&text), "the prefix is not the start of the text");
    hold!(pack.prefix_sha256 == sha256(&text), "the prefix has another hash");
    let sum = pack.sections.iter().filter(|own| is_prefix(own)).fold(Tokens(0), |sum, own| sum.plus(own.tokens()));
    let counted = if text.is_empty() { Tokens(0) } else { made.counter().whole(&text, sum) };
    hold!(pack.prefix_tokens == counted, "the prefix has {} tokens, not {}", counted.0, pack.prefix_tokens.0);
    match (made.request.options.layout, &made.request.question) {
        (Layout::Standard, Some(_)) => hold!(text.is_empty(), "a standard pack has a prefix"),
        (Layout::Standard, None) => hold!(text == pack.text, "an overview is not all prefix"),
        (Layout::Cache(share), question) => {
            // The share is of the fixed budget or of a step below it, so that a calibration only makes it less.
            let fixed = made.request.options.budget.tokens();
            let most = f64::from(made.counter().usable(fixed).0) * share.get() + 0.01;
            hold!(f64::from(counted.0) <= most, "a prefix of {} tokens is more than {most}", counted.0);
            let is_all = question.is_none() || share.get() >= 1.0;
            hold!(!is_all || text == pack.text, "a pack without a question part has more than its prefix");
            hold!(!text.is_empty(), "there is no prefix");
            // Made-up questions are now and then what a file says.
            let is_own = |own: &&str| own.len() > 40 && !made.project.files.values().any(|text| text.contains(own));
            if let Some(question) = question.as_deref().map(str::trim).filter(is_own) {
                hold!(!text.contains(question), "the prefix holds the question");
            }
            in_the_prefix(made)?;
        }
    }
    Ok(())
}

/// So many top-ranked files are told of where the prefix holds them.
const TOLD: usize = 50;

/// Checks that the top-ranked files of which only the prefix holds anything are told of, and that what is said to be in
/// the prefix is there: those lines, and no others.
fn in_the_prefix(made: &Made<'_>) -> Result<(), String> {
    let Some(prose) = made.prose("manifest") else { return Ok(()) };
    let mut held: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (told, chunk) in made.json.of_files().filter(|(told, _)| told.part == "prefix") {
        let lines = chunk.lines.iter().map(|(number, _)| *number);
        held.entry(&chunk.path).or_default().extend(lines);
        hold!(told.section != "focus", "the prefix has a focus");
    }
    let told = read_manifest(prose)?.in_prefix;
    let in_suffix: BTreeSet<&str> =
        made.json.of_files().filter(|(told, _)| told.part == "suffix").map(|(_, chunk)| chunk.path.as_str()).collect();
    let top = made.ranked.iter().take(TOLD).map(|(_, path)| path.as_str());
    let expected: Vec<&str> = top.filter(|path| held.contains_key(path) && !in_suffix.contains(path)).collect();
    let names: Vec<&str> = told.iter().map(|own| own.path.as_str()).collect();
    hold!(names == expected, "{names:?} are told to be in the prefix, and not {expected:?}");
    for own in told {
        let mut lines =
            held.get(own.path.as_str()).cloned().ok_or_else(|| format!("{} is not in the prefix", own.path))?;
        lines.sort_unstable();
        let told: Vec<u32> = own.ranges.iter().flat_map(|&(first, last)| first..=last).collect();
        hold!(told == lines, "the prefix holds {} lines {lines:?}, and not {told:?}", own.path);
        let is_ranked = made.ranked.iter().any(|(rank, path)| (*rank, path) == (own.rank, &own.path));
        hold!(is_ranked, "{} has not the rank {}", own.path, own.rank);
    }
    Ok(())
}

/// Checks that a pack for another question, or for none, has the same prefix.
pub(super) fn same_for(made: &Made<'_>, question: Option<&str>) -> Result<(), String> {
    let mut request = made.request.clone();
    request.question = question.map(str::to_owned);
    // Pins are the question part's.
    request.options.pins.clear();
    let other = made.like_this(&request, made.project.snapshot).map_err(|error| error.to_string())?;
    let prefix = |pack: &graphicle_engine::pack::Pack| (pack.prefix_sha256.clone(), pack.prefix_tokens);
    hold!(prefix(&other) == prefix(&made.pack), "for {question:?} the prefix is another");
    Ok(())
}

fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}
