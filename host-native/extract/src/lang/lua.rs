//! Owns what Lua's syntax means: functions and fields of tables, local names, modules and the tests of Busted.
//!
//! A table is no type of its own: what is defined on it carries the table's path as its container.

use graphicle_engine::facts::{CallKind, ImportKind, Name, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Def, Place};
use crate::spec::{Flow, ParamRule, Rule, Shape, ShapeRule, Spec, TypeRule};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;
use crate::types::dotted;

kinds! {
    ARGUMENTS = "arguments",
    ASSIGNMENT = "assignment_statement",
    BLOCK = "block",
    BRACKET_INDEX = "bracket_index_expression",
    CHUNK = "chunk",
    COMMENT = "comment",
    DOT_INDEX = "dot_index_expression",
    EXPRESSION_LIST = "expression_list",
    FIELD = "field",
    FOR = "for_statement",
    FOR_GENERIC = "for_generic_clause",
    FOR_NUMERIC = "for_numeric_clause",
    FUNCTION = "function_declaration",
    FUNCTION_CALL = "function_call",
    FUNCTION_DEFINITION = "function_definition",
    IDENTIFIER = "identifier",
    LOCAL = "local",
    METHOD_INDEX = "method_index_expression",
    PARENTHESIZED = "parenthesized_expression",
    RETURN = "return_statement",
    STRING = "string",
    VARARG = "vararg_expression",
    VARIABLE_DECLARATION = "variable_declaration",
    VARIABLE_LIST = "variable_list",
}

/// Lua.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ASSIGNMENT, Rule::Hook(assignment)),
        (BLOCK, Rule::Scope),
        (COMMENT, Rule::Comment),
        (DOT_INDEX, Rule::Use(RefKind::Value)),
        (FIELD, Rule::Hook(table_field)),
        (FOR, Rule::Scope),
        (FOR_GENERIC, Rule::Hook(for_generic)),
        (FOR_NUMERIC, Rule::Hook(for_numeric)),
        (FUNCTION, Rule::Hook(function)),
        (FUNCTION_CALL, Rule::Hook(call)),
        (FUNCTION_DEFINITION, Rule::Hook(closure)),
        (IDENTIFIER, Rule::Use(RefKind::Value)),
        (STRING, Rule::Leaf),
        (VARIABLE_DECLARATION, Rule::Hook(declaration)),
    ],
    shapes: &[
        (BRACKET_INDEX, ShapeRule::Element(field::TABLE)),
        (DOT_INDEX, ShapeRule::Member(field::TABLE, field::FIELD)),
        (FUNCTION_CALL, ShapeRule::Hook(call_shape)),
        (IDENTIFIER, ShapeRule::Name),
        (METHOD_INDEX, ShapeRule::Member(field::TABLE, field::METHOD)),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
    ],
    types: &[(DOT_INDEX, TypeRule::Named), (IDENTIFIER, TypeRule::Named)],
    params: &[(IDENTIFIER, ParamRule::Optional), (VARARG, ParamRule::Rest)],
    value_parents: &[ARGUMENTS, EXPRESSION_LIST, FIELD],
    spreads: &[VARARG],
    builtins: &[
        "_G",
        "_VERSION",
        "arg",
        "assert",
        "collectgarbage",
        "coroutine",
        "debug",
        "dofile",
        "error",
        "getmetatable",
        "io",
        "ipairs",
        "load",
        "loadfile",
        "loadstring",
        "math",
        "next",
        "os",
        "package",
        "pairs",
        "pcall",
        "print",
        "rawequal",
        "rawget",
        "rawlen",
        "rawset",
        "require",
        "select",
        "self",
        "setmetatable",
        "string",
        "table",
        "tonumber",
        "tostring",
        "type",
        "unpack",
        "utf8",
        "xpcall",
    ],
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_lua::LANGUAGE.into(), KINDS)
};

fn literal(node: Node<'_>) -> Option<&str> {
    (node.kind() == STRING).then(|| node.text().trim_matches(['"', '\'', '[', ']']))
}

/// Returns the path of `require("path")`.
fn required(node: Node<'_>) -> Option<&str> {
    let name = node.child(field::NAME).filter(|name| node.kind() == FUNCTION_CALL && name.kind() == IDENTIFIER)?;
    let first = node.child(field::ARGUMENTS)?.first_named()?;
    literal(first).filter(|_| name.text() == "require")
}

/// Records `local name = require("path")`, or `require("path").member`. Returns whether the value is one.
fn import_as<'t>(cx: &mut Cx<'t>, name: Node<'t>, value: Node<'t>) -> bool {
    if let Some(path) = required(value) {
        cx.import(value.row(), ImportKind::Module, path, &[(None, name.text())]);
        cx.claim_all(value);
        return true;
    }
    if value.kind() == DOT_INDEX
        && let (Some(table), Some(member)) = (value.child(field::TABLE), value.child(field::FIELD))
        && let Some(path) = required(table)
    {
        cx.import(value.row(), ImportKind::Module, path, &[(Some(member.text()), name.text())]);
        cx.claim_all(value);
        return true;
    }
    false
}

/// Returns the path of the table and the name, for `table.name` and `table:name`.
fn target<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Option<(Option<Name>, Node<'t>)> {
    match node.kind() {
        IDENTIFIER => Some((None, node)),
        DOT_INDEX | METHOD_INDEX => {
            let table = node.child(field::TABLE)?;
            let name = node.child(field::FIELD).or_else(|| node.child(field::METHOD))?;
            if table.text().contains(['[', '(']) {
                return None;
            }
            let path = cx.name(&dotted(table.text()));
            Some((Some(path), name))
        }
        _ => None,
    }
}

fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(written) = node.child(field::NAME) else { return Flow::Into };
    let Some((container, name)) = target(cx, written) else { return Flow::Into };
    cx.claim_all(written);
    let mut def = cx.def(SymbolKind::Function, node, name);
    if container.is_some() {
        def.container = container;
        def.kind = SymbolKind::Method;
    }
    if written.kind() == DOT_INDEX {
        def.mark(SymbolFlags::STATIC);
    }
    if node.child_of_kind(LOCAL).is_none() && cx.place() != Place::Function {
        def.mark(SymbolFlags::EXPORTED);
    }
    mark_test(cx, &mut def);
    def.params = node.child(field::PARAMETERS).map(|list| cx.count_params(list));
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    if written.kind() == METHOD_INDEX {
        cx.bind("self", Receiver { root: Root::SelfValue, steps: Vec::new() });
    }
    bind_parameters(cx, node);
    Flow::Into
}

fn mark_test(cx: &Cx<'_>, def: &mut Def<'_>) {
    let is_test = def.name.starts_with("test") && cx.file_name().contains("test");
    if is_test {
        def.mark(SymbolFlags::TEST);
    }
}

fn bind_parameters<'t>(cx: &mut Cx<'t>, function: Node<'t>) {
    let list = function.child(field::PARAMETERS);
    for name in list.into_iter().flat_map(|list| list.children_with(field::NAME)) {
        let root = if name.text() == "self" { Root::SelfValue } else { Root::Unknown };
        cx.claim(name);
        cx.bind(name.text(), Receiver { root, steps: Vec::new() });
    }
}

fn closure<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    bind_parameters(cx, node);
    Flow::Into
}

/// `local a, b = ...`.
fn declaration<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let assignment = node.child_of_kind(ASSIGNMENT);
    if let Some(assignment) = assignment {
        cx.claim(assignment);
    }
    assign(cx, node, assignment.unwrap_or(node), true);
    Flow::Into
}

fn assignment<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if !cx.is_claimed(node) {
        assign(cx, node, node, false);
    }
    Flow::Into
}

fn assign<'t>(cx: &mut Cx<'t>, statement: Node<'t>, lists: Node<'t>, is_local: bool) {
    let names = lists.child_of_kind(VARIABLE_LIST);
    let names: Vec<Node<'t>> = names.into_iter().flat_map(|list| list.children_with(field::NAME)).collect();
    let values = lists.child_of_kind(EXPRESSION_LIST);
    let values: Vec<Node<'t>> = values.into_iter().flat_map(Node::named_children).collect();
    let paired = names.len() == values.len();
    for (i, name) in names.into_iter().enumerate() {
        let value = values.get(i).copied().filter(|_| paired || i == 0);
        assign_one(cx, statement, name, value, is_local);
    }
}

fn assign_one<'t>(cx: &mut Cx<'t>, statement: Node<'t>, left: Node<'t>, value: Option<Node<'t>>, is_local: bool) {
    let Some((container, name)) = target(cx, left) else { return };
    if left.kind() == IDENTIFIER {
        cx.claim(left);
        if value.is_some_and(|value| import_as(cx, left, value)) {
            return;
        }
        if cx.place() == Place::Function {
            if is_local || cx.is_local(left.text()) {
                let known = value.map_or(Receiver::UNKNOWN, |value| cx.chain(value));
                cx.bind_after(statement, left.text(), known);
            }
            return;
        }
    }
    let function = value.filter(|value| value.kind() == FUNCTION_DEFINITION);
    let container = match container {
        Some(table) if cx.place() == Place::Function => own_table(cx, table, function.is_some()),
        container => container,
    };
    // Inside functions only the fields of the function's own table are of interest, and functions.
    if cx.place() == Place::Function && container.is_none() {
        return;
    }
    if function.is_none() && cx.defined(container, name.text()).is_some() {
        return;
    }
    let mut def = cx.def(if function.is_some() { SymbolKind::Function } else { SymbolKind::Variable }, statement, name);
    def.container = container;
    if container.is_some() {
        def.kind = if function.is_some() { SymbolKind::Method } else { SymbolKind::Field };
        cx.claim_all(left);
    }
    if !is_local {
        def.mark(SymbolFlags::EXPORTED);
    }
    mark_test(cx, &mut def);
    def.params = function.and_then(|function| function.child(field::PARAMETERS)).map(|list| cx.count_params(list));
    let sym = cx.define(def);
    match function {
        Some(function) => cx.open(function, sym, Place::Function),
        None => cx.attribute_to(statement, sym),
    }
}

/// Returns the table that `self` is in the function around, and any other table for a function that is put into it.
fn own_table(cx: &mut Cx<'_>, table: Name, puts_function: bool) -> Option<Name> {
    if cx.name_text(table) == "self" {
        let around = cx.callable()?;
        return cx.symbol_mut(around).and_then(|symbol| symbol.container);
    }
    let is_local = cx.is_local(cx.name_text(table));
    (puts_function && !is_local).then_some(table)
}

/// Returns the path of a table that a file-level assignment or `return` holds: empty for what the file returns.
fn table_path(table: Node<'_>) -> Option<String> {
    let mut tail = String::new();
    let mut table = table;
    for _ in 0..8 {
        let holder = table.parent()?;
        match holder.kind() {
            FIELD => {
                tail = format!(".{}{tail}", holder.child(field::NAME)?.text());
                table = holder.parent()?;
            }
            EXPRESSION_LIST => {
                let statement = holder.parent()?;
                if statement.kind() == RETURN {
                    let at_top = statement.parent().is_some_and(|parent| parent.kind() == CHUNK);
                    return at_top.then(|| tail.trim_start_matches('.').to_owned());
                }
                let place = holder.named_children().position(|value| value == table)?;
                let name = statement.child_of_kind(VARIABLE_LIST)?.children_with(field::NAME).nth(place)?;
                return Some(dotted(name.text()) + &tail);
            }
            _ => return None,
        }
    }
    None
}

/// `name = function() ... end` in a table of the file's.
fn table_field<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(name), Some(value)) = (node.child(field::NAME), node.child(field::VALUE)) else { return Flow::Into };
    if name.kind() != IDENTIFIER {
        return Flow::Into;
    }
    cx.claim(name);
    if cx.place() == Place::Function {
        return Flow::Into;
    }
    let Some(path) = node.parent().and_then(table_path) else { return Flow::Into };
    let function = value.kind() == FUNCTION_DEFINITION;
    let mut def = cx.def(if function { SymbolKind::Function } else { SymbolKind::Variable }, node, name);
    if path.is_empty() {
        if !function {
            return Flow::Into;
        }
    } else {
        def.container = Some(cx.name(&path));
        def.kind = if function { SymbolKind::Method } else { SymbolKind::Field };
    }
    def.mark(SymbolFlags::EXPORTED);
    def.params = value.child(field::PARAMETERS).filter(|_| function).map(|list| cx.count_params(list));
    let sym = cx.define(def);
    if function {
        cx.open(node, sym, Place::Function);
    } else {
        cx.attribute_to(node, sym);
    }
    Flow::Into
}

/// `for i, item in ipairs(items)`.
fn for_generic<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let names = node.child_of_kind(VARIABLE_LIST).into_iter().flat_map(|list| list.children_with(field::NAME));
    let call = node.child_of_kind(EXPRESSION_LIST).and_then(Node::first_named);
    let iterates =
        call.and_then(|call| call.child(field::NAME)).is_some_and(|name| matches!(name.text(), "ipairs" | "pairs"));
    let collection =
        call.filter(|_| iterates).and_then(|call| call.child(field::ARGUMENTS)).and_then(Node::first_named);
    for (i, name) in names.enumerate() {
        cx.claim(name);
        let known = match collection {
            Some(collection) if i == 1 => {
                let collection = cx.chain(collection);
                cx.element_of(collection)
            }
            _ => Receiver::UNKNOWN,
        };
        cx.bind_after(node, name.text(), known);
    }
    Flow::Into
}

fn for_numeric<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.claim(name);
        cx.bind_after(node, name.text(), Receiver::UNKNOWN);
    }
    Flow::Into
}

/// `setmetatable(value, Type)` is a value of the type; in the type's own functions it is `self`.
fn call_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let Some(function) = node.child(field::NAME) else { return Shape::Unknown };
    if function.text() != "setmetatable" {
        return Shape::Call(function);
    }
    let Some(ty) = node.child(field::ARGUMENTS).and_then(|list| list.named_children().nth(1)) else {
        return Shape::Unknown;
    };
    let mut outer = node.parent();
    while let Some(at) = outer.filter(|at| at.kind() != FUNCTION) {
        outer = at.parent();
    }
    let table = outer.and_then(|function| function.child(field::NAME)).and_then(|name| name.child(field::TABLE));
    if table.is_some_and(|table| table.text() == ty.text()) || ty.text() == "self" {
        return Shape::Root(Root::SelfValue);
    }
    Shape::Typed(ty)
}

fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(function) = node.child(field::NAME) else { return Flow::Into };
    if cx.is_claimed(node) {
        return Flow::Over;
    }
    if function.kind() == IDENTIFIER {
        let first = node.child(field::ARGUMENTS).and_then(Node::first_named);
        let path = first.and_then(literal);
        match (function.text(), path) {
            ("require", Some(path)) => {
                cx.import(node.row(), ImportKind::Module, path, &[]);
                return Flow::Over;
            }
            ("dofile" | "loadfile", Some(path)) => {
                cx.import(node.row(), ImportKind::Include, path, &[]);
                return Flow::Over;
            }
            _ => {}
        }
        if let Some(first) = first
            && define_test(cx, node, function, first)
        {
            return Flow::Into;
        }
    }
    let Some((object, name)) = cx.callee(function) else { return Flow::Into };
    cx.claim(function);
    cx.claim(name);
    let base = object.unwrap_or(name);
    // The library's tables as well: `table.sort(...)`.
    if base.kind() == IDENTIFIER && base.text() != "self" && cx.is_builtin(base.text()) && !cx.is_local(base.text()) {
        return Flow::Into;
    }
    if let Some(receiver) = cx.receiver(object, name) {
        let args = cx.count_args(node);
        cx.call(name, receiver, CallKind::Call, args);
    }
    Flow::Into
}

/// `describe("...", function() ... end)` and `it`. Returns whether the call is one.
fn define_test<'t>(cx: &mut Cx<'t>, node: Node<'t>, function: Node<'t>, title: Node<'t>) -> bool {
    let is_test = matches!(function.text(), "context" | "describe" | "insulate" | "it" | "pending" | "test");
    let path = cx.path();
    let in_test = path.contains("spec") || path.contains("test");
    let has_body = node.child(field::ARGUMENTS).is_some_and(|list| list.child_of_kind(FUNCTION_DEFINITION).is_some());
    let Some(text) = literal(title).filter(|text| is_test && in_test && has_body && !text.is_empty()) else {
        return false;
    };
    cx.claim(function);
    let mut def = cx.def(SymbolKind::Test, node, title);
    def.name = text;
    def.mark(SymbolFlags::TEST);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    true
}
