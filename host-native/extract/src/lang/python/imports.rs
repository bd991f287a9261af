//! Owns Python's imports.

use graphicle_engine::facts::ImportKind;

use super::{DOTTED_NAME, WILDCARD};
use crate::cx::{Cx, Place};
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// `import a.b`, `import a.b as c`. The former binds `a`.
pub(super) fn import<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    for name in node.children_with(field::NAME) {
        let (path, alias) = parts(name);
        let Some(path) = path else { continue };
        let text = without_blanks(path.text());
        let local = match alias {
            Some(alias) => alias.text(),
            None => path.text().split('.').next().unwrap_or("").trim(),
        };
        bring(cx, node, ImportKind::Module, &text, &[(None, local)]);
    }
    Flow::Over
}

/// `from a.b import c as d`, `from . import c`, `from a import *`.
pub(super) fn import_from<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(module) = node.child(field::MODULE_NAME) else { return Flow::Over };
    let path = without_blanks(module.text());
    if node.child_of_kind(WILDCARD).is_some() {
        cx.import(node.row(), ImportKind::Wildcard, &path, &[]);
        return Flow::Over;
    }
    let mut bindings = Vec::new();
    for name in node.children_with(field::NAME) {
        if let (Some(member), alias) = parts(name) {
            let member = member.text();
            bindings.push((Some(member), alias.map_or(member, Node::text)));
        }
    }
    bring(cx, node, ImportKind::Module, &path, &bindings);
    Flow::Over
}

fn bring<'t>(cx: &mut Cx<'t>, node: Node<'t>, kind: ImportKind, path: &str, bindings: &[(Option<&str>, &'t str)]) {
    cx.import(node.row(), kind, path, bindings);
    if cx.place() == Place::Function {
        for (_, local) in bindings {
            cx.bind_shared(local);
        }
    }
}

/// Returns the imported name and what it is called here.
fn parts(name: Node<'_>) -> (Option<Node<'_>>, Option<Node<'_>>) {
    if name.kind() == DOTTED_NAME {
        return (Some(name), None);
    }
    (name.child(field::NAME), name.child(field::ALIAS))
}

fn without_blanks(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '\\').collect()
}
