//! Owns the tables that are printed; owns no fitting.

use std::path::PathBuf;

use graphicle_engine::language::Language;
use graphicle_engine::tokens::MARGIN;
use graphicle_tests::random::Random;
use graphicle_tests::ratios::{Sizes, print_ratios};

use crate::fit::Fitted;
use crate::rows::{Numbers, Row};

/// Prints how often which tokenizer counts the most, and how the counts compare.
pub(crate) fn print_highest(rows: &[Row], names: &[String]) {
    println!("\ntokens of all excerpts, and of how much of the text a tokenizer's count is the highest:\n");
    println!("| tokenizer | without numbers | highest | with numbers | highest |\n|---|---:|---:|---:|---:|");
    for (place, name) in names.iter().enumerate() {
        print!("| {name}");
        for numbers in [Numbers::Hidden, Numbers::Shown] {
            let (mut tokens, mut highest, mut bytes) = (0_u64, 0, 0);
            for row in rows.iter().filter(|row| row.numbers == numbers) {
                tokens += u64::from(row.counts[place]);
                bytes += row.bytes;
                highest += if row.counts.iter().max() == Some(&row.counts[place]) { row.bytes } else { 0 };
            }
            print!(" | {tokens} | {:.1} %", 100.0 * highest as f64 / bytes as f64);
        }
        println!(" |");
    }
}

/// Prints the estimates of whole projects, which they were not measured on.
pub(crate) fn print_by_project(rows: &[Row], estimates: &[f64], folders: &[PathBuf]) {
    println!("\nestimates before the margin, by weights of other projects, over the highest count:\n");
    println!("| project | MB | without numbers | with numbers |\n|---|---:|---:|---:|");
    for (project, folder) in folders.iter().enumerate() {
        let ratio = |numbers| {
            let these =
                || rows.iter().zip(estimates).filter(|(row, _)| row.project == project && row.numbers == numbers);
            these().map(|(_, estimate)| estimate).sum::<f64>() / highest(these().map(|(row, _)| row))
        };
        let bytes: usize = rows.iter().filter(|row| row.project == project).map(|row| row.bytes).sum();
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        println!(
            "| {name} | {:.1} | {:.3} | {:.3} |",
            bytes as f64 / 2e6,
            ratio(Numbers::Hidden),
            ratio(Numbers::Shown)
        );
    }
}

fn highest<'r>(rows: impl Iterator<Item = &'r Row>) -> f64 {
    let mut sums: Vec<f64> = Vec::new();
    for row in rows {
        sums.resize(row.counts.len(), 0.0);
        sums.iter_mut().zip(&row.counts).for_each(|(sum, &count)| *sum += f64::from(count));
    }
    sums.into_iter().fold(0.0, f64::max)
}

/// Prints the estimates of packs put together by chance from projects that they were not measured on.
pub(crate) fn print_packs(rows: &[Row], estimates: &[f64], packs: usize) {
    let projects = rows.iter().map(|row| row.project + 1).max().unwrap_or(0);
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for project in 0..projects {
        for numbers in [Numbers::Hidden, Numbers::Shown] {
            groups.push(
                (0..rows.len()).filter(|&row| rows[row].project == project && rows[row].numbers == numbers).collect(),
            );
        }
    }
    groups.retain(|group| group.len() > 30);
    let mut random = Random::of(5);
    let mut ratios = Vec::new();
    for _ in 0..packs {
        let size = f64::from(Sizes::MADE.pick(&mut random));
        let group = random.pick(&groups);
        let (mut chosen, mut estimate) = (Vec::new(), 0.0);
        while estimate < size {
            let row = *random.pick(group);
            chosen.push(&rows[row]);
            estimate += estimates[row];
        }
        let counted = highest(chosen.into_iter());
        ratios.push((counted as u32, estimate * MARGIN as f64 / 1_000.0 / counted));
    }
    println!("\nestimates of packs with the margin, by weights of other projects, over the highest count:\n");
    print_ratios(&Sizes::MADE, &ratios);
}

/// Prints each language's factors and the bytes that a token is.
pub(crate) fn print_languages(rows: &[Row], fitted: &Fitted) {
    println!("\n| language | MB | projects | bytes per token | factors |\n|---|---:|---:|---:|---|");
    for language in Language::ALL {
        let these = || rows.iter().filter(|row| row.language == language && row.numbers == Numbers::Hidden);
        let bytes: usize = these().map(|row| row.bytes).sum();
        let mut projects: Vec<usize> = these().map(|row| row.project).collect();
        projects.dedup();
        let factors: Vec<String> = fitted.factors.iter().map(|all| format!("{:.3}", all[language as usize])).collect();
        println!(
            "| {language:?} | {:.2} | {} | {:.2} | {} |",
            bytes as f64 / 1e6,
            projects.len(),
            bytes as f64 / highest(these()).max(1.0),
            factors.join(" ")
        );
    }
}
