//! Owns the checks that hold of every pack, whatever the project and the request: its size, its lines, its lists, its
//! prefix, its form, and that the same inputs give the same bytes. It owns no judgement of what is in one.
//!
//! - `made`: a pack with everything that it is compared with.
//! - `size`: its tokens, counted again.
//! - `exact`: counters with small vocabularies.
//! - `lines`: the files' own lines, each once.
//! - `form`: what is read from its text, in each format.
//! - `lists`: the manifest, what is included and what is left out.
//! - `prefix`: the part that is the same for every question.
//! - `same`: the same bytes again, on two threads, from files added in another order.

mod exact;
mod form;
mod lines;
mod lists;
mod made;
mod prefix;
mod same;
mod size;

use std::sync::atomic::{AtomicU64, Ordering};

use graphicle_engine::pack::{Layout, PackError, PackRequest};
use graphicle_engine::snapshot::Snapshot;
use graphicle_engine::tokens::TokenCounter;
use graphicle_tokenizer::HuggingFace;
use serde_json::Value;

pub use made::{Made, Project};

use super::in_parallel;
use crate::made::{Stock, files, request};
use crate::memory_snapshot::{snapshot, snapshot_in_any_order};
use crate::random::Random;

/// Requests for packs of each project.
const REQUESTS: u64 = 16;

/// What the rounds did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Packed {
    /// Packs that were made and checked.
    pub packs: u64,
    /// Requests that had no pack, with a reason that holds.
    pub refused: u64,
    /// Chunks of files that were compared with the files.
    pub chunks: u64,
}

/// Does rounds `seed..seed + count`, each with a project and many requests. Every pack is counted by one of `counters`;
/// where there are none, every third by one with a small vocabulary.
pub fn rounds(count: u64, seed: u64, counters: &[HuggingFace]) -> Packed {
    let (packs, refused, chunks) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    in_parallel(count, seed, |number| {
        let done = round(number, counters);
        packs.fetch_add(done.packs, Ordering::Relaxed);
        refused.fetch_add(done.refused, Ordering::Relaxed);
        chunks.fetch_add(done.chunks, Ordering::Relaxed);
    });
    Packed { packs: packs.into_inner(), refused: refused.into_inner(), chunks: chunks.into_inner() }
}

fn round(seed: u64, counters: &[HuggingFace]) -> Packed {
    let mut random = Random::of(seed);
    let files = files(&mut random);
    let (bytes, shuffled) = (snapshot(&files), snapshot_in_any_order(&files, &mut random));
    let (opened, shuffled) = (Snapshot::open(&bytes).unwrap(), Snapshot::open(&shuffled).unwrap());
    let project = Project { files: &files, snapshot: &opened };
    let stock = Stock::of(&opened);
    let mut done = Packed::default();
    for number in 0..REQUESTS {
        let request = request(&files, &stock, &mut random);
        let exact = if counters.is_empty() {
            random.once_in(3).then(|| exact::any(&mut random))
        } else {
            Some(random.pick::<HuggingFace>(counters))
        };
        let exact = exact.map(|own| own as &(dyn TokenCounter + Sync));
        let counted = exact.map_or_else(String::new, |exact| format!(", counted by {}", exact.label()));
        let context = || format!("round {seed}, request {number}{counted}: {}", shown(&request));
        let made = match check(&project, &request, exact) {
            Ok(Some(made)) => made,
            Ok(None) => {
                done.refused += 1;
                continue;
            }
            Err(fault) => panic!("{}\n{fault}", context()),
        };
        done.packs += 1;
        done.chunks += made.json.of_files().count() as u64;
        let other = stock.question(1 + random.below(3), &mut random);
        let mut more = || -> Result<(), String> {
            if matches!(made.request.options.layout, Layout::Cache(_)) {
                prefix::same_for(&made, Some(&other))?;
                prefix::same_for(&made, None)?;
            }
            match random.below(4) {
                0 => same::again(&made),
                1 => same::from(&made, &shuffled),
                2 => form::json_is_markdown(&made),
                _ => Ok(()),
            }
        };
        if let Err(fault) = more() {
            panic!("{}\n{fault}", context());
        }
    }
    done
}

/// Makes a pack of a project and checks everything that holds of every pack; `exact` counts in place of what the request
/// says. Returns nothing where there is no pack for a reason that holds, and the fault where something does not hold.
pub fn check<'p>(
    project: &Project<'p>,
    request: &Value,
    exact: Option<&'p (dyn TokenCounter + Sync)>,
) -> Result<Option<Made<'p>>, String> {
    let json = request.to_string();
    let request = PackRequest::from_json(&json).map_err(|error| format!("no request: {error}"))?;
    let made = match Made::new(project, request.clone(), exact) {
        Ok(made) => made?,
        Err(error) => return refusal(project, &request, exact, &error).map(|()| None),
    };
    size::check(&made)?;
    lines::check(&made)?;
    form::check(&made)?;
    lists::check(&made)?;
    prefix::check(&made)?;
    Ok(Some(made))
}

/// Checks that a request may be refused so.
fn refusal(
    project: &Project<'_>,
    request: &PackRequest,
    exact: Option<&(dyn TokenCounter + Sync)>,
    error: &PackError,
) -> Result<(), String> {
    let own = made::counter(request);
    let counter = exact.map_or(own.as_ref(), |exact| exact);
    let text = |path: &String| project.files.get(path).map(String::as_str);
    let holds = match error {
        PackError::BudgetTooSmall { budget, needed } => *needed > counter.usable(*budget),
        PackError::ShareTooSmall { room, needed } => {
            matches!(request.options.layout, Layout::Cache(_)) && needed > room
        }
        PackError::NoPartForPins => {
            matches!(request.options.layout, Layout::Cache(_)) && !request.options.pins.is_empty()
        }
        PackError::PinLeftOut { path } => !made::lets_in(request, path),
        PackError::NoPinnedText { path } => text(path) == Some(""),
        PackError::PinTooLarge { needed, left, .. } => needed > left,
        PackError::NothingLetIn => !project.files.keys().any(|path| made::lets_in(request, path)),
        PackError::Option(_)
        | PackError::NoRankedFile { .. }
        | PackError::NoPinnedFile { .. }
        | PackError::NoPinnedLines { .. } => false,
    };
    if holds { Ok(()) } else { Err(format!("refused with {error:?}")) }
}

/// Returns a request as a failure shows it.
fn shown(request: &Value) -> String {
    let text = request.to_string();
    if text.len() <= 1500 {
        text
    } else {
        format!("{}... ({} bytes)", &text[..text.floor_char_boundary(1500)], text.len())
    }
}

/// Returns a fault unless something holds.
macro_rules! hold {
    ($holds:expr, $($fault:tt)+) => {{
        let holds: bool = $holds;
        if !holds {
            return Err(format!($($fault)+));
        }
    }};
}
use hold;

#[cfg(test)]
mod tests {
    use graphicle_engine::tokens::{BytesPerToken, Estimate};

    use super::*;

    #[test]
    fn counters_are_those_of_the_request() {
        let counter = |json| made::counter(&PackRequest::from_json(json).unwrap()).label();
        assert_eq!(counter("{}"), Estimate.label());
        assert_eq!(counter(r#"{"bytes_per_token": 3}"#), BytesPerToken::new(3.0).unwrap().label());
    }
}
