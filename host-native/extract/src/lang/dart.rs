//! Owns what Dart's definitions mean: its tables, libraries, types, members and variables. Expressions, local names and
//! tests are in `expressions`.

mod expressions;

use graphicle_engine::facts::{CallKind, ImportKind, Params, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Def, Place};
use crate::spec::{Flow, Rule, ShapeRule, Spec, TypeRule, TypeShape};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;

kinds! {
    ANNOTATION = "annotation",
    ANNOTATION_ARGUMENTS = "annotation_arguments",
    ARGUMENTS = "arguments",
    ASSIGNABLE = "assignable_expression",
    AWAIT = "await_expression",
    BLOCK = "block",
    CALL = "call_expression",
    CASCADE = "cascade",
    CASCADE_CALL = "cascade_call_expression",
    CASCADE_MEMBER = "cascade_member_expression",
    CASCADE_SELECTOR = "cascade_selector",
    CATCH = "catch_clause",
    CLASS = "class_declaration",
    COMBINATOR = "combinator",
    COMMENT = "comment",
    CONST = "'const",
    CONSTANT_CONSTRUCTOR = "constant_constructor_signature",
    CONSTRUCTOR = "constructor_signature",
    CONST_OBJECT = "const_object_expression",
    DECLARATION = "declaration",
    DOC_COMMENT = "documentation_comment",
    DOTTED = "dotted_identifier_list",
    ENUM = "enum_declaration",
    ENUM_ENTRY = "enum_entry",
    EXPORT = "library_export",
    EXTENSION = "extension_declaration",
    EXTENSION_TYPE = "extension_type_declaration",
    EXTENSION_TYPE_NAME = "extension_type_name",
    EXTENSION_TYPE_REPRESENTATION = "extension_type_representation",
    EXTERNAL_FUNCTION = "external_function_declaration",
    FACTORY = "factory_constructor_signature",
    FIELD_INITIALIZER = "field_initializer",
    FIELD_PARAMETER = "field_formal_parameter",
    FOR = "for_statement",
    FORMAL_PARAMETER = "formal_parameter",
    FORMAL_PARAMETERS = "formal_parameter_list",
    FOR_ELEMENT = "for_element",
    FUNCTION = "function_declaration",
    FUNCTION_EXPRESSION = "function_expression",
    FUNCTION_SIGNATURE = "function_signature",
    GETTER = "getter_declaration",
    GETTER_SIGNATURE = "getter_signature",
    HIDE = "hide",
    IDENTIFIER = "identifier",
    IF = "if_statement",
    IF_NULL = "if_null_expression",
    IMPORT = "import_specification",
    INDEX = "index_expression",
    INITIALIZED_IDENTIFIER = "initialized_identifier",
    INITIALIZED_IDENTIFIERS = "initialized_identifier_list",
    INITIALIZED_VARIABLE = "initialized_variable_declaration",
    INITIALIZER = "initializer_list_entry",
    INSTANTIATION = "instantiation_expression",
    INTERFACES = "interfaces",
    LABEL = "label",
    LIBRARY = "library_name",
    LOCAL_FUNCTION = "local_function_declaration",
    MEMBER = "member_expression",
    MEMBER_DECLARATION = "member_declaration",
    METHOD = "method_declaration",
    METHOD_SIGNATURE = "method_signature",
    MIXIN = "mixin_declaration",
    MIXINS = "mixins",
    NAMED_ARGUMENT = "named_argument",
    NEW = "new_expression",
    NULL_ASSERTION = "null_assertion_expression",
    NULL_AWARE_MEMBER = "null_aware_member_expression",
    OPERATOR_SIGNATURE = "operator_signature",
    OPTIONAL_PARAMETERS = "optional_formal_parameters",
    PARENTHESIZED = "parenthesized_expression",
    PART = "part_directive",
    PART_OF = "part_of_directive",
    REDIRECTING_FACTORY = "redirecting_factory_constructor_signature",
    REDIRECTION = "redirection",
    REQUIRED = "required",
    SETTER = "setter_declaration",
    SETTER_SIGNATURE = "setter_signature",
    STATIC = "static",
    STATIC_FINAL = "static_final_declaration",
    STATIC_FINALS = "static_final_declaration_list",
    STRING = "string_literal",
    SUPER = "super",
    SUPERCLASS = "superclass",
    SUPER_PARAMETER = "super_formal_parameter",
    SWITCH_CASE = "switch_statement_case",
    SWITCH_EXPRESSION_CASE = "switch_expression_case",
    THIS = "this",
    TOP_LEVEL_VARIABLE = "top_level_variable_declaration",
    TRY = "try_statement",
    TYPE = "type",
    TYPE_ALIAS = "type_alias",
    TYPE_ARGUMENTS = "type_arguments",
    TYPE_CAST = "type_cast",
    TYPE_CAST_EXPRESSION = "type_cast_expression",
    TYPE_IDENTIFIER = "type_identifier",
    TYPE_PARAMETER = "type_parameter",
    TYPE_PARAMETERS = "type_parameters",
    TYPE_TEST = "type_test",
    TYPE_TEST_EXPRESSION = "type_test_expression",
    TYPED_IDENTIFIER = "typed_identifier",
    UNARY = "unary_expression",
    VARIABLE_PATTERN = "variable_pattern",
    VOID = "void_type",
}

/// Dart.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ANNOTATION, Rule::Hook(annotation)),
        (BLOCK, Rule::Hook(expressions::block)),
        (CALL, Rule::Hook(expressions::call)),
        (CASCADE_CALL, Rule::Hook(expressions::call)),
        (CASCADE_SELECTOR, Rule::Skip),
        (CATCH, Rule::Hook(expressions::catch)),
        (CLASS, Rule::Hook(class)),
        (COMMENT, Rule::Comment),
        (CONST_OBJECT, Rule::Hook(expressions::construct)),
        (DECLARATION, Rule::Hook(member)),
        (DOC_COMMENT, Rule::Comment),
        (ENUM, Rule::Hook(class)),
        (ENUM_ENTRY, Rule::Hook(enum_entry)),
        (EXPORT, Rule::Hook(import)),
        (EXTENSION, Rule::Hook(extension)),
        (EXTENSION_TYPE, Rule::Hook(class)),
        (EXTERNAL_FUNCTION, Rule::Hook(member)),
        (FIELD_INITIALIZER, Rule::Hook(claim_name)),
        (FORMAL_PARAMETER, Rule::Hook(parameter)),
        (FOR, Rule::Hook(expressions::for_loop)),
        (FOR_ELEMENT, Rule::Hook(expressions::for_loop)),
        (FUNCTION, Rule::Hook(member)),
        (FUNCTION_EXPRESSION, Rule::Hook(expressions::closure)),
        (GETTER, Rule::Hook(member)),
        (IDENTIFIER, Rule::Use(RefKind::Value)),
        (IMPORT, Rule::Hook(import)),
        (INITIALIZED_VARIABLE, Rule::Hook(expressions::local_variables)),
        (INITIALIZER, Rule::Hook(initializer)),
        (LABEL, Rule::Skip),
        (LIBRARY, Rule::Hook(library)),
        (LOCAL_FUNCTION, Rule::Hook(member)),
        (MEMBER, Rule::Use(RefKind::Value)),
        (METHOD, Rule::Hook(member)),
        (MIXIN, Rule::Hook(class)),
        (NEW, Rule::Hook(expressions::construct)),
        (NULL_AWARE_MEMBER, Rule::Use(RefKind::Value)),
        (PART, Rule::Hook(import)),
        (PART_OF, Rule::Hook(import)),
        (REDIRECTION, Rule::Hook(initializer)),
        (SETTER, Rule::Hook(member)),
        (SWITCH_CASE, Rule::Scope),
        (SWITCH_EXPRESSION_CASE, Rule::Scope),
        (TOP_LEVEL_VARIABLE, Rule::Hook(variables)),
        (TRY, Rule::Scope),
        (TYPE, Rule::Hook(expressions::type_path)),
        (TYPE_ALIAS, Rule::Hook(type_alias)),
        (TYPE_IDENTIFIER, Rule::Use(RefKind::Type)),
        (TYPE_PARAMETER, Rule::Hook(claim_name)),
        (TYPED_IDENTIFIER, Rule::Hook(claim_name)),
        (VARIABLE_PATTERN, Rule::Hook(expressions::variable_pattern)),
    ],
    shapes: &[
        (ASSIGNABLE, ShapeRule::Through(Field::NONE)),
        (AWAIT, ShapeRule::Through(Field::NONE)),
        (CALL, ShapeRule::Hook(expressions::call_shape)),
        (CASCADE, ShapeRule::Through(Field::NONE)),
        (CASCADE_CALL, ShapeRule::Hook(expressions::cascade_call_shape)),
        (CASCADE_MEMBER, ShapeRule::Member(field::OBJECT, field::PROPERTY)),
        (CASCADE_SELECTOR, ShapeRule::Hook(expressions::cascade_selector_shape)),
        (CONST_OBJECT, ShapeRule::Typed(field::TYPE)),
        (IDENTIFIER, ShapeRule::Name),
        (IF_NULL, ShapeRule::Through(Field::NONE)),
        (INDEX, ShapeRule::Element(field::OBJECT)),
        (INSTANTIATION, ShapeRule::Through(field::FUNCTION)),
        (MEMBER, ShapeRule::Member(field::OBJECT, field::PROPERTY)),
        (NEW, ShapeRule::Typed(field::TYPE)),
        (NULL_ASSERTION, ShapeRule::Through(field::VALUE)),
        (NULL_AWARE_MEMBER, ShapeRule::Member(field::OBJECT, field::PROPERTY)),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
        (SUPER, ShapeRule::Root(Root::Super)),
        (THIS, ShapeRule::Root(Root::SelfValue)),
        (TYPE_CAST, ShapeRule::Typed(Field::NONE)),
        (TYPE_CAST_EXPRESSION, ShapeRule::Hook(expressions::cast_shape)),
        (TYPE_IDENTIFIER, ShapeRule::Name),
        (UNARY, ShapeRule::Through(Field::NONE)),
    ],
    types: &[
        (CALL, TypeRule::Hook(expressions::called_type)),
        (TYPE, TypeRule::Hook(type_shape)),
        (TYPE_IDENTIFIER, TypeRule::Named),
    ],
    wrappers: &[MEMBER_DECLARATION],
    value_parents: &[ARGUMENTS, INITIALIZED_IDENTIFIER, INITIALIZED_VARIABLE, NAMED_ARGUMENT, STATIC_FINAL],
    builtins: &[
        "Duration",
        "Function",
        "Never",
        "Object",
        "String",
        "assert",
        "bool",
        "double",
        "dynamic",
        "identical",
        "int",
        "num",
        "print",
        "void",
    ],
    exported: Some(|cx, def| cx.place() != Place::Function && !def.name.starts_with('_')),
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_dart::LANGUAGE.into(), KINDS)
};

/// A generic type, or a path whose arguments are left out with its text.
fn type_shape(node: Node<'_>) -> TypeShape<'_> {
    let mut names = node.children_of_kind(TYPE_IDENTIFIER);
    match (names.next(), names.next(), node.child_of_kind(TYPE_ARGUMENTS)) {
        (Some(name), None, Some(arguments)) => TypeShape::Generic(name, arguments),
        (Some(name), None, None) => TypeShape::Through(name),
        (Some(_), Some(_), _) => TypeShape::Named(node.text().trim_end_matches('?')),
        _ => TypeShape::Unknown,
    }
}

fn library<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(DOTTED) {
        cx.set_package(name.text());
    }
    if let (Some(doc), _) = cx.take_doc(node.row()) {
        cx.set_module_doc(doc);
    }
    Flow::Over
}

/// `import`, `export`, `part` and `part of`.
fn import<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(uri) = node.child(field::URI).or_else(|| node.child_of_kind(STRING)) else { return Flow::Over };
    let uri = uri.text().trim_matches(['\'', '"']);
    if matches!(node.kind(), PART | PART_OF) {
        cx.import(node.row(), ImportKind::Include, uri, &[]);
        return Flow::Over;
    }
    let mut shown = Vec::new();
    for combinator in node.children_of_kind(COMBINATOR).filter(|names| names.child_of_kind(HIDE).is_none()) {
        shown.extend(combinator.children_of_kind(IDENTIFIER).map(|name| (Some(name.text()), name.text())));
    }
    let kind = match (node.kind() == EXPORT, shown.is_empty()) {
        (true, true) => ImportKind::ReexportAll,
        (true, false) => ImportKind::Reexport,
        (false, _) => ImportKind::Module,
    };
    match node.child(field::ALIAS) {
        Some(alias) => cx.import(node.row(), kind, uri, &[(None, alias.text())]),
        None => cx.import(node.row(), kind, uri, &shown),
    }
    Flow::Over
}

fn bind_type_parameters<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    for parameter in node.child_of_kind(TYPE_PARAMETERS).into_iter().flat_map(Node::named_children) {
        if let Some(name) = parameter.child(field::NAME) {
            cx.bind(name.text(), Receiver::UNKNOWN);
        }
    }
}

fn class<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let name = node
        .child(field::NAME)
        .and_then(|name| if name.kind() == EXTENSION_TYPE_NAME { name.child_of_kind(IDENTIFIER) } else { Some(name) });
    let Some(name) = name else { return Flow::Into };
    let kind = match node.kind() {
        MIXIN => SymbolKind::Trait,
        ENUM => SymbolKind::Enum,
        EXTENSION_TYPE => SymbolKind::Struct,
        _ => SymbolKind::Class,
    };
    let def = cx.def(kind, node, name);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    bind_type_parameters(cx, node);
    let bases = bases(cx, node);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    if let Some(representation) = node.child_of_kind(EXTENSION_TYPE_REPRESENTATION)
        && let Some(name) = representation.child(field::NAME)
    {
        let mut def = cx.def(SymbolKind::Field, representation, name);
        def.ty = representation.child(field::TYPE).and_then(|ty| cx.ty(ty));
        cx.define(def);
    }
    Flow::Into
}

/// Returns what a type extends, mixes in, implements or is a mixin on.
fn bases<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Vec<graphicle_engine::facts::Name> {
    let mut types: Vec<Node<'t>> = Vec::new();
    for clause in node.named_children() {
        match clause.kind() {
            SUPERCLASS => {
                types.extend(clause.children_of_kind(TYPE));
                types.extend(clause.children_of_kind(MIXINS).flat_map(|mixins| mixins.children_of_kind(TYPE)));
            }
            MIXINS | INTERFACES => types.extend(clause.children_of_kind(TYPE)),
            // `mixin A on B`.
            TYPE => types.push(clause),
            _ => {}
        }
    }
    types.into_iter().filter_map(|ty| cx.base(ty)).collect()
}

fn extension<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(ty) = node.child(field::CLASS) else { return Flow::Into };
    if let Some(name) = node.child(field::NAME) {
        cx.claim(name);
    }
    let name = ty.children_of_kind(TYPE_IDENTIFIER).last().unwrap_or(ty);
    let mut def = cx.def(SymbolKind::Extension, node, name);
    def.name = ty.text().split(['<', '?']).next().unwrap_or(def.name);
    let sym = cx.define(def);
    if !cx.is_builtin(name.text()) {
        cx.reference(name, Receiver::BARE, RefKind::Type);
    }
    cx.open(node, sym, Place::Type);
    bind_type_parameters(cx, node);
    Flow::Into
}

fn enum_entry<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let def = cx.def(SymbolKind::EnumMember, node, name);
    let sym = cx.define(def);
    cx.attribute_to(node, sym);
    Flow::Into
}

fn type_alias<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child_of_kind(TYPE_IDENTIFIER) else { return Flow::Into };
    let def = cx.def(SymbolKind::TypeAlias, node, name);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    bind_type_parameters(cx, node);
    let value = node.child_of_kind(TYPE).filter(|_| node.child_of_kind(FORMAL_PARAMETERS).is_none());
    let ty = value.and_then(|ty| cx.ty(ty));
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.ty = ty;
    }
    Flow::Into
}

/// Returns the signature of a function, method or constructor, and whether it is marked static.
fn signature(node: Node<'_>) -> Option<(Node<'_>, bool)> {
    let mut holder = node;
    if let Some(outer) = node.child(field::SIGNATURE) {
        if outer.kind() != METHOD_SIGNATURE {
            return Some((outer, false));
        }
        holder = outer;
    }
    let found = holder.named_children().find(|child| {
        matches!(
            child.kind(),
            CONSTANT_CONSTRUCTOR
                | CONSTRUCTOR
                | FACTORY
                | FUNCTION_SIGNATURE
                | GETTER_SIGNATURE
                | OPERATOR_SIGNATURE
                | REDIRECTING_FACTORY
                | SETTER_SIGNATURE
        )
    })?;
    Some((found, holder.child_of_kind(STATIC).is_some()))
}

fn member<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some((signature, is_static)) = signature(node) else { return variables(cx, node) };
    let is_constructor = matches!(signature.kind(), CONSTANT_CONSTRUCTOR | CONSTRUCTOR | FACTORY | REDIRECTING_FACTORY);
    // `Order.empty` makes an `Order` under the name `empty`.
    let names: Vec<Node<'t>> = signature.children_with(field::NAME).collect();
    let name = names.last().copied().or_else(|| signature.child(field::OPERATOR));
    let Some(name) = name else { return Flow::Into };
    for name in names {
        cx.claim(name);
    }
    let kind = match signature.kind() {
        _ if is_constructor => SymbolKind::Constructor,
        GETTER_SIGNATURE | SETTER_SIGNATURE if cx.place() == Place::Type => SymbolKind::Property,
        _ => SymbolKind::Function,
    };
    let mut def = cx.def(kind, node, name);
    if signature.kind() == OPERATOR_SIGNATURE {
        def.name = operator_name(signature).unwrap_or(def.name);
    }
    if is_static {
        def.mark(SymbolFlags::STATIC);
    }
    if matches!(node.kind(), DECLARATION | EXTERNAL_FUNCTION) && !is_constructor {
        def.mark(SymbolFlags::DECLARATION);
    }
    if def.name == "main" && cx.place() == Place::File {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    open_callable(cx, node, signature, def);
    Flow::Into
}

/// Returns `operator ==`.
fn operator_name(signature: Node<'_>) -> Option<&str> {
    let list = signature.child(field::PARAMETERS)?;
    let head = signature.text().get(..(list.start() - signature.start()) as usize)?;
    head.rfind("operator").and_then(|at| head.get(at..)).map(str::trim)
}

fn open_callable<'t>(cx: &mut Cx<'t>, node: Node<'t>, signature: Node<'t>, def: Def<'t>) {
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    bind_type_parameters(cx, signature);
    let ty = signature.child(field::RETURN_TYPE).filter(|ty| ty.child_of_kind(VOID).is_none());
    let ty = ty.and_then(|ty| cx.ty(ty));
    let list = signature.child(field::PARAMETERS);
    let has_params = signature.kind() != GETTER_SIGNATURE;
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.ty = ty;
        symbol.params = list.filter(|_| has_params).map(count_params);
    }
    if let Some(list) = list {
        bind_parameters(cx, list);
    }
}

fn count_params(list: Node<'_>) -> Params {
    let mut params = Params { min: 0, max: 0 };
    for child in list.children() {
        if child.kind() == FORMAL_PARAMETER {
            params.min = params.min.saturating_add(1);
            params.max = params.max.saturating_add(1);
        }
        if child.kind() != OPTIONAL_PARAMETERS {
            continue;
        }
        let mut required = false;
        for inner in child.children() {
            required |= inner.kind() == REQUIRED;
            if inner.kind() == FORMAL_PARAMETER {
                params.min = params.min.saturating_add(u8::from(required));
                params.max = params.max.saturating_add(1);
                required = false;
            }
        }
    }
    params
}

/// Returns every parameter of a list, the optional ones among them.
fn parameters(list: Node<'_>) -> Vec<Node<'_>> {
    let mut all = Vec::new();
    for child in list.named_children() {
        match child.kind() {
            FORMAL_PARAMETER => all.push(child),
            OPTIONAL_PARAMETERS => all.extend(child.children_of_kind(FORMAL_PARAMETER)),
            _ => {}
        }
    }
    all
}

/// Returns the name of a parameter that is a local name; `this.x` and `super.x` are none.
fn parameter_name(parameter: Node<'_>) -> Option<Node<'_>> {
    parameter.child(field::NAME).or_else(|| parameter.child_of_kind(IDENTIFIER))
}

fn bind_parameters<'t>(cx: &mut Cx<'t>, list: Node<'t>) {
    for parameter in parameters(list) {
        if let Some(name) = parameter_name(parameter) {
            let known = cx.typed(parameter.child_of_kind(TYPE));
            cx.bind(name.text(), known);
        }
    }
}

fn parameter<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let inner = node.named_children().find(|child| matches!(child.kind(), FIELD_PARAMETER | SUPER_PARAMETER));
    for name in [parameter_name(node), inner.and_then(|inner| inner.child(field::NAME))].into_iter().flatten() {
        cx.claim(name);
    }
    Flow::Into
}

fn claim_name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    for name in node.children_with(field::NAME) {
        cx.claim(name);
    }
    Flow::Into
}

/// `super(...)` and `this(...)` of a constructor.
fn initializer<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(arguments) = node.child_of_kind(ARGUMENTS) else { return Flow::Into };
    let mut outer = node.parent();
    while let Some(at) = outer.filter(|at| !matches!(at.kind(), CLASS | ENUM | EXTENSION_TYPE)) {
        outer = at.parent();
    }
    let Some(class) = outer else { return Flow::Into };
    let named = node.child_of_kind(IDENTIFIER);
    let is_super = node.child_of_kind(SUPER).is_some();
    let superclass = || class.child(field::SUPERCLASS).and_then(|superclass| superclass.child(field::TYPE));
    let ty = if is_super { superclass().and_then(Node::first_named) } else { class.child(field::NAME) };
    let args = expressions::count_arguments(arguments);
    if let Some(named) = named {
        cx.claim(named);
        let root = if is_super { Root::Super } else { Root::SelfType };
        cx.call(named, Receiver { root, steps: Vec::new() }, CallKind::Construct, Some(args));
    } else if let Some(ty) = ty {
        cx.call_named(node, ty.text(), Receiver::BARE, CallKind::Construct, Some(args));
    }
    Flow::Into
}

fn annotation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        let path = crate::types::dotted(name.text());
        let (receiver, last) = cx.free_path(&path);
        let list = node.child_of_kind(ANNOTATION_ARGUMENTS);
        let args = list.map_or(0, |list| list.named_children().count().saturating_sub(1));
        cx.claim_all(name);
        cx.call_named(name, last, receiver, CallKind::Decorator, u8::try_from(args).ok());
    }
    Flow::Into
}

/// Fields and top-level variables.
fn variables<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let lists = node.children().filter(|child| matches!(child.kind(), INITIALIZED_IDENTIFIERS | STATIC_FINALS));
    let names: Vec<Node<'t>> = lists.flat_map(Node::named_children).collect();
    let ty = node.child_of_kind(TYPE).and_then(|ty| cx.ty(ty));
    let kind = if node.child_of_kind(CONST).is_some() { SymbolKind::Constant } else { SymbolKind::Variable };
    let mut first = None;
    let mut doc = None;
    for variable in names {
        let Some(name) = variable.child(field::NAME) else { continue };
        let known = variable.child(field::VALUE).map(|value| cx.chain(value));
        let mut def = cx.def(kind, node, name);
        if node.child_of_kind(STATIC).is_some() {
            def.mark(SymbolFlags::STATIC);
        }
        def.doc = doc;
        def.ty = ty.or(match known {
            Some(Receiver { root: Root::Typed(ty), steps }) if steps.is_empty() => Some(ty),
            _ => None,
        });
        let sym = cx.define(def);
        doc = cx.doc_of(sym);
        first.get_or_insert(sym);
    }
    if let Some(first) = first {
        cx.attribute_to(node, first);
    }
    Flow::Into
}
