//! Owns which files are data: fixtures and recorded output by their folder, tables and translations by their format, and
//! settings' formats when there is more of it than people write.

use graphicle_engine::language::Language;

use super::{FilePath, is_data_language};

/// Folders of which everything is data, programs too: they are input or expected output of tests.
const FOLDERS: [&str; 14] = [
    "__fixtures__",
    "__snapshots__",
    "baselines",
    "cassettes",
    "corpus",
    "fixtures",
    "golden",
    "goldens",
    "snapshots",
    "test-data",
    "test_data",
    "testcases",
    "testdata",
    "testfixtures",
];

/// Folders of which what is in a format of data is data.
const FOLDERS_OF_FORMATS: [&str; 16] = [
    "data",
    "dataset",
    "datasets",
    "expected",
    "i18n",
    "l10n",
    "lang",
    "langs",
    "languages",
    "locale",
    "locales",
    "messages",
    "mocks",
    "po",
    "strings",
    "translations",
];

const EXTENSIONS: [&str; 28] = [
    "arb", "csv", "dat", "geojson", "golden", "har", "ics", "jsonl", "kml", "log", "map", "mo", "ndjson", "obj", "out",
    "po", "pot", "snap", "srt", "stderr", "stdout", "svg", "topojson", "tsv", "vcf", "vtt", "xlf", "xliff",
];

pub(super) fn is_data_by_path(file: &FilePath<'_>) -> bool {
    EXTENSIONS.binary_search(&file.extension()).is_ok()
        || file.is_below(&FOLDERS)
        || file.is_below(&FOLDERS_OF_FORMATS) && is_data_language(file.language)
        || is_resource_bundle(file)
}

/// Returns whether a file holds a Java program's messages in one language: `LocalStrings_de.properties`.
pub(super) fn is_resource_bundle(file: &FilePath<'_>) -> bool {
    let stem = file.stem();
    let has_locale = stem
        .split('_')
        .skip(1)
        .any(|part| matches!(part.as_bytes(), [a, b] if a.is_ascii_lowercase() && b.is_ascii_lowercase()));
    file.extension() == "properties"
        && (has_locale || ["LocalStrings", "messages", "Messages"].iter().any(|start| stem.starts_with(start)))
}

/// Returns whether a text in a format of data is longer than what people write and keep by hand.
pub(super) fn is_data_by_text(language: Language, text: &str) -> bool {
    const LONGEST_BY_HAND: usize = 200 * 1024;
    is_data_language(language) && text.len() > LONGEST_BY_HAND
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(FOLDERS.is_sorted() && FOLDERS_OF_FORMATS.is_sorted() && EXTENSIONS.is_sorted());
    }
}
