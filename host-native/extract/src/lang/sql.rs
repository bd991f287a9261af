//! Owns what SQL's syntax means: tables with their columns, views, functions, and what uses them. Statements of a
//! dialect that the grammar does not understand are found by their first words.

mod tokens;

use graphicle_engine::facts::{CallKind, Name, Params, Receiver, RefKind, Root, SymbolKind};
use graphicle_engine::span::LineRange;

use crate::cx::{Cx, Place, Sym};
use crate::spec::{Flow, Rule, Spec};
use crate::syntax::{field, kinds};
use crate::tree::Node;

use super::outline::{self, upto};

kinds! {
    ADD_COLUMN = "add_column",
    ALTER_TABLE = "alter_table",
    CAST = "cast",
    COLUMN_DEFINITION = "column_definition",
    COMMENT = "comment",
    CONSTRAINT = "constraint",
    CREATE_FUNCTION = "create_function",
    CREATE_INDEX = "create_index",
    CREATE_MATERIALIZED_VIEW = "create_materialized_view",
    CREATE_SCHEMA = "create_schema",
    CREATE_SEQUENCE = "create_sequence",
    CREATE_TABLE = "create_table",
    CREATE_TRIGGER = "create_trigger",
    CREATE_TYPE = "create_type",
    CREATE_VIEW = "create_view",
    CTE = "cte",
    ENUM_ELEMENTS = "enum_elements",
    FROM = "from",
    FUNCTION_ARGUMENT = "function_argument",
    FUNCTION_ARGUMENTS = "function_arguments",
    IDENTIFIER = "identifier",
    INSERT = "insert",
    INVOCATION = "invocation",
    KEYWORD_CREATE = "keyword_create",
    KEYWORD_DEFAULT = "keyword_default",
    KEYWORD_EXECUTE = "keyword_execute",
    KEYWORD_OUT = "keyword_out",
    KEYWORD_RETURNS = "keyword_returns",
    KEYWORD_SETOF = "keyword_setof",
    KEYWORD_TABLE = "keyword_table",
    KEYWORD_VALUES = "keyword_values",
    KEYWORD_VARIADIC = "keyword_variadic",
    LITERAL = "literal",
    MARGINALIA = "marginalia",
    OBJECT_REFERENCE = "object_reference",
    RELATION = "relation",
    STATEMENT = "statement",
    TERM = "term",
}

/// SQL, in the dialects that the grammar knows: `PostgreSQL` above all.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ADD_COLUMN, Rule::Hook(add_column)),
        (COMMENT, Rule::Comment),
        (CREATE_FUNCTION, Rule::Hook(function)),
        (CREATE_INDEX, Rule::Hook(index)),
        (CREATE_MATERIALIZED_VIEW, Rule::Hook(created)),
        (CREATE_SCHEMA, Rule::Hook(schema)),
        (CREATE_SEQUENCE, Rule::Hook(created)),
        (CREATE_TABLE, Rule::Hook(table)),
        (CREATE_TRIGGER, Rule::Hook(created)),
        (CREATE_TYPE, Rule::Hook(created)),
        (CREATE_VIEW, Rule::Hook(created)),
        (INSERT, Rule::Hook(insert)),
        (INVOCATION, Rule::Hook(invocation)),
        (KEYWORD_CREATE, Rule::Hook(unparsed)),
        (LITERAL, Rule::Leaf),
        (MARGINALIA, Rule::Comment),
        (OBJECT_REFERENCE, Rule::Hook(object)),
        (STATEMENT, Rule::Hook(statement)),
    ],
    builtins: &[
        "abs",
        "array_agg",
        "avg",
        "cast",
        "ceil",
        "char_length",
        "coalesce",
        "concat",
        "count",
        "currval",
        "date_part",
        "date_trunc",
        "dense_rank",
        "exists",
        "extract",
        "first_value",
        "floor",
        "format",
        "generate_series",
        "getdate",
        "greatest",
        "ifnull",
        "isnull",
        "json_agg",
        "json_build_object",
        "lag",
        "last_value",
        "lead",
        "least",
        "left",
        "length",
        "lower",
        "ltrim",
        "max",
        "md5",
        "min",
        "mod",
        "nextval",
        "now",
        "nullif",
        "nvl",
        "power",
        "random",
        "rank",
        "replace",
        "right",
        "round",
        "row_number",
        "rtrim",
        "setval",
        "sqrt",
        "string_agg",
        "substr",
        "substring",
        "sum",
        "to_char",
        "to_date",
        "to_number",
        "trim",
        "trunc",
        "unnest",
        "upper",
    ],
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_sequel::LANGUAGE.into(), KINDS)
};

/// Schemas that everything is in unless another is written.
const USUAL_SCHEMAS: [&str; 2] = ["dbo", "public"];

fn bare(name: &str) -> &str {
    name.trim_matches(['"', '`', '[', ']'])
}

/// The schema and the name that a reference to an object writes.
fn parts(object: Node<'_>) -> Option<(Option<&str>, Node<'_>)> {
    let name = object.child(field::NAME)?;
    let schema = object.child(field::SCHEMA).map(|schema| bare(schema.text()));
    Some((schema.filter(|schema| !USUAL_SCHEMAS.contains(schema)), name))
}

/// Records what a statement creates.
fn create<'t>(cx: &mut Cx<'t>, node: Node<'t>, kind: SymbolKind) -> Option<Sym> {
    let object = node.child_of_kind(OBJECT_REFERENCE)?;
    let (schema, name) = parts(object).filter(|(_, name)| !bare(name.text()).is_empty())?;
    cx.claim(object);
    let mut def = cx.def(kind, node, name);
    def.name = bare(name.text());
    def.container = schema.map(|schema| cx.name(schema));
    Some(cx.define(def))
}

fn created<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let members = node.child_of_kind(ENUM_ELEMENTS);
    let kind = match node.kind() {
        CREATE_SEQUENCE => SymbolKind::Entry,
        CREATE_TRIGGER => SymbolKind::Block,
        CREATE_TYPE if members.is_some() => SymbolKind::Enum,
        _ => SymbolKind::Struct,
    };
    let Some(sym) = create(cx, node, kind) else { return Flow::Into };
    // What a view or a trigger calls it calls itself.
    let calls = matches!(node.kind(), CREATE_MATERIALIZED_VIEW | CREATE_TRIGGER | CREATE_VIEW);
    cx.open(node, sym, if calls { Place::Function } else { Place::Type });
    for member in members.into_iter().flat_map(Node::named_children) {
        let mut def = cx.def(SymbolKind::EnumMember, member, member);
        def.name = member.text().trim_matches('\'');
        if !def.name.is_empty() {
            cx.define(def);
        }
    }
    if kind == SymbolKind::Struct && node.kind() == CREATE_TYPE {
        define_columns(cx, node);
    }
    Flow::Into
}

fn table<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(sym) = create(cx, node, SymbolKind::Struct) {
        cx.open(node, sym, Place::Type);
        define_columns(cx, node);
    }
    Flow::Into
}

fn define_columns<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    if let Some(object) = node.child_of_kind(OBJECT_REFERENCE) {
        columns_after(cx, node, object.end() as usize);
    }
}

/// Defines the columns in the parentheses after a table's name, which ends at the offset `from`. They are read off the
/// text: the grammar loses the rest of a table at a column that is called like a word of the language.
fn columns_after<'t>(cx: &mut Cx<'t>, node: Node<'t>, from: usize) {
    let all = cx.tree().text();
    let text = upto(all, from, LONGEST);
    let skipped = text.find('(').filter(|at| matches!(text.get(..*at).map(str::trim), Some("" | "AS" | "as")));
    let Some(skipped) = skipped else { return };
    let start = from + skipped;
    let breaks = |from: usize, to: usize| {
        let between = all.get(from..to).unwrap_or("");
        u32::try_from(between.bytes().filter(|b| *b == b'\n').count()).unwrap_or(u32::MAX)
    };
    let (mut at, mut row) = (start, node.row() + breaks(node.start() as usize, start));
    for column in tokens::columns(upto(all, start, LONGEST)) {
        let comment = column.doc.map(|(from, to)| {
            let first = row + breaks(at, start + from);
            LineRange::new(first, first + breaks(start + from, start + to))
        });
        row += breaks(at, start + column.start);
        at = start + column.start;
        let mut def = cx.def(SymbolKind::Field, node, node);
        def.name = column.name;
        def.name_row = row;
        def.doc = comment;
        def.ty = column.ty.map(|ty| cx.name(&format!("{ty}{}", if column.array { "[]" } else { "" })));
        let sym = cx.define(def);
        let last = row + breaks(at, start + column.end);
        if let Some(symbol) = cx.symbol_mut(sym) {
            symbol.lines = LineRange::new(row, last);
        }
    }
}

/// How many bytes a statement is read off the text for: more than any written by people.
const LONGEST: usize = 1 << 16;

fn add_column<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let table = node.parent().filter(|parent| parent.kind() == ALTER_TABLE);
    let table = table.and_then(|table| table.child_of_kind(OBJECT_REFERENCE)).and_then(parts);
    let column = node.child_of_kind(COLUMN_DEFINITION);
    let name = column.and_then(|column| column.child(field::NAME));
    let name = name.filter(|name| !bare(name.text()).is_empty());
    if let (Some((schema, table)), Some(column), Some(name)) = (table, column, name) {
        let mut def = cx.def(SymbolKind::Field, column, name);
        def.name = bare(name.text());
        def.ty = column.child(field::TYPE).map(|ty| type_name(cx, ty));
        let container = schema.into_iter().chain([bare(table.text())]).collect::<Vec<_>>().join(".");
        def.container = Some(cx.name(&container));
        cx.define(def);
    }
    Flow::Into
}

/// A type is called by its first words, without its size: `varchar(64)` is `varchar`.
fn type_name<'t>(cx: &mut Cx<'t>, ty: Node<'t>) -> Name {
    let text = ty.text().split('(').next().unwrap_or("").trim();
    let many = ty.text().ends_with("[]");
    cx.type_name(text.trim_end_matches("[]"), usize::from(many))
}

fn schema<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(IDENTIFIER).filter(|name| !bare(name.text()).is_empty()) {
        let mut def = cx.def(SymbolKind::Module, node, name);
        def.name = bare(name.text());
        cx.define(def);
    }
    Flow::Into
}

fn index<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(IDENTIFIER).filter(|name| !bare(name.text()).is_empty()) {
        let mut def = cx.def(SymbolKind::Entry, node, name);
        def.name = bare(name.text());
        let sym = cx.define(def);
        cx.attribute_to(node, sym);
    }
    Flow::Into
}

fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(sym) = create(cx, node, SymbolKind::Function) else { return Flow::Into };
    let mut params = Params { min: 0, max: 0 };
    let list = node.child_of_kind(FUNCTION_ARGUMENTS);
    for argument in list.into_iter().flat_map(|list| list.children_of_kind(FUNCTION_ARGUMENT)) {
        if argument.child_of_kind(KEYWORD_OUT).is_some() {
            continue;
        }
        let optional = argument.child_of_kind(KEYWORD_DEFAULT).is_some();
        params.min = params.min.saturating_add(u8::from(!optional));
        params.max = params.max.saturating_add(1);
        if argument.child_of_kind(KEYWORD_VARIADIC).is_some() {
            params = Params { min: params.min.saturating_sub(1), max: 255 };
        }
    }
    let mut after = node.named_children().skip_while(|child| child.kind() != KEYWORD_RETURNS).skip(1);
    let mut returned = after.next();
    let set = returned.is_some_and(|first| first.kind() == KEYWORD_SETOF);
    if set {
        returned = after.next();
    }
    let ty = returned.filter(|ty| ty.kind() != KEYWORD_TABLE).map(|ty| {
        let text = ty.text().split('(').next().unwrap_or("").trim();
        cx.type_name(text, usize::from(set))
    });
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.params = Some(params);
        symbol.ty = ty;
    }
    cx.open(node, sym, Place::Function);
    Flow::Into
}

/// The names of `WITH` are the statement's own.
fn statement<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    for name in node.children_of_kind(CTE).filter_map(|cte| cte.child_of_kind(IDENTIFIER)) {
        cx.bind(bare(name.text()), Receiver::UNKNOWN);
    }
    Flow::Into
}

/// The rows of an `INSERT` are data.
fn insert<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(table) = node.child_of_kind(OBJECT_REFERENCE) {
        use_object(cx, table);
    }
    if node.child_of_kind(KEYWORD_VALUES).is_some() { Flow::Over } else { Flow::Into }
}

fn object<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(parent) = node.parent() else { return Flow::Over };
    match parent.kind() {
        CREATE_TRIGGER if parent.children().any(|c| c.kind() == KEYWORD_EXECUTE && c.at() < node.at()) => {
            if let Some((schema, name)) = parts(node) {
                let receiver = qualified(cx, schema);
                cx.call_named(name, bare(name.text()), receiver, CallKind::Call, None);
            }
        }
        ALTER_TABLE | CAST | COLUMN_DEFINITION | CONSTRAINT | CREATE_FUNCTION | CREATE_INDEX | CREATE_TABLE
        | CREATE_TRIGGER | FROM | FUNCTION_ARGUMENT | RELATION => use_object(cx, node),
        _ => {}
    }
    Flow::Over
}

fn use_object<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    let Some((schema, name)) = parts(node) else { return };
    let text = bare(name.text());
    if cx.is_claimed(node) || schema.is_none() && cx.is_local(text) {
        return;
    }
    cx.claim(node);
    let receiver = qualified(cx, schema);
    cx.reference_named(name, text, receiver, RefKind::Type);
}

fn qualified(cx: &mut Cx<'_>, schema: Option<&str>) -> Receiver {
    match schema {
        Some(schema) => Receiver { root: Root::Free(cx.name(schema)), steps: Vec::new() },
        None => Receiver::BARE,
    }
}

fn invocation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let function = node.child_of_kind(OBJECT_REFERENCE).filter(|function| !cx.is_claimed(*function));
    if let Some((schema, name)) = function.and_then(parts) {
        let text = bare(name.text());
        if schema.is_some() || !cx.is_builtin(&text.to_ascii_lowercase()) {
            let receiver = qualified(cx, schema);
            let args = u8::try_from(node.children_of_kind(TERM).count()).ok();
            cx.call_named(name, text, receiver, CallKind::Call, args);
        }
    }
    Flow::Into
}

/// Finds what a statement creates that the grammar did not understand.
fn unparsed<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let known = node.parent().is_some_and(|parent| {
        matches!(
            parent.kind(),
            CREATE_FUNCTION
                | CREATE_INDEX
                | CREATE_MATERIALIZED_VIEW
                | CREATE_SCHEMA
                | CREATE_SEQUENCE
                | CREATE_TABLE
                | CREATE_TRIGGER
                | CREATE_TYPE
                | CREATE_VIEW
        )
    });
    let start = node.start() as usize;
    let text = upto(cx.tree().text(), start, LONGEST);
    let head = if known || !outline::has_room(cx, 0) { None } else { tokens::head(text) };
    let Some(head) = head else { return Flow::Over };
    let kind = match head.what.to_ascii_uppercase().as_str() {
        "AGGREGATE" | "FUNCTION" | "PROC" | "PROCEDURE" => SymbolKind::Function,
        "TABLE" | "VIEW" => SymbolKind::Struct,
        "EVENT" | "RULE" | "TRIGGER" => SymbolKind::Block,
        "INDEX" | "SEQUENCE" => SymbolKind::Entry,
        "DOMAIN" | "TYPE" => SymbolKind::TypeAlias,
        "PACKAGE" => SymbolKind::Module,
        _ => return Flow::Over,
    };
    let length = tokens::statement_end(text);
    let breaks = |text: &str| u32::try_from(text.bytes().filter(|b| *b == b'\n').count()).unwrap_or(u32::MAX);
    let mut def = cx.def(kind, node, node);
    def.name = head.name;
    def.name_row = node.row() + breaks(text.get(..head.at).unwrap_or(""));
    def.container = head.schema.filter(|schema| !USUAL_SCHEMAS.contains(schema)).map(|schema| cx.name(schema));
    let last = node.row() + breaks(text.get(..length).unwrap_or(""));
    let sym = cx.define(def);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.lines = LineRange::new(symbol.lines.start, last);
    }
    let place = |offset: usize| {
        let mut at = node.at();
        while cx.tree().node(at).is_some_and(|node| (node.start() as usize) < start + offset) {
            at += 1;
        }
        at
    };
    let (name, end) = (place(head.at), place(length));
    for at in name..end {
        match cx.tree().node(at).filter(|node| node.start() as usize == start + head.at) {
            Some(node) => cx.claim(node),
            None => break,
        }
    }
    let is_function = kind == SymbolKind::Function;
    cx.open_until(end, sym, if is_function { Place::Function } else { Place::Type });
    if head.what.eq_ignore_ascii_case("TABLE") {
        let after = text.get(head.at..).unwrap_or("");
        let name = after.find(|c: char| c == '(' || c.is_whitespace()).unwrap_or(after.len());
        columns_after(cx, node, start + head.at + name);
    }
    Flow::Over
}
