//! Owns which language has which description; each child owns one language or family.

mod c;
mod c_family;
mod cpp;
mod csharp;
mod css;
mod dart;
mod elixir;
mod go;
mod groovy;
mod hcl;
mod html;
mod json;
mod kotlin;
mod markdown;
mod outline;
mod php;
mod protobuf;
mod python;
mod ruby;
mod rust;
mod scala;
mod sql;
mod swift;
mod toml;
mod yaml;

use std::sync::OnceLock;

use graphicle_engine::language::Language;

use crate::spec::{Grammar, Spec};

/// Returns the description of a language, or `None` when it has none.
pub(crate) fn spec(language: Language) -> Option<&'static Spec> {
    Some(match language {
        Language::Elixir => &elixir::SPEC,
        Language::Groovy => &groovy::SPEC,
        Language::Dart => &dart::SPEC,
        Language::Scala => &scala::SPEC,
        Language::Swift => &swift::SPEC,
        Language::Kotlin => &kotlin::SPEC,
        Language::Php => &php::SPEC,
        Language::Ruby => &ruby::SPEC,
        Language::CSharp => &csharp::SPEC,
        Language::Css => &css::SPEC,
        Language::C => &c::SPEC,
        Language::Cpp => &cpp::SPEC,
        Language::Go => &go::SPEC,
        Language::Hcl => &hcl::SPEC,
        Language::Html => &html::SPEC,
        Language::Json => &json::SPEC,
        Language::Markdown => &markdown::SPEC,
        Language::Protobuf => &protobuf::SPEC,
        Language::Rust => &rust::SPEC,
        Language::Python => &python::SPEC,
        Language::Sql => &sql::SPEC,
        Language::Toml => &toml::SPEC,
        Language::Yaml => &yaml::SPEC,
        _ => return None,
    })
}

/// Returns the laid out description of a language, made at its first use.
pub(crate) fn grammar(language: Language) -> Option<&'static Grammar> {
    static ALL: [OnceLock<Grammar>; Language::ALL.len()] = [const { OnceLock::new() }; Language::ALL.len()];
    let spec = spec(language)?;
    ALL.get(language as usize).map(|slot| slot.get_or_init(|| Grammar::new(spec)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grammars_know_every_kind_that_a_language_names() {
        for language in Language::ALL {
            let Some(grammar) = grammar(language) else { continue };
            assert_eq!(grammar.unknown_kinds(), Vec::<&str>::new(), "{}", language.label());
            let spec = grammar.spec;
            assert!(spec.builtins.is_sorted_by(|a, b| a < b), "{}", language.label());
            assert!(spec.value_wrappers.is_sorted_by(|a, b| a < b), "{}", language.label());
            assert!(spec.collections.is_sorted_by(|a, b| a < b), "{}", language.label());
        }
    }
}
