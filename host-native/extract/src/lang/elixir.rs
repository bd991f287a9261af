//! Owns what Elixir's syntax means. Nearly everything is a call, so definitions, imports and tests are told by the name
//! that is called; values have no methods, so local names matter to nothing.

use graphicle_engine::facts::{CallKind, ImportKind, Params, Receiver, RefKind, Root, Step, SymbolFlags, SymbolKind};
use graphicle_engine::span::LineRange;

use crate::cx::{Cx, Place};
use crate::spec::{Flow, Rule, Shape, ShapeRule, Spec, TypeRule};
use crate::syntax::{field, kinds};
use crate::tree::Node;
use crate::types::{dotted, last_segment};

kinds! {
    ALIAS = "alias",
    ARGUMENTS = "arguments",
    ATOM = "atom",
    BINARY = "binary_operator",
    CALL = "call",
    COMMENT = "comment",
    DOT = "dot",
    DO_BLOCK = "do_block",
    IDENTIFIER = "identifier",
    INTEGER = "integer",
    KEYWORDS = "keywords",
    LIST = "list",
    PAIR = "pair",
    QUOTED_CONTENT = "quoted_content",
    STRING = "string",
    STRUCT = "struct",
    TUPLE = "tuple",
    UNARY = "unary_operator",
}

/// Elixir.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ALIAS, Rule::Hook(alias)),
        (CALL, Rule::Hook(call)),
        (COMMENT, Rule::Comment),
        (STRUCT, Rule::Hook(structure)),
        (UNARY, Rule::Hook(unary)),
    ],
    shapes: &[(IDENTIFIER, ShapeRule::Hook(|_, _| Shape::Unknown))],
    types: &[(ALIAS, TypeRule::Named)],
    builtins: &[
        "__MODULE__",
        "abs",
        "alias!",
        "and",
        "apply",
        "assert",
        "binding",
        "byte_size",
        "case",
        "cond",
        "div",
        "elem",
        "exit",
        "for",
        "hd",
        "if",
        "import",
        "in",
        "inspect",
        "is_atom",
        "is_binary",
        "is_boolean",
        "is_float",
        "is_function",
        "is_integer",
        "is_list",
        "is_map",
        "is_nil",
        "is_number",
        "is_pid",
        "is_struct",
        "is_tuple",
        "length",
        "map_size",
        "max",
        "min",
        "not",
        "or",
        "put_elem",
        "quote",
        "raise",
        "receive",
        "refute",
        "rem",
        "require",
        "reraise",
        "round",
        "self",
        "send",
        "setup",
        "setup_all",
        "spawn",
        "spawn_link",
        "super",
        "throw",
        "tl",
        "to_charlist",
        "to_string",
        "trunc",
        "try",
        "tuple_size",
        "unless",
        "unquote",
        "unquote_splicing",
        "with",
    ],
    ..Spec::new(|| tree_sitter_elixir::LANGUAGE.into(), KINDS)
};

/// Module attributes that are no constants of the module.
const ATTRIBUTES: &[&str] = &[
    "after_compile",
    "before_compile",
    "behaviour",
    "callback",
    "compile",
    "deprecated",
    "derive",
    "describetag",
    "dialyzer",
    "doc",
    "enforce_keys",
    "external_resource",
    "impl",
    "macrocallback",
    "moduledoc",
    "moduletag",
    "on_load",
    "opaque",
    "optional_callbacks",
    "since",
    "spec",
    "tag",
    "type",
    "typedoc",
    "typep",
    "vsn",
];

fn arguments(call: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    call.child_of_kind(ARGUMENTS).into_iter().flat_map(Node::named_children)
}

fn target_name(call: Node<'_>) -> Option<&str> {
    call.child(field::TARGET).filter(|target| target.kind() == IDENTIFIER).map(Node::text)
}

/// Returns the value of a keyword argument.
fn keyword<'t>(call: Node<'t>, wanted: &str) -> Option<Node<'t>> {
    let pairs = arguments(call).filter(|argument| argument.kind() == KEYWORDS).flat_map(Node::named_children);
    let mut found = pairs.filter(|pair| pair.child(field::KEY).is_some_and(|key| key_name(key) == wanted));
    found.next().and_then(|pair| pair.child(field::VALUE))
}

fn key_name(key: Node<'_>) -> &str {
    key.text().trim_end().trim_end_matches(':')
}

/// Returns the text of a string without interpolation.
fn literal(node: Node<'_>) -> Option<&str> {
    let mut parts = node.named_children().filter(|part| part.kind() == QUOTED_CONTENT);
    parts.next().filter(|_| node.kind() == STRING).map(Node::text)
}

/// Returns the full path that an alias names here: `__MODULE__` is the module around it.
fn module_path(cx: &Cx<'_>, node: Node<'_>) -> Option<String> {
    let mut tail = String::new();
    let mut node = node;
    for _ in 0..16 {
        let head = match node.kind() {
            ALIAS => dotted(node.text()),
            IDENTIFIER if node.text() == "__MODULE__" => cx.name_text(cx.container()?).to_owned(),
            DOT => {
                let right = node.child(field::RIGHT).filter(|right| right.kind() == ALIAS)?;
                tail = format!(".{}{tail}", dotted(right.text()));
                node = node.child(field::LEFT)?;
                continue;
            }
            _ => return None,
        };
        return Some(head + &tail);
    }
    None
}

fn alias<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if !cx.is_claimed(node) {
        let path = dotted(node.text());
        let (receiver, last) = cx.free_path(&path);
        cx.reference_named(node, last, receiver, RefKind::Type);
    }
    Flow::Over
}

/// `%Name{...}` makes a value of the module's struct.
fn structure<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(ALIAS) {
        cx.claim(name);
        let path = dotted(name.text());
        let (receiver, last) = cx.free_path(&path);
        cx.call_named(name, last, receiver, CallKind::Construct, None);
    }
    Flow::Into
}

fn unary<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(operator), Some(operand)) = (node.child(field::OPERATOR), node.child(field::OPERAND)) else {
        return Flow::Into;
    };
    match operator.text() {
        "@" => attribute(cx, node, operand),
        "&" => capture(cx, operand),
        _ => Flow::Into,
    }
}

fn attribute<'t>(cx: &mut Cx<'t>, node: Node<'t>, operand: Node<'t>) -> Flow {
    let Some(name) = target_name(operand) else {
        if operand.kind() == IDENTIFIER {
            cx.reference(operand, Receiver::BARE, RefKind::Value);
        }
        return Flow::Over;
    };
    match name {
        "doc" | "typedoc" => {
            cx.comment(node);
            return Flow::Over;
        }
        "moduledoc" | "behaviour" => return Flow::Over,
        "type" | "typep" | "opaque" => define_type(cx, node, operand, name != "typep"),
        "callback" | "macrocallback" => define_callback(cx, node, operand),
        _ if ATTRIBUTES.binary_search(&name).is_ok() => cx.attribute(node),
        _ if cx.place() != Place::Function => {
            if let Some(target) = operand.child(field::TARGET)
                && let container = cx.container()
                && cx.defined(container, name).is_none()
            {
                let def = cx.def(SymbolKind::Constant, node, target);
                cx.define(def);
            }
            cx.claim(operand);
            return Flow::Into;
        }
        _ => return Flow::Into,
    }
    use_types(cx, operand);
    Flow::Over
}

/// Records the uses of `Module.t()` in a specification.
fn use_types<'t>(cx: &mut Cx<'t>, specification: Node<'t>) {
    for at in specification.at()..specification.next() {
        let Some(node) = cx.tree().node(at).filter(|node| node.kind() == DOT) else { continue };
        if let Some(module) = node.child(field::LEFT).filter(|module| module.kind() == ALIAS) {
            let path = dotted(module.text());
            let (receiver, last) = cx.free_path(&path);
            cx.reference_named(module, last, receiver, RefKind::Type);
        }
    }
}

fn define_type<'t>(cx: &mut Cx<'t>, node: Node<'t>, operand: Node<'t>, exported: bool) {
    let head = arguments(operand).next().and_then(|argument| argument.child(field::LEFT));
    let name = head.and_then(|head| if head.kind() == CALL { head.child(field::TARGET) } else { Some(head) });
    if let Some(name) = name.filter(|name| name.kind() == IDENTIFIER) {
        let mut def = cx.def(SymbolKind::TypeAlias, node, name);
        if exported {
            def.mark(SymbolFlags::EXPORTED);
        }
        cx.define(def);
    }
}

fn define_callback<'t>(cx: &mut Cx<'t>, node: Node<'t>, operand: Node<'t>) {
    let mut head = arguments(operand).next();
    while let Some(at) = head.filter(|at| at.kind() == BINARY) {
        head = at.child(field::LEFT);
    }
    if let Some(head) = head.filter(|head| head.kind() == CALL)
        && let Some(name) = head.child(field::TARGET).filter(|name| name.kind() == IDENTIFIER)
    {
        let mut def = cx.def(SymbolKind::Function, node, name);
        def.mark(SymbolFlags::EXPORTED);
        def.mark(SymbolFlags::DECLARATION);
        def.params = Some(count_params(Some(head)));
        cx.define(def);
    }
}

/// `&name/1` and `&Module.name/1` hand a function on.
fn capture<'t>(cx: &mut Cx<'t>, operand: Node<'t>) -> Flow {
    let (Some(left), Some(right)) = (operand.child(field::LEFT), operand.child(field::RIGHT)) else {
        return Flow::Into;
    };
    if operand.kind() != BINARY || right.kind() != INTEGER {
        return Flow::Into;
    }
    let args = right.text().parse().ok();
    if left.kind() == IDENTIFIER {
        cx.call(left, Receiver::BARE, CallKind::Value, args);
        return Flow::Over;
    }
    if left.kind() == CALL
        && let Some((receiver, name)) = remote(cx, left)
    {
        cx.call(name, receiver, CallKind::Value, args);
        return Flow::Over;
    }
    Flow::Into
}

/// Returns what `Module.name` is called on, and the name.
fn remote<'t>(cx: &mut Cx<'t>, call: Node<'t>) -> Option<(Receiver, Node<'t>)> {
    let dot = call.child(field::TARGET).filter(|target| target.kind() == DOT)?;
    let (left, name) = (dot.child(field::LEFT)?, dot.child(field::RIGHT).filter(|name| name.kind() == IDENTIFIER)?);
    let receiver = match left.kind() {
        ALIAS => {
            cx.claim(left);
            module_receiver(cx, &dotted(left.text()))
        }
        ATOM => module_receiver(cx, left.text().trim_start_matches(':')),
        IDENTIFIER if left.text() == "__MODULE__" => Receiver { root: Root::SelfType, steps: Vec::new() },
        DOT => {
            let path = module_path(cx, left)?;
            cx.claim_all(left);
            module_receiver(cx, &path)
        }
        _ => return None,
    };
    Some((receiver, name))
}

fn module_receiver(cx: &mut Cx<'_>, path: &str) -> Receiver {
    let mut parts = path.split('.');
    let first = cx.name(parts.next().unwrap_or(path));
    let steps = parts.take(8).map(|part| Step::Field(cx.name(part))).collect();
    Receiver { root: Root::Free(first), steps }
}

fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if cx.is_claimed(node) {
        return Flow::Into;
    }
    let piped = u8::from(node.field() == field::RIGHT && node.parent().is_some_and(is_pipe));
    let written = arguments(node).count() + usize::from(node.child_of_kind(DO_BLOCK).is_some());
    let args = u8::try_from(written).ok().map(|written| written.saturating_add(piped));
    if let Some(name) = target_name(node) {
        if let Some(flow) = declaration(cx, node, name) {
            return flow;
        }
        if name == "apply" {
            apply(cx, node);
        }
        if !cx.is_builtin(name)
            && let Some(target) = node.child(field::TARGET)
        {
            cx.call(target, Receiver::BARE, CallKind::Call, args);
        }
        return Flow::Into;
    }
    if let Some((receiver, name)) = remote(cx, node) {
        cx.call(name, receiver, CallKind::Call, args);
    }
    Flow::Into
}

fn is_pipe(node: Node<'_>) -> bool {
    node.kind() == BINARY && node.child(field::OPERATOR).is_some_and(|operator| operator.text() == "|>")
}

/// `apply(Module, :name, arguments)` hands a function on.
fn apply<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    let mut all = arguments(node);
    if let (Some(module), Some(name)) = (all.next(), all.next())
        && let Some(text) = name.text().strip_prefix(':').filter(|_| name.kind() == ATOM)
        && let Some(path) = module_path(cx, module)
    {
        let receiver = module_receiver(cx, &path);
        cx.call_named(name, text, receiver, CallKind::Value, None);
    }
}

/// Calls that declare something. Returns `None` for any other call.
fn declaration<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: &'t str) -> Option<Flow> {
    let first = arguments(node).next();
    match name {
        "defmodule" => Some(module(cx, node, first?)),
        "defprotocol" => Some(protocol(cx, node, first?)),
        "defimpl" => Some(implementation(cx, node, first?)),
        "def" | "defp" | "defmacro" | "defmacrop" | "defguard" | "defguardp" | "defdelegate" => {
            Some(function(cx, node, name))
        }
        "defstruct" | "defexception" => {
            fields(cx, node);
            Some(Flow::Into)
        }
        "alias" | "require" | "import" | "use" => {
            import(cx, node, name, first?);
            Some(Flow::Over)
        }
        "describe" | "test" | "property" if cx.file_name().ends_with("_test.exs") => {
            let title = first?;
            let mut def = cx.def(SymbolKind::Test, node, title);
            def.name = literal(title)?;
            def.mark(SymbolFlags::TEST);
            let sym = cx.define(def);
            cx.open(node, sym, Place::Function);
            Some(Flow::Into)
        }
        _ => None,
    }
}

fn module<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>) -> Flow {
    cx.claim(name);
    let mut def = cx.def(SymbolKind::Module, node, name);
    def.mark(SymbolFlags::EXPORTED);
    def.doc = node.child_of_kind(DO_BLOCK).and_then(module_doc).or(def.doc);
    if let Some(doc) = def.doc.filter(|_| cx.place() == Place::File) {
        cx.set_module_doc(doc);
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Module);
    let mut bases = Vec::new();
    for attribute in node.child_of_kind(DO_BLOCK).into_iter().flat_map(|body| body.children_of_kind(UNARY)) {
        let Some(operand) = attribute.child(field::OPERAND) else { continue };
        if target_name(operand) == Some("behaviour")
            && let Some(base) = arguments(operand).next().filter(|base| base.kind() == ALIAS)
        {
            bases.extend(cx.base(base));
        }
    }
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    Flow::Into
}

/// Returns the lines of `@moduledoc`.
fn module_doc(body: Node<'_>) -> Option<LineRange> {
    let documents = |attribute: &Node<'_>| {
        let operand = attribute.child(field::OPERAND);
        let is_text = operand.and_then(|operand| arguments(operand).next()).is_some_and(|text| text.kind() == STRING);
        is_text && operand.and_then(target_name) == Some("moduledoc")
    };
    let attribute = body.children_of_kind(UNARY).find(documents)?;
    Some(LineRange::new(attribute.row(), attribute.last_row()))
}

fn protocol<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>) -> Flow {
    cx.claim(name);
    let mut def = cx.def(SymbolKind::Interface, node, name);
    def.mark(SymbolFlags::EXPORTED);
    def.doc = node.child_of_kind(DO_BLOCK).and_then(module_doc);
    if let Some((outer, last)) = name.text().rsplit_once('.') {
        def.name = last;
        let path = match def.container {
            Some(container) => format!("{}.{outer}", cx.name_text(container)),
            None => outer.to_owned(),
        };
        def.container = Some(cx.name(&path));
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    Flow::Into
}

/// `defimpl Protocol, for: Type` makes the module `Protocol.Type`.
fn implementation<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>) -> Flow {
    let mut def = cx.def(SymbolKind::Module, node, name);
    def.mark(SymbolFlags::EXPORTED);
    let target = keyword(node, "for").and_then(|target| module_path(cx, target));
    let target = target.or_else(|| def.container.map(|container| cx.name_text(container).to_owned()));
    def.container = None;
    let sym = cx.define(def);
    let path = match target {
        Some(target) => format!("{}.{target}", dotted(name.text())),
        None => dotted(name.text()),
    };
    let path = cx.name(&path);
    let base = cx.base(name);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.name = path;
        symbol.bases.extend(base);
    }
    cx.open(node, sym, Place::Module);
    Flow::Into
}

/// Returns the head of a definition, `name(arguments)` or `name`, and the name.
fn head(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let mut head = arguments(node).next()?;
    if head.kind() == BINARY && head.child(field::OPERATOR).is_some_and(|operator| operator.text() == "when") {
        head = head.child(field::LEFT)?;
    }
    match head.kind() {
        CALL => Some((head, head.child(field::TARGET).filter(|name| name.kind() == IDENTIFIER)?)),
        IDENTIFIER => Some((head, head)),
        // An operator.
        BINARY => Some((head, head.child(field::OPERATOR)?)),
        _ => None,
    }
}

fn count_params(head: Option<Node<'_>>) -> Params {
    let mut params = Params { min: 0, max: 0 };
    let Some(head) = head else { return params };
    if head.kind() == BINARY {
        return Params { min: 2, max: 2 };
    }
    for argument in arguments(head) {
        let has_default = argument.kind() == BINARY
            && argument.child(field::OPERATOR).is_some_and(|operator| operator.text() == "\\\\");
        params.min = params.min.saturating_add(u8::from(!has_default));
        params.max = params.max.saturating_add(1);
    }
    params
}

/// Returns whether two definitions are clauses of one function.
fn is_clause_of(first: Node<'_>, other: Node<'_>) -> bool {
    let (Some((one, name)), Some((two, other_name))) = (head(first), head(other)) else { return false };
    target_name(first) == target_name(other)
        && name.text() == other_name.text()
        && count_params(Some(one)).max == count_params(Some(two)).max
}

/// Returns the last of the clauses that stand one after the other from `first` on, and claims all but the first.
fn last_clause<'t>(cx: &mut Cx<'t>, first: Node<'t>) -> Node<'t> {
    let mut last = first;
    let mut at = first.next();
    while let Some(next) = cx.tree().node(at).filter(|next| next.parent() == first.parent()) {
        at = next.next();
        if next.kind() == UNARY || next.kind() == COMMENT {
            continue;
        }
        if next.kind() != CALL || !is_clause_of(first, next) {
            break;
        }
        cx.claim(next);
        claim_head(cx, next);
        last = next;
    }
    last
}

/// The head of a definition is no call.
fn claim_head<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    if let Some((head, _)) = head(node) {
        cx.claim(head);
    }
}

fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>, word: &str) -> Flow {
    let Some((head, name)) = head(node) else { return Flow::Into };
    claim_head(cx, node);
    let last = last_clause(cx, node);
    let kind = if word.starts_with("defmacro") { SymbolKind::Macro } else { SymbolKind::Function };
    let mut def = cx.def(kind, node, name);
    def.params = Some(count_params(Some(head)));
    if !word.ends_with('p') {
        def.mark(SymbolFlags::EXPORTED);
    }
    let has_body = node.child_of_kind(DO_BLOCK).is_some() || keyword(node, "do").is_some();
    if !has_body && last == node && word == "def" {
        def.mark(SymbolFlags::DECLARATION);
    }
    let sym = cx.define(def);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.lines = LineRange::new(symbol.lines.start, last.last_row());
    }
    cx.open_until(last.next(), sym, Place::Function);
    if word == "defdelegate" {
        delegate(cx, node, name);
    }
    Flow::Into
}

/// `defdelegate name(...), to: Module, as: :other` calls the other function.
fn delegate<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>) {
    let target = keyword(node, "to").and_then(|target| module_path(cx, target));
    if let Some(path) = target {
        let callee = keyword(node, "as").map_or(name.text(), |other| other.text().trim_start_matches(':'));
        let receiver = module_receiver(cx, &path);
        cx.call_named(name, callee, receiver, CallKind::Call, None);
    }
}

/// The fields of a struct: atoms, or keywords with their default values.
fn fields<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    let lists =
        arguments(node).flat_map(|list| if list.kind() == LIST { list.named_children().collect() } else { vec![list] });
    for field in lists.collect::<Vec<_>>() {
        match field.kind() {
            ATOM => {
                let mut def = cx.def(SymbolKind::Field, field, field);
                def.name = field.text().trim_start_matches(':');
                def.mark(SymbolFlags::EXPORTED);
                cx.define(def);
            }
            KEYWORDS => {
                for key in field.children_of_kind(PAIR).filter_map(|pair| pair.child(field::KEY)) {
                    let mut def = cx.def(SymbolKind::Field, key, key);
                    def.name = key_name(key);
                    def.mark(SymbolFlags::EXPORTED);
                    cx.define(def);
                }
            }
            _ => {}
        }
    }
}

fn import<'t>(cx: &mut Cx<'t>, node: Node<'t>, word: &str, first: Node<'t>) {
    // `alias Module.{One, Two}`.
    if let Some(group) = first.child(field::RIGHT).filter(|group| first.kind() == DOT && group.kind() == TUPLE) {
        let Some(prefix) = first.child(field::LEFT).and_then(|left| module_path(cx, left)) else { return };
        for name in group.children_of_kind(ALIAS) {
            let path = format!("{prefix}.{}", dotted(name.text()));
            let local = last_segment(name.text());
            cx.import(name.row(), ImportKind::Module, &path, &[(None, local)]);
        }
        return;
    }
    let Some(path) = module_path(cx, first) else { return };
    let last = first.text().rsplit('.').next().unwrap_or(first.text()).trim();
    match word {
        "alias" => {
            let local = keyword(node, "as").map_or(last, Node::text);
            cx.import(node.row(), ImportKind::Module, &path, &[(None, local)]);
        }
        "import" => {
            let only = keyword(node, "only").into_iter().flat_map(Node::named_children);
            let pairs = only.filter(|list| list.kind() == KEYWORDS).flat_map(|list| list.children_of_kind(PAIR));
            let names: Vec<&'t str> = pairs.filter_map(|pair| pair.child(field::KEY)).map(key_name).collect();
            let bindings: Vec<(Option<&str>, &'t str)> = names.iter().map(|name| (Some(*name), *name)).collect();
            let kind = if bindings.is_empty() { ImportKind::Wildcard } else { ImportKind::Module };
            cx.import(node.row(), kind, &path, &bindings);
        }
        "require" => match keyword(node, "as") {
            Some(alias) => cx.import(node.row(), ImportKind::Module, &path, &[(None, alias.text())]),
            None => cx.import(node.row(), ImportKind::Module, &path, &[]),
        },
        _ => {
            cx.import(node.row(), ImportKind::Module, &path, &[]);
            let receiver = module_receiver(cx, &path);
            let args = arguments(node).count().min(1);
            cx.call_named(first, "__using__", receiver, CallKind::Macro, u8::try_from(args).ok());
        }
    }
}
