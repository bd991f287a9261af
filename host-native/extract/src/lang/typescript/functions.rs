//! Owns TypeScript's functions: declarations, methods, closures, their parameters and what they return.

use graphicle_engine::facts::{Name, Params, Receiver, Root, Step, SymbolFlags, SymbolKind};

use super::bindings::{bind_pattern, bind_type_parameters, is_closure};
use super::blocks::uncover;
use super::known::{chain, known, told_arguments, type_name};
use super::{
    ABSTRACT_METHOD, ACCESSIBILITY, ARROW, ASSIGNMENT, ASSIGNMENT_PATTERN, CLASS_BODY, FIELD_DEFINITION, FUNCTION,
    FUNCTION_EXPRESSION, FUNCTION_SIGNATURE, FUNCTION_TYPE, GENERATOR, GENERATOR_EXPRESSION, GET, IDENTIFIER, METHOD,
    METHOD_SIGNATURE, NULL, OBJECT, OBJECT_TYPE, OPTIONAL_PARAMETER, PAIR, PUBLIC_FIELD, READONLY, REST_PATTERN,
    RETURN, SET, STATIC, STATIC_GET, THIS, TYPE_ANNOTATION, UNDEFINED, VARIABLE_DECLARATOR, jsdoc, modules, types,
    values,
};
use crate::cx::{Cx, Def, Place, Sym};
use crate::spec::Flow;
use crate::syntax::{Field, Kind, field};
use crate::tree::Node;

/// Returns whether a node of this kind is a function with a body of its own, methods apart.
pub(super) fn is_function(kind: Kind) -> bool {
    matches!(kind, FUNCTION | GENERATOR | ARROW | FUNCTION_EXPRESSION | GENERATOR_EXPRESSION)
}

/// `function f() { ... }`, and the signature of an overload or of a declared function.
pub(super) fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return closure(cx, node) };
    let mut def = cx.def(SymbolKind::Function, node, name);
    def.kind = kind_of_function(cx, name, node);
    if node.kind() == FUNCTION_SIGNATURE {
        def.mark(SymbolFlags::DECLARATION);
    }
    let sym = define(cx, def);
    open_function(cx, node, node, sym);
    Flow::Into
}

/// Returns what a function is: a class, where JavaScript gives it a prototype or sets members of `this` in it.
pub(super) fn kind_of_function(cx: &Cx<'_>, name: Node<'_>, function: Node<'_>) -> SymbolKind {
    if !jsdoc::is_javascript(cx) || !name.text().starts_with(char::is_uppercase) {
        return SymbolKind::Function;
    }
    let statements = function.child(field::BODY).into_iter().flat_map(Node::named_children);
    let sets_members = statements.filter_map(Node::first_named).any(|statement| {
        let left = statement.child(field::LEFT).filter(|_| statement.kind() == ASSIGNMENT);
        left.and_then(|left| left.child(field::OBJECT)).is_some_and(|object| object.kind() == THIS)
    });
    if sets_members || cx.prototypes.contains(name.text()) { SymbolKind::Class } else { SymbolKind::Function }
}

/// Opens the inside of the symbol that `function` is, until the end of `node`: type parameters, types, parameters.
pub(super) fn open_function<'t>(cx: &mut Cx<'t>, node: Node<'t>, function: Node<'t>, sym: Sym) {
    cx.open(node, sym, Place::Function);
    bind_type_parameters(cx, function);
    signature(cx, function, sym);
    if !is_closure(function) {
        bind_parameters(cx, function, &[]);
        jsdoc::bind_parameters(cx, function);
    }
}

/// Records a definition, marking what belongs to tests.
pub(super) fn define<'t>(cx: &mut Cx<'t>, mut def: Def<'t>) -> Sym {
    let in_test = cx.symbol().and_then(|sym| cx.symbol_mut(sym)).is_some_and(|sym| sym.flags.has(SymbolFlags::TEST));
    let is_code = def.kind.is_callable() || def.kind == SymbolKind::Class;
    if in_test || (is_code && modules::is_test_file(cx.path())) {
        def.mark(SymbolFlags::TEST);
    }
    if modules::is_ambient(def.node) {
        def.mark(SymbolFlags::DECLARATION);
    }
    def.name = def.name.trim_matches(['"', '\'']);
    if matches!(cx.place(), Place::File | Place::Module) {
        cx.shadow_builtin(def.name);
    }
    cx.define(def)
}

/// Fills in the return type and the parameters of a function.
fn signature<'t>(cx: &mut Cx<'t>, function: Node<'t>, sym: Sym) {
    let ty = match function.child(field::RETURN_TYPE) {
        Some(ty) => type_name(cx, ty),
        None => jsdoc::returns(cx, function),
    };
    let params = match (function.child(field::PARAMETERS), function.child(field::PARAMETER)) {
        (Some(list), _) => Some(count(list)),
        (None, Some(_)) => Some(Params { min: 1, max: 1 }),
        (None, None) => None,
    };
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.ty = ty;
        symbol.params = params;
    }
}

/// Returns how many arguments a list of parameters takes.
fn count(list: Node<'_>) -> Params {
    let mut params = Params { min: 0, max: 0 };
    for parameter in list.named_children() {
        let pattern = parameter.child(field::PATTERN).unwrap_or(parameter);
        let (least, most) = match pattern.kind() {
            THIS => continue,
            REST_PATTERN => (0, 255),
            _ if parameter.kind() == OPTIONAL_PARAMETER || parameter.kind() == ASSIGNMENT_PATTERN => (0, 1),
            _ if parameter.child(field::VALUE).is_some() => (0, 1),
            _ => (1, 1),
        };
        params.min = params.min.saturating_add(least);
        params.max = params.max.saturating_add(most);
    }
    params
}

/// Binds the parameters of a function; `told` is what the place that the function is given to says of the first ones.
fn bind_parameters<'t>(cx: &mut Cx<'t>, function: Node<'t>, told: &[Receiver]) {
    if let Some(name) = function.child(field::PARAMETER) {
        bind_pattern(cx, name, told.first().cloned().unwrap_or(Receiver::UNKNOWN));
        return;
    }
    let list = function.child(field::PARAMETERS);
    for (nth, parameter) in list.into_iter().flat_map(Node::named_children).enumerate() {
        let pattern = parameter.child(field::PATTERN).unwrap_or(parameter);
        let mut value = known(cx, parameter.child(field::TYPE), parameter.child(field::VALUE));
        if value == Receiver::UNKNOWN
            && let Some(told) = told.get(nth)
        {
            value = told.clone();
        }
        if pattern.kind() != THIS {
            bind_pattern(cx, pattern, value);
        }
    }
}

/// A function that is an expression: it gets its name from what holds it, if any; what is inside belongs to what is
/// around it.
pub(super) fn closure<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let own = node.child(field::NAME);
    if let Some(name) = own {
        name_itself(cx, node, name);
    }
    bind_type_parameters(cx, node);
    let told = told_arguments(cx, node);
    bind_parameters(cx, node, &told);
    jsdoc::bind_parameters(cx, node);
    if let Some(body) = node.child(field::BODY)
        && node.kind() == ARROW
        && body.kind() != super::STATEMENT_BLOCK
    {
        infer_result(cx, node, body);
    }
    Flow::Into
}

/// A function expression's own name is known inside it. Where nothing else names the function, it is a symbol.
fn name_itself<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>) {
    cx.claim(name);
    let holder = node.parent().filter(|holder| names_symbol(cx, *holder));
    let holder = holder.and_then(|holder| name_of_holder(holder, node));
    match holder {
        Some(held) if held.text() == name.text() => {}
        Some(held) if held.kind() == IDENTIFIER && !cx.is_local(held.text()) => {
            let held = cx.name(held.text());
            cx.bind(name.text(), Receiver { root: Root::Free(held), steps: Vec::new() });
        }
        Some(_) => cx.bind(name.text(), Receiver::UNKNOWN),
        None => {
            uncover(cx, name);
            let mut def = cx.def(SymbolKind::Function, node, name);
            def.kind = SymbolKind::Function;
            let sym = define(cx, def);
            cx.open(node, sym, Place::Function);
            signature(cx, node, sym);
        }
    }
}

/// Returns whether what holds a function may give it its name: a pair of an object does not whose pairs are no symbols.
fn names_symbol<'t>(cx: &Cx<'t>, holder: Node<'t>) -> bool {
    holder.kind() != PAIR || values::holds_symbols(cx, holder.parent())
}

/// Returns the name that a declaration, an assignment or a pair gives to the function that is its value.
fn name_of_holder<'t>(holder: Node<'t>, function: Node<'t>) -> Option<Node<'t>> {
    let (name, value): (Field, Field) = match holder.kind() {
        VARIABLE_DECLARATOR | PUBLIC_FIELD => (field::NAME, field::VALUE),
        FIELD_DEFINITION => (field::PROPERTY, field::VALUE),
        PAIR => (field::KEY, field::VALUE),
        ASSIGNMENT => (field::LEFT, field::RIGHT),
        _ => return None,
    };
    (function.field() == value).then(|| holder.child(name)).flatten()
}

/// Returns the symbol that a function is, where the innermost symbol around is that one.
fn owner<'t>(cx: &mut Cx<'t>, function: Node<'t>) -> Option<Sym> {
    let name = match function.child(field::NAME) {
        Some(name) if !is_closure(function) => Some(name),
        own => function.parent().and_then(|holder| name_of_holder(holder, function)).or(own),
    }?;
    let text = match name.child(field::PROPERTY) {
        Some(property) => property.text(),
        None => name.text(),
    };
    let sym = cx.callable()?;
    let symbol = cx.symbol_mut(sym)?;
    let (own, row) = (symbol.name, symbol.name_line);
    (row == name.row() && cx.name_text(own) == text.trim_matches(['"', '\''])).then_some(sym)
}

/// `return value`: tells the type of a function that does not say it, where it is the only value returned.
pub(super) fn returned<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(value) = node.first_named() else { return Flow::Into };
    let mut at = node.parent();
    while let Some(around) = at {
        if is_function(around.kind()) || around.kind() == METHOD {
            infer_result(cx, around, value);
            break;
        }
        at = around.parent();
    }
    Flow::Into
}

fn infer_result<'t>(cx: &mut Cx<'t>, function: Node<'t>, value: Node<'t>) {
    if function.child(field::RETURN_TYPE).is_some() {
        return;
    }
    let Some(sym) = owner(cx, function) else { return };
    if cx.symbol_mut(sym).is_none_or(|symbol| symbol.ty.is_some()) {
        return;
    }
    let told = match chain(cx, value) {
        Receiver { root: Root::Typed(ty), steps } if steps.is_empty() => Ok(ty),
        Receiver { root: Root::Bare, steps } => match steps.as_slice() {
            [Step::Call(function)] => Err(*function),
            _ => return,
        },
        _ => return,
    };
    if returns_several(cx, function, value) {
        return;
    }
    set_result(cx, sym, told);
}

fn set_result(cx: &mut Cx<'_>, sym: Sym, told: Result<Name, Name>) {
    match told {
        Ok(ty) => {
            if let Some(symbol) = cx.symbol_mut(sym) {
                symbol.ty = Some(ty);
            }
        }
        Err(function) => cx.typed_by_call(sym, function),
    }
}

/// Returns whether a function returns another value than this one, closures in it apart.
fn returns_several<'t>(cx: &Cx<'t>, function: Node<'t>, value: Node<'t>) -> bool {
    let mut at = function.at().saturating_add(1);
    while at < function.next() {
        let Some(node) = cx.tree().node(at) else { return true };
        at = at.saturating_add(1);
        if is_function(node.kind()) || node.kind() == METHOD {
            at = node.next();
        } else if node.kind() == RETURN
            && let Some(other) = node.first_named()
            && other != value
            && !matches!(other.kind(), NULL | UNDEFINED)
        {
            return true;
        }
    }
    false
}

/// A method, getter or setter of a class, an interface or an object, with or without a body.
pub(super) fn method<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let in_object = node.parent().is_some_and(|parent| parent.kind() == OBJECT);
    if in_object && !values::holds_symbols(cx, node.parent()) {
        return closure_of_object(cx, node);
    }
    if node.parent().is_some_and(|parent| parent.kind() == OBJECT_TYPE && !types::is_described(parent)) {
        return type_of_function(cx, node);
    }
    let is_static = node.children().any(|child| matches!(child.kind(), STATIC | STATIC_GET));
    let accessor = node.children().any(|child| matches!(child.kind(), GET | SET | STATIC_GET));
    let in_class = node.parent().is_some_and(|parent| parent.kind() == CLASS_BODY);
    let kind = match name.text() {
        "constructor" if in_class && !is_static => SymbolKind::Constructor,
        _ if accessor => SymbolKind::Property,
        _ => SymbolKind::Method,
    };
    let mut def = cx.def(kind, node, name);
    def.kind = kind;
    if is_static {
        def.mark(SymbolFlags::STATIC);
    }
    if matches!(node.kind(), METHOD_SIGNATURE | ABSTRACT_METHOD) {
        def.mark(SymbolFlags::DECLARATION);
    }
    if in_object {
        values::place_in_assigned(cx, node.parent(), &mut def);
    }
    let sym = define(cx, def);
    if kind == SymbolKind::Constructor {
        parameter_properties(cx, node);
    }
    open_function(cx, node, node, sym);
    Flow::Into
}

/// A method of an object that is no symbol is a closure.
fn closure_of_object<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    bind_type_parameters(cx, node);
    bind_parameters(cx, node, &[]);
    Flow::Into
}

/// `constructor(private readonly store: Store)` declares a field.
fn parameter_properties<'t>(cx: &mut Cx<'t>, constructor: Node<'t>) {
    let list = constructor.child(field::PARAMETERS);
    for parameter in list.into_iter().flat_map(Node::named_children) {
        let is_property = parameter.children().any(|child| matches!(child.kind(), ACCESSIBILITY | READONLY));
        let Some(name) = parameter.child(field::PATTERN).filter(|name| is_property && name.kind() == IDENTIFIER) else {
            continue;
        };
        let mut def = cx.def(SymbolKind::Field, parameter, name);
        def.ty = match parameter.child(field::TYPE) {
            Some(ty) => type_name(cx, ty),
            None => None,
        };
        define(cx, def);
    }
}

/// The type of a function: its parameters' names are no uses.
pub(super) fn type_of_function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    bind_type_parameters(cx, node);
    bind_parameters(cx, node, &[]);
    Flow::Into
}

/// Returns the function type that a type annotation is.
pub(super) fn function_type(annotation: Node<'_>) -> Option<Node<'_>> {
    let ty = if annotation.kind() == TYPE_ANNOTATION { annotation.first_named()? } else { annotation };
    (ty.kind() == FUNCTION_TYPE).then_some(ty)
}

/// Fills in a method's types from the function type that a property is declared with.
pub(super) fn signature_of_type<'t>(cx: &mut Cx<'t>, ty: Node<'t>, sym: Sym) {
    signature(cx, ty, sym);
}
