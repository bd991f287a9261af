//! Owns what Julia's syntax means: functions in their three forms, types, modules. Calls have no receivers: which
//! method runs, the types of all arguments decide.

mod functions;

use graphicle_engine::facts::{CallKind, ImportKind, Name, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Place};
use crate::spec::{Flow, Rule, Shape, ShapeRule, Spec, TypeRule};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;

use functions::{arrow, bind_names, define_function, do_clause, function, function_head, positional};

kinds! {
    ABSTRACT = "abstract_definition",
    ARGUMENT_LIST = "argument_list",
    ARROW_FUNCTION = "arrow_function_expression",
    ASSIGNMENT = "assignment",
    BINARY = "binary_expression",
    BLOCK_COMMENT = "block_comment",
    BROADCAST_CALL = "broadcast_call_expression",
    CALL = "call_expression",
    CATCH = "catch_clause",
    CHARACTER = "character_literal",
    COMMAND = "command_literal",
    COMPREHENSION = "comprehension_expression",
    CONST = "const_statement",
    CONTENT = "content",
    CURLY = "curly_expression",
    DO = "do_clause",
    EXPORT = "export_statement",
    FIELD = "field_expression",
    FOR = "for_statement",
    FOR_BINDING = "for_binding",
    FOR_CLAUSE = "for_clause",
    FUNCTION = "function_definition",
    GLOBAL = "global_statement",
    IDENTIFIER = "identifier",
    IMPORT = "import_statement",
    IMPORT_ALIAS = "import_alias",
    INDEX = "index_expression",
    LET = "let_statement",
    LET_BINDING = "let_binding",
    LINE_COMMENT = "line_comment",
    LOCAL = "local_statement",
    MACRO = "macro_definition",
    MACROCALL = "macrocall_expression",
    MACRO_ARGUMENTS = "macro_argument_list",
    MACRO_IDENTIFIER = "macro_identifier",
    MODULE = "module_definition",
    NAMED_ARGUMENT = "named_argument",
    NAMED_FIELD = "named_field",
    OPEN_TUPLE = "open_tuple",
    OPERATOR = "operator",
    PARAMETRIZED = "parametrized_type_expression",
    PARENTHESIZED = "parenthesized_expression",
    PREFIXED_COMMAND = "prefixed_command_literal",
    PREFIXED_STRING = "prefixed_string_literal",
    PRIMITIVE = "primitive_definition",
    PUBLIC = "public_statement",
    QUOTE = "quote_expression",
    RETURN = "return_statement",
    SELECTED_IMPORT = "selected_import",
    SEMICOLON = ";",
    SIGNATURE = "signature",
    SOURCE = "source_file",
    SPLAT = "splat_expression",
    STRING = "string_literal",
    STRUCT = "struct_definition",
    TUPLE = "tuple_expression",
    TYPED = "typed_expression",
    TYPE_HEAD = "type_head",
    UNARY_TYPED = "unary_typed_expression",
    USING = "using_statement",
    VECTOR = "vector_expression",
    WHERE = "where_expression",
    WHILE = "while_statement",
}

/// Julia.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ABSTRACT, Rule::Hook(type_definition)),
        (ARGUMENT_LIST, Rule::Hook(comprehension)),
        (ARROW_FUNCTION, Rule::Hook(arrow)),
        (ASSIGNMENT, Rule::Hook(assignment)),
        (BINARY, Rule::Hook(pipe)),
        (BLOCK_COMMENT, Rule::Comment),
        (BROADCAST_CALL, Rule::Hook(call)),
        (CALL, Rule::Hook(call)),
        (CATCH, Rule::Hook(catch)),
        (CHARACTER, Rule::Leaf),
        (COMMAND, Rule::Leaf),
        (COMPREHENSION, Rule::Hook(comprehension)),
        (CONTENT, Rule::Leaf),
        (DO, Rule::Hook(do_clause)),
        (EXPORT, Rule::Skip),
        (FIELD, Rule::Hook(member)),
        (FOR, Rule::Scope),
        (FOR_BINDING, Rule::Hook(for_binding)),
        (FUNCTION, Rule::Hook(function)),
        (IDENTIFIER, Rule::Use(RefKind::Value)),
        (IMPORT, Rule::Hook(import)),
        (LET, Rule::Scope),
        (LET_BINDING, Rule::Hook(let_binding)),
        (LINE_COMMENT, Rule::Comment),
        (MACRO, Rule::Hook(function)),
        (MACROCALL, Rule::Hook(macro_call)),
        (MACRO_IDENTIFIER, Rule::Skip),
        (MODULE, Rule::Hook(module)),
        (NAMED_ARGUMENT, Rule::Hook(named_argument)),
        (NAMED_FIELD, Rule::Hook(named_argument)),
        (OPERATOR, Rule::Leaf),
        (PREFIXED_COMMAND, Rule::Leaf),
        (PREFIXED_STRING, Rule::Leaf),
        (PRIMITIVE, Rule::Hook(type_definition)),
        (PUBLIC, Rule::Skip),
        (QUOTE, Rule::Skip),
        (SOURCE, Rule::Hook(source)),
        (STRING, Rule::Hook(string)),
        (STRUCT, Rule::Hook(type_definition)),
        (TYPED, Rule::Hook(typed)),
        (UNARY_TYPED, Rule::Hook(typed)),
        (USING, Rule::Hook(import)),
        (WHILE, Rule::Scope),
    ],
    shapes: &[
        (BROADCAST_CALL, ShapeRule::Hook(call_shape)),
        (CALL, ShapeRule::Hook(call_shape)),
        (FIELD, ShapeRule::Hook(member_shape)),
        (IDENTIFIER, ShapeRule::Name),
        (INDEX, ShapeRule::Element(Field::NONE)),
        (PARAMETRIZED, ShapeRule::Through(Field::NONE)),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
        (TYPED, ShapeRule::Hook(typed_shape)),
    ],
    types: &[
        (FIELD, TypeRule::Named),
        (IDENTIFIER, TypeRule::Named),
        (PARAMETRIZED, TypeRule::GenericChild(CURLY)),
        (PARENTHESIZED, TypeRule::Through(Field::NONE)),
        (UNARY_TYPED, TypeRule::Through(Field::NONE)),
    ],
    value_parents: &[ARGUMENT_LIST, NAMED_ARGUMENT, RETURN, TUPLE, VECTOR],
    builtins: &[
        "Any",
        "Array",
        "Bool",
        "Dict",
        "Float32",
        "Float64",
        "Int",
        "Int32",
        "Int64",
        "Nothing",
        "Number",
        "Real",
        "Set",
        "String",
        "Symbol",
        "Type",
        "UInt8",
        "Union",
        "Vector",
        "abs",
        "any",
        "collect",
        "convert",
        "eachindex",
        "eltype",
        "error",
        "esc",
        "haskey",
        "isempty",
        "isnothing",
        "keys",
        "length",
        "max",
        "min",
        "missing",
        "new",
        "nothing",
        "pop!",
        "print",
        "println",
        "push!",
        "string",
        "sum",
        "throw",
        "typeof",
        "values",
        "zeros",
        "zip",
    ],
    value_wrappers: &["Ref", "Some", "Task", "Type", "Union"],
    collections: &[
        "AbstractArray",
        "AbstractDict",
        "AbstractVector",
        "Array",
        "Channel",
        "Dict",
        "IdDict",
        "Matrix",
        "NTuple",
        "OrderedDict",
        "Set",
        "Vector",
    ],
    exported: Some(|cx, def| cx.handed_out.contains(def.name)),
    ..Spec::new(|| tree_sitter_julia::LANGUAGE.into(), KINDS)
};

/// Learns what the file's modules export.
fn source<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    for export in node.subtree().filter(|below| matches!(below.kind(), EXPORT | PUBLIC)) {
        for name in export.named_children() {
            cx.handed_out.insert(name.text().trim_start_matches('@'));
        }
    }
    Flow::Into
}

/// A text right before a definition documents it.
fn string<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let stands_alone = node.parent().is_some_and(|parent| matches!(parent.kind(), MODULE | SOURCE | STRUCT));
    if stands_alone && node.siblings_after().any(Node::is_named) {
        cx.comment(node);
        return Flow::Over;
    }
    Flow::Into
}

fn module<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let def = cx.def(SymbolKind::Module, node, name);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Module);
    Flow::Into
}

/// Returns the definition's name and what it is a subtype of.
fn head(head: Node<'_>) -> Option<(Node<'_>, Option<Node<'_>>)> {
    let mut name = head.first_named()?;
    let mut base = None;
    if name.kind() == BINARY {
        base = name.named_children().last();
        name = name.first_named()?;
    }
    if name.kind() == PARAMETRIZED {
        name = name.first_named()?;
    }
    Some((name, base))
}

fn type_definition<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some((name, base)) = node.child_of_kind(TYPE_HEAD).and_then(head) else { return Flow::Into };
    let kind = match node.kind() {
        STRUCT => SymbolKind::Struct,
        ABSTRACT => SymbolKind::Interface,
        _ => SymbolKind::TypeAlias,
    };
    let def = cx.def(kind, around_macros(node), name);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    for parameters in node.child_of_kind(TYPE_HEAD).into_iter().flat_map(Node::subtree).filter(|n| n.kind() == CURLY) {
        // Only the parameters of the type itself are names of its own.
        if base.is_none_or(|base| parameters.at() < base.at()) {
            bind_type_parameters(cx, parameters);
        }
    }
    if let Some(base) = base.and_then(|base| cx.base(base))
        && let Some(symbol) = cx.symbol_mut(sym)
    {
        symbol.bases = vec![base];
    }
    if node.kind() == STRUCT {
        for member in node.named_children() {
            field_of(cx, member);
        }
    }
    Flow::Into
}

/// The whole of `@kwdef struct ...`, where a definition is a macro's last argument.
fn around_macros(node: Node<'_>) -> Node<'_> {
    let mut outer = node;
    while let Some(list) = outer.parent().filter(|list| list.kind() == MACRO_ARGUMENTS)
        && let Some(call) = list.parent()
        && list.named_children().last() == Some(outer)
    {
        outer = call;
    }
    outer
}

fn bind_type_parameters<'t>(cx: &mut Cx<'t>, parameters: Node<'t>) {
    let all = if parameters.kind() == CURLY { parameters.named_children().collect() } else { vec![parameters] };
    for parameter in all {
        let name = if parameter.kind() == BINARY { parameter.first_named() } else { Some(parameter) };
        if let Some(bound) = parameter.named_children().last().filter(|_| parameter.kind() == BINARY) {
            type_use(cx, bound);
        }
        if let Some(name) = name.filter(|name| name.kind() == IDENTIFIER) {
            cx.claim(name);
            cx.bind(name.text(), Receiver::UNKNOWN);
        }
    }
}

fn field_of<'t>(cx: &mut Cx<'t>, member: Node<'t>) {
    let inner = match member.kind() {
        ASSIGNMENT | CONST => member.first_named().filter(|inner| matches!(inner.kind(), IDENTIFIER | TYPED)),
        IDENTIFIER | TYPED => Some(member),
        _ => None,
    };
    let Some(inner) = inner else { return };
    let (name, ty) =
        if inner.kind() == TYPED { (inner.first_named(), inner.named_children().nth(1)) } else { (Some(inner), None) };
    if let Some(name) = name.filter(|name| name.kind() == IDENTIFIER) {
        let mut def = cx.def(SymbolKind::Field, member, name);
        def.ty = ty.and_then(|ty| cx.ty(ty));
        cx.define(def);
    }
}

fn assignment<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(left), value) = (node.first_named(), node.named_children().last()) else { return Flow::Into };
    if let Some(head) = function_head(left).filter(|head| head.call.kind() == CALL) {
        define_function(cx, node, head);
        return Flow::Into;
    }
    let outer = node.parent().filter(|outer| matches!(outer.kind(), CONST | GLOBAL | LOCAL));
    let around = outer.map_or(node.parent(), Node::parent);
    let is_shared =
        around.is_some_and(|around| matches!(around.kind(), MODULE | SOURCE)) && cx.place() != Place::Function;
    if !is_shared {
        // A struct's fields with values are defined with the struct.
        if cx.place() != Place::Type {
            local(cx, node, left, value);
        }
        return Flow::Into;
    }
    let names = if left.kind() == TYPED { left.first_named().into_iter().collect() } else { assigned(left) };
    let ty = if left.kind() == TYPED { left.named_children().nth(1) } else { None };
    for name in names {
        variable(cx, outer.unwrap_or(node), name, ty, value);
    }
    Flow::Into
}

fn variable<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>, ty: Option<Node<'t>>, value: Option<Node<'t>>) {
    let container = cx.container();
    if cx.defined(container, name.text()).is_some() {
        cx.claim(name);
        return;
    }
    let function = value.filter(|value| matches!(value.kind(), ARROW_FUNCTION | FUNCTION));
    let kind = match (node.kind(), value.map(Node::kind)) {
        _ if function.is_some() => SymbolKind::Function,
        (CONST, Some(PARAMETRIZED)) => SymbolKind::TypeAlias,
        (CONST, _) => SymbolKind::Constant,
        _ => SymbolKind::Variable,
    };
    let known = match (ty, value) {
        (Some(ty), _) => cx.typed(Some(ty)),
        (None, Some(value)) => cx.chain(value),
        (None, None) => Receiver::UNKNOWN,
    };
    let mut def = cx.def(kind, node, name);
    def.ty = match (known.root, known.steps.as_slice()) {
        _ if kind == SymbolKind::TypeAlias => value.and_then(|value| cx.ty(value)),
        (Root::Typed(ty), []) => Some(ty),
        _ => None::<Name>,
    };
    let sym = cx.define(def);
    if let Some(value) = value.filter(|_| kind == SymbolKind::TypeAlias) {
        type_use(cx, value);
    }
    match function {
        Some(_) => cx.open(node, sym, Place::Function),
        None => cx.attribute_to(node, sym),
    }
}

/// The names that the left side of an assignment gives values to; fields and elements are none.
fn assigned(left: Node<'_>) -> Vec<Node<'_>> {
    match left.kind() {
        IDENTIFIER => vec![left],
        OPEN_TUPLE | TUPLE => left.named_children().filter(|name| name.kind() == IDENTIFIER).collect(),
        _ => Vec::new(),
    }
}

fn local<'t>(cx: &mut Cx<'t>, node: Node<'t>, left: Node<'t>, value: Option<Node<'t>>) {
    let (names, known) = match left.kind() {
        TYPED => (left.first_named().into_iter().collect(), cx.typed(left.named_children().nth(1))),
        IDENTIFIER => (vec![left], value.map_or(Receiver::UNKNOWN, |value| cx.chain(value))),
        _ => (assigned(left), Receiver::UNKNOWN),
    };
    for name in names {
        cx.claim(name);
        cx.bind_after(node, name.text(), known.clone());
    }
}

fn catch<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(name) = node.first_named().filter(|name| name.kind() == IDENTIFIER) {
        cx.claim(name);
        cx.bind(name.text(), Receiver::UNKNOWN);
    }
    Flow::Into
}

fn let_binding<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let value = node.named_children().skip(1).last();
    if let Some(left) = node.first_named() {
        local(cx, node, left, value);
    }
    Flow::Into
}

/// What the loops of a comprehension bind is used before it is written.
fn comprehension<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut clauses = node.children_of_kind(FOR_CLAUSE).peekable();
    if clauses.peek().is_some() {
        cx.open_block(node);
        for binding in clauses.flat_map(Node::named_children).filter(|binding| binding.kind() == FOR_BINDING) {
            for_binding(cx, binding);
        }
    }
    Flow::Into
}

fn for_binding<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(pattern), Some(value)) = (node.first_named(), node.named_children().last()) else { return Flow::Into };
    if pattern.kind() == IDENTIFIER {
        let collection = cx.chain(value);
        let element = cx.element_of(collection);
        cx.claim(pattern);
        cx.bind(pattern.text(), element);
    } else {
        bind_names(cx, pattern);
    }
    Flow::Into
}

fn named_argument<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.first_named().filter(|name| name.kind() == IDENTIFIER) {
        cx.claim(name);
    }
    Flow::Into
}

/// `name::Type`: the type is used as one.
fn typed<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(ty) = node.named_children().last() {
        type_use(cx, ty);
    }
    Flow::Into
}

fn type_use<'t>(cx: &mut Cx<'t>, ty: Node<'t>) {
    if !matches!(ty.kind(), CURLY | FIELD | IDENTIFIER | PARAMETRIZED | UNARY_TYPED | WHERE) {
        return;
    }
    for below in ty.subtree() {
        if cx.is_claimed(below) {
            continue;
        }
        match below.kind() {
            FIELD => {
                let path = crate::types::dotted(below.text());
                let (receiver, name) = cx.free_path(&path);
                cx.reference_named(below, name, receiver, RefKind::Type);
                cx.claim_all(below);
            }
            IDENTIFIER => {
                cx.claim(below);
                if !cx.is_local(below.text()) && !cx.is_builtin(below.text()) {
                    cx.reference(below, Receiver::BARE, RefKind::Type);
                }
            }
            _ => {}
        }
    }
}

fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if cx.is_claimed(node) {
        return Flow::Into;
    }
    let Some(function) = node.first_named() else { return Flow::Into };
    let list = node.child_of_kind(ARGUMENT_LIST);
    if function.text() == "include"
        && let Some(path) = list.and_then(Node::first_named).filter(|path| path.kind() == STRING)
    {
        cx.import(node.row(), ImportKind::Include, path.text().trim_matches('"'), &[]);
        return Flow::Over;
    }
    if let Some(types) = function.child_of_kind(CURLY) {
        type_use(cx, types);
    }
    let args = list.and_then(arguments).and_then(|count| {
        // The block of `do` is the first argument.
        count.checked_add(u8::from(node.child_of_kind(DO).is_some()))
    });
    let kind = if function.kind() == PARAMETRIZED { CallKind::Construct } else { CallKind::Call };
    cx.call_with(node, kind, args);
    Flow::Into
}

fn arguments(list: Node<'_>) -> Option<u8> {
    if list.child_of_kind(FOR_CLAUSE).is_some() {
        return Some(1);
    }
    let mut count = 0_u8;
    for argument in positional(list) {
        match argument.kind() {
            SPLAT => return None,
            NAMED_ARGUMENT => {}
            _ => count = count.saturating_add(1),
        }
    }
    Some(count)
}

fn macro_call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child_of_kind(MACRO_IDENTIFIER).and_then(Node::first_named) else { return Flow::Into };
    let list = node.child_of_kind(MACRO_ARGUMENTS);
    let first = list.and_then(Node::first_named);
    match (name.text(), first) {
        ("testset" | "testitem", first) => {
            let title = first.filter(|first| first.kind() == STRING && first.text().len() > 2);
            let mut def = cx.def(SymbolKind::Test, node, title.unwrap_or(name));
            def.name = title.map_or("testset", |title| title.text().trim_matches('"'));
            def.mark(SymbolFlags::TEST);
            let sym = cx.define(def);
            cx.open(node, sym, Place::Function);
            if let Some(title) = title {
                cx.claim_all(title);
            }
            return Flow::Into;
        }
        ("enum", Some(_)) if cx.place() != Place::Function => {
            enumeration(cx, node, list);
            return Flow::Over;
        }
        _ => {}
    }
    let module = node.first_named().filter(|module| module.kind() != MACRO_IDENTIFIER);
    let receiver = match module {
        Some(module) => cx.chain(module),
        None => Receiver::BARE,
    };
    cx.call(name, receiver, CallKind::Macro, None);
    Flow::Into
}

fn enumeration<'t>(cx: &mut Cx<'t>, node: Node<'t>, list: Option<Node<'t>>) {
    let plain = |node: Node<'t>| {
        let inner = if matches!(node.kind(), ASSIGNMENT | TYPED) { node.first_named() } else { Some(node) };
        inner.filter(|inner| inner.kind() == IDENTIFIER)
    };
    let mut names = list.into_iter().flat_map(Node::named_children);
    let Some(name) = names.next().and_then(plain) else { return };
    let def = cx.def(SymbolKind::Enum, node, name);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    for member in names {
        // `begin ... end` may hold the members.
        let listed = member.named_children().filter(|inner| matches!(inner.kind(), ASSIGNMENT | IDENTIFIER));
        let all: Vec<Node<'t>> = if plain(member).is_some() { vec![member] } else { listed.collect() };
        for (member, name) in all.into_iter().filter_map(|member| Some((member, plain(member)?))) {
            let def = cx.def(SymbolKind::EnumMember, member, name);
            cx.define(def);
        }
    }
}

/// `value |> f` calls `f`.
fn pipe<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let is_pipe = node.child_of_kind(OPERATOR).is_some_and(|operator| operator.text() == "|>");
    let right = node.named_children().last().filter(|right| is_pipe && matches!(right.kind(), FIELD | IDENTIFIER));
    if let Some((object, name)) = right.and_then(|right| cx.callee(right))
        && (object.is_some() || !cx.is_local(name.text()) && !cx.is_builtin(name.text()))
    {
        let receiver = cx.receiver(object, name);
        if let Some(right) = right {
            cx.claim_all(right);
        }
        if let Some(receiver) = receiver {
            cx.call(name, receiver, CallKind::Call, Some(1));
        }
    }
    Flow::Into
}

/// A field of a value is never called: only a module's member is a function.
fn member<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let object = node.first_named();
    if let Some(object) = object
        && matches!(cx.chain(object).root, Root::Free(_))
    {
        cx.use_at(node, RefKind::Value);
    }
    if let Some(name) = node.named_children().last() {
        cx.claim(name);
    }
    Flow::Into
}

fn member_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match (node.first_named(), node.named_children().last()) {
        (Some(object), Some(name)) if object != name && name.kind() == IDENTIFIER => Shape::Member { object, name },
        _ => Shape::Unknown,
    }
}

fn call_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    node.first_named().map_or(Shape::Unknown, Shape::Call)
}

fn typed_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    node.named_children().nth(1).map_or(Shape::Unknown, Shape::Typed)
}

fn import<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let using = node.kind() == USING;
    for what in node.named_children() {
        if what.kind() != SELECTED_IMPORT {
            let (path, local) = aliased(what);
            let kind = if using { ImportKind::Wildcard } else { ImportKind::Module };
            cx.import(node.row(), kind, path, &[(None, local)]);
            continue;
        }
        let Some(module) = what.first_named() else { continue };
        let names = what.named_children().skip(1).map(|name| {
            let (member, local) = aliased(name);
            (Some(member.trim_start_matches('@')), local.trim_start_matches('@'))
        });
        let bindings: Vec<(Option<&str>, &'t str)> = names.collect();
        cx.import(node.row(), ImportKind::Module, module.text(), &bindings);
    }
    Flow::Over
}

/// The imported path, and the name that it has in the file: the last of the path, or what follows `as`.
fn aliased(node: Node<'_>) -> (&str, &str) {
    if node.kind() == IMPORT_ALIAS {
        let path = node.first_named().map_or("", Node::text);
        return (path, node.named_children().last().map_or("", Node::text));
    }
    let path = node.text();
    (path, path.rsplit('.').next().unwrap_or(path))
}
