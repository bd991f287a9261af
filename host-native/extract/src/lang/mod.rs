//! Owns which language has which description; each child owns one language or family.

mod bash;
mod c;
mod c_family;
mod capitals;
mod cpp;
mod csharp;
mod css;
mod dart;
mod elixir;
mod erlang;
mod gdscript;
mod go;
mod groovy;
mod haskell;
mod hcl;
mod html;
mod java;
mod json;
mod julia;
mod kotlin;
mod lua;
mod markdown;
mod objc;
mod ocaml;
mod outline;
mod perl;
mod php;
mod protobuf;
mod python;
mod r;
mod ruby;
mod rust;
mod scala;
mod sql;
mod swift;
mod toml;
mod typescript;
mod yaml;
mod zig;

use std::sync::OnceLock;

use graphicle_engine::language::Language;

use crate::spec::{Grammar, Spec};

/// Returns the description of a language, or `None` when it has none.
pub(crate) fn spec(language: Language) -> Option<&'static Spec> {
    Some(match language {
        Language::Bash => &bash::SPEC,
        Language::Lua => &lua::SPEC,
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
        Language::Erlang => &erlang::SPEC,
        Language::GdScript => &gdscript::SPEC,
        Language::ObjectiveC => &objc::SPEC,
        Language::Go => &go::SPEC,
        Language::Haskell => &haskell::SPEC,
        Language::Hcl => &hcl::SPEC,
        Language::Html => &html::SPEC,
        Language::Java => &java::SPEC,
        Language::JavaScript => &typescript::JAVASCRIPT,
        Language::Json => &json::SPEC,
        Language::Julia => &julia::SPEC,
        Language::Markdown => &markdown::SPEC,
        Language::OCaml => &ocaml::SPEC,
        Language::OCamlInterface => &ocaml::INTERFACE,
        Language::Perl => &perl::SPEC,
        Language::Protobuf => &protobuf::SPEC,
        Language::Rust => &rust::SPEC,
        Language::Python => &python::SPEC,
        Language::R => &r::SPEC,
        Language::Sql => &sql::SPEC,
        Language::Toml => &toml::SPEC,
        Language::Tsx => &typescript::TSX,
        Language::TypeScript => &typescript::TYPESCRIPT,
        Language::Yaml => &yaml::SPEC,
        Language::Zig => &zig::SPEC,
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
            let Some(own) = grammar(language) else { continue };
            let spec = own.spec;
            // Where several grammars share a list, it names kinds that only some of them have.
            let sharing = || Language::ALL.into_iter().filter_map(grammar).filter(|g| g.spec.kinds == spec.kinds);
            let mut unknown = own.unknown_kinds();
            unknown.retain(|kind| sharing().all(|other| other.unknown_kinds().contains(kind)));
            assert_eq!(unknown, Vec::<&str>::new(), "{}", language.label());
            assert!(spec.builtins.is_sorted_by(|a, b| a < b), "{}", language.label());
            assert!(spec.value_wrappers.is_sorted_by(|a, b| a < b), "{}", language.label());
            assert!(spec.collections.is_sorted_by(|a, b| a < b), "{}", language.label());
        }
    }
}
