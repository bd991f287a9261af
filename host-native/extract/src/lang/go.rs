//! Owns what Go's syntax means: its definitions, local names, expressions and types.

use graphicle_engine::facts::{CallKind, ImportKind, Name, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Def, Place, Sym};
use crate::spec::{Flow, ParamRule, Rule, Shape, ShapeRule, Spec, TypeRule};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;

kinds! {
    ARGUMENT_LIST = "argument_list",
    ARRAY_TYPE = "array_type",
    BLOCK = "block",
    CALL = "call_expression",
    CHANNEL_TYPE = "channel_type",
    COMMENT = "comment",
    COMMUNICATION_CASE = "communication_case",
    COMPOSITE_LITERAL = "composite_literal",
    CONST_DECLARATION = "const_declaration",
    CONST_SPEC = "const_spec",
    DECLARE = ":=",
    DEFAULT_CASE = "default_case",
    DOT = "dot",
    EXPRESSION_CASE = "expression_case",
    EXPRESSION_LIST = "expression_list",
    EXPRESSION_SWITCH = "expression_switch_statement",
    FIELD_DECLARATION = "field_declaration",
    FIELD_DECLARATION_LIST = "field_declaration_list",
    FOR = "for_statement",
    FUNC_LITERAL = "func_literal",
    FUNCTION = "function_declaration",
    GENERIC_TYPE = "generic_type",
    IDENTIFIER = "identifier",
    IF = "if_statement",
    IMPLICIT_ARRAY_TYPE = "implicit_length_array_type",
    IMPORT_SPEC = "import_spec",
    INDEX = "index_expression",
    INTERFACE_TYPE = "interface_type",
    KEYED_ELEMENT = "keyed_element",
    LITERAL_ELEMENT = "literal_element",
    MAP_TYPE = "map_type",
    METHOD = "method_declaration",
    METHOD_ELEM = "method_elem",
    PACKAGE_CLAUSE = "package_clause",
    PACKAGE_IDENTIFIER = "package_identifier",
    PARAMETER = "parameter_declaration",
    PARAMETER_LIST = "parameter_list",
    PARENTHESIZED = "parenthesized_expression",
    PARENTHESIZED_TYPE = "parenthesized_type",
    POINTER_TYPE = "pointer_type",
    QUALIFIED_TYPE = "qualified_type",
    RANGE_CLAUSE = "range_clause",
    RAW_STRING = "raw_string_literal",
    RECEIVE = "receive_statement",
    SELECTOR = "selector_expression",
    SHORT_VAR = "short_var_declaration",
    SLICE = "slice_expression",
    SLICE_TYPE = "slice_type",
    STRING = "interpreted_string_literal",
    STRUCT_TYPE = "struct_type",
    TYPE_ALIAS = "type_alias",
    TYPE_ASSERTION = "type_assertion_expression",
    TYPE_CASE = "type_case",
    TYPE_CONVERSION = "type_conversion_expression",
    TYPE_ELEM = "type_elem",
    TYPE_IDENTIFIER = "type_identifier",
    TYPE_INSTANTIATION = "type_instantiation_expression",
    TYPE_PARAMETER = "type_parameter_declaration",
    TYPE_SPEC = "type_spec",
    TYPE_SWITCH = "type_switch_statement",
    UNARY = "unary_expression",
    VAR_SPEC = "var_spec",
    VARIADIC_ARGUMENT = "variadic_argument",
    VARIADIC_PARAMETER = "variadic_parameter_declaration",
}

/// Go.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (BLOCK, Rule::Scope),
        (CALL, Rule::Call(CallKind::Call)),
        (COMMENT, Rule::Comment),
        (COMMUNICATION_CASE, Rule::Scope),
        (COMPOSITE_LITERAL, Rule::Hook(composite)),
        (CONST_DECLARATION, Rule::Hook(constants)),
        (CONST_SPEC, Rule::Hook(constant)),
        (DEFAULT_CASE, Rule::Hook(type_case)),
        (EXPRESSION_CASE, Rule::Scope),
        (EXPRESSION_SWITCH, Rule::Scope),
        (FIELD_DECLARATION, Rule::Hook(field_declaration)),
        (FOR, Rule::Scope),
        (FUNC_LITERAL, Rule::Hook(closure)),
        (FUNCTION, Rule::Hook(function)),
        (IDENTIFIER, Rule::Use(RefKind::Value)),
        (IF, Rule::Scope),
        (IMPORT_SPEC, Rule::Hook(import)),
        (KEYED_ELEMENT, Rule::Hook(keyed_element)),
        (METHOD, Rule::Hook(function)),
        (METHOD_ELEM, Rule::Hook(interface_method)),
        (PACKAGE_CLAUSE, Rule::Hook(package)),
        (PARAMETER, Rule::Hook(claim_names)),
        (QUALIFIED_TYPE, Rule::Use(RefKind::Type)),
        (RANGE_CLAUSE, Rule::Hook(range)),
        (RAW_STRING, Rule::Leaf),
        (RECEIVE, Rule::Hook(receive)),
        (SELECTOR, Rule::Use(RefKind::Value)),
        (SHORT_VAR, Rule::Hook(short_var)),
        (STRING, Rule::Leaf),
        (TYPE_ALIAS, Rule::Hook(type_spec)),
        (TYPE_CASE, Rule::Hook(type_case)),
        (TYPE_ELEM, Rule::Hook(type_elem)),
        (TYPE_IDENTIFIER, Rule::Use(RefKind::Type)),
        (TYPE_PARAMETER, Rule::Hook(claim_names)),
        (TYPE_SPEC, Rule::Hook(type_spec)),
        (TYPE_SWITCH, Rule::Hook(type_switch)),
        (VAR_SPEC, Rule::Hook(variable)),
        (VARIADIC_PARAMETER, Rule::Hook(claim_names)),
    ],
    shapes: &[
        (CALL, ShapeRule::Hook(call_shape)),
        (COMPOSITE_LITERAL, ShapeRule::Typed(field::TYPE)),
        (IDENTIFIER, ShapeRule::Name),
        (INDEX, ShapeRule::Element(field::OPERAND)),
        (PACKAGE_IDENTIFIER, ShapeRule::Name),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
        (QUALIFIED_TYPE, ShapeRule::Member(field::PACKAGE, field::NAME)),
        (SELECTOR, ShapeRule::Member(field::OPERAND, field::FIELD)),
        (SLICE, ShapeRule::Through(field::OPERAND)),
        (TYPE_ASSERTION, ShapeRule::Typed(field::TYPE)),
        (TYPE_CONVERSION, ShapeRule::Typed(field::TYPE)),
        (TYPE_IDENTIFIER, ShapeRule::Name),
        (TYPE_INSTANTIATION, ShapeRule::Through(Field::NONE)),
        (UNARY, ShapeRule::Hook(unary_shape)),
    ],
    types: &[
        (ARRAY_TYPE, TypeRule::Collection(field::ELEMENT)),
        (CHANNEL_TYPE, TypeRule::Collection(field::VALUE)),
        (GENERIC_TYPE, TypeRule::Generic(field::TYPE, field::TYPE_ARGUMENTS)),
        // An expression in a type's place: an argument of `new` or `make`.
        (IDENTIFIER, TypeRule::Named),
        (IMPLICIT_ARRAY_TYPE, TypeRule::Collection(field::ELEMENT)),
        (MAP_TYPE, TypeRule::Collection(field::VALUE)),
        (PARENTHESIZED_TYPE, TypeRule::Through(Field::NONE)),
        (POINTER_TYPE, TypeRule::Through(Field::NONE)),
        (QUALIFIED_TYPE, TypeRule::Named),
        (SELECTOR, TypeRule::Named),
        (SLICE_TYPE, TypeRule::Collection(field::ELEMENT)),
        (TYPE_ELEM, TypeRule::Through(Field::NONE)),
        (TYPE_IDENTIFIER, TypeRule::Named),
    ],
    params: &[(PARAMETER, ParamRule::Names), (VARIADIC_PARAMETER, ParamRule::Rest)],
    value_parents: &[ARGUMENT_LIST, EXPRESSION_LIST, LITERAL_ELEMENT],
    spreads: &[VARIADIC_ARGUMENT],
    builtins: &[
        "any",
        "append",
        "bool",
        "byte",
        "cap",
        "clear",
        "close",
        "comparable",
        "complex",
        "complex128",
        "complex64",
        "copy",
        "delete",
        "error",
        "float32",
        "float64",
        "imag",
        "int",
        "int16",
        "int32",
        "int64",
        "int8",
        "iota",
        "len",
        "make",
        "max",
        "min",
        "new",
        "panic",
        "print",
        "println",
        "real",
        "recover",
        "rune",
        "string",
        "uint",
        "uint16",
        "uint32",
        "uint64",
        "uint8",
        "uintptr",
    ],
    value_wrappers: &[],
    collections: &[],
    exported: Some(|_, def| def.name.chars().next().is_some_and(char::is_uppercase)),
    ..Spec::new(|| tree_sitter_go::LANGUAGE.into(), KINDS)
};

fn package<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.first_named() {
        cx.set_package(name.text());
    }
    if let (Some(doc), _) = cx.take_doc(node.row()) {
        cx.set_module_doc(doc);
    }
    Flow::Over
}

fn import<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(path) = node.child(field::PATH) else { return Flow::Over };
    let path = path.text().trim_matches(['"', '`']);
    let (kind, local) = match node.child(field::NAME) {
        None => (ImportKind::Module, Some(package_name(path))),
        Some(name) if name.kind() == DOT => (ImportKind::Wildcard, None),
        Some(name) if name.text() == "_" => (ImportKind::Module, None),
        Some(name) => (ImportKind::Module, Some(name.text())),
    };
    match local {
        Some(local) => cx.import(node.row(), kind, path, &[(None, local)]),
        None => cx.import(node.row(), kind, path, &[]),
    }
    Flow::Over
}

/// Returns the name that an imported package most likely declares: its path's last part without version and language.
fn package_name(path: &str) -> &str {
    let mut parts = path.rsplit('/');
    let mut last = parts.next().unwrap_or(path);
    let is_version =
        |part: &str| part.strip_prefix('v').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    if is_version(last)
        && let Some(before) = parts.next()
    {
        last = before;
    }
    if let Some((name, version)) = last.rsplit_once('.')
        && is_version(version)
    {
        last = name;
    }
    let last = last.strip_prefix("go-").or_else(|| last.strip_suffix("-go")).unwrap_or(last);
    let last = last.strip_suffix(".go").unwrap_or(last);
    last.rsplit('-').next().unwrap_or(last)
}

fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let receiver = node.child(field::RECEIVER).and_then(|list| list.child_of_kind(PARAMETER));
    let kind = if receiver.is_some() { SymbolKind::Method } else { SymbolKind::Function };
    let mut def = cx.def(kind, node, name);
    if node.child(field::BODY).is_none() {
        def.mark(SymbolFlags::DECLARATION);
    }
    if is_test(cx.file_name(), def.name) {
        def.mark(SymbolFlags::TEST);
    }
    if def.name == "main" && receiver.is_none() && cx.package() == "main" {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    let receiver_type = receiver.and_then(|receiver| receiver.child(field::TYPE));
    if let Some(ty) = receiver_type {
        def.container = cx.ty(ty);
        if let Some((_, name)) = named_type(ty) {
            cx.claim(name);
        }
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    if let Some(receiver) = receiver
        && let Some(name) = receiver.child(field::NAME)
    {
        cx.bind(name.text(), Receiver { root: Root::SelfValue, steps: Vec::new() });
    }
    if let Some(ty) = receiver_type {
        bind_receiver_type_parameters(cx, ty);
    }
    bind_type_parameters(cx, node);
    signature(cx, node, sym);
    bind_parameters(cx, node);
    Flow::Into
}

fn is_test(file: &str, name: &str) -> bool {
    file.ends_with("_test.go")
        && ["Test", "Benchmark", "Example", "Fuzz"]
            .iter()
            .filter_map(|prefix| name.strip_prefix(prefix))
            .any(|rest| !rest.starts_with(char::is_lowercase))
}

/// Fills in the return type and the parameters of a callable from the node that holds them.
fn signature<'t>(cx: &mut Cx<'t>, node: Node<'t>, sym: Sym) {
    let ty = node.child(field::RESULT).and_then(|result| {
        if result.kind() != PARAMETER_LIST {
            return cx.ty(result);
        }
        let first = result.first_named()?.child(field::TYPE)?;
        cx.ty(first)
    });
    let params = node.child(field::PARAMETERS).map(|list| cx.count_params(list));
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.ty = ty;
        symbol.params = params;
    }
}

/// `func (c *Cache[K, V])` binds `K` and `V`.
fn bind_receiver_type_parameters<'t>(cx: &mut Cx<'t>, ty: Node<'t>) {
    let generic = if ty.kind() == POINTER_TYPE { ty.first_named() } else { Some(ty) };
    let arguments = generic.and_then(|generic| generic.child(field::TYPE_ARGUMENTS));
    for argument in arguments.into_iter().flat_map(Node::named_children) {
        let name = if argument.kind() == TYPE_ELEM { argument.first_named() } else { Some(argument) };
        if let Some(name) = name {
            cx.bind(name.text(), Receiver::UNKNOWN);
        }
    }
}

fn bind_type_parameters<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    let list = node.child(field::TYPE_PARAMETERS);
    for parameter in list.into_iter().flat_map(Node::named_children) {
        for name in parameter.children_with(field::NAME) {
            cx.bind(name.text(), Receiver::UNKNOWN);
        }
    }
}

/// Binds the parameters and the named results of a function or a closure.
fn bind_parameters<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    let results = node.child(field::RESULT).filter(|result| result.kind() == PARAMETER_LIST);
    for list in node.child(field::PARAMETERS).into_iter().chain(results) {
        for parameter in list.named_children() {
            let ty = parameter.child(field::TYPE);
            let mut known = cx.typed(ty);
            if parameter.kind() == VARIADIC_PARAMETER {
                known = ty.and_then(|ty| cx.ty_in(ty, 1)).map_or(Receiver::UNKNOWN, typed);
            }
            for name in parameter.children_with(field::NAME) {
                cx.bind(name.text(), known.clone());
            }
        }
    }
}

fn typed(name: Name) -> Receiver {
    Receiver { root: Root::Typed(name), steps: Vec::new() }
}

fn closure<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    bind_parameters(cx, node);
    Flow::Into
}

/// The names of parameters are no uses of anything.
fn claim_names<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    for name in node.children_with(field::NAME) {
        cx.claim(name);
    }
    Flow::Into
}

fn type_spec<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(name), Some(ty)) = (node.child(field::NAME), node.child(field::TYPE)) else { return Flow::Into };
    let kind = match ty.kind() {
        STRUCT_TYPE => SymbolKind::Struct,
        INTERFACE_TYPE => SymbolKind::Interface,
        _ => SymbolKind::TypeAlias,
    };
    let def = cx.def(kind, node, name);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    bind_type_parameters(cx, node);
    let mut bases = Vec::new();
    for embedded in embedded_types(ty) {
        bases.extend(cx.ty(embedded));
    }
    let underlying = if kind == SymbolKind::TypeAlias { cx.ty(ty) } else { None };
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
        symbol.ty = underlying;
    }
    Flow::Into
}

fn embedded_types(ty: Node<'_>) -> Vec<Node<'_>> {
    if ty.kind() == STRUCT_TYPE {
        let fields = ty.child_of_kind(FIELD_DECLARATION_LIST).into_iter().flat_map(Node::named_children);
        return fields.filter_map(embedded_field).collect();
    }
    ty.children_of_kind(TYPE_ELEM).filter_map(embedded_interface).collect()
}

/// Returns the type of a field without a name of its own.
fn embedded_field(field: Node<'_>) -> Option<Node<'_>> {
    if field.kind() != FIELD_DECLARATION || field.child(field::NAME).is_some() {
        None
    } else {
        field.child(field::TYPE)
    }
}

/// Returns the type that an element of an interface embeds; a union is a constraint and embeds nothing.
fn embedded_interface(elem: Node<'_>) -> Option<Node<'_>> {
    let mut types = elem.named_children();
    let first = types.next()?;
    let named = matches!(first.kind(), TYPE_IDENTIFIER | QUALIFIED_TYPE | GENERIC_TYPE);
    (named && types.next().is_none()).then_some(first)
}

fn field_declaration<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let ty = node.child(field::TYPE);
    if cx.place() != Place::Type {
        return claim_names(cx, node);
    }
    if let Some(embedded) = embedded_field(node) {
        let Some(name) = base_reference(cx, embedded) else { return Flow::Into };
        let mut def = cx.def(SymbolKind::Field, node, name);
        def.ty = cx.ty(embedded);
        cx.define(def);
        return Flow::Into;
    }
    let mut doc = None;
    for name in node.children_with(field::NAME) {
        let mut def = cx.def(SymbolKind::Field, node, name);
        def.ty = ty.and_then(|ty| cx.ty(ty));
        def.doc = doc;
        let sym = cx.define(def);
        doc = cx.doc_of(sym);
        if ty.is_some_and(|ty| ty.kind() == STRUCT_TYPE) {
            cx.open(node, sym, Place::Type);
        }
    }
    Flow::Into
}

fn type_elem<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let in_interface = node.parent().is_some_and(|parent| parent.kind() == INTERFACE_TYPE);
    if in_interface && let Some(embedded) = embedded_interface(node) {
        base_reference(cx, embedded);
    }
    Flow::Into
}

/// Records the use of a type as a base. Returns the type's name.
fn base_reference<'t>(cx: &mut Cx<'t>, ty: Node<'t>) -> Option<Node<'t>> {
    let (qualifier, name) = named_type(ty)?;
    if !cx.is_local(name.text()) && !cx.is_builtin(name.text()) {
        let receiver = qualified(cx, qualifier);
        cx.reference(name, receiver, RefKind::Base);
    }
    claim_type(cx, name);
    Some(name)
}

/// Returns the package's name, where there is one, and the name of a type, below pointers and type arguments.
fn named_type(ty: Node<'_>) -> Option<(Option<Node<'_>>, Node<'_>)> {
    let mut ty = ty;
    for _ in 0..4 {
        match ty.kind() {
            TYPE_IDENTIFIER => return Some((None, ty)),
            QUALIFIED_TYPE => return ty.child(field::NAME).map(|name| (ty.child(field::PACKAGE), name)),
            GENERIC_TYPE => ty = ty.child(field::TYPE)?,
            POINTER_TYPE | PARENTHESIZED_TYPE => ty = ty.first_named()?,
            _ => return None,
        }
    }
    None
}

fn qualified<'t>(cx: &mut Cx<'t>, qualifier: Option<Node<'t>>) -> Receiver {
    match qualifier {
        Some(package) => Receiver { root: Root::Free(cx.name(package.text())), steps: Vec::new() },
        None => Receiver::BARE,
    }
}

fn claim_type<'t>(cx: &mut Cx<'t>, name: Node<'t>) {
    cx.claim(name);
    if let Some(parent) = name.parent().filter(|parent| parent.kind() == QUALIFIED_TYPE) {
        cx.claim(parent);
    }
}

fn interface_method<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    if cx.place() != Place::Type {
        return Flow::Into;
    }
    let mut def = cx.def(SymbolKind::Method, node, name);
    def.mark(SymbolFlags::DECLARATION);
    let sym = cx.define(def);
    signature(cx, node, sym);
    cx.attribute_to(node, sym);
    Flow::Into
}

fn constants<'t>(cx: &mut Cx<'t>, _: Node<'t>) -> Flow {
    cx.carried_type = None;
    Flow::Into
}

fn constant<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let implicit = node.child(field::TYPE).is_none() && node.child(field::VALUE).is_none();
    if !implicit {
        cx.carried_type = node.child(field::TYPE).and_then(|ty| cx.ty(ty));
    }
    let carried = cx.carried_type;
    declare(cx, node, SymbolKind::Constant, carried);
    Flow::Into
}

fn variable<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let ty = node.child(field::TYPE).and_then(|ty| cx.ty(ty));
    declare(cx, node, SymbolKind::Variable, ty);
    Flow::Into
}

/// Declares the names of a `var` or `const`: symbols outside functions, local names inside.
fn declare<'t>(cx: &mut Cx<'t>, node: Node<'t>, kind: SymbolKind, ty: Option<Name>) {
    let values: Vec<Node<'t>> = node.child(field::VALUE).into_iter().flat_map(Node::named_children).collect();
    let names: Vec<Node<'t>> = node.children_with(field::NAME).collect();
    let mut doc = None;
    let paired = names.len() == values.len();
    for (i, name) in names.into_iter().enumerate() {
        cx.claim(name);
        let value = if paired || i == 0 { values.get(i).copied() } else { None };
        let known = match (ty, value) {
            (Some(ty), _) => typed(ty),
            (None, Some(value)) => cx.chain(value),
            (None, None) => Receiver::UNKNOWN,
        };
        if cx.place() == Place::Function {
            cx.bind_after(node, name.text(), known);
            continue;
        }
        if name.text() == "_" {
            continue;
        }
        let function = value.filter(|value| value.kind() == FUNC_LITERAL);
        let mut def: Def<'t> = cx.def(if function.is_some() { SymbolKind::Function } else { kind }, node, name);
        def.doc = doc;
        if let (Root::Typed(ty), []) = (known.root, known.steps.as_slice()) {
            def.ty = Some(ty);
        }
        let sym = cx.define(def);
        doc = cx.doc_of(sym);
        if let (Root::Bare, [graphicle_engine::facts::Step::Call(function)]) = (known.root, known.steps.as_slice()) {
            cx.typed_by_call(sym, *function);
        }
        match function {
            Some(function) => {
                signature(cx, function, sym);
                cx.open(node, sym, Place::Function);
            }
            None => cx.attribute_to(node, sym),
        }
    }
}

fn short_var<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else { return Flow::Into };
    bind_values(cx, node, left, right);
    Flow::Into
}

/// Binds the names on the left to the values on the right from the end of the statement on. Of a call with several
/// results, the first name gets the call's value.
fn bind_values<'t>(cx: &mut Cx<'t>, statement: Node<'t>, left: Node<'t>, right: Node<'t>) {
    let values: Vec<Node<'t>> =
        if right.kind() == EXPRESSION_LIST { right.named_children().collect() } else { vec![right] };
    let names: Vec<Node<'t>> = left.named_children().collect();
    let paired = names.len() == values.len();
    for (i, name) in names.into_iter().enumerate() {
        cx.claim(name);
        let known = match values.get(i) {
            Some(value) if paired || i == 0 => cx.chain(*value),
            _ => Receiver::UNKNOWN,
        };
        cx.bind_after(statement, name.text(), known);
    }
}

fn range<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else { return Flow::Into };
    if node.child_of_kind(DECLARE).is_none() {
        return Flow::Into;
    }
    for (i, name) in left.named_children().enumerate() {
        cx.claim(name);
        let mut known = Receiver::UNKNOWN;
        if i == 1 {
            known = cx.chain(right);
            known = cx.element_of(known);
        }
        cx.bind_after(node, name.text(), known);
    }
    Flow::Into
}

fn receive<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let (Some(left), Some(right), Some(_)) =
        (node.child(field::LEFT), node.child(field::RIGHT), node.child_of_kind(DECLARE))
    {
        bind_values(cx, node, left, right);
    }
    Flow::Into
}

fn type_switch<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    for name in node.child(field::ALIAS).into_iter().flat_map(Node::named_children) {
        cx.claim(name);
    }
    Flow::Into
}

/// In a case of a type switch, the switch's variable has the case's type, where there is one.
fn type_case<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let switch = node.parent().filter(|parent| parent.kind() == TYPE_SWITCH);
    let alias = switch.and_then(|switch| switch.child(field::ALIAS)).and_then(Node::first_named);
    let (Some(switch), Some(alias)) = (switch, alias) else { return Flow::Into };
    let mut types = node.children_with(field::TYPE);
    let known = match (types.next(), types.next()) {
        (Some(ty), None) => cx.typed(Some(ty)),
        _ => match switch.child(field::VALUE) {
            Some(value) => cx.chain(value),
            None => Receiver::UNKNOWN,
        },
    };
    cx.bind(alias.text(), known);
    Flow::Into
}

fn composite<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some((qualifier, name)) = node.child(field::TYPE).and_then(named_type)
        && !cx.is_local(name.text())
    {
        let receiver = qualified(cx, qualifier);
        claim_type(cx, name);
        cx.call(name, receiver, CallKind::Construct, None);
    }
    Flow::Into
}

/// The keys of a struct's literal are fields of its type and no uses of other names; those of maps and arrays are.
fn keyed_element<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let literal = node.parent().and_then(Node::parent);
    let ty = literal
        .filter(|literal| literal.kind() == COMPOSITE_LITERAL)
        .and_then(|literal| literal.child(field::TYPE))
        .map(Node::kind);
    let keys_are_values = matches!(ty, Some(MAP_TYPE | ARRAY_TYPE | SLICE_TYPE | IMPLICIT_ARRAY_TYPE));
    if !keys_are_values && let Some(key) = node.child(field::KEY).and_then(Node::first_named) {
        cx.claim(key);
    }
    Flow::Into
}

fn call_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let Some(function) = node.child(field::FUNCTION) else { return Shape::Unknown };
    let name = function.text();
    if function.kind() != IDENTIFIER || !cx.is_builtin(name) || cx.is_local(name) {
        return Shape::Call(function);
    }
    let first = node.child(field::ARGUMENTS).and_then(Node::first_named);
    match (name, first) {
        ("new" | "make", Some(ty)) => Shape::Typed(ty),
        ("append" | "min" | "max", Some(value)) => Shape::Through(value),
        _ => Shape::Unknown,
    }
}

fn unary_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let operator = node.child(field::OPERATOR).map_or("", Node::text);
    match (operator, node.child(field::OPERAND)) {
        ("&" | "*", Some(operand)) => Shape::Through(operand),
        ("<-", Some(channel)) => Shape::Element(channel),
        _ => Shape::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn package_names_drop_versions_and_the_language() {
        assert_eq!(package_name("k8s.io/client-go/tools/cache"), "cache");
        assert_eq!(package_name("k8s.io/klog/v2"), "klog");
        assert_eq!(package_name("gopkg.in/yaml.v2"), "yaml");
        assert_eq!(package_name("github.com/emicklei/go-restful"), "restful");
        assert_eq!(package_name("v1"), "v1");
        assert_eq!(package_name("k8s.io/api/core/v1"), "core");
    }
}
