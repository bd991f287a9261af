//! Owns what Swift's definitions mean: its tables, types, extensions, functions and properties. Expressions and local
//! names are in `expressions`.

mod expressions;

use graphicle_engine::facts::{CallKind, ImportKind, Name, Params, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Def, Place};
use crate::spec::{Flow, Rule, ShapeRule, Spec, TypeRule, TypeShape};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;

kinds! {
    ARRAY_TYPE = "array_type",
    ASSIGNABLE = "directly_assignable_expression",
    ASSOCIATED_TYPE = "associatedtype_declaration",
    AS_EXPRESSION = "as_expression",
    ATTRIBUTE = "attribute",
    AWAIT = "await_expression",
    CALL = "call_expression",
    CALL_SUFFIX = "call_suffix",
    CAPTURES = "capture_list",
    CATCH = "catch_block",
    CLASS = "class_declaration",
    CLASS_TOKEN = "class",
    COMMENT = "comment",
    COMPUTED_PROPERTY = "computed_property",
    CONSTRUCTOR_EXPRESSION = "constructor_expression",
    CONSTRUCTOR_SUFFIX = "constructor_suffix",
    DEINIT = "deinit_declaration",
    DEINIT_TOKEN = "deinit",
    DICTIONARY_TYPE = "dictionary_type",
    DIRECTIVE = "directive",
    ELLIPSIS = "...",
    ENUM_ENTRY = "enum_entry",
    EXISTENTIAL_TYPE = "existential_type",
    FOR = "for_statement",
    FUNCTION = "function_declaration",
    GUARD = "guard_statement",
    IDENTIFIER = "simple_identifier",
    IF = "if_statement",
    IMPORT = "import_declaration",
    INHERITANCE = "inheritance_specifier",
    INIT = "init_declaration",
    LAMBDA = "lambda_literal",
    LAMBDA_PARAMETER = "lambda_parameter",
    LAMBDA_PARAMETERS = "lambda_function_type_parameters",
    LAMBDA_TYPE = "lambda_function_type",
    MODIFIERS = "modifiers",
    MULTILINE_COMMENT = "multiline_comment",
    NAVIGATION = "navigation_expression",
    NIL_COALESCING = "nil_coalescing_expression",
    OPAQUE_TYPE = "opaque_type",
    OPTIONAL_TYPE = "optional_type",
    PARAMETER = "parameter",
    PATH = "identifier",
    PATTERN = "pattern",
    POSTFIX = "postfix_expression",
    PREFIX = "prefix_expression",
    PROPERTY = "property_declaration",
    PROTOCOL = "protocol_declaration",
    PROTOCOL_FUNCTION = "protocol_function_declaration",
    PROTOCOL_PROPERTY = "protocol_property_declaration",
    SELECTOR = "selector_expression",
    SELF = "self_expression",
    STATEMENTS = "statements",
    SUBSCRIPT = "subscript_declaration",
    SUBSCRIPT_TOKEN = "subscript",
    SUPER = "super_expression",
    SWITCH_ENTRY = "switch_entry",
    TRY = "try_expression",
    TUPLE = "tuple_expression",
    TYPEALIAS = "typealias_declaration",
    TYPE_ANNOTATION = "type_annotation",
    TYPE_ARGUMENTS = "type_arguments",
    TYPE_IDENTIFIER = "type_identifier",
    TYPE_PARAMETER = "type_parameter",
    TYPE_PARAMETERS = "type_parameters",
    USER_TYPE = "user_type",
    VALUE_ARGUMENT = "value_argument",
    VALUE_ARGUMENTS = "value_arguments",
    VALUE_ARGUMENT_LABEL = "value_argument_label",
    VALUE_BINDING = "value_binding_pattern",
    WHILE = "while_statement",
    WILLSET_DIDSET = "willset_didset_block",
}

/// Swift.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ASSOCIATED_TYPE, Rule::Hook(type_alias)),
        (ATTRIBUTE, Rule::Hook(attribute)),
        (CALL, Rule::Hook(expressions::call)),
        (CAPTURES, Rule::Skip),
        (CATCH, Rule::Hook(expressions::catch)),
        (CLASS, Rule::Hook(class)),
        (COMMENT, Rule::Comment),
        (CONSTRUCTOR_EXPRESSION, Rule::Hook(expressions::constructor)),
        (DEINIT, Rule::Hook(deinit)),
        (DIRECTIVE, Rule::Skip),
        (ENUM_ENTRY, Rule::Hook(enum_entry)),
        (FOR, Rule::Hook(expressions::for_loop)),
        (FUNCTION, Rule::Hook(function)),
        (GUARD, Rule::Hook(expressions::conditions)),
        (IDENTIFIER, Rule::Hook(expressions::identifier)),
        (IF, Rule::Hook(expressions::if_statement)),
        (IMPORT, Rule::Hook(import)),
        (INIT, Rule::Hook(function)),
        (LAMBDA, Rule::Hook(expressions::lambda)),
        (LAMBDA_PARAMETER, Rule::Hook(claim_name)),
        (MULTILINE_COMMENT, Rule::Comment),
        (NAVIGATION, Rule::Use(RefKind::Value)),
        (PARAMETER, Rule::Hook(claim_name)),
        (PATTERN, Rule::Hook(expressions::pattern)),
        (PREFIX, Rule::Hook(expressions::prefix)),
        (PROPERTY, Rule::Hook(property)),
        (PROTOCOL, Rule::Hook(class)),
        (PROTOCOL_FUNCTION, Rule::Hook(function)),
        (PROTOCOL_PROPERTY, Rule::Hook(property)),
        (SELECTOR, Rule::Hook(expressions::selector)),
        (STATEMENTS, Rule::Scope),
        (SUBSCRIPT, Rule::Hook(subscript)),
        (SWITCH_ENTRY, Rule::Scope),
        (TYPEALIAS, Rule::Hook(type_alias)),
        (TYPE_IDENTIFIER, Rule::Use(RefKind::Type)),
        (TYPE_PARAMETER, Rule::Hook(claim_type_name)),
        (USER_TYPE, Rule::Hook(expressions::user_type)),
        (VALUE_ARGUMENT_LABEL, Rule::Skip),
        (WHILE, Rule::Hook(expressions::if_statement)),
    ],
    shapes: &[
        (ASSIGNABLE, ShapeRule::Through(Field::NONE)),
        (AS_EXPRESSION, ShapeRule::Typed(field::NAME)),
        (AWAIT, ShapeRule::Through(field::EXPR)),
        (CALL, ShapeRule::Hook(expressions::call_shape)),
        (CONSTRUCTOR_EXPRESSION, ShapeRule::Typed(Field::NONE)),
        (IDENTIFIER, ShapeRule::Hook(expressions::identifier_shape)),
        (NAVIGATION, ShapeRule::Hook(expressions::navigation_shape)),
        (NIL_COALESCING, ShapeRule::Through(field::VALUE)),
        (POSTFIX, ShapeRule::Through(field::TARGET)),
        (SELF, ShapeRule::Root(Root::SelfValue)),
        (SUPER, ShapeRule::Root(Root::Super)),
        (TRY, ShapeRule::Through(field::EXPR)),
        (TUPLE, ShapeRule::Hook(expressions::tuple_shape)),
        (TYPE_IDENTIFIER, ShapeRule::Name),
    ],
    types: &[
        (ARRAY_TYPE, TypeRule::Collection(field::NAME)),
        (CALL, TypeRule::Hook(expressions::called_type)),
        (
            DICTIONARY_TYPE,
            TypeRule::Hook(|node| {
                node.children_with(field::NAME).last().map_or(TypeShape::Unknown, TypeShape::Collection)
            }),
        ),
        (EXISTENTIAL_TYPE, TypeRule::Through(Field::NONE)),
        (IDENTIFIER, TypeRule::Named),
        (OPAQUE_TYPE, TypeRule::Through(Field::NONE)),
        (OPTIONAL_TYPE, TypeRule::Through(field::WRAPPED)),
        (TYPE_ANNOTATION, TypeRule::Through(field::NAME)),
        (TYPE_IDENTIFIER, TypeRule::Named),
        (USER_TYPE, TypeRule::Hook(user_type)),
    ],
    value_parents: &[VALUE_ARGUMENT],
    builtins: &[
        "Any",
        "AnyObject",
        "Bool",
        "Double",
        "Float",
        "Int",
        "Never",
        "String",
        "UInt",
        "Void",
        "abs",
        "assert",
        "assertionFailure",
        "defer",
        "fatalError",
        "max",
        "min",
        "newValue",
        "nil",
        "oldValue",
        "precondition",
        "preconditionFailure",
        "print",
        "some",
        "swap",
        "type",
        "zip",
    ],
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_swift::LANGUAGE.into(), KINDS)
};

fn import<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(path) = node.child_of_kind(PATH) else { return Flow::Over };
    // `import struct Module.Type` brings the one name, `import Module` all.
    match path.text().rsplit_once('.') {
        Some((module, member)) => {
            cx.import(node.row(), ImportKind::Module, module, &[(Some(member), member)]);
        }
        None => cx.import(node.row(), ImportKind::Module, path.text(), &[]),
    }
    Flow::Over
}

fn modifiers(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    node.child_of_kind(MODIFIERS).into_iter().flat_map(Node::named_children)
}

fn has_modifier(node: Node<'_>, wanted: &[&str]) -> bool {
    modifiers(node).any(|modifier| wanted.contains(&modifier.text()))
}

fn has_attribute(node: Node<'_>, wanted: &str) -> bool {
    let attributes = modifiers(node).filter(|modifier| modifier.kind() == ATTRIBUTE);
    attributes.filter_map(Node::first_named).any(|ty| ty.text() == wanted)
}

fn mark<'t>(cx: &Cx<'t>, node: Node<'t>, def: &mut Def<'t>) {
    if cx.place() != Place::Function && !has_modifier(node, &["private", "fileprivate"]) {
        def.mark(SymbolFlags::EXPORTED);
    }
    if is_static(node) {
        def.mark(SymbolFlags::STATIC);
    }
}

fn is_static(node: Node<'_>) -> bool {
    // `class func` has its word outside of the modifiers.
    has_modifier(node, &["static", "class"]) || (node.kind() != CLASS && node.child_of_kind(CLASS_TOKEN).is_some())
}

/// A generic type, or a path whose arguments are left out with its text.
fn user_type(node: Node<'_>) -> TypeShape<'_> {
    let mut names = node.children_of_kind(TYPE_IDENTIFIER);
    match (names.next(), names.next(), node.child_of_kind(TYPE_ARGUMENTS)) {
        (Some(name), None, Some(arguments)) => TypeShape::Generic(name, arguments),
        (Some(name), None, None) => TypeShape::Through(name),
        _ => TypeShape::Named(node.text()),
    }
}

fn bind_type_parameters<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    for parameter in node.child_of_kind(TYPE_PARAMETERS).into_iter().flat_map(Node::named_children) {
        if let Some(name) = parameter.child_of_kind(TYPE_IDENTIFIER) {
            cx.bind(name.text(), Receiver::UNKNOWN);
        }
    }
}

fn class<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let kind = match node.child(field::DECLARATION_KIND).map_or("", Node::text) {
        "struct" => SymbolKind::Struct,
        "enum" => SymbolKind::Enum,
        "extension" => SymbolKind::Extension,
        "protocol" => SymbolKind::Interface,
        _ => SymbolKind::Class,
    };
    let mut def = cx.def(kind, node, name);
    def.name = def.name.split('<').next().unwrap_or(def.name);
    mark(cx, node, &mut def);
    if has_attribute(node, "main") {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    if has_attribute(node, "Suite") || is_test_case(node) {
        def.mark(SymbolFlags::TEST);
    }
    let sym = cx.define(def);
    if kind == SymbolKind::Extension {
        let ty = name;
        let path = crate::types::dotted(ty.text());
        let (receiver, last) = cx.free_path(&path);
        cx.reference_named(ty, last, receiver, RefKind::Type);
        cx.claim_all(ty);
    }
    cx.open(node, sym, Place::Type);
    bind_type_parameters(cx, node);
    let bases = bases(cx, node);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    Flow::Into
}

fn bases<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Vec<Name> {
    let specifiers: Vec<Node<'t>> =
        node.children_of_kind(INHERITANCE).filter_map(|specifier| specifier.child(field::INHERITS_FROM)).collect();
    let told = |ty: Node<'t>| if cx.is_builtin(ty.text()) { None } else { cx.base(ty) };
    specifiers.into_iter().filter_map(told).collect()
}

/// Returns whether a class extends a test case.
fn is_test_case(class: Node<'_>) -> bool {
    let mut bases = class.children_of_kind(INHERITANCE).filter_map(|specifier| specifier.child(field::INHERITS_FROM));
    bases.any(|base| base.text().ends_with("TestCase"))
}

fn enum_entry<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut doc = None;
    let mut first = None;
    let names: Vec<Node<'t>> = node.children_with(field::NAME).collect();
    for name in names {
        let mut def = cx.def(SymbolKind::EnumMember, node, name);
        def.mark(SymbolFlags::EXPORTED);
        def.doc = doc;
        let sym = cx.define(def);
        doc = cx.doc_of(sym);
        first.get_or_insert(sym);
    }
    // The labels of associated values.
    for label in node.child(field::DATA_CONTENTS).into_iter().flat_map(|list| list.children_of_kind(IDENTIFIER)) {
        cx.claim(label);
    }
    if let Some(first) = first {
        cx.attribute_to(node, first);
    }
    Flow::Into
}

fn type_alias<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut parts = node.children_with(field::NAME);
    let (Some(name), value) = (parts.next(), parts.next()) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::TypeAlias, node, name);
    mark(cx, node, &mut def);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    bind_type_parameters(cx, node);
    let ty = value.and_then(|ty| cx.ty(ty));
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.ty = ty;
    }
    Flow::Into
}

fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let kind = if node.kind() == INIT { SymbolKind::Constructor } else { SymbolKind::Function };
    let mut def = cx.def(kind, node, name);
    def.name = def.name.trim_matches('`');
    mark(cx, node, &mut def);
    if node.child(field::BODY).is_none() {
        def.mark(SymbolFlags::DECLARATION);
    }
    let case = node.parent().and_then(Node::parent);
    let is_case = case.is_some_and(is_test_case) && def.name.starts_with("test");
    if is_case || has_attribute(node, "Test") {
        def.mark(SymbolFlags::TEST);
    }
    if def.name == "main" && (cx.place() == Place::File || has_modifier(node, &["static"])) {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    open_callable(cx, node, def);
    Flow::Into
}

fn deinit<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(DEINIT_TOKEN) {
        let def = cx.def(SymbolKind::Method, node, name);
        open_callable(cx, node, def);
    }
    Flow::Into
}

fn subscript<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(SUBSCRIPT_TOKEN) {
        let mut def = cx.def(SymbolKind::Property, node, name);
        mark(cx, node, &mut def);
        open_callable(cx, node, def);
    }
    Flow::Into
}

fn open_callable<'t>(cx: &mut Cx<'t>, node: Node<'t>, def: Def<'t>) {
    let is_constructor = def.kind == SymbolKind::Constructor;
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    bind_type_parameters(cx, node);
    // The grammar gives the result the role of the name.
    let own = node.child(field::NAME).filter(|name| matches!(name.kind(), IDENTIFIER));
    let result = node.children_with(field::NAME).filter(|ty| Some(*ty) != own).last();
    let ty = result.filter(|_| !is_constructor).and_then(|ty| cx.ty(ty));
    let params = count_params(node);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.ty = ty;
        symbol.params = Some(params);
    }
    bind_parameters(cx, node);
}

/// Counts the parameters of a function; default values stand beside them.
fn count_params(function: Node<'_>) -> Params {
    let mut params = Params { min: 0, max: 0 };
    for child in function.children() {
        if child.kind() == PARAMETER {
            params.min = params.min.saturating_add(1);
            params.max = params.max.saturating_add(1);
        } else if child.field() == field::DEFAULT_VALUE && child.is_named() {
            params.min = params.min.saturating_sub(1);
        } else if child.kind() == ELLIPSIS {
            params.min = params.min.saturating_sub(1);
            params.max = u8::MAX;
        }
        if child.kind() == PARAMETER && child.child_of_kind(ELLIPSIS).is_some() {
            params.min = params.min.saturating_sub(1);
            params.max = u8::MAX;
        }
    }
    params
}

fn bind_parameters<'t>(cx: &mut Cx<'t>, function: Node<'t>) {
    for parameter in function.children_of_kind(PARAMETER) {
        let mut parts = parameter.children_with(field::NAME);
        let (Some(name), ty) = (parts.next(), parts.next()) else { continue };
        let several = parameter.child_of_kind(ELLIPSIS).is_some();
        let known = match ty.and_then(|ty| cx.ty_in(ty, usize::from(several))) {
            Some(ty) => Receiver { root: Root::Typed(ty), steps: Vec::new() },
            None => Receiver::UNKNOWN,
        };
        cx.bind(name.text(), known);
    }
}

/// The names and labels of parameters are no uses.
fn claim_name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    for name in node.children().filter(|child| child.kind() == IDENTIFIER) {
        cx.claim(name);
    }
    Flow::Into
}

fn claim_type_name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(TYPE_IDENTIFIER) {
        cx.claim(name);
    }
    Flow::Into
}

/// `@Name(...)` before a declaration.
fn attribute<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(ty) = node.child_of_kind(USER_TYPE) {
        let path = crate::types::dotted(ty.text());
        let (receiver, last) = cx.free_path(&path);
        cx.claim_all(ty);
        cx.call_named(ty, last, receiver, CallKind::Decorator, None);
    }
    for word in node.children_of_kind(IDENTIFIER) {
        cx.claim(word);
    }
    Flow::Into
}

fn property<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if cx.place() == Place::Function {
        return expressions::local_property(cx, node);
    }
    let annotation = node.child_of_kind(TYPE_ANNOTATION);
    let value = node.child(field::VALUE);
    let has_accessors = node.children().any(|child| matches!(child.kind(), COMPUTED_PROPERTY | WILLSET_DIDSET));
    let binding = node.child_of_kind(VALUE_BINDING);
    let is_let = binding.and_then(|binding| binding.child(field::MUTABILITY)).is_some_and(|word| word.text() == "let");
    let patterns: Vec<Node<'t>> = node.children_with(field::NAME).collect();
    let mut first = None;
    let mut doc = None;
    for name in patterns.into_iter().flat_map(expressions::bound_names) {
        let kind = match cx.place() {
            Place::Type if has_accessors || node.kind() == PROTOCOL_PROPERTY => SymbolKind::Property,
            Place::Type if is_let && is_static(node) => SymbolKind::Constant,
            Place::Type => SymbolKind::Field,
            _ if is_let => SymbolKind::Constant,
            _ => SymbolKind::Variable,
        };
        let mut def = cx.def(kind, node, name);
        mark(cx, node, &mut def);
        if node.kind() == PROTOCOL_PROPERTY {
            def.mark(SymbolFlags::DECLARATION);
        }
        let known = value.map(|value| cx.chain(value));
        def.ty = annotation.and_then(|ty| cx.ty(ty)).or(match known {
            Some(Receiver { root: Root::Typed(ty), steps }) if steps.is_empty() => Some(ty),
            _ => None,
        });
        def.doc = doc;
        let sym = cx.define(def);
        doc = cx.doc_of(sym);
        first.get_or_insert(sym);
    }
    match first {
        Some(sym) if has_accessors => {
            cx.open(node, sym, Place::Function);
            let known = cx.typed(annotation);
            for name in ["newValue", "oldValue"] {
                cx.bind(name, known.clone());
            }
        }
        Some(sym) => cx.attribute_to(node, sym),
        None => {}
    }
    Flow::Into
}
