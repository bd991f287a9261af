//! Owns TypeScript's local names: what a pattern binds, which names a block holds from its start on, what a condition
//! tells of a name.
//!
//! A block's `const`, `let`, `class` and functions are known in the whole block, functions above them included, so they
//! are bound when the block opens. A `var` in an inner block belongs to the whole function.

use graphicle_engine::facts::{Name, Receiver, Root, Step};

use super::functions::{function_type, is_function};
use super::modules::required;
use super::{
    AMBIENT, ARGUMENTS, ARRAY_PATTERN, ARRAY_TYPE, ARROW, ASSIGNMENT_PATTERN, BINARY, CALL, CATCH, CLASS, COLLECTIONS,
    DO, ELSE, EXPORT, FINALLY, FOR, FOR_IN, FUNCTION, FUNCTION_EXPRESSION, GENERATOR, GENERATOR_EXPRESSION,
    GENERIC_TYPE, IDENTIFIER, IF, INTERNAL_MODULE, LABELED, LEXICAL, MEMBER, METHOD, MODULE, NEW,
    OBJECT_ASSIGNMENT_PATTERN, OBJECT_PATTERN, OPTIONAL_TYPE, PAIR_PATTERN, PARENTHESIZED, PARENTHESIZED_TYPE, PROGRAM,
    PROPERTY_NAME, PUBLIC_FIELD, READONLY_TYPE, REST_PATTERN, REST_TYPE, SHORTHAND_PATTERN, STATEMENT_BLOCK, SWITCH,
    SWITCH_BODY, SWITCH_CASE, SWITCH_DEFAULT, TRY, TYPE_ANNOTATION, TYPE_IDENTIFIER, UNION_TYPE, USING, VALUE_WRAPPERS,
    VAR, VARIABLE_DECLARATOR, WHILE, WITH, jsdoc, shapes,
};
use crate::cx::Cx;
use crate::spec::{Flow, Shape, TypeShape};
use crate::syntax::field;
use crate::tree::Node;
use crate::types::last_segment;

/// The most steps of a receiver, as the engine documents it.
const MAX_STEPS: usize = 8;

/// How many types around a type's name are looked through.
const MAX_TYPES: usize = 16;

/// How many `&&` of one condition are looked at.
const MAX_CONJUNCTS: usize = 16;

/// Methods of collections whose callback takes an element first.
const ELEMENT_FIRST: &[&str] =
    &["every", "filter", "find", "findIndex", "findLast", "findLastIndex", "flatMap", "forEach", "map", "some", "sort"];

/// The types of React's components that are functions of their properties.
const COMPONENTS: &[&str] = &["FC", "FunctionComponent", "SFC", "VFC"];

/// Functions that take a collection and then a callback whose first argument is an element.
const COLLECTION_FIRST: &[&str] = &[
    "each",
    "every",
    "filter",
    "find",
    "findIndex",
    "firstDefined",
    "flatMap",
    "forEach",
    "map",
    "mapDefined",
    "some",
];

/// Returns a value of the type that a type expression tells; of a type parameter, of what it extends.
pub(super) fn typed<'t>(cx: &mut Cx<'t>, ty: Node<'t>) -> Receiver {
    let known = cx.typed(Some(ty));
    if known != Receiver::UNKNOWN {
        return known;
    }
    let Some((parameter, levels)) = type_parameter(ty) else { return Receiver::UNKNOWN };
    match cx.local(parameter.text()) {
        Some(value) if levels == 0 => value.clone(),
        Some(Receiver { root: Root::Typed(extended), steps }) if steps.is_empty() => {
            let form = format!("{}{}", cx.name_text(*extended), "[]".repeat(levels));
            Receiver { root: Root::Typed(cx.name(&form)), steps: Vec::new() }
        }
        _ => Receiver::UNKNOWN,
    }
}

/// Returns the single name that a type expression consists of below wrappers, and in how many collections it is.
fn type_parameter(ty: Node<'_>) -> Option<(Node<'_>, usize)> {
    let mut inner = ty;
    let mut levels = 0;
    for _ in 0..MAX_TYPES {
        let shape = match inner.kind() {
            TYPE_IDENTIFIER => return Some((inner, levels)),
            TYPE_ANNOTATION | PARENTHESIZED_TYPE | READONLY_TYPE | OPTIONAL_TYPE | REST_TYPE => {
                TypeShape::Through(inner.first_named()?)
            }
            ARRAY_TYPE => TypeShape::Collection(inner.first_named()?),
            UNION_TYPE => shapes::union(inner),
            GENERIC_TYPE => shapes::generic(inner),
            NEW => shapes::made(inner),
            _ => return None,
        };
        match shape {
            TypeShape::Through(next) => inner = next,
            TypeShape::Collection(element) => {
                levels += 1;
                inner = element;
            }
            TypeShape::Generic(base, arguments) if VALUE_WRAPPERS.contains(&base.text()) => {
                inner = arguments.first_named()?;
            }
            TypeShape::Generic(base, arguments) if COLLECTIONS.contains(&base.text()) => {
                levels += 1;
                inner = arguments.named_children().last()?;
            }
            _ => return None,
        }
    }
    None
}

/// Returns the name of the type that a type expression tells.
pub(super) fn type_name<'t>(cx: &mut Cx<'t>, ty: Node<'t>) -> Option<Name> {
    match typed(cx, ty) {
        Receiver { root: Root::Typed(ty), steps } if steps.is_empty() => Some(ty),
        _ => None,
    }
}

/// Returns what is known of a name with this declared type or this value.
pub(super) fn known<'t>(cx: &mut Cx<'t>, ty: Option<Node<'t>>, value: Option<Node<'t>>) -> Receiver {
    if let Some(ty) = ty {
        let known = typed(cx, ty);
        if known != Receiver::UNKNOWN {
            return known;
        }
    }
    value.map_or(Receiver::UNKNOWN, |value| chain(cx, value))
}

/// Returns what is known of an expression, without steps where its start is unknown.
pub(super) fn chain<'t>(cx: &mut Cx<'t>, value: Node<'t>) -> Receiver {
    let known = cx.chain(value);
    if known.root != Root::Unknown {
        return known;
    }
    if value.kind() == NEW { typed(cx, value) } else { Receiver::UNKNOWN }
}

fn member(mut object: Receiver, name: Name) -> Receiver {
    if object.root == Root::Unknown || object.steps.len() >= MAX_STEPS {
        return Receiver::UNKNOWN;
    }
    object.steps.push(Step::Field(name));
    object
}

fn element(cx: &mut Cx<'_>, collection: Receiver) -> Receiver {
    if collection.root == Root::Unknown { Receiver::UNKNOWN } else { cx.element_of(collection) }
}

/// Binds every name of a pattern to what `value` tells of it.
pub(super) fn bind_pattern<'t>(cx: &mut Cx<'t>, pattern: Node<'t>, value: Receiver) {
    for (name, known) in parts(cx, pattern, value) {
        cx.claim(name);
        cx.bind(name.text(), known);
    }
}

/// Returns the names that a pattern binds with what `value` tells of each.
pub(super) fn parts<'t>(cx: &mut Cx<'t>, pattern: Node<'t>, value: Receiver) -> Vec<(Node<'t>, Receiver)> {
    let mut found = Vec::new();
    let mut open = vec![(pattern, value)];
    while let Some((pattern, value)) = open.pop() {
        match pattern.kind() {
            IDENTIFIER | SHORTHAND_PATTERN => found.push((pattern, value)),
            OBJECT_PATTERN => {
                for part in pattern.named_children() {
                    let key = match part.kind() {
                        SHORTHAND_PATTERN => Some(part),
                        OBJECT_ASSIGNMENT_PATTERN => part.child(field::LEFT).filter(|l| l.kind() == SHORTHAND_PATTERN),
                        PAIR_PATTERN => part.child(field::KEY).filter(|key| key.kind() == PROPERTY_NAME),
                        _ => None,
                    };
                    let known = match key {
                        Some(key) => {
                            let name = cx.name(key.text());
                            member(value.clone(), name)
                        }
                        None => Receiver::UNKNOWN,
                    };
                    let inner = if part.kind() == PAIR_PATTERN { part.child(field::VALUE) } else { Some(part) };
                    open.extend(inner.map(|inner| (inner, known)));
                }
            }
            ARRAY_PATTERN => {
                let known = element(cx, value);
                open.extend(pattern.named_children().map(|part| (part, known.clone())));
            }
            ASSIGNMENT_PATTERN | OBJECT_ASSIGNMENT_PATTERN => {
                let (left, right) = (pattern.child(field::LEFT), pattern.child(field::RIGHT));
                let known = match right {
                    Some(right) if value == Receiver::UNKNOWN => chain(cx, right),
                    _ => value,
                };
                open.extend(left.map(|left| (left, known)));
            }
            REST_PATTERN => open.extend(pattern.first_named().map(|inner| (inner, value))),
            _ => {}
        }
    }
    found.sort_by_key(|(name, _)| name.at());
    found
}

/// Returns whether what a declaration declares is local, as opposed to a variable of a file or namespace.
pub(super) fn is_local(cx: &Cx<'_>, declaration: Node<'_>) -> bool {
    let Some(parent) = declaration.parent() else { return false };
    match parent.kind() {
        PROGRAM | EXPORT | AMBIENT => false,
        STATEMENT_BLOCK => !is_namespace_body(parent),
        FOR | IF | ELSE | SWITCH_CASE | SWITCH_DEFAULT | LABELED | WHILE | DO => true,
        _ => cx.place() == crate::cx::Place::Function,
    }
}

fn is_namespace_body(block: Node<'_>) -> bool {
    block.parent().is_some_and(|parent| matches!(parent.kind(), INTERNAL_MODULE | MODULE | AMBIENT))
}

/// A block of statements: what it declares is known from its start.
pub(super) fn block<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if is_namespace_body(node) {
        know_values(cx, node);
        return Flow::Into;
    }
    cx.open_block(node);
    hoist(cx, node);
    if node.parent().is_some_and(|parent| is_function(parent.kind()) || parent.kind() == METHOD) {
        hoist_vars(cx, node);
    }
    Flow::Into
}

/// A `switch`: its cases share one block.
pub(super) fn switch_body<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    for case in node.named_children() {
        hoist(cx, case);
    }
    Flow::Into
}

/// Binds what the statements directly below declare.
fn hoist<'t>(cx: &mut Cx<'t>, statements: Node<'t>) {
    for statement in statements.children() {
        match statement.kind() {
            LEXICAL | VAR | USING => declare(cx, statement),
            FUNCTION | GENERATOR | CLASS => {
                if let Some(name) = statement.child(field::NAME) {
                    uncover(cx, name);
                }
            }
            _ => {}
        }
    }
}

/// Binds the names of a declaration; functions and classes are symbols, and modules are imports' names.
fn declare<'t>(cx: &mut Cx<'t>, declaration: Node<'t>) {
    for declarator in declaration.children_of_kind(VARIABLE_DECLARATOR) {
        let Some(name) = declarator.child(field::NAME) else { continue };
        let value = declarator.child(field::VALUE);
        if value.is_some_and(|value| is_function(value.kind()) || value.kind() == super::CLASS_VALUE) {
            uncover(cx, name);
            continue;
        }
        if value.is_some_and(|value| required(cx, value).is_some()) {
            continue;
        }
        let known = known(cx, declarator.child(field::TYPE), value);
        bind_pattern(cx, name, known);
    }
}

/// Makes a name mean the symbol that a definition here makes of it, and no local name of further out.
pub(super) fn uncover<'t>(cx: &mut Cx<'t>, name: Node<'t>) {
    if name.kind() == IDENTIFIER || name.kind() == TYPE_IDENTIFIER {
        cx.bind_shared(name.text());
    }
}

/// Binds the variables that inner blocks of a function declare with `var`.
fn hoist_vars<'t>(cx: &mut Cx<'t>, body: Node<'t>) {
    let mut open: Vec<Node<'t>> = body.named_children().filter(|statement| statement.kind() != VAR).collect();
    while let Some(statement) = open.pop() {
        match statement.kind() {
            VAR => declare(cx, statement),
            FOR_IN => {
                if statement.child(field::KIND).is_some_and(|kind| kind.text() == "var")
                    && let Some(left) = statement.child(field::LEFT)
                {
                    bind_pattern(cx, left, Receiver::UNKNOWN);
                }
                open.extend(statement.child(field::BODY));
            }
            IF | ELSE | FOR | WHILE | DO | TRY | CATCH | FINALLY | SWITCH | SWITCH_BODY | SWITCH_CASE
            | SWITCH_DEFAULT | LABELED | WITH | STATEMENT_BLOCK => open.extend(statement.named_children()),
            _ => {}
        }
    }
}

/// Takes note of what calls tell of the variables of a file or namespace, before the walk comes to what uses them.
pub(super) fn know_values<'t>(cx: &mut Cx<'t>, statements: Node<'t>) {
    for statement in statements.children() {
        let declaration = match statement.kind() {
            EXPORT => statement.child(field::DECLARATION),
            LEXICAL | VAR => Some(statement),
            _ => None,
        };
        let declarators =
            declaration.into_iter().flat_map(|declaration| declaration.children_of_kind(VARIABLE_DECLARATOR));
        for declarator in declarators {
            let (Some(name), Some(value)) = (declarator.child(field::NAME), declarator.child(field::VALUE)) else {
                continue;
            };
            let declared = declarator.child(field::TYPE).is_some() || jsdoc::declared(cx, declarator).is_some();
            if declared || is_function(value.kind()) || required(cx, value).is_some() {
                continue;
            }
            let value = chain(cx, value);
            for (name, known) in parts(cx, name, value) {
                // A type is told by the symbol itself, and a bare name leads to it.
                if !known.steps.is_empty() {
                    cx.know(name.text(), known);
                }
            }
        }
    }
}

/// `for (let i = 0; ...)`.
pub(super) fn for_loop<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(declaration) = node.child(field::INITIALIZER)
        && matches!(declaration.kind(), LEXICAL | VAR)
    {
        declare(cx, declaration);
    }
    Flow::Into
}

/// `for (const x of xs)`.
pub(super) fn for_each<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else { return Flow::Into };
    if node.child(field::KIND).is_none() {
        return Flow::Into;
    }
    let mut value = Receiver::UNKNOWN;
    if node.child(field::OPERATOR).is_some_and(|operator| operator.text() == "of") {
        value = chain(cx, right);
        value = element(cx, value);
    }
    // `[key, value]` of a map's entries: the element is the value.
    if left.kind() == ARRAY_PATTERN {
        for (nth, part) in left.named_children().enumerate() {
            let known = if nth == 1 { value.clone() } else { Receiver::UNKNOWN };
            bind_pattern(cx, part, known);
        }
        return Flow::Into;
    }
    bind_pattern(cx, left, value);
    Flow::Into
}

/// `catch (error)`.
pub(super) fn catch<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(parameter) = node.child(field::PARAMETER) {
        let known = known(cx, node.child(field::TYPE), None);
        bind_pattern(cx, parameter, known);
    }
    Flow::Into
}

/// In what follows `if (x instanceof Item)`, `x` is an item; the same for `x instanceof Item ? ... : ...`.
pub(super) fn condition<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let (Some(condition), Some(consequence)) = (node.child(field::CONDITION), node.child(field::CONSEQUENCE)) {
        narrow(cx, condition, consequence);
    }
    Flow::Into
}

/// `x instanceof Item && x.run()`.
pub(super) fn conjunction<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT))
        && node.child(field::OPERATOR).is_some_and(|operator| operator.text() == "&&")
    {
        narrow(cx, left, right);
    }
    Flow::Into
}

/// Binds the names that a condition tells the type of until the end of `until`.
fn narrow<'t>(cx: &mut Cx<'t>, condition: Node<'t>, until: Node<'t>) {
    let mut open = vec![condition];
    let mut opened = false;
    for _ in 0..MAX_CONJUNCTS {
        let Some(part) = open.pop() else { return };
        match part.kind() {
            PARENTHESIZED => open.extend(part.first_named()),
            BINARY => {
                let (Some(left), Some(right)) = (part.child(field::LEFT), part.child(field::RIGHT)) else { continue };
                match part.child(field::OPERATOR).map_or("", Node::text) {
                    "&&" => open.extend([left, right]),
                    "instanceof" if left.kind() == IDENTIFIER => {
                        let known = cx.typed(Some(right));
                        if known != Receiver::UNKNOWN {
                            if !opened {
                                cx.open_block(until);
                                opened = true;
                            }
                            cx.bind(left.text(), known);
                        }
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// Returns what the place of a function tells of its first parameters.
pub(super) fn told_arguments<'t>(cx: &mut Cx<'t>, function: Node<'t>) -> Vec<Receiver> {
    let holder = function.parent().filter(|holder| matches!(holder.kind(), VARIABLE_DECLARATOR | PUBLIC_FIELD));
    match holder.and_then(|holder| holder.child(field::TYPE)) {
        Some(declared) => declared_arguments(cx, declared),
        None => callback_arguments(cx, function),
    }
}

/// Returns what the type that a function is declared with says of its parameters: `(item: Item) => void`, `FC<Props>`.
fn declared_arguments<'t>(cx: &mut Cx<'t>, declared: Node<'t>) -> Vec<Receiver> {
    if let Some(function) = function_type(declared) {
        let list = function.child(field::PARAMETERS);
        let types = list.into_iter().flat_map(Node::named_children).map(|parameter| parameter.child(field::TYPE));
        return types.map(|ty| known(cx, ty, None)).collect();
    }
    let generic = declared.first_named().filter(|ty| ty.kind() == GENERIC_TYPE);
    let component = generic.filter(|ty| {
        let name = ty.child(field::NAME).map_or("", Node::text);
        COMPONENTS.contains(&last_segment(name))
    });
    let properties = component.and_then(|ty| ty.child(field::TYPE_ARGUMENTS)).and_then(Node::first_named);
    properties.map(|ty| typed(cx, ty)).into_iter().collect()
}

/// Returns what the first parameters of a function are that is given to a method of a collection, or to a function
/// that takes a collection; of a promise, its value.
fn callback_arguments<'t>(cx: &mut Cx<'t>, function: Node<'t>) -> Vec<Receiver> {
    let list = function.parent().filter(|parent| parent.kind() == ARGUMENTS);
    let call = list.and_then(Node::parent).filter(|call| call.kind() == CALL);
    let (Some(list), Some(call)) = (list, call) else { return Vec::new() };
    let Some(callee) = call.child(field::FUNCTION) else { return Vec::new() };
    let mut arguments = list.named_children();
    let first = arguments.next();
    let collection = match cx.shape(callee) {
        Shape::Member { object, name } if first == Some(function) => match name.text() {
            "then" => return vec![chain(cx, object)],
            "reduce" => {
                let collection = chain(cx, object);
                return vec![Receiver::UNKNOWN, element(cx, collection)];
            }
            text if ELEMENT_FIRST.contains(&text) => object,
            _ => return Vec::new(),
        },
        Shape::Name(name) | Shape::Member { name, .. }
            if arguments.next() == Some(function) && COLLECTION_FIRST.contains(&name.text()) =>
        {
            match first {
                Some(first) => first,
                None => return Vec::new(),
            }
        }
        _ => return Vec::new(),
    };
    let collection = chain(cx, collection);
    let known = element(cx, collection);
    // Comparing takes two elements.
    vec![known.clone(), known]
}

/// A type parameter's or a predicate's name is no use of anything.
pub(super) fn claim_name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.claim(name);
    }
    Flow::Into
}

/// `infer T` and the key of a mapped type bind a type's name.
pub(super) fn claim_type<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(TYPE_IDENTIFIER) {
        cx.claim(name);
        cx.bind(name.text(), Receiver::UNKNOWN);
    }
    Flow::Into
}

/// The identifiers directly below are names of parameters, not uses.
pub(super) fn claim_identifiers<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    for name in node.children_of_kind(IDENTIFIER) {
        cx.claim(name);
    }
    Flow::Into
}

/// Binds the type parameters of a definition to what they extend.
pub(super) fn bind_type_parameters<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    let list = node.child(field::TYPE_PARAMETERS);
    for parameter in list.into_iter().flat_map(Node::named_children) {
        let Some(name) = parameter.child(field::NAME) else { continue };
        let known = match parameter.child(field::CONSTRAINT).and_then(Node::first_named) {
            Some(constraint) => typed(cx, constraint),
            None => Receiver::UNKNOWN,
        };
        cx.bind(name.text(), known);
    }
}

/// Returns whether a node is a closure: a function that is an expression.
pub(super) fn is_closure(node: Node<'_>) -> bool {
    matches!(node.kind(), ARROW | FUNCTION_EXPRESSION | GENERATOR_EXPRESSION)
}

/// Returns the text of a dotted path of names, or `None` for any other expression.
pub(super) fn dotted_path<'t>(node: Node<'t>) -> Option<&'t str> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    (matches!(node.kind(), IDENTIFIER | MEMBER) && node.text().chars().all(plain)).then(|| node.text())
}
