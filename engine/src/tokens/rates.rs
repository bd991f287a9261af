//! Owns the measured bytes per token of each language.

use crate::language::Language;

/// Returns how many bytes a thousand tokens of a language are.
pub const fn bytes_per_thousand_tokens(language: Language) -> u32 {
    match language {
        Language::Go => 3390,
        Language::Python => 4050,
        Language::Java => 4650,
        Language::C => 3260,
        Language::Cpp => 3490,
        Language::TypeScript => 3270,
        Language::JavaScript => 3130,
        Language::Json => 3050,
        Language::Yaml => 3090,
        Language::Markdown => 3890,
        _ => 3100,
    }
}
