//! Owns what C#'s syntax means: its definitions, local names, expressions and types.

mod expressions;

use graphicle_engine::facts::{CallKind, ImportKind, Params, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Def, Place, Sym};
use crate::spec::{Flow, Rule, Shape, ShapeRule, Spec, TypeRule};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;

kinds! {
    ACCESSOR = "accessor_declaration",
    ALIAS_QUALIFIED = "alias_qualified_name",
    ANONYMOUS_METHOD = "anonymous_method_expression",
    ARGUMENT = "argument",
    ARGUMENT_LIST = "argument_list",
    ARRAY_TYPE = "array_type",
    AS_EXPRESSION = "as_expression",
    ASSIGNMENT = "assignment_expression",
    ATTRIBUTE = "attribute",
    ATTRIBUTE_ARGUMENT = "attribute_argument",
    ATTRIBUTE_ARGUMENT_LIST = "attribute_argument_list",
    ATTRIBUTE_LIST = "attribute_list",
    AWAIT = "await_expression",
    BASE = "base",
    BASE_LIST = "base_list",
    BINARY = "binary_expression",
    BLOCK = "block",
    CAST = "cast_expression",
    CATCH = "catch_clause",
    CATCH_DECLARATION = "catch_declaration",
    CHARACTER = "character_literal",
    CLASS = "class_declaration",
    COMMENT = "comment",
    COMPILATION_UNIT = "compilation_unit",
    CONDITIONAL_ACCESS = "conditional_access_expression",
    CONSTRAINTS = "type_parameter_constraints_clause",
    CONSTRUCTOR = "constructor_declaration",
    CONSTRUCTOR_INITIALIZER = "constructor_initializer",
    CONVERSION_OPERATOR = "conversion_operator_declaration",
    DECLARATION_EXPRESSION = "declaration_expression",
    DECLARATION_PATTERN = "declaration_pattern",
    DELEGATE = "delegate_declaration",
    DESTRUCTOR = "destructor_declaration",
    ELEMENT_ACCESS = "element_access_expression",
    ELEMENT_BINDING = "element_binding_expression",
    ENUM = "enum_declaration",
    ENUM_MEMBER = "enum_member_declaration",
    EVENT = "event_declaration",
    EVENT_FIELD = "event_field_declaration",
    EXPLICIT_INTERFACE = "explicit_interface_specifier",
    FIELD = "field_declaration",
    FILE_NAMESPACE = "file_scoped_namespace_declaration",
    FOR = "for_statement",
    FOREACH = "foreach_statement",
    FROM_CLAUSE = "from_clause",
    GENERIC_NAME = "generic_name",
    IDENTIFIER = "identifier",
    IMPLICIT_NEW = "implicit_object_creation_expression",
    IMPLICIT_PARAMETER = "implicit_parameter",
    IMPLICIT_TYPE = "implicit_type",
    INDEXER = "indexer_declaration",
    INITIALIZER = "initializer_expression",
    INTERFACE = "interface_declaration",
    INVOCATION = "invocation_expression",
    LAMBDA = "lambda_expression",
    LET_CLAUSE = "let_clause",
    LOCAL_FUNCTION = "local_function_statement",
    MEMBER_ACCESS = "member_access_expression",
    MEMBER_BINDING = "member_binding_expression",
    METHOD = "method_declaration",
    MODIFIER = "modifier",
    NAMESPACE = "namespace_declaration",
    NEW = "object_creation_expression",
    NULLABLE_TYPE = "nullable_type",
    OPERATOR = "operator_declaration",
    PARAMETER = "parameter",
    PARAMETER_LIST = "parameter_list",
    PARAMS = "params",
    PARENTHESIZED = "parenthesized_expression",
    POINTER_TYPE = "pointer_type",
    POSTFIX = "postfix_unary_expression",
    PREDEFINED_TYPE = "predefined_type",
    PROPERTY = "property_declaration",
    QUALIFIED_NAME = "qualified_name",
    QUERY = "query_expression",
    RECORD = "record_declaration",
    RECURSIVE_PATTERN = "recursive_pattern",
    REF_EXPRESSION = "ref_expression",
    REF_TYPE = "ref_type",
    STATIC = "static",
    STRING = "string_literal",
    STRUCT = "struct_declaration",
    SUBPATTERN = "subpattern",
    SWITCH_ARM = "switch_expression_arm",
    SWITCH_SECTION = "switch_section",
    THIS = "this",
    TUPLE_PATTERN = "tuple_pattern",
    TYPE_ARGUMENTS = "type_argument_list",
    TYPE_PARAMETER = "type_parameter",
    TYPE_PARAMETERS = "type_parameter_list",
    USING = "using_directive",
    USING_STATEMENT = "using_statement",
    VARIABLE_DECLARATION = "variable_declaration",
    VARIABLE_DECLARATOR = "variable_declarator",
    VERBATIM_STRING = "verbatim_string_literal",
    WITH_INITIALIZER = "with_initializer",
}

/// C#.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ACCESSOR, Rule::Hook(accessor)),
        (ANONYMOUS_METHOD, Rule::Hook(expressions::lambda)),
        (ARGUMENT, Rule::Hook(expressions::claim_name)),
        (ATTRIBUTE, Rule::Hook(expressions::attribute)),
        (ATTRIBUTE_ARGUMENT, Rule::Hook(expressions::claim_name)),
        (BLOCK, Rule::Scope),
        (CATCH, Rule::Scope),
        (CATCH_DECLARATION, Rule::Hook(expressions::pattern)),
        (CHARACTER, Rule::Leaf),
        (CLASS, Rule::Hook(type_declaration)),
        (COMMENT, Rule::Comment),
        (COMPILATION_UNIT, Rule::Hook(compilation_unit)),
        (CONDITIONAL_ACCESS, Rule::Use(RefKind::Value)),
        (CONSTRUCTOR, Rule::Hook(function)),
        (CONSTRUCTOR_INITIALIZER, Rule::Hook(expressions::constructor_initializer)),
        (CONVERSION_OPERATOR, Rule::Hook(operator)),
        (DECLARATION_EXPRESSION, Rule::Hook(expressions::pattern)),
        (DECLARATION_PATTERN, Rule::Hook(expressions::pattern)),
        (DELEGATE, Rule::Hook(delegate)),
        (DESTRUCTOR, Rule::Hook(function)),
        (ENUM, Rule::Hook(type_declaration)),
        (ENUM_MEMBER, Rule::Hook(enum_member)),
        (EVENT, Rule::Hook(property)),
        (EVENT_FIELD, Rule::Hook(fields)),
        (FIELD, Rule::Hook(fields)),
        (FILE_NAMESPACE, Rule::Hook(namespace)),
        (FOR, Rule::Scope),
        (FOREACH, Rule::Hook(expressions::foreach)),
        (FROM_CLAUSE, Rule::Hook(expressions::from_clause)),
        (IDENTIFIER, Rule::Hook(expressions::identifier)),
        (IMPLICIT_NEW, Rule::Hook(expressions::implicit_new)),
        (INDEXER, Rule::Hook(property)),
        (INITIALIZER, Rule::Hook(expressions::initializer)),
        (INTERFACE, Rule::Hook(type_declaration)),
        (INVOCATION, Rule::Call(CallKind::Call)),
        (LAMBDA, Rule::Hook(expressions::lambda)),
        (LET_CLAUSE, Rule::Hook(expressions::let_clause)),
        (LOCAL_FUNCTION, Rule::Hook(function)),
        (MEMBER_ACCESS, Rule::Use(RefKind::Value)),
        (METHOD, Rule::Hook(function)),
        (NAMESPACE, Rule::Hook(namespace)),
        (NEW, Rule::Hook(expressions::object_creation)),
        (OPERATOR, Rule::Hook(operator)),
        (PARAMETER, Rule::Hook(expressions::claim_name)),
        (PARAMETER_LIST, Rule::Hook(expressions::claim_name)),
        (PROPERTY, Rule::Hook(property)),
        (QUALIFIED_NAME, Rule::Hook(expressions::qualified_name)),
        (QUERY, Rule::Scope),
        (RECORD, Rule::Hook(type_declaration)),
        (RECURSIVE_PATTERN, Rule::Hook(expressions::pattern)),
        (STRING, Rule::Leaf),
        (STRUCT, Rule::Hook(type_declaration)),
        (SUBPATTERN, Rule::Hook(expressions::member_name)),
        (SWITCH_ARM, Rule::Scope),
        (SWITCH_SECTION, Rule::Scope),
        (TUPLE_PATTERN, Rule::Hook(expressions::claim_name)),
        (TYPE_PARAMETER, Rule::Hook(expressions::claim_name)),
        (USING, Rule::Hook(using)),
        (USING_STATEMENT, Rule::Scope),
        (VARIABLE_DECLARATION, Rule::Hook(expressions::local_variables)),
        (VERBATIM_STRING, Rule::Leaf),
        (WITH_INITIALIZER, Rule::Hook(expressions::member_name)),
    ],
    shapes: &[
        (ALIAS_QUALIFIED, ShapeRule::Through(field::NAME)),
        (AS_EXPRESSION, ShapeRule::Typed(field::RIGHT)),
        (AWAIT, ShapeRule::Through(Field::NONE)),
        (BASE, ShapeRule::Root(Root::Super)),
        (BINARY, ShapeRule::Hook(expressions::coalesced)),
        (CAST, ShapeRule::Typed(field::TYPE)),
        (CONDITIONAL_ACCESS, ShapeRule::Hook(expressions::conditional_access)),
        (ELEMENT_ACCESS, ShapeRule::Element(field::EXPRESSION)),
        (GENERIC_NAME, ShapeRule::Hook(|_, node| node.first_named().map_or(Shape::Unknown, Shape::Name))),
        (IDENTIFIER, ShapeRule::Name),
        (INVOCATION, ShapeRule::Call(field::FUNCTION)),
        (MEMBER_ACCESS, ShapeRule::Hook(expressions::member_access)),
        (NEW, ShapeRule::Typed(field::TYPE)),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
        (POSTFIX, ShapeRule::Through(Field::NONE)),
        (PREDEFINED_TYPE, ShapeRule::Typed(Field::NONE)),
        (QUALIFIED_NAME, ShapeRule::Hook(expressions::member_access)),
        (REF_EXPRESSION, ShapeRule::Through(Field::NONE)),
        (THIS, ShapeRule::Root(Root::SelfValue)),
    ],
    types: &[
        (ALIAS_QUALIFIED, TypeRule::Through(field::NAME)),
        (ARRAY_TYPE, TypeRule::Collection(field::TYPE)),
        (GENERIC_NAME, TypeRule::GenericChild(TYPE_ARGUMENTS)),
        (IDENTIFIER, TypeRule::Named),
        (NULLABLE_TYPE, TypeRule::Through(field::TYPE)),
        (POINTER_TYPE, TypeRule::Through(field::TYPE)),
        (PREDEFINED_TYPE, TypeRule::Named),
        (QUALIFIED_NAME, TypeRule::Hook(expressions::qualified_type)),
        (REF_TYPE, TypeRule::Through(field::TYPE)),
    ],
    value_parents: &[ARGUMENT, ASSIGNMENT, VARIABLE_DECLARATOR],
    builtins: &["dynamic", "nameof", "nint", "nuint", "var"],
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_c_sharp::LANGUAGE.into(), KINDS)
};

/// The attributes of test methods and test classes, in byte order.
const TEST_ATTRIBUTES: &[&str] = &[
    "DataTestMethod",
    "Fact",
    "SkippableFact",
    "Test",
    "TestCase",
    "TestCaseSource",
    "TestClass",
    "TestFixture",
    "TestMethod",
    "Theory",
];

fn using<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let alias = node.child(field::NAME);
    let Some(target) = node.named_children().filter(|child| Some(*child) != alias).last() else { return Flow::Over };
    let path = target.text().trim_start_matches("global::");
    match (alias, path.rsplit_once('.')) {
        (Some(alias), Some((path, member))) => {
            let member = member.split('<').next().unwrap_or(member);
            cx.import(node.row(), ImportKind::Module, path, &[(Some(member), alias.text())]);
        }
        (Some(alias), None) => cx.import(node.row(), ImportKind::Module, path, &[(None, alias.text())]),
        (None, _) if node.child_of_kind(STATIC).is_some() => cx.import(node.row(), ImportKind::Wildcard, path, &[]),
        (None, _) => cx.import(node.row(), ImportKind::Module, path, &[]),
    }
    Flow::Over
}

/// Claims the one namespace of a file.
fn compilation_unit<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut namespaces = node.children().filter(|child| matches!(child.kind(), NAMESPACE | FILE_NAMESPACE));
    if let (Some(only), None) = (namespaces.next(), namespaces.next()) {
        cx.claim(only);
    }
    Flow::Into
}

/// The one namespace of a file is its package; further and nested ones are modules.
fn namespace<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    cx.claim_all(name);
    if cx.is_claimed(node) {
        cx.set_package(name.text());
        return Flow::Into;
    }
    let mut def = cx.def(SymbolKind::Module, node, name);
    def.mark(SymbolFlags::EXPORTED);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Module);
    Flow::Into
}

fn has_modifier(node: Node<'_>, wanted: &[&str]) -> bool {
    node.children_of_kind(MODIFIER).any(|modifier| wanted.contains(&modifier.text()))
}

fn is_test(node: Node<'_>) -> bool {
    let attributes = node.children_of_kind(ATTRIBUTE_LIST).flat_map(Node::named_children);
    attributes.filter_map(|attribute| attribute.child(field::NAME)).any(|name| {
        let last = name.text().rsplit('.').next().unwrap_or("");
        let bare = last.split('<').next().unwrap_or(last);
        TEST_ATTRIBUTES.binary_search(&bare.strip_suffix("Attribute").unwrap_or(bare)).is_ok()
    })
}

fn mark<'t>(cx: &Cx<'t>, node: Node<'t>, def: &mut Def<'t>) {
    let inside_type = cx.place() == Place::Type;
    let in_interface = node.parent().and_then(Node::parent).is_some_and(|outer| outer.kind() == INTERFACE);
    let exported = match cx.place() {
        Place::Type => in_interface || has_modifier(node, &["public", "internal", "protected"]),
        Place::File | Place::Module => !has_modifier(node, &["file"]),
        Place::Function => false,
    };
    if exported {
        def.mark(SymbolFlags::EXPORTED);
    }
    if inside_type && has_modifier(node, &["static", "const"]) {
        def.mark(SymbolFlags::STATIC);
    }
    if is_test(node) {
        def.mark(SymbolFlags::TEST);
    }
}

fn type_declaration<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let kind = match node.kind() {
        INTERFACE => SymbolKind::Interface,
        ENUM => SymbolKind::Enum,
        STRUCT | RECORD => SymbolKind::Struct,
        _ => SymbolKind::Class,
    };
    let mut def = cx.def(kind, node, name);
    mark(cx, node, &mut def);
    let parameters = node.child_of_kind(PARAMETER_LIST);
    def.params = parameters.map(count_params);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    bind_type_parameters(cx, node);
    let mut bases = Vec::new();
    if kind != SymbolKind::Enum {
        for base in node.child_of_kind(BASE_LIST).into_iter().flat_map(Node::named_children) {
            bases.extend(cx.base(base));
        }
    }
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    match parameters {
        Some(list) if node.kind() == RECORD => {
            for parameter in list.named_children() {
                let Some(name) = parameter.child(field::NAME) else { continue };
                let mut def = cx.def(SymbolKind::Property, parameter, name);
                def.ty = parameter.child(field::TYPE).and_then(|ty| cx.ty(ty));
                def.mark(SymbolFlags::EXPORTED);
                cx.define(def);
            }
        }
        Some(list) => bind_parameters(cx, list),
        None => {}
    }
    Flow::Into
}

fn bind_type_parameters<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    for parameter in node.child_of_kind(TYPE_PARAMETERS).into_iter().flat_map(Node::named_children) {
        if let Some(name) = parameter.child(field::NAME) {
            cx.bind(name.text(), Receiver::UNKNOWN);
        }
    }
}

fn enum_member<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::EnumMember, node, name);
    def.mark(SymbolFlags::EXPORTED);
    let sym = cx.define(def);
    cx.attribute_to(node, sym);
    Flow::Into
}

fn delegate<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::TypeAlias, node, name);
    mark(cx, node, &mut def);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    bind_type_parameters(cx, node);
    Flow::Into
}

fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let kind = if node.kind() == CONSTRUCTOR { SymbolKind::Constructor } else { SymbolKind::Function };
    let mut def = cx.def(kind, node, name);
    mark(cx, node, &mut def);
    if node.kind() == DESTRUCTOR {
        let written = node.text();
        def.name = written.find('~').and_then(|at| written.get(at..written.find('(')?)).unwrap_or(def.name).trim();
    }
    if def.name == "Main" && has_modifier(node, &["static"]) {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    define_callable(cx, node, def);
    Flow::Into
}

fn operator<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let named = if node.kind() == OPERATOR { node.child(field::OPERATOR) } else { node.child(field::TYPE) };
    let (Some(named), Some(list)) = (named, node.child(field::PARAMETERS)) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::Function, node, named);
    mark(cx, node, &mut def);
    // The name is everything from the word on: `operator +`, `operator decimal`.
    let (start, end) = (node.start(), list.start());
    let head = node.text().get(..(end - start) as usize).unwrap_or("");
    def.name = head.rfind("operator").and_then(|at| head.get(at..)).unwrap_or(def.name).trim();
    define_callable(cx, node, def);
    Flow::Into
}

fn define_callable<'t>(cx: &mut Cx<'t>, node: Node<'t>, mut def: Def<'t>) -> Sym {
    if node.child(field::BODY).is_none() {
        def.mark(SymbolFlags::DECLARATION);
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    bind_type_parameters(cx, node);
    let ty = node.child(field::RETURNS).or_else(|| node.child(field::TYPE));
    let ty = ty.and_then(|ty| cx.ty(ty));
    let list = node.child(field::PARAMETERS);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.ty = ty;
        symbol.params = list.map(count_params);
    }
    if let Some(list) = list {
        bind_parameters(cx, list);
    }
    sym
}

/// Counts parameters; a `params` array has no node of its own, and an extension method's `this` is no argument.
fn count_params(list: Node<'_>) -> Params {
    let mut params = Params { min: 0, max: 0 };
    for parameter in list.children_of_kind(PARAMETER) {
        if has_modifier(parameter, &["this"]) {
            continue;
        }
        let name = parameter.child(field::NAME);
        let has_default = parameter.named_children().last() != name;
        params.min = params.min.saturating_add(u8::from(!has_default));
        params.max = params.max.saturating_add(1);
    }
    if list.child_of_kind(PARAMS).is_some() {
        params.max = u8::MAX;
    }
    params
}

fn bind_parameters<'t>(cx: &mut Cx<'t>, list: Node<'t>) {
    // A `params` array stands in the list itself.
    for parameter in list.children_of_kind(PARAMETER).chain([list]) {
        if let Some(name) = parameter.child(field::NAME) {
            let known = cx.typed(parameter.child(field::TYPE));
            cx.bind(name.text(), known);
        }
    }
}

fn property<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let name = if node.kind() == INDEXER { node.child_of_kind(THIS) } else { node.child(field::NAME) };
    let Some(name) = name else { return Flow::Into };
    let kind = if node.kind() == EVENT { SymbolKind::Event } else { SymbolKind::Property };
    let mut def = cx.def(kind, node, name);
    mark(cx, node, &mut def);
    def.ty = node.child(field::TYPE).and_then(|ty| cx.ty(ty));
    let list = node.child(field::PARAMETERS);
    def.params = list.map(count_params);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    if let Some(list) = list {
        bind_parameters(cx, list);
    }
    Flow::Into
}

fn accessor<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let owner = node.parent().and_then(Node::parent);
    let known = cx.typed(owner.and_then(|owner| owner.child(field::TYPE)));
    if node.child(field::NAME).is_some_and(|name| name.text() != "get") {
        cx.bind("value", known);
    }
    Flow::Into
}

/// Fields and events without accessors.
fn fields<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(declaration) = node.child_of_kind(VARIABLE_DECLARATION) else { return Flow::Into };
    let kind = match node.kind() {
        EVENT_FIELD => SymbolKind::Event,
        _ if has_modifier(node, &["const"]) => SymbolKind::Constant,
        _ => SymbolKind::Field,
    };
    let ty = declaration.child(field::TYPE).and_then(|ty| cx.ty(ty));
    let mut doc = None;
    let mut first = None;
    for declarator in declaration.children_of_kind(VARIABLE_DECLARATOR) {
        let Some(name) = declarator.child(field::NAME) else { continue };
        let mut def = cx.def(kind, node, name);
        mark(cx, node, &mut def);
        def.ty = ty;
        def.doc = doc;
        let sym = cx.define(def);
        doc = cx.doc_of(sym);
        first.get_or_insert(sym);
    }
    if let Some(first) = first {
        cx.attribute_to(node, first);
    }
    Flow::Into
}
