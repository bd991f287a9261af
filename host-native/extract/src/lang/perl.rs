//! Owns what Perl's syntax means: packages as modules and classes, subroutines, what they are called on.

use graphicle_engine::facts::{CallKind, ImportKind, Name, Params, Receiver, RefKind, Root, SymbolFlags, SymbolKind};
use graphicle_engine::span::LineRange;

use crate::cx::{Cx, Place};
use crate::spec::{Flow, ParamRule, Rule, Shape, ShapeRule, Spec, TypeRule};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;
use crate::types::dotted;

kinds! {
    AMBIGUOUS_CALL = "ambiguous_function_call_expression",
    ANONYMOUS_HASH = "anonymous_hash_expression",
    ANONYMOUS_SUB = "anonymous_subroutine_expression",
    ARRAY = "array",
    ARRAY_ELEMENT = "array_element_expression",
    ASSIGNMENT = "assignment_expression",
    ATTRLIST = "attrlist",
    AUTOQUOTED = "autoquoted_bareword",
    BAREWORD = "bareword",
    BLOCK = "block",
    CALL = "function_call_expression",
    CLASS = "class_statement",
    COMMENT = "comment",
    DATA_SECTION = "data_section",
    EVAL = "eval_expression",
    FILENAME = "filename",
    FOR = "for_statement",
    FUNCTION = "function",
    HASH_ELEMENT = "hash_element_expression",
    INTERPOLATED = "interpolated_string_literal",
    LIST = "list_expression",
    MANDATORY = "mandatory_parameter",
    METHOD = "method",
    METHOD_CALL = "method_call_expression",
    METHOD_DECLARATION = "method_declaration_statement",
    OPERATOR_CALL = "func0op_call_expression",
    OPTIONAL = "optional_parameter",
    PACKAGE = "package_statement",
    PARENTHESIZED = "parenthesized_expression",
    POD = "pod",
    QUOTED_WORDS = "quoted_word_list",
    REFGEN = "refgen_expression",
    REQUIRE = "require_expression",
    ROLE = "role_statement",
    SCALAR = "scalar",
    SIGNATURE = "signature",
    SLURPY = "slurpy_parameter",
    SORT = "sort_expression",
    SOURCE = "source_file",
    STRING = "string_literal",
    SUB = "subroutine_declaration_statement",
    USE = "use_statement",
    VARIABLE_DECLARATION = "variable_declaration",
}

/// Perl.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (AMBIGUOUS_CALL, Rule::Hook(call)),
        (ANONYMOUS_SUB, Rule::Hook(closure)),
        (ASSIGNMENT, Rule::Hook(assignment)),
        (BLOCK, Rule::Scope),
        (CALL, Rule::Hook(call)),
        (CLASS, Rule::Hook(package)),
        (COMMENT, Rule::Comment),
        (DATA_SECTION, Rule::Drop),
        (EVAL, Rule::Hook(do_file)),
        (FOR, Rule::Hook(for_loop)),
        (METHOD_CALL, Rule::Hook(method_call)),
        (METHOD_DECLARATION, Rule::Hook(sub)),
        (PACKAGE, Rule::Hook(package)),
        (POD, Rule::Comment),
        (QUOTED_WORDS, Rule::Leaf),
        (REFGEN, Rule::Hook(reference)),
        (REQUIRE, Rule::Hook(require)),
        (ROLE, Rule::Hook(package)),
        (SORT, Rule::Hook(sort)),
        (SOURCE, Rule::Hook(source)),
        (STRING, Rule::Leaf),
        (SUB, Rule::Hook(sub)),
        (USE, Rule::Hook(use_module)),
        (VARIABLE_DECLARATION, Rule::Hook(variable)),
    ],
    shapes: &[
        (AMBIGUOUS_CALL, ShapeRule::Hook(call_shape)),
        (ARRAY, ShapeRule::Hook(variable_shape)),
        (ARRAY_ELEMENT, ShapeRule::Element(Field::NONE)),
        (BAREWORD, ShapeRule::Name),
        (CALL, ShapeRule::Hook(call_shape)),
        (HASH_ELEMENT, ShapeRule::Hook(element_shape)),
        (METHOD_CALL, ShapeRule::Hook(method_shape)),
        (OPERATOR_CALL, ShapeRule::Hook(operator_shape)),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
        (SCALAR, ShapeRule::Hook(variable_shape)),
    ],
    types: &[(BAREWORD, TypeRule::Named)],
    params: &[(MANDATORY, ParamRule::One), (OPTIONAL, ParamRule::Optional), (SLURPY, ParamRule::Rest)],
    builtins: &[
        "abs",
        "after",
        "around",
        "before",
        "binmode",
        "bless",
        "can_ok",
        "carp",
        "chomp",
        "chr",
        "close",
        "closedir",
        "cmp_ok",
        "confess",
        "croak",
        "defined",
        "delete",
        "diag",
        "die",
        "done_testing",
        "each",
        "eof",
        "eval",
        "exec",
        "exists",
        "exit",
        "fail",
        "grep",
        "hex",
        "index",
        "int",
        "is",
        "is_deeply",
        "isa_ok",
        "isnt",
        "join",
        "keys",
        "lc",
        "lcfirst",
        "length",
        "like",
        "local",
        "lock",
        "map",
        "mkdir",
        "note",
        "oct",
        "ok",
        "open",
        "opendir",
        "ord",
        "override",
        "pack",
        "pass",
        "plan",
        "pop",
        "print",
        "printf",
        "push",
        "readdir",
        "ref",
        "rename",
        "require",
        "requires",
        "return",
        "reverse",
        "rindex",
        "say",
        "scalar",
        "select",
        "shift",
        "skip",
        "sleep",
        "sort",
        "splice",
        "split",
        "sprintf",
        "stat",
        "substr",
        "system",
        "time",
        "uc",
        "ucfirst",
        "unlink",
        "unpack",
        "unshift",
        "use_ok",
        "values",
        "wantarray",
        "warn",
    ],
    exported: Some(|_, def| !def.name.starts_with('_')),
    first_comment_is_module_doc: true,
    ..Spec::new(|| ts_parser_perl::LANGUAGE.into(), KINDS)
};

/// A file of one package that is no class is that package; other packages are definitions of their own.
fn source<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut packages = node.children_of_kind(PACKAGE);
    if let (Some(only), None) = (packages.next(), packages.next())
        && let Some(name) = only.child(field::NAME)
        && only.child_of_kind(BLOCK).is_none()
        && !is_class(node.text())
    {
        cx.set_package(&dotted(name.text()));
    }
    Flow::Into
}

/// Returns whether the code of a package makes objects or inherits.
fn is_class(text: &str) -> bool {
    let marks = ["@ISA", "bless", "extends ", "sub new", "use Moo", "use Mouse", "use base", "use parent"];
    marks.iter().any(|mark| text.contains(mark))
}

fn package<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let path = dotted(name.text());
    if path == "main" || path.is_empty() || path == cx.package() {
        return Flow::Into;
    }
    // Without a block, a package goes on until the next one or the end of the file.
    let block = node.child_of_kind(BLOCK).is_some();
    let next = node.siblings_after().find(|next| next.kind() == PACKAGE);
    let around = node.parent().map_or(node.next(), Node::next);
    let end = if block { node.next() } else { next.map_or(around, Node::at) };
    let last = match (block, next) {
        (true, _) => node.last_row(),
        (false, Some(next)) => next.row().saturating_sub(1),
        (false, None) => cx.tree().node(0).map_or(node.last_row(), Node::last_row),
    };
    let until = next.filter(|_| !block).map_or(cx.tree().text().len(), |next| next.start() as usize);
    let region = cx.tree().text().get(node.start() as usize..until).unwrap_or("");
    let kind = match node.kind() {
        CLASS => SymbolKind::Class,
        ROLE => SymbolKind::Trait,
        _ if is_class(if block { node.text() } else { region }) => SymbolKind::Class,
        _ => SymbolKind::Module,
    };
    let mut def = cx.def(kind, node, name);
    let text = name.text();
    let (outer, own) = text.rsplit_once("::").map_or((None, text), |(outer, own)| (Some(outer), own));
    if own.is_empty() {
        return Flow::Into;
    }
    def.name = own;
    def.container = outer.map(|outer| cx.name(&dotted(outer)));
    let sym = cx.define(def);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.lines = LineRange::new(symbol.lines.start, last.max(symbol.lines.end));
    }
    cx.open_until(end, sym, if kind == SymbolKind::Module { Place::Module } else { Place::Type });
    Flow::Into
}

fn sub<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return closure(cx, node) };
    let mut def = cx.def(SymbolKind::Function, node, name);
    // `sub Other::name` is of another package.
    let path = dotted(name.text());
    if let Some((outer, _)) = path.rsplit_once('.') {
        def.container = Some(cx.name(outer));
        def.name = name.text().rsplit("::").next().unwrap_or("");
    }
    if def.name.is_empty() {
        return Flow::Into;
    }
    let body = node.child_of_kind(BLOCK);
    if body.is_none() {
        def.mark(SymbolFlags::DECLARATION);
    }
    def.params = node.child_of_kind(SIGNATURE).map(|list| parameters(cx, list));
    if def.name == "new" && def.kind == SymbolKind::Method {
        def.kind = SymbolKind::Constructor;
    }
    if def.name == "main" {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    if node.child_of_kind(ATTRLIST).is_some_and(|list| list.text().contains("Test")) {
        def.mark(SymbolFlags::TEST);
    }
    def.doc = pod_of(node, def.name);
    let is_method = node.kind() == METHOD_DECLARATION;
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    if is_method {
        cx.bind("$self", Receiver { root: Root::SelfValue, steps: Vec::new() });
    }
    bind_signature(cx, node);
    Flow::Into
}

/// The documentation above a subroutine, which a blank line may part from it, where it names the subroutine.
fn pod_of(node: Node<'_>, name: &str) -> Option<LineRange> {
    let pod = node.sibling_before().filter(|pod| pod.kind() == POD && pod.text().contains(name))?;
    let end = pod.text().trim_end();
    let lines = u32::try_from(end.bytes().filter(|b| *b == b'\n').count()).unwrap_or(0);
    Some(LineRange::new(pod.row(), pod.row().saturating_add(lines)))
}

/// Counts a signature's parameters, without the object that a method is called on.
fn parameters<'t>(cx: &Cx<'t>, list: Node<'t>) -> Params {
    let params = cx.count_params(list);
    let has_object = list.first_named().is_some_and(|first| is_object(first.text()));
    let less = u8::from(has_object);
    let max = if params.max == u8::MAX { u8::MAX } else { params.max.saturating_sub(less) };
    Params { min: params.min.saturating_sub(less), max }
}

fn is_object(name: &str) -> bool {
    matches!(name, "$class" | "$invocant" | "$self" | "$this")
}

/// What the first parameter is by its name: the object, or its class.
fn object(name: &str) -> Receiver {
    let root = match name {
        "$self" | "$this" => Root::SelfValue,
        "$class" => Root::SelfType,
        _ => Root::Unknown,
    };
    Receiver { root, steps: Vec::new() }
}

fn bind_signature<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    let list = node.child_of_kind(SIGNATURE);
    for (i, parameter) in list.into_iter().flat_map(Node::named_children).enumerate() {
        if let Some(name) = parameter.first_named() {
            let known = if i == 0 { object(name.text()) } else { Receiver::UNKNOWN };
            cx.bind(name.text(), known);
        }
    }
}

fn closure<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    bind_signature(cx, node);
    Flow::Into
}

/// The variables that `my`, `our` and the like declare.
fn declared(declaration: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    declaration.named_children().filter(|variable| variable.first_named().is_some())
}

fn assignment<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else { return Flow::Into };
    if left.text().trim_start_matches("our ") == "@ISA" {
        let bases = words_in(right);
        extend(cx, node, &bases);
        return Flow::Into;
    }
    if left.kind() != VARIABLE_DECLARATION || left.text().starts_with("our") {
        return Flow::Into;
    }
    let names: Vec<Node<'t>> = declared(left).collect();
    let is_list = left.text().contains('(');
    let takes_arguments = right.text() == "@_" || right.text().starts_with("shift");
    for (i, name) in names.into_iter().enumerate() {
        let known = if takes_arguments && i == 0 && is_object(name.text()) {
            object(name.text())
        } else if is_list {
            Receiver::UNKNOWN
        } else {
            cx.chain(right)
        };
        cx.bind_after(node, name.text(), known);
    }
    Flow::Into
}

fn variable<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let is_package = node.text().starts_with("our") && cx.place() != Place::Function;
    let assigned = node.parent().filter(|parent| parent.kind() == ASSIGNMENT);
    if is_package {
        for name in declared(node) {
            let text = name.text().trim_start_matches(['$', '@', '%']);
            if !text.is_empty() && !matches!(text, "EXPORT" | "EXPORT_OK" | "EXPORT_TAGS" | "ISA" | "VERSION") {
                let mut def = cx.def(SymbolKind::Variable, assigned.unwrap_or(node), name);
                def.name = text;
                // A package's variable is no field of its objects.
                def.kind = SymbolKind::Variable;
                cx.define(def);
            }
        }
    } else if assigned.is_none() {
        for name in declared(node) {
            cx.bind(name.text(), Receiver::UNKNOWN);
        }
    }
    Flow::Into
}

fn for_loop<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let known = match node.child(field::LIST) {
        Some(list) => {
            let collection = cx.chain(list);
            cx.element_of(collection)
        }
        None => Receiver::UNKNOWN,
    };
    cx.open_block(node);
    if let Some(name) = node.child(field::VARIABLE) {
        cx.bind(name.text(), known);
    }
    Flow::Into
}

/// A word or text of a list, with its line.
struct Word<'t> {
    text: &'t str,
    place: Node<'t>,
}

/// Returns the words that a list holds: texts, and what stands between `qw(` and `)`.
fn words_in(list: Node<'_>) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    for part in list.subtree() {
        match part.kind() {
            INTERPOLATED | STRING => words.push(Word { text: part.text().trim_matches(['\'', '"']), place: part }),
            QUOTED_WORDS => {
                let text = part.text().trim_start_matches("qw").trim_start();
                let inside = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
                words.extend(inside.split_whitespace().map(|text| Word { text, place: part }));
            }
            _ => {}
        }
    }
    words.retain(|word| !word.text.is_empty());
    words
}

/// Says that the package around extends other packages.
fn extend<'t>(cx: &mut Cx<'t>, node: Node<'t>, bases: &[Word<'t>]) {
    for base in bases {
        let path = dotted(base.text);
        cx.import(node.row(), ImportKind::Module, &path, &[]);
        let (receiver, last) = cx.free_path(&path);
        cx.reference_named(base.place, last, receiver, RefKind::Base);
        let base: Name = cx.name(&path);
        if let Some(symbol) = cx.symbol().and_then(|class| cx.symbol_mut(class))
            && symbol.kind == SymbolKind::Class
        {
            symbol.bases.push(base);
        }
    }
}

/// Modules that change the language or bring nothing to follow.
const PRAGMAS: [&str; 16] = [
    "bigint",
    "bytes",
    "experimental",
    "feature",
    "integer",
    "lib",
    "locale",
    "mro",
    "open",
    "overload",
    "strict",
    "utf8",
    "vars",
    "version",
    "warnings",
    "autodie",
];

fn use_module<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(module) = node.child(field::MODULE) else { return Flow::Over };
    let words: Vec<Word<'t>> = node.named_children().skip(1).flat_map(words_in).collect();
    match module.text() {
        "constant" => constants(cx, node),
        "base" | "parent" => extend(cx, node, &words),
        name if PRAGMAS.contains(&name) => {}
        name => {
            let is_function = |word: &&Word<'t>| word.text.starts_with(|c: char| c.is_alphabetic() || c == '_');
            let names = words.iter().filter(is_function).map(|word| (Some(word.text), word.text));
            let bindings: Vec<(Option<&str>, &'t str)> = names.collect();
            // Without a list, the module chooses what it brings.
            let chosen = node.named_children().nth(1).is_none();
            let kind = if chosen { ImportKind::Wildcard } else { ImportKind::Module };
            cx.import(node.row(), kind, &dotted(name), &bindings);
        }
    }
    Flow::Over
}

/// `use constant NAME => value` and `use constant { A => 1, B => 2 }`.
fn constants<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    let hash = node.child_of_kind(ANONYMOUS_HASH);
    let list = hash.unwrap_or(node).child_of_kind(LIST);
    let names: Vec<Node<'t>> = list.into_iter().flat_map(|list| list.children_of_kind(AUTOQUOTED)).collect();
    for name in names.into_iter().take(if hash.is_some() { usize::MAX } else { 1 }) {
        let def = cx.def(SymbolKind::Constant, node, name);
        cx.define(def);
    }
}

fn require<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    match node.first_named() {
        Some(module) if module.kind() == BAREWORD => {
            cx.import(node.row(), ImportKind::Module, &dotted(module.text()), &[]);
        }
        Some(path) if matches!(path.kind(), INTERPOLATED | STRING) && !path.text().contains('$') => {
            cx.import(node.row(), ImportKind::Include, path.text().trim_matches(['\'', '"']), &[]);
        }
        _ => {}
    }
    Flow::Over
}

/// `do 'file.pl'` runs another file.
fn do_file<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let path = node.child_of_kind(FILENAME).and_then(Node::first_named);
    if let Some(path) = path.filter(|path| path.kind() == STRING || !path.text().contains('$')) {
        cx.import(node.row(), ImportKind::Include, path.text().trim_matches(['\'', '"']), &[]);
    }
    Flow::Into
}

/// The called function's path without the `&` of old calls.
fn function_name(call: Node<'_>) -> Option<(Node<'_>, &str)> {
    let function = call.child(field::FUNCTION)?;
    let text = function.text().trim_start_matches('&');
    (!text.is_empty() && !text.starts_with(['$', '{'])).then_some((function, text))
}

fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some((function, text)) = function_name(node).filter(|_| !cx.is_claimed(node)) else { return Flow::Into };
    let arguments = node.child(field::ARGUMENTS);
    match text {
        "extends" | "with" if cx.place() == Place::Type => {
            let bases = arguments.map(words_in).unwrap_or_default();
            extend(cx, node, &bases);
            return Flow::Over;
        }
        "has" if cx.place() == Place::Type => {
            attributes(cx, node, arguments);
            return Flow::Into;
        }
        "subtest" => {
            let title = arguments.and_then(|arguments| words_in(arguments).into_iter().next());
            if let Some(title) = title {
                let mut def = cx.def(SymbolKind::Test, node, title.place);
                def.name = title.text;
                def.mark(SymbolFlags::TEST);
                let sym = cx.define(def);
                cx.open(node, sym, Place::Function);
                return Flow::Into;
            }
        }
        // `new Class(...)` is `Class->new(...)`.
        "new" => {
            let class = arguments
                .and_then(|made| if made.kind() == BAREWORD { Some(made) } else { made.child(field::FUNCTION) });
            if let (Some(class), Some(made)) = (class, arguments) {
                cx.claim(made);
                let path = format!("{}.new", dotted(class.text()));
                let (receiver, name) = cx.free_path(&path);
                cx.call_named(function, name, receiver, CallKind::Call, None);
                return Flow::Into;
            }
        }
        _ => {}
    }
    if !cx.is_builtin(text) {
        let path = dotted(text);
        let (receiver, name) = cx.free_path(&path);
        cx.call_named(function, name, receiver, CallKind::Call, None);
    }
    Flow::Into
}

/// Moose's `has name => (...)` declares attributes.
fn attributes<'t>(cx: &mut Cx<'t>, node: Node<'t>, arguments: Option<Node<'t>>) {
    let Some(first) = arguments.and_then(Node::first_named) else { return };
    let names = match first.kind() {
        AUTOQUOTED | BAREWORD => vec![Word { text: first.text(), place: first }],
        _ => words_in(first),
    };
    for name in names {
        let mut def = cx.def(SymbolKind::Property, node, name.place);
        def.name = name.text.trim_start_matches('+');
        if !def.name.is_empty() {
            cx.define(def);
        }
    }
}

fn method_call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(invocant), Some(method)) = (node.child(field::INVOCANT), node.child_of_kind(METHOD)) else {
        return Flow::Into;
    };
    let text = method.text();
    if text.starts_with(['$', '&']) {
        return Flow::Into;
    }
    let path = dotted(text);
    let (receiver, name) = match path.rsplit_once('.') {
        Some(("SUPER", name)) => (Receiver { root: Root::Super, steps: Vec::new() }, name),
        Some(_) => cx.free_path(&path),
        None => (class_or_value(cx, invocant), path.as_str()),
    };
    cx.call_named(method, name, receiver, CallKind::Call, None);
    Flow::Into
}

/// A bare word before an arrow is a class' whole path.
fn class_or_value<'t>(cx: &mut Cx<'t>, invocant: Node<'t>) -> Receiver {
    if invocant.kind() != BAREWORD {
        return cx.chain(invocant);
    }
    let path = format!("{}.", dotted(invocant.text()));
    cx.free_path(&path).0
}

/// `\&name` hands a subroutine on.
fn reference<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(function) = node.child_of_kind(FUNCTION) {
        hand_on(cx, function);
    }
    Flow::Into
}

fn sort<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(function) = node.child(field::CALLBACK).filter(|callback| callback.kind() == FUNCTION) {
        hand_on(cx, function);
    }
    Flow::Into
}

fn hand_on<'t>(cx: &mut Cx<'t>, function: Node<'t>) {
    let path = dotted(function.text().trim_start_matches('&'));
    if !path.is_empty() && !path.starts_with(['$', '{']) {
        let (receiver, name) = cx.free_path(&path);
        cx.call_named(function, name, receiver, CallKind::Value, None);
    }
}

/// A variable that nothing here declares tells nothing.
fn variable_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    if cx.is_local(node.text()) { Shape::Name(node) } else { Shape::Unknown }
}

fn call_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    match function_name(node) {
        // What is blessed in a class' own code is a value of that class.
        Some((_, "bless")) => Shape::Root(Root::SelfValue),
        Some((function, text)) if !text.contains("::") => Shape::Invoke { object: None, name: function },
        _ => Shape::Unknown,
    }
}

/// `$self->{name}` is a member, `$self->{$key}` an element.
fn element_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let Some(object) = node.first_named() else { return Shape::Unknown };
    match node.child(field::KEY) {
        Some(name) if name.kind() == AUTOQUOTED => Shape::Member { object, name },
        _ => Shape::Element(object),
    }
}

/// `Class->new` is a value of the class.
fn method_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let (Some(invocant), Some(name)) = (node.child(field::INVOCANT), node.child_of_kind(METHOD)) else {
        return Shape::Unknown;
    };
    if invocant.kind() == BAREWORD {
        return if name.text() == "new" { Shape::Typed(invocant) } else { Shape::Unknown };
    }
    if name.text().contains("::") || name.text().starts_with('$') {
        return Shape::Unknown;
    }
    Shape::Invoke { object: Some(invocant), name }
}

fn operator_shape<'t>(_: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    if node.text() == "__PACKAGE__" { Shape::Root(Root::SelfType) } else { Shape::Unknown }
}
