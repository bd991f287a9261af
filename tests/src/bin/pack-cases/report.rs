//! Owns printing what packs hold: figures by set and setting, a line for each case, the lines for the sets' own scripts. It
//! owns no packing.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use graphicle_engine::pack::Layout;
use graphicle_tests::ratios::{Sizes, print_ratios};

use crate::run::{Done, Held, Setting};

fn name(setting: &Setting) -> String {
    let layout = match setting.layout {
        Layout::Standard => "standard".to_owned(),
        Layout::Cache(share) => format!("cache {}", share.get()),
    };
    format!("{:>9} {layout}", setting.budget.tokens().0)
}

fn has_any(done: &Done, held: &Held) -> bool {
    done.placed.case.key.iter().any(|key| held.lines.contains_key(key))
}

fn has_all(done: &Done, held: &Held) -> bool {
    done.placed.case.key.iter().all(|key| held.lines.contains_key(key))
}

/// Returns whether every function that the answer lies in has a line in the pack; `None` where the set does not know them.
fn has_functions(done: &Done, held: &Held) -> Option<bool> {
    (!done.placed.lines.is_empty()).then(|| {
        done.placed.lines.iter().all(|(path, functions)| {
            let own = held.lines.get(path).map_or(&[][..], Vec::as_slice);
            functions.iter().all(|&(first, last)| own.iter().any(|&(start, end)| first <= end && start <= last))
        })
    })
}

/// Prints each case with what its packs hold.
pub(crate) fn print_cases(done: &[Done], settings: &[Setting]) {
    for one in done {
        let marks: String = one.held.iter().map(|held| if has_any(one, held) { '+' } else { '-' }).collect();
        println!("{} {marks} {:?}", one.placed.case.id, one.placed.case.key);
        for (held, setting) in one.held.iter().zip(settings) {
            let sections: Vec<String> = held.sections.iter().map(|(name, tokens)| format!("{name} {tokens}")).collect();
            println!(
                "  {}: {} tokens, {} files; {}",
                name(setting),
                held.tokens,
                held.lines.len(),
                sections.join(", ")
            );
        }
    }
}

/// Prints how the packs' own counts compare with the highest of the tokenizers that they were compared with.
pub(crate) fn print_estimates(done: &[Done]) {
    let held = done.iter().flat_map(|one| &one.held);
    let ratios: Vec<(u32, f64)> =
        held.map(|held| (held.highest, f64::from(held.tokens) / f64::from(held.highest.max(1)))).collect();
    println!("\nthe counts of packs over the highest of the tokenizers':\n");
    print_ratios(&Sizes::REAL, &ratios);
}

/// Returns the lines that each pack of the first setting holds, as the sets' scoring scripts read them.
pub(crate) fn as_lines(done: &[Done]) -> String {
    let line = |one: &Done| serde_json::json!({"id": one.placed.case.id, "pack": one.held[0].lines}).to_string();
    done.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Prints each set's figures.
pub(crate) fn print(done: &[Done], settings: &[Setting]) {
    let mut by_set: BTreeMap<&str, Vec<&Done>> = BTreeMap::new();
    for one in done {
        by_set.entry(&one.placed.set).or_default().push(one);
    }
    for (set, own) in by_set {
        println!("{set}: {} cases", own.len());
        let mut groups: BTreeMap<&str, Vec<&Done>> = BTreeMap::new();
        for one in &own {
            groups.entry(&one.placed.group).or_default().push(one);
        }
        for (at, setting) in settings.iter().enumerate() {
            let count =
                |of: &[&Done], has: fn(&Done, &Held) -> bool| of.iter().filter(|one| has(one, &one.held[at])).count();
            let share = |n: usize| n as f64 / own.len() as f64;
            let functions: Vec<bool> = own.iter().filter_map(|one| has_functions(one, &one.held[at])).collect();
            let functions = if functions.is_empty() {
                String::new()
            } else {
                let met = functions.iter().filter(|&&met| met).count();
                format!(", functions {:.3}", met as f64 / own.len() as f64)
            };
            let mean = |value: fn(&Held) -> u32| {
                own.iter().map(|one| f64::from(value(&one.held[at]))).sum::<f64>() / own.len() as f64
            };
            let mut times: Vec<Duration> = own.iter().map(|one| one.held[at].took).collect();
            times.sort_unstable();
            let prefixes: BTreeSet<(&str, &str)> =
                own.iter().map(|one| (one.placed.group.as_str(), one.held[at].prefix_sha256.as_str())).collect();
            println!(
                "  {}: any {:.3}, all {:.3}{functions}; {:.0} tokens ({:.0} prefix, {} of them), {:.1} files; median {:.0} ms",
                name(setting),
                share(count(&own, has_any)),
                share(count(&own, has_all)),
                mean(|held| held.tokens),
                mean(|held| held.prefix_tokens),
                prefixes.len(),
                own.iter().map(|one| one.held[at].lines.len() as f64).sum::<f64>() / own.len() as f64,
                times[times.len() / 2].as_secs_f64() * 1000.0,
            );
            if groups.len() <= 8 {
                let each: Vec<String> =
                    groups.iter().map(|(group, of)| format!("{group} {}/{}", count(of, has_any), of.len())).collect();
                println!("             {}", each.join(", "));
            }
        }
    }
}
