//! Owns the form in which a language is described: tables from node kinds to what they mean, and hooks for what a
//! table cannot say; owns no language and none of the machinery that reads the tables.

use graphicle_engine::facts::{CallKind, RefKind, Root, SymbolKind};

use crate::cx::{Cx, Def};
use crate::syntax::{FIELDS, Field, Kind};
use crate::tree::Node;

/// Where the walk goes after a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// To the node's children.
    Into,
    /// To what follows the node.
    Over,
}

/// What a language does when the walk reaches a node.
pub(crate) type Hook = for<'t> fn(&mut Cx<'t>, Node<'t>) -> Flow;

/// What the walk does with nodes of a kind.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rule {
    /// Goes on to the children.
    Visit,
    /// Leaves the node and all below it out, already when the tree is copied: hooks do not see the children either.
    Leaf,
    /// Passes over the node; hooks of other nodes can look at its children.
    Skip,
    /// Leaves the node itself out when the tree is copied, with all below it: no hook ever sees it.
    Drop,
    /// A comment: may document what follows. Its children are left out.
    Comment,
    /// Opens a block of local names.
    Scope,
    /// A definition.
    Define(&'static Define),
    /// A call, as the kind's [`Shape`] rule tells it.
    Call(CallKind),
    /// A name or a member access, used: recorded unless a call or definition has claimed it or it is local.
    Use(RefKind),
    /// The language's own code.
    Hook(Hook),
}

/// What a definition opens for what is inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opens {
    /// Nothing: what is inside belongs to what is around.
    Nothing,
    /// The members of a type.
    Type,
}

/// A definition that a table can describe.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Define {
    /// What it is; a function inside a type becomes a method, a variable inside a type a field.
    pub(crate) kind: SymbolKind,
    /// The kind of the child that is its name.
    pub(crate) name: Kind,
    /// What it opens.
    pub(crate) opens: Opens,
}

/// What an expression is, seen from what is called or read on it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Shape<'t> {
    /// A name.
    Name(Node<'t>),
    /// A member of the object.
    Member { object: Node<'t>, name: Node<'t> },
    /// A call; the function is an expression of its own.
    Call(Node<'t>),
    /// A call of a name on an object, or on nothing.
    Invoke { object: Option<Node<'t>>, name: Node<'t> },
    /// An element of the collection.
    Element(Node<'t>),
    /// The same as another expression: parentheses, dereferences, casts that keep the type, `await`.
    Through(Node<'t>),
    /// A value of the type that this type expression tells.
    Typed(Node<'t>),
    /// `self`, `super` and the like.
    Root(Root),
    /// A value of the type of this name: a literal.
    Literal(&'static str),
    /// Anything else.
    Unknown,
}

/// How a table says a [`Shape`].
#[derive(Debug, Clone, Copy)]
pub(crate) enum ShapeRule {
    /// [`Shape::Unknown`].
    Unknown,
    /// [`Shape::Name`].
    Name,
    /// [`Shape::Member`]: the roles of the object and of the name.
    Member(Field, Field),
    /// [`Shape::Call`]: the role of the function.
    Call(Field),
    /// [`Shape::Invoke`]: the roles of the object and of the name.
    Invoke(Field, Field),
    /// [`Shape::Element`]: the role of the collection.
    Element(Field),
    /// [`Shape::Through`]: the role, or the first named child with [`Field::NONE`].
    Through(Field),
    /// [`Shape::Typed`]: the role of the type, or the first named child with [`Field::NONE`].
    Typed(Field),
    /// [`Shape::Root`].
    Root(Root),
    /// [`Shape::Literal`].
    Literal(&'static str),
    /// The language's own code.
    Hook(for<'t> fn(&Cx<'t>, Node<'t>) -> Shape<'t>),
}

/// What a type expression says.
#[derive(Debug, Clone, Copy)]
pub(crate) enum TypeShape<'t> {
    /// The type of this name; the text may be a path in the language's own form.
    Named(&'t str),
    /// The same type as another expression.
    Through(Node<'t>),
    /// A collection of such elements.
    Collection(Node<'t>),
    /// A collection of such elements, of a type with this name that the project may define itself.
    CollectionOf(&'t str, Node<'t>),
    /// A value in a wrapper, of a type with this name that the project may define itself.
    WrapperOf(&'t str, Node<'t>),
    /// A generic type: its name and the node whose named children are its arguments.
    Generic(Node<'t>, Node<'t>),
    /// A type without a name.
    Unknown,
}

/// How a table says a [`TypeShape`].
#[derive(Debug, Clone, Copy)]
pub(crate) enum TypeRule {
    /// [`TypeShape::Unknown`].
    Unknown,
    /// [`TypeShape::Named`]: the node's text.
    Named,
    /// [`TypeShape::Through`]: the role, or the first named child with [`Field::NONE`].
    Through(Field),
    /// [`TypeShape::Collection`]: the role, or the first named child with [`Field::NONE`].
    Collection(Field),
    /// [`TypeShape::Generic`]: the roles of the name and of the arguments.
    Generic(Field, Field),
    /// [`TypeShape::Generic`]: the first named child and the first child of this kind.
    GenericChild(Kind),
    /// The language's own code.
    Hook(for<'t> fn(Node<'t>) -> TypeShape<'t>),
}

/// How a parameter counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParamRule {
    /// One argument that must be given.
    One,
    /// One argument for each name in the role [`crate::syntax::field::NAME`], at least one (Go's `a, b int`).
    Names,
    /// One argument that may be left out.
    Optional,
    /// Any number of arguments.
    Rest,
    /// Not an argument: the receiver, a separator.
    Receiver,
}

/// A language.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spec {
    /// The grammar.
    pub(crate) grammar: fn() -> tree_sitter::Language,
    /// The node kinds that the tables and hooks name, from [`crate::syntax::kinds!`].
    pub(crate) kinds: &'static [&'static str],
    /// What the walk does with nodes; [`Rule::Visit`] for every other kind.
    pub(crate) rules: &'static [(Kind, Rule)],
    /// What expressions are; [`ShapeRule::Unknown`] for every other kind.
    pub(crate) shapes: &'static [(Kind, ShapeRule)],
    /// What type expressions say; [`TypeRule::Unknown`] for every other kind.
    pub(crate) types: &'static [(Kind, TypeRule)],
    /// How the children of a parameter list count; other kinds do not.
    pub(crate) params: &'static [(Kind, ParamRule)],
    /// The kinds around a definition whose lines belong to it: a decorated definition, an export, a template.
    pub(crate) wrappers: &'static [Kind],
    /// The parents under which a name that is not called may be a function given as a value: arguments, right sides.
    pub(crate) value_parents: &'static [Kind],
    /// Arguments that hide how many there are.
    pub(crate) spreads: &'static [Kind],
    /// The role of a call's arguments.
    pub(crate) arguments: Field,
    /// Names that the language itself brings, in byte order: no calls and no references.
    pub(crate) builtins: &'static [&'static str],
    /// Generic types with one value that stand for it ([`crate::types::WRAPPERS`] or fewer), in byte order.
    pub(crate) value_wrappers: &'static [&'static str],
    /// Generic types whose last argument is their element, in byte order.
    pub(crate) collections: &'static [&'static str],
    /// Returns whether a definition is visible to other files; `None` when hooks tell.
    pub(crate) exported: Option<for<'t> fn(&Cx<'t>, &Def<'t>) -> bool>,
    /// Whether a call of a bare name may mean a local variable; in Java variables and methods have names of their own.
    pub(crate) locals_are_callable: bool,
    /// Whether the first comment of a file documents it, where nothing else claims that comment.
    pub(crate) first_comment_is_module_doc: bool,
    /// How many levels of the tree below its root are copied; what lies deeper is left out.
    pub(crate) levels: usize,
    /// Returns the text that the parser reads in place of the file's, of the same length and with the same line ends;
    /// `None` for the file's own. Names and comments are read off the file's own text all the same.
    pub(crate) prepare: Option<fn(&str) -> Option<String>>,
}

impl Spec {
    /// A language whose tables are empty; to be completed with `..Spec::new(grammar, KINDS)`.
    pub(crate) const fn new(grammar: fn() -> tree_sitter::Language, kinds: &'static [&'static str]) -> Self {
        Self {
            grammar,
            kinds,
            rules: &[],
            shapes: &[],
            types: &[],
            params: &[],
            wrappers: &[],
            value_parents: &[],
            spreads: &[],
            arguments: crate::syntax::field::ARGUMENTS,
            builtins: &[],
            value_wrappers: crate::types::WRAPPERS,
            collections: crate::types::COLLECTIONS,
            exported: None,
            locals_are_callable: true,
            first_comment_is_module_doc: false,
            levels: usize::MAX,
            prepare: None,
        }
    }
}

/// What is copied of a node of the parser's tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Copying {
    /// The node and what is below it.
    Whole,
    /// The node alone.
    Leaf,
    /// Nothing.
    Nothing,
}

/// A [`Spec`] with its tables laid out by number, made once for each process.
#[derive(Debug)]
pub(crate) struct Grammar {
    pub(crate) spec: &'static Spec,
    pub(crate) language: tree_sitter::Language,
    kinds: Vec<Kind>,
    copies: Vec<Copying>,
    fields: Vec<Field>,
    rules: Vec<Rule>,
    shapes: Vec<ShapeRule>,
    types: Vec<TypeRule>,
    value_parents: [bool; 256],
}

impl Grammar {
    pub(crate) fn new(spec: &'static Spec) -> Self {
        let language = (spec.grammar)();
        let rules = by_kind(spec.rules, Rule::Visit);
        let ids = u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
        let kinds: Vec<Kind> = (0..ids).map(|id| kind_of(&language, spec.kinds, id)).collect();
        let copies = kinds
            .iter()
            .map(|kind| match rules.get(kind.index()) {
                Some(Rule::Leaf | Rule::Comment) => Copying::Leaf,
                Some(Rule::Drop) => Copying::Nothing,
                _ => Copying::Whole,
            })
            .collect();
        let fields = (0..=u16::try_from(language.field_count()).unwrap_or(u16::MAX))
            .map(|id| language.field_name_for_id(id).map_or(Field::NONE, |name| Field(place_of(FIELDS, name))))
            .collect();
        let mut value_parents = [false; 256];
        for kind in spec.value_parents {
            if let Some(slot) = value_parents.get_mut(kind.index()) {
                *slot = true;
            }
        }
        Self {
            spec,
            kinds,
            copies,
            fields,
            rules,
            shapes: by_kind(spec.shapes, ShapeRule::Unknown),
            types: by_kind(spec.types, TypeRule::Unknown),
            value_parents,
            language,
        }
    }

    pub(crate) fn kind(&self, id: u16) -> Kind {
        self.kinds.get(usize::from(id)).copied().unwrap_or(Kind::OTHER)
    }

    pub(crate) fn copying(&self, id: u16) -> Copying {
        self.copies.get(usize::from(id)).copied().unwrap_or(Copying::Whole)
    }

    pub(crate) fn field(&self, id: Option<std::num::NonZeroU16>) -> Field {
        id.and_then(|id| self.fields.get(usize::from(id.get())).copied()).unwrap_or(Field::NONE)
    }

    pub(crate) fn rule(&self, kind: Kind) -> Rule {
        self.rules.get(kind.index()).copied().unwrap_or(Rule::Visit)
    }

    pub(crate) fn shape(&self, kind: Kind) -> ShapeRule {
        self.shapes.get(kind.index()).copied().unwrap_or(ShapeRule::Unknown)
    }

    pub(crate) fn type_rule(&self, kind: Kind) -> TypeRule {
        self.types.get(kind.index()).copied().unwrap_or(TypeRule::Unknown)
    }

    pub(crate) fn may_hold_function_value(&self, parent: Kind) -> bool {
        self.value_parents.get(parent.index()).copied().unwrap_or(false)
    }

    /// Returns the names in the language's list that its grammar does not know: mistakes in the list.
    #[cfg(test)]
    pub(crate) fn unknown_kinds(&self) -> Vec<&'static str> {
        let known = |text: &str| {
            let bare = text.strip_prefix('\'').unwrap_or(text);
            self.language.id_for_node_kind(bare, false) != 0 || self.language.id_for_node_kind(bare, true) != 0
        };
        self.spec.kinds.iter().copied().filter(|text| !known(text)).collect()
    }
}

fn by_kind<R: Copy>(table: &[(Kind, R)], default: R) -> Vec<R> {
    let mut all = vec![default; 256];
    for (kind, rule) in table {
        if let Some(slot) = all.get_mut(kind.index()) {
            *slot = *rule;
        }
    }
    all
}

fn kind_of(language: &tree_sitter::Language, kinds: &[&str], id: u16) -> Kind {
    let Some(name) = language.node_kind_for_id(id) else { return Kind::OTHER };
    if language.node_kind_is_named(id) {
        return Kind(place_of(kinds, name));
    }
    let quoted = kinds.iter().position(|kind| kind.strip_prefix('\'') == Some(name));
    if let Some(at) = quoted {
        return Kind(u8::try_from(at + 1).unwrap_or(0));
    }
    if language.id_for_node_kind(name, true) != 0 { Kind::OTHER } else { Kind(place_of(kinds, name)) }
}

/// Returns the place of `name` in `names`, from 1, or 0 for none.
fn place_of(names: &[&str], name: &str) -> u8 {
    names.iter().position(|known| *known == name).and_then(|at| u8::try_from(at + 1).ok()).unwrap_or(0)
}
