//! Owns choosing the common pieces of text; owns no weight.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashMap;

use graphicle_engine::tokens::common::{COMMON_BYTES, COMMON_LONGEST, Common};
use graphicle_engine::tokens::pieces::{Known, pieces};
use graphicle_tokenizer::HuggingFace;

use crate::excerpts::Excerpt;

/// How many pieces the set holds. More make it no better: then too many others look like one of them.
const MOST: usize = 24_000;
/// In how many projects a piece must be, so that one project's names have no place.
const FEWEST_PROJECTS: u32 = 3;

/// Remembers the pieces that are asked for.
#[derive(Default)]
struct Asked {
    seen: RefCell<HashMap<Vec<u8>, Seen>>,
    project: u32,
}

#[derive(Default)]
struct Seen {
    times: u32,
    projects: u32,
    last: Option<u32>,
}

impl Known for Asked {
    fn has(&self, text: &[u8], start: usize, end: usize) -> bool {
        if (2..=COMMON_LONGEST).contains(&(end - start)) {
            let mut pieces = self.seen.borrow_mut();
            let seen = pieces.entry(text[start..end].to_vec()).or_default();
            seen.times += 1;
            if seen.last.replace(self.project) != Some(self.project) {
                seen.projects += 1;
            }
        }
        false
    }
}

/// Returns the set of the pieces that the most projects have and that both models have as one token.
pub(crate) fn common(excerpts: &[Vec<Excerpt>], models: &[HuggingFace]) -> [u8; COMMON_BYTES] {
    let mut asked = Asked::default();
    for project in excerpts {
        asked.project += 1;
        for excerpt in project {
            pieces(&excerpt.plain, &asked, |_, _| ());
        }
    }
    let one_token =
        |piece: &[u8]| str::from_utf8(piece).is_ok_and(|piece| models.iter().all(|model| model.count(piece).0 == 1));
    let mut chosen: Vec<(Vec<u8>, Seen)> = asked
        .seen
        .into_inner()
        .into_iter()
        .filter(|(piece, seen)| seen.projects >= FEWEST_PROJECTS && one_token(piece))
        .collect();
    chosen.sort_by(|(piece, seen), (other, others)| {
        (Reverse(seen.projects), Reverse(seen.times), piece).cmp(&(
            Reverse(others.projects),
            Reverse(others.times),
            other,
        ))
    });
    println!("{} common pieces are one token, {MOST} are kept", chosen.len());
    let mut bits = [0; COMMON_BYTES];
    for (piece, _) in chosen.iter().take(MOST) {
        let bit = Common::bit(piece, 0, piece.len());
        bits[bit / 8] |= 1 << (bit % 8);
    }
    bits
}
