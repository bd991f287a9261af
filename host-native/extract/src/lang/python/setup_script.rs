//! Owns what a `setup.py` says of where packages are looked up, as far as it is written as plain values.

use graphicle_engine::facts::{Manifest, Name};

use super::{CALL, DICTIONARY, KEYWORD_ARGUMENT, PAIR, STRING, last_part, types::unquoted};
use crate::cx::Cx;
use crate::syntax::field;
use crate::tree::Node;

/// Reads `setup(package_dir={"": "src"}, packages=find_packages("src"))`.
pub(super) fn read<'t>(cx: &mut Cx<'t>, call: Node<'t>) {
    let is_setup = call.child(field::FUNCTION).is_some_and(|function| last_part(function.text()) == "setup");
    let Some(arguments) = call.child(field::ARGUMENTS).filter(|_| is_setup) else { return };
    let mut roots: Vec<&str> = Vec::new();
    for argument in arguments.children_of_kind(KEYWORD_ARGUMENT) {
        let (Some(name), Some(value)) = (argument.child(field::NAME), argument.child(field::VALUE)) else { continue };
        match (name.text(), value.kind()) {
            ("package_dir", DICTIONARY) => roots.extend(value.children_of_kind(PAIR).filter_map(root_of_pair)),
            ("packages", CALL) => roots.extend(searched(value)),
            _ => {}
        }
    }
    roots.dedup();
    let roots: Vec<Name> = roots.into_iter().map(|root| cx.name(root)).collect();
    cx.set_manifest(Manifest::PythonProject { roots });
}

/// `"": "src"` maps the root package.
fn root_of_pair(pair: Node<'_>) -> Option<&str> {
    let (key, value) = (text_of(pair.child(field::KEY)?)?, text_of(pair.child(field::VALUE)?)?);
    key.is_empty().then_some(value)
}

/// `find_packages("src")`, `find_packages(where="src")`.
fn searched(call: Node<'_>) -> Option<&str> {
    let function = call.child(field::FUNCTION)?;
    if !matches!(last_part(function.text()), "find_packages" | "find_namespace_packages") {
        return None;
    }
    let first = call.child(field::ARGUMENTS)?.first_named()?;
    if first.kind() != KEYWORD_ARGUMENT {
        return text_of(first);
    }
    let is_where = first.child(field::NAME).is_some_and(|name| name.text() == "where");
    first.child(field::VALUE).filter(|_| is_where).and_then(text_of)
}

fn text_of(node: Node<'_>) -> Option<&str> {
    (node.kind() == STRING).then(|| unquoted(node.text()).trim_matches('/'))
}
