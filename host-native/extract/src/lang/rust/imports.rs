//! Owns what Rust's `use`, `mod x;` and `extern crate` bring into a file; owns no lookup of what they lead to.

use graphicle_engine::facts::ImportKind;

use super::{
    IDENTIFIER, SCOPED_IDENTIFIER, SCOPED_USE_LIST, SELF, USE_AS, USE_LIST, USE_WILDCARD, VISIBILITY, attributes,
};
use crate::cx::Cx;
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;
use crate::types::dotted;

/// The most nested lists of one `use`; real ones have a few.
const MAX_NESTING: usize = 32;

/// Records a `use`, one import for each path that names are taken from.
pub(super) fn use_declaration<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(argument) = node.child(field::ARGUMENT) else { return Flow::Over };
    let public = node.child_of_kind(VISIBILITY).is_some();
    let mut groups: Vec<Group<'t>> = Vec::new();
    let mut open: Vec<(Node<'t>, String)> = vec![(argument, String::new())];
    let mut left = 4096;
    while let Some((clause, prefix)) = open.pop() {
        left -= 1;
        if left == 0 || prefix.matches('.').count() > MAX_NESTING {
            break;
        }
        let path = |node: Option<Node<'t>>| joined(&prefix, &node.map_or_else(String::new, |node| dotted(node.text())));
        match clause.kind() {
            SCOPED_USE_LIST => {
                let inside = path(clause.child(field::PATH));
                open.extend(clause.child(field::LIST).map(|list| (list, inside)));
            }
            USE_LIST => {
                let mut children: Vec<Node<'t>> = clause.named_children().collect();
                children.reverse();
                open.extend(children.into_iter().map(|child| (child, prefix.clone())));
            }
            USE_WILDCARD => Group::add(&mut groups, clause, path(clause.first_named()), None),
            USE_AS => {
                let (Some(from), Some(alias)) = (clause.child(field::PATH), clause.child(field::ALIAS)) else {
                    continue;
                };
                let renamed = if from.kind() == SELF { String::new() } else { dotted(from.text()) };
                one(&mut groups, clause, &joined(&prefix, &renamed), Some(alias.text()), from.kind() == SELF);
            }
            SELF if !prefix.is_empty() => one(&mut groups, clause, &prefix, None, true),
            IDENTIFIER | SCOPED_IDENTIFIER => one(&mut groups, clause, &path(Some(clause)), None, false),
            _ => {}
        }
    }
    for group in groups {
        let kind = match (public, group.all) {
            (true, true) => ImportKind::ReexportAll,
            (true, false) => ImportKind::Reexport,
            (false, true) => ImportKind::Wildcard,
            (false, false) => ImportKind::Module,
        };
        let names: Vec<(Option<&str>, &'t str)> =
            group.names.iter().map(|(member, local)| (member.as_deref(), *local)).collect();
        cx.import(group.row, kind, &group.path, &names);
    }
    Flow::Over
}

/// The names that one `use` takes from one path, or all of them.
struct Group<'t> {
    row: u32,
    path: String,
    all: bool,
    names: Vec<(Option<String>, &'t str)>,
}

impl<'t> Group<'t> {
    fn add(groups: &mut Vec<Self>, clause: Node<'t>, path: String, name: Option<(Option<String>, &'t str)>) {
        let row = clause.row();
        let all = name.is_none();
        // `as _` brings a trait's methods and no name.
        let name = name.filter(|(_, local)| *local != "_");
        match groups.last_mut() {
            Some(last) if !all && !last.all && last.path == path => last.names.extend(name),
            _ => groups.push(Self { row, path, all, names: name.into_iter().collect() }),
        }
    }
}

/// Adds the import of one path under its last name or an alias. `whole` says that the path itself is meant, not a
/// member of what is before its last part.
fn one<'t>(groups: &mut Vec<Group<'t>>, clause: Node<'t>, path: &str, alias: Option<&'t str>, whole: bool) {
    let last_written = || last_identifier(clause);
    match path.rsplit_once('.') {
        Some((from, member)) if !whole => {
            let Some(local) = alias.or_else(last_written) else { return };
            Group::add(groups, clause, from.to_owned(), Some((Some(member.to_owned()), local)));
        }
        _ => {
            let written = if whole { clause.parent().and_then(list_path) } else { last_written() };
            let Some(local) = alias.or(written) else { return };
            Group::add(groups, clause, path.to_owned(), Some((None, local)));
        }
    }
}

/// Returns the last name of the path before a list.
fn list_path(list: Node<'_>) -> Option<&str> {
    list.parent()?.child(field::PATH).and_then(last_identifier)
}

fn last_identifier(path: Node<'_>) -> Option<&str> {
    path.child(field::NAME).or(Some(path)).map(Node::text)
}

fn joined(prefix: &str, path: &str) -> String {
    match (prefix.is_empty(), path.is_empty()) {
        (true, _) => path.to_owned(),
        (_, true) => prefix.to_owned(),
        _ => format!("{prefix}.{path}"),
    }
}

/// Records `mod name;`. Inline modules around it come before its name, and `#[path]` is taken over as written.
pub(super) fn submodule<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>) {
    cx.claim(name);
    let own = name.text().trim_start_matches("r#");
    let literal = attributes(cx, node).find_map(|attribute| path_attribute(attribute.text()));
    let around = cx.container().map(|container| cx.name_text(container).to_owned());
    let path = match (literal, around) {
        (Some(literal), _) => literal.to_owned(),
        (None, Some(around)) => format!("{around}.{own}"),
        (None, None) => own.to_owned(),
    };
    cx.import(name.row(), ImportKind::Submodule, &path, &[(None, name.text())]);
}

/// Returns the file that `#[path = "file"]` names.
fn path_attribute(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(['#', '[', ' ']).strip_prefix("path")?;
    rest.trim_start().strip_prefix('=')?.split('"').nth(1)
}

/// Records `extern crate name as alias;`.
pub(super) fn extern_crate<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        let local = node.child(field::ALIAS).unwrap_or(name).text();
        let kind = if node.child_of_kind(VISIBILITY).is_some() { ImportKind::Reexport } else { ImportKind::Module };
        cx.import(node.row(), kind, name.text(), &[(None, local)]);
    }
    Flow::Over
}
