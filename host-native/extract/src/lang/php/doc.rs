//! Owns reading types out of PHP's doc comments: `@var`, `@param`, `@return`.

use graphicle_engine::facts::Name;

use crate::cx::Cx;
use crate::tree::Node;

/// The longest comment that is read.
const MAX_BYTES: usize = 16 << 10;

/// Returns the text of the comment right before a definition.
pub(super) fn above<'t>(cx: &Cx<'t>, node: Node<'t>) -> Option<&'t str> {
    let before = cx.tree().node(node.at().checked_sub(1)?)?;
    let text = before.text();
    // Every parameter looks through the comment: beyond this size it is no documentation.
    let is_doc = text.starts_with("/**") && text.len() <= MAX_BYTES;
    (is_doc && before.last_row().saturating_add(1) >= node.row()).then_some(text)
}

/// Returns the type that the first `tag` tells, of those with the variable `name` where it is not empty.
pub(super) fn tagged(cx: &mut Cx<'_>, comment: &str, tag: &str, name: &str) -> Option<Name> {
    if comment.is_empty() {
        return None;
    }
    for line in comment.lines() {
        let Some((_, rest)) = line.split_once(tag) else { continue };
        let Some(written) = rest.strip_prefix([' ', '\t']).map(str::trim) else { continue };
        let (ty, after) = written.split_at(type_end(written));
        let named = name.is_empty()
            || after.split_whitespace().next().is_some_and(|word| word.trim_matches(['.', '&', ',']) == name);
        if named {
            let (path, levels) = read(ty)?;
            return Some(cx.type_name(path, levels));
        }
    }
    None
}

/// Returns where a type ends: at white space outside of brackets.
fn type_end(text: &str) -> usize {
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' | '{' => depth += 1,
            '>' | ')' | '}' => depth = depth.saturating_sub(1),
            c if c.is_whitespace() && depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

/// Returns the name that a type has and in how many collections it is, or `None` when it has none.
fn read(text: &str) -> Option<(&str, usize)> {
    let mut text = text.trim_start_matches('?');
    let mut levels = 0;
    for _ in 0..8 {
        if let Some(one) = only_alternative(text) {
            text = one;
        }
        if let Some(element) = text.strip_suffix("[]") {
            text = element.trim_start_matches('(').trim_end_matches(')');
            levels += 1;
        } else if let Some((_, arguments)) = text.split_once('<') {
            text = arguments.strip_suffix('>')?.rsplit(',').next()?.trim();
            levels += 1;
        } else {
            break;
        }
    }
    let is_path = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'\\');
    let tells = !matches!(text, "array" | "mixed" | "object" | "iterable" | "void" | "null" | "callable");
    (is_path && tells && !text.is_empty()).then_some((text, levels))
}

/// Returns the one alternative of `X|null`.
fn only_alternative(text: &str) -> Option<&str> {
    let mut depth = 0_u32;
    let is_outside = |c: char| {
        match c {
            '<' | '(' => depth += 1,
            '>' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == '|' && depth == 0
    };
    let mut alternatives = text.split(is_outside).filter(|one| !matches!(*one, "null" | "false"));
    match (alternatives.next(), alternatives.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_doc_comments_are_read() {
        assert_eq!(read("Order"), Some(("Order", 0)));
        assert_eq!(read("?\\App\\Order"), Some(("\\App\\Order", 0)));
        assert_eq!(read("Order[]|null"), Some(("Order", 1)));
        assert_eq!(read("array<string, Order>"), Some(("Order", 1)));
        assert_eq!(read("Collection<int, list<Order>>"), Some(("Order", 2)));
        assert_eq!(read("Order|Line"), None);
        assert_eq!(read("mixed"), None);
        assert_eq!(type_end("array<int, Order> $orders the orders"), 17);
    }
}
