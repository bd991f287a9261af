//! Owns Python's definitions: classes, functions, lambdas, type aliases, their docstrings, decorators and parameters.

use graphicle_engine::facts::{Name, Params, Receiver, Root, SymbolFlags, SymbolKind};
use graphicle_engine::span::LineRange;

use super::{
    ATTRIBUTE, CALL, CLASS, CONCATENATED_STRING, DECORATED, DECORATOR, DEFAULT_PARAMETER, DICTIONARY_SPLAT,
    DICTIONARY_SPLAT_PATTERN, ELLIPSIS, EXPRESSION_STATEMENT, FUNCTION, IDENTIFIER, KEYWORD_ARGUMENT, LAMBDA,
    LIST_SPLAT, LIST_SPLAT_PATTERN, NONE, PASS, STRING, TUPLE_PATTERN, TYPED_DEFAULT_PARAMETER, TYPED_PARAMETER,
    assign, last_part, scope,
};
use crate::cx::{Cx, Place, Sym};
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// A class.
pub(super) fn class<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let list = node.child(field::SUPERCLASSES);
    let bases: Vec<Node<'t>> = list
        .into_iter()
        .flat_map(Node::named_children)
        .filter(|base| !matches!(base.kind(), KEYWORD_ARGUMENT | LIST_SPLAT | DICTIONARY_SPLAT))
        .collect();
    let kind = class_kind(&bases);
    let mut def = cx.def(kind, node, name);
    def.doc = node.child(field::BODY).and_then(docstring);
    let is_test_case = bases.iter().any(|base| last_part(base_text(*base)).ends_with("TestCase"));
    if is_test_case || is_test_file(cx) && def.name.starts_with("Test") {
        def.mark(SymbolFlags::TEST);
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    bind_type_parameters(cx, node);
    let mut paths = Vec::new();
    for base in bases {
        if last_part(base_text(base)) != "Generic" {
            paths.extend(cx.base(base));
        }
    }
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = paths;
    }
    if let Some(list) = list {
        cx.types_until = cx.types_until.max(list.next());
    }
    Flow::Into
}

/// Returns the name of a base class without its arguments.
fn base_text(base: Node<'_>) -> &str {
    base.text().split('[').next().unwrap_or("")
}

fn class_kind(bases: &[Node<'_>]) -> SymbolKind {
    let is = |names: &[&str]| bases.iter().any(|base| names.contains(&last_part(base_text(*base))));
    if is(&["Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum"]) {
        SymbolKind::Enum
    } else if is(&["Protocol"]) {
        SymbolKind::Interface
    } else {
        SymbolKind::Class
    }
}

/// A function or method.
pub(super) fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let marks = Decorators::of(node);
    let is_member = cx.place() == Place::Type;
    let is_static = marks.has("staticmethod");
    let has_receiver = is_member && !is_static;
    let accessor = if marks.accessor { property_of(cx, node, name) } else { None };
    let sym = match accessor {
        Some(property) => {
            cx.claim(name);
            property
        }
        None => define(cx, node, name, &marks, has_receiver),
    };
    cx.open(node, sym, Place::Function);
    bind_type_parameters(cx, node);
    let parameters = node.child(field::PARAMETERS);
    if accessor.is_none() {
        let mut ty = node.child(field::RETURN_TYPE).and_then(|ty| cx.ty(ty));
        if marks.has("contextmanager") || marks.has("asynccontextmanager") || marks.has("fixture") {
            ty = ty.map(|ty| what_it_yields(cx, ty));
        }
        let params = parameters.map(|list| count(list, has_receiver));
        if let Some(symbol) = cx.symbol_mut(sym) {
            symbol.ty = ty;
            symbol.params = params;
        }
    }
    if let Some(parameters) = parameters {
        let is_type_receiver =
            marks.has("classmethod") || matches!(name.text(), "__new__" | "__init_subclass__" | "__class_getitem__");
        let root = if is_type_receiver { Root::SelfType } else { Root::SelfValue };
        bind_parameters(cx, parameters, has_receiver.then_some(root));
    }
    if let Some(body) = node.child(field::BODY) {
        scope::bind_names_of_body(cx, body);
    }
    Flow::Into
}

fn define<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>, marks: &Decorators<'t>, has_receiver: bool) -> Sym {
    let is_member = cx.place() == Place::Type;
    let body = node.child(field::BODY);
    let mut def = cx.def(SymbolKind::Function, node, name);
    if is_member {
        if matches!(def.name, "__init__" | "__new__") {
            def.kind = SymbolKind::Constructor;
        } else if marks.property {
            def.kind = SymbolKind::Property;
        }
        if !has_receiver || marks.has("classmethod") {
            def.mark(SymbolFlags::STATIC);
        }
    }
    def.doc = body.and_then(docstring);
    let is_empty = body.is_some_and(is_empty_body);
    let in_protocol = is_member && is_empty && cx.symbol().is_some_and(|sym| cx.kind_of(sym) == SymbolKind::Interface);
    if cx.file_name().rsplit_once('.').is_some_and(|(_, extension)| extension == "pyi")
        || marks.has("overload")
        || marks.has("abstractmethod")
        || marks.has("abstractproperty")
        || in_protocol
    {
        def.mark(SymbolFlags::DECLARATION);
    }
    let in_test_class = is_member && cx.symbol().is_some_and(|sym| cx.has_flag(sym, SymbolFlags::TEST));
    let in_test_file = is_test_file(cx);
    if (in_test_file && (is_test_name(def.name) || marks.has("fixture")) && cx.place() != Place::Function)
        || in_test_class && (is_test_name(def.name) || is_test_frame(def.name))
    {
        def.mark(SymbolFlags::TEST);
    }
    cx.define(def)
}

/// Returns the property that an accessor (`@size.setter`) belongs to, its lines made to hold the accessor where that
/// follows directly.
fn property_of<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>) -> Option<Sym> {
    let container = cx.container();
    let property = cx.defined(container, name.text()).filter(|sym| cx.kind_of(*sym) == SymbolKind::Property)?;
    let outer = node.parent().filter(|parent| parent.kind() == DECORATED).unwrap_or(node);
    let siblings = outer.parent()?.named_children();
    let before = siblings.take_while(|sibling| *sibling != outer).last().map(Node::last_row);
    if let Some(symbol) = cx.symbol_mut(property)
        && before == Some(symbol.lines.end)
    {
        symbol.lines = LineRange::new(symbol.lines.start, node.last_row());
    }
    Some(property)
}

/// The type that a generator's function is declared to return is a collection of what its user gets.
fn what_it_yields(cx: &mut Cx<'_>, ty: Name) -> Name {
    match cx.name_text(ty).strip_suffix("[]") {
        Some(element) => {
            let element = element.to_owned();
            cx.name(&element)
        }
        None => ty,
    }
}

/// What the decorators of a definition say.
struct Decorators<'t> {
    /// The last parts of their names.
    names: Vec<&'t str>,
    property: bool,
    /// Whether one makes the function another accessor of a property that is already there.
    accessor: bool,
}

impl<'t> Decorators<'t> {
    fn of(node: Node<'t>) -> Self {
        let mut marks = Self { names: Vec::new(), property: false, accessor: false };
        let outer = node.parent().filter(|parent| parent.kind() == DECORATED);
        for decorator in outer.into_iter().flat_map(|outer| outer.children_of_kind(DECORATOR)) {
            let Some(mut expression) = decorator.first_named() else { continue };
            if expression.kind() == CALL
                && let Some(function) = expression.child(field::FUNCTION)
            {
                expression = function;
            }
            let name = last_part(expression.text());
            marks.property |= name.ends_with("property") || name == "reify";
            marks.accessor |= expression.kind() == ATTRIBUTE && is_accessor(name);
            marks.names.push(name);
        }
        marks
    }

    fn has(&self, name: &str) -> bool {
        self.names.contains(&name)
    }
}

/// Returns whether a decorator's last name is that of a property's further accessors.
pub(super) fn is_accessor(name: &str) -> bool {
    matches!(name, "setter" | "getter" | "deleter")
}

/// `return a`: tells the type of a function that declares none.
pub(super) fn returned<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(value) = node.first_named().filter(|value| value.kind() != NONE)
        && let Some(sym) = function_without_type(cx, node)
    {
        let known = cx.chain(value);
        let ty = match (known.root, known.steps.as_slice()) {
            (Root::SelfValue, []) => cx.type_around(),
            _ => assign::told_type(cx, &known),
        };
        cx.returns(sym, ty);
    }
    Flow::Into
}

/// `yield a`: what a call of the function gives is no value of what it returns.
pub(super) fn yielded<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(sym) = function_without_type(cx, node) {
        cx.returns(sym, None);
    }
    Flow::Into
}

/// Returns the function around a statement, where that declares no type.
fn function_without_type<'t>(cx: &Cx<'t>, node: Node<'t>) -> Option<Sym> {
    let mut around = node.parent()?;
    while !matches!(around.kind(), FUNCTION | LAMBDA | CLASS) {
        around = around.parent()?;
    }
    if around.kind() != FUNCTION || around.child(field::RETURN_TYPE).is_some() {
        return None;
    }
    cx.callable()
}

/// A lambda: its parameters are local names of it.
pub(super) fn lambda<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(parameters) = node.child(field::PARAMETERS) {
        bind_parameters(cx, parameters, None);
    }
    Flow::Into
}

/// `type X[T] = ...`.
pub(super) fn type_alias<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(left) = node.child(field::LEFT) else { return Flow::Into };
    let tree = cx.tree();
    let name = (left.at()..left.next()).filter_map(|at| tree.node(at)).find(|node| node.kind() == IDENTIFIER);
    let Some(name) = name else { return Flow::Into };
    if cx.place() == Place::Function {
        cx.bind_nothing(name.text());
        return Flow::Into;
    }
    let def = cx.def(SymbolKind::TypeAlias, node, name);
    let sym = cx.define(def);
    cx.attribute_to(node, sym);
    for parameter in identifiers(cx, left).into_iter().skip(1) {
        cx.bind(parameter.text(), Receiver::UNKNOWN);
    }
    let ty = node.child(field::RIGHT).and_then(|right| cx.ty(right));
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.ty = ty;
    }
    Flow::Into
}

/// Returns the identifiers in a node.
pub(super) fn identifiers<'t>(cx: &Cx<'t>, node: Node<'t>) -> Vec<Node<'t>> {
    let tree = cx.tree();
    (node.at()..node.next()).filter_map(|at| tree.node(at)).filter(|node| node.kind() == IDENTIFIER).collect()
}

/// `[T: Bound, *Ts]`: the first name of each parameter.
fn bind_type_parameters<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    let Some(list) = node.child(field::TYPE_PARAMETERS) else { return };
    for parameter in list.named_children() {
        if let Some(name) = identifiers(cx, parameter).first() {
            cx.bind(name.text(), Receiver::UNKNOWN);
        }
    }
}

/// Binds parameters to what their annotations and defaults tell. `first` is what the first one is, where it is the
/// receiver.
fn bind_parameters<'t>(cx: &mut Cx<'t>, list: Node<'t>, first: Option<Root>) {
    let mut first = first;
    for parameter in list.named_children() {
        if parameter.kind() == TUPLE_PATTERN {
            for name in identifiers(cx, parameter) {
                cx.bind(name.text(), Receiver::UNKNOWN);
            }
            continue;
        }
        let Some((name, splat)) = parameter_name(parameter) else { continue };
        if let Some(root) = first.take() {
            cx.bind(name.text(), Receiver { root, steps: Vec::new() });
            continue;
        }
        let ty = parameter.child(field::TYPE);
        let known = match (ty, parameter.child(field::VALUE)) {
            (Some(ty), _) if splat => match cx.ty_in(ty, 1) {
                Some(ty) => Receiver { root: Root::Typed(ty), steps: Vec::new() },
                None => Receiver::UNKNOWN,
            },
            (Some(ty), _) => cx.typed(Some(ty)),
            (None, Some(value)) if value.kind() != NONE => cx.chain(value),
            _ => Receiver::UNKNOWN,
        };
        cx.bind(name.text(), known);
    }
}

/// Returns a parameter's name and whether it takes any number of arguments.
fn parameter_name(parameter: Node<'_>) -> Option<(Node<'_>, bool)> {
    match parameter.kind() {
        IDENTIFIER => Some((parameter, false)),
        DEFAULT_PARAMETER | TYPED_DEFAULT_PARAMETER => parameter.child(field::NAME).map(|name| (name, false)),
        LIST_SPLAT_PATTERN | DICTIONARY_SPLAT_PATTERN => parameter.first_named().map(|name| (name, true)),
        TYPED_PARAMETER => parameter_name(parameter.first_named().filter(|inner| inner.kind() != TYPED_PARAMETER)?),
        _ => None,
    }
}

/// No parameters.
pub(super) const NO_PARAMS: Params = Params { min: 0, max: 0 };

/// Counts the arguments that a function takes, positional ones and keywords together.
pub(super) fn count(list: Node<'_>, has_receiver: bool) -> Params {
    let mut params = NO_PARAMS;
    let mut receiver = has_receiver;
    for parameter in list.named_children() {
        let is_tuple = parameter.kind() == TUPLE_PATTERN;
        let Some(splat) = parameter_name(parameter).map(|(_, splat)| splat).or(is_tuple.then_some(false)) else {
            continue;
        };
        if splat {
            params.max = u8::MAX;
            continue;
        }
        if core::mem::take(&mut receiver) {
            continue;
        }
        params.max = params.max.saturating_add(1);
        if !matches!(parameter.kind(), DEFAULT_PARAMETER | TYPED_DEFAULT_PARAMETER) {
            params.min = params.min.saturating_add(1);
        }
    }
    params
}

/// Returns the lines of the string that a module, class or function starts with.
pub(super) fn docstring(body: Node<'_>) -> Option<LineRange> {
    statement_string(body.first_named()?)
}

/// Returns the lines of a statement that is nothing but a string.
pub(super) fn statement_string(statement: Node<'_>) -> Option<LineRange> {
    let string = statement.first_named().filter(|_| statement.kind() == EXPRESSION_STATEMENT)?;
    matches!(string.kind(), STRING | CONCATENATED_STRING).then(|| LineRange::new(string.row(), string.last_row()))
}

/// Returns whether a body does nothing: `...`, `pass`, a docstring.
fn is_empty_body(body: Node<'_>) -> bool {
    body.named_children().all(|statement| {
        statement.kind() == PASS
            || statement.kind() == EXPRESSION_STATEMENT
                && statement.named_children().all(|inner| matches!(inner.kind(), ELLIPSIS | STRING))
    })
}

fn is_test_file(cx: &Cx<'_>) -> bool {
    let file = cx.file_name();
    let stem = file.split('.').next().unwrap_or("");
    stem.starts_with("test_")
        || stem.ends_with("_test")
        || matches!(stem, "tests" | "conftest")
        || cx.path().split('/').any(|part| matches!(part, "test" | "tests"))
}

fn is_test_name(name: &str) -> bool {
    name.strip_prefix("test").is_some_and(|rest| !rest.starts_with(char::is_lowercase))
}

/// Returns whether a method of a test class runs around its tests.
fn is_test_frame(name: &str) -> bool {
    let name = name.strip_prefix("async").unwrap_or(name);
    ["setup", "teardown"].iter().any(|frame| {
        name.get(..frame.len()).is_some_and(|start| start.eq_ignore_ascii_case(frame))
            && name
                .get(frame.len()..)
                .is_some_and(|rest| matches!(rest, "" | "Class" | "_class" | "_method" | "_module"))
    })
}
