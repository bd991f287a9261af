//! Owns having counters with vocabularies at hand: the small tokenizers that the tokenizer crate's own tests make. It owns
//! no vocabulary.

use std::sync::OnceLock;

use graphicle_tokenizer::HuggingFace;

use crate::random::Random;

#[path = "../../../../engine/tokenizer/tests/made/mod.rs"]
mod made;

/// Returns one of the counters with small vocabularies.
pub(super) fn any(random: &mut Random) -> &'static HuggingFace {
    static COUNTERS: OnceLock<Vec<HuggingFace>> = OnceLock::new();
    let counters = COUNTERS.get_or_init(|| {
        let all = made::tokenizers().into_iter();
        all.map(|(name, json)| HuggingFace::from_json(&json, name).expect("a tokenizer")).collect()
    });
    random.pick::<HuggingFace>(counters)
}
