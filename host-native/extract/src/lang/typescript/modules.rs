//! Owns TypeScript's modules: imports in all their forms, what a file hands out, `require` and `module.exports`.

use graphicle_engine::facts::{ImportKind, SymbolFlags, SymbolKind};

use super::bindings::{is_closure, know_values, parts};
use super::functions::{define, open_function};
use super::values::{define_value, open_value};
use super::{
    AMBIENT, ARGUMENTS, ASSIGNMENT, AWAIT, CALL, CLASS_VALUE, DEFAULT, EXPORT, EXPORT_CLAUSE, EXPORT_SPECIFIER,
    EXPRESSION_STATEMENT, IDENTIFIER, IMPORT, IMPORT_CLAUSE, IMPORT_REQUIRE, IMPORT_SPECIFIER, INTERNAL_MODULE,
    LEXICAL, MEMBER, METHOD, MODULE, NAMED_IMPORTS, NAMESPACE_EXPORT, NAMESPACE_IMPORT, NESTED_IDENTIFIER, OBJECT,
    OBJECT_PATTERN, PAIR, PAIR_PATTERN, SHORTHAND, SHORTHAND_PATTERN, STATEMENT_BLOCK, STRING, VAR, types,
};
use crate::cx::{Cx, Def, Place};
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// The default export's name, as the engine's bindings write it.
const DEFAULT_NAME: &str = "default";

/// How many assignments are written in one: `exports = module.exports = value`.
const MAX_ASSIGNED: usize = 4;

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

/// Notes the names that `module.exports = ...` and `exports.name = ...` hand out.
fn note_exports<'t>(cx: &mut Cx<'t>, statement: Node<'t>) {
    let mut assignment = statement.first_named();
    for _ in 0..MAX_ASSIGNED {
        let Some(node) = assignment.filter(|node| node.kind() == ASSIGNMENT) else { return };
        let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else { return };
        assignment = Some(right);
        if !matches!(left.text().split('.').next(), Some("module" | "exports")) {
            continue;
        }
        match right.kind() {
            IDENTIFIER => {
                cx.handed_out.insert(right.text());
            }
            OBJECT => {
                for member in right.children_of_kind(SHORTHAND) {
                    cx.handed_out.insert(member.text());
                }
            }
            _ => {}
        }
    }
}

/// Returns the name of the namespace that all statements of a file are in, where there is one.
fn whole_namespace<'t>(program: Node<'t>) -> Option<&'t str> {
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

fn unquoted(text: &str) -> &str {
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
fn specifier<'t>(specifier: Node<'t>) -> Option<(Option<&'t str>, &'t str)> {
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

/// What `require("...")` or `import("...")` brings.
#[derive(Debug, Clone, Copy)]
pub(super) struct Required<'t> {
    /// The path as written.
    path: &'t str,
    /// The call.
    call: Node<'t>,
    /// The member that is taken of the module: `require("...").name`.
    member: Option<&'t str>,
}

/// Returns the module that a value is: `require("...")`, `require("...").name`, `await import("...")`.
pub(super) fn required<'t>(cx: &Cx<'t>, value: Node<'t>) -> Option<Required<'t>> {
    let mut member = None;
    let mut call = value;
    if call.kind() == MEMBER {
        member = Some(call.child(field::PROPERTY)?.text());
        call = call.child(field::OBJECT)?;
    } else if call.kind() == AWAIT {
        call = call.first_named()?;
    }
    if call.kind() != CALL {
        return None;
    }
    let function = call.child(field::FUNCTION)?;
    let require = function.kind() == IDENTIFIER && function.text() == "require" && !cx.is_local("require");
    if !require && function.kind() != IMPORT {
        return None;
    }
    let list = call.child(field::ARGUMENTS).filter(|list| list.kind() == ARGUMENTS)?;
    let path = list.first_named().filter(|path| path.kind() == STRING)?;
    Some(Required { path: unquoted(path.text()), call, member })
}

/// Records the import that a variable's value is, with the names that the variable's pattern binds. Returns whether it
/// is one.
pub(super) fn import_by_value<'t>(cx: &mut Cx<'t>, name: Node<'t>, value: Node<'t>) -> bool {
    let Some(required) = required(cx, value) else { return false };
    let mut bindings: Vec<(Option<&str>, &'t str)> = Vec::new();
    match (name.kind(), required.member) {
        (IDENTIFIER, member) => bindings.push((member, name.text())),
        (OBJECT_PATTERN, None) => {
            for part in name.named_children() {
                match part.kind() {
                    SHORTHAND_PATTERN => bindings.push((Some(part.text()), part.text())),
                    PAIR_PATTERN => {
                        if let (Some(key), Some(local)) = (part.child(field::KEY), part.child(field::VALUE))
                            && local.kind() == IDENTIFIER
                        {
                            bindings.push((Some(unquoted(key.text())), local.text()));
                        }
                    }
                    _ => bindings.extend(pattern_names(cx, part)),
                }
            }
        }
        _ => {}
    }
    cx.import(value.row(), ImportKind::Module, required.path, &bindings);
    claim_call(cx, value, required);
    true
}

fn pattern_names<'t>(cx: &mut Cx<'t>, pattern: Node<'t>) -> Vec<(Option<&'t str>, &'t str)> {
    let names = parts(cx, pattern, graphicle_engine::facts::Receiver::UNKNOWN);
    names.into_iter().map(|(name, _)| (Some(name.text()), name.text())).collect()
}

fn claim_call<'t>(cx: &mut Cx<'t>, value: Node<'t>, required: Required<'t>) {
    cx.claim(value);
    cx.claim(required.call);
    if let Some(function) = required.call.child(field::FUNCTION) {
        cx.claim(function);
    }
}

/// `require("...")` or `import("...")` anywhere else: an import that binds no name.
pub(super) fn import_call<'t>(cx: &mut Cx<'t>, call: Node<'t>) {
    if let Some(required) = required(cx, call) {
        cx.import(call.row(), ImportKind::Module, required.path, &[]);
    }
}

/// `module.exports = value`.
pub(super) fn export_value<'t>(cx: &mut Cx<'t>, node: Node<'t>, left: Node<'t>, right: Node<'t>) {
    cx.claim(left);
    let row = node.row();
    if let Some(required) = required(cx, right) {
        cx.import(row, ImportKind::ReexportAll, required.path, &[]);
        claim_call(cx, right, required);
        return;
    }
    match right.kind() {
        IDENTIFIER => cx.import(row, ImportKind::Reexport, "", &[(Some(right.text()), DEFAULT_NAME)]),
        OBJECT => export_members(cx, right),
        ASSIGNMENT => {}
        _ => {
            if let Some(name) = right.child(field::NAME).filter(|_| is_closure(right) || right.kind() == CLASS_VALUE) {
                cx.import(row, ImportKind::Reexport, "", &[(Some(name.text()), DEFAULT_NAME)]);
                export_definition(cx, node, name, right);
            } else if let Some(name) = left.child(field::PROPERTY) {
                // Without a name of its own the value is what an import without a name brings.
                export_unnamed(cx, node, name, right);
            }
        }
    }
}

fn export_definition<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>, value: Node<'t>) {
    if value.kind() == CLASS_VALUE {
        types::define_class(cx, node, name, value);
        return;
    }
    let mut def = cx.def(SymbolKind::Function, node, name);
    def.kind = SymbolKind::Function;
    def.mark(SymbolFlags::EXPORTED);
    let sym = define(cx, def);
    open_function(cx, node, value, sym);
}

fn export_unnamed<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>, value: Node<'t>) {
    let kind = match value.kind() {
        CLASS_VALUE => SymbolKind::Class,
        _ if is_closure(value) => SymbolKind::Function,
        _ => SymbolKind::Variable,
    };
    let mut def = cx.def(kind, node, name);
    def.kind = kind;
    def.name = DEFAULT_NAME;
    def.mark(SymbolFlags::EXPORTED);
    match kind {
        SymbolKind::Function => {
            let sym = define(cx, def);
            open_function(cx, node, value, sym);
        }
        SymbolKind::Class => {
            let sym = define(cx, def);
            cx.open(value, sym, Place::Type);
        }
        _ => {
            let sym = define_value(cx, def, None, Some(value));
            open_value(cx, node, sym, Some(value));
        }
    }
}

/// The members of `module.exports = { ... }`: a name under another one is handed on; functions are the walk's.
fn export_members<'t>(cx: &mut Cx<'t>, object: Node<'t>) {
    for member in object.named_children() {
        if member.kind() == METHOD || member.kind() != PAIR {
            continue;
        }
        let (Some(key), Some(value)) = (member.child(field::KEY), member.child(field::VALUE)) else { continue };
        let local = unquoted(key.text());
        if let Some(required) = required(cx, value) {
            cx.import(member.row(), ImportKind::Reexport, required.path, &[(required.member, local)]);
            claim_call(cx, value, required);
        } else if value.kind() == IDENTIFIER {
            cx.import(member.row(), ImportKind::Reexport, "", &[(Some(value.text()), local)]);
        }
    }
}

/// `exports.name = value`.
pub(super) fn export_member<'t>(cx: &mut Cx<'t>, node: Node<'t>, left: Node<'t>, name: Node<'t>, right: Node<'t>) {
    cx.claim(left);
    let row = node.row();
    if let Some(required) = required(cx, right) {
        cx.import(row, ImportKind::Reexport, required.path, &[(required.member, name.text())]);
        claim_call(cx, right, required);
    } else if right.kind() == IDENTIFIER {
        if right.text() != name.text() {
            cx.import(row, ImportKind::Reexport, "", &[(Some(right.text()), name.text())]);
        }
    } else if is_closure(right) || right.kind() == CLASS_VALUE {
        export_definition(cx, node, name, right);
    } else if right.kind() != ASSIGNMENT && cx.place() == Place::File {
        let mut def = cx.def(SymbolKind::Variable, node, name);
        def.mark(SymbolFlags::EXPORTED);
        let sym = define_value(cx, def, None, Some(right));
        open_value(cx, node, sym, Some(right));
    }
}
