//! Owns checking the estimates that the engine is built with: packs are written as text, estimated chunk by chunk, and
//! counted whole.

use graphicle_engine::tokens::{Code, Estimate, Numbers, TokenCounter as _};
use graphicle_tests::random::Random;
use graphicle_tests::ratios::{Sizes, print_ratios};

use crate::Tokenizers;
use crate::excerpts::Excerpt;

/// Writes, estimates and counts so many packs, and prints how the estimates compare with the highest counts.
pub(crate) fn check(tokenizers: &Tokenizers, projects: &[Vec<Excerpt>], packs: usize) {
    let projects: Vec<&Vec<Excerpt>> = projects.iter().filter(|project| project.len() > 30).collect();
    let mut random = Random::of(4);
    let mut ratios = Vec::new();
    for _ in 0..packs {
        let size = Sizes::MADE.pick(&mut random);
        let numbers = if random.once_in(2) { Numbers::Hidden } else { Numbers::Shown };
        let (text, estimate) = pack(projects[random.below(projects.len())], size, numbers, &mut random);
        let highest = tokenizers.all.iter().map(|tokenizer| tokenizer.count(&text).0).max().unwrap_or(0);
        ratios.push((highest, f64::from(estimate) / f64::from(highest)));
    }
    println!("\nestimates of packs, over the highest count:\n");
    print_ratios(&Sizes::MADE, &ratios);
    print_farthest(tokenizers, projects.into_iter().flatten());
}

/// Prints the excerpts whose estimates are the farthest from their counts.
fn print_farthest<'e>(tokenizers: &Tokenizers, excerpts: impl Iterator<Item = &'e Excerpt>) {
    let mut all: Vec<(u32, u32, u32, &Excerpt)> = excerpts
        .map(|excerpt| {
            let text = &excerpt.plain;
            let code = Code { range: 0..text.len(), language: excerpt.language, numbers: Numbers::Hidden };
            let estimate = Estimate.chunk(text, Some(&code)).0;
            let highest = tokenizers.all.iter().map(|tokenizer| tokenizer.count(text).0).max().unwrap_or(0);
            (estimate.abs_diff(highest), estimate, highest, excerpt)
        })
        .collect();
    all.sort_by(|(one, .., excerpt), (other, .., others)| (other, &excerpt.heading).cmp(&(one, &others.heading)));
    println!(
        "\nthe excerpts that are the farthest from their counts:\n\n| bytes | estimate | count | excerpt |\n|---:|---:|---:|---|"
    );
    for (_, estimate, highest, excerpt) in all.into_iter().take(15) {
        let heading = excerpt.heading.lines().next().unwrap_or_default();
        println!("| {} | {estimate} | {highest} | {} |", excerpt.plain.len(), heading.trim_start_matches("### "));
    }
}

fn pack(excerpts: &[Excerpt], size: u32, numbers: Numbers, random: &mut Random) -> (String, u32) {
    let (mut text, mut estimate) = (String::new(), 0);
    while estimate < size && text.len() < 12_000_000 {
        let excerpt = random.pick(excerpts);
        let lines = if numbers == Numbers::Shown { &excerpt.numbered } else { &excerpt.plain };
        let start = excerpt.heading.len() + 8;
        let chunk = format!("{}```code\n{lines}```\n\n", excerpt.heading);
        let code = Code { range: start..start + lines.len(), language: excerpt.language, numbers };
        estimate += Estimate.chunk(&chunk, Some(&code)).0;
        text.push_str(&chunk);
    }
    (text, estimate)
}
