//! Owns what Ruby's syntax means: its definitions (also those that calls make), local names, expressions and imports.
//!
//! A name that no assignment or parameter binds is a call of a method. Classes are made by `class`, by `Struct.new` and
//! the like; properties by `attr_*` and by the associations of Active Record; tests by `RSpec`'s and Active Support's
//! blocks.

mod calls;
mod locals;

use graphicle_engine::facts::{Name, RefKind, Root, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Def, Place};
use crate::spec::{Flow, ParamRule, Rule, Shape, ShapeRule, Spec, TypeRule};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;

kinds! {
    ALIAS = "alias",
    ARGUMENT_LIST = "argument_list",
    ASSIGNMENT = "assignment",
    BLOCK = "block",
    BLOCK_ARGUMENT = "block_argument",
    BLOCK_PARAMETER = "block_parameter",
    CALL = "call",
    CLASS = "class",
    CLASS_VARIABLE = "class_variable",
    COMMENT = "comment",
    CONSTANT = "constant",
    DESTRUCTURED_PARAMETER = "destructured_parameter",
    DO = "do",
    DO_BLOCK = "do_block",
    ELEMENT_REFERENCE = "element_reference",
    ELSE = "else",
    EXCEPTIONS = "exceptions",
    EXCEPTION_VARIABLE = "exception_variable",
    FOR = "for",
    FORWARD_PARAMETER = "forward_parameter",
    GLOBAL_VARIABLE = "global_variable",
    HASH_SPLAT_ARGUMENT = "hash_splat_argument",
    HASH_SPLAT_PARAMETER = "hash_splat_parameter",
    IDENTIFIER = "identifier",
    IF_MODIFIER = "if_modifier",
    INSTANCE_VARIABLE = "instance_variable",
    IN_CLAUSE = "in_clause",
    KEYWORD_PARAMETER = "keyword_parameter",
    KEYWORD_PATTERN = "keyword_pattern",
    LAMBDA = "lambda",
    LEFT_ASSIGNMENT_LIST = "left_assignment_list",
    METHOD = "method",
    MODULE = "module",
    OPERATOR_ASSIGNMENT = "operator_assignment",
    OPTIONAL_PARAMETER = "optional_parameter",
    PAIR = "pair",
    PARENTHESIZED = "parenthesized_statements",
    RESCUE = "rescue",
    RIGHT_ASSIGNMENT_LIST = "right_assignment_list",
    SCOPE_RESOLUTION = "scope_resolution",
    SELF = "self",
    SIMPLE_SYMBOL = "simple_symbol",
    SINGLETON_CLASS = "singleton_class",
    SINGLETON_METHOD = "singleton_method",
    SPLAT_ARGUMENT = "splat_argument",
    SPLAT_PARAMETER = "splat_parameter",
    STRING = "string",
    STRING_CONTENT = "string_content",
    SUPER = "super",
    THEN = "then",
    UNDEF = "undef",
}

/// Ruby.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ALIAS, Rule::Hook(alias)),
        (ASSIGNMENT, Rule::Hook(locals::assignment)),
        (BLOCK, Rule::Hook(locals::block)),
        (CALL, Rule::Hook(calls::call)),
        (CLASS, Rule::Hook(class)),
        (CLASS_VARIABLE, Rule::Use(RefKind::Value)),
        (COMMENT, Rule::Hook(comment)),
        (CONSTANT, Rule::Use(RefKind::Value)),
        (DO, Rule::Hook(locals::branch)),
        (DO_BLOCK, Rule::Hook(locals::block)),
        (ELSE, Rule::Hook(locals::branch)),
        (FOR, Rule::Hook(locals::for_loop)),
        (GLOBAL_VARIABLE, Rule::Use(RefKind::Value)),
        (IDENTIFIER, Rule::Hook(calls::identifier)),
        (IF_MODIFIER, Rule::Hook(locals::branch)),
        (INSTANCE_VARIABLE, Rule::Use(RefKind::Value)),
        (IN_CLAUSE, Rule::Hook(locals::in_clause)),
        (LAMBDA, Rule::Hook(locals::lambda)),
        (METHOD, Rule::Hook(method)),
        (MODULE, Rule::Hook(class)),
        (OPERATOR_ASSIGNMENT, Rule::Hook(locals::assignment)),
        (RESCUE, Rule::Hook(locals::rescue)),
        (SCOPE_RESOLUTION, Rule::Use(RefKind::Value)),
        (SINGLETON_CLASS, Rule::Scope),
        (SINGLETON_METHOD, Rule::Hook(method)),
        (SUPER, Rule::Hook(calls::bare_super)),
        (THEN, Rule::Hook(locals::branch)),
        (UNDEF, Rule::Skip),
    ],
    shapes: &[
        (CALL, ShapeRule::Hook(calls::call_shape)),
        (CLASS_VARIABLE, ShapeRule::Name),
        (CONSTANT, ShapeRule::Name),
        (ELEMENT_REFERENCE, ShapeRule::Element(field::OBJECT)),
        (GLOBAL_VARIABLE, ShapeRule::Name),
        (IDENTIFIER, ShapeRule::Hook(calls::identifier_shape)),
        (INSTANCE_VARIABLE, ShapeRule::Name),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
        (SCOPE_RESOLUTION, ShapeRule::Member(field::SCOPE, field::NAME)),
        (SELF, ShapeRule::Hook(|_, node| Shape::Root(self_root(node)))),
    ],
    types: &[(CONSTANT, TypeRule::Named), (SCOPE_RESOLUTION, TypeRule::Named)],
    params: &[
        (BLOCK_PARAMETER, ParamRule::Receiver),
        (DESTRUCTURED_PARAMETER, ParamRule::One),
        (FORWARD_PARAMETER, ParamRule::Rest),
        (HASH_SPLAT_PARAMETER, ParamRule::Rest),
        (IDENTIFIER, ParamRule::One),
        (KEYWORD_PARAMETER, ParamRule::Optional),
        (OPTIONAL_PARAMETER, ParamRule::Optional),
        (SPLAT_PARAMETER, ParamRule::Rest),
    ],
    spreads: &[BLOCK_ARGUMENT, HASH_SPLAT_ARGUMENT, PAIR, SPLAT_ARGUMENT],
    builtins: &[
        "$!",
        "$0",
        "$PROGRAM_NAME",
        "$stderr",
        "$stdin",
        "$stdout",
        "Array",
        "Float",
        "Integer",
        "Rational",
        "String",
        "__FILE__",
        "__dir__",
        "__method__",
        "abort",
        "at_exit",
        "binding",
        "block_given?",
        "caller",
        "catch",
        "described_class",
        "eval",
        "exit",
        "format",
        "freeze",
        "gets",
        "instance_variable_get",
        "instance_variable_set",
        "lambda",
        "loop",
        "method",
        "module_function",
        "nil?",
        "p",
        "pp",
        "print",
        "printf",
        "private",
        "private_class_method",
        "private_constant",
        "proc",
        "protected",
        "public",
        "public_send",
        "puts",
        "raise",
        "rand",
        "respond_to?",
        "send",
        "sleep",
        "sprintf",
        "throw",
        "warn",
    ],
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_ruby::LANGUAGE.into(), KINDS)
};

/// A local name that no Ruby code can have: bound in a type's body after a bare `private`, until the body's end.
const PRIVATE_SECTION: &str = "private section";

fn comment<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let text = node.text();
    let magic = ["#!", "# -*-", "# coding:", "# encoding:", "# frozen_string_literal:", "# typed:", "# rubocop:"];
    if !magic.iter().any(|start| text.starts_with(start)) {
        cx.comment(node);
    }
    Flow::Over
}

fn is_constant(node: Node<'_>) -> bool {
    matches!(node.kind(), CONSTANT | SCOPE_RESOLUTION)
}

/// Returns the nearest definition around a node.
fn definition_around(node: Node<'_>) -> Option<Node<'_>> {
    let mut outer = node.parent();
    while let Some(at) = outer {
        if matches!(at.kind(), METHOD | SINGLETON_METHOD | CLASS | MODULE | SINGLETON_CLASS) {
            return Some(at);
        }
        outer = at.parent();
    }
    None
}

/// `self` is an instance in a method, and the type itself in its body and in its singleton methods.
fn self_root(node: Node<'_>) -> Root {
    match definition_around(node) {
        Some(around) if around.kind() == METHOD && !is_in_singleton_class(around) => Root::SelfValue,
        None => Root::SelfValue,
        Some(_) => Root::SelfType,
    }
}

fn is_in_singleton_class(method: Node<'_>) -> bool {
    definition_around(method).is_some_and(|around| around.kind() == SINGLETON_CLASS)
}

/// Returns the path of what `scope` names inside `container`.
fn inside(cx: &mut Cx<'_>, container: Option<Name>, scope: &str) -> Name {
    let scope = crate::types::dotted(scope);
    match container {
        Some(container) => {
            let path = format!("{}.{scope}", cx.name_text(container));
            cx.name(&path)
        }
        None => cx.name(&scope),
    }
}

fn class<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let is_class = node.kind() == CLASS;
    let kind = if is_class { SymbolKind::Class } else { SymbolKind::Module };
    cx.claim_all(name);
    let last = if name.kind() == SCOPE_RESOLUTION { name.child(field::NAME).unwrap_or(name) } else { name };
    let mut def = cx.def(kind, node, last);
    if name.kind() == SCOPE_RESOLUTION {
        def.container = match name.child(field::SCOPE) {
            Some(scope) => Some(inside(cx, def.container, scope.text())),
            None => None,
        };
    }
    def.mark(SymbolFlags::EXPORTED);
    let sym = cx.define(def);
    cx.open(node, sym, if is_class { Place::Type } else { Place::Module });
    let mut bases = Vec::new();
    let superclass = node.child(field::SUPERCLASS).and_then(Node::first_named);
    bases.extend(superclass.and_then(|superclass| cx.base(superclass)));
    for statement in node.child(field::BODY).into_iter().flat_map(Node::named_children) {
        let mixes_in = |call: Node<'t>| {
            call.child(field::RECEIVER).is_none()
                && call.child(field::METHOD).is_some_and(|m| matches!(m.text(), "include" | "extend" | "prepend"))
        };
        if statement.kind() == CALL && mixes_in(statement) {
            for module in calls::arguments(statement).filter(|module| is_constant(*module)) {
                bases.extend(cx.base(module));
            }
        }
    }
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    Flow::Into
}

fn method<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    cx.claim_all(name);
    let mut def = cx.def(SymbolKind::Function, node, name);
    let object = node.child(field::OBJECT);
    let is_static = object.is_some() || is_in_singleton_class(node);
    if is_static {
        def.mark(SymbolFlags::STATIC);
    } else if cx.place() == Place::Module {
        // What a module defines is for the types that include it.
        def.kind = SymbolKind::Method;
    }
    if let Some(object) = object.filter(|object| is_constant(*object)) {
        def.container = Some(cx.name(&crate::types::dotted(object.text())));
        cx.claim_all(object);
    }
    let modifier = node.parent().filter(|parent| parent.kind() == ARGUMENT_LIST).and_then(Node::parent);
    let hidden = match modifier.and_then(|call| call.child(field::METHOD)).map(Node::text) {
        Some("private" | "protected" | "private_class_method") => true,
        Some("public") => false,
        _ => cx.is_local(PRIVATE_SECTION) && object.is_none(),
    };
    if !hidden {
        def.mark(SymbolFlags::EXPORTED);
    }
    if is_test_method(cx, def.name) {
        def.mark(SymbolFlags::TEST);
    }
    define_method(cx, node, def, node.child(field::PARAMETERS));
    Flow::Into
}

fn define_method<'t>(cx: &mut Cx<'t>, body: Node<'t>, mut def: Def<'t>, parameters: Option<Node<'t>>) {
    def.params = parameters.map(|list| cx.count_params(list));
    if def.params.is_none() && body.kind() != BLOCK && body.kind() != DO_BLOCK {
        def.params = Some(graphicle_engine::facts::Params { min: 0, max: 0 });
    }
    let sym = cx.define(def);
    cx.open(body, sym, Place::Function);
    if let Some(list) = parameters {
        locals::bind_parameters(cx, list);
    }
}

fn is_test_method(cx: &Cx<'_>, name: &str) -> bool {
    name.starts_with("test_") && is_test_file(cx)
}

fn is_test_file(cx: &Cx<'_>) -> bool {
    cx.path().contains("test") || cx.path().contains("spec")
}

/// A constant; `Struct.new`, `Class.new` and the like make a type.
fn constant<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>, value: Node<'t>) -> Flow {
    if cx.place() == Place::Function {
        return Flow::Into;
    }
    let maker = match (value.child(field::RECEIVER), value.child(field::METHOD)) {
        (Some(receiver), Some(method)) if value.kind() == CALL => Some((receiver.text(), method.text())),
        _ => None,
    };
    let kind = match maker {
        Some(("Struct" | "Data", "new" | "define")) => SymbolKind::Struct,
        Some(("Class", "new")) => SymbolKind::Class,
        Some(("Module", "new")) => SymbolKind::Module,
        _ => SymbolKind::Constant,
    };
    let mut def = cx.def(kind, node, name);
    def.mark(SymbolFlags::EXPORTED);
    if kind == SymbolKind::Constant {
        def.ty = locals::typed_value(cx, value);
        let sym = cx.define(def);
        cx.attribute_to(node, sym);
        return Flow::Into;
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    let mut bases = Vec::new();
    for argument in calls::arguments(value) {
        match kind {
            SymbolKind::Struct => define_property(cx, argument, None),
            _ if is_constant(argument) => bases.extend(cx.base(argument)),
            _ => {}
        }
    }
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    for made in [value.child(field::RECEIVER), Some(value)].into_iter().flatten() {
        cx.claim(made);
    }
    Flow::Into
}

fn define_property<'t>(cx: &mut Cx<'t>, name: Node<'t>, ty: Option<Name>) {
    let Some(text) = calls::literal(name) else { return };
    let mut def = cx.def(SymbolKind::Property, name, name);
    def.name = text;
    def.ty = ty;
    if !cx.is_local(PRIVATE_SECTION) {
        def.mark(SymbolFlags::EXPORTED);
    }
    cx.define(def);
}

fn alias<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        define_alias(cx, node, name);
    }
    Flow::Over
}

fn define_alias<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>) {
    if !matches!(cx.place(), Place::Type | Place::Module) {
        return;
    }
    let mut def = cx.def(SymbolKind::Method, node, name);
    def.name = calls::literal(name).unwrap_or(def.name);
    def.mark(SymbolFlags::EXPORTED);
    cx.define(def);
}
