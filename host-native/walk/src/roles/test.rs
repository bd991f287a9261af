//! Owns which paths are tests: folders by name in every language, files by each language's convention.

use graphicle_engine::language::Language;

use super::FilePath;

/// Folders that hold tests and their helpers.
const FOLDERS: [&str; 34] = [
    "__fixtures__",
    "__mocks__",
    "__snapshots__",
    "__test__",
    "__tests__",
    "androidtest",
    "cypress",
    "e2e",
    "functional-tests",
    "functional_tests",
    "integration-test",
    "integration-tests",
    "integration_test",
    "integration_tests",
    "integrationtest",
    "integrationtests",
    "test",
    "test-data",
    "test-utils",
    "test_data",
    "test_suite",
    "test_utils",
    "testcases",
    "testdata",
    "testfixtures",
    "testing",
    "testlib",
    "tests",
    "testsuite",
    "testsuites",
    "testutil",
    "testutils",
    "unittest",
    "unittests",
];

/// Folders whose name means tests in these languages, and specifications of interfaces elsewhere.
const SPEC_FOLDERS: [&str; 2] = ["spec", "specs"];

pub(super) fn is_test(file: &FilePath<'_>) -> bool {
    file.is_below(&FOLDERS)
        || file.is_below(&SPEC_FOLDERS) && has_specs(file.language)
        || file.folders.iter().any(|folder| is_named_folder(folder, file.language))
        || is_test_name(file)
}

const fn has_specs(language: Language) -> bool {
    matches!(
        language,
        Language::Ruby
            | Language::JavaScript
            | Language::TypeScript
            | Language::Tsx
            | Language::Lua
            | Language::Crystal
            | Language::Php
            | Language::Groovy
            | Language::Scala
            | Language::Elixir
            | Language::Haskell
    )
}

/// Folders that are named after what they test: `App.Tests`, `AppTests`, Kotlin's `commonTest`.
fn is_named_folder(folder: &str, language: Language) -> bool {
    match language {
        Language::CSharp | Language::FSharp | Language::Swift => {
            let last_word = folder.rsplit('.').next().unwrap_or(folder);
            last_word.ends_with("tests") || matches!(last_word, "test" | "unittest") && last_word.len() < folder.len()
        }
        Language::Kotlin | Language::Java | Language::Groovy | Language::Scala => {
            matches!(folder, "commontest" | "jvmtest" | "jstest" | "nativetest" | "iostest" | "it" | "testfixtures")
        }
        _ => false,
    }
}

fn is_test_name(file: &FilePath<'_>) -> bool {
    let stem = file.stem();
    let lower = file.lower.get(..stem.len()).unwrap_or(&file.lower);
    let before = |end: &str| lower.len() > end.len() && lower.ends_with(end);
    match file.language {
        Language::Go | Language::Dart | Language::Starlark => before("_test"),
        Language::Python => {
            lower.starts_with("test_") || before("_test") || before("_tests") || matches!(lower, "conftest" | "tests")
        }
        Language::JavaScript | Language::TypeScript | Language::Tsx | Language::Vue | Language::Svelte => {
            [".test", ".tests", ".spec", ".e2e", ".cy", "-test", "-spec", "_test", "_spec"].into_iter().any(before)
                || [".test.d", ".spec.d"].into_iter().any(before)
        }
        Language::Ruby | Language::Crystal => {
            before("_spec") || before("_test") || lower.starts_with("test_") || matches!(lower, "spec_helper")
        }
        Language::Java | Language::Kotlin | Language::Groovy | Language::Scala => is_jvm_test(stem),
        Language::CSharp | Language::FSharp | Language::Swift | Language::ObjectiveC | Language::Php => {
            ["Test", "Tests", "TestCase", "UITests"]
                .into_iter()
                .any(|end| stem.len() > end.len() && stem.ends_with(end))
                || file.extension() == "phpt"
        }
        Language::Rust => before("_test") || before("_tests") || matches!(lower, "tests" | "test"),
        Language::C | Language::Cpp => {
            ["_test", "_tests", "_unittest", "_unittests", "-test", ".test"].into_iter().any(before)
                || lower.starts_with("test_")
                || lower.starts_with("test-")
                || ["Test", "Tests"].into_iter().any(|end| stem.len() > end.len() && stem.ends_with(end))
        }
        Language::Elixir | Language::Clojure | Language::Lua | Language::Zig | Language::Nim | Language::OCaml => {
            before("_test") || before("_spec") || lower.starts_with("test_")
        }
        Language::Erlang => before("_suite") || before("_tests"),
        Language::Haskell => stem.ends_with("Spec") || stem.ends_with("Test") || stem.ends_with("Tests"),
        Language::R => lower.starts_with("test-") || lower.starts_with("test_") || lower == "testthat",
        Language::Julia => lower == "runtests" || lower.starts_with("test_") || before("_test"),
        Language::Perl => file.extension() == "t",
        Language::GdScript => lower.starts_with("test_") || before("_test"),
        Language::Solidity => before(".t"),
        Language::Bash => {
            file.extension() == "bats" || lower.starts_with("test_") || lower.starts_with("test-") || before("_test")
        }
        _ => false,
    }
}

/// `TestX`, `XTest`, `XTests`, `XTestCase`, `XIT`, `XSpec`, `XSuite`; not `Testament` and not `Latest`.
fn is_jvm_test(stem: &str) -> bool {
    let ends = ["Test", "Tests", "TestCase", "TestBase", "IT", "ITCase", "Spec", "Suite"];
    let starts = |start: &str| {
        stem.strip_prefix(start).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase() || c == '_'))
    };
    starts("Test") || ends.iter().any(|end| stem.len() > end.len() && stem.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_sorted() {
        assert!(FOLDERS.is_sorted());
    }
}
