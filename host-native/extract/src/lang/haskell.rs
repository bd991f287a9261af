//! Owns what Haskell's declarations mean: modules and imports, types, classes, instances, functions of several
//! equations. Expressions and patterns are its child's.

mod uses;

use graphicle_engine::facts::{ImportKind, Params, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Def, Place, Sym};
use crate::spec::{Flow, Rule, ShapeRule, Spec, TypeRule, TypeShape};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;
use crate::types::last_segment;

kinds! {
    ALL_NAMES = "all_names",
    ALTERNATIVE = "alternative",
    APPLY = "apply",
    BIND = "bind",
    CHAR = "char",
    CHILDREN = "children",
    CLASS = "class",
    COMMENT = "comment",
    CONSTRUCTOR = "constructor",
    CONSTRUCTOR_OPERATOR = "constructor_operator",
    CONTEXT = "context",
    CPP = "cpp",
    DATA_CONSTRUCTOR = "data_constructor",
    DATA_CONSTRUCTORS = "data_constructors",
    DATA_FAMILY = "data_family",
    DATA_TYPE = "data_type",
    DEFAULT_SIGNATURE = "default_signature",
    DERIVING = "deriving",
    DERIVING_INSTANCE = "deriving_instance",
    DO = "do",
    DO_MODULE = "do_module",
    EXP = "exp",
    EXPORTS = "exports",
    FIELD = "field",
    FIELD_NAME = "field_name",
    FIELD_PATTERN = "field_pattern",
    FIXITY = "fixity",
    FORALL = "forall",
    FOREIGN_IMPORT = "foreign_import",
    FUNCTION = "function",
    GADT_CONSTRUCTOR = "gadt_constructor",
    GADT_CONSTRUCTORS = "gadt_constructors",
    GENERATOR = "generator",
    HADDOCK = "haddock",
    HEADER = "header",
    HIDING = "hiding",
    IMPORT = "import",
    IMPORT_LIST = "import_list",
    IMPORT_NAME = "import_name",
    INFIX = "infix",
    INFIX_ID = "infix_id",
    INSTANCE = "instance",
    LAMBDA = "lambda",
    LET = "let",
    LET_IN = "let_in",
    LIST = "list",
    LIST_COMPREHENSION = "list_comprehension",
    LITERAL = "literal",
    LOCAL_BINDS = "local_binds",
    MATCH = "match",
    MODULE = "module",
    MODULE_EXPORT = "module_export",
    NAME = "name",
    NEWTYPE = "newtype",
    NEWTYPE_CONSTRUCTOR = "newtype_constructor",
    OPERATOR = "operator",
    PARENS = "parens",
    PATTERNS = "patterns",
    PATTERN_GUARD = "pattern_guard",
    PATTERN_SYNONYM = "pattern_synonym",
    PRAGMA = "pragma",
    PREFIX = "prefix",
    PREFIX_ID = "prefix_id",
    QUALIFIED = "qualified",
    QUALIFIED_WORD = "'qualified",
    QUASIQUOTE = "quasiquote",
    ROLE = "role_annotation",
    SIGNATURE = "signature",
    STRICT = "strict_field",
    STRING = "string",
    TYPE_APPLICATION = "type_application",
    TYPE_FAMILY = "type_family",
    TYPE_INSTANCE = "type_instance",
    TYPE_PATTERNS = "type_patterns",
    TYPE_SYNONYM = "type_synonym",
    VARIABLE = "variable",
}

/// Haskell.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ALTERNATIVE, Rule::Hook(uses::alternative)),
        (APPLY, Rule::Hook(uses::application)),
        (BIND, Rule::Hook(bind)),
        (CHAR, Rule::Leaf),
        (CLASS, Rule::Hook(class)),
        (COMMENT, Rule::Comment),
        (CONSTRUCTOR, Rule::Hook(uses::constructor)),
        (CONSTRUCTOR_OPERATOR, Rule::Hook(uses::operator)),
        (CPP, Rule::Leaf),
        (DATA_FAMILY, Rule::Hook(alias)),
        (DATA_TYPE, Rule::Hook(data_type)),
        (DEFAULT_SIGNATURE, Rule::Hook(types_only)),
        (DERIVING_INSTANCE, Rule::Hook(types_only)),
        (DO, Rule::Scope),
        (DO_MODULE, Rule::Leaf),
        (FIELD_NAME, Rule::Skip),
        (FIXITY, Rule::Leaf),
        (FOREIGN_IMPORT, Rule::Hook(foreign)),
        (FUNCTION, Rule::Hook(function)),
        (GENERATOR, Rule::Hook(uses::generator)),
        (HADDOCK, Rule::Hook(haddock)),
        (HEADER, Rule::Hook(header)),
        (IMPORT, Rule::Hook(import)),
        (INFIX, Rule::Hook(uses::infix)),
        (INSTANCE, Rule::Hook(instance)),
        (LAMBDA, Rule::Hook(uses::lambda)),
        (LET, Rule::Hook(uses::let_statement)),
        (LET_IN, Rule::Hook(uses::let_in)),
        (LIST_COMPREHENSION, Rule::Hook(uses::comprehension)),
        (MATCH, Rule::Scope),
        (NAME, Rule::Hook(uses::type_name)),
        (NEWTYPE, Rule::Hook(data_type)),
        (OPERATOR, Rule::Hook(uses::operator)),
        (PATTERN_GUARD, Rule::Hook(uses::generator)),
        (PATTERN_SYNONYM, Rule::Skip),
        (PRAGMA, Rule::Leaf),
        (QUALIFIED, Rule::Hook(uses::qualified)),
        (QUASIQUOTE, Rule::Leaf),
        (ROLE, Rule::Leaf),
        (SIGNATURE, Rule::Hook(signature)),
        (STRING, Rule::Leaf),
        (TYPE_APPLICATION, Rule::Hook(types_only)),
        (TYPE_FAMILY, Rule::Hook(alias)),
        (TYPE_INSTANCE, Rule::Hook(types_only)),
        (TYPE_SYNONYM, Rule::Hook(alias)),
        (VARIABLE, Rule::Hook(uses::variable)),
    ],
    shapes: &[(VARIABLE, ShapeRule::Name)],
    types: &[
        (APPLY, TypeRule::Hook(applied)),
        (CONTEXT, TypeRule::Through(field::TYPE)),
        (FORALL, TypeRule::Through(field::TYPE)),
        (LIST, TypeRule::Collection(Field::NONE)),
        (NAME, TypeRule::Named),
        (PARENS, TypeRule::Through(Field::NONE)),
        (QUALIFIED, TypeRule::Named),
        (STRICT, TypeRule::Through(Field::NONE)),
    ],
    builtins: &[
        "Bool",
        "Char",
        "Double",
        "Either",
        "False",
        "Float",
        "IO",
        "Int",
        "Integer",
        "Just",
        "Left",
        "Maybe",
        "Nothing",
        "Right",
        "String",
        "True",
        "all",
        "and",
        "any",
        "concat",
        "concatMap",
        "const",
        "curry",
        "div",
        "drop",
        "elem",
        "error",
        "filter",
        "flip",
        "fmap",
        "foldl",
        "foldr",
        "fromIntegral",
        "fst",
        "head",
        "id",
        "length",
        "map",
        "mapM",
        "mapM_",
        "mappend",
        "mconcat",
        "mempty",
        "mod",
        "not",
        "null",
        "or",
        "otherwise",
        "pure",
        "putStrLn",
        "return",
        "reverse",
        "sequence",
        "show",
        "snd",
        "tail",
        "take",
        "traverse",
        "uncurry",
        "undefined",
        "zip",
    ],
    exported: Some(is_exported),
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_haskell::LANGUAGE.into(), KINDS)
};

/// Types with one value, or an effect that gives one.
const EFFECTS: [&str; 12] =
    ["Either", "ExceptT", "IO", "Identity", "Last", "Maybe", "MaybeT", "ReaderT", "ST", "STM", "StateT", "WriterT"];
const COLLECTIONS: [&str; 9] = ["HashMap", "IntMap", "Map", "NonEmpty", "Seq", "Set", "Stream", "Vector", "HashSet"];

/// `Maybe Item` and `m Item` are items, `Map Key Item` is a collection of them.
fn applied(node: Node<'_>) -> TypeShape<'_> {
    let Some(last) = node.child(field::ARGUMENT) else { return TypeShape::Unknown };
    let mut head = node;
    while let Some(inner) = head.child(field::CONSTRUCTOR).filter(|_| head.kind() == APPLY) {
        head = inner;
    }
    let name = last_segment(head.text());
    if head.kind() == VARIABLE || EFFECTS.contains(&name) {
        TypeShape::Through(last)
    } else if COLLECTIONS.contains(&name) {
        TypeShape::Collection(last)
    } else {
        TypeShape::Through(head)
    }
}

fn haddock<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    // `-- ^` documents what stands before it.
    if !node.text().starts_with("-- ^") {
        cx.comment(node);
    }
    Flow::Over
}

fn header<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(module) = node.child_of_kind(MODULE) else { return Flow::Over };
    cx.set_package(module.text());
    if let (Some(doc), _) = cx.take_doc(node.row()) {
        cx.set_module_doc(doc);
    }
    let exports = node.child_of_kind(EXPORTS);
    let handed_on = exports.into_iter().flat_map(|exports| exports.children_of_kind(MODULE_EXPORT));
    for path in handed_on.filter_map(|export| export.child_of_kind(MODULE)) {
        if path.text() != module.text() {
            cx.import(path.row(), ImportKind::ReexportAll, path.text(), &[]);
        }
    }
    Flow::Over
}

/// A module without a list of exports exports all.
fn is_exported<'t>(cx: &Cx<'t>, def: &Def<'t>) -> bool {
    let Some(exports) =
        cx.tree().node(0).and_then(|root| root.child_of_kind(HEADER)).and_then(|h| h.child_of_kind(EXPORTS))
    else {
        return true;
    };
    let own = def.container.map(|container| cx.name_text(container));
    exports.named_children().any(|export| {
        let Some(name) = export.first_named() else { return false };
        let children = export.child_of_kind(CHILDREN);
        let all = children.is_some_and(|children| children.child_of_kind(ALL_NAMES).is_some());
        let listed = || children.into_iter().flat_map(Node::named_children).any(|child| bare(child) == def.name);
        let is_own = bare(name) == def.name && (own.is_none() || name.kind() != NAME);
        let whole = export.kind() == MODULE_EXPORT && name.text() == cx.package();
        is_own || whole || own.is_some_and(|own| bare(name) == own && (all || listed()))
    })
}

/// The name in `name`, `(+++)` or `` `op` ``.
fn bare(name: Node<'_>) -> &str {
    name.text().trim_matches(['(', ')', '`', ' '])
}

fn import<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(module) = node.child_of_kind(MODULE) else { return Flow::Over };
    let path = module.text();
    let local = node.child(field::ALIAS).map_or(path, Node::text);
    let list = node.child_of_kind(IMPORT_LIST).filter(|_| node.child_of_kind(HIDING).is_none());
    let qualified = node.child_of_kind(QUALIFIED_WORD).is_some();
    let mut bindings: Vec<(Option<&str>, &'t str)> = vec![(None, local)];
    let mut all = list.is_none() && !qualified;
    for name in list.into_iter().flat_map(|list| list.children_of_kind(IMPORT_NAME)) {
        let children = name.child_of_kind(CHILDREN);
        if let Some(name) = name.named_children().filter(|part| part.kind() != CHILDREN).last() {
            bindings.push((Some(bare(name)), bare(name)));
        }
        for child in children.into_iter().flat_map(Node::named_children) {
            if child.kind() == ALL_NAMES {
                // Which names these are only the module knows.
                all = true;
            } else {
                bindings.push((Some(bare(child)), bare(child)));
            }
        }
    }
    if qualified {
        bindings.truncate(1);
        all = false;
    }
    let kind = if all { ImportKind::Wildcard } else { ImportKind::Module };
    cx.import(node.row(), kind, path, &bindings);
    Flow::Over
}

/// Records the types in a node that holds nothing else.
fn types_only<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    types_in(cx, node);
    Flow::Over
}

fn types_in<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    for below in node.subtree() {
        match below.kind() {
            NAME => {
                uses::type_name(cx, below);
                cx.claim(below);
            }
            QUALIFIED => {
                uses::qualified(cx, below);
                cx.claim_all(below);
            }
            VARIABLE | OPERATOR | CONSTRUCTOR => cx.claim(below),
            _ => {}
        }
    }
}

fn alias<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return types_only(cx, node) };
    let mut def = cx.def(SymbolKind::TypeAlias, node, name);
    def.ty = node.child(field::TYPE).and_then(|ty| cx.ty(ty));
    let sym = cx.define(def);
    cx.attribute_to(node, sym);
    types_only(cx, node)
}

fn data_type<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return types_only(cx, node) };
    let lists = [node.child_of_kind(DATA_CONSTRUCTORS), node.child_of_kind(GADT_CONSTRUCTORS), Some(node)];
    let constructors: Vec<Node<'t>> = lists
        .into_iter()
        .flatten()
        .flat_map(Node::named_children)
        .filter(|child| matches!(child.kind(), DATA_CONSTRUCTOR | GADT_CONSTRUCTOR | NEWTYPE_CONSTRUCTOR))
        .collect();
    let kind = if constructors.len() > 1 { SymbolKind::Enum } else { SymbolKind::Struct };
    let def = cx.def(kind, node, name);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    let mut bases = Vec::new();
    for deriving in node.children_of_kind(DERIVING) {
        for class in deriving.subtree().filter(|below| below.kind() == NAME) {
            bases.extend(cx.base(class));
        }
    }
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    for constructor in constructors {
        data_constructor(cx, constructor);
    }
    types_in(cx, node);
    Flow::Over
}

fn data_constructor<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    let is_name = |below: &Node<'t>| matches!(below.kind(), CONSTRUCTOR | CONSTRUCTOR_OPERATOR);
    let Some(name) = node.subtree().skip(1).find(is_name) else { return };
    let mut def = cx.def(SymbolKind::EnumMember, node, name);
    let form = node.named_children().find(|child| child.kind() == PREFIX);
    let fields = form.map(|form| form.named_children().filter(|part| part.kind() != CONSTRUCTOR).count());
    def.params = fields.and_then(|n| u8::try_from(n).ok()).map(|n| Params { min: n, max: n });
    cx.define(def);
    for field in node.subtree().filter(|below| below.kind() == FIELD) {
        for name in field.children_of_kind(FIELD_NAME) {
            let mut def = cx.def(SymbolKind::Field, field, name);
            def.ty = field.child(field::TYPE).and_then(|ty| cx.ty(ty));
            cx.define(def);
        }
    }
}

fn class<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let def = cx.def(SymbolKind::Trait, node, name);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    let context = node.child_of_kind(CONTEXT);
    let mut bases = Vec::new();
    for class in context.into_iter().flat_map(Node::subtree).filter(|below| below.kind() == NAME) {
        bases.extend(cx.base(class));
    }
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    claim_head(cx, node);
    Flow::Into
}

/// What stands before a class' or an instance's body holds types.
fn claim_head<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    for part in node.named_children().filter(|part| part.field() != field::DECLARATIONS) {
        types_in(cx, part);
    }
}

/// An instance adds to the type that it is of.
fn instance<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(class) = node.child(field::NAME) else { return Flow::Into };
    let of = node.child_of_kind(TYPE_PATTERNS).and_then(Node::first_named);
    let leaf = of.and_then(|of| cx.type_leaf(of)).filter(|leaf| leaf.kind() == NAME);
    let def = cx.def(SymbolKind::Extension, node, leaf.unwrap_or(class));
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    if leaf.is_some()
        && let Some(base) = cx.base(class)
        && let Some(symbol) = cx.symbol_mut(sym)
    {
        symbol.bases = vec![base];
    }
    claim_head(cx, node);
    Flow::Into
}

fn foreign<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(signature) = node.child_of_kind(SIGNATURE) else { return Flow::Over };
    if let Some(name) = signature.child(field::NAME) {
        let mut def = cx.def(SymbolKind::Function, node, name);
        def.mark(SymbolFlags::DECLARATION);
        told(cx, &mut def, signature);
        let sym = cx.define(def);
        cx.attribute_to(node, sym);
    }
    types_only(cx, node)
}

/// The name that an equation or a signature is of.
fn name_of(node: Node<'_>) -> Option<Node<'_>> {
    if let Some(name) = node.child(field::NAME) {
        return Some(name);
    }
    let infix = node.child_of_kind(INFIX)?;
    infix.named_children().find(|part| matches!(part.kind(), INFIX_ID | OPERATOR))
}

fn signature<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if cx.place() != Place::Function
        && let Some(name) = name_of(node)
    {
        group(cx, node, name);
        // The equations that follow open the body.
    }
    types_only(cx, node)
}

/// Fills in what a signature tells: the type that is left after all arguments, and how many these are.
fn told<'t>(cx: &mut Cx<'t>, def: &mut Def<'t>, signature: Node<'t>) {
    let mut ty = signature.child(field::TYPE);
    let mut count = 0_u8;
    while let Some(inner) = ty {
        match inner.kind() {
            CONTEXT | FORALL => ty = inner.child(field::TYPE),
            FUNCTION => {
                count = count.saturating_add(1);
                ty = inner.child(field::RESULT);
            }
            _ => break,
        }
    }
    def.ty = ty.and_then(|ty| cx.ty(ty));
    def.params = (count > 0).then_some(Params { min: count, max: count });
}

/// Defines what a signature and the equations after it say together, and opens it until the last of them.
fn group<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>) -> Option<Sym> {
    if cx.is_claimed(node) {
        cx.claim(name);
        return None;
    }
    let text = bare(name);
    let mut last = node;
    let mut has_body = node.kind() != SIGNATURE;
    for next in node.siblings_after().filter(|next| next.is_named() && !next.is_extra()) {
        match next.kind() {
            FUNCTION | BIND if name_of(next).is_some_and(|name| bare(name) == text) => {
                has_body = true;
                cx.claim(next);
                last = next;
            }
            PRAGMA | FIXITY => {}
            _ => break,
        }
    }
    let mut def = cx.def(SymbolKind::Function, node, name);
    def.name = text;
    if node.kind() == SIGNATURE {
        told(cx, &mut def, node);
    }
    if !has_body {
        def.mark(SymbolFlags::DECLARATION);
    }
    let is_value = def.params.is_none() && last.kind() == BIND;
    let value = last.child_of_kind(MATCH).and_then(Node::first_named).map(Node::kind);
    if is_value && def.kind == SymbolKind::Function && value == Some(LITERAL) {
        def.kind = SymbolKind::Constant;
    }
    if is_test(cx.path(), text) {
        def.mark(SymbolFlags::TEST);
    }
    if text == "main" && def.container.is_none() {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    let sym = cx.define(def);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.lines.end = last.last_row().max(symbol.lines.end);
    }
    cx.open_until(last.next(), sym, Place::Function);
    Some(sym)
}

/// Properties and lists of tests that a runner collects by name.
fn is_test(path: &str, name: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or(path);
    let in_tests =
        file.ends_with("Spec.hs") || file.contains("Test") || path.contains("test/") || path.contains("tests/");
    in_tests && (["prop_", "test_", "unit_", "hprop_", "spec_"].iter().any(|p| name.starts_with(p)) || name == "spec")
}

fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.child_of_kind(MATCH).is_none() {
        // The arrow of a type is called a function too.
        return Flow::Into;
    }
    equation(cx, node)
}

fn bind<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if node.child_of_kind(MATCH).is_none() {
        return uses::statement(cx, node);
    }
    if cx.place() != Place::Function
        && let Some(pattern) = node.child(field::PATTERN)
    {
        for name in uses::names_in(pattern) {
            let def = cx.def(SymbolKind::Variable, node, name);
            let sym = cx.define(def);
            cx.attribute_to(node, sym);
        }
        return Flow::Into;
    }
    equation(cx, node)
}

fn equation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let outermost = cx.place() != Place::Function || cx.is_claimed(node);
    if let Some(name) = name_of(node) {
        if outermost {
            group(cx, node, name);
        }
        cx.claim_all(name);
    }
    cx.open_block(node);
    uses::bind_equation(cx, node);
    Flow::Into
}

/// What a test is called: `it "finds items"`.
fn test_name(call: Node<'_>) -> Option<Node<'_>> {
    let mut inner = call;
    while let Some(function) = inner.child(field::FUNCTION).filter(|function| function.kind() == APPLY) {
        inner = function;
    }
    let function = inner.child(field::FUNCTION).filter(|function| function.kind() == VARIABLE)?;
    let is_test = matches!(
        function.text(),
        "context"
            | "describe"
            | "it"
            | "prop"
            | "scenario"
            | "specify"
            | "testCase"
            | "testGroup"
            | "testProperty"
            | "testSpec"
    );
    let literal = inner.child(field::ARGUMENT).filter(|argument| is_test && argument.kind() == LITERAL)?;
    literal.child_of_kind(STRING).filter(|text| text.text().len() > 2)
}

/// Defines the test that `node` is, called `name`.
fn test<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>) {
    let mut def = cx.def(SymbolKind::Test, node, name);
    def.name = name.text().trim_matches('"');
    def.mark(SymbolFlags::TEST);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
}
