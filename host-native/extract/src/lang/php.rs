//! Owns what PHP's syntax means: its definitions, local names, expressions, types and imports; the types that doc
//! comments tell are in `doc`.

mod calls;
mod doc;
mod locals;
mod shapes;

use graphicle_engine::facts::{ImportKind, Params, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Def, Place, Sym};
use crate::spec::{Flow, Rule, Shape, ShapeRule, Spec, TypeRule};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;
use crate::types::dotted;

kinds! {
    ANONYMOUS_CLASS = "anonymous_class",
    ANONYMOUS_FUNCTION = "anonymous_function",
    ARGUMENT = "argument",
    ARGUMENTS = "arguments",
    ARRAY = "array_creation_expression",
    ARROW_FUNCTION = "arrow_function",
    ASSIGNMENT = "assignment_expression",
    ATTRIBUTE = "attribute",
    AUGMENTED_ASSIGNMENT = "augmented_assignment_expression",
    BASE_CLAUSE = "base_clause",
    BINARY = "binary_expression",
    CATCH = "catch_clause",
    CLASS = "class_declaration",
    CLASS_CONSTANT = "class_constant_access_expression",
    CLONE = "clone_expression",
    COMMENT = "comment",
    COMPOUND = "compound_statement",
    CONST = "const_declaration",
    CONST_ELEMENT = "const_element",
    DECLARATION_LIST = "declaration_list",
    ENCAPSED_STRING = "encapsed_string",
    ENUM = "enum_declaration",
    ENUM_BODY = "enum_declaration_list",
    ENUM_CASE = "enum_case",
    EXPRESSION_STATEMENT = "expression_statement",
    FOREACH = "foreach_statement",
    FUNCTION = "function_definition",
    FUNCTION_CALL = "function_call_expression",
    GLOBAL = "global_declaration",
    IF = "if_statement",
    IMPLEMENTS = "class_interface_clause",
    INCLUDE = "include_expression",
    INCLUDE_ONCE = "include_once_expression",
    INTERFACE = "interface_declaration",
    LIST = "list_literal",
    MEMBER_ACCESS = "member_access_expression",
    MEMBER_CALL = "member_call_expression",
    METHOD = "method_declaration",
    NAME = "name",
    NAMED_TYPE = "named_type",
    NAMESPACE = "namespace_definition",
    NAMESPACE_NAME = "namespace_name",
    NEW = "object_creation_expression",
    NULLSAFE_ACCESS = "nullsafe_member_access_expression",
    NULLSAFE_CALL = "nullsafe_member_call_expression",
    OPTIONAL_TYPE = "optional_type",
    PAIR = "pair",
    PARENTHESIZED = "parenthesized_expression",
    PRIMITIVE_TYPE = "primitive_type",
    PROGRAM = "program",
    PROMOTED_PARAMETER = "property_promotion_parameter",
    PROPERTY = "property_declaration",
    PROPERTY_ELEMENT = "property_element",
    PROPERTY_HOOK = "property_hook",
    PROPERTY_HOOKS = "property_hook_list",
    QUALIFIED_NAME = "qualified_name",
    RELATIVE_NAME = "relative_name",
    RELATIVE_SCOPE = "relative_scope",
    REQUIRE = "require_expression",
    REQUIRE_ONCE = "require_once_expression",
    SCOPED_CALL = "scoped_call_expression",
    SCOPED_PROPERTY = "scoped_property_access_expression",
    STATIC_MODIFIER = "static_modifier",
    STATIC_VARIABLE = "static_variable_declaration",
    STRING = "string",
    SUBSCRIPT = "subscript_expression",
    TEXT = "text",
    TRAIT = "trait_declaration",
    UNION_TYPE = "union_type",
    USE = "namespace_use_declaration",
    USE_CLAUSE = "namespace_use_clause",
    USE_GROUP = "namespace_use_group",
    USE_LIST = "use_list",
    USE_TRAIT = "use_declaration",
    VARIABLE = "variable_name",
    VARIADIC_PARAMETER = "variadic_parameter",
    VARIADIC_PLACEHOLDER = "variadic_placeholder",
    VARIADIC_UNPACKING = "variadic_unpacking",
    VISIBILITY = "visibility_modifier",
}

/// PHP.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ANONYMOUS_CLASS, Rule::Hook(anonymous_class)),
        (ANONYMOUS_FUNCTION, Rule::Hook(locals::closure)),
        (ARGUMENT, Rule::Hook(calls::argument)),
        (ARRAY, Rule::Hook(calls::array)),
        (ARROW_FUNCTION, Rule::Hook(locals::closure)),
        (ASSIGNMENT, Rule::Hook(locals::assignment)),
        (ATTRIBUTE, Rule::Hook(calls::attribute)),
        (AUGMENTED_ASSIGNMENT, Rule::Hook(locals::assignment)),
        (CATCH, Rule::Hook(locals::catch)),
        (CLASS, Rule::Hook(class)),
        (CLASS_CONSTANT, Rule::Hook(calls::class_constant)),
        (COMMENT, Rule::Comment),
        (COMPOUND, Rule::Hook(locals::compound)),
        (CONST, Rule::Hook(constants)),
        (ENUM, Rule::Hook(class)),
        (ENUM_CASE, Rule::Hook(enum_case)),
        (FOREACH, Rule::Hook(locals::foreach)),
        (FUNCTION, Rule::Hook(function)),
        (FUNCTION_CALL, Rule::Hook(calls::function_call)),
        (GLOBAL, Rule::Skip),
        (INCLUDE, Rule::Hook(include)),
        (INCLUDE_ONCE, Rule::Hook(include)),
        (INTERFACE, Rule::Hook(class)),
        (MEMBER_ACCESS, Rule::Use(RefKind::Value)),
        (MEMBER_CALL, Rule::Hook(calls::member_call)),
        (METHOD, Rule::Hook(function)),
        (NAME, Rule::Hook(calls::name)),
        (NAMESPACE, Rule::Hook(namespace)),
        (NEW, Rule::Hook(calls::object_creation)),
        (NULLSAFE_ACCESS, Rule::Use(RefKind::Value)),
        (NULLSAFE_CALL, Rule::Hook(calls::member_call)),
        (PROGRAM, Rule::Hook(program)),
        (PROPERTY, Rule::Hook(properties)),
        (PROPERTY_HOOK, Rule::Hook(property_hook)),
        (QUALIFIED_NAME, Rule::Hook(calls::qualified_name)),
        (RELATIVE_NAME, Rule::Skip),
        (RELATIVE_SCOPE, Rule::Skip),
        (REQUIRE, Rule::Hook(include)),
        (REQUIRE_ONCE, Rule::Hook(include)),
        (SCOPED_CALL, Rule::Hook(calls::member_call)),
        (SCOPED_PROPERTY, Rule::Use(RefKind::Value)),
        (STATIC_VARIABLE, Rule::Hook(locals::static_variable)),
        (STRING, Rule::Leaf),
        (TEXT, Rule::Leaf),
        (TRAIT, Rule::Hook(class)),
        (USE, Rule::Hook(uses)),
        (USE_LIST, Rule::Skip),
        (VARIABLE, Rule::Skip),
    ],
    shapes: &[
        (ASSIGNMENT, ShapeRule::Through(field::RIGHT)),
        (BINARY, ShapeRule::Hook(shapes::coalesced)),
        (CLASS_CONSTANT, ShapeRule::Hook(shapes::class_constant_shape)),
        (CLONE, ShapeRule::Through(Field::NONE)),
        (FUNCTION_CALL, ShapeRule::Hook(shapes::function_call_shape)),
        (MEMBER_ACCESS, ShapeRule::Hook(shapes::member_shape)),
        (MEMBER_CALL, ShapeRule::Hook(shapes::call_shape)),
        (NAME, ShapeRule::Name),
        (NEW, ShapeRule::Hook(shapes::new_shape)),
        (NULLSAFE_ACCESS, ShapeRule::Hook(shapes::member_shape)),
        (NULLSAFE_CALL, ShapeRule::Hook(shapes::call_shape)),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
        (QUALIFIED_NAME, ShapeRule::Hook(|_, node| Shape::Typed(node))),
        (
            RELATIVE_SCOPE,
            ShapeRule::Hook(|_, node| shapes::relative_root(node.text()).map_or(Shape::Unknown, Shape::Root)),
        ),
        (SCOPED_CALL, ShapeRule::Hook(shapes::call_shape)),
        (SCOPED_PROPERTY, ShapeRule::Hook(shapes::member_shape)),
        (SUBSCRIPT, ShapeRule::Element(Field::NONE)),
        (VARIABLE, ShapeRule::Hook(shapes::variable_shape)),
    ],
    types: &[
        (NAME, TypeRule::Named),
        (NAMED_TYPE, TypeRule::Through(Field::NONE)),
        (OPTIONAL_TYPE, TypeRule::Through(Field::NONE)),
        (PRIMITIVE_TYPE, TypeRule::Hook(shapes::primitive_type)),
        (QUALIFIED_NAME, TypeRule::Named),
        (UNION_TYPE, TypeRule::Hook(shapes::union_type)),
    ],
    spreads: &[VARIADIC_PLACEHOLDER, VARIADIC_UNPACKING],
    builtins: &[
        "__CLASS__",
        "__DIR__",
        "__FILE__",
        "__FUNCTION__",
        "__LINE__",
        "__METHOD__",
        "__NAMESPACE__",
        "array",
        "array_filter",
        "array_key_exists",
        "array_keys",
        "array_map",
        "array_merge",
        "array_values",
        "assert",
        "compact",
        "count",
        "define",
        "defined",
        "die",
        "dirname",
        "empty",
        "exit",
        "explode",
        "function_exists",
        "implode",
        "in_array",
        "is_array",
        "is_null",
        "is_numeric",
        "is_object",
        "is_string",
        "isset",
        "json_decode",
        "json_encode",
        "list",
        "parent",
        "preg_match",
        "preg_replace",
        "print",
        "printf",
        "self",
        "sprintf",
        "static",
        "str_replace",
        "strlen",
        "strpos",
        "strtolower",
        "substr",
        "trim",
        "unset",
        "var_dump",
    ],
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_php::LANGUAGE_PHP.into(), KINDS)
};

/// Claims the one namespace of a file.
fn program<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut namespaces = node.children_of_kind(NAMESPACE);
    if let (Some(only), None) = (namespaces.next(), namespaces.next()) {
        cx.claim(only);
    }
    Flow::Into
}

/// The one namespace of a file is its package, as is the first of several without braces; others are modules.
fn namespace<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    cx.claim_all(name);
    if cx.is_claimed(node) || node.child(field::BODY).is_none() {
        let first = cx.package().is_empty();
        if first {
            cx.set_package(&dotted(name.text()));
        }
        return Flow::Into;
    }
    let mut def = cx.def(SymbolKind::Module, node, name);
    def.mark(SymbolFlags::EXPORTED);
    let sym = cx.define(def);
    let path = dotted(name.text());
    let path = cx.name(&path);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.name = path;
    }
    cx.open(node, sym, Place::Module);
    Flow::Into
}

fn uses<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let prefix = node.child_of_kind(NAMESPACE_NAME).map_or("", Node::text);
    let group = node.child_of_kind(USE_GROUP);
    for clause in group.unwrap_or(node).children_of_kind(USE_CLAUSE) {
        let Some(name) = clause.named_children().find(|name| matches!(name.kind(), NAME | QUALIFIED_NAME)) else {
            continue;
        };
        let full = dotted(&format!("{prefix}\\{}", name.text()));
        let last = name.text().rsplit('\\').next().unwrap_or(name.text());
        let local = clause.child(field::ALIAS).map_or(last, Node::text);
        match full.rsplit_once('.') {
            Some((path, member)) => cx.import(clause.row(), ImportKind::Module, path, &[(Some(member), local)]),
            None => cx.import(clause.row(), ImportKind::Module, &full, &[(None, local)]),
        }
    }
    Flow::Over
}

/// `require __DIR__ . '/x.php'`: the path is the last literal text, where nothing after it is computed.
fn include<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut value = node.first_named();
    while let Some(inner) = value.filter(|value| value.kind() == PARENTHESIZED).and_then(Node::first_named) {
        value = Some(inner);
    }
    let Some(value) = value else { return Flow::Into };
    let (base, text) = match value.kind() {
        BINARY => (value.child(field::LEFT), value.child(field::RIGHT)),
        _ => (None, Some(value)),
    };
    let Some(path) = text.and_then(literal) else { return Flow::Into };
    let above = base.is_some_and(|base| base.text() == "dirname(__DIR__)");
    let path = path.trim_start_matches('/');
    if !path.is_empty() {
        let path = if above { format!("../{path}") } else { path.to_owned() };
        cx.import(node.row(), ImportKind::Include, &path, &[]);
    }
    Flow::Into
}

/// Returns the text of a string without anything computed in it.
fn literal(node: Node<'_>) -> Option<&str> {
    match node.kind() {
        STRING => Some(node.text().trim_matches('\'')),
        ENCAPSED_STRING if !node.text().contains(['$', '{']) => Some(node.text().trim_matches('"')),
        _ => None,
    }
}

fn mark<'t>(cx: &Cx<'t>, node: Node<'t>, def: &mut Def<'t>) {
    let visibility = node.child_of_kind(VISIBILITY).map(Node::text);
    if visibility != Some("private") && (cx.place() != Place::Function || visibility.is_some()) {
        def.mark(SymbolFlags::EXPORTED);
    }
    if node.child_of_kind(STATIC_MODIFIER).is_some() {
        def.mark(SymbolFlags::STATIC);
    }
}

fn class<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let kind = match node.kind() {
        INTERFACE => SymbolKind::Interface,
        TRAIT => SymbolKind::Trait,
        ENUM => SymbolKind::Enum,
        _ => SymbolKind::Class,
    };
    let mut def = cx.def(kind, node, name);
    def.mark(SymbolFlags::EXPORTED);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    let bases = bases(cx, node);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    Flow::Into
}

/// Returns what a type extends, implements and uses.
fn bases<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Vec<graphicle_engine::facts::Name> {
    let clauses = node.children().filter(|child| matches!(child.kind(), BASE_CLAUSE | IMPLEMENTS));
    let body = node.children().filter(|child| matches!(child.kind(), DECLARATION_LIST | ENUM_BODY));
    let traits = body.flat_map(|body| body.children_of_kind(USE_TRAIT));
    let names = clauses.chain(traits).flat_map(Node::named_children);
    let names: Vec<Node<'t>> = names.filter(|name| matches!(name.kind(), NAME | QUALIFIED_NAME)).collect();
    names.into_iter().filter_map(|name| cx.base(name)).collect()
}

fn anonymous_class<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_nameless(node);
    bases(cx, node);
    Flow::Into
}

fn enum_case<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::EnumMember, node, name);
    def.mark(SymbolFlags::EXPORTED);
    let sym = cx.define(def);
    cx.attribute_to(node, sym);
    Flow::Into
}

fn constants<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut doc = None;
    for element in node.children_of_kind(CONST_ELEMENT) {
        let Some(name) = element.first_named() else { continue };
        let mut def = cx.def(SymbolKind::Constant, node, name);
        mark(cx, node, &mut def);
        def.doc = doc;
        let sym = cx.define(def);
        doc = cx.doc_of(sym);
    }
    Flow::Into
}

fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let kind = if name.text() == "__construct" { SymbolKind::Constructor } else { SymbolKind::Function };
    let mut def = cx.def(kind, node, name);
    mark(cx, node, &mut def);
    if node.child(field::BODY).is_none() {
        def.mark(SymbolFlags::DECLARATION);
    }
    let comment = doc::above(cx, node);
    if def.kind == SymbolKind::Method && is_test(cx, node, comment.unwrap_or("")) {
        def.mark(SymbolFlags::TEST);
    }
    def.ty = node.child(field::RETURN_TYPE).and_then(|ty| cx.ty(ty));
    if def.ty.is_none() {
        def.ty = comment.and_then(|comment| doc::tagged(cx, comment, "@return", ""));
    }
    let list = node.child(field::PARAMETERS);
    def.params = list.map(count_params);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    if let Some(list) = list {
        bind_parameters(cx, list, comment.unwrap_or(""));
    }
    Flow::Into
}

fn is_test<'t>(cx: &Cx<'t>, method: Node<'t>, comment: &str) -> bool {
    if !cx.file_name().contains("Test") {
        return false;
    }
    let name = method.child(field::NAME).map_or("", Node::text);
    let attributes = method.child(field::ATTRIBUTES).map_or("", Node::text);
    name.starts_with("test")
        || comment.contains("@test\n")
        || comment.contains("@test ")
        || attributes.contains("Test]")
}

fn count_params(list: Node<'_>) -> Params {
    let mut params = Params { min: 0, max: 0 };
    for parameter in list.named_children() {
        if parameter.kind() == VARIADIC_PARAMETER {
            params.max = u8::MAX;
        } else {
            let required = parameter.child(field::DEFAULT_VALUE).is_none();
            params.min = params.min.saturating_add(u8::from(required));
            params.max = params.max.saturating_add(1);
        }
    }
    params
}

fn bind_parameters<'t>(cx: &mut Cx<'t>, list: Node<'t>, comment: &str) {
    for parameter in list.named_children() {
        let Some(name) = parameter.child(field::NAME) else { continue };
        let mut ty = parameter.child(field::TYPE).and_then(|ty| cx.ty(ty));
        if ty.is_none() {
            ty = doc::tagged(cx, comment, "@param", name.text());
        }
        let mut known = ty.map_or(Receiver::UNKNOWN, |ty| Receiver { root: Root::Typed(ty), steps: Vec::new() });
        if parameter.kind() == VARIADIC_PARAMETER {
            known = match ty {
                Some(ty) => {
                    let text = cx.name_text(ty).to_owned();
                    let elements = cx.type_name(&text, 1);
                    Receiver { root: Root::Typed(elements), steps: Vec::new() }
                }
                None => Receiver::UNKNOWN,
            };
        }
        cx.bind(name.text(), known);
        if parameter.kind() == PROMOTED_PARAMETER {
            let mut def = cx.def(SymbolKind::Field, parameter, name);
            def.name = bare(name);
            def.container = cx.type_around();
            def.ty = ty;
            mark(cx, parameter, &mut def);
            cx.define(def);
        }
    }
}

/// Returns a variable's or property's name without its `$`.
fn bare(name: Node<'_>) -> &str {
    name.text().trim_start_matches('$')
}

fn properties<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let declared = node.child(field::TYPE).and_then(|ty| cx.ty(ty));
    let comment = doc::above(cx, node);
    let ty = declared.or_else(|| comment.and_then(|comment| doc::tagged(cx, comment, "@var", "")));
    let has_hooks = node.child_of_kind(PROPERTY_HOOKS).is_some();
    let mut doc = None;
    let mut last: Option<Sym> = None;
    for element in node.children_of_kind(PROPERTY_ELEMENT) {
        let Some(name) = element.child(field::NAME) else { continue };
        let mut def = cx.def(if has_hooks { SymbolKind::Property } else { SymbolKind::Field }, node, name);
        def.name = bare(name);
        def.ty = ty;
        def.doc = doc;
        mark(cx, node, &mut def);
        let sym = cx.define(def);
        doc = cx.doc_of(sym);
        last = Some(sym);
    }
    match last {
        Some(sym) if has_hooks => cx.open(node, sym, Place::Function),
        Some(sym) => cx.attribute_to(node, sym),
        None => {}
    }
    Flow::Into
}

fn property_hook<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(NAME) {
        cx.claim(name);
    }
    cx.open_block(node);
    Flow::Into
}

fn define_constant<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Option<Node<'t>>) {
    if let Some(name) = name
        && let Some(text) = literal(name).filter(|text| calls::is_name(text))
    {
        let mut def = cx.def(SymbolKind::Constant, node, name);
        def.name = text;
        def.mark(SymbolFlags::EXPORTED);
        cx.define(def);
    }
}
