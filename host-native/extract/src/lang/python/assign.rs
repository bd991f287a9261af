//! Owns what Python's assignments make: module variables and constants, attributes of classes, fields of `self`, local
//! names.

use graphicle_engine::facts::{Name, Receiver, Root, Step, SymbolKind};

use super::{
    ATTRIBUTE, CALL, EXPRESSION_LIST, EXPRESSION_STATEMENT, FOR, GENERIC_TYPE, IDENTIFIER, IF, LAMBDA, LIST,
    LIST_COMPREHENSION, LIST_PATTERN, LIST_SPLAT_PATTERN, NONE, PARENTHESIZED, PATTERN_LIST, SET_COMPREHENSION, STRING,
    SUBSCRIPT, TUPLE, TUPLE_PATTERN, WHILE, WITH, define, is_class_name, is_constant_name, last_part, scope,
};
use crate::cx::{Cx, Place, Sym};
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// What an assignment gives a name.
#[derive(Debug, Clone, Copy)]
enum Assigned<'t> {
    /// Nothing: the name is only declared.
    Nothing,
    /// This value.
    Value(Node<'t>),
    /// A part of a value, which nothing tells apart.
    Part,
}

impl<'t> Assigned<'t> {
    fn node(self) -> Option<Node<'t>> {
        match self {
            Self::Value(node) => Some(node),
            Self::Nothing | Self::Part => None,
        }
    }
}

/// How deep a pattern's parts are paired with a value's.
const MAX_NESTING: usize = 4;

/// `a = b`, `a: T = b`, `a: T`, `self.a = b`, `a, b = c`.
pub(super) fn assignment<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(left) = node.child(field::LEFT) else { return Flow::Into };
    let mut value = node.child(field::RIGHT);
    while let Some(inner) = value.filter(|value| value.kind() == super::ASSIGNMENT) {
        value = inner.child(field::RIGHT);
    }
    let ty = node.child(field::TYPE);
    assign(cx, node, left, ty, value.map_or(Assigned::Nothing, Assigned::Value), MAX_NESTING);
    Flow::Into
}

fn assign<'t>(
    cx: &mut Cx<'t>,
    statement: Node<'t>,
    target: Node<'t>,
    ty: Option<Node<'t>>,
    value: Assigned<'t>,
    nesting: usize,
) {
    match target.kind() {
        IDENTIFIER => {
            cx.claim(target);
            if is_local_place(cx, statement, target.text()) {
                assign_local(cx, statement, target.text(), ty, value);
            } else {
                assign_symbol(cx, statement, target, ty, value);
            }
        }
        ATTRIBUTE => assign_field(cx, statement, target, ty, value),
        PARENTHESIZED | LIST_SPLAT_PATTERN => {
            if let Some(inner) = target.first_named() {
                let value = if target.kind() == PARENTHESIZED { value } else { Assigned::Part };
                assign(cx, statement, inner, None, value, nesting.saturating_sub(1));
            }
        }
        PATTERN_LIST | TUPLE_PATTERN | LIST_PATTERN | TUPLE | LIST if nesting > 0 => {
            let parts: Vec<Node<'t>> = target.named_children().collect();
            let values: Vec<Node<'t>> = value
                .node()
                .filter(|value| matches!(value.kind(), EXPRESSION_LIST | TUPLE | LIST))
                .into_iter()
                .flat_map(Node::named_children)
                .collect();
            let paired = parts.len() == values.len() && parts.iter().all(|part| part.kind() != LIST_SPLAT_PATTERN);
            for (i, part) in parts.into_iter().enumerate() {
                let value = values.get(i).filter(|_| paired).map_or(Assigned::Part, |value| Assigned::Value(*value));
                assign(cx, statement, part, None, value, nesting - 1);
            }
        }
        _ => {}
    }
}

/// Returns whether a name that a statement binds is local: inside functions, and in blocks of a module that run
/// several times or only in a script.
fn is_local_place<'t>(cx: &mut Cx<'t>, statement: Node<'t>, name: &str) -> bool {
    match cx.place() {
        Place::Function => true,
        Place::Type => false,
        Place::File | Place::Module => {
            let mut around = statement.parent();
            while let Some(node) = around {
                let only_here = match node.kind() {
                    FOR | WHILE | WITH => true,
                    IF => scope::is_script_test(node),
                    _ => false,
                };
                if only_here {
                    return cx.defined(None, name).is_none() && !cx.is_imported(name);
                }
                around = node.parent();
            }
            false
        }
    }
}

fn assign_local<'t>(cx: &mut Cx<'t>, statement: Node<'t>, name: &'t str, ty: Option<Node<'t>>, value: Assigned<'t>) {
    if cx.is_shared(name) {
        // A `global` name: the module's variable gets its value here.
        if let Some(sym) = cx.defined(None, name) {
            tell_type(cx, sym, ty, value);
        }
        return;
    }
    if ty.is_none() && cx.is_declared(name) {
        return;
    }
    let known = known_value(cx, ty, value);
    match known {
        Some(known) if ty.is_some() && known.root != Root::Unknown => cx.bind_declared_after(statement, name, known),
        Some(known) => cx.bind_after(statement, name, known),
        // `None` says nothing of what the name is for, and takes nothing away.
        None if cx.is_local(name) => {}
        None => cx.bind_nothing(name),
    }
}

/// Returns what is known of what is assigned; `None` where nothing is assigned, or `None`.
fn known_value<'t>(cx: &mut Cx<'t>, ty: Option<Node<'t>>, value: Assigned<'t>) -> Option<Receiver> {
    let declared = cx.typed(ty);
    if declared.root != Root::Unknown {
        return Some(declared);
    }
    match value {
        Assigned::Value(value) if value.kind() == NONE => None,
        Assigned::Value(value) if matches!(value.kind(), LIST | LIST_COMPREHENSION | SET_COMPREHENSION) => {
            Some(collected(cx, value))
        }
        Assigned::Value(value) => Some(cx.chain(value)),
        Assigned::Part => Some(Receiver::UNKNOWN),
        Assigned::Nothing => None,
    }
}

/// Returns what is known of a list or set that is written out: a collection, where its elements agree on their class.
fn collected<'t>(cx: &mut Cx<'t>, value: Node<'t>) -> Receiver {
    let parts = if value.kind() == LIST { usize::MAX } else { 1 };
    let mut agreed = None;
    for part in value.named_children().take(parts) {
        let element = cx.chain(part);
        let told = told_type(cx, &element);
        if told.is_none() || agreed.is_some_and(|agreed| Some(agreed) != told) {
            return Receiver::UNKNOWN;
        }
        agreed = told;
    }
    let Some(ty) = agreed else { return Receiver::UNKNOWN };
    let form = format!("{}[]", cx.name_text(ty));
    Receiver { root: Root::Typed(cx.name(&form)), steps: Vec::new() }
}

/// A name outside functions: a symbol, at its first assignment.
fn assign_symbol<'t>(cx: &mut Cx<'t>, statement: Node<'t>, name: Node<'t>, ty: Option<Node<'t>>, value: Assigned<'t>) {
    let text = name.text();
    let container = cx.container();
    let in_class = cx.place() == Place::Type;
    if let Some(known) = cx.defined(container, text) {
        tell_type(cx, known, ty, value);
        return;
    }
    if text == "_" || matches!(text, "__all__" | "__slots__" | "__match_args__") || !in_class && cx.is_imported(text) {
        return;
    }
    let in_enum = in_class && cx.symbol().is_some_and(|sym| cx.kind_of(sym) == SymbolKind::Enum);
    let kind = symbol_kind(cx, text, ty, value.node(), in_enum);
    let mut def = cx.def(kind, statement, name);
    def.doc = docstring_after(cx, statement);
    let sym = cx.define(def);
    if let Some(lambda) = value.node().filter(|value| value.kind() == LAMBDA && kind == SymbolKind::Function) {
        let params = lambda.child(field::PARAMETERS).map_or(define::NO_PARAMS, |list| define::count(list, in_class));
        if let Some(symbol) = cx.symbol_mut(sym) {
            symbol.params = Some(params);
        }
        cx.open(statement, sym, Place::Function);
    } else {
        tell_type(cx, sym, ty, value);
        if kind == SymbolKind::TypeAlias {
            let target = value.node().and_then(|value| aliased_type(cx, value));
            if let Some(symbol) = cx.symbol_mut(sym) {
                symbol.ty = target;
            }
        }
        if value.node().is_some_and(is_type_variable) {
            cx.bind(text, Receiver::UNKNOWN);
        }
        cx.attribute_to(statement, sym);
    }
    if kind == SymbolKind::TypeAlias {
        cx.types_until = cx.types_until.max(statement.next());
    }
}

fn symbol_kind<'t>(
    cx: &Cx<'t>,
    name: &str,
    ty: Option<Node<'t>>,
    value: Option<Node<'t>>,
    in_enum: bool,
) -> SymbolKind {
    let annotation = ty.map_or("", |ty| last_part(ty.text().split('[').next().unwrap_or("")));
    let Some(value) = value else { return SymbolKind::Variable };
    let maker = if value.kind() == CALL { callee_name(value) } else { "" };
    match (value.kind(), maker, annotation) {
        // A declared attribute holds its function: each object may have another.
        (LAMBDA, ..) if !(ty.is_some() && cx.place() == Place::Type) => SymbolKind::Function,
        _ if in_enum && ty.is_none() && !name.starts_with('_') => SymbolKind::EnumMember,
        (CALL, "namedtuple" | "NamedTuple" | "TypedDict" | "make_dataclass", _) if names_itself(value) => {
            SymbolKind::Class
        }
        (CALL, "Enum" | "IntEnum" | "StrEnum" | "Flag" | "IntFlag", _) if names_itself(value) => SymbolKind::Enum,
        (CALL, "NewType", _) | (_, _, "TypeAlias") => SymbolKind::TypeAlias,
        (CALL, "property", _) if cx.place() == Place::Type => SymbolKind::Property,
        _ if ty.is_none() && is_class_name(name) && looks_like_type(value) => SymbolKind::TypeAlias,
        (_, _, "Final") => SymbolKind::Constant,
        _ if is_constant_name(name) && !is_type_variable(value) => SymbolKind::Constant,
        _ => SymbolKind::Variable,
    }
}

/// Returns whether the value of a name that is written as a class's is a type: a class's name or a generic type.
fn looks_like_type(value: Node<'_>) -> bool {
    match value.kind() {
        IDENTIFIER | ATTRIBUTE => is_class_name(last_part(value.text())),
        SUBSCRIPT | GENERIC_TYPE => {
            let base = last_part(value.text().split('[').next().unwrap_or(""));
            is_class_name(base) || matches!(base, "dict" | "list" | "set" | "tuple" | "type" | "frozenset")
        }
        super::BINARY => value.child(field::OPERATOR).is_some_and(|operator| operator.text() == "|"),
        _ => false,
    }
}

/// Returns the type that an alias stands for; for `NewType("A", B)` it is `B`.
fn aliased_type<'t>(cx: &mut Cx<'t>, value: Node<'t>) -> Option<Name> {
    let node = if value.kind() == CALL { value.child(field::ARGUMENTS)?.named_children().nth(1)? } else { value };
    cx.ty(node)
}

fn is_type_variable(value: Node<'_>) -> bool {
    value.kind() == CALL && matches!(callee_name(value), "TypeVar" | "ParamSpec" | "TypeVarTuple")
}

fn callee_name(call: Node<'_>) -> &str {
    call.child(field::FUNCTION).map_or("", |function| last_part(function.text()))
}

fn names_itself(call: Node<'_>) -> bool {
    let first = call.child(field::ARGUMENTS).and_then(Node::first_named);
    first.is_some_and(|first| first.kind() == STRING)
}

/// Returns the lines of the string after an assignment that documents it.
fn docstring_after<'t>(cx: &Cx<'t>, statement: Node<'t>) -> Option<graphicle_engine::span::LineRange> {
    let statement = statement.parent().filter(|parent| parent.kind() == EXPRESSION_STATEMENT)?;
    let next = cx.tree().node(statement.next()).filter(|next| next.parent() == statement.parent())?;
    define::statement_string(next)
}

/// `self.a = b`: a field of the class around, at its first assignment.
fn assign_field<'t>(cx: &mut Cx<'t>, statement: Node<'t>, target: Node<'t>, ty: Option<Node<'t>>, value: Assigned<'t>) {
    let (Some(object), Some(name)) = (target.child(field::OBJECT), target.child(field::ATTRIBUTE)) else { return };
    let is_own = object.kind() == IDENTIFIER
        && cx
            .local(object.text())
            .is_some_and(|known| known.steps.is_empty() && matches!(known.root, Root::SelfValue | Root::SelfType));
    let Some(container) = cx.type_around().filter(|_| is_own) else { return };
    cx.claim(target);
    cx.claim(name);
    if let Some(known) = cx.defined(Some(container), name.text()) {
        tell_type(cx, known, ty, value);
        return;
    }
    let mut def = cx.def(SymbolKind::Field, statement, name);
    def.container = Some(container);
    def.doc = docstring_after(cx, statement);
    let sym = cx.define(def);
    tell_type(cx, sym, ty, value);
}

/// Gives a variable or field the type that an assignment tells, unless it has one.
fn tell_type<'t>(cx: &mut Cx<'t>, sym: Sym, ty: Option<Node<'t>>, value: Assigned<'t>) {
    let kind = cx.kind_of(sym);
    let is_value = matches!(kind, SymbolKind::Field | SymbolKind::Variable | SymbolKind::Constant);
    if !is_value || cx.symbol_mut(sym).is_none_or(|symbol| symbol.ty.is_some()) {
        return;
    }
    let Some(known) = known_value(cx, ty, value) else { return };
    let told = told_type(cx, &known);
    if told.is_none()
        && let (Root::Bare, [Step::Call(function)]) = (known.root, known.steps.as_slice())
    {
        cx.typed_by_call(sym, *function);
    }
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.ty = told;
    }
}

/// Returns the name of the type that a value is of, where the value itself tells: it has one, or makes one by calling
/// what is named as classes are.
pub(super) fn told_type(cx: &mut Cx<'_>, known: &Receiver) -> Option<Name> {
    match (known.root, known.steps.as_slice()) {
        (Root::Typed(ty), []) => Some(ty),
        (Root::Bare, [Step::Call(function)]) => is_class_name(cx.name_text(*function)).then_some(*function),
        (Root::Free(first), [fields @ .., Step::Call(last)]) if is_class_name(cx.name_text(*last)) => {
            let mut path = cx.name_text(first).to_owned();
            for step in fields {
                let Step::Field(part) = step else { return None };
                path.push('.');
                path.push_str(cx.name_text(*part));
            }
            path.push('.');
            path.push_str(cx.name_text(*last));
            Some(cx.name(&path))
        }
        _ => None,
    }
}
