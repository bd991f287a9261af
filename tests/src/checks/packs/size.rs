//! Owns the check of a pack's size: the budget holds on the final text, and every figure is what counting again gives. It
//! owns no counter.

use graphicle_engine::pack::{Counting, Layout};
use graphicle_engine::tokens::{Code, Numbers, Tokens};

use super::hold;
use super::made::Made;

/// Checks the figures of a pack.
pub(super) fn check(made: &Made<'_>) -> Result<(), String> {
    let pack = &made.pack;
    let mut sum = Tokens(0);
    let chunks = pack.sections.iter().flat_map(|section| &section.chunks);
    for (chunk, read) in chunks.zip(&made.json.chunks) {
        let code = read.read.as_ref().map(|own| {
            let path = made.project.snapshot.find_file(&own.path);
            let file = path.and_then(|id| made.project.snapshot.file(id));
            let numbers = if own.is_numbered { Numbers::Shown } else { Numbers::Hidden };
            Code { range: own.code.clone(), language: file.map(|file| file.language).unwrap_or_default(), numbers }
        });
        let counted = made.counter().chunk(&read.text, code.as_ref());
        hold!(
            counted == chunk.tokens,
            "a chunk says {} tokens, {} are counted: {}",
            chunk.tokens.0,
            counted.0,
            read.text
        );
        hold!(counted.0 == read.tokens, "JSON says {} of a chunk of {} tokens", read.tokens, counted.0);
        sum = sum.plus(counted);
    }
    let whole = made.counter().whole(&pack.text, sum);
    hold!(whole == pack.tokens, "the pack says {} tokens, its text has {}", pack.tokens.0, whole.0);
    if made.exact.is_none() && made.request.counting == Counting::Estimate {
        hold!(sum == whole, "an estimate of {} is no sum of {}", whole.0, sum.0);
    }
    let asked = made.request.options.budget.tokens();
    let usable = made.counter().usable(pack.budget);
    hold!(pack.tokens <= usable && usable <= pack.budget, "{} tokens of {}", pack.tokens.0, usable.0);
    if made.request.options.calibration.is_none() {
        hold!(pack.budget == asked, "a budget of {} became {}", asked.0, pack.budget.0);
    }
    if made.exact.is_none() && made.request.counting != Counting::Estimate {
        let bytes: f64 =
            pack.tokenizer.split(' ').next().and_then(|own| own.parse().ok()).ok_or("no bytes per token")?;
        let expected = (f64::from(u32::try_from(pack.text.len()).map_err(|error| error.to_string())?) / bytes).ceil();
        hold!(
            (expected - f64::from(pack.tokens.0)).abs() < 0.5,
            "{} bytes are {} tokens",
            pack.text.len(),
            pack.tokens.0
        );
    }
    let value = &made.json.value;
    hold!(value["tokens"] == pack.tokens.0 && value["budget"] == pack.budget.0, "JSON tells other figures");
    for section in value["sections"].as_array().ok_or("no sections")? {
        let chunks = section["chunks"].as_array().ok_or("no chunks")?;
        let sum: u64 = chunks.iter().filter_map(|chunk| chunk["tokens"].as_u64()).sum();
        hold!(section["tokens"] == sum, "the section {} tells {}, not {sum}", section["name"], section["tokens"]);
    }
    if made.request.options.layout == Layout::Standard {
        let figures = format!("Tokens: {} of {}", grouped(pack.tokens.0), grouped(pack.budget.0));
        let header = made.prose("header").unwrap_or_default();
        hold!(header.lines().any(|line| line.starts_with(&figures)), "the header does not say {figures:?}: {header}");
    }
    Ok(())
}

/// Returns a number with commas between its thousands.
fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|own| str::from_utf8(own).ok()).collect();
    groups.join(",")
}
