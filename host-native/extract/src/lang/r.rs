//! Owns what R's syntax means: functions given to names, and the classes that R6, reference classes and S4 make by calls.

use graphicle_engine::facts::{CallKind, ImportKind, Name, Params, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Place};
use crate::spec::{Flow, Rule, Shape, ShapeRule, Spec, TypeRule, TypeShape};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;

kinds! {
    ARGUMENT = "argument",
    ARGUMENTS = "arguments",
    BINARY = "binary_operator",
    CALL = "call",
    COMMENT = "comment",
    DOTS = "dots",
    EXTRACT = "extract_operator",
    FOR = "for_statement",
    FUNCTION = "function_definition",
    IDENTIFIER = "identifier",
    NAMESPACE = "namespace_operator",
    PARAMETER = "parameter",
    PARAMETERS = "parameters",
    PARENTHESIZED = "parenthesized_expression",
    STRING = "string",
    SUBSET = "subset",
    SUBSET2 = "subset2",
}

/// R.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ARGUMENT, Rule::Hook(argument)),
        (BINARY, Rule::Hook(binary)),
        (CALL, Rule::Hook(call)),
        (COMMENT, Rule::Comment),
        (EXTRACT, Rule::Use(RefKind::Value)),
        (FOR, Rule::Hook(for_loop)),
        (FUNCTION, Rule::Hook(closure)),
        (IDENTIFIER, Rule::Use(RefKind::Value)),
        (NAMESPACE, Rule::Use(RefKind::Value)),
        (PARAMETER, Rule::Hook(parameter)),
        (STRING, Rule::Leaf),
    ],
    shapes: &[
        (CALL, ShapeRule::Hook(call_shape)),
        (EXTRACT, ShapeRule::Member(field::LHS, field::RHS)),
        (IDENTIFIER, ShapeRule::Hook(name_shape)),
        (NAMESPACE, ShapeRule::Member(field::LHS, field::RHS)),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
        (SUBSET, ShapeRule::Element(field::FUNCTION)),
        (SUBSET2, ShapeRule::Element(field::FUNCTION)),
    ],
    types: &[
        (IDENTIFIER, TypeRule::Named),
        (NAMESPACE, TypeRule::Named),
        (STRING, TypeRule::Hook(|node| TypeShape::Named(bare(node)))),
    ],
    value_parents: &[ARGUMENT],
    builtins: &[
        "F",
        "Filter",
        "Map",
        "NULL",
        "NextMethod",
        "Reduce",
        "T",
        "UseMethod",
        "abs",
        "all",
        "any",
        "as.character",
        "as.integer",
        "as.numeric",
        "c",
        "callNextMethod",
        "callSuper",
        "cat",
        "character",
        "colnames",
        "data.frame",
        "do.call",
        "factor",
        "for",
        "function",
        "grepl",
        "gsub",
        "identical",
        "if",
        "ifelse",
        "inherits",
        "integer",
        "interactive",
        "invisible",
        "is.function",
        "is.na",
        "is.null",
        "lapply",
        "length",
        "list",
        "logical",
        "mapply",
        "match.fun",
        "matrix",
        "max",
        "message",
        "min",
        "names",
        "nchar",
        "ncol",
        "nrow",
        "numeric",
        "paste",
        "paste0",
        "print",
        "rep",
        "representation",
        "return",
        "sapply",
        "seq",
        "seq_along",
        "seq_len",
        "setGeneric",
        "setMethod",
        "sprintf",
        "standardGeneric",
        "stop",
        "stopifnot",
        "structure",
        "sub",
        "sum",
        "tolower",
        "toupper",
        "unlist",
        "vapply",
        "vector",
        "warning",
        "which",
    ],
    value_wrappers: &[],
    collections: &[],
    exported: Some(|_, def| !def.name.starts_with('.')),
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_r::LANGUAGE.into(), KINDS)
};

/// A name or a text without its quotes.
fn bare(name: Node<'_>) -> &str {
    name.text().trim_matches(['`', '"', '\''])
}

/// The target and the value of an assignment in either direction, and whether the target is of a function around.
fn assignment(node: Node<'_>) -> Option<(Node<'_>, Node<'_>, bool)> {
    let (left, right) = (node.child(field::LHS)?, node.child(field::RHS)?);
    match node.child(field::OPERATOR)?.text() {
        "<-" | "=" | ":=" => Some((left, right, false)),
        "<<-" => Some((left, right, true)),
        "->" => Some((right, left, false)),
        "->>" => Some((right, left, true)),
        _ => None,
    }
}

fn binary<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some((target, value, outer)) = assignment(node) {
        return assigned(cx, node, target, value, outer);
    }
    let operator = node.child(field::OPERATOR).map_or("", Node::text);
    // A pipe may end in a function's bare name.
    if let Some(right) = node.child(field::RHS).filter(|right| is_pipe(operator) && right.kind() == IDENTIFIER)
        && !cx.is_local(right.text())
        && !cx.is_builtin(right.text())
    {
        cx.claim(right);
        cx.call(right, Receiver::BARE, CallKind::Call, Some(1));
    }
    Flow::Into
}

fn is_pipe(operator: &str) -> bool {
    matches!(operator, "%>%" | "%<>%" | "%T>%" | "|>")
}

fn assigned<'t>(cx: &mut Cx<'t>, node: Node<'t>, target: Node<'t>, value: Node<'t>, outer: bool) -> Flow {
    let is_name = matches!(target.kind(), IDENTIFIER | STRING) && !bare(target).is_empty();
    if !is_name || outer {
        return Flow::Into;
    }
    if cx.place() == Place::Function {
        let known = if value.kind() == FUNCTION { Receiver::UNKNOWN } else { cx.chain(value) };
        cx.claim(target);
        cx.bind_after(node, bare(target), known);
        return Flow::Into;
    }
    if class_call(value).is_some() {
        // The class is defined by the call.
        cx.claim(target);
        return Flow::Into;
    }
    let container = cx.container();
    if value.kind() != FUNCTION && cx.defined(container, bare(target)).is_some() {
        cx.claim(target);
        return Flow::Into;
    }
    if value.kind() == FUNCTION {
        function(cx, node, target, value, SymbolKind::Function);
        return Flow::Into;
    }
    let known = cx.chain(value);
    let mut def = cx.def(SymbolKind::Variable, node, target);
    def.name = bare(target);
    def.ty = match (known.root, known.steps.as_slice()) {
        (Root::Typed(ty), []) => Some(ty),
        _ => None::<Name>,
    };
    let sym = cx.define(def);
    cx.attribute_to(node, sym);
    Flow::Into
}

/// Defines the function `value` under a name and opens it.
fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>, value: Node<'t>, kind: SymbolKind) {
    let mut def = cx.def(kind, node, name);
    def.name = bare(name);
    def.params = value.child_of_kind(PARAMETERS).map(params);
    if def.name == "main" && def.container.is_none() {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
}

fn params(list: Node<'_>) -> Params {
    let mut params = Params { min: 0, max: 0 };
    for parameter in list.children_of_kind(PARAMETER) {
        if parameter.child_of_kind(DOTS).is_some() {
            params.max = u8::MAX;
            continue;
        }
        let optional = parameter.child(field::DEFAULT).is_some();
        params.min = params.min.saturating_add(u8::from(!optional));
        params.max = params.max.saturating_add(1);
    }
    params
}

fn closure<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    // The names that a function binds are its own, also where nothing is defined by it.
    cx.open_block(node);
    for parameter in node.child_of_kind(PARAMETERS).into_iter().flat_map(|list| list.children_of_kind(PARAMETER)) {
        if let Some(name) = parameter.child(field::NAME) {
            cx.bind(bare(name), Receiver::UNKNOWN);
        }
    }
    Flow::Into
}

fn parameter<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.claim(name);
    }
    Flow::Into
}

fn for_loop<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::VARIABLE) {
        let known = match node.child(field::SEQUENCE) {
            Some(sequence) => {
                let collection = cx.chain(sequence);
                cx.element_of(collection)
            }
            None => Receiver::UNKNOWN,
        };
        cx.claim(name);
        if cx.place() != Place::Function {
            cx.open_block(node);
        }
        cx.bind(name.text(), known);
    }
    Flow::Into
}

/// The function's own name in `pkg::f(...)` and `f(...)`.
fn called(call: Node<'_>) -> Option<&str> {
    let function = call.child(field::FUNCTION).filter(|_| call.kind() == CALL)?;
    match function.kind() {
        IDENTIFIER => Some(function.text()),
        NAMESPACE => function.child(field::RHS).map(Node::text),
        _ => None,
    }
}

fn arguments(call: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    call.child_of_kind(ARGUMENTS).into_iter().flat_map(|list| list.children_of_kind(ARGUMENT))
}

/// The value of the argument at a place among those without names, or with a name.
fn value_of<'t>(call: Node<'t>, place: usize, name: &str) -> Option<Node<'t>> {
    let named = arguments(call).find(|argument| argument.child(field::NAME).is_some_and(|own| bare(own) == name));
    let argument =
        named.or_else(|| arguments(call).filter(|argument| argument.child(field::NAME).is_none()).nth(place))?;
    argument.child(field::VALUE)
}

fn text_of<'t>(call: Node<'t>, place: usize, name: &str) -> Option<Node<'t>> {
    value_of(call, place, name).filter(|value| value.kind() == STRING && !bare(*value).is_empty())
}

/// The name of the class that a call makes.
fn class_call(call: Node<'_>) -> Option<Node<'_>> {
    match called(call)? {
        "R6Class" => text_of(call, 0, "classname"),
        "new_class" => text_of(call, 0, "name"),
        "setClass" | "setRefClass" => text_of(call, 0, "Class"),
        _ => None,
    }
}

fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(function) = node.child(field::FUNCTION) else { return Flow::Into };
    let name = called(node).unwrap_or("");
    if let Some(class) = class_call(node) {
        return define_class(cx, node, class);
    }
    match name {
        "library" | "loadNamespace" | "require" | "requireNamespace" => {
            if let Some(package) = value_of(node, 0, "package") {
                let kind = if name.ends_with("Namespace") { ImportKind::Module } else { ImportKind::Wildcard };
                cx.import(node.row(), kind, bare(package), &[]);
                return Flow::Over;
            }
        }
        "source" | "sys.source" => {
            if let Some(path) = text_of(node, 0, "file") {
                cx.import(node.row(), ImportKind::Include, bare(path), &[]);
                return Flow::Over;
            }
        }
        "describe" | "it" | "test_that" => {
            if let Some(title) = text_of(node, 0, "desc") {
                let mut def = cx.def(SymbolKind::Test, node, title);
                def.name = bare(title);
                def.mark(SymbolFlags::TEST);
                let sym = cx.define(def);
                cx.open(node, sym, Place::Function);
                cx.claim_all(function);
                return Flow::Into;
            }
        }
        "setGeneric" | "setMethod" => generic(cx, node),
        "do.call" | "match.fun" => {
            if let Some(named) = text_of(node, 0, "what") {
                cx.call_named(named, bare(named), Receiver::BARE, CallKind::Value, None);
            }
        }
        _ => {}
    }
    if let Some(class) = made(cx, node) {
        cx.claim_all(function);
        // The class itself is an argument of `new`.
        let named = u8::from(class.kind() == STRING);
        let args = count_arguments(node).map(|count| count.saturating_sub(named));
        cx.call_named(class, bare(class), Receiver::BARE, CallKind::Construct, args);
        return Flow::Into;
    }
    cx.call_with(node, CallKind::Call, count_arguments(node));
    Flow::Into
}

/// How many arguments a call writes, with the one that a pipe brings.
fn count_arguments(call: Node<'_>) -> Option<u8> {
    let mut count = 0_u8;
    for argument in arguments(call) {
        if argument.child(field::VALUE).is_some_and(|value| value.kind() == DOTS) {
            return None;
        }
        count = count.saturating_add(1);
    }
    let piped = call.parent().is_some_and(|parent| {
        parent.kind() == BINARY
            && call.field() == field::RHS
            && parent.child(field::OPERATOR).is_some_and(|operator| is_pipe(operator.text()))
    });
    Some(count.saturating_add(u8::from(piped)))
}

fn define_class<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>) -> Flow {
    let outer = node.parent().filter(|outer| outer.kind() == BINARY && assignment(*outer).is_some()).unwrap_or(node);
    let mut def = cx.def(SymbolKind::Class, outer, name);
    def.name = bare(name);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    if let Some(function) = node.child(field::FUNCTION) {
        cx.claim_all(function);
    }
    let base = ["inherit", "contains", "parent"].into_iter().find_map(|role| value_of(node, usize::MAX, role));
    if let Some(base) = base.filter(|base| matches!(base.kind(), IDENTIFIER | NAMESPACE | STRING)) {
        let path = bare(base).replace(":::", ".").replace("::", ".");
        let (receiver, last) = cx.free_path(&path);
        cx.reference_named(base, last, receiver, RefKind::Base);
        cx.claim_all(base);
        let base = cx.name(&path);
        if let Some(symbol) = cx.symbol_mut(sym) {
            symbol.bases.push(base);
        }
    }
    for list in arguments(node) {
        let role = list.child(field::NAME).map_or("", bare);
        let Some(call) = list.child(field::VALUE).filter(|value| value.kind() == CALL) else { continue };
        let fields = matches!(role, "fields" | "properties" | "representation" | "slots")
            || role.is_empty() && called(call) == Some("representation");
        if fields {
            define_fields(cx, call);
        }
    }
    Flow::Into
}

/// `list(items = "list", size = "numeric")`: names with types.
fn define_fields<'t>(cx: &mut Cx<'t>, list: Node<'t>) {
    for argument in arguments(list) {
        if let Some(name) = argument.child(field::NAME) {
            let mut def = cx.def(SymbolKind::Field, argument, name);
            def.name = bare(name);
            let ty = argument.child(field::VALUE).filter(|value| value.kind() == STRING && !bare(*value).is_empty());
            def.ty = ty.map(|ty| cx.name(bare(ty)));
            cx.define(def);
        }
    }
}

fn generic<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    let Some(name) = text_of(node, 0, "name").or_else(|| text_of(node, 0, "f")) else { return };
    let class = text_of(node, 1, "signature").filter(|_| called(node) == Some("setMethod"));
    let function = arguments(node).filter_map(|a| a.child(field::VALUE)).find(|value| value.kind() == FUNCTION);
    let mut def = cx.def(SymbolKind::Function, node, name);
    def.name = bare(name);
    if let Some(class) = class {
        def.kind = SymbolKind::Method;
        def.container = Some(cx.name(bare(class)));
    }
    def.params = function.and_then(|function| function.child_of_kind(PARAMETERS)).map(params);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
}

/// The lists of a class that hold its members, as its makers call them.
const MEMBERS: [&str; 4] = ["active", "methods", "private", "public"];

/// A named argument of a class' list is a member; other names are no uses of anything.
fn argument<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    cx.claim(name);
    let list = node.parent().and_then(Node::parent).and_then(Node::parent);
    let role = list.filter(|list| list.kind() == ARGUMENT).and_then(|list| list.child(field::NAME)).map_or("", bare);
    let class = list.and_then(Node::parent).and_then(Node::parent);
    if cx.place() != Place::Type
        || !MEMBERS.contains(&role)
        || class.and_then(class_call).is_none()
        || bare(name).is_empty()
    {
        return Flow::Into;
    }
    let value = node.child(field::VALUE);
    if let Some(value) = value.filter(|value| value.kind() == FUNCTION) {
        let kind = match (role, bare(name)) {
            ("active", _) => SymbolKind::Property,
            (_, "initialize") => SymbolKind::Constructor,
            _ => SymbolKind::Method,
        };
        function(cx, node, name, value, kind);
    } else {
        let mut def = cx.def(SymbolKind::Field, node, name);
        def.name = bare(name);
        let sym = cx.define(def);
        cx.attribute_to(node, sym);
    }
    Flow::Into
}

/// The class in `Class$new(...)` and S4's `new("Class", ...)`.
fn made<'t>(cx: &Cx<'t>, call: Node<'t>) -> Option<Node<'t>> {
    let function = call.child(field::FUNCTION)?;
    match function.kind() {
        IDENTIFIER if function.text() == "new" => text_of(call, 0, "Class"),
        EXTRACT => {
            let class = function.child(field::LHS).filter(|class| class.kind() == IDENTIFIER)?;
            let is_new = function.child(field::RHS).is_some_and(|name| name.text() == "new");
            (is_new && !cx.is_local(class.text()) && class.text().starts_with(char::is_uppercase)).then_some(class)
        }
        _ => None,
    }
}

fn call_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match made(cx, node) {
        Some(class) => Shape::Typed(class),
        None => node.child(field::FUNCTION).map_or(Shape::Unknown, Shape::Call),
    }
}

/// `self`, `private` and `super` are the object in R6, `.self` in reference classes.
fn name_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match node.text() {
        "private" | "self" if cx.type_around().is_some() => Shape::Root(Root::SelfValue),
        ".self" => Shape::Root(Root::SelfValue),
        "super" if cx.type_around().is_some() => Shape::Root(Root::Super),
        _ => Shape::Name(node),
    }
}
