//! Owns what Python's type annotations say, quoted ones included.

use super::{
    ATTRIBUTE, DOTTED_NAME, ELLIPSIS, IDENTIFIER, MEMBER_TYPE, NONE, SUBSCRIPT, TYPE, TYPE_PARAMETER, last_part,
};
use crate::spec::TypeShape;
use crate::syntax::field;
use crate::tree::Node;

/// A name or a dotted name.
pub(super) fn named(node: Node<'_>) -> TypeShape<'_> {
    path(node.text())
}

/// The types that can be anything say nothing.
fn path(text: &str) -> TypeShape<'_> {
    let is_path = text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    match last_part(text) {
        _ if !is_path => TypeShape::Unknown,
        "Any" | "object" | "None" | "Incomplete" | "Final" | "ClassVar" | "TypeAlias" | "Optional" | "Callable"
        | "" => TypeShape::Unknown,
        "Self" => TypeShape::Named("Self"),
        _ => TypeShape::Named(text),
    }
}

/// `A | B`.
pub(super) fn binary(node: Node<'_>) -> TypeShape<'_> {
    if node.child(field::OPERATOR).is_none_or(|operator| operator.text() != "|") {
        return TypeShape::Unknown;
    }
    one_of(node.child(field::LEFT).into_iter().chain(node.child(field::RIGHT)))
}

/// `A | B`, as the grammar writes it between types.
pub(super) fn union(node: Node<'_>) -> TypeShape<'_> {
    one_of(node.named_children())
}

/// Returns the one type beside `None`; a choice between several tells none.
fn one_of<'t>(members: impl Iterator<Item = Node<'t>>) -> TypeShape<'t> {
    let mut members = members.filter(|member| !is_none(*member));
    match (members.next(), members.next()) {
        (Some(one), None) => TypeShape::Through(one),
        _ => TypeShape::Unknown,
    }
}

fn is_none(node: Node<'_>) -> bool {
    let inner = if node.kind() == TYPE { node.first_named() } else { Some(node) };
    inner.is_some_and(|inner| inner.kind() == NONE || inner.text() == "None")
}

/// `Base[A, B]`, in the form that the grammar has for types or in the one for values.
pub(super) fn generic(node: Node<'_>) -> TypeShape<'_> {
    let (base, arguments): (_, Vec<Node<'_>>) = if node.kind() == SUBSCRIPT {
        (node.child(field::VALUE), node.children_with(field::SUBSCRIPT).collect())
    } else {
        let arguments = node.child_of_kind(TYPE_PARAMETER).into_iter().flat_map(Node::named_children);
        (node.first_named(), arguments.collect())
    };
    let Some(base) = base.filter(|base| matches!(base.kind(), IDENTIFIER | ATTRIBUTE | DOTTED_NAME | MEMBER_TYPE))
    else {
        return TypeShape::Unknown;
    };
    let (Some(first), Some(last)) = (arguments.first().copied(), arguments.last().copied()) else {
        return TypeShape::Through(base);
    };
    match last_part(base.text()) {
        "Optional"
        | "Annotated"
        | "Final"
        | "ClassVar"
        | "Required"
        | "NotRequired"
        | "ReadOnly"
        | "InitVar"
        | "Awaitable"
        | "Future"
        | "Task"
        | "Type"
        | "type"
        | "ContextManager"
        | "AsyncContextManager"
        | "AbstractContextManager"
        | "AbstractAsyncContextManager"
        | "ReferenceType"
        | "Mapped"
        | "ContextVar" => TypeShape::Through(first),
        "Coroutine" => TypeShape::Through(last),
        "Union" => one_of(arguments.into_iter()),
        "list" | "List" | "set" | "Set" | "frozenset" | "FrozenSet" | "deque" | "Deque" | "Sequence"
        | "MutableSequence" | "AbstractSet" | "MutableSet" | "Collection" | "Container" | "Iterable" | "Iterator"
        | "AsyncIterable" | "AsyncIterator" | "Generator" | "AsyncGenerator" | "KeysView" | "ValuesView"
        | "Reversible" | "WeakSet" | "Queue" => TypeShape::Collection(first),
        "dict"
        | "Dict"
        | "Mapping"
        | "MutableMapping"
        | "defaultdict"
        | "DefaultDict"
        | "OrderedDict"
        | "ChainMap"
        | "WeakValueDictionary"
        | "WeakKeyDictionary"
        | "MappingProxyType" => TypeShape::Collection(last),
        "tuple" | "Tuple" => {
            let is_ellipsis = |node: Node<'_>| node.kind() == ELLIPSIS || node.text() == "...";
            let alike = arguments.iter().all(|one| one.text() == first.text() || is_ellipsis(*one));
            if alike { TypeShape::Collection(first) } else { TypeShape::Unknown }
        }
        "Literal" | "Callable" | "LiteralString" => TypeShape::Unknown,
        _ => TypeShape::Through(base),
    }
}

/// A type in quotes. Only what is a name in the end can be told: the grammar does not look into strings.
pub(super) fn quoted(node: Node<'_>) -> TypeShape<'_> {
    let mut text = unquoted(node.text());
    text = text.strip_suffix("| None").or_else(|| text.strip_prefix("None |")).unwrap_or(text).trim();
    while let Some((base, rest)) = text.split_once('[')
        && matches!(last_part(base), "Optional" | "type" | "Type" | "ClassVar" | "Final")
        && let Some(inner) = rest.strip_suffix(']')
    {
        text = inner.trim();
    }
    if let Some((base, _)) = text.split_once('[').filter(|_| text.ends_with(']')) {
        // The elements of a quoted collection are not told; a generic type of another kind is its base.
        return if super::is_class_name(last_part(base)) && !is_collection(last_part(base)) {
            path(base)
        } else {
            TypeShape::Unknown
        };
    }
    path(text)
}

fn is_collection(name: &str) -> bool {
    matches!(name, "Union" | "List" | "Dict" | "Set" | "Tuple" | "Sequence" | "Iterable" | "Iterator" | "Mapping")
        || matches!(name, "Callable" | "Literal" | "Generator" | "AsyncIterator" | "Collection" | "FrozenSet")
}

/// Returns what stands between a string's quotes.
pub(super) fn unquoted(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_alphabetic()).trim_matches(['"', '\'']).trim()
}

/// Returns the dotted names that a quoted type consists of; none where the text is no type.
pub(super) fn names_in_quotes(text: &str) -> Vec<&str> {
    let pieces = || unquoted(text).split([',', '|', '[', ']']).map(str::trim).filter(|piece| !piece.is_empty());
    let is_path = |piece: &str| {
        piece.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && piece.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
    };
    if !pieces().all(|piece| is_path(piece) || piece == "...") {
        return Vec::new();
    }
    pieces().filter(|piece| is_path(piece)).take(MAX_QUOTED).collect()
}

/// How many names a quoted type is taken apart into.
const MAX_QUOTED: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_types_are_taken_apart_and_prose_is_not() {
        assert_eq!(names_in_quotes("\"Foo\""), ["Foo"]);
        assert_eq!(names_in_quotes("'dict[str, a.Foo | None]'"), ["dict", "str", "a.Foo", "None"]);
        assert_eq!(names_in_quotes("\"how many there are\""), Vec::<&str>::new());
        assert_eq!(names_in_quotes("\"\""), Vec::<&str>::new());
    }
}
