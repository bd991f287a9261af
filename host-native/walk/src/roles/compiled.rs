//! Owns which scripts a compiler or a bundler wrote without saying so: JavaScript that is made of other files, and that
//! people read in those.

use graphicle_engine::language::Language;

/// Returns whether a text is JavaScript that a program put together.
pub(super) fn is_compiled_by_text(language: Language, text: &str) -> bool {
    /// Nobody writes so long a script by hand.
    const LONGEST_BYTES: usize = 1024 * 1024;
    language == Language::JavaScript && (text.len() > LONGEST_BYTES || has_helpers(text))
}

/// Returns whether the head of a script holds what TypeScript's compiler, Babel and webpack put there.
fn has_helpers(text: &str) -> bool {
    /// Helpers stand before everything but a licence.
    const HEAD_BYTES: usize = 8 * 1024;
    const HELPERS: [&str; 4] = [
        "(this && this.__",
        "Object.defineProperty(exports, \"__esModule\", { value: true })",
        "Object.defineProperty(exports, \"__esModule\", {\n  value: true\n})",
        "// webpackBootstrap",
    ];
    let head = text.get(..text.floor_char_boundary(HEAD_BYTES)).unwrap_or(text);
    HELPERS.iter().any(|helper| head.contains(helper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_made_of_others_are_known() {
        let module =
            "\"use strict\";\nObject.defineProperty(exports, \"__esModule\", { value: true });\nexports.a = 1;\n";
        let class = "var __extends = (this && this.__extends) || (function () {})();\n";
        let bundle = "/******/ (() => { // webpackBootstrap\n";
        for text in [module, class, bundle, &"let a = 1;\n".repeat(100_000)] {
            assert!(is_compiled_by_text(Language::JavaScript, text), "{}", &text[..40]);
        }
        let written = "import { a } from './a.js';\nexport const b = a;\n".repeat(1000);
        assert!(!is_compiled_by_text(Language::JavaScript, &written));
        assert!(!is_compiled_by_text(Language::TypeScript, &"let a = 1;\n".repeat(200_000)));
    }
}
