//! Owns what Scala's definitions mean: its tables, packages, imports, types, functions and values. Expressions, local
//! names and the tests that `ScalaTest` and munit write as calls are in `expressions`.

mod expressions;

use graphicle_engine::facts::{CallKind, ImportKind, Name, Params, Receiver, RefKind, Root, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Def, Place};
use crate::spec::{Flow, Rule, ShapeRule, Spec, TypeRule};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;

kinds! {
    ACCESS_MODIFIER = "access_modifier",
    ACCESS_QUALIFIER = "access_qualifier",
    ANNOTATION = "annotation",
    APPLIED_CONSTRUCTOR = "applied_constructor_type",
    ARGUMENTS = "arguments",
    ARROW = "<-",
    ARROW_RENAMED = "arrow_renamed_identifier",
    ASSIGNMENT = "assignment_expression",
    AS_RENAMED = "as_renamed_identifier",
    BINDING = "binding",
    BLOCK = "block",
    BLOCK_COMMENT = "block_comment",
    CALL = "call_expression",
    CAPTURE_PATTERN = "capture_pattern",
    CASE_BLOCK = "case_block",
    CASE_CLASS_PATTERN = "case_class_pattern",
    CASE_CLAUSE = "case_clause",
    CLASS = "class_definition",
    CLASS_PARAMETER = "class_parameter",
    CLASS_PARAMETERS = "class_parameters",
    COMMENT = "comment",
    COMPOUND_TYPE = "compound_type",
    ENUM = "enum_definition",
    ENUMERATOR = "enumerator",
    EXTENDS = "extends_clause",
    EXTENSION = "extension_definition",
    FIELD = "field_expression",
    FOR = "for_expression",
    FULL_ENUM_CASE = "full_enum_case",
    FUNCTION = "function_definition",
    FUNCTION_DECLARATION = "function_declaration",
    GENERIC_FUNCTION = "generic_function",
    GENERIC_TYPE = "generic_type",
    GIVEN = "given_definition",
    IDENTIFIER = "identifier",
    IDENTIFIERS = "identifiers",
    IF = "if_expression",
    IMPLICIT = "implicit",
    IMPORT = "import_declaration",
    INDENTED_BLOCK = "indented_block",
    INFIX = "infix_expression",
    INFIX_PATTERN = "infix_pattern",
    INTERPOLATED_STRING = "interpolated_string_expression",
    LAMBDA = "lambda_expression",
    LAZY_PARAMETER_TYPE = "lazy_parameter_type",
    MODIFIERS = "modifiers",
    NAMESPACE_SELECTORS = "namespace_selectors",
    NAMESPACE_WILDCARD = "namespace_wildcard",
    NEW = "instance_expression",
    OBJECT = "object_definition",
    PACKAGE = "package_clause",
    PACKAGE_OBJECT = "package_object",
    PARAMETER = "parameter",
    PARAMETERS = "parameters",
    PARENTHESIZED = "parenthesized_expression",
    REPEATED_TYPE = "repeated_parameter_type",
    SELF_TYPE = "self_type",
    SIMPLE_ENUM_CASE = "simple_enum_case",
    STABLE_IDENTIFIER = "stable_identifier",
    STABLE_TYPE = "stable_type_identifier",
    STRING = "string",
    TEMPLATE_BODY = "template_body",
    TRAIT = "trait_definition",
    TUPLE_PATTERN = "tuple_pattern",
    TYPED_PATTERN = "typed_pattern",
    TYPE_DEFINITION = "type_definition",
    TYPE_IDENTIFIER = "type_identifier",
    TYPE_PARAMETERS = "type_parameters",
    USING = "using",
    VAL = "val_definition",
    VAL_DECLARATION = "val_declaration",
    VAR = "var_definition",
    VARARG = "vararg",
    VAR_DECLARATION = "var_declaration",
    WILDCARD = "wildcard",
}

/// Scala 2 and 3.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ACCESS_QUALIFIER, Rule::Skip),
        (ANNOTATION, Rule::Hook(annotation)),
        (ASSIGNMENT, Rule::Hook(expressions::assignment)),
        (BINDING, Rule::Hook(claim_name)),
        (BLOCK, Rule::Scope),
        (BLOCK_COMMENT, Rule::Comment),
        (CALL, Rule::Hook(expressions::call)),
        (CASE_CLASS_PATTERN, Rule::Visit),
        (CASE_CLAUSE, Rule::Hook(expressions::case_clause)),
        (CLASS, Rule::Hook(class)),
        (CLASS_PARAMETER, Rule::Hook(claim_name)),
        (COMMENT, Rule::Comment),
        (ENUM, Rule::Hook(class)),
        (ENUMERATOR, Rule::Hook(expressions::enumerator)),
        (EXTENDS, Rule::Hook(extends)),
        (EXTENSION, Rule::Hook(extension)),
        (FIELD, Rule::Use(RefKind::Value)),
        (FOR, Rule::Scope),
        (FULL_ENUM_CASE, Rule::Hook(enum_case)),
        (FUNCTION, Rule::Hook(function)),
        (FUNCTION_DECLARATION, Rule::Hook(function)),
        (GIVEN, Rule::Hook(given)),
        (IDENTIFIER, Rule::Hook(expressions::identifier)),
        (IMPORT, Rule::Hook(import)),
        (INDENTED_BLOCK, Rule::Scope),
        (INFIX, Rule::Hook(expressions::infix)),
        (INTERPOLATED_STRING, Rule::Hook(expressions::interpolated)),
        (LAMBDA, Rule::Hook(expressions::lambda)),
        (NEW, Rule::Hook(expressions::instance)),
        (OBJECT, Rule::Hook(object)),
        (PACKAGE, Rule::Hook(package)),
        (PACKAGE_OBJECT, Rule::Hook(object)),
        (PARAMETER, Rule::Hook(claim_name)),
        (SELF_TYPE, Rule::Hook(self_type)),
        (SIMPLE_ENUM_CASE, Rule::Hook(enum_case)),
        (STABLE_IDENTIFIER, Rule::Hook(expressions::path)),
        (STABLE_TYPE, Rule::Hook(expressions::path)),
        (STRING, Rule::Leaf),
        (TRAIT, Rule::Hook(class)),
        (TYPE_DEFINITION, Rule::Hook(type_alias)),
        (TYPE_IDENTIFIER, Rule::Use(RefKind::Type)),
        (TYPE_PARAMETERS, Rule::Hook(claim_name)),
        (VAL, Rule::Hook(value)),
        (VAL_DECLARATION, Rule::Hook(value)),
        (VAR, Rule::Hook(value)),
        (VAR_DECLARATION, Rule::Hook(value)),
    ],
    shapes: &[
        (CALL, ShapeRule::Hook(expressions::call_shape)),
        (FIELD, ShapeRule::Member(field::VALUE, field::FIELD)),
        (GENERIC_FUNCTION, ShapeRule::Hook(expressions::generic_shape)),
        (IDENTIFIER, ShapeRule::Hook(expressions::identifier_shape)),
        (NEW, ShapeRule::Typed(Field::NONE)),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
        (TYPE_IDENTIFIER, ShapeRule::Name),
        (WILDCARD, ShapeRule::Hook(expressions::placeholder)),
    ],
    types: &[
        (APPLIED_CONSTRUCTOR, TypeRule::Through(Field::NONE)),
        (CALL, TypeRule::Hook(expressions::called_type)),
        (COMPOUND_TYPE, TypeRule::Through(field::BASE)),
        (GENERIC_TYPE, TypeRule::Generic(field::TYPE, field::TYPE_ARGUMENTS)),
        (IDENTIFIER, TypeRule::Named),
        (LAZY_PARAMETER_TYPE, TypeRule::Through(field::TYPE)),
        (REPEATED_TYPE, TypeRule::Collection(field::TYPE)),
        (STABLE_TYPE, TypeRule::Named),
        (TYPE_IDENTIFIER, TypeRule::Named),
    ],
    // A method without parameters is called without parentheses: every member access may be a call.
    value_parents: &[
        ARGUMENTS,
        ASSIGNMENT,
        BLOCK,
        CASE_CLAUSE,
        FUNCTION,
        IF,
        INDENTED_BLOCK,
        INFIX,
        PARENTHESIZED,
        TEMPLATE_BODY,
        VAL,
        VAR,
    ],
    builtins: &[
        "Any",
        "AnyRef",
        "Boolean",
        "Double",
        "Int",
        "List",
        "Long",
        "Map",
        "Nil",
        "None",
        "Nothing",
        "Option",
        "Seq",
        "Set",
        "Some",
        "String",
        "Unit",
        "assert",
        "implicitly",
        "println",
        "require",
        "super",
        "this",
    ],
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_scala::LANGUAGE.into(), KINDS)
};

/// Package clauses one after the other name one package.
fn package<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        cx.claim_all(name);
        let outer = cx.package();
        let path = if outer.is_empty() { name.text().to_owned() } else { format!("{outer}.{}", name.text()) };
        cx.set_package(&path);
    }
    Flow::Into
}

fn import<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let parts: Vec<Node<'t>> = node.children_with(field::PATH).collect();
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return Flow::Over };
    let from = (first.start() - node.start()) as usize;
    let to = (last.end() - node.start()) as usize;
    let path = node.text().get(from..to).unwrap_or("");
    if let Some(selectors) = node.child_of_kind(NAMESPACE_SELECTORS) {
        let mut bindings = Vec::new();
        for selector in selectors.named_children() {
            match selector.kind() {
                IDENTIFIER => bindings.push((Some(selector.text()), selector.text())),
                ARROW_RENAMED | AS_RENAMED => {
                    let (name, alias) = (selector.child(field::NAME), selector.child(field::ALIAS));
                    if let (Some(name), Some(alias)) = (name, alias.filter(|alias| alias.kind() != WILDCARD)) {
                        bindings.push((Some(name.text()), alias.text()));
                    }
                }
                _ => {}
            }
        }
        if !bindings.is_empty() {
            cx.import(node.row(), ImportKind::Module, path, &bindings);
        }
        if selectors.child_of_kind(NAMESPACE_WILDCARD).is_some() {
            cx.import(node.row(), ImportKind::Wildcard, path, &[]);
        }
    } else if node.child_of_kind(NAMESPACE_WILDCARD).is_some() {
        cx.import(node.row(), ImportKind::Wildcard, path, &[]);
    } else if let Some(renamed) = node.child_of_kind(AS_RENAMED) {
        if let (Some(name), Some(alias)) = (renamed.child(field::NAME), renamed.child(field::ALIAS)) {
            cx.import(node.row(), ImportKind::Module, path, &[(Some(name.text()), alias.text())]);
        }
    } else if let Some((path, member)) = path.rsplit_once('.') {
        cx.import(node.row(), ImportKind::Module, path, &[(Some(member), member)]);
    }
    Flow::Over
}

fn is_annotated(node: Node<'_>, wanted: &str) -> bool {
    let mut annotations = node.children_of_kind(ANNOTATION).filter_map(|annotation| annotation.child(field::NAME));
    annotations.any(|name| name.text() == wanted)
}

fn mark<'t>(cx: &Cx<'t>, node: Node<'t>, def: &mut Def<'t>) {
    let modifier = node.child_of_kind(MODIFIERS).and_then(|all| all.child_of_kind(ACCESS_MODIFIER));
    let is_private = modifier.is_some_and(|modifier| matches!(modifier.text(), "private" | "private[this]"));
    if !is_private && cx.place() != Place::Function {
        def.mark(SymbolFlags::EXPORTED);
    }
}

fn bind_type_parameters<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    for list in node.children_of_kind(TYPE_PARAMETERS) {
        for name in list.children_with(field::NAME) {
            cx.bind(name.text(), Receiver::UNKNOWN);
        }
    }
}

fn class<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let kind = match node.kind() {
        TRAIT => SymbolKind::Trait,
        ENUM => SymbolKind::Enum,
        _ => SymbolKind::Class,
    };
    let is_case = node.children().any(|child| !child.is_named() && child.text() == "case") || is_case_class(node);
    let lists: Vec<Node<'t>> = node.children_of_kind(CLASS_PARAMETERS).collect();
    let mut def = cx.def(kind, node, name);
    mark(cx, node, &mut def);
    def.params = lists.first().filter(|list| !is_implicit(**list)).map(|list| count_params(*list));
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    bind_type_parameters(cx, node);
    let bases = bases(cx, node);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    for parameter in lists.into_iter().flat_map(|list| list.children_of_kind(CLASS_PARAMETER)) {
        let Some(name) = parameter.child(field::NAME) else { continue };
        let ty = parameter.child(field::TYPE);
        if is_case || declares_member(parameter) {
            let mut def = cx.def(SymbolKind::Field, parameter, name);
            mark(cx, parameter, &mut def);
            def.ty = ty.and_then(|ty| cx.ty(ty));
            cx.define(def);
        } else {
            let known = cx.typed(ty);
            cx.bind(name.text(), known);
        }
    }
    Flow::Into
}

/// Returns whether the parameters of a class are members of it.
fn is_case_class(class: Node<'_>) -> bool {
    let head = class.child(field::NAME).map_or(0, |name| name.start() - class.start());
    let before = class.text().get(..head as usize).unwrap_or("");
    before.split_whitespace().any(|word| word == "case")
}

fn declares_member(parameter: Node<'_>) -> bool {
    let head = parameter.child(field::NAME).map_or(0, |name| name.start() - parameter.start());
    let before = parameter.text().get(..head as usize).unwrap_or("");
    before.split_whitespace().any(|word| matches!(word, "val" | "var"))
}

fn is_implicit(list: Node<'_>) -> bool {
    list.children().any(|child| matches!(child.kind(), IMPLICIT | USING))
}

fn bases<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Vec<Name> {
    let clause = node.child_of_kind(EXTENDS);
    let types: Vec<Node<'t>> = clause.into_iter().flat_map(|clause| clause.children_with(field::TYPE)).collect();
    types.into_iter().filter_map(|ty| cx.base(ty)).collect()
}

/// `extends Base(x)` calls a constructor.
fn extends<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let (Some(ty), Some(arguments)) = (node.child(field::TYPE), node.child(field::ARGUMENTS)) {
        expressions::construct(cx, ty, CallKind::Construct, expressions::count_arguments(arguments));
    }
    Flow::Into
}

fn object<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::Module, node, name);
    mark(cx, node, &mut def);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    let bases = bases(cx, node);
    let app = cx.name("App");
    if let Some(symbol) = cx.symbol_mut(sym) {
        if bases.contains(&app) {
            symbol.flags = symbol.flags.with(SymbolFlags::ENTRY_POINT);
        }
        symbol.bases = bases;
    }
    Flow::Into
}

fn enum_case<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::EnumMember, node, name);
    def.mark(SymbolFlags::EXPORTED);
    def.params = node.child(field::CLASS_PARAMETERS).map(count_params);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    Flow::Into
}

fn type_alias<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::TypeAlias, node, name);
    mark(cx, node, &mut def);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    bind_type_parameters(cx, node);
    let ty = node.child(field::TYPE).and_then(|ty| cx.ty(ty));
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.ty = ty;
    }
    Flow::Into
}

/// What an extension adds belongs to the type of its parameter.
fn extension<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let parameter = node.children_of_kind(PARAMETERS).find_map(|list| list.child_of_kind(PARAMETER));
    let Some(ty) = parameter.and_then(|parameter| parameter.child(field::TYPE)) else { return Flow::Into };
    let Some(name) = expressions::type_name(ty) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::Extension, node, name);
    def.mark(SymbolFlags::EXPORTED);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    bind_type_parameters(cx, node);
    for list in node.children_of_kind(PARAMETERS) {
        bind_parameters(cx, list);
    }
    Flow::Into
}

fn given<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let ty = node.children_with(field::RETURN_TYPE).next();
    match node.child(field::NAME) {
        Some(name) => {
            let mut def = cx.def(SymbolKind::Constant, node, name);
            mark(cx, node, &mut def);
            def.ty = ty.and_then(|ty| cx.ty(ty));
            let sym = cx.define(def);
            cx.open(node, sym, Place::Type);
        }
        None => cx.open_nameless(node),
    }
    Flow::Into
}

fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let is_constructor = name.text() == "this";
    let mut def = cx.def(if is_constructor { SymbolKind::Constructor } else { SymbolKind::Function }, node, name);
    mark(cx, node, &mut def);
    if node.kind() == FUNCTION_DECLARATION {
        def.mark(SymbolFlags::DECLARATION);
    }
    if is_annotated(node, "Test") {
        def.mark(SymbolFlags::TEST);
    }
    let in_object = node.parent().and_then(Node::parent).is_some_and(|outer| outer.kind() == OBJECT);
    if is_annotated(node, "main") || (def.name == "main" && in_object) {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    bind_type_parameters(cx, node);
    let ty = node.child(field::RETURN_TYPE).and_then(|ty| cx.ty(ty));
    let lists: Vec<Node<'t>> = node.children_of_kind(PARAMETERS).collect();
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.ty = ty;
        // Further lists are arguments of what the first call gives.
        symbol.params = lists.first().filter(|list| !is_implicit(**list)).map(|list| count_params(*list));
    }
    for list in lists {
        bind_parameters(cx, list);
    }
    Flow::Into
}

fn count_params(list: Node<'_>) -> Params {
    let mut params = Params { min: 0, max: 0 };
    for parameter in list.children().filter(|child| matches!(child.kind(), PARAMETER | CLASS_PARAMETER)) {
        if parameter.child(field::TYPE).is_some_and(|ty| ty.kind() == REPEATED_TYPE) {
            params.max = u8::MAX;
            continue;
        }
        let required = parameter.child(field::DEFAULT_VALUE).is_none();
        params.min = params.min.saturating_add(u8::from(required));
        params.max = params.max.saturating_add(1);
    }
    params
}

fn bind_parameters<'t>(cx: &mut Cx<'t>, list: Node<'t>) {
    for parameter in list.named_children() {
        if let Some(name) = parameter.child(field::NAME) {
            let known = cx.typed(parameter.child(field::TYPE));
            cx.bind(name.text(), known);
        }
    }
}

fn claim_name<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    for name in node.children_with(field::NAME) {
        cx.claim(name);
    }
    Flow::Into
}

/// `self: Type =>` names the value whose members the body defines.
fn self_type<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(IDENTIFIER) {
        cx.claim(name);
        cx.bind(name.text(), Receiver { root: Root::SelfValue, steps: Vec::new() });
    }
    Flow::Into
}

fn annotation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        let args = node.child(field::ARGUMENTS).map_or(Some(0), expressions::count_arguments);
        expressions::construct(cx, name, CallKind::Decorator, args);
    }
    Flow::Into
}

/// Returns the names that the pattern of a definition binds.
fn pattern_names(pattern: Node<'_>) -> Vec<Node<'_>> {
    match pattern.kind() {
        IDENTIFIER => vec![pattern],
        IDENTIFIERS | TUPLE_PATTERN => pattern.children_of_kind(IDENTIFIER).collect(),
        CASE_CLASS_PATTERN | INFIX_PATTERN => {
            pattern.named_children().filter(|part| part.kind() == IDENTIFIER).collect()
        }
        TYPED_PATTERN => pattern.child(field::PATTERN).filter(|name| name.kind() == IDENTIFIER).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn value<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let pattern = node.child(field::PATTERN).or_else(|| node.child(field::NAME));
    let Some(pattern) = pattern else { return Flow::Into };
    let names = pattern_names(pattern);
    let simple = pattern.kind() == IDENTIFIER;
    let ty = node.child(field::TYPE);
    let value = node.child(field::VALUE);
    if cx.place() == Place::Function {
        for name in names {
            cx.claim(name);
            let known = match (ty, value) {
                (Some(ty), _) => cx.typed(Some(ty)),
                (None, Some(value)) if simple => cx.chain(value),
                _ => Receiver::UNKNOWN,
            };
            cx.bind_after(node, name.text(), known);
        }
        return Flow::Into;
    }
    let is_val = matches!(node.kind(), VAL | VAL_DECLARATION);
    let holder = node.parent().and_then(Node::parent);
    let in_class = holder.is_some_and(|holder| matches!(holder.kind(), CLASS | TRAIT));
    let mut first = None;
    for name in names {
        let is_constant = is_val && !in_class && name.text().starts_with(char::is_uppercase);
        let mut def = cx.def(if is_constant { SymbolKind::Constant } else { SymbolKind::Variable }, node, name);
        mark(cx, node, &mut def);
        if value.is_none() {
            def.mark(SymbolFlags::DECLARATION);
        }
        let known = value.filter(|_| simple).map(|value| cx.chain(value));
        def.ty = ty.and_then(|ty| cx.ty(ty)).or(match known {
            Some(Receiver { root: Root::Typed(ty), steps }) if steps.is_empty() => Some(ty),
            _ => None,
        });
        let sym = cx.define(def);
        first.get_or_insert(sym);
    }
    if let Some(first) = first {
        cx.attribute_to(node, first);
    }
    Flow::Into
}
