//! Owns what Rust's type expressions say: which generic types stand for their argument, and what a type parameter's
//! bounds tell; owns no symbol.

use graphicle_engine::facts::{Name, Receiver, Root};

use super::{
    BRACKETED_TYPE, CONST_PARAMETER, FUNCTION_TYPE, GENERIC_TYPE, LIFETIME, POINTER_TYPE, REFERENCE_TYPE,
    TYPE_IDENTIFIER, TYPE_PARAMETER, WHERE_CLAUSE, WHERE_PREDICATE,
};
use crate::cx::Cx;
use crate::spec::TypeShape;
use crate::syntax::field;
use crate::tree::Node;
use crate::types::last_segment;

/// Generic types with one value that stand for it, in byte order.
const WRAPPERS: &[&str] = &[
    "Arc",
    "Box",
    "Cell",
    "Cow",
    "Future",
    "JoinHandle",
    "Lazy",
    "LazyCell",
    "LazyLock",
    "ManuallyDrop",
    "MaybeUninit",
    "Mutex",
    "MutexGuard",
    "NonNull",
    "OnceCell",
    "OnceLock",
    "Option",
    "Pin",
    "Poll",
    "Rc",
    "Ref",
    "RefCell",
    "RefMut",
    "Result",
    "RwLock",
    "RwLockReadGuard",
    "RwLockWriteGuard",
    "UnsafeCell",
    "Weak",
];

/// Generic types that hold elements of their first argument, in byte order.
const SEQUENCES: &[&str] = &[
    "ArrayVec",
    "BTreeSet",
    "BinaryHeap",
    "DoubleEndedIterator",
    "ExactSizeIterator",
    "FxHashSet",
    "HashSet",
    "IndexSet",
    "IntoIter",
    "IntoIterator",
    "Iter",
    "IterMut",
    "Iterator",
    "LinkedList",
    "SmallVec",
    "Stream",
    "Vec",
    "VecDeque",
];

/// Generic types that hold elements of their second argument, in byte order.
const MAPS: &[&str] = &["BTreeMap", "DashMap", "FxHashMap", "HashMap", "IndexMap", "Map"];

/// Bounds that nearly every type has and that tell nothing, in byte order.
const MARKERS: &[&str] = &[
    "AsMut",
    "AsRef",
    "Borrow",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Deserialize",
    "DeserializeOwned",
    "Display",
    "Eq",
    "Error",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "Hash",
    "Into",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Send",
    "Serialize",
    "Sized",
    "Sync",
    "ToString",
    "Unpin",
];

/// How many levels of references and wrappers around a type parameter are looked through.
const MAX_LEVELS: usize = 8;

fn in_list(list: &[&str], name: &str) -> bool {
    list.binary_search(&name).is_ok()
}

/// Returns whether a generic type stands for the value that it holds.
pub(super) fn is_wrapper(name: &str) -> bool {
    in_list(WRAPPERS, name)
}

/// Returns what a generic type says.
pub(super) fn generic(node: Node<'_>) -> TypeShape<'_> {
    let Some(base) = node.child(field::TYPE) else { return TypeShape::Unknown };
    let mut arguments = node
        .child(field::TYPE_ARGUMENTS)
        .into_iter()
        .flat_map(Node::named_children)
        .filter(|argument| argument.kind() != LIFETIME);
    let name = last_segment(base.text());
    if in_list(WRAPPERS, name) {
        return arguments.next().map_or(TypeShape::Unknown, TypeShape::Through);
    }
    if in_list(SEQUENCES, name) {
        return arguments.next().map_or(TypeShape::Unknown, TypeShape::Collection);
    }
    if in_list(MAPS, name) {
        return arguments.nth(1).map_or(TypeShape::Unknown, TypeShape::Collection);
    }
    TypeShape::Through(base)
}

/// Returns what a path says as a type; `<T as Trait>::Item` says nothing.
pub(super) fn scoped(node: Node<'_>) -> TypeShape<'_> {
    match node.child(field::PATH) {
        Some(path) if path.kind() == BRACKETED_TYPE => TypeShape::Unknown,
        _ => TypeShape::Named(node.text()),
    }
}

/// Returns the form of a type; a type parameter's is that of its bound.
pub(super) fn named<'t>(cx: &mut Cx<'t>, ty: Node<'t>) -> Option<Name> {
    match value(cx, ty) {
        Receiver { root: Root::Typed(name), steps } if steps.is_empty() => Some(name),
        _ => None,
    }
}

/// Returns what is known of a value of a type: for a type parameter, what its bound tells.
pub(super) fn value<'t>(cx: &mut Cx<'t>, ty: Node<'t>) -> Receiver {
    let known = cx.typed(Some(ty));
    if known != Receiver::UNKNOWN {
        return known;
    }
    let mut ty = ty;
    for _ in 0..MAX_LEVELS {
        let inner = match ty.kind() {
            TYPE_IDENTIFIER => return cx.local(ty.text()).cloned().unwrap_or(Receiver::UNKNOWN),
            REFERENCE_TYPE | POINTER_TYPE => ty.child(field::TYPE),
            GENERIC_TYPE => match generic(ty) {
                TypeShape::Through(inner) => Some(inner),
                _ => None,
            },
            _ => None,
        };
        let Some(inner) = inner else { break };
        ty = inner;
    }
    Receiver::UNKNOWN
}

/// Binds the type parameters of an item to what their bounds tell.
pub(super) fn bind_parameters<'t>(cx: &mut Cx<'t>, item: Node<'t>) {
    let parameters = item.child(field::TYPE_PARAMETERS);
    for parameter in parameters.into_iter().flat_map(Node::named_children) {
        let Some(name) = parameter.child(field::NAME) else { continue };
        if matches!(parameter.kind(), TYPE_PARAMETER | CONST_PARAMETER) {
            let bound = parameter.child(field::BOUNDS).and_then(|bounds| telling_bound(cx, bounds));
            cx.bind(name.text(), bound.map_or(Receiver::UNKNOWN, typed));
        }
    }
    let Some(clause) = item.child_of_kind(WHERE_CLAUSE) else { return };
    for predicate in clause.children_of_kind(WHERE_PREDICATE) {
        let (Some(left), Some(bounds)) = (predicate.child(field::LEFT), predicate.child(field::BOUNDS)) else {
            continue;
        };
        if left.kind() == TYPE_IDENTIFIER
            && cx.local(left.text()).is_some_and(|known| *known == Receiver::UNKNOWN)
            && let Some(bound) = telling_bound(cx, bounds)
        {
            cx.bind(left.text(), typed(bound));
        }
    }
}

fn typed(name: Name) -> Receiver {
    Receiver { root: Root::Typed(name), steps: Vec::new() }
}

/// Returns the first of some bounds that says what can be called on the type.
pub(super) fn telling_bound<'t>(cx: &mut Cx<'t>, bounds: Node<'t>) -> Option<Name> {
    let tells = |cx: &Cx<'t>, bound: Node<'t>| {
        bound.kind() != FUNCTION_TYPE && cx.type_path(bound).is_some_and(|path| !in_list(MARKERS, last_segment(path)))
    };
    let bound = bounds.named_children().find(|bound| tells(cx, *bound))?;
    cx.ty(bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_in_byte_order() {
        for list in [WRAPPERS, SEQUENCES, MAPS, MARKERS] {
            assert!(list.is_sorted_by(|a, b| a < b), "{list:?}");
        }
    }
}
