//! Owns the numbers that stand for a grammar's node kinds and fields, so that languages compare bytes and not strings;
//! owns no grammar.
//!
//! A language names the kinds that it cares about with [`kinds!`]; every other kind of its grammar is [`Kind::OTHER`].
//! Fields are one list for all languages, because most grammars share their names.

/// A node kind of one language: its place in the language's list, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Kind(pub(crate) u8);

impl Kind {
    /// Any kind that the language does not list.
    pub(crate) const OTHER: Self = Self(0);

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The role of a node in its parent, as the grammar names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Field(pub(crate) u8);

impl Field {
    /// No field, or one that the list of fields does not hold.
    pub(crate) const NONE: Self = Self(0);
}

/// Returns the place of `text` in `names`, from 1. Fails to compile where the list does not hold it or is too long.
pub(crate) const fn code_of(names: &[&str], text: &str) -> u8 {
    let mut i = 0;
    while i < names.len() {
        if same(names[i].as_bytes(), text.as_bytes()) {
            assert!(i < 255, "a list of kinds or fields holds at most 255 names");
            #[expect(clippy::cast_possible_truncation, reason = "checked in the line above")]
            return i as u8 + 1;
        }
        i += 1;
    }
    panic!("the name is not in the list")
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Declares the node kinds that a language module cares about: one constant for each, and `KINDS`, the list for its
/// [`crate::spec::Spec`]. A text means the grammar's named node of that name, or the anonymous token where there is none;
/// a leading quote (`"'await"`) always means the token.
macro_rules! kinds {
    ($($name:ident = $text:literal),* $(,)?) => {
        pub(super) static KINDS: &[&str] = KIND_NAMES;
        const KIND_NAMES: &[&str] = &[$($text),*];
        $(const $name: $crate::syntax::Kind = $crate::syntax::Kind($crate::syntax::code_of(KIND_NAMES, $text));)*
    };
}
pub(crate) use kinds;

macro_rules! fields {
    ($($name:ident = $text:literal),* $(,)?) => {
        pub(crate) const FIELDS: &[&str] = &[$($text),*];
        /// The fields of all languages.
        pub(crate) mod field {
            use super::{Field, FIELDS, code_of};
            $(pub(crate) const $name: Field = Field(code_of(FIELDS, $text));)*
        }
    };
}

fields! {
    ALIAS = "alias",
    ARGUMENT = "argument",
    ARGUMENTS = "arguments",
    ARRAY = "array",
    ATTRIBUTE = "attribute",
    ATTRIBUTES = "attributes",
    BASE = "base",
    BLOCK = "block",
    BODY = "body",
    BOUNDS = "bounds",
    BOUND_IDENTIFIER = "bound_identifier",
    CALLBACK = "callback",
    CATEGORY = "category",
    CLASS = "class",
    CLASS_PARAMETERS = "class_parameters",
    CODOMAIN = "codomain",
    COLLECTION = "collection",
    CONDITION = "condition",
    CONSEQUENCE = "consequence",
    CONSTRAINT = "constraint",
    CONSTRUCTOR = "constructor",
    DATA_CONTENTS = "data_contents",
    DECLARATION = "declaration",
    DECLARATIONS = "declarations",
    DECLARATION_KIND = "declaration_kind",
    DECLARATOR = "declarator",
    DEFAULT = "default",
    DEFAULT_VALUE = "default_value",
    DEFINITION = "definition",
    ELEMENT = "element",
    ERROR = "error",
    EXCEPTION = "exception",
    EXPR = "expr",
    EXPRESSION = "expression",
    EXTENDS = "extends",
    FIELD = "field",
    FUN = "fun",
    FUNCTION = "function",
    INHERITS_FROM = "inherits_from",
    INITIALIZER = "initializer",
    INTERFACES = "interfaces",
    INTERPOLATOR = "interpolator",
    INVOCANT = "invocant",
    ITEM = "item",
    KEY = "key",
    KIND = "kind",
    LABEL = "label",
    LEFT = "left",
    LEFT_OPERAND = "left_operand",
    LHS = "lhs",
    LIST = "list",
    MACRO = "macro",
    MEMBER = "member",
    METHOD = "method",
    MODULE = "module",
    MODULE_NAME = "module_name",
    MODULE_TYPE = "module_type",
    MUTABILITY = "mutability",
    NAME = "name",
    OBJECT = "object",
    OK = "ok",
    OPERAND = "operand",
    OPERATION = "operation",
    OPERATOR = "operator",
    PACKAGE = "package",
    PARAMETER = "parameter",
    PARAMETERS = "parameters",
    PATH = "path",
    PATTERN = "pattern",
    PROPERTY = "property",
    QUALIFIER = "qualifier",
    RECEIVER = "receiver",
    RESULT = "result",
    RETURNS = "returns",
    RETURN_TYPE = "return_type",
    RHS = "rhs",
    RIGHT = "right",
    SCHEMA = "schema",
    SCOPE = "scope",
    SELF = "self",
    SEQUENCE = "sequence",
    SIGNATURE = "signature",
    SOURCE = "source",
    STACK_TRACE = "stack_trace",
    SUBJECT = "subject",
    SUBSCRIPT = "subscript",
    SUFFIX = "suffix",
    SUPERCLASS = "superclass",
    SUPERCLASSES = "superclasses",
    TABLE = "table",
    TARGET = "target",
    TRAIT = "trait",
    TY = "ty",
    TYPE = "type",
    TYPE_ARGUMENTS = "type_arguments",
    TYPE_PARAMETERS = "type_parameters",
    URI = "uri",
    VALUE = "value",
    VARIABLE = "variable",
    WRAPPED = "wrapped",
}
