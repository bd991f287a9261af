//! Owns Python's tables; its children own what tables cannot say: definitions, assignments, local names, uses, types,
//! imports, `setup.py`.
//!
//! A name that a function binds anywhere is local in all of it, and blocks open no scope: what a branch binds lives on
//! after it. A name outside functions is a symbol, a member of `self` that a method sets is a field.

mod assign;
mod define;
mod imports;
mod scope;
mod setup_script;
mod types;
mod uses;

use graphicle_engine::facts::{RefKind, SymbolKind};

use crate::cx::{Cx, Place};
use crate::spec::{Flow, Rule, ShapeRule, Spec, TypeRule};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;

kinds! {
    ARGUMENT_LIST = "argument_list",
    ASSERT = "assert_statement",
    ASSIGNMENT = "assignment",
    AS_PATTERN = "as_pattern",
    AS_PATTERN_TARGET = "as_pattern_target",
    ATTRIBUTE = "attribute",
    AUGMENTED_ASSIGNMENT = "augmented_assignment",
    AWAIT = "await",
    BINARY = "binary_operator",
    BLOCK = "block",
    BOOLEAN = "boolean_operator",
    BREAK = "break_statement",
    CALL = "call",
    CASE_CLAUSE = "case_clause",
    CASE_PATTERN = "case_pattern",
    CLASS = "class_definition",
    CLASS_PATTERN = "class_pattern",
    COMMENT = "comment",
    COMPARISON = "comparison_operator",
    CONCATENATED_STRING = "concatenated_string",
    CONDITIONAL = "conditional_expression",
    CONSTRAINED_TYPE = "constrained_type",
    CONTINUE = "continue_statement",
    DECORATED = "decorated_definition",
    DECORATOR = "decorator",
    DEFAULT_PARAMETER = "default_parameter",
    DICTIONARY_COMPREHENSION = "dictionary_comprehension",
    DICTIONARY = "dictionary",
    DICTIONARY_SPLAT = "dictionary_splat",
    DICTIONARY_SPLAT_PATTERN = "dictionary_splat_pattern",
    DOTTED_NAME = "dotted_name",
    ELIF = "elif_clause",
    ELLIPSIS = "ellipsis",
    ELSE = "else_clause",
    EXCEPT = "except_clause",
    EXPRESSION_LIST = "expression_list",
    EXPRESSION_STATEMENT = "expression_statement",
    FALSE = "false",
    FLOAT = "float",
    FOR = "for_statement",
    FOR_IN = "for_in_clause",
    FUNCTION = "function_definition",
    FUTURE_IMPORT = "future_import_statement",
    GENERATOR = "generator_expression",
    GENERIC_TYPE = "generic_type",
    GLOBAL = "global_statement",
    IDENTIFIER = "identifier",
    IF = "if_statement",
    IMPORT = "import_statement",
    IMPORT_FROM = "import_from_statement",
    INTEGER = "integer",
    KEYWORD_ARGUMENT = "keyword_argument",
    KEYWORD_PATTERN = "keyword_pattern",
    LAMBDA = "lambda",
    LIST = "list",
    LIST_COMPREHENSION = "list_comprehension",
    LIST_PATTERN = "list_pattern",
    LIST_SPLAT = "list_splat",
    LIST_SPLAT_PATTERN = "list_splat_pattern",
    MATCH = "match_statement",
    MEMBER_TYPE = "member_type",
    MODULE = "module",
    NAMED_EXPRESSION = "named_expression",
    NONE = "none",
    NONLOCAL = "nonlocal_statement",
    NOT = "not_operator",
    PAIR = "pair",
    PARENTHESIZED = "parenthesized_expression",
    PASS = "pass_statement",
    PATTERN_LIST = "pattern_list",
    RAISE = "raise_statement",
    RETURN = "return_statement",
    SET = "set",
    SET_COMPREHENSION = "set_comprehension",
    SLICE = "slice",
    SPLAT_PATTERN = "splat_pattern",
    STRING = "string",
    STRING_CONTENT = "string_content",
    STRING_END = "string_end",
    STRING_START = "string_start",
    SUBSCRIPT = "subscript",
    TRUE = "true",
    TRY = "try_statement",
    TUPLE = "tuple",
    TUPLE_PATTERN = "tuple_pattern",
    TYPE = "type",
    TYPED_DEFAULT_PARAMETER = "typed_default_parameter",
    TYPED_PARAMETER = "typed_parameter",
    TYPE_ALIAS = "type_alias_statement",
    TYPE_PARAMETER = "type_parameter",
    UNION_TYPE = "union_type",
    WHILE = "while_statement",
    WILDCARD = "wildcard_import",
    WITH = "with_statement",
    WITH_ITEM = "with_item",
    YIELD = "yield",
}

/// Python.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ASSERT, Rule::Hook(scope::assertion)),
        (ASSIGNMENT, Rule::Hook(assign::assignment)),
        (ATTRIBUTE, Rule::Hook(uses::attribute)),
        (BLOCK, Rule::Hook(scope::block)),
        (CALL, Rule::Hook(uses::call)),
        (CASE_CLAUSE, Rule::Hook(scope::case)),
        (CLASS, Rule::Hook(define::class)),
        (COMMENT, Rule::Comment),
        (DECORATOR, Rule::Hook(uses::decorator)),
        (DICTIONARY_COMPREHENSION, Rule::Hook(scope::comprehension)),
        (DOTTED_NAME, Rule::Hook(uses::dotted_name)),
        (EXCEPT, Rule::Hook(scope::except)),
        (FOR, Rule::Hook(scope::for_loop)),
        (FUNCTION, Rule::Hook(define::function)),
        (FUTURE_IMPORT, Rule::Skip),
        (GENERATOR, Rule::Hook(scope::comprehension)),
        (GLOBAL, Rule::Skip),
        (IDENTIFIER, Rule::Hook(uses::identifier)),
        (IF, Rule::Hook(scope::conditional)),
        (IMPORT, Rule::Hook(imports::import)),
        (IMPORT_FROM, Rule::Hook(imports::import_from)),
        (KEYWORD_ARGUMENT, Rule::Hook(uses::keyword_argument)),
        (LAMBDA, Rule::Hook(define::lambda)),
        (LIST_COMPREHENSION, Rule::Hook(scope::comprehension)),
        (MODULE, Rule::Hook(module)),
        (NAMED_EXPRESSION, Rule::Hook(scope::named_expression)),
        (NONLOCAL, Rule::Skip),
        (RETURN, Rule::Hook(define::returned)),
        (SET_COMPREHENSION, Rule::Hook(scope::comprehension)),
        (STRING, Rule::Hook(uses::string)),
        (STRING_CONTENT, Rule::Drop),
        (STRING_END, Rule::Drop),
        (STRING_START, Rule::Drop),
        (TYPE, Rule::Hook(uses::annotation)),
        (TYPE_ALIAS, Rule::Hook(define::type_alias)),
        (WITH_ITEM, Rule::Hook(scope::with_item)),
        (YIELD, Rule::Hook(define::yielded)),
    ],
    shapes: &[
        (ASSIGNMENT, ShapeRule::Through(field::RIGHT)),
        (ATTRIBUTE, ShapeRule::Hook(uses::attribute_shape)),
        (AWAIT, ShapeRule::Through(Field::NONE)),
        (BOOLEAN, ShapeRule::Hook(uses::boolean_shape)),
        (CALL, ShapeRule::Hook(uses::call_shape)),
        (CONCATENATED_STRING, ShapeRule::Literal("str")),
        (CONDITIONAL, ShapeRule::Hook(uses::conditional_shape)),
        (FALSE, ShapeRule::Literal("bool")),
        (FLOAT, ShapeRule::Literal("float")),
        (IDENTIFIER, ShapeRule::Name),
        (INTEGER, ShapeRule::Literal("int")),
        (NAMED_EXPRESSION, ShapeRule::Through(field::VALUE)),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
        (STRING, ShapeRule::Literal("str")),
        (SUBSCRIPT, ShapeRule::Hook(uses::subscript_shape)),
        (TRUE, ShapeRule::Literal("bool")),
    ],
    types: &[
        (ATTRIBUTE, TypeRule::Hook(types::named)),
        (BINARY, TypeRule::Hook(types::binary)),
        (CONSTRAINED_TYPE, TypeRule::Through(Field::NONE)),
        (DOTTED_NAME, TypeRule::Hook(types::named)),
        (GENERIC_TYPE, TypeRule::Hook(types::generic)),
        (IDENTIFIER, TypeRule::Hook(types::named)),
        (MEMBER_TYPE, TypeRule::Hook(types::named)),
        (PARENTHESIZED, TypeRule::Through(Field::NONE)),
        (STRING, TypeRule::Hook(types::quoted)),
        (SUBSCRIPT, TypeRule::Hook(types::generic)),
        (TYPE, TypeRule::Through(Field::NONE)),
        (UNION_TYPE, TypeRule::Hook(types::union)),
    ],
    wrappers: &[DECORATED],
    value_parents: &[
        ARGUMENT_LIST,
        ASSIGNMENT,
        DEFAULT_PARAMETER,
        EXPRESSION_LIST,
        KEYWORD_ARGUMENT,
        LIST,
        PAIR,
        RETURN,
        SET,
        TUPLE,
        TYPED_DEFAULT_PARAMETER,
    ],
    spreads: &[DICTIONARY_SPLAT, LIST_SPLAT],
    builtins: &[
        "ArithmeticError",
        "AssertionError",
        "AttributeError",
        "BaseException",
        "BaseExceptionGroup",
        "BlockingIOError",
        "BrokenPipeError",
        "BufferError",
        "BytesWarning",
        "ChildProcessError",
        "ConnectionAbortedError",
        "ConnectionError",
        "ConnectionRefusedError",
        "ConnectionResetError",
        "DeprecationWarning",
        "EOFError",
        "Ellipsis",
        "EncodingWarning",
        "EnvironmentError",
        "Exception",
        "ExceptionGroup",
        "False",
        "FileExistsError",
        "FileNotFoundError",
        "FloatingPointError",
        "FutureWarning",
        "GeneratorExit",
        "IOError",
        "ImportError",
        "ImportWarning",
        "IndentationError",
        "IndexError",
        "InterruptedError",
        "IsADirectoryError",
        "KeyError",
        "KeyboardInterrupt",
        "LookupError",
        "MemoryError",
        "ModuleNotFoundError",
        "NameError",
        "None",
        "NotADirectoryError",
        "NotImplemented",
        "NotImplementedError",
        "OSError",
        "OverflowError",
        "PendingDeprecationWarning",
        "PermissionError",
        "ProcessLookupError",
        "RecursionError",
        "ReferenceError",
        "ResourceWarning",
        "RuntimeError",
        "RuntimeWarning",
        "StopAsyncIteration",
        "StopIteration",
        "SyntaxError",
        "SyntaxWarning",
        "SystemError",
        "SystemExit",
        "TabError",
        "TimeoutError",
        "True",
        "TypeError",
        "UnboundLocalError",
        "UnicodeDecodeError",
        "UnicodeEncodeError",
        "UnicodeError",
        "UnicodeTranslateError",
        "UnicodeWarning",
        "UserWarning",
        "ValueError",
        "Warning",
        "ZeroDivisionError",
        "__builtins__",
        "__debug__",
        "__doc__",
        "__file__",
        "__import__",
        "__name__",
        "__package__",
        "__path__",
        "__spec__",
        "abs",
        "aiter",
        "all",
        "anext",
        "any",
        "ascii",
        "basestring",
        "bin",
        "bool",
        "breakpoint",
        "bytearray",
        "bytes",
        "callable",
        "chr",
        "classmethod",
        "compile",
        "complex",
        "delattr",
        "dict",
        "dir",
        "divmod",
        "enumerate",
        "eval",
        "exec",
        "exit",
        "filter",
        "float",
        "format",
        "frozenset",
        "getattr",
        "globals",
        "hasattr",
        "hash",
        "help",
        "hex",
        "id",
        "input",
        "int",
        "isinstance",
        "issubclass",
        "iter",
        "len",
        "list",
        "locals",
        "long",
        "map",
        "max",
        "memoryview",
        "min",
        "next",
        "object",
        "oct",
        "open",
        "ord",
        "pow",
        "print",
        "property",
        "quit",
        "range",
        "raw_input",
        "repr",
        "reversed",
        "round",
        "set",
        "setattr",
        "slice",
        "sorted",
        "staticmethod",
        "str",
        "sum",
        "super",
        "tuple",
        "type",
        "unichr",
        "unicode",
        "vars",
        "xrange",
        "zip",
    ],
    // Generic types are told apart by `types`, which knows more than whether they hold elements.
    value_wrappers: &[],
    collections: &[],
    exported: Some(|cx, def| {
        let inside_function = cx.place() == Place::Function && def.kind != SymbolKind::Field;
        let private = def.name.starts_with('_') && !(def.name.starts_with("__") && def.name.ends_with("__"));
        !inside_function && !private
    }),
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_python::LANGUAGE.into(), KINDS)
};

/// The file: its docstring, and the names of its own that take a built-in name's place.
fn module<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(lines) = define::docstring(node) {
        cx.set_module_doc(lines);
    }
    for statement in node.named_children() {
        let inner = match statement.kind() {
            DECORATED => statement.child(field::DEFINITION),
            EXPRESSION_STATEMENT => statement.first_named().filter(|inner| inner.kind() == ASSIGNMENT),
            _ => Some(statement),
        };
        let name = inner.and_then(|inner| match inner.kind() {
            FUNCTION | CLASS => inner.child(field::NAME),
            ASSIGNMENT => inner.child(field::LEFT).filter(|left| left.kind() == IDENTIFIER),
            _ => None,
        });
        if let Some(name) = name.map(Node::text)
            && cx.is_builtin(name)
        {
            cx.shadow_builtin(name);
        }
    }
    Flow::Into
}

/// Returns what a name inside an annotation, or outside of one, is used for.
fn use_kind<'t>(cx: &Cx<'t>, node: Node<'t>) -> RefKind {
    let is_argument = node.parent().is_some_and(|parent| matches!(parent.kind(), ARGUMENT_LIST | KEYWORD_ARGUMENT));
    if node.at() < cx.types_until && (!is_argument || is_superclass(node)) { RefKind::Type } else { RefKind::Value }
}

fn is_superclass(node: Node<'_>) -> bool {
    node.parent().is_some_and(|list| list.field() == field::SUPERCLASSES)
}

/// Returns the last part of a dotted name, or the whole text.
fn last_part(text: &str) -> &str {
    text.rsplit('.').next().unwrap_or(text).trim()
}

/// Returns whether a name is written as classes are: `Store`, `_Store`, not `STORE` and not `store`.
fn is_class_name(name: &str) -> bool {
    let name = name.trim_start_matches('_');
    name.starts_with(char::is_uppercase) && (name.chars().count() == 1 || name.chars().any(char::is_lowercase))
}

/// Returns whether a name is written as constants are: `MAX_SIZE`.
fn is_constant_name(name: &str) -> bool {
    name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_classes_from_constants() {
        assert!(is_class_name("Store") && is_class_name("_Store") && is_class_name("T") && is_class_name("HTTPServer"));
        assert!(!is_class_name("STORE") && !is_class_name("store") && !is_class_name("_") && !is_class_name(""));
        assert!(is_constant_name("MAX_2") && is_constant_name("_LOGGER"));
        assert!(!is_constant_name("_") && !is_constant_name("_max") && !is_constant_name("Max"));
    }
}
