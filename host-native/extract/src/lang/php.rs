//! Owns what PHP's syntax means: its definitions, local names, expressions, types and imports; the types that doc
//! comments tell are in `doc`.

mod doc;

use graphicle_engine::facts::{CallKind, ImportKind, Params, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Def, Place, Sym};
use crate::spec::{Flow, Rule, Shape, ShapeRule, Spec, TypeRule, TypeShape};
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
        (ANONYMOUS_FUNCTION, Rule::Hook(closure)),
        (ARGUMENT, Rule::Hook(argument)),
        (ARRAY, Rule::Hook(array)),
        (ARROW_FUNCTION, Rule::Hook(closure)),
        (ASSIGNMENT, Rule::Hook(assignment)),
        (ATTRIBUTE, Rule::Hook(attribute)),
        (AUGMENTED_ASSIGNMENT, Rule::Hook(assignment)),
        (CATCH, Rule::Hook(catch)),
        (CLASS, Rule::Hook(class)),
        (CLASS_CONSTANT, Rule::Hook(class_constant)),
        (COMMENT, Rule::Comment),
        (COMPOUND, Rule::Hook(compound)),
        (CONST, Rule::Hook(constants)),
        (ENUM, Rule::Hook(class)),
        (ENUM_CASE, Rule::Hook(enum_case)),
        (FOREACH, Rule::Hook(foreach)),
        (FUNCTION, Rule::Hook(function)),
        (FUNCTION_CALL, Rule::Hook(function_call)),
        (GLOBAL, Rule::Skip),
        (INCLUDE, Rule::Hook(include)),
        (INCLUDE_ONCE, Rule::Hook(include)),
        (INTERFACE, Rule::Hook(class)),
        (MEMBER_ACCESS, Rule::Use(RefKind::Value)),
        (MEMBER_CALL, Rule::Hook(member_call)),
        (METHOD, Rule::Hook(function)),
        (NAME, Rule::Hook(name)),
        (NAMESPACE, Rule::Hook(namespace)),
        (NEW, Rule::Hook(object_creation)),
        (NULLSAFE_ACCESS, Rule::Use(RefKind::Value)),
        (NULLSAFE_CALL, Rule::Hook(member_call)),
        (PROGRAM, Rule::Hook(program)),
        (PROPERTY, Rule::Hook(properties)),
        (PROPERTY_HOOK, Rule::Hook(property_hook)),
        (QUALIFIED_NAME, Rule::Hook(qualified_name)),
        (RELATIVE_NAME, Rule::Skip),
        (RELATIVE_SCOPE, Rule::Skip),
        (REQUIRE, Rule::Hook(include)),
        (REQUIRE_ONCE, Rule::Hook(include)),
        (SCOPED_CALL, Rule::Hook(member_call)),
        (SCOPED_PROPERTY, Rule::Use(RefKind::Value)),
        (STATIC_VARIABLE, Rule::Hook(static_variable)),
        (STRING, Rule::Leaf),
        (TEXT, Rule::Leaf),
        (TRAIT, Rule::Hook(class)),
        (USE, Rule::Hook(uses)),
        (USE_LIST, Rule::Skip),
        (VARIABLE, Rule::Skip),
    ],
    shapes: &[
        (ASSIGNMENT, ShapeRule::Through(field::RIGHT)),
        (BINARY, ShapeRule::Hook(coalesced)),
        (CLASS_CONSTANT, ShapeRule::Hook(class_constant_shape)),
        (CLONE, ShapeRule::Through(Field::NONE)),
        (FUNCTION_CALL, ShapeRule::Hook(function_call_shape)),
        (MEMBER_ACCESS, ShapeRule::Hook(member_shape)),
        (MEMBER_CALL, ShapeRule::Hook(call_shape)),
        (NAME, ShapeRule::Name),
        (NEW, ShapeRule::Hook(new_shape)),
        (NULLSAFE_ACCESS, ShapeRule::Hook(member_shape)),
        (NULLSAFE_CALL, ShapeRule::Hook(call_shape)),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
        (QUALIFIED_NAME, ShapeRule::Hook(|_, node| Shape::Typed(node))),
        (RELATIVE_SCOPE, ShapeRule::Hook(|_, node| relative_root(node.text()).map_or(Shape::Unknown, Shape::Root))),
        (SCOPED_CALL, ShapeRule::Hook(call_shape)),
        (SCOPED_PROPERTY, ShapeRule::Hook(member_shape)),
        (SUBSCRIPT, ShapeRule::Element(Field::NONE)),
        (VARIABLE, ShapeRule::Hook(variable_shape)),
    ],
    types: &[
        (NAME, TypeRule::Named),
        (NAMED_TYPE, TypeRule::Through(Field::NONE)),
        (OPTIONAL_TYPE, TypeRule::Through(Field::NONE)),
        (PRIMITIVE_TYPE, TypeRule::Hook(primitive_type)),
        (QUALIFIED_NAME, TypeRule::Named),
        (UNION_TYPE, TypeRule::Hook(union_type)),
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

fn closure<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(list) = node.child(field::PARAMETERS) {
        bind_parameters(cx, list, "");
    }
    Flow::Into
}

/// What a branch assigns lives on after it; in the branch that tests a variable's class, it has that class.
fn compound<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(parent) = node.parent() else { return Flow::Into };
    if matches!(parent.kind(), FUNCTION | METHOD | ANONYMOUS_FUNCTION | NAMESPACE | PROPERTY_HOOK) {
        return Flow::Into;
    }
    cx.open_branch(node);
    let condition = if parent.kind() == IF { parent.child(field::CONDITION).and_then(Node::first_named) } else { None };
    if let Some(condition) = condition.filter(|condition| condition.kind() == BINARY)
        && condition.child(field::OPERATOR).is_some_and(|operator| operator.text() == "instanceof")
        && let (Some(tested), Some(ty)) = (condition.child(field::LEFT), condition.child(field::RIGHT))
        && tested.kind() == VARIABLE
    {
        let known = cx.typed(Some(ty));
        cx.bind_narrowed(tested.text(), known);
    }
    Flow::Into
}

fn assignment<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else { return Flow::Into };
    match left.kind() {
        VARIABLE => {
            let known = cx.chain(right);
            let statement = node.parent().filter(|parent| parent.kind() == EXPRESSION_STATEMENT);
            let at_top = statement.and_then(Node::parent).is_some_and(|parent| parent.kind() == PROGRAM);
            if at_top && cx.place() == Place::File && cx.defined(None, left.text()).is_none() {
                let mut def = cx.def(SymbolKind::Variable, statement.unwrap_or(node), left);
                def.ty = made_type(&known);
                cx.define(def);
            }
            cx.bind_after(node, left.text(), known);
        }
        LIST | ARRAY => bind_variables(cx, left),
        MEMBER_ACCESS => assign_property(cx, node, left, right),
        _ => {}
    }
    Flow::Into
}

fn made_type(known: &Receiver) -> Option<graphicle_engine::facts::Name> {
    match known.root {
        Root::Typed(ty) if known.steps.is_empty() => Some(ty),
        _ => None,
    }
}

/// `$this->name = value` tells the type of a property, or is all that there is of its definition.
fn assign_property<'t>(cx: &mut Cx<'t>, node: Node<'t>, left: Node<'t>, right: Node<'t>) {
    let is_own = left.child(field::OBJECT).is_some_and(|object| object.text() == "$this");
    let (Some(name), Some(container)) = (left.child(field::NAME), cx.type_around()) else { return };
    if !is_own || name.kind() != NAME {
        return;
    }
    let known = cx.chain(right);
    let ty = made_type(&known);
    match cx.defined(Some(container), name.text()) {
        Some(sym) => {
            if let Some(symbol) = cx.symbol_mut(sym)
                && symbol.kind == SymbolKind::Field
            {
                symbol.ty = symbol.ty.or(ty);
            }
        }
        None => {
            let mut def = cx.def(SymbolKind::Field, node, name);
            def.container = Some(container);
            def.ty = ty;
            def.mark(SymbolFlags::EXPORTED);
            cx.define(def);
        }
    }
}

/// Binds every variable below a pattern.
fn bind_variables<'t>(cx: &mut Cx<'t>, pattern: Node<'t>) {
    for at in pattern.at()..pattern.next() {
        if let Some(node) = cx.tree().node(at).filter(|node| node.kind() == VARIABLE) {
            cx.bind(node.text(), Receiver::UNKNOWN);
        }
    }
}

fn static_variable<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        let known = node.child(field::VALUE).map_or(Receiver::UNKNOWN, |value| cx.chain(value));
        cx.bind_after(node, name.text(), known);
    }
    Flow::Into
}

fn foreach<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut parts = node.named_children();
    let (Some(collection), Some(target)) = (parts.next(), parts.next()) else { return Flow::Into };
    let value = if target.kind() == PAIR { target.named_children().last() } else { Some(target) };
    if target.kind() == PAIR
        && let Some(key) = target.first_named()
    {
        bind_variables(cx, key);
    }
    match value {
        Some(value) if value.kind() == VARIABLE => {
            let collection = cx.chain(collection);
            let known = cx.element_of(collection);
            cx.bind(value.text(), known);
        }
        Some(pattern) => bind_variables(cx, pattern),
        None => {}
    }
    Flow::Into
}

fn catch<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        let mut types = node.child(field::TYPE).into_iter().flat_map(Node::named_children);
        let known = match (types.next(), types.next()) {
            (Some(ty), None) => cx.typed(Some(ty)),
            _ => Receiver::UNKNOWN,
        };
        cx.bind(name.text(), known);
    }
    Flow::Into
}

/// The name of a named argument is no use.
fn argument<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.claim(name);
    }
    Flow::Into
}

/// `[$this, 'name']` and `[Type::class, 'name']` hand on a method.
fn array<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut elements = node.named_children().map(Node::first_named);
    if let (Some(Some(object)), Some(Some(name)), None) = (elements.next(), elements.next(), elements.next())
        && let Some(text) = literal(name).filter(|text| is_name(text))
    {
        let class = (object.kind() == CLASS_CONSTANT)
            .then(|| object.named_children().last().filter(|last| last.text() == "class").and(object.first_named()));
        let receiver = match class {
            Some(Some(class)) => cx.chain(class),
            Some(None) => return Flow::Into,
            None if object.kind() == VARIABLE => cx.chain(object),
            None => return Flow::Into,
        };
        if receiver.root != Root::Unknown {
            cx.call_named(name, text, receiver, CallKind::Value, None);
        }
    }
    Flow::Into
}

fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

fn attribute<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(ty) = node.first_named() {
        let args = node.child(field::PARAMETERS).map_or(Some(0), count_arguments);
        construct(cx, ty, CallKind::Decorator, args);
    }
    Flow::Into
}

fn count_arguments(list: Node<'_>) -> Option<u8> {
    let mut count = 0_u8;
    for argument in list.named_children() {
        if argument.first_named().is_some_and(|value| value.kind() == VARIADIC_UNPACKING) {
            return None;
        }
        count = count.saturating_add(1);
    }
    Some(count)
}

fn object_creation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(ty) = node.first_named() {
        let args = node.child_of_kind(ARGUMENTS).map_or(Some(0), count_arguments);
        construct(cx, ty, CallKind::Construct, args);
    }
    Flow::Into
}

/// Records that a value of the type is made.
fn construct<'t>(cx: &mut Cx<'t>, ty: Node<'t>, kind: CallKind, args: Option<u8>) {
    match ty.kind() {
        NAME if matches!(ty.text(), "self" | "static") => {
            cx.claim(ty);
            if let Some(own) = cx.type_around() {
                let last = crate::types::last_segment(cx.name_text(own)).to_owned();
                cx.call_named(ty, &last, Receiver::BARE, kind, args);
            }
        }
        NAME => {
            cx.claim(ty);
            if !cx.is_builtin(ty.text()) {
                cx.call(ty, Receiver::BARE, kind, args);
            }
        }
        QUALIFIED_NAME => {
            cx.claim_all(ty);
            let path = dotted(ty.text());
            let (receiver, last) = cx.free_path(&path);
            cx.call_named(ty, last, receiver, kind, args);
        }
        _ => {}
    }
}

fn member_call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    // `$this->name(...)` hands the method on.
    let hands_on = node.child(field::ARGUMENTS).is_some_and(|list| list.child_of_kind(VARIADIC_PLACEHOLDER).is_some());
    let named = node.child(field::NAME).is_some_and(|name| name.kind() == NAME);
    if named {
        cx.call_at(node, if hands_on { CallKind::Value } else { CallKind::Call });
    }
    Flow::Into
}

/// Functions that take a function's name as text, in byte order.
const CALLBACK_TAKERS: &[&str] = &[
    "add_action",
    "add_filter",
    "array_filter",
    "array_map",
    "array_walk",
    "call_user_func",
    "call_user_func_array",
    "is_callable",
    "ob_start",
    "register_activation_hook",
    "register_shutdown_function",
    "remove_action",
    "remove_filter",
    "set_error_handler",
    "set_exception_handler",
    "spl_autoload_register",
    "uasort",
    "uksort",
    "usort",
];

fn function_call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(function) = node.child(field::FUNCTION) else { return Flow::Into };
    let arguments: Vec<Node<'t>> =
        node.child(field::ARGUMENTS).into_iter().flat_map(Node::named_children).filter_map(Node::first_named).collect();
    let args = cx.count_args(node);
    let hands_on = node.child(field::ARGUMENTS).is_some_and(|list| list.child_of_kind(VARIADIC_PLACEHOLDER).is_some());
    let kind = if hands_on { CallKind::Value } else { CallKind::Call };
    match function.kind() {
        NAME => {
            let text = function.text();
            cx.claim(function);
            if CALLBACK_TAKERS.binary_search(&text).is_ok() {
                hand_on_functions(cx, &arguments);
            }
            if text == "define" && cx.place() != Place::Function {
                define_constant(cx, node, arguments.first().copied());
            }
            if define_test(cx, node, function, &arguments) {
                return Flow::Into;
            }
            if !cx.is_builtin(text) {
                cx.call(function, Receiver::BARE, kind, args);
            }
        }
        QUALIFIED_NAME => {
            cx.claim_all(function);
            let path = dotted(function.text());
            let (receiver, last) = cx.free_path(&path);
            if !cx.is_builtin(last) {
                cx.call_named(function, last, receiver, kind, args);
            }
        }
        RELATIVE_NAME => {
            let last = function.text().rsplit('\\').next().unwrap_or("");
            cx.call_named(function, last, Receiver::BARE, kind, args);
        }
        _ => {}
    }
    Flow::Into
}

fn hand_on_functions<'t>(cx: &mut Cx<'t>, arguments: &[Node<'t>]) {
    for argument in arguments {
        let Some(text) = literal(*argument) else { continue };
        let path = dotted(&text.replace("\\\\", "\\"));
        if path.split('.').all(is_name) {
            let (receiver, last) = cx.free_path(&path);
            cx.call_named(*argument, last, receiver, CallKind::Value, None);
        }
    }
}

fn define_constant<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Option<Node<'t>>) {
    if let Some(name) = name
        && let Some(text) = literal(name).filter(|text| is_name(text))
    {
        let mut def = cx.def(SymbolKind::Constant, node, name);
        def.name = text;
        def.mark(SymbolFlags::EXPORTED);
        cx.define(def);
    }
}

/// Pest's `it('...', function () { ... })` and its kin. Returns whether the call is one.
fn define_test<'t>(cx: &mut Cx<'t>, node: Node<'t>, function: Node<'t>, arguments: &[Node<'t>]) -> bool {
    let &[title, body, ..] = arguments else { return false };
    let is_test = matches!(function.text(), "describe" | "it" | "test")
        && matches!(body.kind(), ANONYMOUS_FUNCTION | ARROW_FUNCTION)
        && cx.path().to_ascii_lowercase().contains("test");
    let Some(text) = literal(title).filter(|_| is_test) else { return false };
    let mut def = cx.def(SymbolKind::Test, node, title);
    def.name = text;
    def.mark(SymbolFlags::TEST);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    true
}

fn name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let parent = node.parent();
    let is_type = parent.is_some_and(|parent| {
        matches!(parent.kind(), NAMED_TYPE | CLASS_CONSTANT)
            || node.field() == field::SCOPE
            || (parent.kind() == BINARY && node.field() == field::RIGHT && is_instance_test(parent))
    });
    cx.use_at(node, if is_type { RefKind::Type } else { RefKind::Value });
    Flow::Over
}

fn is_instance_test(binary: Node<'_>) -> bool {
    binary.child(field::OPERATOR).is_some_and(|operator| operator.text() == "instanceof")
}

fn qualified_name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if !cx.is_claimed(node) {
        let path = dotted(node.text());
        let (receiver, last) = cx.free_path(&path);
        cx.reference_named(node, last, receiver, RefKind::Type);
    }
    Flow::Over
}

fn class_constant<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    match node.named_children().last() {
        Some(name) if name.text() == "class" => cx.claim(name),
        _ => cx.use_at(node, RefKind::Value),
    }
    Flow::Into
}

fn relative_root(text: &str) -> Option<Root> {
    match text {
        "self" | "static" => Some(Root::SelfType),
        "parent" => Some(Root::Super),
        _ => None,
    }
}

fn variable_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match node.text() {
        "$this" => Shape::Root(Root::SelfValue),
        text if cx.is_local(text) => Shape::Name(node),
        _ => Shape::Unknown,
    }
}

/// A static property's name is a variable: `Type::$name`.
fn member_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let object = node.child(field::OBJECT).or_else(|| node.child(field::SCOPE));
    let name = node.child(field::NAME).and_then(|name| match name.kind() {
        NAME => Some(name),
        VARIABLE if node.kind() == SCOPED_PROPERTY => name.child_of_kind(NAME),
        _ => None,
    });
    match (object, name) {
        (Some(object), Some(name)) => Shape::Member { object, name },
        _ => Shape::Unknown,
    }
}

fn call_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let object = node.child(field::OBJECT).or_else(|| node.child(field::SCOPE));
    match node.child(field::NAME).filter(|name| name.kind() == NAME) {
        Some(name) => Shape::Invoke { object, name },
        None => Shape::Unknown,
    }
}

fn function_call_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match node.child(field::FUNCTION) {
        Some(name) if name.kind() == NAME => Shape::Invoke { object: None, name },
        _ => Shape::Unknown,
    }
}

fn class_constant_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let mut parts = node.named_children();
    match (parts.next(), parts.next()) {
        (Some(object), Some(name)) if name.text() == "class" => Shape::Through(object),
        (Some(object), Some(name)) => Shape::Member { object, name },
        _ => Shape::Unknown,
    }
}

fn new_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match node.first_named() {
        Some(ty) if matches!(ty.text(), "self" | "static") => Shape::Root(Root::SelfValue),
        Some(ty) if matches!(ty.kind(), NAME | QUALIFIED_NAME) => Shape::Typed(ty),
        _ => Shape::Unknown,
    }
}

/// `$a ?? $b` is an `$a`.
fn coalesced<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match (node.child(field::OPERATOR), node.child(field::LEFT)) {
        (Some(operator), Some(left)) if operator.text() == "??" => Shape::Through(left),
        _ => Shape::Unknown,
    }
}

fn primitive_type(node: Node<'_>) -> TypeShape<'_> {
    match node.text() {
        "array" | "iterable" | "mixed" | "object" | "void" => TypeShape::Unknown,
        text => TypeShape::Named(text),
    }
}

/// `X|null` is an `X`; other unions tell nothing.
fn union_type(node: Node<'_>) -> TypeShape<'_> {
    let mut types = node.named_children().filter(|ty| !matches!(ty.text(), "null" | "false"));
    match (types.next(), types.next()) {
        (Some(ty), None) => TypeShape::Through(ty),
        _ => TypeShape::Unknown,
    }
}
