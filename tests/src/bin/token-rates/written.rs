//! Owns writing what was measured as a source file of the engine; owns no figure.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use graphicle_engine::language::Language;
use graphicle_engine::tokens::MARGIN;
use graphicle_engine::tokens::common::COMMON_BYTES;
use graphicle_engine::tokens::pieces::KINDS;

use crate::fit::{Fitted, MODELS};
use crate::rows::{Numbers, Row};

/// The fewest bytes of a language that a rate of its own is made of.
const FEWEST_BYTES: f64 = 100_000.0;
/// The bytes per thousand tokens of a language that was not measured: fewer than of nine tenths of those that were.
const CAUTIOUS_RATE: u32 = 2_600;

/// Writes `weights.rs` and `common.bin` into the folder of the engine's sources of tokens.
pub(crate) fn write(folder: &Path, bits: &[u8; COMMON_BYTES], rows: &[Row], fitted: &Fitted) {
    let mut text = String::from(HEAD);
    let _ = writeln!(text, "pub(super) const MODELS: usize = {MODELS};\n");
    text.push_str("/// The thousandths of a token that a piece of each kind is, by model.\n");
    let _ = writeln!(text, "pub(super) static WEIGHTS: [[i16; MODELS]; {KINDS}] = [");
    for kind in 0..KINDS {
        let _ = writeln!(text, "    {:?},", thousandths(|model| fitted.weights[model][kind]));
    }
    text.push_str("];\n\n/// The thousandths that a language's tokens are of what its pieces say, by model.\n");
    let _ = writeln!(text, "pub(super) static LANGUAGES: [[i16; MODELS]; {}] = [", Language::ALL.len());
    for language in Language::ALL {
        let _ =
            writeln!(text, "    {:?}, // {language:?}", thousandths(|model| fitted.factors[model][language as usize]));
    }
    text.push_str("];\n\n/// The bytes of a language's text that a thousand estimated tokens are.\n");
    let _ = writeln!(text, "pub(super) const RATES: [u32; {}] = [", Language::ALL.len());
    for language in Language::ALL {
        let _ = writeln!(text, "    {}, // {language:?}", rate(rows, fitted, language));
    }
    text.push_str("];\n");
    fs::write(folder.join("weights.rs"), text).expect("the weights are written");
    fs::write(folder.join("common.bin"), bits).expect("the common pieces are written");
}

const HEAD: &str = "//! Owns the measured weights of pieces, factors of languages and bytes per token. Written by `token-rates`, never by
//! hand; docs/benchmarks.md says when and on what.

/// How many tokenizers have weights of their own: first the one that is highest for plain code, `DeepSeek` V3, then the
/// one that is highest for numbered lines, Qwen 3.
";

fn thousandths(figure: impl Fn(usize) -> f64) -> [i16; MODELS] {
    core::array::from_fn(|model| (figure(model) * 1_000.0).round() as i16)
}

fn rate(rows: &[Row], fitted: &Fitted, language: Language) -> u32 {
    let (mut bytes, mut tokens) = (0.0, 0.0);
    for row in rows.iter().filter(|row| row.language == language && row.numbers == Numbers::Hidden) {
        bytes += row.bytes as f64;
        tokens += fitted.estimate(row) * MARGIN as f64 / 1_000.0;
    }
    if bytes < FEWEST_BYTES { CAUTIOUS_RATE } else { (bytes * 1_000.0 / tokens) as u32 }
}
