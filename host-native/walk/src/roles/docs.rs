//! Owns which paths are documentation: pages by their format, files that every project has, and folders of pages.

use graphicle_engine::language::Language;

use super::FilePath;

/// Folders of documentation. What else lies in them (a site's scripts, pictures' sources) belongs to it.
const FOLDERS: [&str; 9] = ["doc", "docs", "documentation", "javadoc", "man", "manpages", "manual", "rfcs", "wiki"];

/// Files that tell people of a project, by the name without its extension.
const NAMES: [&str; 22] = [
    "authors",
    "changelog",
    "changes",
    "code_of_conduct",
    "codeowners",
    "contributing",
    "contributors",
    "copying",
    "copyright",
    "history",
    "install",
    "licence",
    "license",
    "maintainers",
    "news",
    "notice",
    "owners",
    "readme",
    "releases",
    "security",
    "support",
    "todo",
];

pub(super) fn is_docs(file: &FilePath<'_>) -> bool {
    file.is_below(&FOLDERS) || is_page(file) || is_known_file(file)
}

fn is_page(file: &FilePath<'_>) -> bool {
    matches!(file.language, Language::Markdown | Language::ReStructuredText | Language::AsciiDoc | Language::Tex)
        || matches!(file.extension(), "sgml" | "texi" | "texinfo" | "pod" | "rdoc" | "org" | "textile" | "rtf")
}

fn is_known_file(file: &FilePath<'_>) -> bool {
    let stem = file.stem();
    let has_text = matches!(file.extension(), "" | "txt" | "md" | "in") || file.stem().len() == file.name.len();
    let lower = file.lower.get(..stem.len()).unwrap_or_default();
    let word = lower.split(['-', '.', '_']).next().unwrap_or(lower);
    has_text && (NAMES.binary_search(&lower).is_ok() || matches!(word, "readme" | "license" | "licence" | "changelog"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(FOLDERS.is_sorted() && NAMES.is_sorted());
    }
}
