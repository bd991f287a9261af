//! Owns what Kotlin's definitions mean: its tables, packages, types, functions and properties. Expressions, local names
//! and tests are in `expressions`.

mod expressions;

use graphicle_engine::facts::{CallKind, ImportKind, Name, Params, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Def, Place};
use crate::spec::{Flow, Rule, Shape, ShapeRule, Spec, TypeRule, TypeShape};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;

kinds! {
    ANNOTATED_LAMBDA = "annotated_lambda",
    ANNOTATION = "annotation",
    ANONYMOUS_FUNCTION = "anonymous_function",
    AS_EXPRESSION = "as_expression",
    BINARY = "binary_expression",
    BLOCK = "block",
    BLOCK_COMMENT = "block_comment",
    CALL = "call_expression",
    CALLABLE_REFERENCE = "callable_reference",
    CATCH = "catch_block",
    CHARACTER = "character_literal",
    CLASS = "class_declaration",
    CLASS_PARAMETER = "class_parameter",
    CLASS_PARAMETERS = "class_parameters",
    COMPANION = "companion_object",
    CONSTRUCTOR_DELEGATION = "constructor_delegation_call",
    CONSTRUCTOR_INVOCATION = "constructor_invocation",
    DELEGATION_SPECIFIER = "delegation_specifier",
    DELEGATION_SPECIFIERS = "delegation_specifiers",
    DOUBLE_COLON = "::",
    ENUM_ENTRY = "enum_entry",
    EXPLICIT_DELEGATION = "explicit_delegation",
    FOR = "for_statement",
    FUNCTION = "function_declaration",
    FUNCTION_BODY = "function_body",
    FUNCTION_TYPE = "function_type",
    GETTER = "getter",
    IDENTIFIER = "identifier",
    IF = "if_expression",
    IMPORT = "import",
    INDEX = "index_expression",
    INFIX = "infix_expression",
    INITIALIZER = "anonymous_initializer",
    INTERFACE = "'interface",
    IS = "is",
    IS_EXPRESSION = "is_expression",
    LABEL = "label",
    LAMBDA = "lambda_literal",
    LAMBDA_PARAMETERS = "lambda_parameters",
    LINE_COMMENT = "line_comment",
    MODIFIERS = "modifiers",
    MULTI_VARIABLE = "multi_variable_declaration",
    NAVIGATION = "navigation_expression",
    NON_NULLABLE_TYPE = "non_nullable_type",
    NULLABLE_TYPE = "nullable_type",
    OBJECT = "object_declaration",
    OBJECT_LITERAL = "object_literal",
    PACKAGE = "package_header",
    PARAMETER = "parameter",
    PARAMETERS = "function_value_parameters",
    PARAMETER_MODIFIERS = "parameter_modifiers",
    PARENTHESIZED = "parenthesized_expression",
    PARENTHESIZED_TYPE = "parenthesized_type",
    PRIMARY_CONSTRUCTOR = "primary_constructor",
    PROPERTY = "property_declaration",
    PROPERTY_DELEGATE = "property_delegate",
    QUALIFIED = "qualified_identifier",
    SECONDARY_CONSTRUCTOR = "secondary_constructor",
    SETTER = "setter",
    SPREAD = "spread_expression",
    STRING = "string_literal",
    STRING_CONTENT = "string_content",
    SUPER = "super_expression",
    THIS = "this_expression",
    THIS_TOKEN = "'this",
    TYPE_ALIAS = "type_alias",
    TYPE_ARGUMENTS = "type_arguments",
    TYPE_CONSTRAINTS = "type_constraints",
    TYPE_PARAMETER = "type_parameter",
    TYPE_PARAMETERS = "type_parameters",
    TYPE_PROJECTION = "type_projection",
    TYPE_TEST = "type_test",
    UNARY = "unary_expression",
    USER_TYPE = "user_type",
    VAL = "val",
    VALUE_ARGUMENT = "value_argument",
    VALUE_ARGUMENTS = "value_arguments",
    VAR = "var",
    VARIABLE = "variable_declaration",
    WHEN = "when_expression",
    WHEN_ENTRY = "when_entry",
    WHEN_SUBJECT = "when_subject",
}

/// Kotlin.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ANNOTATION, Rule::Hook(annotation)),
        (ANONYMOUS_FUNCTION, Rule::Hook(expressions::anonymous_function)),
        (BLOCK, Rule::Hook(expressions::block)),
        (BLOCK_COMMENT, Rule::Comment),
        (CALL, Rule::Hook(expressions::call)),
        (CALLABLE_REFERENCE, Rule::Hook(expressions::callable_reference)),
        (CATCH, Rule::Hook(expressions::catch)),
        (CHARACTER, Rule::Leaf),
        (CLASS, Rule::Hook(class)),
        (CLASS_PARAMETER, Rule::Hook(claim_identifier)),
        (COMPANION, Rule::Hook(companion)),
        (CONSTRUCTOR_DELEGATION, Rule::Hook(constructor_delegation)),
        (CONSTRUCTOR_INVOCATION, Rule::Hook(constructor_invocation)),
        (ENUM_ENTRY, Rule::Hook(enum_entry)),
        (FOR, Rule::Hook(expressions::for_loop)),
        (FUNCTION, Rule::Hook(function)),
        (GETTER, Rule::Scope),
        (IDENTIFIER, Rule::Hook(expressions::identifier)),
        (IMPORT, Rule::Hook(import)),
        (INFIX, Rule::Hook(expressions::infix)),
        (INITIALIZER, Rule::Hook(initializer)),
        (LABEL, Rule::Skip),
        (LAMBDA, Rule::Hook(expressions::lambda)),
        (LINE_COMMENT, Rule::Comment),
        (NAVIGATION, Rule::Hook(expressions::navigation)),
        (OBJECT, Rule::Hook(object)),
        (OBJECT_LITERAL, Rule::Hook(object_literal)),
        (PACKAGE, Rule::Hook(package)),
        (PARAMETER, Rule::Hook(claim_identifier)),
        (PROPERTY, Rule::Hook(property)),
        (SECONDARY_CONSTRUCTOR, Rule::Hook(secondary_constructor)),
        (SETTER, Rule::Hook(setter)),
        (TYPE_ALIAS, Rule::Hook(type_alias)),
        (TYPE_PARAMETER, Rule::Hook(claim_identifier)),
        (USER_TYPE, Rule::Hook(expressions::user_type)),
        (VALUE_ARGUMENT, Rule::Hook(expressions::value_argument)),
        (VARIABLE, Rule::Hook(claim_identifier)),
        (WHEN, Rule::Scope),
        (WHEN_ENTRY, Rule::Hook(expressions::when_entry)),
        (WHEN_SUBJECT, Rule::Hook(expressions::when_subject)),
    ],
    shapes: &[
        (AS_EXPRESSION, ShapeRule::Typed(field::RIGHT)),
        (BINARY, ShapeRule::Hook(expressions::elvis)),
        (CALL, ShapeRule::Hook(expressions::call_shape)),
        (IDENTIFIER, ShapeRule::Name),
        (INDEX, ShapeRule::Element(Field::NONE)),
        (NAVIGATION, ShapeRule::Hook(expressions::navigation_shape)),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
        (SUPER, ShapeRule::Root(Root::Super)),
        (THIS, ShapeRule::Hook(expressions::this_shape)),
        (UNARY, ShapeRule::Hook(|_, node| node.child(field::ARGUMENT).map_or(Shape::Unknown, Shape::Through))),
    ],
    types: &[
        (CALL, TypeRule::Hook(expressions::called_type)),
        (DELEGATION_SPECIFIER, TypeRule::Through(Field::NONE)),
        (CONSTRUCTOR_INVOCATION, TypeRule::Through(Field::NONE)),
        (EXPLICIT_DELEGATION, TypeRule::Through(Field::NONE)),
        (IDENTIFIER, TypeRule::Named),
        (NON_NULLABLE_TYPE, TypeRule::Through(Field::NONE)),
        (NULLABLE_TYPE, TypeRule::Through(Field::NONE)),
        (PARENTHESIZED_TYPE, TypeRule::Through(Field::NONE)),
        (
            TYPE_PROJECTION,
            TypeRule::Hook(|node| node.named_children().last().map_or(TypeShape::Unknown, TypeShape::Through)),
        ),
        (USER_TYPE, TypeRule::Hook(user_type)),
    ],
    builtins: &[
        "Any",
        "Boolean",
        "Int",
        "Long",
        "Nothing",
        "String",
        "TODO",
        "Unit",
        "also",
        "apply",
        "arrayOf",
        "assert",
        "check",
        "checkNotNull",
        "contentEquals",
        "downTo",
        "emptyList",
        "emptyMap",
        "error",
        "false",
        "field",
        "lazy",
        "let",
        "listOf",
        "mapOf",
        "mutableListOf",
        "mutableMapOf",
        "mutableSetOf",
        "null",
        "print",
        "println",
        "repeat",
        "require",
        "requireNotNull",
        "run",
        "setOf",
        "step",
        "suspend",
        "to",
        "true",
        "until",
        "with",
    ],
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_kotlin_ng::LANGUAGE.into(), KINDS)
};

fn package<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(QUALIFIED).or_else(|| node.child_of_kind(IDENTIFIER)) {
        cx.set_package(name.text());
    }
    Flow::Over
}

fn import<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.first_named() else { return Flow::Over };
    let path = name.text();
    if node.text().trim_end().ends_with('*') {
        cx.import(node.row(), ImportKind::Wildcard, path, &[]);
        return Flow::Over;
    }
    let Some((path, member)) = path.rsplit_once('.') else { return Flow::Over };
    let alias = node.children_of_kind(IDENTIFIER).last().filter(|alias| *alias != name);
    // What a companion object holds is named by its class as well.
    let path = path.strip_suffix(".Companion").unwrap_or(path);
    cx.import(node.row(), ImportKind::Module, path, &[(Some(member), alias.map_or(member, Node::text))]);
    Flow::Over
}

fn has_modifier(node: Node<'_>, wanted: &str) -> bool {
    let modifiers = node.child_of_kind(MODIFIERS).into_iter().flat_map(Node::named_children);
    modifiers.into_iter().any(|modifier| modifier.text() == wanted)
}

/// The annotations of test functions, in byte order.
const TESTS: &[&str] = &["ParameterizedTest", "RepeatedTest", "Test", "TestFactory", "Theory"];

fn is_test(node: Node<'_>) -> bool {
    let modifiers =
        node.child_of_kind(MODIFIERS).into_iter().flat_map(|modifiers| modifiers.children_of_kind(ANNOTATION));
    modifiers.into_iter().filter_map(annotated_type).any(|ty| TESTS.binary_search(&last_name(ty)).is_ok())
}

fn annotated_type(annotation: Node<'_>) -> Option<Node<'_>> {
    let inner = annotation.named_children().find(|child| matches!(child.kind(), USER_TYPE | CONSTRUCTOR_INVOCATION))?;
    if inner.kind() == CONSTRUCTOR_INVOCATION { inner.child_of_kind(USER_TYPE) } else { Some(inner) }
}

fn last_name(ty: Node<'_>) -> &str {
    ty.children_of_kind(IDENTIFIER).last().map_or("", Node::text)
}

fn is_type(node: Node<'_>) -> bool {
    matches!(node.kind(), USER_TYPE | NULLABLE_TYPE | NON_NULLABLE_TYPE | PARENTHESIZED_TYPE | FUNCTION_TYPE)
}

fn child_type(node: Node<'_>) -> Option<Node<'_>> {
    node.named_children().find(|child| is_type(*child))
}

/// A generic type, or a path whose arguments are left out with its text.
fn user_type(node: Node<'_>) -> TypeShape<'_> {
    let mut names = node.children_of_kind(IDENTIFIER);
    match (names.next(), names.next(), node.child_of_kind(TYPE_ARGUMENTS)) {
        (Some(name), None, Some(arguments)) => TypeShape::Generic(name, arguments),
        (Some(name), None, None) => TypeShape::Through(name),
        _ => TypeShape::Named(node.text()),
    }
}

fn mark<'t>(cx: &Cx<'t>, node: Node<'t>, def: &mut Def<'t>) {
    if !has_modifier(node, "private") && cx.place() != Place::Function {
        def.mark(SymbolFlags::EXPORTED);
    }
    let holder = node.parent().and_then(Node::parent);
    if holder.is_some_and(|holder| holder.kind() == COMPANION) {
        def.mark(SymbolFlags::STATIC);
    }
}

fn bind_type_parameters<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    for parameter in node.child_of_kind(TYPE_PARAMETERS).into_iter().flat_map(Node::named_children) {
        if let Some(name) = parameter.child_of_kind(IDENTIFIER) {
            cx.bind(name.text(), Receiver::UNKNOWN);
        }
    }
}

fn class<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let kind = if node.child_of_kind(INTERFACE).is_some() {
        SymbolKind::Interface
    } else if has_modifier(node, "enum") {
        SymbolKind::Enum
    } else {
        SymbolKind::Class
    };
    let parameters = node.child_of_kind(PRIMARY_CONSTRUCTOR).and_then(|made| made.child_of_kind(CLASS_PARAMETERS));
    let mut def = cx.def(kind, node, name);
    mark(cx, node, &mut def);
    def.params = parameters.map(count_params);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    bind_type_parameters(cx, node);
    let bases = bases(cx, node);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    for parameter in parameters.into_iter().flat_map(|list| list.children_of_kind(CLASS_PARAMETER)) {
        let Some(name) = parameter.child_of_kind(IDENTIFIER) else { continue };
        let is_property = parameter.child_of_kind(VAL).is_some() || parameter.child_of_kind(VAR).is_some();
        if is_property {
            let mut def = cx.def(SymbolKind::Field, parameter, name);
            mark(cx, parameter, &mut def);
            def.ty = child_type(parameter).and_then(|ty| cx.ty(ty));
            cx.define(def);
        } else {
            let known = cx.typed(child_type(parameter));
            cx.bind(name.text(), known);
        }
    }
    Flow::Into
}

fn bases<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Vec<Name> {
    let specifiers = node.child_of_kind(DELEGATION_SPECIFIERS).into_iter().flat_map(Node::named_children);
    specifiers.into_iter().filter_map(|specifier| cx.base(specifier)).collect()
}

fn object<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::Module, node, name);
    mark(cx, node, &mut def);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    let bases = bases(cx, node);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    Flow::Into
}

/// What a companion object holds belongs to the class around it.
fn companion<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.claim(name);
    }
    cx.open_nameless(node);
    Flow::Into
}

fn object_literal<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_nameless(node);
    bases(cx, node);
    Flow::Into
}

fn enum_entry<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child_of_kind(IDENTIFIER) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::EnumMember, node, name);
    def.mark(SymbolFlags::EXPORTED);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    Flow::Into
}

fn type_alias<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::TYPE) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::TypeAlias, node, name);
    mark(cx, node, &mut def);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    bind_type_parameters(cx, node);
    let ty = child_type(node).and_then(|ty| cx.ty(ty));
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.ty = ty;
    }
    Flow::Into
}

/// Splits the types of a declaration into the one before its name, which it extends, and the one after.
fn types_around<'t>(node: Node<'t>, name: Node<'t>) -> (Option<Node<'t>>, Option<Node<'t>>) {
    let types = || node.named_children().filter(|child| is_type(*child));
    let before = types().find(|ty| ty.start() < name.start());
    (before, types().find(|ty| ty.start() > name.start()))
}

fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let (extended, result) = types_around(node, name);
    let mut def = cx.def(SymbolKind::Function, node, name);
    def.name = def.name.trim_matches('`');
    mark(cx, node, &mut def);
    if node.child_of_kind(FUNCTION_BODY).is_none() {
        def.mark(SymbolFlags::DECLARATION);
    }
    if is_test(node) {
        def.mark(SymbolFlags::TEST);
    }
    if def.name == "main" && matches!(cx.place(), Place::File) {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    if let Some(extended) = extended {
        let generic = type_parameter_bound(node, extended).unwrap_or(extended);
        def.container = cx.ty(generic).or(def.container);
        def.kind = SymbolKind::Method;
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    bind_type_parameters(cx, node);
    let ty = result.and_then(|ty| cx.ty(ty));
    let list = node.child_of_kind(PARAMETERS);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.ty = ty;
        symbol.params = list.map(count_params);
    }
    if let Some(list) = list {
        bind_parameters(cx, list);
    }
    Flow::Into
}

/// Returns `Order` for the `T` of `fun <T : Order> T.tagged()`.
fn type_parameter_bound<'t>(function: Node<'t>, ty: Node<'t>) -> Option<Node<'t>> {
    let parameters = function.child_of_kind(TYPE_PARAMETERS).into_iter().flat_map(Node::named_children);
    let named = |parameter: &Node<'t>| parameter.child_of_kind(IDENTIFIER).is_some_and(|name| name.text() == ty.text());
    parameters.into_iter().find(named).and_then(child_type)
}

/// Counts the parameters of a function or a class; a function's default values stand in the list itself.
fn count_params(list: Node<'_>) -> Params {
    let mut params = Params { min: 0, max: 0 };
    for child in list.named_children() {
        let has_default = match child.kind() {
            PARAMETER => false,
            CLASS_PARAMETER => child.named_children().last().is_some_and(|last| !is_type(last)),
            PARAMETER_MODIFIERS => {
                if child.text().contains("vararg") {
                    params.max = u8::MAX;
                }
                continue;
            }
            // The default value of the parameter before it.
            _ => {
                params.min = params.min.saturating_sub(1);
                continue;
            }
        };
        params.min = params.min.saturating_add(u8::from(!has_default));
        params.max = params.max.saturating_add(1);
    }
    if params.max == u8::MAX {
        params.min = params.min.saturating_sub(1);
    }
    params
}

fn bind_parameters<'t>(cx: &mut Cx<'t>, list: Node<'t>) {
    let mut several = false;
    for child in list.named_children() {
        if child.kind() == PARAMETER_MODIFIERS {
            several = child.text().contains("vararg");
            continue;
        }
        let Some(name) = child.child_of_kind(IDENTIFIER).filter(|_| child.kind() == PARAMETER) else { continue };
        let ty = child_type(child);
        let known = match ty.and_then(|ty| cx.ty_in(ty, usize::from(several))) {
            Some(ty) => Receiver { root: Root::Typed(ty), steps: Vec::new() },
            None => Receiver::UNKNOWN,
        };
        cx.bind(name.text(), known);
        several = false;
    }
}

fn claim_identifier<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(IDENTIFIER) {
        cx.claim(name);
    }
    Flow::Into
}

fn class_name(node: Node<'_>) -> Option<Node<'_>> {
    let class = node.parent().and_then(Node::parent)?;
    class.child(field::NAME)
}

fn secondary_constructor<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(class) = class_name(node) else { return Flow::Into };
    let list = node.child_of_kind(PARAMETERS);
    let mut def = cx.def(SymbolKind::Constructor, node, class);
    def.name_row = node.row();
    mark(cx, node, &mut def);
    def.params = list.map(count_params);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    if let Some(list) = list {
        bind_parameters(cx, list);
    }
    Flow::Into
}

/// An `init` block is the body of the class's primary constructor.
fn initializer<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = class_name(node) else { return Flow::Into };
    let list = name.parent().and_then(|class| class.child_of_kind(PRIMARY_CONSTRUCTOR));
    let list = list.and_then(|made| made.child_of_kind(CLASS_PARAMETERS));
    let mut def = cx.def(SymbolKind::Constructor, node, name);
    def.name_row = node.row();
    def.params = list.map(count_params);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    Flow::Into
}

/// `: this(...)` and `: super(...)` of a secondary constructor.
fn constructor_delegation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(class) = node.parent().and_then(class_name) else { return Flow::Into };
    let own = node.child_of_kind(THIS_TOKEN).is_some();
    let base = || {
        let specifiers = class.parent()?.child_of_kind(DELEGATION_SPECIFIERS)?;
        cx.type_leaf(specifiers.first_named()?)
    };
    if let Some(name) = if own { Some(class) } else { base() } {
        let args = node.child_of_kind(VALUE_ARGUMENTS).and_then(expressions::count_arguments);
        cx.call_named(node, name.text(), Receiver::BARE, CallKind::Construct, args);
    }
    Flow::Into
}

/// `Base(x)` among the types that a class extends calls a constructor.
fn constructor_invocation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let is_base = node.parent().is_some_and(|parent| parent.kind() == DELEGATION_SPECIFIER);
    if is_base && let Some(name) = node.child_of_kind(USER_TYPE) {
        let args = node.child_of_kind(VALUE_ARGUMENTS).and_then(expressions::count_arguments);
        construct(cx, name, CallKind::Construct, args);
    }
    Flow::Into
}

fn annotation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(ty) = annotated_type(node) {
        let arguments = node.child_of_kind(CONSTRUCTOR_INVOCATION).and_then(|made| made.child_of_kind(VALUE_ARGUMENTS));
        let args = arguments.map_or(Some(0), expressions::count_arguments);
        construct(cx, ty, CallKind::Decorator, args);
        for name in ty.children_of_kind(IDENTIFIER) {
            cx.claim(name);
        }
    }
    Flow::Into
}

fn construct<'t>(cx: &mut Cx<'t>, ty: Node<'t>, kind: CallKind, args: Option<u8>) {
    let path = crate::types::dotted(ty.text());
    let (receiver, last) = cx.free_path(&path);
    if !cx.is_local(last) {
        cx.call_named(ty, last, receiver, kind, args);
    }
    cx.claim(ty);
}

fn property<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if cx.place() == Place::Function {
        return expressions::local_property(cx, node);
    }
    let has_accessors = node.children().any(|child| matches!(child.kind(), GETTER | SETTER | PROPERTY_DELEGATE));
    let value = property_value(node);
    let variables = variables(node);
    let only = variables.len() == 1;
    let mut first = None;
    for variable in variables {
        let Some(name) = variable.child_of_kind(IDENTIFIER) else { continue };
        let kind = match cx.place() {
            _ if has_modifier(node, "const") => SymbolKind::Constant,
            Place::Type if has_accessors => SymbolKind::Property,
            _ => SymbolKind::Variable,
        };
        let mut def = cx.def(kind, node, name);
        mark(cx, node, &mut def);
        let known = if only { value.map(|value| cx.chain(value)) } else { None };
        def.ty = child_type(variable).and_then(|ty| cx.ty(ty)).or(match known {
            Some(Receiver { root: Root::Typed(ty), steps }) if steps.is_empty() => Some(ty),
            _ => None,
        });
        let extended = node.named_children().find(|child| is_type(*child) && child.start() < variable.start());
        if let Some(extended) = extended {
            def.container = cx.ty(extended).or(def.container);
            def.kind = SymbolKind::Property;
        }
        let sym = cx.define(def);
        first.get_or_insert(sym);
    }
    match first {
        Some(sym) if has_accessors => cx.open(node, sym, Place::Function),
        Some(sym) => cx.attribute_to(node, sym),
        None => {}
    }
    Flow::Into
}

fn variables(property: Node<'_>) -> Vec<Node<'_>> {
    match property.child_of_kind(MULTI_VARIABLE) {
        Some(several) => several.children_of_kind(VARIABLE).collect(),
        None => property.children_of_kind(VARIABLE).collect(),
    }
}

/// Returns the value or the delegate of a property.
fn property_value(property: Node<'_>) -> Option<Node<'_>> {
    if let Some(delegate) = property.child_of_kind(PROPERTY_DELEGATE) {
        return delegate.first_named();
    }
    let declared = property.children().find(|child| matches!(child.kind(), VARIABLE | MULTI_VARIABLE))?;
    property
        .named_children()
        .find(|child| child.start() > declared.start() && !matches!(child.kind(), GETTER | SETTER | TYPE_CONSTRAINTS))
}

fn setter<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(name) = node.child_of_kind(IDENTIFIER) {
        let variable = node.parent().and_then(|property| property.child_of_kind(VARIABLE));
        let known = cx.typed(variable.and_then(child_type));
        cx.claim(name);
        cx.bind(name.text(), known);
    }
    Flow::Into
}

/// Returns whether a name stands where only a type can.
fn type_reference(node: Node<'_>) -> RefKind {
    if node.parent().is_some_and(|parent| parent.kind() == USER_TYPE) { RefKind::Type } else { RefKind::Value }
}
