//! Owns what Erlang's syntax means: functions of several clauses, records, types, macros, modules named by atoms.
//! Variables are no names that anything could be looked up by, so that no scopes are needed.

use graphicle_engine::facts::{CallKind, ImportKind, Params, Receiver, RefKind, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Def, Place};
use crate::spec::{Flow, Rule, Spec};
use crate::syntax::{field, kinds};
use crate::tree::Node;

kinds! {
    ATOM = "atom",
    BEHAVIOUR = "behaviour_attribute",
    CALL = "call",
    CALLBACK = "callback",
    CHAR = "char",
    COMMENT = "comment",
    COMPILE = "compile_options_attribute",
    DEFINE = "pp_define",
    EXPORT = "export_attribute",
    EXPORT_TYPE = "export_type_attribute",
    EXPR_ARGS = "expr_args",
    EXTERNAL_FUN = "external_fun",
    FA = "fa",
    FIELD_TYPE = "field_type",
    FUNCTION_CLAUSE = "function_clause",
    FUN_DECL = "fun_decl",
    IMPORT = "import_attribute",
    INCLUDE = "pp_include",
    INCLUDE_LIB = "pp_include_lib",
    INTERNAL_FUN = "internal_fun",
    LIST = "list",
    MACRO_ARGS = "macro_call_args",
    MACRO_CALL = "macro_call_expr",
    MACRO_LHS = "macro_lhs",
    MODULE = "module",
    MODULE_ATTRIBUTE = "module_attribute",
    NOMINAL = "nominal",
    OPAQUE = "opaque",
    RECORD_DECL = "record_decl",
    RECORD_FIELD = "record_field",
    RECORD_NAME = "record_name",
    REMOTE = "remote",
    REMOTE_MODULE = "remote_module",
    SPEC_ATTRIBUTE = "spec",
    STRING = "string",
    TUPLE = "tuple",
    TYPE_ALIAS = "type_alias",
    TYPE_NAME = "type_name",
    TYPE_SIG = "type_sig",
    VAR_ARGS = "var_args",
}

/// Erlang.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (BEHAVIOUR, Rule::Hook(behaviour)),
        (CALL, Rule::Hook(call)),
        (CALLBACK, Rule::Hook(callback)),
        (CHAR, Rule::Leaf),
        (COMMENT, Rule::Comment),
        (COMPILE, Rule::Hook(compile)),
        (DEFINE, Rule::Hook(define)),
        (EXPORT, Rule::Hook(export)),
        (EXPORT_TYPE, Rule::Hook(export)),
        (EXTERNAL_FUN, Rule::Hook(fun_value)),
        (FIELD_TYPE, Rule::Hook(types_only)),
        (FUN_DECL, Rule::Hook(function)),
        (IMPORT, Rule::Hook(import)),
        (INCLUDE, Rule::Hook(include)),
        (INCLUDE_LIB, Rule::Hook(include)),
        (INTERNAL_FUN, Rule::Hook(fun_value)),
        (MACRO_CALL, Rule::Hook(macro_call)),
        (MODULE_ATTRIBUTE, Rule::Hook(module)),
        (NOMINAL, Rule::Hook(type_definition)),
        (OPAQUE, Rule::Hook(type_definition)),
        (RECORD_DECL, Rule::Hook(record)),
        (RECORD_NAME, Rule::Hook(record_use)),
        (SPEC_ATTRIBUTE, Rule::Hook(spec)),
        (STRING, Rule::Leaf),
        (TUPLE, Rule::Hook(tuple)),
        (TYPE_ALIAS, Rule::Hook(type_definition)),
    ],
    builtins: &[
        "abs",
        "any",
        "apply",
        "atom",
        "atom_to_binary",
        "atom_to_list",
        "binary",
        "binary_to_list",
        "binary_to_term",
        "bitstring",
        "boolean",
        "byte",
        "byte_size",
        "char",
        "element",
        "erase",
        "error",
        "exit",
        "float",
        "fun",
        "function",
        "get",
        "hd",
        "integer",
        "integer_to_binary",
        "integer_to_list",
        "iodata",
        "iolist",
        "is_atom",
        "is_binary",
        "is_boolean",
        "is_function",
        "is_integer",
        "is_list",
        "is_map",
        "is_map_key",
        "is_pid",
        "is_record",
        "is_tuple",
        "length",
        "list",
        "list_to_atom",
        "list_to_binary",
        "list_to_integer",
        "list_to_tuple",
        "make_ref",
        "map",
        "map_get",
        "map_size",
        "maybe_improper_list",
        "mfa",
        "module",
        "monitor",
        "neg_integer",
        "no_return",
        "node",
        "non_neg_integer",
        "none",
        "nonempty_list",
        "number",
        "pid",
        "port",
        "pos_integer",
        "processes",
        "put",
        "reference",
        "register",
        "round",
        "self",
        "send",
        "setelement",
        "size",
        "spawn",
        "spawn_link",
        "spawn_monitor",
        "string",
        "term",
        "term_to_binary",
        "throw",
        "timeout",
        "tl",
        "trunc",
        "tuple",
        "tuple_size",
        "tuple_to_list",
        "unregister",
        "whereis",
    ],
    exported: Some(is_exported),
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_erlang::LANGUAGE.into(), KINDS)
};

/// Stands among the exported names for all of them.
const ALL: &str = "*";

/// An atom without its quotes.
fn bare(atom: Node<'_>) -> &str {
    atom.text().trim_matches('\'')
}

fn module<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.set_package(bare(name));
    }
    if let (Some(doc), _) = cx.take_doc(node.row()) {
        let lines = cx.tree().text().lines().skip(doc.start.saturating_sub(1) as usize).take(doc.len() as usize);
        let is_licence = |line: &str| line.contains("opyright") || line.contains("icense");
        if !lines.into_iter().any(is_licence) {
            cx.set_module_doc(doc);
        }
    }
    Flow::Over
}

fn export<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    for entry in node.children_of_kind(FA) {
        cx.handed_out.insert(entry.text());
    }
    Flow::Over
}

fn compile<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.text().contains("export_all") {
        cx.handed_out.insert(ALL);
    }
    Flow::Over
}

/// A header's definitions are for whoever includes it; a module's functions and types are exported by name and arity.
fn is_exported<'t>(cx: &Cx<'t>, def: &Def<'t>) -> bool {
    if cx.package().is_empty() || cx.handed_out.contains(ALL) {
        return true;
    }
    let arity = def.params.map_or(0, |params| params.min);
    cx.handed_out.contains(format!("{}/{arity}", def.name).as_str())
}

fn behaviour<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.import(node.row(), ImportKind::Module, bare(name), &[]);
        cx.reference_named(name, bare(name), Receiver::BARE, RefKind::Base);
    }
    Flow::Over
}

fn import<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(module) = node.child_of_kind(ATOM) else { return Flow::Over };
    let names = node.children_of_kind(FA).filter_map(Node::first_named).map(|name| (Some(bare(name)), bare(name)));
    let bindings: Vec<(Option<&str>, &'t str)> = names.collect();
    cx.import(node.row(), ImportKind::Module, bare(module), &bindings);
    Flow::Over
}

fn include<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(path) = node.child_of_kind(STRING) {
        let kind = if node.kind() == INCLUDE { ImportKind::Include } else { ImportKind::SystemInclude };
        cx.import(node.row(), kind, path.text().trim_matches('"'), &[]);
    }
    Flow::Over
}

fn define<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let head = node.child_of_kind(MACRO_LHS);
    let Some(name) = head.and_then(|head| head.child(field::NAME)) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::Macro, node, name);
    def.name = bare(name);
    def.params = head.and_then(|head| head.child_of_kind(VAR_ARGS)).map(arity_of);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    Flow::Into
}

fn arity_of(list: Node<'_>) -> Params {
    let count = count(list);
    Params { min: count, max: count }
}

fn count(list: Node<'_>) -> u8 {
    u8::try_from(list.named_children().count()).unwrap_or(u8::MAX)
}

fn record<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME).filter(|name| !bare(*name).is_empty()) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::Struct, node, name);
    def.name = bare(name);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    for member in node.children_of_kind(RECORD_FIELD) {
        let Some(name) = member.child(field::NAME).filter(|name| !bare(*name).is_empty()) else { continue };
        let mut def = cx.def(SymbolKind::Field, member, name);
        def.name = bare(name);
        let ty = member.child(field::TY).and_then(Node::first_named).and_then(type_head);
        def.ty = ty.map(|ty| cx.name(&ty));
        cx.define(def);
    }
    Flow::Into
}

/// The name in `name()`, `module:name()` and `#record{}`.
fn type_head(ty: Node<'_>) -> Option<String> {
    match ty.kind() {
        CALL => ty.first_named().filter(|name| name.kind() == ATOM).map(|name| bare(name).to_owned()),
        REMOTE => {
            let module = ty.child_of_kind(REMOTE_MODULE)?.first_named()?;
            Some(format!("{}.{}", bare(module), type_head(ty.child_of_kind(CALL)?)?))
        }
        _ => ty.child_of_kind(RECORD_NAME)?.first_named().map(|name| bare(name).to_owned()),
    }
}

fn type_definition<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let head = node.child_of_kind(TYPE_NAME);
    let name = head.and_then(|head| head.child(field::NAME)).filter(|name| !bare(*name).is_empty());
    let Some(name) = name else { return Flow::Over };
    let mut def = cx.def(SymbolKind::TypeAlias, node, name);
    def.name = bare(name);
    // What tells types of one name apart is how many parameters they have.
    def.params = head.and_then(|head| head.child_of_kind(VAR_ARGS)).map(arity_of);
    let ty = node.child(field::TY);
    def.ty = ty.and_then(type_head).map(|ty| cx.name(&ty));
    let sym = cx.define(def);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.params = None;
    }
    cx.attribute_to(node, sym);
    if let Some(ty) = ty {
        types_in(cx, ty);
    }
    Flow::Over
}

fn types_only<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    types_in(cx, node);
    Flow::Over
}

/// Records what is written like a call in a type as the use of that type.
fn types_in<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    for below in node.subtree() {
        match below.kind() {
            CALL => {
                let Some(name) = below.first_named().filter(|name| name.kind() == ATOM) else { continue };
                let remote = below.parent().filter(|parent| parent.kind() == REMOTE);
                if remote.is_some() || !cx.is_builtin(bare(name)) {
                    let receiver = module_of(cx, remote);
                    cx.reference_named(name, bare(name), receiver, RefKind::Type);
                }
            }
            RECORD_NAME => {
                record_use(cx, below);
            }
            _ => {}
        }
    }
}

fn record_use<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.first_named().filter(|name| name.kind() == ATOM) {
        cx.reference_named(name, bare(name), Receiver::BARE, RefKind::Type);
    }
    Flow::Over
}

/// The name and arity that a clause or a specification is of.
fn head_of(node: Node<'_>) -> Option<(Node<'_>, u8)> {
    let (name, args) = match node.kind() {
        FUN_DECL => {
            let clause = node.child_of_kind(FUNCTION_CLAUSE)?;
            (clause.child(field::NAME)?, clause.child_of_kind(EXPR_ARGS))
        }
        _ => (node.child(field::FUN)?, node.child_of_kind(TYPE_SIG)?.child_of_kind(EXPR_ARGS)),
    };
    (name.kind() == ATOM && !bare(name).is_empty()).then(|| (name, args.map_or(0, count)))
}

fn spec<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let own = head_of(node);
    let next = node.siblings_after().find(|next| next.is_named() && next.kind() != COMMENT);
    let function = next.filter(|next| next.kind() == FUN_DECL && same(own, head_of(*next)));
    if let (Some((name, arity)), Some(function)) = (own, function) {
        cx.claim(function);
        define_function(cx, node, function, name, arity);
    }
    types_only(cx, node)
}

fn same(one: Option<(Node<'_>, u8)>, other: Option<(Node<'_>, u8)>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if bare(one.0) == bare(other.0) && one.1 == other.1)
}

fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if !cx.is_claimed(node)
        && let Some((name, arity)) = head_of(node)
    {
        define_function(cx, node, node, name, arity);
    }
    Flow::Into
}

/// Defines the function whose first clause is `first`, with all clauses that follow.
fn define_function<'t>(cx: &mut Cx<'t>, node: Node<'t>, first: Node<'t>, name: Node<'t>, arity: u8) {
    let mut last = first;
    for next in first.siblings_after().filter(|next| next.is_named() && next.kind() != COMMENT) {
        if next.kind() != FUN_DECL || !same(head_of(next), Some((name, arity))) {
            break;
        }
        cx.claim(next);
        last = next;
    }
    let mut def = cx.def(SymbolKind::Function, node, name);
    def.name = bare(name);
    def.params = Some(Params { min: arity, max: arity });
    let result = node.child_of_kind(TYPE_SIG).and_then(|sig| sig.child(field::TY)).and_then(type_head);
    def.ty = result.map(|ty| cx.name(&ty));
    if is_test(cx, def.name, arity) {
        def.mark(SymbolFlags::TEST);
    }
    if def.name == "main" && arity == 1 || def.name == "start" && arity == 2 && is_application(cx) {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    let sym = cx.define(def);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.lines.end = last.last_row().max(symbol.lines.end);
    }
    cx.open_until(last.next(), sym, Place::Function);
}

/// `EUnit` runs `..._test` and `..._test_`; Common Test runs what a suite exports with one argument, but for its set-up.
fn is_test(cx: &Cx<'_>, name: &str, arity: u8) -> bool {
    let eunit = arity == 0 && (name.ends_with("_test") || name.ends_with("_test_"));
    let set_up = name.starts_with("init_per_") || name.starts_with("end_per_");
    let suite = cx.file_name().ends_with("_SUITE.erl") && arity == 1 && !set_up;
    eunit || suite && cx.handed_out.contains(format!("{name}/1").as_str())
}

fn is_application(cx: &Cx<'_>) -> bool {
    let root = cx.tree().node(0);
    let mut behaviours = root.into_iter().flat_map(|root| root.children_of_kind(BEHAVIOUR));
    behaviours.any(|behaviour| behaviour.child(field::NAME).is_some_and(|name| name.text() == "application"))
}

fn callback<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some((name, arity)) = head_of(node) {
        let mut def = cx.def(SymbolKind::Function, node, name);
        def.name = bare(name);
        def.params = Some(Params { min: arity, max: arity });
        def.mark(SymbolFlags::DECLARATION);
        def.mark(SymbolFlags::EXPORTED);
        let sym = cx.define(def);
        cx.attribute_to(node, sym);
    }
    types_only(cx, node)
}

/// What stands before the colon: a module's name, the file's own module, or a value.
fn module_of<'t>(cx: &mut Cx<'t>, remote: Option<Node<'t>>) -> Receiver {
    let Some(remote) = remote else { return Receiver::BARE };
    let around = remote.children().find(|part| matches!(part.kind(), MODULE | REMOTE_MODULE));
    match around.and_then(Node::first_named) {
        Some(module) => module_value(cx, module),
        None => Receiver::UNKNOWN,
    }
}

fn module_value<'t>(cx: &mut Cx<'t>, module: Node<'t>) -> Receiver {
    match module.kind() {
        ATOM if bare(module) == cx.package() => Receiver::BARE,
        // Elixir's modules are atoms with a prefix and dots of their own.
        ATOM => {
            let path = format!("{}.", bare(module).trim_start_matches("Elixir."));
            cx.free_path(&path).0
        }
        MACRO_CALL if is_own_module(module) => Receiver::BARE,
        _ => Receiver::UNKNOWN,
    }
}

fn is_own_module(node: Node<'_>) -> bool {
    node.kind() == MACRO_CALL && node.child(field::NAME).is_some_and(|name| name.text() == "MODULE")
}

fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let list = node.child_of_kind(EXPR_ARGS);
    if let Some(name) = node.first_named().filter(|name| name.kind() == ATOM) {
        let remote = node.parent().filter(|parent| parent.kind() == REMOTE && node.field() == field::FUN);
        if remote.is_some() || !cx.is_builtin(bare(name)) {
            let receiver = module_of(cx, remote);
            cx.call_named(name, bare(name), receiver, CallKind::Call, list.map(count));
        }
    }
    if let Some(list) = list {
        function_in(cx, list, false);
    }
    Flow::Into
}

/// `{module, function, [arguments]}` names a function, as `spawn(module, function, [arguments])` does.
fn tuple<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    function_in(cx, node, true);
    Flow::Into
}

fn function_in<'t>(cx: &mut Cx<'t>, list: Node<'t>, whole: bool) {
    let parts: Vec<Node<'t>> = list.named_children().take(6).collect();
    if whole && parts.len() != 3 {
        return;
    }
    for window in parts.windows(3) {
        let [module, function, arguments] = window else { continue };
        let names = (module.kind() == ATOM || is_own_module(*module)) && function.kind() == ATOM;
        if names && arguments.kind() == LIST {
            let receiver = module_value(cx, *module);
            cx.call_named(*function, bare(*function), receiver, CallKind::Value, None);
            return;
        }
    }
}

/// `fun name/1` and `fun module:name/1`.
fn fun_value<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::FUN).filter(|name| name.kind() == ATOM) {
        let remote = (node.kind() == EXTERNAL_FUN).then_some(node);
        let receiver = module_of(cx, remote);
        cx.call_named(name, bare(name), receiver, CallKind::Value, None);
    }
    Flow::Over
}

/// Macros that the language and its test library bring.
const KNOWN_MACROS: [&str; 7] = ["FILE", "FUNCTION_ARITY", "FUNCTION_NAME", "LINE", "MACHINE", "MODULE", "OTP_RELEASE"];

fn macro_call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        let text = bare(name);
        let asserts = text.trim_start_matches('_').starts_with("assert");
        if !asserts && !KNOWN_MACROS.contains(&text) {
            let args = node.child_of_kind(MACRO_ARGS).map(count);
            cx.call_named(name, text, Receiver::BARE, CallKind::Macro, args);
        }
    }
    Flow::Into
}
