//! Owns what C++'s type expressions say: which templates stand for an argument of theirs; owns no symbol.

use super::{QUALIFIED, TEMPLATE_TYPE};
use crate::spec::TypeShape;
use crate::syntax::field;
use crate::tree::Node;

/// Templates with one value that stand for it: smart pointers, references, optional values. In byte order.
const WRAPPERS: &[&str] = &[
    "CComPtr",
    "ComPtr",
    "ErrorOr",
    "IntrusivePtr",
    "NonnullOwnPtr",
    "NonnullRefPtr",
    "OwnPtr",
    "QPointer",
    "QScopedPointer",
    "QSharedPointer",
    "QWeakPointer",
    "Ref",
    "RefPtr",
    "RetainPtr",
    "ScopedPtr",
    "SharedPtr",
    "StatusOr",
    "TObjectPtr",
    "TSharedPtr",
    "TSharedRef",
    "TUniquePtr",
    "TWeakObjectPtr",
    "TWeakPtr",
    "UniquePtr",
    "WeakPtr",
    "atomic",
    "auto_ptr",
    "expected",
    "future",
    "intrusive_ptr",
    "not_null",
    "observer_ptr",
    "optional",
    "reference_wrapper",
    "scoped_ptr",
    "scoped_refptr",
    "shared_future",
    "shared_ptr",
    "unique_ptr",
    "weak_ptr",
];

/// Templates that hold elements of their first argument, in byte order.
const SEQUENCES: &[&str] = &[
    "Array",
    "ArrayRef",
    "FixedArray",
    "HashSet",
    "InlinedVector",
    "List",
    "LocalVector",
    "MutableArrayRef",
    "PoolVector",
    "QList",
    "QQueue",
    "QSet",
    "QStack",
    "QVector",
    "RID_Owner",
    "SelfList",
    "Set",
    "SmallVector",
    "SmallVectorImpl",
    "Span",
    "TArray",
    "TSet",
    "Vector",
    "array",
    "deque",
    "forward_list",
    "initializer_list",
    "list",
    "multiset",
    "priority_queue",
    "queue",
    "set",
    "span",
    "stack",
    "unordered_multiset",
    "unordered_set",
    "valarray",
    "vector",
];

/// Templates that hold elements of their second argument, in byte order.
const MAPS: &[&str] = &[
    "DenseMap",
    "HashMap",
    "Map",
    "OAHashMap",
    "OrderedHashMap",
    "QHash",
    "QMap",
    "QMultiMap",
    "TMap",
    "btree_map",
    "flat_hash_map",
    "map",
    "multimap",
    "node_hash_map",
    "unordered_map",
    "unordered_multimap",
];

/// Templates of two values that stand for the second, in byte order.
const PAIRS: &[&str] = &["KeyValue", "Pair", "QPair", "pair"];

/// Types inside collections that read like one element, in byte order.
const ELEMENTS: &[&str] = &[
    "const_iterator",
    "const_reference",
    "const_reverse_iterator",
    "iterator",
    "reference",
    "reverse_iterator",
    "value_type",
];

fn in_list(list: &[&str], name: &str) -> bool {
    list.binary_search(&name).is_ok()
}

/// What a template is to its arguments.
#[derive(Debug, Clone, Copy)]
enum Holds<'t> {
    Nothing,
    /// It stands for this one, the second of two.
    Second(Node<'t>),
    /// It wraps this one.
    Value(Node<'t>),
    /// It holds elements of this one.
    Elements(Node<'t>),
}

fn holds(template: Node<'_>) -> Holds<'_> {
    let name = template.child(field::NAME).map_or("", Node::text);
    let argument = |nth: usize| template.child(field::ARGUMENTS).and_then(|list| list.named_children().nth(nth));
    let found = match () {
        () if in_list(WRAPPERS, name) => argument(0).map(Holds::Value),
        () if in_list(PAIRS, name) => argument(1).map(Holds::Second),
        () if in_list(SEQUENCES, name) => argument(0).map(Holds::Elements),
        () if in_list(MAPS, name) => argument(1).map(Holds::Elements),
        () => None,
    };
    found.unwrap_or(Holds::Nothing)
}

/// Returns what a template that is written as `text` says of what it holds, or `None` where it holds nothing.
fn held<'t>(text: &'t str, holds: Holds<'t>) -> Option<TypeShape<'t>> {
    match holds {
        Holds::Nothing => None,
        Holds::Second(value) => Some(TypeShape::Through(value)),
        Holds::Value(value) => Some(TypeShape::WrapperOf(text, value)),
        Holds::Elements(element) => Some(TypeShape::CollectionOf(text, element)),
    }
}

/// Returns what a template with its arguments says as a type.
pub(super) fn template(node: Node<'_>) -> TypeShape<'_> {
    match (held(node.text(), holds(node)), node.child(field::NAME)) {
        (Some(held), _) => held,
        (None, Some(name)) => TypeShape::Through(name),
        (None, None) => TypeShape::Unknown,
    }
}

/// Returns what a path says as a type: `std::vector<T>`, `Map<K, V>::Element`, `a::B`.
pub(super) fn path(node: Node<'_>) -> TypeShape<'_> {
    let (_, last) = super::expressions::innermost(node);
    if last.kind() == TEMPLATE_TYPE
        && let Some(held) = held(node.text(), holds(last))
    {
        return held;
    }
    let scope = innermost_scope(node).filter(|scope| scope.kind() == TEMPLATE_TYPE);
    if in_list(ELEMENTS, last.text())
        && let Some(Holds::Elements(element)) = scope.map(holds)
    {
        return TypeShape::Through(element);
    }
    // What a node of a list holds is got from it like an element from the list.
    if last.text() == "Element"
        && let Some(Holds::Elements(element)) = scope.map(holds)
    {
        return TypeShape::CollectionOf(node.text(), element);
    }
    TypeShape::Named(node.text())
}

fn innermost_scope(node: Node<'_>) -> Option<Node<'_>> {
    let mut node = node;
    while let Some(inner) = node.child(field::NAME).filter(|inner| inner.kind() == QUALIFIED) {
        node = inner;
    }
    node.child(field::SCOPE)
}

/// Returns whether a type only stands for an argument of its template, or holds it.
pub(in crate::lang) fn stands_for_another(ty: Node<'_>) -> bool {
    let template = match ty.kind() {
        TEMPLATE_TYPE => Some(ty),
        QUALIFIED => Some(super::expressions::innermost(ty).1).filter(|last| last.kind() == TEMPLATE_TYPE),
        _ => None,
    };
    template.is_some_and(|template| !matches!(holds(template), Holds::Nothing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_in_byte_order() {
        for list in [WRAPPERS, SEQUENCES, MAPS, PAIRS, ELEMENTS] {
            assert!(list.is_sorted_by(|a, b| a < b), "{list:?}");
        }
    }
}
