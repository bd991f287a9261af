//! Owns TypeScript's classes, interfaces, type aliases, enums and namespaces with their fields.

use graphicle_engine::facts::{Name, SymbolFlags, SymbolKind};

use super::bindings::{bind_type_parameters, is_closure};
use super::functions::{define, function_type, open_function, signature_of_type};
use super::known::type_name;
use super::shapes;
use super::values::{define_value, open_value};
use super::{
    ASSIGNMENT, CLASS_HERITAGE, CLASS_VALUE, DEFAULT, ENUM_BODY, EXPORT, EXTENDS, EXTENDS_TYPES, IDENTIFIER,
    IMPLEMENTS, INTERSECTION_TYPE, MEMBER, OBJECT_TYPE, PARENTHESIZED_TYPE, PROPERTY_SIGNATURE, PUBLIC_FIELD, STATIC,
    STRING, TYPE_ALIAS, TYPE_ANNOTATION,
};
use crate::cx::{Cx, Place, Sym};
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// How many types around an object type are looked through.
const MAX_AROUND: usize = 32;

/// `class Name { ... }`, also as a value.
pub(super) fn class<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        // A class that has a name and is a variable's value has been defined by the variable's name.
        if node.kind() == CLASS_VALUE && shapes::is_named_value(node) && held(node) {
            cx.claim(name);
            return Flow::Into;
        }
        define_class(cx, node, name, node);
    } else if let Some(default) = node.parent().filter(|p| p.kind() == EXPORT).and_then(|e| e.child_of_kind(DEFAULT)) {
        define_class(cx, node, default, node);
    } else if !held(node) {
        // What members without a class of a name call is what the function around calls.
        cx.open_nameless(node);
        bind_type_parameters(cx, node);
        bases(cx, node);
    }
    Flow::Into
}

/// Returns whether a variable or an assignment holds the class as its value.
fn held(class: Node<'_>) -> bool {
    class.parent().is_some_and(|holder| {
        (holder.kind() == super::VARIABLE_DECLARATOR && class.field() == field::VALUE)
            || (holder.kind() == ASSIGNMENT && class.field() == field::RIGHT)
    })
}

/// Defines the class that `class` is under `name`.
pub(super) fn define_class<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>, class: Node<'t>) -> Sym {
    let mut def = cx.def(SymbolKind::Class, node, name);
    def.kind = SymbolKind::Class;
    let sym = define(cx, def);
    cx.open(class, sym, Place::Type);
    // Decorators and static blocks belong to the class.
    cx.own_calls(sym);
    bind_type_parameters(cx, class);
    let bases = bases(cx, class);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    sym
}

/// Returns what a class extends and implements, recording the uses.
pub(super) fn bases<'t>(cx: &mut Cx<'t>, class: Node<'t>) -> Vec<Name> {
    let mut bases = Vec::new();
    let Some(heritage) = class.child_of_kind(CLASS_HERITAGE) else { return bases };
    let clauses = heritage.children().filter(|clause| matches!(clause.kind(), EXTENDS | IMPLEMENTS));
    for clause in clauses {
        if clause.kind() == EXTENDS {
            for value in clause.children_with(field::VALUE) {
                bases.extend(cx.base(value));
            }
        } else {
            for ty in clause.named_children() {
                bases.extend(cx.base(head(ty)));
            }
        }
    }
    // JavaScript's heritage is the expression itself.
    if let Some(value) = heritage.first_named().filter(|value| matches!(value.kind(), IDENTIFIER | MEMBER)) {
        bases.extend(cx.base(value));
    }
    bases
}

/// Returns the name of a generic type: what extends a collection has its members, not those of an element.
fn head(ty: Node<'_>) -> Node<'_> {
    if ty.kind() == super::GENERIC_TYPE { ty.child(field::NAME).unwrap_or(ty) } else { ty }
}

/// `interface Name extends Base { ... }`.
pub(super) fn interface<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::Interface, node, name);
    def.kind = SymbolKind::Interface;
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    bind_type_parameters(cx, node);
    let mut bases = Vec::new();
    for ty in node.child_of_kind(EXTENDS_TYPES).into_iter().flat_map(|clause| clause.children_with(field::TYPE)) {
        bases.extend(cx.base(head(ty)));
    }
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    Flow::Into
}

/// `type Name = ...`: an object type's members are the alias's, an intersection's named parts are its bases.
pub(super) fn type_alias<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(name), Some(value)) = (node.child(field::NAME), node.child(field::VALUE)) else { return Flow::Into };
    let def = cx.def(SymbolKind::TypeAlias, node, name);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    bind_type_parameters(cx, node);
    let mut bases = Vec::new();
    let mut ty = None;
    if value.kind() == INTERSECTION_TYPE {
        let mut open = vec![value];
        for _ in 0..MAX_AROUND {
            let Some(part) = open.pop() else { break };
            match part.kind() {
                INTERSECTION_TYPE => open.extend(part.named_children()),
                OBJECT_TYPE => {}
                _ => bases.extend(cx.ty(head(part))),
            }
        }
        bases.reverse();
    } else {
        ty = cx.ty(value);
    }
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
        symbol.ty = ty;
    }
    Flow::Into
}

/// Returns whether an object type's members are symbols: where it is an alias's value, or the type of a property that
/// is a symbol itself.
pub(super) fn is_described(object: Node<'_>) -> bool {
    let mut at = object.parent();
    for _ in 0..MAX_AROUND {
        let Some(around) = at else { return false };
        at = around.parent();
        match around.kind() {
            INTERSECTION_TYPE | PARENTHESIZED_TYPE | TYPE_ANNOTATION => {}
            TYPE_ALIAS | PUBLIC_FIELD => return true,
            PROPERTY_SIGNATURE => match at {
                Some(body) if body.kind() == OBJECT_TYPE => at = body.parent(),
                _ => return true,
            },
            _ => return false,
        }
    }
    false
}

/// Returns whether a type annotation is an object type, whose members belong to what it annotates.
fn is_object_type(annotation: Node<'_>) -> bool {
    annotation.first_named().is_some_and(|ty| ty.kind() == OBJECT_TYPE)
}

/// `enum Name { ... }`.
pub(super) fn enumeration<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let def = cx.def(SymbolKind::Enum, node, name);
    let sym = define(cx, def);
    cx.open(node, sym, Place::Type);
    Flow::Into
}

/// `Name = value` in an enum.
pub(super) fn enum_member<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        let mut def = cx.def(SymbolKind::EnumMember, node, name);
        def.name = def.name.trim_matches(['"', '\'']);
        let sym = cx.define(def);
        cx.attribute_to(node, sym);
    }
    Flow::Into
}

/// `Name` in an enum; any other property's name is no use.
pub(super) fn enum_name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.parent().is_some_and(|parent| parent.kind() == ENUM_BODY) {
        let def = cx.def(SymbolKind::EnumMember, node, node);
        cx.define(def);
    }
    Flow::Over
}

/// `namespace a.b { ... }`, `declare module "name" { ... }`. The members of a namespace that is the whole file are in
/// the file's package.
pub(super) fn namespace<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::Module, node, name);
    def.name = def.name.trim_matches(['"', '\'']);
    let is_package = def.container.is_none() && def.name == cx.package();
    let sym = cx.define(def);
    cx.claim_all(name);
    if is_package || name.kind() == STRING {
        cx.open_package(node, sym);
    } else {
        cx.open(node, sym, Place::Module);
    }
    Flow::Into
}

/// A field of a class.
pub(super) fn field_definition<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME).or_else(|| node.child(field::PROPERTY)) else { return Flow::Into };
    let value = node.child(field::VALUE);
    let kind = if value.is_some_and(is_closure) { SymbolKind::Method } else { SymbolKind::Field };
    let mut def = cx.def(kind, node, name);
    if node.children().any(|child| child.kind() == STATIC) {
        def.mark(SymbolFlags::STATIC);
    }
    if let Some(value) = value.filter(|_| kind == SymbolKind::Method) {
        let sym = define(cx, def);
        open_function(cx, node, value, sym);
        return Flow::Into;
    }
    let ty = node.child(field::TYPE);
    let sym = define_value(cx, def, ty, value);
    if ty.is_some_and(is_object_type) {
        cx.open(node, sym, Place::Type);
    } else {
        open_value(cx, node, sym, value);
    }
    Flow::Into
}

/// A property of an interface or of an object type; one that is a function is a method without a body.
pub(super) fn property_signature<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    if node.parent().is_some_and(|parent| parent.kind() == OBJECT_TYPE && !is_described(parent)) {
        return Flow::Into;
    }
    let ty = node.child(field::TYPE);
    if let Some(function) = ty.and_then(function_type) {
        let mut def = cx.def(SymbolKind::Method, node, name);
        def.mark(SymbolFlags::DECLARATION);
        let sym = define(cx, def);
        cx.open(node, sym, Place::Function);
        bind_type_parameters(cx, function);
        signature_of_type(cx, function, sym);
        return Flow::Into;
    }
    let mut def = cx.def(SymbolKind::Field, node, name);
    def.ty = ty.and_then(|ty| type_name(cx, ty));
    let sym = define(cx, def);
    if ty.is_some_and(is_object_type) {
        cx.open(node, sym, Place::Type);
    } else {
        cx.attribute_to(node, sym);
    }
    Flow::Into
}
