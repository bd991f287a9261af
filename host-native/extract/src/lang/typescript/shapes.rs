//! Owns what TypeScript's expressions and types are, where a table does not say it.

use graphicle_engine::facts::Root;

use super::{
    ARGUMENTS, ASSIGNMENT, CLASS_BODY, CLASS_HERITAGE, CLASS_VALUE, EXTENDS, FALSE, FIELD_DEFINITION, FUNCTION,
    FUNCTION_EXPRESSION, GENERATOR, GENERATOR_EXPRESSION, IDENTIFIER, IMPORT, LITERAL_TYPE, MEMBER, METHOD, NULL,
    NUMBER, OBJECT, PAIR, PREDEFINED_TYPE, PROGRAM, PUBLIC_FIELD, STATIC, STATIC_BLOCK, SUPER, THIS_TYPE, TRUE,
    TYPE_PREDICATE, TYPE_PREDICATE_ANNOTATION, UNDEFINED, UNION_TYPE,
};
use crate::cx::Cx;
use crate::spec::{Shape, TypeShape};
use crate::syntax::{Kind, field};
use crate::tree::Node;
use crate::types::last_segment;

/// How many members of a union are looked at; unions with more have no one name anyway.
const MAX_MEMBERS: usize = 64;

/// `value as Type`; `as const` keeps the value's type.
pub(super) fn cast<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let mut parts = node.named_children();
    match (parts.next(), parts.next()) {
        (Some(_), Some(ty)) => Shape::Typed(ty),
        (Some(value), None) => Shape::Through(value),
        (None, _) => Shape::Unknown,
    }
}

/// `a || b` and `a ?? b` have the type of `a` as far as a call on them goes, `a && b` that of `b`.
pub(super) fn binary<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let side = match node.child(field::OPERATOR).map_or("", Node::text) {
        "||" | "??" => field::LEFT,
        "&&" => field::RIGHT,
        _ => return Shape::Unknown,
    };
    node.child(side).map_or(Shape::Unknown, Shape::Through)
}

/// A call. `f.call(this, ...)`, `f.apply(null, ...)` call `f`; `f.bind(...)` is `f`.
pub(super) fn call<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let Some(function) = node.child(field::FUNCTION) else { return Shape::Unknown };
    match function.kind() {
        SUPER | IMPORT => Shape::Unknown,
        MEMBER => match through_call_method(node, function) {
            Some((object, "bind")) => Shape::Through(object),
            Some((object, _)) => Shape::Call(object),
            None => Shape::Call(function),
        },
        _ => Shape::Call(function),
    }
}

/// Returns the function that `f.call(this, ...)`, `f.apply(...)` or `f.bind(...)` is about, and the method's name.
pub(super) fn through_call_method<'t>(call: Node<'t>, function: Node<'t>) -> Option<(Node<'t>, &'t str)> {
    let object = function.child(field::OBJECT)?;
    let method = function.child(field::PROPERTY)?.text();
    if !matches!(object.kind(), IDENTIFIER | MEMBER) || !matches!(method, "call" | "apply" | "bind") {
        return None;
    }
    let first = call.child(field::ARGUMENTS).filter(|list| list.kind() == ARGUMENTS)?.first_named()?;
    (matches!(first.kind(), super::THIS | NULL | UNDEFINED)).then_some((object, method))
}

/// Returns whether a node is a function that has a `this` of its own.
fn has_this(kind: Kind) -> bool {
    matches!(kind, FUNCTION | FUNCTION_EXPRESSION | GENERATOR | GENERATOR_EXPRESSION | METHOD)
}

/// `this`: the value around in the members of classes and of objects that are symbols, in a function whose name is
/// capital a value of that function, else unknown.
pub(super) fn this<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let mut at = node.parent();
    while let Some(around) = at {
        at = around.parent();
        let kind = around.kind();
        if matches!(kind, PUBLIC_FIELD | FIELD_DEFINITION) {
            return in_class(around, around.parent());
        }
        if kind == STATIC_BLOCK {
            return Shape::Root(Root::SelfType);
        }
        if kind == METHOD && at.is_some_and(|body| body.kind() == CLASS_BODY) {
            return in_class(around, at);
        }
        if !has_this(kind) {
            continue;
        }
        return match kind {
            FUNCTION | GENERATOR => capital(around.child(field::NAME)),
            METHOD => in_object(at),
            _ => in_assigned(around, at),
        };
    }
    Shape::Unknown
}

/// Returns what `this` is in a member of a class; in a class without a name it is a value of what the class extends.
fn in_class<'t>(member: Node<'t>, body: Option<Node<'t>>) -> Shape<'t> {
    let class = body.and_then(Node::parent);
    let named = class.is_some_and(|class| class.kind() != CLASS_VALUE || is_named_value(class));
    if !named {
        return class.and_then(base).map_or(Shape::Unknown, Shape::Typed);
    }
    let is_static = member.children().any(|child| child.kind() == STATIC);
    Shape::Root(if is_static { Root::SelfType } else { Root::SelfValue })
}

/// Returns whether a class that is a value gets a name, its own or that of what holds it.
pub(super) fn is_named_value(class: Node<'_>) -> bool {
    class.child(field::NAME).is_some()
        || class.parent().is_some_and(|holder| {
            matches!(holder.kind(), super::VARIABLE_DECLARATOR | super::EXPORT | ASSIGNMENT)
                && class.field() != field::LEFT
        })
}

/// Returns what a class extends.
pub(super) fn base(class: Node<'_>) -> Option<Node<'_>> {
    let heritage = class.child_of_kind(CLASS_HERITAGE)?;
    match heritage.child_of_kind(EXTENDS) {
        Some(clause) => clause.child(field::VALUE),
        None => heritage.first_named().filter(|first| matches!(first.kind(), IDENTIFIER | MEMBER)),
    }
}

/// Returns what `this` is in a method of an object: the object, where it is the value of a variable, of a field, of a
/// prototype or of a module, and no function is around it, since only then it is a symbol.
fn in_object(object: Option<Node<'_>>) -> Shape<'_> {
    let mut held = false;
    let mut at = object;
    while let Some(around) = at {
        match around.kind() {
            kind if has_this(kind) || kind == super::ARROW => return Shape::Unknown,
            ASSIGNMENT if !held => {
                let left = around.child(field::LEFT).map_or("", Node::text);
                held = left.ends_with(".prototype") || left == "module.exports";
                if !held {
                    return Shape::Unknown;
                }
            }
            super::VARIABLE_DECLARATOR | super::EXPORT | PUBLIC_FIELD | FIELD_DEFINITION => held = true,
            PROGRAM if held => return Shape::Root(Root::SelfValue),
            _ => {}
        }
        at = around.parent();
    }
    Shape::Unknown
}

/// Returns what `this` is in a function expression that is a member's or a variable's value.
fn in_assigned<'t>(function: Node<'t>, holder: Option<Node<'t>>) -> Shape<'t> {
    let Some(holder) = holder else { return Shape::Unknown };
    match holder.kind() {
        ASSIGNMENT if holder.child(field::LEFT).is_some_and(|left| left.kind() == MEMBER) => {
            Shape::Root(Root::SelfValue)
        }
        PAIR => in_object(holder.parent().filter(|object| object.kind() == OBJECT)),
        super::VARIABLE_DECLARATOR => capital(holder.child(field::NAME)),
        _ => capital(function.child(field::NAME)),
    }
}

fn capital(name: Option<Node<'_>>) -> Shape<'_> {
    match name {
        Some(name) if name.text().starts_with(char::is_uppercase) => Shape::Typed(name),
        _ => Shape::Unknown,
    }
}

/// The types of literals and of the few type expressions that always mean the same.
pub(super) fn literal(node: Node<'_>) -> TypeShape<'_> {
    TypeShape::Named(match node.kind() {
        TRUE | FALSE | TYPE_PREDICATE | TYPE_PREDICATE_ANNOTATION => "boolean",
        NUMBER => "number",
        // The type that a method's owner has, whichever that is.
        THIS_TYPE => "Self",
        _ => "string",
    })
}

/// `any`, `unknown` and the like say nothing; `string` and the like say that no member is the project's.
pub(super) fn predefined(node: Node<'_>) -> TypeShape<'_> {
    match node.text() {
        text @ ("string" | "number" | "boolean" | "symbol") => TypeShape::Named(text),
        _ => TypeShape::Unknown,
    }
}

/// A dotted path in an expression's place: what a class extends, what `new` makes.
pub(super) fn path(node: Node<'_>) -> TypeShape<'_> {
    let text = node.text();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    let own = matches!(text.split('.').next(), Some("this" | "super"));
    if !own && text.chars().all(plain) { TypeShape::Named(text) } else { TypeShape::Unknown }
}

/// A generic type; what is called `...Array` holds elements.
pub(super) fn generic(node: Node<'_>) -> TypeShape<'_> {
    let (Some(name), Some(arguments)) = (node.child(field::NAME), node.child(field::TYPE_ARGUMENTS)) else {
        return TypeShape::Unknown;
    };
    if last_segment(name.text()).ends_with("Array")
        && let Some(element) = arguments.named_children().last()
    {
        return TypeShape::Collection(element);
    }
    TypeShape::Generic(name, arguments)
}

/// What `new` makes: `new Map<string, Item>()` says its elements.
pub(super) fn made(node: Node<'_>) -> TypeShape<'_> {
    match (node.child(field::CONSTRUCTOR), node.child(field::TYPE_ARGUMENTS)) {
        (Some(class), Some(arguments)) => TypeShape::Generic(class, arguments),
        (Some(class), None) => TypeShape::Through(class),
        (None, _) => TypeShape::Unknown,
    }
}

/// A union has a name where one member has: `Item | undefined`, `Item | string`.
pub(super) fn union(node: Node<'_>) -> TypeShape<'_> {
    let mut open = vec![node];
    let mut named = None;
    let mut plain = None;
    for _ in 0..MAX_MEMBERS {
        let Some(member) = open.pop() else {
            return named.or(plain).map_or(TypeShape::Unknown, TypeShape::Through);
        };
        match member.kind() {
            UNION_TYPE => open.extend(member.named_children()),
            LITERAL_TYPE | PREDEFINED_TYPE => {
                let nothing = member.first_named().is_some_and(|value| matches!(value.kind(), NULL | UNDEFINED));
                // `any` and `unknown` take all others in.
                if matches!(member.text(), "any" | "unknown") {
                    return TypeShape::Unknown;
                }
                if !nothing && member.text() != "void" {
                    plain = Some(member);
                }
            }
            _ => match named {
                Some(_) => return TypeShape::Unknown,
                None => named = Some(member),
            },
        }
    }
    TypeShape::Unknown
}
