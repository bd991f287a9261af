//! Owns what Zig's syntax means: containers bound to constants, functions, imported files.

use graphicle_engine::facts::{CallKind, ImportKind, Name, Params, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Place};
use crate::spec::{Flow, Rule, Shape, ShapeRule, Spec, TypeRule, TypeShape};
use crate::syntax::{Field, Kind, field, kinds};
use crate::tree::Node;
use crate::types::dotted;

kinds! {
    ARGUMENTS = "arguments",
    ARRAY_TYPE = "array_type",
    ASSIGNMENT = "assignment_expression",
    BINARY = "binary_expression",
    BLOCK = "block",
    BLOCK_LABEL = "block_label",
    BREAK_LABEL = "break_label",
    BUILTIN_FUNCTION = "builtin_function",
    BUILTIN_IDENTIFIER = "builtin_identifier",
    BUILTIN_TYPE = "builtin_type",
    CALL = "call_expression",
    CALLING_CONVENTION = "calling_convention",
    CATCH = "catch_expression",
    COMMENT = "comment",
    CONST = "const",
    CONTAINER_FIELD = "container_field",
    DEREFERENCE = "dereference_expression",
    ENUM = "enum_declaration",
    EQUALS = "=",
    ERROR_SET = "error_set_declaration",
    ERROR_TYPE = "error_type",
    ERROR_UNION = "error_union_type",
    EXPORT = "export",
    FIELD = "field_expression",
    FOR_EXPRESSION = "for_expression",
    FOR_STATEMENT = "for_statement",
    FUNCTION = "function_declaration",
    IDENTIFIER = "identifier",
    IF_EXPRESSION = "if_expression",
    IF_STATEMENT = "if_statement",
    INDEX = "index_expression",
    INITIALIZER_LIST = "initializer_list",
    MULTILINE_STRING = "multiline_string",
    NULLABLE = "nullable_type",
    NULL_COERCION = "null_coercion_expression",
    OPAQUE = "opaque_declaration",
    PARAMETER = "parameter",
    PARAMETERS = "parameters",
    PARENTHESIZED = "parenthesized_expression",
    PAYLOAD = "payload",
    POINTER = "pointer_type",
    PUB = "pub",
    REST = "...",
    RETURN = "return_expression",
    SLICE_TYPE = "slice_type",
    STRING = "string",
    STRUCT = "struct_declaration",
    STRUCT_INITIALIZER = "struct_initializer",
    SWITCH_CASE = "switch_case",
    TEST = "test_declaration",
    TRY = "try_expression",
    UNARY = "unary_expression",
    UNION = "union_declaration",
    USING_NAMESPACE = "using_namespace_declaration",
    VAR = "var",
    VARIABLE = "variable_declaration",
    WHILE_EXPRESSION = "while_expression",
    WHILE_STATEMENT = "while_statement",
}

/// Zig.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (BLOCK, Rule::Scope),
        (BLOCK_LABEL, Rule::Leaf),
        (BREAK_LABEL, Rule::Leaf),
        (BUILTIN_FUNCTION, Rule::Hook(builtin)),
        (BUILTIN_TYPE, Rule::Leaf),
        (CALL, Rule::Hook(call)),
        (CALLING_CONVENTION, Rule::Drop),
        (COMMENT, Rule::Comment),
        (CONTAINER_FIELD, Rule::Hook(container_field)),
        (ERROR_TYPE, Rule::Leaf),
        (FIELD, Rule::Hook(member)),
        (FUNCTION, Rule::Hook(function)),
        (IDENTIFIER, Rule::Use(RefKind::Value)),
        (MULTILINE_STRING, Rule::Leaf),
        (PARAMETER, Rule::Hook(parameter)),
        (PAYLOAD, Rule::Hook(payload)),
        (STRUCT_INITIALIZER, Rule::Hook(initializer)),
        (SWITCH_CASE, Rule::Scope),
        (TEST, Rule::Hook(test)),
        (USING_NAMESPACE, Rule::Hook(using_namespace)),
        (VARIABLE, Rule::Hook(variable)),
    ],
    shapes: &[
        (BINARY, ShapeRule::Through(field::LEFT)),
        (BUILTIN_FUNCTION, ShapeRule::Hook(builtin_shape)),
        (CALL, ShapeRule::Call(field::FUNCTION)),
        (CATCH, ShapeRule::Through(Field::NONE)),
        (DEREFERENCE, ShapeRule::Through(Field::NONE)),
        (FIELD, ShapeRule::Hook(member_shape)),
        (IDENTIFIER, ShapeRule::Name),
        (INDEX, ShapeRule::Element(field::OBJECT)),
        (NULL_COERCION, ShapeRule::Through(Field::NONE)),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
        (STRUCT_INITIALIZER, ShapeRule::Typed(Field::NONE)),
        (TRY, ShapeRule::Through(Field::NONE)),
        (UNARY, ShapeRule::Through(Field::NONE)),
    ],
    types: &[
        (
            ARRAY_TYPE,
            TypeRule::Hook(|node| node.named_children().last().map_or(TypeShape::Unknown, TypeShape::Collection)),
        ),
        (CALL, TypeRule::Hook(generic)),
        (ERROR_UNION, TypeRule::Through(field::OK)),
        (FIELD, TypeRule::Named),
        (IDENTIFIER, TypeRule::Named),
        (NULLABLE, TypeRule::Through(Field::NONE)),
        (PARENTHESIZED, TypeRule::Through(Field::NONE)),
        (POINTER, TypeRule::Hook(|node| node.named_children().last().map_or(TypeShape::Unknown, TypeShape::Through))),
        (
            SLICE_TYPE,
            TypeRule::Hook(|node| node.named_children().last().map_or(TypeShape::Unknown, TypeShape::Collection)),
        ),
    ],
    value_parents: &[ASSIGNMENT, CALL, INITIALIZER_LIST, RETURN],
    value_wrappers: &[],
    collections: &[
        "ArrayHashMap",
        "ArrayList",
        "ArrayListUnmanaged",
        "AutoArrayHashMap",
        "AutoHashMap",
        "AutoHashMapUnmanaged",
        "BoundedArray",
        "HashMap",
        "MultiArrayList",
        "SegmentedList",
        "StringArrayHashMap",
        "StringHashMap",
        "StringHashMapUnmanaged",
    ],
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_zig::LANGUAGE.into(), KINDS)
};

/// `?*List(u8)` is read as a call of `?*List`.
fn generic(node: Node<'_>) -> TypeShape<'_> {
    let mut function = node.child(field::FUNCTION);
    while let Some(outer) = function.filter(|function| matches!(function.kind(), NULLABLE | POINTER)) {
        function = outer.named_children().last();
    }
    function.map_or(TypeShape::Unknown, |function| TypeShape::Generic(function, node))
}

fn exported(node: Node<'_>) -> bool {
    node.child_of_kind(PUB).is_some() || node.child_of_kind(EXPORT).is_some()
}

/// The name and the value of `const name = value`; `None` for an assignment, which the grammar calls a declaration too.
fn declaration(node: Node<'_>) -> Option<(Node<'_>, Option<Node<'_>>)> {
    node.child_of_kind(CONST).or_else(|| node.child_of_kind(VAR))?;
    let name = node.first_named().filter(|name| name.kind() == IDENTIFIER)?;
    let value = node.children().skip_while(|child| child.kind() != EQUALS).find(|child| child.is_named());
    Some((name, value))
}

fn variable<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some((name, value)) = declaration(node) else { return Flow::Into };
    if let Some(ty) = node.child(field::TYPE) {
        type_use(cx, ty);
    }
    if let Some((path, member)) = value.and_then(imported) {
        cx.claim(name);
        let local = name.text();
        match member {
            Some(member) => cx.import(node.row(), ImportKind::Module, path, &[(Some(member), local)]),
            None => cx.import(node.row(), ImportKind::Module, path, &[(None, local)]),
        }
        return Flow::Over;
    }
    if let Some(kind) = value.and_then(|value| container_kind(value.kind())) {
        return container(cx, node, name, value, kind);
    }
    if cx.place() == Place::Function {
        return local(cx, node, value);
    }
    if value.is_some_and(is_this) {
        cx.claim(name);
        return Flow::Over;
    }
    let known = declared(cx, node, value);
    let alias = node.child(field::TYPE).is_none()
        && name.text().starts_with(char::is_uppercase)
        && value.is_some_and(|value| matches!(value.kind(), CALL | FIELD | IDENTIFIER));
    let kind = match node.child_of_kind(VAR) {
        Some(_) => SymbolKind::Variable,
        None if alias => SymbolKind::TypeAlias,
        None => SymbolKind::Constant,
    };
    let mut def = cx.def(kind, node, name);
    def.ty = match (known.root, known.steps.as_slice()) {
        _ if alias => value.and_then(|value| cx.ty(value)),
        (Root::Typed(ty), []) => Some(ty),
        _ => None,
    };
    if exported(node) {
        def.mark(SymbolFlags::EXPORTED);
    }
    let sym = cx.define(def);
    cx.attribute_to(node, sym);
    if let Some(value) = value.filter(|_| alias) {
        type_use(cx, value);
    }
    Flow::Into
}

fn local<'t>(cx: &mut Cx<'t>, node: Node<'t>, value: Option<Node<'t>>) -> Flow {
    let mut known = declared(cx, node, value);
    let names = node.named_children().take_while(|child| child.kind() == IDENTIFIER && Some(*child) != value);
    let names: Vec<Node<'t>> = names.filter(|child| child.field() != field::TYPE).collect();
    if names.len() > 1 {
        known = Receiver::UNKNOWN;
    }
    for name in names {
        cx.claim(name);
        cx.bind_after(node, name.text(), known.clone());
    }
    Flow::Into
}

fn declared<'t>(cx: &mut Cx<'t>, node: Node<'t>, value: Option<Node<'t>>) -> Receiver {
    match (node.child(field::TYPE), value) {
        (Some(ty), _) => cx.typed(Some(ty)),
        (None, Some(value)) => cx.chain(value),
        (None, None) => Receiver::UNKNOWN,
    }
}

fn container_kind(kind: Kind) -> Option<SymbolKind> {
    match kind {
        STRUCT | UNION | OPAQUE => Some(SymbolKind::Struct),
        ENUM | ERROR_SET => Some(SymbolKind::Enum),
        _ => None,
    }
}

fn container<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>, value: Option<Node<'t>>, kind: SymbolKind) -> Flow {
    let mut def = cx.def(kind, node, name);
    if exported(node) {
        def.mark(SymbolFlags::EXPORTED);
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    for member in value.filter(|value| value.kind() == ERROR_SET).into_iter().flat_map(Node::named_children) {
        let def = cx.def(SymbolKind::EnumMember, member, member);
        cx.define(def);
    }
    Flow::Into
}

fn container_field<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let in_enum = node.parent().is_some_and(|parent| parent.kind() == ENUM);
    if name.text() == "_" {
        cx.claim(name);
        return Flow::Into;
    }
    let mut def = cx.def(if in_enum { SymbolKind::EnumMember } else { SymbolKind::Field }, node, name);
    let ty = node.child(field::TYPE);
    def.ty = ty.and_then(|ty| cx.ty(ty));
    def.mark(SymbolFlags::EXPORTED);
    let sym = cx.define(def);
    cx.attribute_to(node, sym);
    if let Some(ty) = ty {
        type_use(cx, ty);
    }
    Flow::Into
}

/// The path of `@import("path")`, and the one member that is taken of it.
fn imported(value: Node<'_>) -> Option<(&str, Option<&str>)> {
    let (call, member) = match value.kind() {
        FIELD => (value.child(field::OBJECT)?, value.child(field::MEMBER).map(Node::text)),
        _ => (value, None),
    };
    path_of(call, &["@import"]).map(|path| (path, member))
}

fn path_of<'t>(call: Node<'t>, functions: &[&str]) -> Option<&'t str> {
    let function = call.child_of_kind(BUILTIN_IDENTIFIER).filter(|_| call.kind() == BUILTIN_FUNCTION)?;
    let first = call.child_of_kind(ARGUMENTS)?.first_named().filter(|first| first.kind() == STRING)?;
    functions.contains(&function.text()).then(|| first.text().trim_matches('"'))
}

fn builtin<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(path) = path_of(node, &["@import"]) {
        cx.import(node.row(), ImportKind::Module, path, &[]);
    } else if let Some(path) = path_of(node, &["@embedFile", "@cInclude"]) {
        cx.import(node.row(), ImportKind::Include, path, &[]);
    }
    Flow::Into
}

fn using_namespace<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(path) = node.first_named().and_then(|call| path_of(call, &["@import"])) else { return Flow::Into };
    let kind = if node.child_of_kind(PUB).is_some() { ImportKind::ReexportAll } else { ImportKind::Wildcard };
    cx.import(node.row(), kind, path, &[]);
    Flow::Over
}

fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let list = node.child_of_kind(PARAMETERS);
    let receiver = list.and_then(Node::first_named).filter(|first| is_receiver(cx, node, *first));
    let made = makes_type(node);
    let kind = match (made, cx.place()) {
        (Some(made), _) => made,
        (None, Place::File) if receiver.is_some() => SymbolKind::Method,
        (None, _) => SymbolKind::Function,
    };
    let mut def = cx.def(kind, node, name);
    if exported(node) {
        def.mark(SymbolFlags::EXPORTED);
    }
    if node.child(field::BODY).is_none() {
        def.mark(SymbolFlags::DECLARATION);
    }
    if def.kind == SymbolKind::Method && receiver.is_none() {
        def.mark(SymbolFlags::STATIC);
    }
    if def.name == "main" && def.container.is_none() {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    def.params = Some(params(list, receiver.is_some()));
    let ty = node.child(field::TYPE);
    def.ty = ty.and_then(|ty| cx.ty(ty));
    let sym = cx.define(def);
    cx.open(node, sym, if made.is_some() { Place::Type } else { Place::Function });
    for parameter in list.into_iter().flat_map(Node::named_children) {
        let Some(name) = parameter.child(field::NAME) else { continue };
        let known = if receiver == Some(parameter) {
            Receiver { root: Root::SelfValue, steps: Vec::new() }
        } else {
            cx.typed(parameter.child(field::TYPE))
        };
        cx.bind(name.text(), known);
    }
    if let Some(ty) = ty {
        type_use(cx, ty);
    }
    Flow::Into
}

fn params(list: Option<Node<'_>>, has_receiver: bool) -> Params {
    let mut params = Params { min: 0, max: 0 };
    for parameter in list.into_iter().flat_map(Node::named_children).skip(usize::from(has_receiver)) {
        if parameter.child_of_kind(REST).is_some() {
            params.max = u8::MAX;
        } else {
            params.min = params.min.saturating_add(1);
            params.max = params.max.saturating_add(1);
        }
    }
    params
}

/// A function that returns `type` and a container is a generic type.
fn makes_type(node: Node<'_>) -> Option<SymbolKind> {
    let ty = node.child(field::TYPE)?;
    if ty.text() != "type" {
        return None;
    }
    node.child(field::BODY)?
        .subtree()
        .filter(|below| below.kind() == RETURN)
        .last()?
        .first_named()
        .and_then(|made| container_kind(made.kind()))
}

/// Returns whether a function's first parameter is the value whose method the function is.
fn is_receiver<'t>(cx: &Cx<'t>, function: Node<'t>, parameter: Node<'t>) -> bool {
    let Some(mut ty) = parameter.child(field::TYPE) else { return false };
    if ty.kind() == POINTER {
        match ty.named_children().last() {
            Some(inner) => ty = inner,
            None => return false,
        }
    }
    if is_this(ty) || ty.text() == "Self" {
        return true;
    }
    let text = ty.text().split('(').next().unwrap_or("");
    let own = cx.type_around().is_some_and(|own| cx.name_text(own).rsplit('.').next() == Some(text));
    let is_alias = |sibling: Node<'t>| {
        declaration(sibling).is_some_and(|(name, value)| name.text() == text && value.is_some_and(is_this))
    };
    own || function.parent().is_some_and(|around| around.children_of_kind(VARIABLE).any(is_alias))
}

fn is_this(node: Node<'_>) -> bool {
    node.kind() == BUILTIN_FUNCTION && node.child_of_kind(BUILTIN_IDENTIFIER).is_some_and(|name| name.text() == "@This")
}

fn parameter<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.claim(name);
    }
    if let Some(ty) = node.child(field::TYPE) {
        type_use(cx, ty);
    }
    Flow::Into
}

/// Records the names in a type as types.
fn type_use<'t>(cx: &mut Cx<'t>, ty: Node<'t>) {
    for below in ty.subtree() {
        if cx.is_claimed(below) {
            continue;
        }
        match below.kind() {
            // A generic type's use is no call of its function.
            CALL => cx.claim(below),
            FIELD => {
                let path = dotted(below.text());
                if below.subtree().all(|part| matches!(part.kind(), FIELD | IDENTIFIER)) {
                    let (receiver, name) = cx.free_path(&path);
                    cx.reference_named(below, name, receiver, RefKind::Type);
                    cx.claim_all(below);
                }
            }
            IDENTIFIER if below.text() != "_" => {
                cx.claim(below);
                if !cx.is_local(below.text()) && !cx.is_module(below.text()) && below.text() != "Self" {
                    cx.reference(below, Receiver::BARE, RefKind::Type);
                }
            }
            _ => {}
        }
    }
}

fn initializer<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(ty) = node.first_named().filter(|ty| matches!(ty.kind(), CALL | FIELD | IDENTIFIER)) else {
        return Flow::Into;
    };
    if ty.kind() == CALL {
        cx.claim(ty);
    }
    let name: Option<Name> = cx.ty(ty);
    if let Some(leaf) = cx.type_leaf(ty).filter(|_| name.is_some() && ty.text() != "Self") {
        let path = dotted(leaf.text());
        let (receiver, last) = cx.free_path(&path);
        cx.call_named(leaf, last, receiver, CallKind::Construct, None);
        cx.claim_all(leaf);
    }
    Flow::Into
}

/// `|name|` after a condition, a loop's head, a switch's case or an error's catch.
fn payload<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(parent) = node.parent() else { return Flow::Over };
    let first = parent.named_children().next() != Some(node) && parent.children_of_kind(PAYLOAD).next() == Some(node);
    cx.open_block(parent);
    let mut values = parent.named_children();
    for name in node.named_children().filter(|name| name.kind() == IDENTIFIER) {
        let known = match parent.kind() {
            IF_STATEMENT | IF_EXPRESSION | WHILE_STATEMENT | WHILE_EXPRESSION if first => {
                match parent.child(field::CONDITION) {
                    Some(condition) => cx.chain(condition),
                    None => Receiver::UNKNOWN,
                }
            }
            FOR_STATEMENT | FOR_EXPRESSION => match values.next().filter(|value| *value != node) {
                Some(value) => {
                    let collection = cx.chain(value);
                    cx.element_of(collection)
                }
                None => Receiver::UNKNOWN,
            },
            _ => Receiver::UNKNOWN,
        };
        cx.bind(name.text(), known);
    }
    Flow::Over
}

fn test<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let named =
        |name: &Node<'t>| matches!(name.kind(), IDENTIFIER | STRING) && !name.text().trim_matches('"').is_empty();
    let name = node.first_named().filter(named);
    let mut def = cx.def(SymbolKind::Test, node, name.unwrap_or(node));
    def.name = name.map_or("test", |name| name.text().trim_matches('"'));
    def.mark(SymbolFlags::TEST);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    Flow::Into
}

fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if cx.is_claimed(node) {
        return Flow::Into;
    }
    let args = node.named_children().filter(|child| child.field() != field::FUNCTION).count();
    cx.call_with(node, CallKind::Call, u8::try_from(args).ok());
    Flow::Into
}

/// `.name` without an object is a value of an enumeration, or a field that is given a value.
fn member<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.child(field::OBJECT).is_none() {
        return Flow::Over;
    }
    cx.use_at(node, RefKind::Value);
    if let Some(member) = node.child(field::MEMBER) {
        cx.claim(member);
    }
    Flow::Into
}

fn member_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match (node.child(field::OBJECT), node.child(field::MEMBER)) {
        (Some(object), Some(name)) => Shape::Member { object, name },
        _ => Shape::Unknown,
    }
}

fn builtin_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    if is_this(node) {
        return Shape::Root(Root::SelfType);
    }
    let is_as = node.child_of_kind(BUILTIN_IDENTIFIER).is_some_and(|name| name.text() == "@as");
    match node.child_of_kind(ARGUMENTS).and_then(Node::first_named).filter(|_| is_as) {
        Some(ty) => Shape::Typed(ty),
        None => Shape::Unknown,
    }
}
