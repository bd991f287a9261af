//! Owns counting the tokens of a text with a loaded tokenizer; owns no loading.

use core::fmt::{self, Write as _};

use graphicle_engine::tokens::{ExactCounter, Tokens};
use sha2::{Digest as _, Sha256};
use tokenizers::pipeline::{EncodeOptions, Override, PipelineTokenizer};

use crate::load::{Loaded, Start, TokenizerError, load};

/// Names the rules of counting: with another version the same file may count differently, so that kept counts are void.
pub const VERSION: &str = "tokenizers 1.0.0-rc.3, special tokens as text";

/// What every vocabulary must have an answer for, be it "unknown".
const PROBE: &str = "a 1 \u{10fffd}\u{301}\n漢";

/// Bytes of the file's SHA-256 that name it.
const NAME_BYTES: usize = 6;

/// Counts with the vocabulary of a `tokenizer.json`.
pub struct HuggingFace {
    name: String,
    tokenizer: PipelineTokenizer,
    start: Start,
    options: EncodeOptions,
}

impl HuggingFace {
    /// Returns the counter that the bytes of a `tokenizer.json` describe, with the name that its bytes give it
    /// ([`name_of`]).
    pub fn of_file(bytes: &[u8]) -> Result<Self, TokenizerError> {
        Self::from_json(bytes, name_of(&Sha256::digest(bytes)))
    }

    /// Returns the counter that the bytes of a `tokenizer.json` describe; `name` is what a pack calls it.
    pub fn from_json(bytes: &[u8], name: impl Into<String>) -> Result<Self, TokenizerError> {
        let Loaded { tokenizer, start } = load(bytes)?;
        let options = EncodeOptions {
            add_special_tokens: false,
            // The names of special tokens go through the vocabulary as the text that they are.
            encode_special_tokens: true,
            padding: Override::Off,
            truncation: Override::Off,
        };
        let counter = Self { name: name.into(), tokenizer, start, options };
        // A vocabulary that knows neither a character nor a token for unknown ones stops at it: better here than later.
        counter.encode(PROBE).map_err(|error| TokenizerError::Unsupported(error.to_string()))?;
        Ok(counter)
    }

    /// Returns the tokens of a text.
    pub fn count(&self, text: &str) -> Tokens {
        // Hardly any text has more tokens than bytes, so that the budget holds where a vocabulary stops at some character
        // that the probe does not hold.
        let tokens = self.encode(text).unwrap_or(text.len());
        Tokens(u32::try_from(tokens).unwrap_or(u32::MAX))
    }

    fn encode(&self, text: &str) -> Result<usize, tokenizers::Error> {
        let mut ids = Vec::with_capacity(text.len() / 3);
        match self.start {
            Start::Spaced if !text.is_empty() && !text.starts_with(' ') => {
                self.tokenizer.encode_into(&format!(" {text}"), &self.options, &mut ids)?;
            }
            _ => self.tokenizer.encode_into(text, &self.options, &mut ids)?,
        }
        Ok(ids.len())
    }
}

/// Returns what a pack calls the tokenizer whose file has this SHA-256: by what the file holds, not by where it lies, so
/// that the same file gives the same pack everywhere and no folder's name is told.
pub fn name_of(sha256: &[u8]) -> String {
    let digits = sha256.iter().take(NAME_BYTES).fold(String::new(), |mut digits, byte| {
        // Writing to a string does not fail.
        let _ = write!(digits, "{byte:02x}");
        digits
    });
    format!("tokenizer {digits}")
}

impl fmt::Debug for HuggingFace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HuggingFace").field("name", &self.name).finish_non_exhaustive()
    }
}

impl ExactCounter for HuggingFace {
    fn name(&self) -> &str {
        &self.name
    }

    fn count(&self, text: &str) -> Tokens {
        Self::count(self, text)
    }
}
