//! Owns what Rust's syntax means: its definitions, scopes and expressions. Its children own imports, types, patterns
//! and what can be read inside macros' tokens.
//!
//! Documented choices:
//!
//! - A struct literal constructs its type (`CallKind::Construct`); a tuple struct or variant made by `Foo(x)` is a call.
//! - A name with a capital in a pattern is a constant or a variant; any other name binds.
//! - `Some(x)` and `Ok(x)` bind `x` to the matched value: the form of types leaves `Option` and `Result` out.
//! - The methods of `impl Trait for Type` belong to `Type`; those of a blanket `impl<T> Trait for T` to no named type.
//! - A type parameter stands for its first bound that is a trait of consequence.

mod closures;
mod imports;
mod macros;
mod patterns;
mod types;

use graphicle_engine::facts::{CallKind, Name, Params, Receiver, RefKind, Root, SymbolFlags, SymbolKind};
use graphicle_engine::span::LineRange;

use crate::cx::{Cx, Def, Place};
use crate::spec::{Flow, Rule, Shape, ShapeRule, Spec, TypeRule};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;
use crate::types::{dotted, last_segment};

kinds! {
    ABSTRACT_TYPE = "abstract_type",
    ARGUMENTS = "arguments",
    ARRAY_EXPRESSION = "array_expression",
    ARRAY_TYPE = "array_type",
    ASSOCIATED_TYPE = "associated_type",
    ATTRIBUTE_ITEM = "attribute_item",
    AWAIT = "await_expression",
    BLOCK = "block",
    BLOCK_COMMENT = "block_comment",
    BOUNDED_TYPE = "bounded_type",
    BRACKETED_TYPE = "bracketed_type",
    CALL = "call_expression",
    CAPTURED_PATTERN = "captured_pattern",
    CLOSURE = "closure_expression",
    CONST = "const_item",
    CONST_PARAMETER = "const_parameter",
    CRATE = "crate",
    DECLARATION_LIST = "declaration_list",
    DYNAMIC_TYPE = "dynamic_type",
    ENUM = "enum_item",
    ENUM_VARIANT = "enum_variant",
    EXTERN_CRATE = "extern_crate_declaration",
    FIELD_DECLARATION = "field_declaration",
    FIELD_EXPRESSION = "field_expression",
    FIELD_INITIALIZER = "field_initializer",
    FIELD_PATTERN = "field_pattern",
    FOR = "for_expression",
    FUNCTION = "function_item",
    FUNCTION_SIGNATURE = "function_signature_item",
    FUNCTION_TYPE = "function_type",
    GENERIC_FUNCTION = "generic_function",
    GENERIC_TYPE = "generic_type",
    GENERIC_TURBOFISH = "generic_type_with_turbofish",
    HIGHER_RANKED = "higher_ranked_trait_bound",
    IDENTIFIER = "identifier",
    IF = "if_expression",
    IMPL = "impl_item",
    INDEX = "index_expression",
    INNER_ATTRIBUTE = "inner_attribute_item",
    LABEL = "label",
    LET = "let_declaration",
    LET_CONDITION = "let_condition",
    LIFETIME = "lifetime",
    LINE_COMMENT = "line_comment",
    MACRO_DEFINITION = "macro_definition",
    MACRO_INVOCATION = "macro_invocation",
    MATCH = "match_expression",
    MATCH_ARM = "match_arm",
    MATCH_PATTERN = "match_pattern",
    MOD = "mod_item",
    MUTABLE = "mutable_specifier",
    MUT_PATTERN = "mut_pattern",
    OR_PATTERN = "or_pattern",
    ORDERED_FIELDS = "ordered_field_declaration_list",
    PARAMETER = "parameter",
    PARENTHESIZED = "parenthesized_expression",
    POINTER_TYPE = "pointer_type",
    PRIMITIVE_TYPE = "primitive_type",
    QUALIFIED_TYPE = "qualified_type",
    RANGE = "range_expression",
    RAW_STRING = "raw_string_literal",
    REF_PATTERN = "ref_pattern",
    REFERENCE = "reference_expression",
    REFERENCE_PATTERN = "reference_pattern",
    REFERENCE_TYPE = "reference_type",
    SCOPED_IDENTIFIER = "scoped_identifier",
    SCOPED_TYPE = "scoped_type_identifier",
    SCOPED_USE_LIST = "scoped_use_list",
    SELF = "self",
    SELF_PARAMETER = "self_parameter",
    SHORTHAND_FIELD = "shorthand_field_identifier",
    SOURCE_FILE = "source_file",
    STATIC = "static_item",
    STRING = "string_literal",
    STRUCT = "struct_item",
    STRUCT_EXPRESSION = "struct_expression",
    STRUCT_PATTERN = "struct_pattern",
    SUPER = "super",
    TOKEN_REPETITION = "token_repetition",
    TOKEN_TREE = "token_tree",
    TOKEN_TREE_PATTERN = "token_tree_pattern",
    TRAIT = "trait_item",
    TRY = "try_expression",
    TUPLE_EXPRESSION = "tuple_expression",
    TUPLE_PATTERN = "tuple_pattern",
    TUPLE_STRUCT_PATTERN = "tuple_struct_pattern",
    TYPE_BINDING = "type_binding",
    TYPE_CAST = "type_cast_expression",
    TYPE_IDENTIFIER = "type_identifier",
    TYPE_ITEM = "type_item",
    TYPE_PARAMETER = "type_parameter",
    UNARY = "unary_expression",
    UNION = "union_item",
    USE = "use_declaration",
    USE_AS = "use_as_clause",
    USE_LIST = "use_list",
    USE_WILDCARD = "use_wildcard",
    VARIADIC_PARAMETER = "variadic_parameter",
    VISIBILITY = "visibility_modifier",
    WHERE_CLAUSE = "where_clause",
    WHERE_PREDICATE = "where_predicate",
    WHILE = "while_expression",
}

/// Rust.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ASSOCIATED_TYPE, Rule::Hook(type_alias)),
        (ATTRIBUTE_ITEM, Rule::Hook(attribute)),
        (BLOCK, Rule::Scope),
        (BLOCK_COMMENT, Rule::Comment),
        (CALL, Rule::Hook(call)),
        (CLOSURE, Rule::Hook(closures::closure)),
        (CONST, Rule::Hook(constant)),
        (CONST_PARAMETER, Rule::Hook(claim_name)),
        (ENUM, Rule::Hook(data_type)),
        (ENUM_VARIANT, Rule::Hook(enum_variant)),
        (EXTERN_CRATE, Rule::Hook(imports::extern_crate)),
        (FIELD_DECLARATION, Rule::Hook(field_declaration)),
        (FOR, Rule::Hook(patterns::for_loop)),
        (FUNCTION, Rule::Hook(function)),
        (FUNCTION_SIGNATURE, Rule::Hook(function)),
        (IDENTIFIER, Rule::Hook(identifier)),
        (IF, Rule::Scope),
        (IMPL, Rule::Hook(implementation)),
        (INNER_ATTRIBUTE, Rule::Skip),
        (LABEL, Rule::Skip),
        (LET, Rule::Hook(patterns::let_declaration)),
        (LET_CONDITION, Rule::Hook(patterns::let_condition)),
        (LIFETIME, Rule::Leaf),
        (LINE_COMMENT, Rule::Hook(line_comment)),
        (MACRO_DEFINITION, Rule::Hook(macros::definition)),
        (MACRO_INVOCATION, Rule::Hook(macros::invocation)),
        (MATCH_ARM, Rule::Hook(patterns::match_arm)),
        (MOD, Rule::Hook(module)),
        (ORDERED_FIELDS, Rule::Hook(ordered_fields)),
        (RAW_STRING, Rule::Leaf),
        (SCOPED_IDENTIFIER, Rule::Hook(scoped)),
        (SCOPED_TYPE, Rule::Hook(scoped)),
        (SOURCE_FILE, Rule::Hook(source_file)),
        (STATIC, Rule::Hook(constant)),
        (STRING, Rule::Leaf),
        (STRUCT, Rule::Hook(data_type)),
        (STRUCT_EXPRESSION, Rule::Hook(struct_expression)),
        (TOKEN_REPETITION, Rule::Hook(macros::token_tree)),
        (TOKEN_TREE, Rule::Hook(macros::token_tree)),
        (TOKEN_TREE_PATTERN, Rule::Skip),
        (TRAIT, Rule::Hook(trait_item)),
        (TYPE_BINDING, Rule::Hook(claim_name)),
        (TYPE_IDENTIFIER, Rule::Use(RefKind::Type)),
        (TYPE_ITEM, Rule::Hook(type_alias)),
        (TYPE_PARAMETER, Rule::Hook(claim_name)),
        (UNION, Rule::Hook(data_type)),
        (USE, Rule::Hook(imports::use_declaration)),
        (VISIBILITY, Rule::Skip),
        (WHILE, Rule::Scope),
    ],
    shapes: &[
        (AWAIT, ShapeRule::Through(Field::NONE)),
        (BRACKETED_TYPE, ShapeRule::Through(Field::NONE)),
        (CALL, ShapeRule::Hook(call_shape)),
        (CRATE, ShapeRule::Name),
        (FIELD_EXPRESSION, ShapeRule::Member(field::VALUE, field::FIELD)),
        (GENERIC_FUNCTION, ShapeRule::Through(field::FUNCTION)),
        (GENERIC_TURBOFISH, ShapeRule::Through(field::TYPE)),
        (GENERIC_TYPE, ShapeRule::Through(field::TYPE)),
        (IDENTIFIER, ShapeRule::Hook(name_shape)),
        (INDEX, ShapeRule::Hook(index_shape)),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
        (QUALIFIED_TYPE, ShapeRule::Hook(qualified_shape)),
        (REFERENCE, ShapeRule::Through(field::VALUE)),
        (SCOPED_IDENTIFIER, ShapeRule::Member(field::PATH, field::NAME)),
        (SCOPED_TYPE, ShapeRule::Member(field::PATH, field::NAME)),
        (SELF, ShapeRule::Hook(self_shape)),
        (SHORTHAND_FIELD, ShapeRule::Name),
        (STRUCT_EXPRESSION, ShapeRule::Typed(field::NAME)),
        (SUPER, ShapeRule::Name),
        (TRY, ShapeRule::Through(Field::NONE)),
        (TYPE_CAST, ShapeRule::Typed(field::TYPE)),
        (TYPE_IDENTIFIER, ShapeRule::Hook(name_shape)),
        (UNARY, ShapeRule::Through(Field::NONE)),
    ],
    types: &[
        (ABSTRACT_TYPE, TypeRule::Through(field::TRAIT)),
        (ARRAY_TYPE, TypeRule::Collection(field::ELEMENT)),
        (BOUNDED_TYPE, TypeRule::Through(Field::NONE)),
        (DYNAMIC_TYPE, TypeRule::Through(field::TRAIT)),
        (GENERIC_TURBOFISH, TypeRule::Hook(types::generic)),
        (GENERIC_TYPE, TypeRule::Hook(types::generic)),
        (HIGHER_RANKED, TypeRule::Through(field::TYPE)),
        (IDENTIFIER, TypeRule::Named),
        (POINTER_TYPE, TypeRule::Through(field::TYPE)),
        (PRIMITIVE_TYPE, TypeRule::Named),
        (REFERENCE_TYPE, TypeRule::Through(field::TYPE)),
        (SCOPED_IDENTIFIER, TypeRule::Hook(types::scoped)),
        (SCOPED_TYPE, TypeRule::Hook(types::scoped)),
        (TYPE_BINDING, TypeRule::Through(field::TYPE)),
        (TYPE_IDENTIFIER, TypeRule::Named),
    ],
    value_parents: &[ARGUMENTS, ARRAY_EXPRESSION, FIELD_INITIALIZER, TUPLE_EXPRESSION],
    builtins: &["Box", "Err", "None", "Ok", "Option", "Self", "Some", "String", "Vec", "drop"],
    ..Spec::new(|| tree_sitter_rust::LANGUAGE.into(), KINDS)
};

/// Bound while the walk is inside code that only tests compile; no identifier can be written like this.
const IN_TESTS: &str = "#[cfg(test)]";

/// Methods that give the value that a wrapper holds and that projects hardly ever define to give anything else.
const UNWRAPPING: &[&str] = &[
    "as_deref",
    "as_deref_mut",
    "as_mut",
    "as_ref",
    "borrow",
    "borrow_mut",
    "clone",
    "cloned",
    "copied",
    "unwrap",
    "unwrap_or_default",
];

/// Methods whose type argument is the type of what they give, in byte order.
const CONVERTING: &[&str] = &["collect", "downcast", "downcast_mut", "downcast_ref", "into", "parse", "product", "sum"];

/// The names of tuple structs' and variants' fields.
const ORDINALS: &[&str] = &[
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20",
    "21", "22", "23",
];

/// Documents the file with its first run of `//!` or `/*!` comments.
fn source_file<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut doc: Option<LineRange> = None;
    for child in node.children() {
        match child.kind() {
            LINE_COMMENT | BLOCK_COMMENT if is_inner_doc(child.text()) => {
                let start = doc.map_or(child.row(), |doc| doc.start);
                doc = Some(LineRange::new(start, child.last_row()));
            }
            LINE_COMMENT | BLOCK_COMMENT | INNER_ATTRIBUTE => {}
            _ if child.text().starts_with("#!") => {}
            _ => break,
        }
    }
    if let Some(doc) = doc {
        cx.set_module_doc(doc);
    }
    Flow::Into
}

fn is_inner_doc(comment: &str) -> bool {
    comment.starts_with("//!") || comment.starts_with("/*!")
}

/// A comment that documents what it stands in does not document what follows.
fn line_comment<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if !is_inner_doc(node.text()) {
        cx.comment(node);
    }
    Flow::Over
}

fn attribute<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.attribute(node);
    Flow::Over
}

fn claim_name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.claim(name);
    }
    Flow::Into
}

fn module<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    if node.child(field::BODY).is_none() {
        imports::submodule(cx, node, name);
        return Flow::Over;
    }
    let mut def = cx.def(SymbolKind::Module, node, name);
    export(node, &mut def);
    let only_tests = attributes(cx, node).any(is_cfg_test);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Module);
    if only_tests {
        cx.bind(IN_TESTS, Receiver::UNKNOWN);
    }
    Flow::Into
}

/// Returns the attributes directly before an item, the nearest first.
fn attributes<'t>(cx: &Cx<'t>, item: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let tree = cx.tree();
    let before = move |node: Node<'t>| {
        let parent = node.parent()?;
        let mut at = tree.node(node.at().checked_sub(1)?)?;
        // The node before in the text lies somewhere below the sibling before.
        while at.parent().is_some_and(|above| above != parent) {
            at = at.parent()?;
        }
        (at != parent).then_some(at)
    };
    core::iter::successors(before(item), move |node| before(*node))
        .take_while(|node| matches!(node.kind(), ATTRIBUTE_ITEM | LINE_COMMENT | BLOCK_COMMENT))
        .filter(|node| node.kind() == ATTRIBUTE_ITEM)
}

fn is_cfg_test(attribute: Node<'_>) -> bool {
    let text: String = attribute.text().split_whitespace().collect();
    text.starts_with("#[cfg(test") || text.starts_with("#[cfg(all(test")
}

/// Returns whether an attribute makes a test of a function: `#[test]`, `#[tokio::test]`, `#[rstest]`, ...
fn is_test_attribute(attribute: Node<'_>) -> bool {
    let path = attribute.text().trim_start_matches(['#', '[', ' ']);
    let path = path.split(['(', ']', '=']).next().unwrap_or(path).trim();
    let name = path.rsplit("::").next().unwrap_or(path).trim();
    matches!(name, "test" | "bench" | "rstest" | "test_case" | "quickcheck" | "wasm_bindgen_test" | "proptest")
}

/// Marks what other files can see: `pub` in any form.
fn export(node: Node<'_>, def: &mut Def<'_>) {
    if node.child_of_kind(VISIBILITY).is_some() {
        def.mark(SymbolFlags::EXPORTED);
    }
}

/// Returns the `impl` or `trait` that an item is directly in.
fn around(item: Node<'_>) -> Option<Node<'_>> {
    let list = item.parent().filter(|parent| parent.kind() == DECLARATION_LIST)?;
    list.parent().filter(|owner| matches!(owner.kind(), IMPL | TRAIT))
}

/// Marks members of traits and of their implementations, which are visible wherever the trait is.
fn export_member(node: Node<'_>, def: &mut Def<'_>) {
    let owner = around(node);
    if owner.is_some_and(|owner| owner.kind() == TRAIT || owner.child(field::TRAIT).is_some()) {
        def.mark(SymbolFlags::EXPORTED);
    }
    export(node, def);
}

fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let parameters = node.child(field::PARAMETERS);
    let mut def = cx.def(SymbolKind::Function, node, name);
    export_member(node, &mut def);
    if node.kind() == FUNCTION_SIGNATURE {
        def.mark(SymbolFlags::DECLARATION);
    }
    if def.kind == SymbolKind::Method && !parameters.is_some_and(has_self) {
        def.mark(SymbolFlags::STATIC);
    }
    if cx.is_local(IN_TESTS)
        || attributes(cx, node).any(|attribute| is_test_attribute(attribute) || is_cfg_test(attribute))
    {
        def.mark(SymbolFlags::TEST);
    }
    if def.name == "main" && def.container.is_none() && def.kind == SymbolKind::Function {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    def.params = parameters.map(count_parameters);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    types::bind_parameters(cx, node);
    let ty = node.child(field::RETURN_TYPE).and_then(|ty| types::named(cx, ty));
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.ty = ty;
    }
    for parameter in parameters.into_iter().flat_map(Node::named_children) {
        if let (PARAMETER, Some(pattern)) = (parameter.kind(), parameter.child(field::PATTERN)) {
            let known = parameter.child(field::TYPE).map_or(Receiver::UNKNOWN, |ty| types::value(cx, ty));
            patterns::bind(cx, None, pattern, &known);
        }
    }
    Flow::Into
}

fn is_self_parameter(parameter: Node<'_>) -> bool {
    parameter.kind() == SELF_PARAMETER
        || parameter.child(field::PATTERN).is_some_and(|pattern| {
            pattern.kind() == SELF || pattern.kind() == MUT_PATTERN && pattern.child_of_kind(SELF).is_some()
        })
}

fn has_self(parameters: Node<'_>) -> bool {
    parameters.named_children().next().is_some_and(is_self_parameter)
}

fn count_parameters(parameters: Node<'_>) -> Params {
    let mut params = Params { min: 0, max: 0 };
    for parameter in parameters.named_children() {
        if parameter.kind() == VARIADIC_PARAMETER {
            params.max = 255;
        } else if parameter.kind() != ATTRIBUTE_ITEM && !is_self_parameter(parameter) {
            params.min = params.min.saturating_add(1);
            params.max = params.max.saturating_add(1);
        }
    }
    params
}

fn data_type<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let kind = if node.kind() == ENUM { SymbolKind::Enum } else { SymbolKind::Struct };
    let mut def = cx.def(kind, node, name);
    export(node, &mut def);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    types::bind_parameters(cx, node);
    Flow::Into
}

fn enum_variant<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::EnumMember, node, name);
    if let Some(owner) = node.parent().and_then(Node::parent) {
        export(owner, &mut def);
    }
    let body = node.child(field::BODY);
    if let Some(body) = body.filter(|body| body.kind() == ORDERED_FIELDS) {
        let count = u8::try_from(body.children_with(field::TYPE).count()).unwrap_or(254);
        def.params = Some(Params { min: count, max: count });
    }
    let sym = cx.define(def);
    if body.is_some() {
        cx.open(node, sym, Place::Type);
    } else {
        cx.attribute_to(node, sym);
    }
    Flow::Into
}

fn field_declaration<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::Field, node, name);
    export(node, &mut def);
    def.ty = node.child(field::TYPE).and_then(|ty| types::named(cx, ty));
    cx.define(def);
    Flow::Into
}

/// Defines the fields of a tuple struct or variant by their place: `0`, `1`, ...
fn ordered_fields<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut exported = false;
    let mut ordinals = ORDINALS.iter();
    for child in node.named_children() {
        if child.kind() == VISIBILITY {
            exported = true;
        }
        if child.field() != field::TYPE {
            continue;
        }
        let Some(ordinal) = ordinals.next() else { break };
        let mut flags = SymbolFlags::default();
        if exported {
            flags = SymbolFlags::EXPORTED;
        }
        exported = false;
        let ty = types::named(cx, child);
        let def = Def {
            node: child,
            name: ordinal,
            name_row: child.row(),
            kind: SymbolKind::Field,
            container: cx.container(),
            ty,
            bases: Vec::new(),
            params: None,
            flags,
            doc: None,
        };
        cx.define(def);
    }
    Flow::Into
}

fn trait_item<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::Trait, node, name);
    export(node, &mut def);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    types::bind_parameters(cx, node);
    let mut bases = Vec::new();
    for bound in node.child(field::BOUNDS).into_iter().flat_map(Node::named_children) {
        bases.extend(cx.base(bound));
    }
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    Flow::Into
}

/// `impl Trait for Type`: a block that adds to the type. A blanket one adds to no type that has a name: it is called
/// `<T as Trait>`, as Rust writes it, and what bounds its parameter counts among its bases.
fn implementation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(ty) = node.child(field::TYPE) else { return Flow::Into };
    let implemented = node.child(field::TRAIT);
    cx.open_block(node);
    types::bind_parameters(cx, node);
    // What is added to a collection of a type is not added to the type.
    let own = cx.type_alone(ty);
    let def = cx.def(SymbolKind::Extension, node, own.unwrap_or(ty));
    let sym = cx.define(def);
    let path = match (own, implemented) {
        (Some(own), _) => dotted(own.text()),
        (None, Some(implemented)) => format!("<{} as {}>", one_line(ty), one_line(implemented)),
        (None, None) => format!("<{}>", one_line(ty)),
    };
    let name = cx.name(&path);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.name = name;
    }
    cx.open(node, sym, Place::Type);
    let mut bases: Vec<Name> = Vec::new();
    if let Some(own) = own {
        if own.kind() != PRIMITIVE_TYPE && !cx.is_builtin(own.text()) {
            let (receiver, last) = cx.free_path(&path);
            cx.reference_named(own, last, receiver, RefKind::Type);
        }
        cx.claim_all(own);
    }
    bases.extend(implemented.and_then(|implemented| cx.base(implemented)));
    if own.is_none()
        && let Some(bound) = types::named(cx, ty)
        && !bases.contains(&bound)
    {
        bases.push(bound);
    }
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    Flow::Into
}

fn one_line(node: Node<'_>) -> String {
    node.text().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn last_name(path: Node<'_>) -> Node<'_> {
    path.child(field::NAME).unwrap_or(path)
}

fn type_alias<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::TypeAlias, node, name);
    export_member(node, &mut def);
    if node.kind() == ASSOCIATED_TYPE {
        def.mark(SymbolFlags::DECLARATION);
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    types::bind_parameters(cx, node);
    let bound = node.child(field::BOUNDS).and_then(|bounds| types::telling_bound(cx, bounds));
    let ty = node.child(field::TYPE).and_then(|ty| types::named(cx, ty)).or(bound);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.ty = ty;
    }
    Flow::Into
}

fn constant<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    if name.text() == "_" {
        cx.claim(name);
        return Flow::Into;
    }
    let kind = if node.kind() == CONST { SymbolKind::Constant } else { SymbolKind::Variable };
    let mut def = cx.def(kind, node, name);
    export_member(node, &mut def);
    def.ty = node.child(field::TYPE).and_then(|ty| types::named(cx, ty));
    let sym = cx.define(def);
    cx.attribute_to(node, sym);
    Flow::Into
}

fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(function) = node.child(field::FUNCTION) else { return Flow::Into };
    let Some((object, name)) = cx.claim_callee(function) else { return Flow::Into };
    if object.is_none() && cx.is_builtin(name.text()) {
        return Flow::Into;
    }
    if let Some(receiver) = cx.receiver(object, name) {
        let args = cx.count_args(node);
        cx.call(name, receiver, CallKind::Call, args);
    }
    Flow::Into
}

/// Records the use of a path. What it goes through is recorded where it is a type.
fn scoped<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let in_path = node.field() == field::PATH;
    let is_type = node.child(field::NAME).is_some_and(|name| starts_upper(name.text()));
    if !in_path || is_type {
        let kind = if node.kind() == SCOPED_TYPE || in_path { RefKind::Type } else { RefKind::Value };
        cx.use_at(node, kind);
    }
    if let Some(name) = node.child(field::NAME) {
        cx.claim(name);
    }
    if let Some(path) = node.child(field::PATH).filter(|path| path.kind() == IDENTIFIER) {
        if starts_upper(path.text()) {
            cx.use_at(path, RefKind::Type);
        }
        cx.claim(path);
    }
    Flow::Into
}

/// Records the use of a name: as a type where it is written like one.
fn identifier<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let text = node.text();
    let is_type = starts_upper(text) && text.contains(char::is_lowercase);
    cx.use_at(node, if is_type { RefKind::Type } else { RefKind::Value });
    Flow::Into
}

fn starts_upper(text: &str) -> bool {
    text.trim_start_matches('_').starts_with(char::is_uppercase)
}

fn struct_expression<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some((object, name)) = node.child(field::NAME).and_then(|name| cx.callee(name)) else { return Flow::Into };
    // `Enum::Variant { .. }` makes a value of the enum: the use of the variant is recorded where the walk comes by.
    let of_enum = object.is_some_and(|object| starts_upper(last_name(object).text()));
    if of_enum || cx.is_local(name.text()) || cx.is_builtin(name.text()) {
        return Flow::Into;
    }
    let receiver = cx.receiver(object, name);
    cx.claim(name);
    if let Some(parent) = name.parent() {
        cx.claim(parent);
    }
    if let Some(receiver) = receiver {
        cx.call(name, receiver, CallKind::Construct, None);
    }
    Flow::Into
}

fn name_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    if node.text() == "Self" { Shape::Root(Root::SelfType) } else { Shape::Name(node) }
}

/// `self` is a value, and in a path a module.
fn self_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    if node.field() == field::PATH { Shape::Name(node) } else { Shape::Root(Root::SelfValue) }
}

/// In `<T as Trait>::f`, a type that is not a parameter tells more than the trait.
fn qualified_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let ty = node.child(field::TYPE).filter(|ty| cx.type_path(*ty).is_some());
    match ty.or_else(|| node.child(field::ALIAS)) {
        Some(told) => Shape::Through(told),
        None => Shape::Unknown,
    }
}

/// A range gives a part of the collection, any other index an element.
fn index_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let mut children = node.named_children();
    match (children.next(), children.next()) {
        (Some(collection), Some(index)) if index.kind() == RANGE => Shape::Through(collection),
        (Some(collection), _) => Shape::Element(collection),
        _ => Shape::Unknown,
    }
}

/// Calls that give what they are called on, an argument of theirs, or a value of the type that they name.
fn call_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let Some(function) = node.child(field::FUNCTION) else { return Shape::Unknown };
    let argument = || node.child(field::ARGUMENTS).and_then(Node::first_named);
    let found = match function.kind() {
        IDENTIFIER if matches!(function.text(), "Some" | "Ok") => argument().map(Shape::Through),
        SCOPED_IDENTIFIER => made(function, argument()),
        _ => match method(function) {
            Some((object, name)) if UNWRAPPING.binary_search(&name).is_ok() => Some(Shape::Through(object)),
            Some((_, name)) if CONVERTING.binary_search(&name).is_ok() => told_argument(function).map(Shape::Typed),
            _ => None,
        },
    };
    found.unwrap_or(Shape::Call(function))
}

/// `Box::new(value)` is its value to us, and `Foo::default()` a `Foo`.
fn made<'t>(function: Node<'t>, argument: Option<Node<'t>>) -> Option<Shape<'t>> {
    let (path, name) = (function.child(field::PATH)?, function.child(field::NAME)?);
    let ty = last_segment(dotted_end(path));
    match name.text() {
        "new" | "from" | "pin" if types::is_wrapper(ty) => argument.map(Shape::Through),
        "default" if argument.is_none() && starts_upper(ty) && !matches!(ty, "Default" | "Self") => {
            Some(Shape::Typed(path))
        }
        _ => None,
    }
}

/// Returns the text of a path without generic arguments at its end.
fn dotted_end(path: Node<'_>) -> &str {
    let named = if path.kind() == GENERIC_TYPE { path.child(field::TYPE).unwrap_or(path) } else { path };
    named.text()
}

/// Returns the one type argument of `f::<T>` that leaves nothing to be inferred.
fn told_argument(function: Node<'_>) -> Option<Node<'_>> {
    let argument = function.child(field::TYPE_ARGUMENTS)?.first_named()?;
    (!argument.text().contains('_')).then_some(argument)
}

/// Returns the object and the method's name that a called expression is made of.
fn method(function: Node<'_>) -> Option<(Node<'_>, &str)> {
    let member = if function.kind() == GENERIC_FUNCTION { function.child(field::FUNCTION)? } else { function };
    if member.kind() != FIELD_EXPRESSION {
        return None;
    }
    Some((member.child(field::VALUE)?, member.child(field::FIELD)?.text()))
}
