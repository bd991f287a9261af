//! Owns which files are not laid out for people: minified programs, and data on endless lines.

use graphicle_engine::language::Language;

use super::FilePath;

const ENDINGS: [&str; 9] =
    [".bundle.css", ".bundle.js", ".chunk.js", ".min.cjs", ".min.css", ".min.js", ".min.mjs", "-min.css", "-min.js"];

pub(super) fn is_minified_by_name(file: &FilePath<'_>) -> bool {
    file.ends_with_any(&ENDINGS)
}

/// Returns whether most of a text stands on lines far longer than people write.
pub(super) fn is_minified_by_text(language: Language, text: &str) -> bool {
    /// A text shorter than this is read easily however it is laid out.
    const LEAST_BYTES: usize = 4 * 1024;
    if text.len() < LEAST_BYTES {
        return false;
    }
    let limit = longest_line(language);
    let on_long_lines: usize = text.lines().map(str::len).filter(|&length| length > limit).sum();
    on_long_lines * 2 > text.len()
}

/// Returns how long a line may be, in bytes. A paragraph of prose often is one line, and a message among data too.
const fn longest_line(language: Language) -> usize {
    match language {
        Language::Markdown | Language::ReStructuredText | Language::AsciiDoc | Language::Tex | Language::Html => 5_000,
        other if super::is_data_language(other) => 5_000,
        _ => 1_000,
    }
}
