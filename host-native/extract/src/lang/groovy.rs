//! Owns what Groovy's syntax means: its definitions, local names, expressions, types and imports.
//!
//! The grammar makes a closure after a call a statement of its own; such a pair is put together again here.

use graphicle_engine::facts::{CallKind, ImportKind, Name, Params, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Def, Place};
use crate::spec::{Flow, Rule, Shape, ShapeRule, Spec, TypeRule};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;

kinds! {
    ANNOTATION = "annotation",
    ANNOTATION_TYPE = "annotation_type_declaration",
    ARGUMENT_LIST = "argument_list",
    ARRAY_TYPE = "array_type",
    BLOCK = "block",
    BLOCK_COMMENT = "block_comment",
    CAST = "cast_expression",
    CATCH = "catch_clause",
    CATCH_PARAMETER = "catch_formal_parameter",
    CLASS = "class_declaration",
    CLOSURE = "closure",
    CLOSURE_PARAMETERS = "closure_parameters",
    COMMAND = "command_chain",
    CONSTRUCTOR = "constructor_declaration",
    DIRECT_FIELD_ACCESS = "direct_field_access_expression",
    ELVIS = "elvis_expression",
    ENUM = "enum_declaration",
    ENUM_CONSTANT = "enum_constant",
    EXPRESSION_STATEMENT = "expression_statement",
    FIELD = "field_declaration",
    FIELD_ACCESS = "field_access",
    FINAL = "final",
    FORMAL_PARAMETER = "formal_parameter",
    FOR_IN = "for_in_statement",
    GENERIC_TYPE = "generic_type",
    GROOVYDOC = "groovydoc_comment",
    IDENTIFIER = "identifier",
    IF = "if_statement",
    IMPORT = "import_declaration",
    INSTANCEOF = "instanceof_expression",
    INTERFACE = "interface_declaration",
    INTERPOLATION = "gstring_dollar_interpolation",
    LABELED = "labeled_statement",
    LINE_COMMENT = "line_comment",
    LOCAL_VARIABLE = "local_variable_declaration",
    MAP_ENTRY = "map_entry",
    METHOD = "method_declaration",
    METHOD_INVOCATION = "method_invocation",
    METHOD_POINTER = "method_pointer_expression",
    METHOD_REFERENCE = "method_reference_expression",
    METHOD_TYPE_PARAMETERS = "method_type_parameters",
    NAMED_ARGUMENT = "named_argument",
    NEW = "object_creation_expression",
    PACKAGE = "package_declaration",
    PARENTHESIZED = "parenthesized_expression",
    PRIVATE = "private",
    QUALIFIED_TYPE = "qualified_type",
    QUOTED_IDENTIFIER = "quoted_identifier",
    SAFE_NAVIGATION = "safe_navigation_expression",
    SPREAD_ARGUMENTS = "spread_arguments",
    SPREAD_DOT = "spread_dot_expression",
    STATIC = "static",
    SUBSCRIPT = "subscript_expression",
    SUPERCLASS = "superclass",
    SUPER_INTERFACES = "super_interfaces",
    TRAIT = "trait_declaration",
    TYPE_IDENTIFIER = "type_identifier",
    TYPE_PARAMETER = "type_parameter",
    TYPE_PARAMETERS = "type_parameters",
    VARARGS_TYPE = "varargs_type",
    VARIABLE_DECLARATOR = "variable_declarator",
}

/// Groovy: also Gradle's and Jenkins' scripts.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ANNOTATION, Rule::Hook(annotation)),
        (ANNOTATION_TYPE, Rule::Hook(class)),
        (BLOCK, Rule::Hook(block)),
        (BLOCK_COMMENT, Rule::Comment),
        (CATCH, Rule::Hook(catch)),
        (CLASS, Rule::Hook(class)),
        (CLOSURE, Rule::Hook(closure)),
        (COMMAND, Rule::Hook(command)),
        (CONSTRUCTOR, Rule::Hook(method)),
        (DIRECT_FIELD_ACCESS, Rule::Use(RefKind::Value)),
        (ENUM, Rule::Hook(class)),
        (ENUM_CONSTANT, Rule::Hook(enum_constant)),
        (FIELD, Rule::Hook(fields)),
        (FIELD_ACCESS, Rule::Hook(field_access)),
        (FORMAL_PARAMETER, Rule::Hook(claim_name)),
        (FOR_IN, Rule::Hook(for_in)),
        (GROOVYDOC, Rule::Comment),
        (IDENTIFIER, Rule::Use(RefKind::Value)),
        (IMPORT, Rule::Hook(import)),
        (INTERFACE, Rule::Hook(class)),
        (INTERPOLATION, Rule::Skip),
        (LABELED, Rule::Hook(claim_label)),
        (LINE_COMMENT, Rule::Comment),
        (LOCAL_VARIABLE, Rule::Hook(local_variables)),
        (MAP_ENTRY, Rule::Hook(claim_key)),
        (METHOD, Rule::Hook(method)),
        (METHOD_INVOCATION, Rule::Hook(invocation)),
        (METHOD_POINTER, Rule::Hook(method_pointer)),
        (METHOD_REFERENCE, Rule::Hook(method_pointer)),
        (NAMED_ARGUMENT, Rule::Hook(claim_key)),
        (NEW, Rule::Hook(construct)),
        (PACKAGE, Rule::Hook(package)),
        (QUALIFIED_TYPE, Rule::Hook(qualified_type)),
        (SAFE_NAVIGATION, Rule::Use(RefKind::Value)),
        (TRAIT, Rule::Hook(class)),
        (TYPE_IDENTIFIER, Rule::Use(RefKind::Type)),
        (TYPE_PARAMETER, Rule::Hook(claim_name)),
    ],
    shapes: &[
        (CAST, ShapeRule::Typed(field::TYPE)),
        (DIRECT_FIELD_ACCESS, ShapeRule::Member(field::OBJECT, field::FIELD)),
        (ELVIS, ShapeRule::Through(field::VALUE)),
        (FIELD_ACCESS, ShapeRule::Member(field::OBJECT, field::FIELD)),
        (IDENTIFIER, ShapeRule::Hook(identifier_shape)),
        (METHOD_INVOCATION, ShapeRule::Call(field::FUNCTION)),
        (NEW, ShapeRule::Typed(field::TYPE)),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
        (SAFE_NAVIGATION, ShapeRule::Member(field::OBJECT, field::PROPERTY)),
        (SPREAD_DOT, ShapeRule::Member(field::OBJECT, field::PROPERTY)),
        (SUBSCRIPT, ShapeRule::Element(field::OBJECT)),
        (TYPE_IDENTIFIER, ShapeRule::Name),
    ],
    types: &[
        (ARRAY_TYPE, TypeRule::Collection(Field::NONE)),
        (GENERIC_TYPE, TypeRule::Generic(field::BASE, field::ARGUMENTS)),
        (IDENTIFIER, TypeRule::Named),
        (QUALIFIED_TYPE, TypeRule::Named),
        (TYPE_IDENTIFIER, TypeRule::Named),
        (VARARGS_TYPE, TypeRule::Collection(Field::NONE)),
    ],
    value_parents: &[ARGUMENT_LIST],
    spreads: &[NAMED_ARGUMENT, SPREAD_ARGUMENTS],
    builtins: &[
        "Boolean", "Integer", "List", "Long", "Map", "Object", "String", "assert", "boolean", "def", "double", "int",
        "it", "long", "print", "printf", "println", "super", "this", "void",
    ],
    first_comment_is_module_doc: true,
    ..Spec::new(|| dekobon_tree_sitter_groovy::LANGUAGE.into(), KINDS)
};

fn package<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.set_package(name.text());
    }
    Flow::Over
}

fn import<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Over };
    let path = name.text();
    if node.text().trim_end_matches(';').trim_end().ends_with('*') {
        cx.import(node.row(), ImportKind::Wildcard, path, &[]);
    } else if let Some((path, member)) = path.rsplit_once('.') {
        let local = node.child(field::ALIAS).map_or(member, Node::text);
        cx.import(node.row(), ImportKind::Module, path, &[(Some(member), local)]);
    }
    Flow::Over
}

fn is_annotated(node: Node<'_>, wanted: &[&str]) -> bool {
    let mut names = node.children_of_kind(ANNOTATION).filter_map(|annotation| annotation.child(field::NAME));
    names.any(|name| wanted.contains(&name.text()))
}

fn mark<'t>(cx: &Cx<'t>, node: Node<'t>, def: &mut Def<'t>) {
    if node.child_of_kind(PRIVATE).is_none() && cx.place() != Place::Function {
        def.mark(SymbolFlags::EXPORTED);
    }
    if node.child_of_kind(STATIC).is_some() {
        def.mark(SymbolFlags::STATIC);
    }
}

fn bind_type_parameters<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    let lists = node.children().filter(|child| matches!(child.kind(), TYPE_PARAMETERS | METHOD_TYPE_PARAMETERS));
    for name in lists.flat_map(Node::named_children).filter_map(|parameter| parameter.child(field::NAME)) {
        cx.bind(name.text(), Receiver::UNKNOWN);
    }
}

fn class<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let kind = match node.kind() {
        INTERFACE | ANNOTATION_TYPE => SymbolKind::Interface,
        TRAIT => SymbolKind::Trait,
        ENUM => SymbolKind::Enum,
        _ => SymbolKind::Class,
    };
    let mut def = cx.def(kind, node, name);
    mark(cx, node, &mut def);
    if is_specification(node) {
        def.mark(SymbolFlags::TEST);
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    bind_type_parameters(cx, node);
    let bases = bases(cx, node);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    Flow::Into
}

fn bases<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Vec<Name> {
    let clauses = node.children().filter(|child| matches!(child.kind(), SUPERCLASS | SUPER_INTERFACES));
    let types: Vec<Node<'t>> = clauses.flat_map(Node::named_children).collect();
    types.into_iter().filter_map(|ty| cx.base(ty)).collect()
}

/// Returns whether a class is a specification of Spock's.
fn is_specification(class: Node<'_>) -> bool {
    let base = class.child_of_kind(SUPERCLASS).and_then(Node::first_named);
    base.is_some_and(|base| base.text().ends_with("Specification") || base.text().ends_with("Spec"))
}

fn enum_constant<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::EnumMember, node, name);
    def.mark(SymbolFlags::EXPORTED);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    Flow::Into
}

fn method<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME).filter(|name| !name.text().is_empty()) else { return Flow::Into };
    if cx.place() != Place::Type && node.child(field::BODY).is_none() {
        return nested_command(cx, node, name);
    }
    let is_constructor = node.kind() == CONSTRUCTOR;
    let mut def = cx.def(if is_constructor { SymbolKind::Constructor } else { SymbolKind::Function }, node, name);
    let is_quoted = name.kind() == QUOTED_IDENTIFIER;
    def.name = name.text().trim_matches(['"', '\'']);
    mark(cx, node, &mut def);
    if node.child(field::BODY).is_none() {
        def.mark(SymbolFlags::DECLARATION);
    }
    let class = node.parent().and_then(Node::parent);
    if is_annotated(node, &["Test", "ParameterizedTest"]) || (is_quoted && class.is_some_and(is_specification)) {
        def.mark(SymbolFlags::TEST);
    }
    if def.name == "main" && node.child_of_kind(STATIC).is_some() {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    let list = node.child(field::PARAMETERS);
    def.params = list.map(count_params);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    bind_type_parameters(cx, node);
    let ty = node.child(field::RETURN_TYPE).and_then(|ty| cx.ty(ty));
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.ty = ty;
    }
    if let Some(list) = list {
        bind_parameters(cx, list);
    }
    Flow::Into
}

/// `dependsOn helper()` looks like a method without a body: a command whose argument is a call.
fn nested_command<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>) -> Flow {
    cx.claim(name);
    if let Some(function) = node.child(field::RETURN_TYPE).filter(|function| function.kind() == TYPE_IDENTIFIER) {
        cx.claim(function);
        if !cx.is_local(function.text()) {
            cx.call(function, Receiver::BARE, CallKind::Call, Some(1));
        }
    }
    if !cx.is_local(name.text()) && !cx.is_builtin(name.text()) {
        let args = node.child(field::PARAMETERS).map_or(0, |list| list.named_children().count());
        cx.call(name, Receiver::BARE, CallKind::Call, u8::try_from(args).ok());
    }
    Flow::Into
}

fn count_params(list: Node<'_>) -> Params {
    let mut params = Params { min: 0, max: 0 };
    for parameter in list.children_of_kind(FORMAL_PARAMETER) {
        if parameter.child(field::TYPE).is_some_and(|ty| ty.kind() == VARARGS_TYPE) {
            params.max = u8::MAX;
        } else {
            let required = parameter.child(field::DEFAULT).is_none();
            params.min = params.min.saturating_add(u8::from(required));
            params.max = params.max.saturating_add(1);
        }
    }
    params
}

fn bind_parameters<'t>(cx: &mut Cx<'t>, list: Node<'t>) {
    for parameter in list.named_children() {
        if let Some(name) = parameter.child(field::NAME) {
            cx.claim(name);
            let known = cx.typed(parameter.child(field::TYPE));
            cx.bind(name.text(), known);
        }
    }
}

fn fields<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let ty = node.child(field::TYPE).and_then(|ty| cx.ty(ty));
    let is_constant = node.child_of_kind(STATIC).is_some() && node.child_of_kind(FINAL).is_some();
    let mut first = None;
    let mut doc = None;
    for variable in node.children_of_kind(VARIABLE_DECLARATOR) {
        let Some(name) = variable.child(field::NAME).filter(|name| !name.text().is_empty()) else { continue };
        let known = variable.child(field::VALUE).map(|value| cx.chain(value));
        let mut def = cx.def(if is_constant { SymbolKind::Constant } else { SymbolKind::Field }, node, name);
        mark(cx, node, &mut def);
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

fn local_variables<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let ty = node.child(field::TYPE);
    // With a type, names and values stand in the declaration itself.
    let mut name = None;
    for child in node.children() {
        match child.field() {
            field::NAME => {
                if let Some(name) = name.replace(child) {
                    bind_variable(cx, node, name, ty, None);
                }
            }
            field::VALUE => {
                if let Some(name) = name.take() {
                    bind_variable(cx, node, name, ty, Some(child));
                }
            }
            _ if child.kind() == VARIABLE_DECLARATOR => {
                if let Some(name) = child.child(field::NAME) {
                    bind_variable(cx, child, name, ty, child.child(field::VALUE));
                }
            }
            _ => {}
        }
    }
    if let Some(name) = name {
        bind_variable(cx, node, name, ty, None);
    }
    Flow::Into
}

fn bind_variable<'t>(
    cx: &mut Cx<'t>,
    statement: Node<'t>,
    name: Node<'t>,
    ty: Option<Node<'t>>,
    value: Option<Node<'t>>,
) {
    cx.claim(name);
    let known = match (ty, value) {
        (Some(ty), _) => cx.typed(Some(ty)),
        (None, Some(value)) => cx.chain(value),
        (None, None) => Receiver::UNKNOWN,
    };
    cx.bind_after(statement, name.text(), known);
}

fn catch<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(parameter) = node.child_of_kind(CATCH_PARAMETER)
        && let Some(name) = parameter.child(field::NAME)
    {
        cx.claim(name);
        let known = cx.typed(parameter.child(field::TYPE));
        cx.bind(name.text(), known);
    }
    Flow::Into
}

fn for_in<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let mut parts = node.named_children();
    if let (Some(name), Some(collection)) = (parts.next(), parts.next())
        && name.kind() == IDENTIFIER
    {
        cx.claim(name);
        let collection_value = cx.chain(collection);
        let known = cx.element_of(collection_value);
        cx.bind_after(collection, name.text(), known);
    }
    Flow::Into
}

/// In the branch that tests a name's type, the name has that type.
fn block<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let test = node.parent().filter(|parent| parent.kind() == IF && node.field() == field::CONSEQUENCE);
    if let Some(test) = test.and_then(|parent| parent.child(field::CONDITION)).filter(|test| test.kind() == INSTANCEOF)
        && let (Some(name), Some(ty)) = (test.child(field::VALUE), test.child(field::TYPE))
        && name.kind() == IDENTIFIER
    {
        let known = cx.typed(Some(ty));
        cx.bind(name.text(), known);
    }
    Flow::Into
}

fn closure<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    match node.child_of_kind(CLOSURE_PARAMETERS) {
        Some(list) => bind_parameters(cx, list),
        None => cx.bind("it", Receiver::UNKNOWN),
    }
    Flow::Into
}

fn claim_name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.claim(name);
    }
    Flow::Into
}

fn claim_label<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(label) = node.child(field::LABEL) {
        cx.claim(label);
    }
    Flow::Into
}

fn claim_key<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(key) = node.child(field::KEY) {
        cx.claim(key);
    }
    Flow::Into
}

fn annotation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        let (receiver, last) = cx.free_path(name.text());
        let args = node.child(field::ARGUMENTS).map_or(0, |list| list.named_children().count());
        cx.claim_all(name);
        cx.call_named(name, last, receiver, CallKind::Decorator, u8::try_from(args).ok());
    }
    Flow::Into
}

fn identifier_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match node.text() {
        "this" if !cx.is_local("this") => Shape::Root(Root::SelfValue),
        "super" => Shape::Root(Root::Super),
        _ => Shape::Name(node),
    }
}

fn qualified_type<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if !cx.is_claimed(node) {
        let (receiver, last) = cx.free_path(node.text());
        cx.reference_named(node, last, receiver, RefKind::Type);
    }
    Flow::Over
}

/// Returns whether a closure follows, as an argument of the call that ends before it.
fn is_followed_by_closure<'t>(cx: &Cx<'t>, expression: Node<'t>) -> bool {
    let statement = expression.parent().filter(|parent| parent.kind() == EXPRESSION_STATEMENT);
    let next = statement
        .and_then(|statement| cx.tree().node(statement.next()).filter(|next| next.parent() == statement.parent()));
    next.is_some_and(|next| {
        next.kind() == EXPRESSION_STATEMENT
            && next.row() == expression.last_row()
            && next.first_named().is_some_and(|first| first.kind() == CLOSURE)
    })
}

fn field_access<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if !cx.is_claimed(node)
        && is_followed_by_closure(cx, node)
        && let Shape::Member { object, name } = cx.shape(node)
    {
        cx.claim(name);
        let receiver = cx.chain(object);
        cx.call(name, receiver, CallKind::Call, Some(1));
        return Flow::Into;
    }
    cx.use_at(node, RefKind::Value);
    Flow::Into
}

fn invocation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(function) = node.child(field::FUNCTION) else { return Flow::Into };
    let args = cx.count_args(node).map(|args| args.saturating_add(u8::from(is_followed_by_closure(cx, node))));
    if function.kind() == IDENTIFIER && matches!(function.text(), "super" | "this") {
        call_constructor(cx, node, function, args);
        return Flow::Into;
    }
    call(cx, function, args);
    Flow::Into
}

fn call<'t>(cx: &mut Cx<'t>, function: Node<'t>, args: Option<u8>) {
    let Some((object, name)) = cx.callee(function) else { return };
    cx.claim(function);
    cx.claim(name);
    if object.is_none() && cx.is_builtin(name.text()) {
        return;
    }
    if let Some(receiver) = cx.receiver(object, name) {
        cx.call(name, receiver, CallKind::Call, args);
    }
}

/// `super(...)` and `this(...)` of a constructor.
fn call_constructor<'t>(cx: &mut Cx<'t>, node: Node<'t>, word: Node<'t>, args: Option<u8>) {
    let mut outer = node.parent();
    while let Some(at) = outer.filter(|at| !matches!(at.kind(), CLASS | ENUM)) {
        outer = at.parent();
    }
    let Some(class) = outer else { return };
    let base = class.child_of_kind(SUPERCLASS).and_then(Node::first_named);
    let named = if word.text() == "this" { class.child(field::NAME) } else { base };
    if let Some(named) = named {
        let last = named.text().split('<').next().unwrap_or("");
        cx.call_named(word, last, Receiver::BARE, CallKind::Construct, args);
    }
}

/// `name argument` calls without parentheses.
fn command<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(function) = node.child(field::RECEIVER) {
        let args = node.children_with(field::ARGUMENT).count();
        call(cx, function, u8::try_from(args).ok());
    }
    Flow::Into
}

/// `object.&name` and `Type::name` hand a method on.
fn method_pointer<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let object = node.child(field::OBJECT).or_else(|| node.child(field::TARGET));
    let name = node.child(field::METHOD).or_else(|| node.child(field::NAME));
    if let (Some(object), Some(name)) = (object, name) {
        cx.claim(name);
        let receiver = cx.chain(object);
        cx.call(name, receiver, CallKind::Value, None);
    }
    Flow::Into
}

fn construct<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(ty) = node.child(field::TYPE) {
        let named = ty.child(field::BASE).unwrap_or(ty);
        let (receiver, last) = cx.free_path(named.text());
        let args = cx.count_args(node);
        cx.claim_all(named);
        if !cx.is_builtin(last) {
            cx.call_named(named, last, receiver, CallKind::Construct, args);
        }
    }
    Flow::Into
}
