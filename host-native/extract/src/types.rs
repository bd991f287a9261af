//! Owns the one form in which types are written (see the engine's `Symbol`): taking wrappers off, marking collections;
//! owns no language's syntax of types.

use graphicle_engine::facts::{Name, Receiver, Root};

use crate::cx::Cx;
use crate::spec::{TypeRule, TypeShape};
use crate::syntax::Field;
use crate::tree::Node;

/// Generic types with one value that stand for that value, in byte order: options, owners, references, promises,
/// results.
pub(crate) const WRAPPERS: &[&str] = &[
    "Annotated",
    "Arc",
    "AsyncOption",
    "Atomic",
    "AtomicReference",
    "Awaitable",
    "Box",
    "CompletableFuture",
    "CompletionStage",
    "Cow",
    "Deferred",
    "Final",
    "Future",
    "IO",
    "Lazy",
    "Mono",
    "Mutex",
    "Nullable",
    "Option",
    "Optional",
    "Pin",
    "Promise",
    "PromiseLike",
    "Provider",
    "Rc",
    "Readonly",
    "Ref",
    "RefCell",
    "Required",
    "Result",
    "RwLock",
    "Supplier",
    "Task",
    "Try",
    "Type",
    "ValueTask",
    "WeakPtr",
    "WeakReference",
    "atomic",
    "optional",
    "reference_wrapper",
    "shared_ptr",
    "unique_ptr",
    "weak_ptr",
];

/// Generic types that hold elements, the last argument's type, in byte order.
pub(crate) const COLLECTIONS: &[&str] = &[
    "Array",
    "ArrayDeque",
    "ArrayList",
    "ArraySeq",
    "AsyncGenerator",
    "AsyncIterable",
    "AsyncIterator",
    "BTreeMap",
    "BTreeSet",
    "BinaryHeap",
    "Collection",
    "ConcurrentHashMap",
    "Deque",
    "Dict",
    "Dictionary",
    "Flow",
    "Flux",
    "FrozenSet",
    "Generator",
    "HashMap",
    "HashSet",
    "IAsyncEnumerable",
    "ICollection",
    "IDictionary",
    "IEnumerable",
    "IList",
    "IReadOnlyCollection",
    "IReadOnlyDictionary",
    "IReadOnlyList",
    "ISet",
    "ImmutableList",
    "ImmutableMap",
    "ImmutableSet",
    "IndexMap",
    "Iterable",
    "Iterator",
    "LinkedHashMap",
    "LinkedHashSet",
    "LinkedList",
    "List",
    "Map",
    "Mapping",
    "MutableList",
    "MutableMap",
    "MutableMapping",
    "MutableSequence",
    "MutableSet",
    "Observable",
    "OrderedDict",
    "PriorityQueue",
    "Queue",
    "ReadonlyArray",
    "ReadonlyMap",
    "ReadonlySet",
    "Record",
    "Seq",
    "Sequence",
    "Set",
    "SortedMap",
    "SortedSet",
    "Span",
    "Stack",
    "Stream",
    "TreeMap",
    "TreeSet",
    "Tuple",
    "Vec",
    "VecDeque",
    "Vector",
    "WeakMap",
    "array",
    "defaultdict",
    "deque",
    "dict",
    "forward_list",
    "frozenset",
    "list",
    "map",
    "multimap",
    "set",
    "span",
    "tuple",
    "unordered_map",
    "unordered_set",
    "vector",
];

/// What stands behind a type that is the element of a collection, in the engine's form.
const COLLECTION: &str = "[]";

/// How many nodes a type expression is followed through; real types have fewer levels.
const MAX_LEVELS: usize = 32;

impl<'t> Cx<'t> {
    /// Returns the type that a type expression tells, in the engine's form, or `None` when it has no name or its name
    /// is a type parameter.
    pub(crate) fn ty(&mut self, node: Node<'t>) -> Option<Name> {
        self.ty_in(node, 0)
    }

    /// Returns the type that a type expression tells, in `levels` more collections; see [`Self::ty`].
    pub(crate) fn ty_in(&mut self, node: Node<'t>, levels: usize) -> Option<Name> {
        let (_, text, mut holders) = self.named_type(node)?;
        for _ in 0..levels {
            holders.push_str(COLLECTION);
        }
        Some(self.type_form(text, &holders))
    }

    /// Returns the interned form of a type that is written as `text`, in `levels` collections.
    pub(crate) fn type_name(&mut self, text: &str, levels: usize) -> Name {
        self.type_form(text, &COLLECTION.repeat(levels))
    }

    fn type_form(&mut self, text: &str, holders: &str) -> Name {
        let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.');
        if plain && holders.is_empty() {
            return self.name(text);
        }
        let mut form = dotted(text);
        form.push_str(holders);
        self.name(&form)
    }

    /// Returns a value of what a type parameter extends, in `levels` collections.
    pub(crate) fn typed_by_bound(&mut self, parameter: &str, levels: usize) -> Receiver {
        match self.local(parameter) {
            Some(value) if levels == 0 => value.clone(),
            Some(Receiver { root: Root::Typed(extended), steps }) if steps.is_empty() => {
                let form = format!("{}{}", self.name_text(*extended), COLLECTION.repeat(levels));
                Receiver { root: Root::Typed(self.name(&form)), steps: Vec::new() }
            }
            _ => Receiver::UNKNOWN,
        }
    }

    /// Returns the text of the type's name as written, without what holds it.
    pub(crate) fn type_path(&self, node: Node<'t>) -> Option<&'t str> {
        self.named_type(node).map(|(_, text, _)| text)
    }

    /// Returns the node that holds the type's name, where nothing holds the type.
    pub(crate) fn type_alone(&self, node: Node<'t>) -> Option<Node<'t>> {
        self.named_type(node).filter(|(.., holders)| holders.is_empty()).map(|(leaf, ..)| leaf)
    }

    /// Returns the node that holds the type's name.
    pub(crate) fn type_leaf(&self, node: Node<'t>) -> Option<Node<'t>> {
        self.named_type(node).map(|(leaf, ..)| leaf)
    }

    /// Returns the node of the type's name, its text, and what holds it in the engine's form.
    fn named_type(&self, node: Node<'t>) -> Option<(Node<'t>, &'t str, String)> {
        let mut node = node;
        let mut holders = String::new();
        for _ in 0..MAX_LEVELS {
            match self.type_shape(node) {
                TypeShape::Unknown => return None,
                TypeShape::Through(inner) => node = inner,
                TypeShape::Collection(element) => {
                    holders.insert_str(0, COLLECTION);
                    node = element;
                }
                TypeShape::CollectionOf(name, element) => {
                    holders.insert_str(0, &format!("[{}]", dotted(name)));
                    node = element;
                }
                TypeShape::WrapperOf(name, value) => {
                    holders.insert_str(0, &format!("({})", dotted(name)));
                    node = value;
                }
                TypeShape::Named(text) => return self.free_type(text).map(|text| (node, text, holders)),
                TypeShape::Generic(base, arguments) => {
                    let spec = self.spec();
                    let last = last_segment(base.text());
                    if spec.value_wrappers.binary_search(&last).is_ok() {
                        node = arguments.named_children().next()?;
                    } else if spec.collections.binary_search(&last).is_ok() {
                        holders.insert_str(0, COLLECTION);
                        node = arguments.named_children().last()?;
                    } else {
                        return self.free_type(base.text()).map(|text| (base, text, holders));
                    }
                }
            }
        }
        None
    }

    fn free_type(&self, text: &'t str) -> Option<&'t str> {
        let first = text.split(['.', ':', '\\']).next().unwrap_or(text);
        (!text.is_empty() && !self.is_local(first)).then_some(text)
    }

    fn type_shape(&self, node: Node<'t>) -> TypeShape<'t> {
        let through = |field: Field| if field == Field::NONE { node.first_named() } else { node.child(field) };
        let found = match self.grammar().type_rule(node.kind()) {
            TypeRule::Unknown => None,
            TypeRule::Named => Some(TypeShape::Named(node.text())),
            TypeRule::Through(field) => through(field).map(TypeShape::Through),
            TypeRule::Collection(field) => through(field).map(TypeShape::Collection),
            TypeRule::Generic(base, arguments) => generic(node.child(base), node.child(arguments)),
            TypeRule::GenericChild(kind) => generic(node.first_named(), node.child_of_kind(kind)),
            TypeRule::Hook(hook) => Some(hook(node)),
        };
        found.unwrap_or(TypeShape::Unknown)
    }
}

fn generic<'t>(base: Option<Node<'t>>, arguments: Option<Node<'t>>) -> Option<TypeShape<'t>> {
    match (base, arguments) {
        (Some(base), Some(arguments)) => Some(TypeShape::Generic(base, arguments)),
        (Some(base), None) => Some(TypeShape::Through(base)),
        (None, _) => None,
    }
}

/// Returns the form of an element of a type in the engine's form, or `None` where the type is no collection.
pub(crate) fn element_of(form: &str) -> Option<&str> {
    let mut form = form;
    while form.ends_with(')') {
        form = form.get(..form.rfind('(')?)?;
    }
    if form.ends_with(']') { form.get(..form.rfind('[')?) } else { None }
}

/// Returns the last segment of a path in any language's form.
pub(crate) fn last_segment(path: &str) -> &str {
    path.rsplit(['.', ':', '\\', '/']).next().unwrap_or(path).trim()
}

/// Returns a path in any language's form as segments joined by dots: `a::b`, `\a\b` and `a . b` become `a.b`. Generic
/// arguments inside the path are left out.
pub(crate) fn dotted(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    let mut depth = 0_u32;
    for c in path.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth > 0 || c.is_whitespace() => {}
            ':' | '\\' | '.' => {
                if !out.is_empty() && !out.ends_with('.') {
                    out.push('.');
                }
            }
            _ => out.push(c),
        }
    }
    out.truncate(out.trim_end_matches('.').len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_in_byte_order() {
        assert!(WRAPPERS.is_sorted_by(|a, b| a < b));
        assert!(COLLECTIONS.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn elements_are_read_off_collections_and_through_wrappers() {
        assert_eq!(element_of("a.Item[]"), Some("a.Item"));
        assert_eq!(element_of("Item(Ref)[Vector][Map]"), Some("Item(Ref)[Vector]"));
        assert_eq!(element_of("Item[Vector](Ref)"), Some("Item"));
        assert_eq!(element_of("Item(Ref)"), None);
        assert_eq!(element_of("Item"), None);
    }

    #[test]
    fn paths_of_all_languages_become_dotted() {
        assert_eq!(dotted("std::vec::Vec"), "std.vec.Vec");
        assert_eq!(dotted("\\App\\Store"), "App.Store");
        assert_eq!(dotted("::a::b<c::d>::e"), "a.b.e");
        assert_eq!(dotted("a . b"), "a.b");
        assert_eq!(dotted("é.x"), "é.x");
        assert_eq!(dotted("::"), "");
    }
}
