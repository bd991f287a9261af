//! Owns TypeScript's modules: imports and exports in the language's own forms, and what a file hands out.

use graphicle_engine::facts::{ImportKind, SymbolKind};

use super::bindings::is_closure;
use super::blocks::know_values;
use super::commonjs::{note_exports, note_prototypes};
use super::functions::{define, open_function};
use super::values::{define_value, open_value};
use super::{
    AMBIENT, CLASS_VALUE, DEFAULT, EXPORT, EXPORT_CLAUSE, EXPORT_SPECIFIER, EXPRESSION_STATEMENT, IDENTIFIER,
    IMPORT_CLAUSE, IMPORT_REQUIRE, IMPORT_SPECIFIER, INTERNAL_MODULE, LEXICAL, MODULE, NAMED_IMPORTS, NAMESPACE_EXPORT,
    NAMESPACE_IMPORT, NESTED_IDENTIFIER, STATEMENT_BLOCK, STRING, VAR, jsdoc,
};
use crate::cx::{Cx, Def, Place};
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// The default export's name, as the engine's bindings write it.
pub(super) const DEFAULT_NAME: &str = "default";

/// A file: notes which names it hands out apart from their definitions, and the namespace that is all of it.
pub(super) fn program<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    for statement in node.named_children() {
        match statement.kind() {
            EXPORT if statement.child(field::SOURCE).is_none() => {
                let specifiers = statement.child_of_kind(EXPORT_CLAUSE).into_iter().flat_map(Node::named_children);
                for name in specifiers.filter_map(|specifier| specifier.child(field::NAME)) {
                    cx.handed_out.insert(name.text());
                }
                if let Some(value) = exported_name(statement) {
                    cx.handed_out.insert(value.text());
                }
            }
            EXPRESSION_STATEMENT => note_exports(cx, statement),
            _ => {}
        }
    }
    if jsdoc::is_javascript(cx) {
        note_prototypes(cx);
    }
    if let Some(package) = whole_namespace(node) {
        cx.set_package(package);
    }
    know_values(cx, node);
    Flow::Into
}

/// Returns the name that `export default name` and `export = name` hand out.
fn exported_name(export: Node<'_>) -> Option<Node<'_>> {
    let says = export.text().trim_start_matches("export").trim_start();
    if export.child(field::DECLARATION).is_some() || says.starts_with("as ") {
        return None;
    }
    export.child(field::VALUE).or_else(|| export.first_named()).filter(|value| value.kind() == IDENTIFIER)
}

/// Returns the name of the namespace that all statements of a file are in, where there is one.
fn whole_namespace(program: Node<'_>) -> Option<&str> {
    let mut found = None;
    for statement in program.named_children() {
        let inner = match statement.kind() {
            EXPRESSION_STATEMENT | AMBIENT => statement.first_named()?,
            _ => statement,
        };
        if !matches!(inner.kind(), INTERNAL_MODULE | MODULE) {
            return None;
        }
        let name = inner.child(field::NAME).filter(|name| name.kind() != STRING)?.text();
        if *found.get_or_insert(name) != name {
            return None;
        }
    }
    found
}

/// Returns whether a definition is visible to other files: exported, or a member that is not private.
pub(super) fn exported<'t>(cx: &Cx<'t>, def: &Def<'t>) -> bool {
    match cx.place() {
        Place::Function => false,
        Place::Type => {
            let private = def
                .node
                .children()
                .any(|child| child.kind() == super::ACCESSIBILITY && matches!(child.text(), "private" | "protected"));
            !private && !def.name.starts_with('#')
        }
        Place::File | Place::Module => {
            let declaration = def.node.parent().filter(|parent| parent.kind() == LEXICAL);
            let outer = declaration.unwrap_or(def.node).parent();
            outer.is_some_and(|outer| is_handed_out(outer) || outer.parent().is_some_and(is_handed_out))
                || (cx.handed_out.contains(def.name) && def.kind != SymbolKind::Method && def.container.is_none())
        }
    }
}

fn is_handed_out(around: Node<'_>) -> bool {
    around.kind() == EXPORT
}

/// Returns whether a definition is declared only: `declare function f(): void`, also inside of what is declared.
pub(super) fn is_ambient(node: Node<'_>) -> bool {
    let mut at = node.parent();
    while let Some(around) = at.filter(|around| {
        matches!(
            around.kind(),
            EXPORT | EXPRESSION_STATEMENT | INTERNAL_MODULE | LEXICAL | MODULE | STATEMENT_BLOCK | VAR
        )
    }) {
        at = around.parent();
    }
    at.is_some_and(|around| around.kind() == AMBIENT)
}

/// Returns whether a path is that of a test, as the usual frameworks find them.
pub(super) fn is_test_file(path: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.contains(".test.") || file.contains(".spec.") || path.split('/').any(|folder| folder == "__tests__")
}

/// Returns a text without the quotes around it.
pub(super) fn unquoted(text: &str) -> &str {
    text.trim_matches(['"', '\'', '`'])
}

/// `import ... from "..."` and `import x = require("...")`.
pub(super) fn import<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(require) = node.child_of_kind(IMPORT_REQUIRE) {
        if let (Some(local), Some(source)) = (require.child_of_kind(IDENTIFIER), require.child(field::SOURCE)) {
            cx.import(node.row(), ImportKind::Module, unquoted(source.text()), &[(None, local.text())]);
        }
        return Flow::Over;
    }
    let Some(source) = node.child(field::SOURCE) else { return Flow::Over };
    let mut bindings: Vec<(Option<&str>, &'t str)> = Vec::new();
    for part in node.child_of_kind(IMPORT_CLAUSE).into_iter().flat_map(Node::named_children) {
        match part.kind() {
            IDENTIFIER => bindings.push((Some(DEFAULT_NAME), part.text())),
            NAMESPACE_IMPORT => bindings.extend(part.first_named().map(|local| (None, local.text()))),
            NAMED_IMPORTS => bindings.extend(part.children_of_kind(IMPORT_SPECIFIER).filter_map(specifier)),
            _ => {}
        }
    }
    cx.import(node.row(), ImportKind::Module, unquoted(source.text()), &bindings);
    Flow::Over
}

/// Returns the names of `a` and `a as b` in a list of imports or exports: there, and here.
fn specifier(specifier: Node<'_>) -> Option<(Option<&str>, &str)> {
    let name = unquoted(specifier.child(field::NAME)?.text());
    let local = specifier.child(field::ALIAS).map_or(name, |alias| unquoted(alias.text()));
    Some((Some(name), local))
}

/// `import Name = a.b.Name`: another name for what a namespace holds.
pub(super) fn import_alias<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut parts = node.named_children();
    if let (Some(name), Some(path)) = (parts.next(), parts.next())
        && matches!(path.kind(), IDENTIFIER | NESTED_IDENTIFIER)
    {
        let mut def = cx.def(SymbolKind::TypeAlias, node, name);
        def.ty = Some(cx.type_name(path.text(), 0));
        cx.define(def);
    }
    Flow::Over
}

/// `export ...`: a definition is left to the walk, names handed on are recorded here.
pub(super) fn export<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let row = node.row();
    if let Some(source) = node.child(field::SOURCE) {
        let path = unquoted(source.text());
        if let Some(clause) = node.child_of_kind(EXPORT_CLAUSE) {
            let bindings: Vec<_> = clause.children_of_kind(EXPORT_SPECIFIER).filter_map(specifier).collect();
            cx.import(row, ImportKind::Reexport, path, &bindings);
        } else if let Some(name) = node.child_of_kind(NAMESPACE_EXPORT).and_then(Node::first_named) {
            cx.import(row, ImportKind::Reexport, path, &[(None, unquoted(name.text()))]);
        } else {
            cx.import(row, ImportKind::ReexportAll, path, &[]);
        }
        return Flow::Over;
    }
    if let Some(clause) = node.child_of_kind(EXPORT_CLAUSE) {
        let renamed: Vec<_> = clause
            .children_of_kind(EXPORT_SPECIFIER)
            .filter_map(specifier)
            .filter(|(name, local)| *name != Some(local))
            .collect();
        // A list without new names says nothing that the names' definitions do not; that the file is a module, it does.
        if !renamed.is_empty() || clause.first_named().is_none() {
            cx.import(row, ImportKind::Reexport, "", &renamed);
        }
        return Flow::Over;
    }
    let default = node.child_of_kind(DEFAULT);
    if let Some(name) = exported_name(node) {
        cx.import(row, ImportKind::Reexport, "", &[(Some(name.text()), DEFAULT_NAME)]);
        return Flow::Into;
    }
    let Some(default) = default else { return Flow::Into };
    match (node.child(field::DECLARATION), node.child(field::VALUE)) {
        (Some(declaration), _) => {
            if let Some(name) = declaration.child(field::NAME) {
                cx.import(row, ImportKind::Reexport, "", &[(Some(name.text()), DEFAULT_NAME)]);
            }
        }
        (None, Some(value)) => default_value(cx, node, default, value),
        (None, None) => {}
    }
    Flow::Into
}

/// `export default <expression>`: the value is a symbol called "default".
fn default_value<'t>(cx: &mut Cx<'t>, node: Node<'t>, default: Node<'t>, value: Node<'t>) {
    let named = value.child(field::NAME).filter(|_| is_closure(value) || value.kind() == CLASS_VALUE);
    if let Some(name) = named {
        cx.import(node.row(), ImportKind::Reexport, "", &[(Some(name.text()), DEFAULT_NAME)]);
    } else if is_closure(value) {
        let mut def = cx.def(SymbolKind::Function, value, default);
        def.kind = SymbolKind::Function;
        let sym = define(cx, def);
        open_function(cx, node, value, sym);
    } else if value.kind() != CLASS_VALUE {
        let def = cx.def(SymbolKind::Variable, value, default);
        let sym = define_value(cx, def, None, Some(value));
        open_value(cx, node, sym, Some(value));
    }
}
