//! Owns what TypeScript's variables, assignments and objects define: functions by the name of what holds them, classes,
//! variables, members of objects.

use graphicle_engine::facts::{Receiver, Root, Step, SymbolFlags, SymbolKind};

use super::bindings::{dotted_path, is_closure, parts};
use super::blocks::is_local;
use super::commonjs;
use super::functions::{define, kind_of_function, open_function};
use super::known::{chain, type_name};
use super::{
    ARGUMENTS, ARRAY, ARRAY_PATTERN, AS, ASSIGNMENT, AWAIT, CALL, CLASS_VALUE, FOR, IDENTIFIER, LEXICAL, MEMBER,
    METHOD, NEW, NON_NULL, OBJECT, OBJECT_PATTERN, PAIR, PARENTHESIZED, PRIVATE_NAME, PROPERTY_NAME, SATISFIES, STRING,
    THIS, VAR, VARIABLE_DECLARATOR, jsdoc, types,
};
use crate::cx::{Cx, Def, Place, Sym};
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// How many expressions around an object are looked through: `Object.freeze({ ... } as const)` has three.
const MAX_WRAPPERS: usize = 8;

/// `const name = value`: a function or class by that name, a variable of a file or namespace, or a local name, which
/// its block has bound already.
pub(super) fn declarator<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(name), Some(declaration)) = (node.child(field::NAME), node.parent()) else { return Flow::Into };
    let value = node.child(field::VALUE);
    for (part, _) in parts(cx, name, Receiver::UNKNOWN) {
        cx.claim(part);
    }
    if let Some(value) = value
        && commonjs::import_by_value(cx, name, value)
    {
        return Flow::Into;
    }
    let whole = definition_of(node, declaration);
    if let Some(value) = value.filter(|_| name.kind() == IDENTIFIER) {
        if is_closure(value) {
            let kind = kind_of_function(cx, name, value);
            define_function(cx, kind, whole, name, value);
            return Flow::Into;
        }
        if value.kind() == CLASS_VALUE {
            types::define_class(cx, whole, name, value);
            return Flow::Into;
        }
    }
    if is_local(cx, declaration) {
        return Flow::Into;
    }
    let kind = if declaration.child(field::KIND).is_some_and(|kind| kind.text() == "const") {
        SymbolKind::Constant
    } else {
        SymbolKind::Variable
    };
    if matches!(name.kind(), OBJECT_PATTERN | ARRAY_PATTERN) {
        for (part, _) in parts(cx, name, Receiver::UNKNOWN) {
            let mut def = cx.def(kind, whole, part);
            def.kind = kind;
            define(cx, def);
        }
        return Flow::Into;
    }
    let mut def = cx.def(kind, whole, name);
    def.kind = kind;
    let sym = define_value(cx, def, node.child(field::TYPE), value);
    open_value(cx, node, sym, value);
    Flow::Into
}

/// Returns the node whose lines are those of a declared name: the whole declaration where it declares one name.
fn definition_of<'t>(declarator: Node<'t>, declaration: Node<'t>) -> Node<'t> {
    let alone = declaration.children_of_kind(VARIABLE_DECLARATOR).nth(1).is_none();
    let statement = matches!(declaration.kind(), LEXICAL | VAR) && declaration.parent().is_none_or(|p| p.kind() != FOR);
    if alone && statement { declaration } else { declarator }
}

/// Defines the function that `value` is under the name of what holds it.
pub(super) fn define_function<'t>(
    cx: &mut Cx<'t>,
    kind: SymbolKind,
    node: Node<'t>,
    name: Node<'t>,
    value: Node<'t>,
) -> Sym {
    let mut def = cx.def(kind, node, name);
    def.kind = kind;
    let sym = define(cx, def);
    open_function(cx, value.parent().unwrap_or(value), value, sym);
    sym
}

/// Defines a variable or field with the type that is declared, or that its value tells.
pub(super) fn define_value<'t>(
    cx: &mut Cx<'t>,
    mut def: Def<'t>,
    ty: Option<Node<'t>>,
    value: Option<Node<'t>>,
) -> Sym {
    def.ty = match ty {
        Some(ty) => type_name(cx, ty),
        None => jsdoc::declared(cx, def.node),
    };
    let mut function = None;
    if ty.is_none()
        && def.ty.is_none()
        && let Some(value) = value
    {
        match chain(cx, value) {
            Receiver { root: Root::Typed(ty), steps } if steps.is_empty() => def.ty = Some(ty),
            Receiver { root: Root::Bare, steps } => {
                if let [Step::Call(called)] = steps.as_slice() {
                    function = Some(*called);
                }
            }
            _ => {}
        }
    }
    let sym = define(cx, def);
    if let Some(function) = function {
        cx.typed_by_call(sym, function);
    }
    sym
}

/// Attributes the value of a variable or field to its symbol; in an object, what is inside are its members.
pub(super) fn open_value<'t>(cx: &mut Cx<'t>, node: Node<'t>, sym: Sym, value: Option<Node<'t>>) {
    let in_scope = cx.symbol().is_some() && cx.place() != Place::Function;
    if value.is_some_and(holds_object) {
        cx.open(node, sym, Place::Type);
    } else {
        cx.attribute_to(node, sym);
    }
    // The value is looked up in the class or namespace around it, which the file's level does not see.
    if in_scope {
        cx.own_calls(sym);
    }
}

/// Returns whether a value is an object, or is made from one: `Object.freeze({ ... })`, `defineStore("x", { ... })`.
fn holds_object(value: Node<'_>) -> bool {
    let mut value = value;
    for _ in 0..MAX_WRAPPERS {
        match value.kind() {
            OBJECT => return true,
            PARENTHESIZED | AS | SATISFIES | NON_NULL | AWAIT => match value.first_named() {
                Some(inner) => value = inner,
                None => return false,
            },
            CALL | NEW => {
                let arguments = value.child(field::ARGUMENTS).filter(|list| list.kind() == ARGUMENTS);
                return arguments.is_some_and(|list| list.named_children().any(|given| given.kind() == OBJECT));
            }
            ARRAY => return value.named_children().any(|item| item.kind() == OBJECT),
            _ => return false,
        }
    }
    false
}

/// Returns whether the members of an object are symbols: where the object is a variable's or a field's, or is assigned
/// to a prototype or to a module's exports, and no function is around it.
pub(super) fn holds_symbols<'t>(cx: &Cx<'t>, object: Option<Node<'t>>) -> bool {
    match cx.place() {
        Place::Type => true,
        Place::Function => false,
        Place::File | Place::Module => object.and_then(assigned_object).is_some(),
    }
}

/// What an object is assigned to.
enum Assigned<'t> {
    Exports,
    Prototype(&'t str),
}

fn assigned_object(object: Node<'_>) -> Option<Assigned<'_>> {
    let assignment = object.parent().filter(|parent| parent.kind() == ASSIGNMENT)?;
    let left = dotted_path(assignment.child(field::LEFT)?)?;
    match left {
        "module.exports" | "exports" => Some(Assigned::Exports),
        _ => left.strip_suffix(".prototype").map(Assigned::Prototype),
    }
}

/// Says where a member of an object belongs that is assigned to a prototype or to a module's exports.
pub(super) fn place_in_assigned<'t>(cx: &mut Cx<'t>, object: Option<Node<'t>>, def: &mut Def<'t>) {
    match object.and_then(assigned_object) {
        Some(Assigned::Prototype(class)) => def.container = Some(cx.type_name(class, 0)),
        Some(Assigned::Exports) => {
            def.mark(SymbolFlags::EXPORTED);
            if def.kind == SymbolKind::Method {
                def.kind = SymbolKind::Function;
            }
        }
        None => {}
    }
}

/// `key: value` in an object.
pub(super) fn pair<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(key), Some(value)) = (node.child(field::KEY), node.child(field::VALUE)) else { return Flow::Into };
    if !matches!(key.kind(), PROPERTY_NAME | STRING | PRIVATE_NAME) || !holds_symbols(cx, node.parent()) {
        return Flow::Into;
    }
    if is_closure(value) {
        let mut def = cx.def(SymbolKind::Method, node, key);
        def.kind = SymbolKind::Method;
        place_in_assigned(cx, node.parent(), &mut def);
        let sym = define(cx, def);
        open_function(cx, node, value, sym);
        return Flow::Into;
    }
    if value.kind() == OBJECT && has_functions(value) && cx.place() == Place::Type {
        let def = cx.def(SymbolKind::Field, node, key);
        let sym = define(cx, def);
        cx.open(node, sym, Place::Type);
        return Flow::Into;
    }
    if value.kind() == NEW && cx.place() == Place::Type {
        let def = cx.def(SymbolKind::Field, node, key);
        let sym = define_value(cx, def, None, Some(value));
        cx.attribute_to(node, sym);
    }
    Flow::Into
}

/// Returns whether an object has functions for members, or objects that do.
fn has_functions(object: Node<'_>) -> bool {
    let mut open = vec![object];
    for _ in 0..64 {
        let Some(object) = open.pop() else { return false };
        for member in object.named_children() {
            if member.kind() == METHOD {
                return true;
            }
            match member.child(field::VALUE).filter(|_| member.kind() == PAIR) {
                Some(value) if is_closure(value) => return true,
                Some(value) if value.kind() == OBJECT => open.push(value),
                _ => {}
            }
        }
    }
    false
}

/// `left = right`: defines members of prototypes and exports; a local name without a known value takes that of `right`.
pub(super) fn assignment<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else { return Flow::Into };
    if left.kind() == IDENTIFIER {
        let text = left.text();
        if cx.local(text).is_some_and(|value| *value == Receiver::UNKNOWN) {
            let value = chain(cx, right);
            if value != Receiver::UNKNOWN {
                cx.bind_after(node, text, value);
            }
        } else if text == "exports" && cx.place() == Place::File {
            commonjs::export_value(cx, node, left, right);
        }
        return Flow::Into;
    }
    if left.kind() != MEMBER {
        return Flow::Into;
    }
    let (Some(object), Some(name)) = (left.child(field::OBJECT), left.child(field::PROPERTY)) else {
        return Flow::Into;
    };
    if object.kind() == THIS {
        assign_to_this(cx, node, name, right);
        return Flow::Into;
    }
    let Some(path) = dotted_path(object) else { return Flow::Into };
    let first = path.split('.').next().unwrap_or(path);
    if cx.is_local(first) {
        return Flow::Into;
    }
    match path {
        "module" if name.text() == "exports" => commonjs::export_value(cx, node, left, right),
        "module.exports" | "exports" => commonjs::export_member(cx, node, left, name, right),
        _ if is_closure(right) => {
            cx.claim(left);
            let (class, on_values) = match path.strip_suffix(".prototype") {
                Some(class) => (class, true),
                None => (path, false),
            };
            let mut def = cx.def(SymbolKind::Method, node, name);
            def.kind = SymbolKind::Method;
            def.container = Some(cx.type_name(class, 0));
            if !on_values {
                def.mark(SymbolFlags::STATIC);
            }
            let sym = define(cx, def);
            open_function(cx, node, right, sym);
        }
        _ => {}
    }
    Flow::Into
}

/// `this.name = value` in JavaScript declares what TypeScript declares in the class: a function is a method, other
/// values are fields where a constructor sets them.
fn assign_to_this<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>, value: Node<'t>) {
    let Some(around) = cx.callable() else { return };
    let Some(kind) = cx.symbol_mut(around).map(|symbol| symbol.kind) else { return };
    let container = match kind {
        SymbolKind::Constructor => cx.type_around(),
        // A function that is a class.
        SymbolKind::Class if jsdoc::is_javascript(cx) => cx.container(),
        _ => None,
    };
    let Some(container) = container else { return };
    if is_closure(value) {
        let mut def = cx.def(SymbolKind::Method, node, name);
        def.kind = SymbolKind::Method;
        def.container = Some(container);
        let sym = define(cx, def);
        open_function(cx, node, value, sym);
    } else if jsdoc::is_javascript(cx) && cx.defined(Some(container), name.text()).is_none() {
        let mut def = cx.def(SymbolKind::Field, node, name);
        def.kind = SymbolKind::Field;
        def.container = Some(container);
        let sym = define_value(cx, def, None, Some(value));
        cx.attribute_to(node, sym);
    }
}
