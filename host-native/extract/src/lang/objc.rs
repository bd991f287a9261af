//! Owns what is Objective-C's alone among what its family shares: interfaces, implementations, protocols, methods,
//! messages; see `c_family`.
//!
//! Documented choices:
//!
//! - A method's name is its selector, with its colons: `doThing:withOther:`.
//! - A category adds to its class (`SymbolKind::Extension`), and so does an implementation: the interface is the type.
//! - `[Foo alloc]`, `[x init...]` and the like give a value of the type that they are sent to.
//! - A property is read as a field (`self.items`) and by its name (`[self items]`).

mod messages;

use graphicle_engine::facts::{ImportKind, Name, Params, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use super::c_family::{self, declarators, is_header, locals, prepare};
use super::cpp;
use crate::cx::{Cx, Place};
use crate::spec::{Flow, Rule, ShapeRule, Spec, TypeRule};
use crate::syntax::{Field, Kind, field};
use crate::tree::Node;

/// Places that C++'s own kinds take in the list of the family: names that are in the list already and so are never
/// found there.
const RESERVED: [&str; cpp::KIND_COUNT - c_family::KINDS.len()] =
    ["identifier"; cpp::KIND_COUNT - c_family::KINDS.len()];
const BEFORE_OWN: [&str; cpp::KIND_COUNT] = c_family::joined(c_family::KINDS, &RESERVED, "");

c_family::kinds_after! {
    KINDS = &BEFORE_OWN;
    ATTRIBUTE_DECLARATION = "attribute_declaration",
    AT_EXPRESSION = "at_expression",
    BLOCK_LITERAL = "block_literal",
    BLOCK_POINTER = "block_pointer_declarator",
    CATCH = "catch_clause",
    CATEGORY_NAME = "class_declaration",
    CLASS_IMPLEMENTATION = "class_implementation",
    CLASS_INTERFACE = "class_interface",
    GENERIC_SPECIFIER = "generic_specifier",
    KEYWORD_DECLARATOR = "keyword_declarator",
    MESSAGE = "message_expression",
    METHOD_DECLARATION = "method_declaration",
    METHOD_DEFINITION = "method_definition",
    METHOD_PARAMETER = "method_parameter",
    METHOD_TYPE = "method_type",
    MODULE_IMPORT = "module_import",
    PARAMETERIZED_ARGUMENTS = "parameterized_arguments",
    PROPERTY_ATTRIBUTES = "property_attributes_declaration",
    PROPERTY_DECLARATION = "property_declaration",
    PROPERTY_IMPLEMENTATION = "property_implementation",
    PROTOCOL_DECLARATION = "protocol_declaration",
    PROTOCOL_FORWARD = "protocol_forward_declaration",
    PROTOCOL_REFERENCES = "protocol_reference_list",
    SELECTOR_EXPRESSION = "selector_expression",
    STRUCT_DECLARATION = "struct_declaration",
    STRUCT_DECLARATOR = "struct_declarator",
    TYPEDEFED_SPECIFIER = "typedefed_specifier",
    TYPE_NAME = "type_name",
}

const OWN_RULES: &[(Kind, Rule)] = &[
    (ATTRIBUTE_DECLARATION, Rule::Drop),
    (BLOCK_LITERAL, Rule::Hook(block)),
    (CATCH, Rule::Hook(catch)),
    (CATEGORY_NAME, Rule::Skip),
    (CLASS_IMPLEMENTATION, Rule::Hook(class)),
    (CLASS_INTERFACE, Rule::Hook(class)),
    (c_family::FOR, Rule::Hook(for_in)),
    (MESSAGE, Rule::Hook(messages::send)),
    (METHOD_DECLARATION, Rule::Hook(method)),
    (METHOD_DEFINITION, Rule::Hook(method)),
    (MODULE_IMPORT, Rule::Hook(module_import)),
    (PROPERTY_ATTRIBUTES, Rule::Skip),
    (PROPERTY_DECLARATION, Rule::Hook(property)),
    (PROPERTY_IMPLEMENTATION, Rule::Skip),
    (PROTOCOL_DECLARATION, Rule::Hook(protocol)),
    (PROTOCOL_FORWARD, Rule::Skip),
    (SELECTOR_EXPRESSION, Rule::Hook(messages::selector_in_use)),
    (STRUCT_DECLARATION, Rule::Hook(instance_variable)),
];

const OWN_SHAPES: &[(Kind, ShapeRule)] = &[
    (AT_EXPRESSION, ShapeRule::Through(Field::NONE)),
    (c_family::IDENTIFIER, ShapeRule::Hook(messages::name_shape)),
    (MESSAGE, ShapeRule::Hook(messages::shape)),
];

const OWN_TYPES: &[(Kind, TypeRule)] = &[
    (GENERIC_SPECIFIER, TypeRule::Hook(messages::generic)),
    (METHOD_TYPE, TypeRule::Through(Field::NONE)),
    (TYPEDEFED_SPECIFIER, TypeRule::Hook(messages::object)),
    (TYPE_NAME, TypeRule::Hook(messages::type_name)),
];

static RULES: [(Kind, Rule); c_family::RULES.len() + OWN_RULES.len()] =
    c_family::joined(c_family::RULES, OWN_RULES, (Kind::OTHER, Rule::Visit));
static SHAPES: [(Kind, ShapeRule); c_family::SHAPES.len() + OWN_SHAPES.len()] =
    c_family::joined(c_family::SHAPES, OWN_SHAPES, (Kind::OTHER, ShapeRule::Unknown));
static TYPES: [(Kind, TypeRule); c_family::TYPES.len() + OWN_TYPES.len()] =
    c_family::joined(c_family::TYPES, OWN_TYPES, (Kind::OTHER, TypeRule::Unknown));

/// Objective-C.
pub(super) static SPEC: Spec = Spec {
    rules: &RULES,
    shapes: &SHAPES,
    types: &TYPES,
    value_parents: c_family::VALUE_PARENTS,
    builtins: &[
        "NO",
        "NULL",
        "Nil",
        "YES",
        "_cmd",
        "assert",
        "false",
        "id",
        "instancetype",
        "nil",
        "self",
        "super",
        "true",
    ],
    value_wrappers: &[],
    collections: &[],
    prepare: Some(prepare::objective_c),
    ..Spec::new(|| tree_sitter_objc::LANGUAGE.into(), &KINDS)
};

/// Returns the first name directly in a node: the grammar gives names no role.
fn own_name(node: Node<'_>) -> Option<Node<'_>> {
    node.children_of_kind(c_family::IDENTIFIER).find(|child| child.field() == Field::NONE)
}

/// `@interface Foo : Base <Protocol>`, `@interface Foo (Category)`, `@implementation Foo`.
fn class<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = own_name(node) else { return Flow::Into };
    let is_type = node.kind() == CLASS_INTERFACE && node.child(field::CATEGORY).is_none() && !is_extension(node);
    let mut def = cx.def(if is_type { SymbolKind::Class } else { SymbolKind::Extension }, node, name);
    if is_header(cx.path()) {
        def.mark(SymbolFlags::EXPORTED);
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    let mut bases = Vec::new();
    if let Some(superclass) = node.child(field::SUPERCLASS) {
        bases.extend(cx.base(superclass));
    }
    for list in node.children().filter(|child| matches!(child.kind(), PROTOCOL_REFERENCES | PARAMETERIZED_ARGUMENTS)) {
        bases.extend(protocols(cx, list));
    }
    for role in [field::CATEGORY, field::SUPERCLASS] {
        if let Some(name) = node.child(role) {
            cx.claim(name);
        }
    }
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    Flow::Into
}

/// Returns whether a class is opened without a name for what is added: `@interface Foo ()`.
fn is_extension(node: Node<'_>) -> bool {
    let head: String = node.text().lines().next().unwrap_or("").split_whitespace().collect();
    head.contains("()")
}

fn protocols<'t>(cx: &mut Cx<'t>, list: Node<'t>) -> Vec<Name> {
    list.named_children().filter_map(|protocol| cx.base(protocol)).collect()
}

fn protocol<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = own_name(node) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::Interface, node, name);
    def.mark(SymbolFlags::EXPORTED);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    let mut bases = Vec::new();
    for list in node.children_of_kind(PROTOCOL_REFERENCES) {
        bases.extend(protocols(cx, list));
    }
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    Flow::Into
}

/// `- (void)doThing:(int)x withOther:(int)y`, with a body or without.
fn method<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(first) = selector_parts(node).next() else { return Flow::Into };
    let parameters: Vec<Node<'t>> = node.children_of_kind(METHOD_PARAMETER).collect();
    let selector = selector(selector_parts(node), parameters.len());
    let mut def = cx.def(SymbolKind::Method, node, first);
    def.mark(SymbolFlags::EXPORTED);
    if node.kind() == METHOD_DECLARATION {
        def.mark(SymbolFlags::DECLARATION);
    }
    if node.text().starts_with('+') {
        def.mark(SymbolFlags::STATIC);
    }
    let count = u8::try_from(parameters.len()).unwrap_or(254);
    def.params = Some(Params { min: count, max: count });
    if is_test(cx, &selector) {
        def.mark(SymbolFlags::TEST);
    }
    let own = cx.type_around();
    def.ty = node.child_of_kind(METHOD_TYPE).and_then(|ty| cx.ty(ty));
    if def.ty.is_some_and(|ty| cx.name_text(ty) == "instancetype") {
        def.ty = own;
    }
    let sym = cx.define(def);
    let name = cx.name(&selector);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.name = name;
    }
    cx.open(node, sym, Place::Function);
    for part in selector_parts(node) {
        cx.claim(part);
    }
    for parameter in parameters {
        let ty = parameter.child_of_kind(METHOD_TYPE);
        if let Some(name) = parameter.named_children().last().filter(|name| name.kind() == c_family::IDENTIFIER) {
            let known = cx.typed(ty);
            cx.claim(name);
            cx.bind(name.text(), known);
        }
    }
    Flow::Into
}

/// `XCTest` runs the methods of its cases that are called like tests.
fn is_test(cx: &Cx<'_>, selector: &str) -> bool {
    let class = cx.type_around().map_or("", |path| cx.name_text(path));
    selector.starts_with("test") && !selector.contains(':') && (class.ends_with("Tests") || class.ends_with("Test"))
}

/// Returns the names that a method's selector is made of.
fn selector_parts(method: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    method.children().filter_map(|child| match child.kind() {
        c_family::IDENTIFIER => Some(child),
        KEYWORD_DECLARATOR => own_name(child),
        _ => None,
    })
}

/// Returns a selector with its colons.
fn selector<'t>(parts: impl Iterator<Item = Node<'t>>, arguments: usize) -> String {
    let mut text = String::new();
    for part in parts {
        text.push_str(part.text());
        if arguments > 0 {
            text.push(':');
        }
    }
    text
}

/// `@property (nonatomic) Foo *name;`
fn property<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(declaration) = node.child_of_kind(STRUCT_DECLARATION) {
        members(cx, node, declaration, SymbolKind::Property);
    }
    Flow::Into
}

fn instance_variable<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.parent().is_none_or(|parent| parent.kind() != PROPERTY_DECLARATION) {
        members(cx, node, node, SymbolKind::Field);
    }
    Flow::Into
}

fn members<'t>(cx: &mut Cx<'t>, whole: Node<'t>, declaration: Node<'t>, kind: SymbolKind) {
    let ty = declaration.named_children().find(|child| child.kind() != STRUCT_DECLARATOR);
    let exported = is_header(cx.path());
    for declarator in declaration.children_of_kind(STRUCT_DECLARATOR) {
        let Some(declared) = declarator.first_named().and_then(declarators::declared) else { continue };
        let mut def = cx.def(kind, whole, declared.name);
        def.ty = declarators::declared_type(cx, ty, &declared);
        if exported {
            def.mark(SymbolFlags::EXPORTED);
        }
        cx.define(def);
    }
}

/// `@import UIKit.UIView;`
fn module_import<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let parts: Vec<&str> = node.children_of_kind(c_family::IDENTIFIER).map(Node::text).collect();
    if !parts.is_empty() {
        cx.import(node.row(), ImportKind::Wildcard, &parts.join("."), &[]);
    }
    Flow::Over
}

/// `^(Foo *x) { ... }`: its calls belong to what is around it.
fn block<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(list) = node.child_of_kind(c_family::PARAMETER_LIST) {
        locals::bind_parameters(cx, list);
    }
    Flow::Into
}

/// `@catch (NSException *error) { ... }`
fn catch<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let Some(ty) = node.child_of_kind(TYPE_NAME) else { return Flow::Into };
    if let Some(declared) = ty.named_children().skip(1).find_map(declarators::declared) {
        let known = cx.typed(Some(ty));
        cx.claim(declared.name);
        cx.bind(declared.name.text(), known);
    }
    Flow::Into
}

/// `for (Foo *x in xs)`; a `for` of C opens a block.
fn for_in<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let Some(ty) = node.child(field::TYPE) else { return Flow::Into };
    if let Some(declared) = node.named_children().filter(|child| *child != ty).find_map(declarators::declared) {
        let known = match declarators::declared_type(cx, Some(ty), &declared) {
            Some(name) => Receiver { root: Root::Typed(name), steps: Vec::new() },
            None => Receiver::UNKNOWN,
        };
        cx.claim(declared.name);
        cx.bind(declared.name.text(), known);
    }
    Flow::Into
}

/// Records the use of a class by its name.
fn use_class<'t>(cx: &mut Cx<'t>, name: Node<'t>) {
    if !cx.is_claimed(name) {
        cx.reference(name, Receiver::BARE, RefKind::Type);
        cx.claim(name);
    }
}
