//! Owns what is C++'s alone among what its family shares: namespaces, classes' parts, templates, paths; see `c_family`.
//!
//! Documented choices:
//!
//! - `T x(a)`, `T x{a}`, `new T(a)`, `T{a}` and a constructor's initializers construct (`CallKind::Construct`); `T x;`
//!   does not.
//! - A function template whose name holds "cast" or starts with "make_" gives a value of its type argument.
//! - A pair stands for its second part: the elements of maps are their values.
//! - An inline namespace is no part of any path.

mod expressions;
mod statements;
mod types;

use graphicle_engine::facts::{CallKind, ImportKind, Receiver, Root, SymbolFlags, SymbolKind};

use super::c_family::declarators::{self, Declared};
use super::c_family::{self, definitions, locals, prepare};
use crate::cx::{Cx, Place};
use crate::spec::{Flow, Rule, ShapeRule, Spec, TypeRule};
use crate::syntax::{Field, Kind, field};
use crate::tree::Node;
use crate::types::{dotted, last_segment};

pub(super) use expressions::{allocate, path, written_name};
pub(super) use types::stands_for_another;

c_family::kinds_after! {
    KINDS = c_family::KINDS;
    ACCESS = "access_specifier",
    ALIAS = "alias_declaration",
    ATTRIBUTE_DECLARATION = "attribute_declaration",
    BASE_CLAUSE = "base_class_clause",
    CATCH = "catch_clause",
    CLASS = "class_specifier",
    CO_AWAIT = "co_await_expression",
    DELETE_METHOD = "delete_method_clause",
    DEPENDENT_NAME = "dependent_name",
    DEPENDENT_TYPE = "dependent_type",
    DESTRUCTOR_NAME = "destructor_name",
    FIELD_INITIALIZER = "field_initializer",
    FOR_RANGE = "for_range_loop",
    FRIEND = "friend_declaration",
    LAMBDA = "lambda_expression",
    LAMBDA_CAPTURE = "lambda_capture_initializer",
    NAMESPACE = "namespace_definition",
    NAMESPACE_ALIAS = "namespace_alias_definition",
    NAMESPACE_IDENTIFIER = "namespace_identifier",
    NEW = "new_expression",
    OPERATOR_CAST = "operator_cast",
    OPERATOR_NAME = "operator_name",
    OPTIONAL_PARAMETER = "optional_parameter_declaration",
    OPTIONAL_TYPE_PARAMETER = "optional_type_parameter_declaration",
    PACK_EXPANSION = "parameter_pack_expansion",
    PLACEHOLDER_TYPE = "placeholder_type_specifier",
    PURE_VIRTUAL = "pure_virtual_clause",
    QUALIFIED = "qualified_identifier",
    RAW_STRING = "raw_string_literal",
    REFERENCE_DECLARATOR = "reference_declarator",
    STRUCTURED_BINDING = "structured_binding_declarator",
    TEMPLATE_ARGUMENTS = "template_argument_list",
    TEMPLATE_DECLARATION = "template_declaration",
    TEMPLATE_FUNCTION = "template_function",
    TEMPLATE_METHOD = "template_method",
    TEMPLATE_TEMPLATE_PARAMETER = "template_template_parameter_declaration",
    TEMPLATE_TYPE = "template_type",
    THIS = "this",
    TRAILING_RETURN = "trailing_return_type",
    TYPE_PARAMETER = "type_parameter_declaration",
    USING = "using_declaration",
    VARIADIC_DECLARATOR = "variadic_declarator",
    VARIADIC_PARAMETER = "variadic_parameter_declaration",
    VARIADIC_TYPE_PARAMETER = "variadic_type_parameter_declaration",
}

/// How many kinds there are before those that Objective-C adds to the family's: the two share no number.
pub(super) const KIND_COUNT: usize = KINDS_LEN;
const KINDS_LEN: usize = BEFORE + OWN.len();

const OWN_RULES: &[(Kind, Rule)] = &[
    (ACCESS, Rule::Hook(access)),
    (ALIAS, Rule::Hook(alias)),
    (ATTRIBUTE_DECLARATION, Rule::Drop),
    (CATCH, Rule::Hook(statements::catch)),
    (CLASS, Rule::Hook(definitions::class)),
    (c_family::COMPOUND_LITERAL, Rule::Hook(expressions::literal)),
    (DESTRUCTOR_NAME, Rule::Leaf),
    (FIELD_INITIALIZER, Rule::Hook(expressions::field_initializer)),
    (FOR_RANGE, Rule::Hook(statements::for_range)),
    (FRIEND, Rule::Hook(friend)),
    (LAMBDA, Rule::Hook(statements::lambda)),
    (LAMBDA_CAPTURE, Rule::Hook(statements::lambda_capture)),
    (NAMESPACE, Rule::Hook(namespace)),
    (NAMESPACE_ALIAS, Rule::Hook(namespace_alias)),
    (NAMESPACE_IDENTIFIER, Rule::Hook(expressions::scope_in_use)),
    (NEW, Rule::Hook(expressions::new)),
    (OPERATOR_NAME, Rule::Leaf),
    (OPTIONAL_PARAMETER, Rule::Hook(locals::parameter)),
    (QUALIFIED, Rule::Hook(expressions::path_in_use)),
    (RAW_STRING, Rule::Leaf),
    (TEMPLATE_DECLARATION, Rule::Hook(template)),
    (USING, Rule::Hook(using)),
    (VARIADIC_PARAMETER, Rule::Hook(locals::parameter)),
];

const OWN_SHAPES: &[(Kind, ShapeRule)] = &[
    (c_family::CALL, ShapeRule::Hook(expressions::call_shape)),
    (CO_AWAIT, ShapeRule::Through(field::ARGUMENT)),
    (c_family::FIELD_EXPRESSION, ShapeRule::Hook(expressions::member_shape)),
    (NAMESPACE_IDENTIFIER, ShapeRule::Hook(expressions::scope_shape)),
    (NEW, ShapeRule::Typed(field::TYPE)),
    (QUALIFIED, ShapeRule::Hook(expressions::path_shape)),
    (TEMPLATE_FUNCTION, ShapeRule::Through(field::NAME)),
    (TEMPLATE_TYPE, ShapeRule::Hook(expressions::scope_shape)),
    (THIS, ShapeRule::Root(Root::SelfValue)),
];

const OWN_TYPES: &[(Kind, TypeRule)] = &[
    (CLASS, TypeRule::Through(field::NAME)),
    (DEPENDENT_TYPE, TypeRule::Through(Field::NONE)),
    (QUALIFIED, TypeRule::Hook(types::path)),
    (TEMPLATE_TYPE, TypeRule::Hook(types::template)),
];

static RULES: [(Kind, Rule); c_family::RULES.len() + OWN_RULES.len()] =
    c_family::joined(c_family::RULES, OWN_RULES, (Kind::OTHER, Rule::Visit));
static SHAPES: [(Kind, ShapeRule); c_family::SHAPES.len() + OWN_SHAPES.len()] =
    c_family::joined(c_family::SHAPES, OWN_SHAPES, (Kind::OTHER, ShapeRule::Unknown));
static TYPES: [(Kind, TypeRule); c_family::TYPES.len() + OWN_TYPES.len()] =
    c_family::joined(c_family::TYPES, OWN_TYPES, (Kind::OTHER, TypeRule::Unknown));

/// C++.
pub(super) static SPEC: Spec = Spec {
    rules: &RULES,
    shapes: &SHAPES,
    types: &TYPES,
    wrappers: &[TEMPLATE_DECLARATION],
    value_parents: c_family::VALUE_PARENTS,
    spreads: &[PACK_EXPANSION],
    builtins: &[
        "NULL",
        "assert",
        "const_cast",
        "dynamic_cast",
        "false",
        "reinterpret_cast",
        "static_cast",
        "true",
        "va_arg",
        "va_copy",
        "va_end",
        "va_start",
    ],
    value_wrappers: &[],
    collections: &[],
    prepare: Some(prepare::c),
    ..Spec::new(|| tree_sitter_cpp::LANGUAGE.into(), &KINDS)
};

/// Returns the parameters of what is declared as a function.
pub(super) fn parameters<'t>(declared: &Declared<'t>) -> Option<Node<'t>> {
    let conversion = || {
        let (_, last) = path(declared.name);
        last.child(field::DECLARATOR).filter(|_| last.kind() == OPERATOR_CAST)
    };
    declared.function.or_else(conversion)?.child(field::PARAMETERS)
}

/// Returns whether a function is declared: one with parameters, or a conversion.
pub(super) fn is_callable(declared: &Declared<'_>) -> bool {
    declared.function.is_some() || path(declared.name).1.kind() == OPERATOR_CAST
}

/// Returns whether what reads like a constructor's declaration is a macro's use: `GDCLASS(Foo, Bar);`.
pub(super) fn is_macro_use<'t>(cx: &Cx<'t>, declared: &Declared<'t>) -> bool {
    let name = declared.name.text();
    let class = cx.type_around().map_or("", |path| last_segment(cx.name_text(path)));
    declared.name.kind() == c_family::IDENTIFIER
        && name != class
        && (cx.place() == Place::Type || prepare::is_capital(name))
}

/// Records a macro's use between declarations.
pub(super) fn macro_use<'t>(cx: &mut Cx<'t>, declared: &Declared<'t>) -> Flow {
    let args = declared
        .function
        .and_then(|function| function.child(field::PARAMETERS))
        .map(|list| u8::try_from(list.named_children().count()).unwrap_or(u8::MAX));
    cx.call(declared.name, Receiver::BARE, CallKind::Macro, args);
    Flow::Over
}

fn access<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.parent().is_none_or(|parent| parent.kind() != BASE_CLAUSE) {
        definitions::set_access(cx, node.text());
    }
    Flow::Over
}

/// A friend that is defined in the class is a function; one that is only named is nothing.
fn friend<'t>(_: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.child_of_kind(c_family::FUNCTION_DEFINITION).is_some() { Flow::Into } else { Flow::Over }
}

fn namespace<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else {
        cx.open_block(node);
        cx.bind(definitions::UNNAMED, Receiver::UNKNOWN);
        return Flow::Into;
    };
    let tree = cx.tree();
    let parts =
        (name.at()..name.next()).filter_map(|at| tree.node(at)).filter(|part| part.kind() == NAMESPACE_IDENTIFIER);
    if node.text().starts_with("inline") {
        cx.claim_all(name);
        return Flow::Into;
    }
    for part in parts {
        let mut def = cx.def(SymbolKind::Module, node, part);
        def.mark(SymbolFlags::EXPORTED);
        let sym = cx.define(def);
        cx.open(node, sym, Place::Module);
    }
    Flow::Into
}

/// `namespace a = b::c;`
fn namespace_alias<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let target = node.named_children().find(|child| child.field() != field::NAME);
    if let (Some(name), Some(target)) = (node.child(field::NAME), target) {
        cx.import(node.row(), ImportKind::Module, &dotted(target.text()), &[(None, name.text())]);
    }
    Flow::Over
}

/// `using namespace a::b;`, `using a::b;`. In a class it makes members of a base visible and imports nothing.
fn using<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(target) = node.first_named() else { return Flow::Over };
    if cx.place() == Place::Type {
        return Flow::Over;
    }
    let path = dotted(target.text());
    let words = node.text().strip_prefix("using").unwrap_or("").trim_start();
    if words.starts_with("namespace") {
        cx.import(node.row(), ImportKind::Wildcard, &path, &[]);
    } else if let (Some((module, member)), false) = (path.rsplit_once('.'), words.starts_with("enum")) {
        let (_, last) = expressions::path(target);
        cx.import(node.row(), ImportKind::Module, module, &[(Some(member), last.text())]);
    }
    Flow::Over
}

/// `using A = B;`
fn alias<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::TypeAlias, node, name);
    definitions::export_type(cx, &mut def);
    def.ty = node.child(field::TYPE).and_then(|ty| cx.ty(ty));
    let sym = cx.define(def);
    cx.attribute_to(node, sym);
    Flow::Into
}

/// Binds the parameters of a template, which are no types of the project.
fn template<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let Some(list) = node.child(field::PARAMETERS) else { return Flow::Into };
    for parameter in list.named_children() {
        let name = match parameter.kind() {
            TYPE_PARAMETER | VARIADIC_TYPE_PARAMETER => parameter.child_of_kind(c_family::TYPE_IDENTIFIER),
            OPTIONAL_TYPE_PARAMETER => parameter.child(field::NAME),
            TEMPLATE_TEMPLATE_PARAMETER => parameter
                .named_children()
                .last()
                .and_then(|last| last.child_of_kind(c_family::TYPE_IDENTIFIER).or_else(|| last.child(field::NAME))),
            _ => parameter.child(field::DECLARATOR).and_then(declarators::declared).map(|declared| declared.name),
        };
        if let Some(name) = name {
            cx.claim(name);
            cx.bind(name.text(), Receiver::UNKNOWN);
        }
    }
    Flow::Into
}
