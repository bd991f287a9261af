//! Owns what Godot's script syntax means, in the forms of Godot 3 and 4: a script is a class, named or not.

use graphicle_engine::facts::{CallKind, ImportKind, Name, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Place};
use crate::spec::{Flow, ParamRule, Rule, Shape, ShapeRule, Spec, TypeRule};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;
use crate::types::dotted;

kinds! {
    ANNOTATION = "annotation",
    ANNOTATIONS = "annotations",
    ARGUMENTS = "arguments",
    ARRAY = "array",
    AS = "as",
    ASSIGNMENT = "assignment",
    ATTRIBUTE = "attribute",
    ATTRIBUTE_CALL = "attribute_call",
    ATTRIBUTE_SUBSCRIPT = "attribute_subscript",
    AWAIT = "await_expression",
    BASE_CALL = "base_call",
    BINARY = "binary_operator",
    BODY = "body",
    CALL = "call",
    CLASS = "class_definition",
    CLASS_NAME = "class_name_statement",
    COMMENT = "comment",
    CONST = "const_statement",
    CONSTRUCTOR = "constructor_definition",
    DEFAULT_PARAMETER = "default_parameter",
    ENUM = "enum_definition",
    ENUMERATOR = "enumerator",
    ENUMERATOR_LIST = "enumerator_list",
    EXPORT_VARIABLE = "export_variable_statement",
    EXTENDS = "extends_statement",
    FOR = "for_statement",
    FUNCTION = "function_definition",
    GETTER = "getter",
    GET_NODE = "get_node",
    IDENTIFIER = "identifier",
    INIT = "_init",
    LAMBDA = "lambda",
    NAME = "name",
    ONREADY_VARIABLE = "onready_variable_statement",
    PAIR = "pair",
    PARENTHESIZED = "parenthesized_expression",
    PATTERN_BINDING = "pattern_binding",
    PATTERN_SECTION = "pattern_section",
    SETGET = "setget",
    SETTER = "setter",
    SET_BODY = "set_body",
    GET_BODY = "get_body",
    SIGNAL = "signal_statement",
    SOURCE = "source",
    STATIC = "static_keyword",
    STRING = "string",
    SUBSCRIPT = "subscript",
    SUBSCRIPT_ARGUMENTS = "subscript_arguments",
    TYPE = "type",
    TYPED_DEFAULT_PARAMETER = "typed_default_parameter",
    TYPED_PARAMETER = "typed_parameter",
    VARIABLE = "variable_statement",
    VARIADIC_PARAMETER = "variadic_parameter",
}

/// Godot's script language.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ANNOTATION, Rule::Hook(annotation)),
        (ATTRIBUTE, Rule::Use(RefKind::Value)),
        (ANNOTATIONS, Rule::Skip),
        (ATTRIBUTE_CALL, Rule::Hook(attribute_call)),
        (BASE_CALL, Rule::Hook(base_call)),
        (BODY, Rule::Scope),
        (CALL, Rule::Hook(call)),
        (CLASS, Rule::Hook(class)),
        (CLASS_NAME, Rule::Skip),
        (COMMENT, Rule::Comment),
        (CONST, Rule::Hook(variable)),
        (CONSTRUCTOR, Rule::Hook(function)),
        (ENUM, Rule::Hook(enumeration)),
        (EXPORT_VARIABLE, Rule::Hook(variable)),
        (EXTENDS, Rule::Skip),
        (FOR, Rule::Hook(for_loop)),
        (FUNCTION, Rule::Hook(function)),
        (GETTER, Rule::Hook(accessor)),
        (GET_BODY, Rule::Scope),
        (GET_NODE, Rule::Leaf),
        (IDENTIFIER, Rule::Use(RefKind::Value)),
        (LAMBDA, Rule::Hook(lambda)),
        (ONREADY_VARIABLE, Rule::Hook(variable)),
        (PATTERN_BINDING, Rule::Hook(pattern)),
        (PATTERN_SECTION, Rule::Scope),
        (SETTER, Rule::Hook(accessor)),
        (SET_BODY, Rule::Hook(set_body)),
        (SIGNAL, Rule::Hook(signal)),
        (SOURCE, Rule::Hook(script)),
        (STRING, Rule::Leaf),
        (TYPE, Rule::Hook(type_use)),
        (VARIABLE, Rule::Hook(variable)),
    ],
    shapes: &[
        (
            ATTRIBUTE,
            ShapeRule::Hook(|cx, node| node.named_children().last().map_or(Shape::Unknown, |last| link(cx, last))),
        ),
        (ATTRIBUTE_CALL, ShapeRule::Hook(link)),
        (ATTRIBUTE_SUBSCRIPT, ShapeRule::Element(Field::NONE)),
        (AWAIT, ShapeRule::Through(Field::NONE)),
        (BASE_CALL, ShapeRule::Hook(link)),
        (BINARY, ShapeRule::Hook(cast)),
        (CALL, ShapeRule::Hook(call_shape)),
        (IDENTIFIER, ShapeRule::Hook(link)),
        (NAME, ShapeRule::Name),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
        (SUBSCRIPT, ShapeRule::Element(Field::NONE)),
    ],
    types: &[
        (ATTRIBUTE, TypeRule::Named),
        (IDENTIFIER, TypeRule::Named),
        (SUBSCRIPT, TypeRule::GenericChild(SUBSCRIPT_ARGUMENTS)),
        (TYPE, TypeRule::Through(Field::NONE)),
    ],
    params: &[
        (DEFAULT_PARAMETER, ParamRule::Optional),
        (IDENTIFIER, ParamRule::One),
        (TYPED_DEFAULT_PARAMETER, ParamRule::Optional),
        (TYPED_PARAMETER, ParamRule::One),
        (VARIADIC_PARAMETER, ParamRule::Rest),
    ],
    value_parents: &[ARGUMENTS, ARRAY, ASSIGNMENT, PAIR, VARIABLE],
    builtins: &[
        "Array",
        "Callable",
        "Color",
        "Dictionary",
        "INF",
        "NAN",
        "NodePath",
        "PI",
        "String",
        "StringName",
        "TAU",
        "Variant",
        "Vector2",
        "Vector3",
        "abs",
        "assert",
        "bool",
        "ceil",
        "clamp",
        "cos",
        "deg2rad",
        "float",
        "floor",
        "int",
        "is_instance_valid",
        "len",
        "lerp",
        "load",
        "max",
        "min",
        "preload",
        "print",
        "printerr",
        "push_error",
        "push_warning",
        "randf",
        "randi",
        "range",
        "round",
        "sign",
        "sin",
        "sqrt",
        "str",
        "typeof",
        "void",
        "weakref",
        "yield",
    ],
    value_wrappers: &[],
    collections: &["Array", "Dictionary"],
    exported: Some(|_, def| !def.name.starts_with('_')),
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_gdscript::LANGUAGE.into(), KINDS)
};

fn annotation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.attribute(node);
    Flow::Over
}

/// A script with `class_name` is that class; without it, its members belong to the file.
fn script<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let named = node.child_of_kind(CLASS_NAME);
    let extends = node.child_of_kind(EXTENDS).or_else(|| named?.child(field::EXTENDS));
    let Some(name) = named.and_then(|named| named.child(field::NAME)) else {
        extends_of(cx, extends);
        return Flow::Into;
    };
    let def = cx.def(SymbolKind::Class, node, name);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    let bases = extends_of(cx, extends).into_iter().collect();
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    Flow::Into
}

/// Returns the base class where a name tells it; a path in quotes is an import.
fn extends_of<'t>(cx: &mut Cx<'t>, extends: Option<Node<'t>>) -> Option<Name> {
    let extends = extends?;
    let what = extends.first_named()?;
    if what.kind() == STRING {
        cx.import(extends.row(), ImportKind::Include, unquoted(what), &[]);
        return None;
    }
    cx.base(what)
}

fn unquoted(string: Node<'_>) -> &str {
    string.text().trim_matches(['"', '\''])
}

fn class<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let def = cx.def(SymbolKind::Class, node, name);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    let bases = extends_of(cx, node.child(field::EXTENDS)).into_iter().collect();
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    Flow::Into
}

fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let name = node.child(field::NAME).or_else(|| node.child_of_kind(INIT));
    let Some(name) = name else { return lambda(cx, node) };
    let mut def = cx.def(SymbolKind::Function, node, name);
    def.ty = node.child(field::RETURN_TYPE).and_then(|ty| cx.ty(ty)).filter(|ty| cx.name_text(*ty) != "void");
    def.params = node.child(field::PARAMETERS).map(|list| cx.count_params(list));
    if node.child_of_kind(STATIC).is_some() {
        def.mark(SymbolFlags::STATIC);
    }
    if node.child(field::BODY).is_none() {
        def.mark(SymbolFlags::DECLARATION);
    }
    if def.name == "_init" {
        def.kind = SymbolKind::Constructor;
    }
    let base = base_around(node);
    if def.name.starts_with("test_") && (cx.file_name().contains("test") || base.to_ascii_lowercase().contains("test"))
    {
        def.mark(SymbolFlags::TEST);
    }
    // A main loop's script is run from the command line.
    if matches!(base, "MainLoop" | "SceneTree") && matches!(def.name, "_init" | "_initialize") {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    bind_parameters(cx, node);
    Flow::Into
}

/// Returns what the class around a definition extends, as written.
fn base_around(node: Node<'_>) -> &str {
    let mut around = node.parent();
    while let Some(node) = around.filter(|node| !matches!(node.kind(), CLASS | SOURCE)) {
        around = node.parent();
    }
    let Some(class) = around else { return "" };
    let named = class.child_of_kind(CLASS_NAME).and_then(|named| named.child(field::EXTENDS));
    let extends = class.child(field::EXTENDS).or_else(|| class.child_of_kind(EXTENDS)).or(named);
    extends.and_then(Node::first_named).map_or("", unquoted)
}

fn lambda<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    bind_parameters(cx, node);
    Flow::Into
}

fn bind_parameters<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    for parameter in node.child(field::PARAMETERS).into_iter().flat_map(Node::named_children) {
        let name = if parameter.kind() == IDENTIFIER { Some(parameter) } else { parameter.first_named() };
        let known = declared(cx, parameter);
        if let Some(name) = name {
            cx.claim(name);
            cx.bind(name.text(), known);
        }
    }
}

/// Returns what a declaration tells of its value: by its type, or by the value itself.
fn declared<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Receiver {
    match (node.child_of_kind(TYPE), node.child(field::VALUE)) {
        (Some(ty), _) => cx.typed(Some(ty)),
        (None, Some(value)) => cx.chain(value),
        (None, None) => Receiver::UNKNOWN,
    }
}

fn set_body<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let list = node.child(field::PARAMETERS).or_else(|| node.first_named());
    for name in list.into_iter().flat_map(|list| list.children_of_kind(IDENTIFIER)) {
        cx.claim(name);
        cx.bind(name.text(), Receiver::UNKNOWN);
    }
    Flow::Into
}

fn variable<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let value = node.child(field::VALUE);
    let script = value.and_then(loaded).filter(|path| is_script(path));
    let known = declared(cx, node);
    if cx.place() == Place::Function {
        cx.bind_after(node, name.text(), known);
        return Flow::Into;
    }
    if node.kind() == CONST && script.is_some() {
        // A constant that is a script stands for its class, as an import does.
        return Flow::Into;
    }
    let kind = if node.kind() == CONST { SymbolKind::Constant } else { SymbolKind::Variable };
    let mut def = cx.def(kind, node, name);
    if node.child_of_kind(STATIC).is_some() {
        def.mark(SymbolFlags::STATIC);
    }
    def.ty = match (known.root, known.steps.as_slice()) {
        (Root::Typed(ty), []) => Some(ty),
        _ => None,
    };
    let accessors = node.child_of_kind(SETGET).is_some();
    if accessors {
        def.kind = SymbolKind::Property;
    }
    let sym = cx.define(def);
    if accessors {
        cx.open(node, sym, Place::Function);
    } else {
        cx.attribute_to(node, sym);
    }
    Flow::Into
}

fn is_script(path: &str) -> bool {
    path.rsplit('.').next() == Some("gd")
}

/// Returns the path that `preload` or `load` is called with.
fn loaded(call: Node<'_>) -> Option<&str> {
    let function = call.first_named().filter(|_| call.kind() == CALL)?;
    let first = call.child(field::ARGUMENTS)?.first_named().filter(|first| first.kind() == STRING)?;
    matches!(function.text(), "load" | "preload").then(|| unquoted(first))
}

/// `setget set_x, get_x` hands the accessors on.
fn accessor<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.call(node, Receiver { root: Root::SelfValue, steps: Vec::new() }, CallKind::Value, None);
    Flow::Over
}

fn signal<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Over };
    let mut def = cx.def(SymbolKind::Event, node, name);
    def.params = node.child(field::PARAMETERS).map(|list| cx.count_params(list));
    let sym = cx.define(def);
    cx.attribute_to(node, sym);
    for parameter in node.child(field::PARAMETERS).into_iter().flat_map(Node::subtree) {
        if parameter.kind() == IDENTIFIER && parameter.parent().is_none_or(|parent| parent.kind() != TYPE) {
            cx.claim(parameter);
        }
    }
    Flow::Into
}

fn enumeration<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let sym = node.child(field::NAME).map(|name| {
        let def = cx.def(SymbolKind::Enum, node, name);
        cx.define(def)
    });
    if let Some(sym) = sym {
        cx.open(node, sym, Place::Type);
    }
    let list = node.child_of_kind(ENUMERATOR_LIST);
    for member in list.into_iter().flat_map(|list| list.children_of_kind(ENUMERATOR)) {
        if let Some(name) = member.child(field::LEFT) {
            let kind = if sym.is_some() { SymbolKind::EnumMember } else { SymbolKind::Constant };
            let def = cx.def(kind, member, name);
            cx.define(def);
        }
    }
    Flow::Into
}

fn for_loop<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let known = match (node.child_of_kind(TYPE), node.child(field::RIGHT)) {
        (Some(ty), _) => cx.typed(Some(ty)),
        (None, Some(right)) => {
            let collection = cx.chain(right);
            cx.element_of(collection)
        }
        (None, None) => Receiver::UNKNOWN,
    };
    cx.open_block(node);
    if let Some(name) = node.child(field::LEFT) {
        cx.claim(name);
        cx.bind(name.text(), known);
    }
    Flow::Into
}

fn pattern<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.first_named() {
        cx.bind(name.text(), Receiver::UNKNOWN);
    }
    Flow::Over
}

fn type_use<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    for below in node.subtree() {
        let in_path = below.parent().is_some_and(|parent| parent.kind() == ATTRIBUTE);
        if below.kind() == ATTRIBUTE {
            let path = dotted(below.text());
            let (receiver, name) = cx.free_path(&path);
            cx.reference_named(below, name, receiver, RefKind::Type);
        } else if below.kind() == IDENTIFIER && !in_path && !cx.is_claimed(below) && !cx.is_builtin(below.text()) {
            cx.reference(below, Receiver::BARE, RefKind::Type);
        }
    }
    Flow::Over
}

fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(function) = node.first_named() else { return Flow::Into };
    if let Some(path) = loaded(node) {
        let target = node.parent().filter(|parent| parent.kind() == CONST && is_script(path));
        match target.and_then(|target| target.child(field::NAME)) {
            Some(name) => cx.import(node.row(), ImportKind::Include, path, &[(None, name.text())]),
            None => cx.import(node.row(), ImportKind::Include, path, &[]),
        }
        return Flow::Over;
    }
    if function.kind() == IDENTIFIER && function.text() == "super" {
        // `super()` calls the base's method of the same name.
        let own = cx.callable().and_then(|sym| cx.symbol_mut(sym)).map(|symbol| symbol.name);
        if let Some(own) = own {
            let name = cx.name_text(own).to_owned();
            let args = cx.count_args(node);
            cx.claim(function);
            cx.call_named(function, &name, Receiver { root: Root::Super, steps: Vec::new() }, CallKind::Call, args);
        }
        return Flow::Into;
    }
    cx.call_at(node, CallKind::Call);
    if function.kind() == IDENTIFIER {
        named_in_text(cx, function.text(), node, None);
    }
    Flow::Into
}

fn attribute_call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(object), Some(name)) = (before(node), node.first_named()) else { return Flow::Into };
    if let Some(class) = made(cx, node) {
        cx.claim(name);
        cx.claim(class);
        let args = cx.count_args(node);
        cx.call(class, Receiver::BARE, CallKind::Construct, args);
        return Flow::Into;
    }
    cx.call_at(node, CallKind::Call);
    named_in_text(cx, name.text(), node, Some(object));
    Flow::Into
}

/// Records the methods and signals that a call names in quotes, as Godot 3 does everywhere.
fn named_in_text<'t>(cx: &mut Cx<'t>, function: &str, call: Node<'t>, object: Option<Node<'t>>) {
    let mut arguments = call.child(field::ARGUMENTS).into_iter().flat_map(Node::named_children);
    let (first, second, third) = (arguments.next(), arguments.next(), arguments.next());
    let own = Receiver { root: Root::SelfValue, steps: Vec::new() };
    let (owner, named) = match function {
        "call" | "call_deferred" | "has_method" => (object, first),
        "Callable" => (first, second),
        "connect" => (second, third),
        "emit_signal" => {
            if let (Some(signal), None) = (first.filter(|first| first.kind() == STRING), object) {
                cx.reference_named(signal, unquoted(signal), own, RefKind::Value);
            }
            return;
        }
        _ => return,
    };
    let Some(named) = named.filter(|named| named.kind() == STRING) else { return };
    let receiver = match owner {
        Some(owner) => cx.chain(owner),
        None => own,
    };
    cx.call_named(named, unquoted(named), receiver, CallKind::Value, None);
}

fn base_call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.first_named() {
        cx.claim(name);
        let args = cx.count_args(node);
        cx.call(name, Receiver { root: Root::Super, steps: Vec::new() }, CallKind::Call, args);
    }
    Flow::Into
}

/// Returns the link before one in `a.b().c`, which the grammar keeps in one flat list.
fn before(link: Node<'_>) -> Option<Node<'_>> {
    link.parent().filter(|parent| parent.kind() == ATTRIBUTE)?;
    link.sibling_before()
}

/// Returns what a link of such a chain is, seen from its start.
fn link<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    if node.kind() != IDENTIFIER {
        if made(cx, node).is_some() {
            return before(node).map_or(Shape::Unknown, Shape::Typed);
        }
        let Some(name) = node.first_named() else { return Shape::Unknown };
        return Shape::Invoke { object: before(node), name };
    }
    let inner =
        node.parent().filter(|parent| parent.kind() == ATTRIBUTE_SUBSCRIPT && parent.first_named() == Some(node));
    match before(inner.unwrap_or(node)) {
        Some(object) => Shape::Member { object, name: node },
        None if node.text() == "self" => Shape::Root(Root::SelfValue),
        None if node.text() == "super" => Shape::Root(Root::Super),
        None => Shape::Name(node),
    }
}

/// Returns the class that `Class.new()` makes a value of.
fn made<'t>(cx: &Cx<'t>, node: Node<'t>) -> Option<Node<'t>> {
    let is_new = node.kind() == ATTRIBUTE_CALL && node.first_named().is_some_and(|name| name.text() == "new");
    let class = before(node).filter(|class| is_new && class.kind() == IDENTIFIER)?;
    (before(class).is_none() && class.text().starts_with(char::is_uppercase) && !cx.is_local(class.text()))
        .then_some(class)
}

fn call_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match node.first_named() {
        Some(name) if name.kind() == IDENTIFIER => Shape::Invoke { object: None, name },
        _ => Shape::Unknown,
    }
}

fn cast<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let is_cast = node.child_of_kind(AS).is_some();
    match node.child(field::RIGHT).filter(|_| is_cast) {
        Some(ty) => Shape::Typed(ty),
        None => Shape::Unknown,
    }
}
