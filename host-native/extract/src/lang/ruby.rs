//! Owns what Ruby's syntax means: its definitions (also those that calls make), local names, expressions and imports.
//!
//! A name that no assignment or parameter binds is a call of a method. Classes are made by `class`, by `Struct.new` and
//! the like; properties by `attr_*` and by the associations of Active Record; tests by RSpec's and Active Support's
//! blocks.

use graphicle_engine::facts::{CallKind, ImportKind, Name, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

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
        (ASSIGNMENT, Rule::Hook(assignment)),
        (BLOCK, Rule::Hook(block)),
        (CALL, Rule::Hook(call)),
        (CLASS, Rule::Hook(class)),
        (CLASS_VARIABLE, Rule::Use(RefKind::Value)),
        (COMMENT, Rule::Hook(comment)),
        (CONSTANT, Rule::Use(RefKind::Value)),
        (DO, Rule::Hook(branch)),
        (DO_BLOCK, Rule::Hook(block)),
        (ELSE, Rule::Hook(branch)),
        (FOR, Rule::Hook(for_loop)),
        (GLOBAL_VARIABLE, Rule::Use(RefKind::Value)),
        (IDENTIFIER, Rule::Hook(identifier)),
        (IF_MODIFIER, Rule::Hook(branch)),
        (INSTANCE_VARIABLE, Rule::Use(RefKind::Value)),
        (IN_CLAUSE, Rule::Hook(in_clause)),
        (LAMBDA, Rule::Hook(lambda)),
        (METHOD, Rule::Hook(method)),
        (MODULE, Rule::Hook(class)),
        (OPERATOR_ASSIGNMENT, Rule::Hook(assignment)),
        (RESCUE, Rule::Hook(rescue)),
        (SCOPE_RESOLUTION, Rule::Use(RefKind::Value)),
        (SINGLETON_CLASS, Rule::Scope),
        (SINGLETON_METHOD, Rule::Hook(method)),
        (SUPER, Rule::Hook(bare_super)),
        (THEN, Rule::Hook(branch)),
        (UNDEF, Rule::Skip),
    ],
    shapes: &[
        (CALL, ShapeRule::Hook(call_shape)),
        (CLASS_VARIABLE, ShapeRule::Name),
        (CONSTANT, ShapeRule::Name),
        (ELEMENT_REFERENCE, ShapeRule::Element(field::OBJECT)),
        (GLOBAL_VARIABLE, ShapeRule::Name),
        (IDENTIFIER, ShapeRule::Hook(identifier_shape)),
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

/// Returns the text of a symbol or of a string without interpolation.
fn literal(node: Node<'_>) -> Option<&str> {
    match node.kind() {
        SIMPLE_SYMBOL => node.text().strip_prefix(':'),
        STRING => {
            let mut parts = node.named_children();
            match (parts.next(), parts.next()) {
                (Some(part), None) if part.kind() == STRING_CONTENT => Some(part.text()),
                _ => None,
            }
        }
        _ => None,
    }
}

fn arguments(call: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    call.child(field::ARGUMENTS).into_iter().flat_map(Node::named_children)
}

/// Returns the value of a keyword argument.
fn keyword<'t>(call: Node<'t>, wanted: &str) -> Option<Node<'t>> {
    arguments(call)
        .filter(|argument| argument.kind() == PAIR)
        .find(|pair| pair.child(field::KEY).is_some_and(|key| key.text() == wanted))
        .and_then(|pair| pair.child(field::VALUE))
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
            for module in arguments(statement).filter(|module| is_constant(*module)) {
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
        bind_parameters(cx, list);
    }
}

fn is_test_method(cx: &Cx<'_>, name: &str) -> bool {
    name.starts_with("test_") && is_test_file(cx)
}

fn is_test_file(cx: &Cx<'_>) -> bool {
    cx.path().contains("test") || cx.path().contains("spec")
}

/// Binds every name of a parameter list.
fn bind_parameters<'t>(cx: &mut Cx<'t>, list: Node<'t>) {
    for parameter in list.named_children() {
        match parameter.kind() {
            IDENTIFIER => cx.bind(parameter.text(), Receiver::UNKNOWN),
            DESTRUCTURED_PARAMETER => bind_pattern(cx, parameter),
            _ => {
                if let Some(name) = parameter.child(field::NAME) {
                    cx.bind(name.text(), Receiver::UNKNOWN);
                }
            }
        }
    }
}

/// Binds every name below a pattern.
fn bind_pattern<'t>(cx: &mut Cx<'t>, pattern: Node<'t>) {
    for at in pattern.at()..pattern.next() {
        let Some(node) = cx.tree().node(at) else { return };
        match node.kind() {
            IDENTIFIER => cx.bind(node.text(), Receiver::UNKNOWN),
            KEYWORD_PATTERN if node.child(field::VALUE).is_none() => {
                if let Some(key) = node.child(field::KEY) {
                    cx.bind(key.text(), Receiver::UNKNOWN);
                }
            }
            _ => {}
        }
    }
}

/// A block's parameters; the first one of a loop over a collection is its element.
fn block<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let Some(list) = node.child(field::PARAMETERS) else { return Flow::Into };
    bind_parameters(cx, list);
    let call = node.parent().filter(|parent| parent.kind() == CALL);
    if let Some(call) = call
        && let (Some(method), Some(collection)) = (call.child(field::METHOD), call.child(field::RECEIVER))
        && LOOPS.binary_search(&method.text()).is_ok()
        && let Some(first) = list.first_named().filter(|first| first.kind() == IDENTIFIER)
    {
        let collection = cx.chain(collection);
        let known = cx.element_of(collection);
        cx.bind(first.text(), known);
    } else if let Some(call) = call
        && let (Some(method), Some(object)) = (call.child(field::METHOD), call.child(field::RECEIVER))
        && matches!(method.text(), "tap" | "then")
        && let Some(first) = list.first_named().filter(|first| first.kind() == IDENTIFIER)
    {
        let known = cx.chain(object);
        cx.bind(first.text(), known);
    }
    Flow::Into
}

/// Methods that call their block with each element, in byte order.
const LOOPS: &[&str] = &[
    "all?",
    "any?",
    "collect",
    "count",
    "detect",
    "each",
    "each_with_index",
    "each_with_object",
    "filter",
    "filter_map",
    "find",
    "find_each",
    "flat_map",
    "group_by",
    "index_by",
    "map",
    "max_by",
    "min_by",
    "none?",
    "partition",
    "reject",
    "reverse_each",
    "select",
    "sort_by",
    "sum",
];

/// What a branch assigns lives on after it.
fn branch<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_branch(node);
    Flow::Into
}

fn lambda<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(list) = node.child(field::PARAMETERS) {
        bind_parameters(cx, list);
    }
    Flow::Into
}

fn for_loop<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let (Some(name), Some(value)) =
        (node.child(field::PATTERN), node.child(field::VALUE).and_then(Node::first_named))
    {
        if name.kind() == IDENTIFIER {
            cx.claim(name);
            let collection = cx.chain(value);
            let known = cx.element_of(collection);
            cx.bind(name.text(), known);
        } else {
            bind_pattern(cx, name);
        }
    }
    Flow::Into
}

fn in_clause<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(pattern) = node.child(field::PATTERN) {
        bind_pattern(cx, pattern);
    }
    Flow::Into
}

fn rescue<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let name = node.child_of_kind(EXCEPTION_VARIABLE).and_then(Node::first_named);
    if let Some(name) = name.filter(|name| name.kind() == IDENTIFIER) {
        let mut types = node.child_of_kind(EXCEPTIONS).into_iter().flat_map(Node::named_children);
        let known = match (types.next(), types.next()) {
            (Some(ty), None) => cx.typed(Some(ty)),
            _ => Receiver::UNKNOWN,
        };
        cx.bind(name.text(), known);
    }
    Flow::Into
}

fn assignment<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else { return Flow::Into };
    match left.kind() {
        LEFT_ASSIGNMENT_LIST => {
            let names: Vec<Node<'t>> = left.named_children().collect();
            let values: Vec<Node<'t>> =
                if right.kind() == RIGHT_ASSIGNMENT_LIST { right.named_children().collect() } else { Vec::new() };
            let paired = names.len() == values.len();
            for (i, name) in names.into_iter().enumerate() {
                let value = if paired { values.get(i).copied() } else { None };
                assign(cx, node, name, value);
            }
            // The nested and the rest names.
            let below = (left.at()..left.next()).filter_map(|at| cx.tree().node(at));
            let names: Vec<Node<'t>> =
                below.filter(|name| name.kind() == IDENTIFIER && name.parent() != Some(left)).collect();
            for name in names.into_iter().filter(|name| name.parent().is_some_and(|parent| parent.kind() != CALL)) {
                assign(cx, node, name, None);
            }
        }
        CONSTANT => return constant(cx, node, left, right),
        _ => assign(cx, node, left, Some(right)),
    }
    Flow::Into
}

/// Binds a local name, or defines an instance or class variable where it is assigned for the first time.
fn assign<'t>(cx: &mut Cx<'t>, statement: Node<'t>, name: Node<'t>, value: Option<Node<'t>>) {
    match name.kind() {
        IDENTIFIER => {
            cx.claim(name);
            let known = match value {
                Some(value) => cx.chain(value),
                None => Receiver::UNKNOWN,
            };
            cx.bind_after(statement, name.text(), known);
        }
        INSTANCE_VARIABLE | CLASS_VARIABLE => {
            let container = cx.type_around();
            if container.is_none() || cx.defined(container, name.text()).is_some() {
                return;
            }
            let mut def = cx.def(SymbolKind::Field, statement, name);
            def.container = container;
            def.ty = value.and_then(|value| typed_value(cx, value));
            if name.kind() == CLASS_VARIABLE {
                def.mark(SymbolFlags::STATIC);
            }
            cx.define(def);
        }
        // `object.name = value` calls `name=`.
        CALL => {
            if let (Some(object), Some(method)) = (name.child(field::RECEIVER), name.child(field::METHOD)) {
                cx.claim(name);
                let receiver = cx.chain(object);
                cx.call_named(method, &format!("{}=", method.text()), receiver, CallKind::Call, Some(1));
            }
        }
        _ => {}
    }
}

/// Returns the type of a value that is made on the spot.
fn typed_value<'t>(cx: &mut Cx<'t>, value: Node<'t>) -> Option<Name> {
    match cx.chain(value) {
        Receiver { root: Root::Typed(ty), steps } if steps.is_empty() => Some(ty),
        _ => None,
    }
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
        def.ty = typed_value(cx, value);
        let sym = cx.define(def);
        cx.attribute_to(node, sym);
        return Flow::Into;
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    let mut bases = Vec::new();
    for argument in arguments(value) {
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
    let Some(text) = literal(name) else { return };
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
    def.name = literal(name).unwrap_or(def.name);
    def.mark(SymbolFlags::EXPORTED);
    cx.define(def);
}

fn identifier<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let text = node.text();
    if cx.is_claimed(node) || cx.is_local(text) {
        return Flow::Over;
    }
    if cx.place() != Place::Function {
        match text {
            "private" | "protected" => cx.bind(PRIVATE_SECTION, Receiver::UNKNOWN),
            "public" => cx.bind_shared(PRIVATE_SECTION),
            _ => {}
        }
    }
    if !cx.is_builtin(text) {
        cx.call(node, Receiver::BARE, CallKind::Call, Some(0));
    }
    Flow::Over
}

fn identifier_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    if cx.is_local(node.text()) { Shape::Name(node) } else { Shape::Invoke { object: None, name: node } }
}

fn call_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let object = node.child(field::RECEIVER);
    let Some(name) = node.child(field::METHOD) else { return Shape::Unknown };
    match (object, name.text()) {
        (Some(object), "new") if is_constant(object) => Shape::Typed(object),
        (Some(object), "new") if object.text() == "described_class" => {
            described(node).map_or(Shape::Unknown, Shape::Typed)
        }
        (Some(object), "new") if object.kind() == SELF => Shape::Root(Root::SelfValue),
        (None, "new") if cx.type_around().is_some() => Shape::Root(Root::SelfValue),
        (Some(object), "class") if object.kind() == SELF => Shape::Root(Root::SelfType),
        (Some(object), "clone" | "dup" | "freeze" | "itself" | "tap") => Shape::Through(object),
        _ => Shape::Invoke { object, name },
    }
}

/// Returns the class that the nearest `describe` around a node is about.
fn described(node: Node<'_>) -> Option<Node<'_>> {
    let mut outer = node.parent();
    while let Some(at) = outer {
        if at.kind() == CALL
            && at.child(field::METHOD).is_some_and(|method| method.text() == "describe")
            && let Some(first) = arguments(at).next().filter(|first| is_constant(*first))
        {
            return Some(first);
        }
        outer = at.parent();
    }
    None
}

fn bare_super<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if !cx.is_claimed(node) {
        call_super(cx, node, None);
    }
    Flow::Over
}

fn call_super<'t>(cx: &mut Cx<'t>, node: Node<'t>, args: Option<u8>) {
    let method = definition_around(node).filter(|around| matches!(around.kind(), METHOD | SINGLETON_METHOD));
    if let Some(name) = method.and_then(|method| method.child(field::NAME)) {
        let receiver = Receiver { root: Root::Super, steps: Vec::new() };
        cx.call_named(node, name.text(), receiver, CallKind::Call, args);
    }
}

fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::METHOD) else { return Flow::Into };
    cx.claim(name);
    let args = if node.child(field::ARGUMENTS).is_some() { cx.count_args(node) } else { Some(0) };
    if name.kind() == SUPER {
        call_super(cx, name, args);
        return Flow::Into;
    }
    let object = node.child(field::RECEIVER);
    if cx.is_claimed(node) {
        // The maker of a constant that has become a type, or the left side of an assignment.
        return Flow::Into;
    }
    if define_test(cx, node, name) {
        return Flow::Into;
    }
    if object.is_none()
        && let Some(flow) = declaration(cx, node, name)
    {
        return flow;
    }
    if name.text() == "new" && construct(cx, name, object, args) {
        return Flow::Into;
    }
    if let Some(object) = object {
        if name.text() == "class" && object.kind() == SELF {
            return Flow::Into;
        }
        let receiver = cx.chain(object);
        hand_on_method(cx, node, name, Some(&receiver));
        cx.call(name, receiver, CallKind::Call, args);
    } else {
        hand_on_method(cx, node, name, None);
        if !cx.is_builtin(name.text()) && !cx.is_local(name.text()) {
            cx.call(name, Receiver::BARE, CallKind::Call, args);
        }
    }
    Flow::Into
}

/// Records `Foo::Bar.new(...)` and `new(...)`. Returns whether the made type is told.
fn construct<'t>(cx: &mut Cx<'t>, name: Node<'t>, object: Option<Node<'t>>, args: Option<u8>) -> bool {
    let ty = match object {
        Some(object) if object.text() == "described_class" => described(object),
        Some(object) if is_constant(object) => {
            cx.claim(object);
            Some(object)
        }
        _ => None,
    };
    if let Some(ty) = ty {
        let last = if ty.kind() == SCOPE_RESOLUTION { ty.child(field::NAME).unwrap_or(ty) } else { ty };
        if object == Some(ty) {
            cx.claim(last);
        }
        let scope = if ty.kind() == SCOPE_RESOLUTION { ty.child(field::SCOPE) } else { None };
        let receiver = scope.map_or(Receiver::BARE, |scope| cx.chain(scope));
        cx.call_named(name, last.text(), receiver, CallKind::Construct, args);
        return true;
    }
    let own = object.is_none() || object.is_some_and(|object| object.kind() == SELF);
    let Some(container) = cx.type_around().filter(|_| own) else { return false };
    let last = crate::types::last_segment(cx.name_text(container)).to_owned();
    cx.call_named(name, &last, Receiver::BARE, CallKind::Construct, args);
    true
}

/// `method(:name)`, `send(:name)` and the callbacks of a type's body hand on a method by its name.
fn hand_on_method<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>, receiver: Option<&Receiver>) {
    let by_name = matches!(name.text(), "method" | "public_send" | "send" | "__send__" | "respond_to");
    let in_type = receiver.is_none() && matches!(cx.place(), Place::Type | Place::Module);
    if !by_name && !in_type {
        return;
    }
    for argument in arguments(node) {
        if argument.kind() == SIMPLE_SYMBOL
            && let Some(text) = literal(argument)
        {
            let receiver = receiver.cloned().unwrap_or(Receiver::BARE);
            cx.call_named(argument, text, receiver, CallKind::Value, None);
        } else if by_name {
            return;
        }
    }
}

/// Calls without a receiver that declare something. Returns `None` for any other call.
fn declaration<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>) -> Option<Flow> {
    let text = name.text();
    let first = arguments(node).next();
    let in_type = matches!(cx.place(), Place::Type | Place::Module);
    match text {
        "require" | "require_relative" | "load" | "autoload" => {
            let (path, plain) = required(node)?;
            let system = plain && text != "require_relative";
            let kind = if system { ImportKind::SystemInclude } else { ImportKind::Include };
            cx.import(node.row(), kind, path, &[]);
            Some(Flow::Over)
        }
        "include" | "extend" | "prepend" if in_type => Some(Flow::Into),
        "attr_accessor" | "attr_reader" | "attr_writer" | "cattr_accessor" | "mattr_accessor" | "class_attribute"
        | "attribute"
            if in_type =>
        {
            let all = text != "attribute";
            let names = arguments(node).take(if all { usize::MAX } else { 1 });
            for name in names.collect::<Vec<_>>() {
                define_property(cx, name, None);
            }
            Some(Flow::Into)
        }
        "belongs_to" | "has_one" | "has_many" | "has_and_belongs_to_many" | "embeds_many" | "embeds_one" if in_type => {
            let named = keyword(node, "class_name").and_then(literal);
            let one = matches!(text, "belongs_to" | "has_one" | "embeds_one");
            let class = match (named, first.and_then(literal)) {
                (Some(class), _) => Some(class.to_owned()),
                (None, Some(name)) if one => Some(camel_case(name)),
                _ => None,
            };
            let ty = class.map(|class| cx.type_name(&class, usize::from(!one)));
            if let Some(first) = first {
                define_property(cx, first, ty);
            }
            Some(Flow::Into)
        }
        "alias_method" if in_type => {
            if let Some(first) = first {
                define_alias(cx, node, first);
            }
            Some(Flow::Over)
        }
        "define_method" | "scope" | "let" | "let!" | "subject" | "subject!" => {
            let named = first.filter(|first| literal(*first).is_some());
            let made =
                node.child(field::BLOCK).or_else(|| arguments(node).find(|argument| argument.kind() == LAMBDA))?;
            if !in_type && matches!(text, "define_method" | "scope") {
                return None;
            }
            let mut def = cx.def(SymbolKind::Function, node, named.unwrap_or(name));
            def.name = named.and_then(literal).unwrap_or("subject");
            def.mark(SymbolFlags::EXPORTED);
            if text == "scope" {
                def.mark(SymbolFlags::STATIC);
            }
            let body = made.child(field::BODY);
            let value = body.and_then(|body| body.named_children().last());
            def.ty = value.filter(|_| text.starts_with(['l', 's']) && text != "scope").and_then(|v| typed_value(cx, v));
            let sym = cx.define(def);
            cx.open(node, sym, Place::Function);
            Some(Flow::Into)
        }
        "task" | "namespace" if is_rake_file(cx) => {
            let first = first?;
            let target = if first.kind() == PAIR { first.child(field::KEY)? } else { first };
            let kind = if text == "task" { SymbolKind::Function } else { SymbolKind::Module };
            let mut def = cx.def(kind, node, target);
            def.name = literal(target).unwrap_or(target.text());
            let sym = cx.define(def);
            cx.open(node, sym, if text == "task" { Place::Function } else { Place::Module });
            Some(Flow::Into)
        }
        _ => None,
    }
}

fn is_rake_file(cx: &Cx<'_>) -> bool {
    let file = cx.file_name();
    file == "Rakefile" || file.rsplit('.').next().is_some_and(|extension| extension == "rake")
}

/// Returns the path that a call requires and whether it is written plainly; `File.expand_path("../x", __FILE__)` is
/// relative to the file.
fn required(node: Node<'_>) -> Option<(&str, bool)> {
    let last = arguments(node).last()?;
    if let Some(path) = literal(last) {
        return Some((path, true));
    }
    let mut parts = arguments(last);
    let path = parts.next().and_then(literal)?;
    let expands = last.child(field::METHOD).is_some_and(|method| method.text() == "expand_path");
    match parts.next().map(Node::text) {
        Some("__FILE__") if expands => path.strip_prefix("../").map(|path| (path, false)),
        Some("__dir__") if expands => Some((path, false)),
        _ => None,
    }
}

/// Returns `snake_case` as `SnakeCase`.
fn camel_case(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for word in name.split('_') {
        let mut chars = word.chars();
        out.extend(chars.next().map(|first| first.to_ascii_uppercase()));
        out.push_str(chars.as_str());
    }
    out
}

/// The methods whose block is a test or a group of tests, in byte order.
const TESTS: &[&str] = &[
    "context",
    "describe",
    "example",
    "feature",
    "it",
    "its",
    "scenario",
    "shared_context",
    "shared_examples",
    "shared_examples_for",
    "should",
    "specify",
    "test",
    "xdescribe",
    "xit",
];

/// Defines the test that a call with a block is. Returns whether it is one.
fn define_test<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>) -> bool {
    let receiver_fits = node.child(field::RECEIVER).is_none_or(|receiver| receiver.text() == "RSpec");
    if !receiver_fits
        || TESTS.binary_search(&name.text()).is_err()
        || node.child(field::BLOCK).is_none()
        || !is_test_file(cx)
    {
        return false;
    }
    let title = arguments(node)
        .next()
        .filter(|first| first.kind() == STRING || is_constant(*first) || literal(*first).is_some());
    let mut def = cx.def(SymbolKind::Test, node, name);
    if let Some(title) = title {
        def.name = literal(title).unwrap_or(title.text()).trim_matches('"');
    }
    def.mark(SymbolFlags::TEST);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    true
}
