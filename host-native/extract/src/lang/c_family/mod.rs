//! Owns what C, C++ and Objective-C have in common: node kinds, tables and hooks; owns none of the languages.
//!
//! - `prepare`: hides from the parser what only a preprocessor understands.
//! - `declarators`: the name inside a declarator, and what the declarator makes of its type.
//! - `definitions`: functions, variables, fields, types, enumerations.
//! - `locals`: parameters and local variables.
//! - `preprocessor`: macros and includes.
//! - `expressions`: what expressions are, calls, names in use.
//! - `tests`: the macros of test frameworks.
//!
//! Documented choices:
//!
//! - A called name all in capitals is a macro's use by convention (`CallKind::Macro`).
//! - A macro without parameters is a constant, and none at all without a value (include guards, switches). Calls in a
//!   macro's value belong to the macro.
//! - The values of an enumeration belong to what is around it, as C has it; those of an `enum class` to the
//!   enumeration.
//! - A pointer is its type however many stars it has: a pointer to a pointer is no collection.
//! - Names declared without a definition (`struct foo;`) are no symbols; prototypes are.

pub(super) mod declarators;
pub(super) mod definitions;
pub(super) mod expressions;
pub(super) mod locals;
pub(super) mod prepare;
pub(super) mod preprocessor;
pub(super) mod tests;

use graphicle_engine::facts::RefKind;

use crate::spec::{Rule, ShapeRule, TypeRule};
use crate::syntax::{Field, Kind, field};

/// Declares node kinds after those of another list: one constant for each, and the list of both.
macro_rules! kinds_after {
    ($all:ident = $before:expr; $($name:ident = $text:literal),* $(,)?) => {
        const OWN: &[&str] = &[$($text),*];
        const BEFORE: usize = $before.len();
        static $all: [&str; BEFORE + OWN.len()] = $crate::lang::c_family::joined($before, OWN, "");
        $(pub(super) const $name: $crate::syntax::Kind =
            $crate::lang::c_family::shifted($crate::syntax::code_of(OWN, $text), BEFORE);)*
    };
}
pub(super) use kinds_after;

/// Returns the kind with a place in a list that stands after another of `before` kinds.
pub(super) const fn shifted(code: u8, before: usize) -> Kind {
    let place = code as usize + before;
    assert!(place < 256, "a language has at most 255 kinds");
    #[expect(clippy::cast_possible_truncation, reason = "checked in the line above")]
    Kind(place as u8)
}

/// Returns the entries of two tables as one, `fill` where it would have neither.
pub(super) const fn joined<T: Copy, const N: usize>(first: &[T], second: &[T], fill: T) -> [T; N] {
    let mut all = [fill; N];
    let mut at = 0;
    while at < N {
        if at < first.len() {
            all[at] = first[at];
        } else if at - first.len() < second.len() {
            all[at] = second[at - first.len()];
        }
        at += 1;
    }
    all
}

macro_rules! family_kinds {
    ($($name:ident = $text:literal),* $(,)?) => {
        /// The kinds that all three grammars have.
        pub(super) const KINDS: &[&str] = &[$($text),*];
        $(pub(super) const $name: Kind = Kind(crate::syntax::code_of(KINDS, $text));)*
    };
}

family_kinds! {
    ABSTRACT_FUNCTION = "abstract_function_declarator",
    ARGUMENT_LIST = "argument_list",
    ARRAY_DECLARATOR = "array_declarator",
    ASSIGNMENT = "assignment_expression",
    ATTRIBUTED_DECLARATOR = "attributed_declarator",
    ATTRIBUTE_SPECIFIER = "attribute_specifier",
    CALL = "call_expression",
    CAST = "cast_expression",
    CHAR_LITERAL = "char_literal",
    COMMENT = "comment",
    COMPOUND_LITERAL = "compound_literal_expression",
    COMPOUND_STATEMENT = "compound_statement",
    CONDITIONAL = "conditional_expression",
    DECLARATION = "declaration",
    DECLARATION_LIST = "declaration_list",
    ELLIPSIS = "'...",
    ENUM = "enum_specifier",
    ENUMERATOR = "enumerator",
    EXPRESSION_STATEMENT = "expression_statement",
    FIELD_DECLARATION = "field_declaration",
    FIELD_EXPRESSION = "field_expression",
    FIELD_IDENTIFIER = "field_identifier",
    FOR = "for_statement",
    FUNCTION_DECLARATOR = "function_declarator",
    FUNCTION_DEFINITION = "function_definition",
    GOTO = "goto_statement",
    IDENTIFIER = "identifier",
    IF = "if_statement",
    INITIALIZER_LIST = "initializer_list",
    INITIALIZER_PAIR = "initializer_pair",
    INIT_DECLARATOR = "init_declarator",
    MS_DECLSPEC = "ms_declspec_modifier",
    NUMBER = "number_literal",
    PARAMETER = "parameter_declaration",
    PARAMETER_LIST = "parameter_list",
    PARENTHESIZED = "parenthesized_expression",
    PARENTHESIZED_DECLARATOR = "parenthesized_declarator",
    POINTER_DECLARATOR = "pointer_declarator",
    POINTER_EXPRESSION = "pointer_expression",
    PREPROC_CALL = "preproc_call",
    PREPROC_DEF = "preproc_def",
    PREPROC_ELIF = "preproc_elif",
    PREPROC_FUNCTION_DEF = "preproc_function_def",
    PREPROC_IF = "preproc_if",
    PREPROC_IFDEF = "preproc_ifdef",
    PREPROC_INCLUDE = "preproc_include",
    PREPROC_PARAMS = "preproc_params",
    PRIMITIVE_TYPE = "primitive_type",
    SIZED_TYPE = "sized_type_specifier",
    STATEMENT_IDENTIFIER = "statement_identifier",
    STORAGE_CLASS = "storage_class_specifier",
    STRING = "string_literal",
    STRUCT = "struct_specifier",
    SUBSCRIPT = "subscript_expression",
    SWITCH = "switch_statement",
    SYSTEM_LIB_STRING = "system_lib_string",
    TRANSLATION_UNIT = "translation_unit",
    TYPE_DEFINITION = "type_definition",
    TYPE_DESCRIPTOR = "type_descriptor",
    TYPE_IDENTIFIER = "type_identifier",
    TYPE_QUALIFIER = "type_qualifier",
    UNION = "union_specifier",
    WHILE = "while_statement",
}

/// What the walk does in all three languages.
pub(super) const RULES: &[(Kind, Rule)] = &[
    (ATTRIBUTE_SPECIFIER, Rule::Drop),
    (CALL, Rule::Hook(expressions::call)),
    (CHAR_LITERAL, Rule::Leaf),
    (COMMENT, Rule::Comment),
    (COMPOUND_STATEMENT, Rule::Scope),
    (DECLARATION, Rule::Hook(definitions::declaration)),
    (ENUM, Rule::Hook(definitions::enumeration)),
    (ENUMERATOR, Rule::Hook(definitions::enumerator)),
    (EXPRESSION_STATEMENT, Rule::Hook(tests::statement)),
    (FIELD_DECLARATION, Rule::Hook(definitions::field_declaration)),
    (FOR, Rule::Scope),
    (FUNCTION_DEFINITION, Rule::Hook(definitions::function_definition)),
    (GOTO, Rule::Skip),
    (IDENTIFIER, Rule::Hook(expressions::name_in_use)),
    (IF, Rule::Scope),
    (MS_DECLSPEC, Rule::Drop),
    (NUMBER, Rule::Leaf),
    (PARAMETER, Rule::Hook(locals::parameter)),
    (PREPROC_CALL, Rule::Skip),
    (PREPROC_DEF, Rule::Hook(preprocessor::constant)),
    (PREPROC_ELIF, Rule::Hook(preprocessor::condition)),
    (PREPROC_FUNCTION_DEF, Rule::Hook(preprocessor::function)),
    (PREPROC_IF, Rule::Hook(preprocessor::condition)),
    (PREPROC_IFDEF, Rule::Hook(preprocessor::condition)),
    (PREPROC_INCLUDE, Rule::Hook(preprocessor::include)),
    (STATEMENT_IDENTIFIER, Rule::Leaf),
    (STORAGE_CLASS, Rule::Leaf),
    (STRING, Rule::Leaf),
    (STRUCT, Rule::Hook(definitions::class)),
    (SWITCH, Rule::Scope),
    (TRANSLATION_UNIT, Rule::Hook(preprocessor::file)),
    (TYPE_DEFINITION, Rule::Hook(definitions::type_definition)),
    (TYPE_IDENTIFIER, Rule::Use(RefKind::Type)),
    (UNION, Rule::Hook(definitions::class)),
    (WHILE, Rule::Scope),
];

/// What expressions are in all three languages.
pub(super) const SHAPES: &[(Kind, ShapeRule)] = &[
    (ASSIGNMENT, ShapeRule::Through(field::LEFT)),
    (CALL, ShapeRule::Call(field::FUNCTION)),
    (CAST, ShapeRule::Typed(field::TYPE)),
    (COMPOUND_LITERAL, ShapeRule::Typed(field::TYPE)),
    (CONDITIONAL, ShapeRule::Through(field::CONSEQUENCE)),
    (FIELD_EXPRESSION, ShapeRule::Member(field::ARGUMENT, field::FIELD)),
    (FIELD_IDENTIFIER, ShapeRule::Name),
    (IDENTIFIER, ShapeRule::Name),
    (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
    (POINTER_EXPRESSION, ShapeRule::Through(field::ARGUMENT)),
    (SUBSCRIPT, ShapeRule::Element(field::ARGUMENT)),
    (TYPE_IDENTIFIER, ShapeRule::Name),
];

/// What type expressions say in all three languages.
pub(super) const TYPES: &[(Kind, TypeRule)] = &[
    (ENUM, TypeRule::Through(field::NAME)),
    // A type's name in an expression's place: a macro's argument.
    (IDENTIFIER, TypeRule::Named),
    (PRIMITIVE_TYPE, TypeRule::Named),
    (SIZED_TYPE, TypeRule::Through(field::TYPE)),
    (STRUCT, TypeRule::Through(field::NAME)),
    (TYPE_DESCRIPTOR, TypeRule::Hook(declarators::described)),
    (TYPE_IDENTIFIER, TypeRule::Named),
    (UNION, TypeRule::Through(field::NAME)),
];

/// The places in which a function's name may be handed on as a value in all three languages.
pub(super) const VALUE_PARENTS: &[Kind] =
    &[ARGUMENT_LIST, ASSIGNMENT, CAST, INIT_DECLARATOR, INITIALIZER_LIST, INITIALIZER_PAIR, POINTER_EXPRESSION];

/// Returns whether the file is one that others include.
pub(super) fn is_header(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    !matches!(extension.to_ascii_lowercase().as_str(), "c" | "cc" | "cpp" | "cxx" | "c++" | "m" | "mm" | "cu")
}

#[cfg(test)]
mod table_tests {
    use super::*;

    #[test]
    fn joined_tables_keep_their_order() {
        const ALL: [u8; 4] = joined(&[1, 2], &[3, 4], 0);
        assert_eq!(ALL, [1, 2, 3, 4]);
        assert_eq!(shifted(2, 10), Kind(12));
    }

    #[test]
    fn sources_are_told_from_headers() {
        assert!(is_header("a/b.h") && is_header("x.inl") && !is_header("a.b/c.CPP") && !is_header("a.c"));
    }
}
