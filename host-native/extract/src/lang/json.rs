//! Owns what JSON's syntax means: the keys of the outermost object and of the objects in it.

use graphicle_engine::facts::SymbolKind;

use crate::cx::{Cx, Place};
use crate::spec::{Flow, Rule, Spec};
use crate::syntax::{field, kinds};
use crate::tree::Node;

use super::outline;

kinds! {
    ARRAY = "array",
    COMMENT = "comment",
    DOCUMENT = "document",
    PAIR = "pair",
    STRING = "string",
}

/// JSON, with comments where these are written.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ARRAY, Rule::Leaf),
        (COMMENT, Rule::Comment),
        (DOCUMENT, Rule::Hook(document)),
        (PAIR, Rule::Hook(pair)),
        (STRING, Rule::Leaf),
    ],
    first_comment_is_module_doc: true,
    // The document, its object, a pair, its object, a pair, its key.
    levels: 5,
    ..Spec::new(|| tree_sitter_json::LANGUAGE.into(), KINDS)
};

/// A file of many values is a log or a table, and none of them stands out. A translation repeats the keys of the
/// language that it was made from.
fn document<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let many = node.named_children().nth(1).is_some();
    if many || is_translation(cx.path()) { Flow::Over } else { Flow::Into }
}

/// Folders of translations, one file for each language.
const TRANSLATIONS: [&str; 6] = ["/i18n/", "/l10n/", "/lang/", "/locale/", "/locales/", "/translations/"];

fn is_translation(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let rooted = format!("/{path}");
    !name.starts_with("en") && TRANSLATIONS.iter().any(|folder| rooted.contains(folder))
}

fn pair<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(key) = node.child(field::KEY) else { return Flow::Over };
    let around = node.parent().and_then(Node::parent);
    let level = usize::from(around.is_some_and(|around| around.kind() == PAIR));
    let name = key.text().trim_matches('"');
    if name.is_empty() || !outline::has_room(cx, level) {
        return Flow::Over;
    }
    let sym = outline::entry(cx, SymbolKind::Entry, node, key, name);
    if level > 0 {
        return Flow::Over;
    }
    cx.open(node, sym, Place::Module);
    Flow::Into
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn translations_lie_in_folders_of_their_own() {
        assert!(is_translation("locales/de/common.json"));
        assert!(is_translation("a/translations/pt-BR.json"));
        assert!(!is_translation("a/translations/en.json"));
        assert!(!is_translation("a/language/de.json"));
    }
}
