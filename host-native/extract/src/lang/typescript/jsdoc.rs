//! Owns the types that doc comments of JavaScript tell: `@param {Store} store`, `@returns {Item[]}`, `@type {Item}`. In
//! TypeScript the code tells them, and comments are not read.

use graphicle_engine::facts::{Name, Receiver, Root};

use super::{ASSIGNMENT, COMMENT, EXPORT, EXPRESSION_STATEMENT, LEXICAL, PAIR, VAR, VARIABLE_DECLARATOR};
use crate::cx::Cx;
use crate::tree::Node;

/// How many arguments of types inside each other are followed.
const MAX_LEVELS: usize = 8;

/// Returns whether the file is JavaScript, whose types only comments tell.
pub(super) fn is_javascript(cx: &Cx<'_>) -> bool {
    core::ptr::eq(cx.spec(), &raw const super::JAVASCRIPT)
}

/// Returns what a function's comment says that it returns.
pub(super) fn returns<'t>(cx: &mut Cx<'t>, function: Node<'t>) -> Option<Name> {
    let comment = comment(cx, function)?;
    let ty = tag(comment, "@returns").or_else(|| tag(comment, "@return"))?;
    let (ty, _) = braced(ty)?;
    named(cx, ty)
}

/// Returns the type that the comment before a variable or field says.
pub(super) fn declared<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Option<Name> {
    let comment = comment(cx, node)?;
    let (ty, _) = braced(tag(comment, "@type")?)?;
    named(cx, ty)
}

/// Binds the parameters of a function to what its comment says of them.
pub(super) fn bind_parameters<'t>(cx: &mut Cx<'t>, function: Node<'t>) {
    let Some(comment) = comment(cx, function) else { return };
    for rest in comment.split("@param").skip(1) {
        let Some((ty, rest)) = braced(rest) else { continue };
        let name = rest.trim_start().trim_start_matches('[');
        let end = name.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$')).unwrap_or(name.len());
        let (name, after) = name.split_at(end);
        // `@param {Store} options.store` is of a member, not of the parameter.
        let is_local = cx.local(name).is_some_and(|value| *value == Receiver::UNKNOWN);
        if !is_local || after.starts_with('.') {
            continue;
        }
        if let Some(ty) = named(cx, ty) {
            cx.bind(name, Receiver { root: Root::Typed(ty), steps: Vec::new() });
        }
    }
}

/// Returns the doc comment directly before a definition.
fn comment<'t>(cx: &Cx<'t>, node: Node<'t>) -> Option<&'t str> {
    if !is_javascript(cx) {
        return None;
    }
    let mut outer = node;
    while let Some(parent) = outer.parent().filter(|parent| {
        matches!(parent.kind(), ASSIGNMENT | EXPORT | EXPRESSION_STATEMENT | LEXICAL | PAIR | VAR | VARIABLE_DECLARATOR)
    }) {
        outer = parent;
    }
    let before = cx.tree().node(outer.at().checked_sub(1)?)?;
    let text = before.text();
    (before.kind() == COMMENT && text.starts_with("/**")).then_some(text)
}

/// Returns what follows a tag.
fn tag<'c>(comment: &'c str, tag: &str) -> Option<&'c str> {
    let (_, rest) = comment.split_once(tag)?;
    rest.starts_with([' ', '\t', '{']).then_some(rest)
}

/// Returns the text in the braces that the text starts with, and what follows them.
fn braced(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start().strip_prefix('{')?;
    let mut depth = 1_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((text.get(..at)?, text.get(at + 1..)?));
        }
    }
    None
}

fn named(cx: &mut Cx<'_>, ty: &str) -> Option<Name> {
    let (path, levels) = form(ty)?;
    Some(cx.type_name(path, levels))
}

/// Returns the path of the type that a comment writes, and in how many collections it is.
fn form(ty: &str) -> Option<(&str, usize)> {
    let mut ty = ty.trim();
    let mut levels = 0;
    for _ in 0..MAX_LEVELS {
        ty = ty.trim().trim_start_matches(['?', '!']).trim_end_matches('=');
        if let Some(inner) = ty.strip_prefix("...") {
            levels += 1;
            ty = inner;
        } else if let Some(inner) = ty.strip_suffix("[]") {
            levels += 1;
            ty = inner;
        } else if let Some(inner) = ty.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
            ty = inner;
        } else if let Some((name, arguments)) = ty.strip_suffix('>').and_then(|ty| ty.split_once('<')) {
            let name = name.trim_end_matches('.');
            if arguments.contains('|') {
                return None;
            }
            if super::VALUE_WRAPPERS.contains(&name) {
                ty = arguments.split(',').next()?;
            } else if super::COLLECTIONS.contains(&name) || name == "Object" {
                levels += 1;
                ty = arguments.rsplit(',').next()?;
            } else {
                ty = name;
            }
        } else if ty.contains('|') {
            let mut members = ty.split('|').map(str::trim).filter(|one| !matches!(*one, "null" | "undefined" | "void"));
            ty = members.next()?;
            if members.next().is_some() {
                return None;
            }
        } else {
            break;
        }
    }
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    let says_nothing = matches!(ty, "" | "any" | "object" | "Object" | "function" | "Function" | "unknown" | "void");
    (!says_nothing && ty.chars().all(plain)).then_some((ty, levels))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_in_comments_take_the_form_of_types_in_code() {
        assert_eq!(form("Store"), Some(("Store", 0)));
        assert_eq!(form("?Store="), Some(("Store", 0)));
        assert_eq!(form("Item[]"), Some(("Item", 1)));
        assert_eq!(form("Array.<Item>"), Some(("Item", 1)));
        assert_eq!(form("Promise<Array<Item>>"), Some(("Item", 1)));
        assert_eq!(form("(Item|null)"), Some(("Item", 0)));
        assert_eq!(form("Object<string, Item>"), Some(("Item", 1)));
        assert_eq!(form("Item|Store"), None);
        assert_eq!(form("function(Item): void"), None);
        assert_eq!(form("{ a: Item }"), None);
        assert_eq!(form("*"), None);
    }

    #[test]
    fn braces_are_matched() {
        assert_eq!(braced(" {a} b"), Some(("a", " b")));
        assert_eq!(braced("{{a: {b}}} c"), Some(("{a: {b}}", " c")));
        assert_eq!(braced("{a"), None);
        assert_eq!(braced("a"), None);
    }
}
