//! Owns what OCaml's definitions mean, in implementations and interfaces: values, types, modules, classes. Expressions
//! and patterns are its child's.

mod uses;

use graphicle_engine::facts::{ImportKind, Params, Receiver, RefKind, Root, SymbolFlags, SymbolKind};
use graphicle_engine::span::LineRange;
use hashbrown::HashSet;

use crate::cx::{Cx, Def, Place, Sym};
use crate::spec::{Flow, Rule, ShapeRule, Spec, TypeRule, TypeShape};
use crate::syntax::{Field, field, kinds};
use crate::tree::Node;
use crate::types::{dotted, last_segment};

kinds! {
    ADD_OPERATOR = "add_operator",
    AND_OPERATOR = "and_operator",
    APPLICATION = "application_expression",
    ASSIGN_OPERATOR = "assign_operator",
    ATTRIBUTE = "attribute",
    ATTRIBUTE_ID = "attribute_id",
    CHARACTER = "character",
    CLASS_BINDING = "class_binding",
    CLASS_NAME = "class_name",
    CLASS_PATH = "class_path",
    CLASS_TYPE_BINDING = "class_type_binding",
    CLASS_TYPE_NAME = "class_type_name",
    COMMENT = "comment",
    COMPILATION_UNIT = "compilation_unit",
    CONCAT_OPERATOR = "concat_operator",
    CONSTRUCTED_TYPE = "constructed_type",
    CONSTRUCTOR_DECLARATION = "constructor_declaration",
    CONSTRUCTOR_NAME = "constructor_name",
    CONSTRUCTOR_PATH = "constructor_path",
    EXCEPTION = "exception_definition",
    EXTENDED_MODULE_PATH = "extended_module_path",
    EXTERNAL = "external",
    FIELD_DECLARATION = "field_declaration",
    FIELD_GET = "field_get_expression",
    FIELD_NAME = "field_name",
    FIELD_PATH = "field_path",
    FIELD_PATTERN = "field_pattern",
    FOR = "for_expression",
    FUNCTION = "function_expression",
    FUNCTION_TYPE = "function_type",
    FUN = "fun_expression",
    HASH_OPERATOR = "hash_operator",
    INCLUDE_MODULE = "include_module",
    INCLUDE_MODULE_TYPE = "include_module_type",
    INFIX = "infix_expression",
    INHERITANCE = "inheritance_definition",
    INSTANCE_VARIABLE = "instance_variable_definition",
    INSTANCE_VARIABLE_NAME = "instance_variable_name",
    ITEM_ATTRIBUTE = "item_attribute",
    FLOATING_ATTRIBUTE = "floating_attribute",
    LABELED_ARGUMENT_TYPE = "labeled_argument_type",
    LABEL_NAME = "label_name",
    LET_AND_OPERATOR = "let_and_operator",
    LET_BINDING = "let_binding",
    LET_EXPRESSION = "let_expression",
    LET_OPERATOR = "let_operator",
    LOCAL_OPEN = "local_open_expression",
    MATCH_CASE = "match_case",
    METHOD_DEFINITION = "method_definition",
    METHOD_INVOCATION = "method_invocation",
    METHOD_NAME = "method_name",
    METHOD_SPECIFICATION = "method_specification",
    MODULE_BINDING = "module_binding",
    MODULE_NAME = "module_name",
    MODULE_PARAMETER = "module_parameter",
    MODULE_PATH = "module_path",
    MODULE_TYPE_DEFINITION = "module_type_definition",
    MODULE_TYPE_NAME = "module_type_name",
    MODULE_TYPE_PATH = "module_type_path",
    MULT_OPERATOR = "mult_operator",
    NEW = "new_expression",
    OBJECT = "object_expression",
    OPEN_MODULE = "open_module",
    OPEN_MODULE_SIGNATURE = "open_module_signature",
    PACKAGE_PATTERN = "package_pattern",
    PARAMETER = "parameter",
    PARENTHESIZED = "parenthesized_expression",
    PARENTHESIZED_OPERATOR = "parenthesized_operator",
    PARENTHESIZED_TYPE = "parenthesized_type",
    POLYMORPHIC_TYPE = "polymorphic_type",
    POW_OPERATOR = "pow_operator",
    PREFIX_OPERATOR = "prefix_operator",
    QUOTED_STRING = "quoted_string",
    REC = "rec",
    RECORD_DECLARATION = "record_declaration",
    REL_OPERATOR = "rel_operator",
    STRING = "string",
    TYPED = "typed_expression",
    TYPE_BINDING = "type_binding",
    TYPE_CONSTRUCTOR = "type_constructor",
    TYPE_CONSTRUCTOR_PATH = "type_constructor_path",
    VALUE_DEFINITION = "value_definition",
    VALUE_NAME = "value_name",
    VALUE_PATH = "value_path",
    VALUE_PATTERN = "value_pattern",
    VALUE_SPECIFICATION = "value_specification",
    VARIANT_DECLARATION = "variant_declaration",
}

/// OCaml.
pub(super) static SPEC: Spec = OCAML;
/// OCaml's interfaces.
pub(super) static INTERFACE: Spec = Spec { grammar: || tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE.into(), ..OCAML };

const OCAML: Spec = Spec {
    rules: &[
        (ADD_OPERATOR, Rule::Hook(uses::operator)),
        (AND_OPERATOR, Rule::Hook(uses::operator)),
        (APPLICATION, Rule::Hook(uses::application)),
        (ASSIGN_OPERATOR, Rule::Hook(uses::operator)),
        (ATTRIBUTE, Rule::Drop),
        (CHARACTER, Rule::Leaf),
        (CLASS_BINDING, Rule::Hook(class)),
        (CLASS_TYPE_BINDING, Rule::Hook(class)),
        (COMMENT, Rule::Comment),
        (COMPILATION_UNIT, Rule::Hook(unit)),
        (CONCAT_OPERATOR, Rule::Hook(uses::operator)),
        (CONSTRUCTOR_PATH, Rule::Hook(uses::constructor)),
        (EXCEPTION, Rule::Hook(exception)),
        (EXTERNAL, Rule::Hook(specification)),
        (FIELD_PATH, Rule::Skip),
        (FLOATING_ATTRIBUTE, Rule::Drop),
        (FOR, Rule::Hook(uses::for_loop)),
        (FUN, Rule::Hook(uses::closure)),
        (FUNCTION, Rule::Scope),
        (HASH_OPERATOR, Rule::Hook(uses::operator)),
        (INCLUDE_MODULE, Rule::Hook(include)),
        (INCLUDE_MODULE_TYPE, Rule::Hook(include)),
        (INFIX, Rule::Hook(uses::infix)),
        (INHERITANCE, Rule::Hook(inheritance)),
        (INSTANCE_VARIABLE, Rule::Hook(instance_variable)),
        (ITEM_ATTRIBUTE, Rule::Drop),
        (LABEL_NAME, Rule::Leaf),
        (LET_AND_OPERATOR, Rule::Hook(uses::operator)),
        (LET_BINDING, Rule::Hook(let_binding)),
        (LET_EXPRESSION, Rule::Scope),
        (LET_OPERATOR, Rule::Hook(uses::operator)),
        (MATCH_CASE, Rule::Hook(uses::match_case)),
        (METHOD_DEFINITION, Rule::Hook(method)),
        (METHOD_INVOCATION, Rule::Hook(uses::method_call)),
        (METHOD_SPECIFICATION, Rule::Hook(method)),
        (MODULE_BINDING, Rule::Hook(module)),
        (MODULE_TYPE_DEFINITION, Rule::Hook(module_type)),
        (MODULE_TYPE_PATH, Rule::Hook(uses::type_path)),
        (MULT_OPERATOR, Rule::Hook(uses::operator)),
        (NEW, Rule::Hook(uses::new)),
        (OBJECT, Rule::Hook(object)),
        (OPEN_MODULE_SIGNATURE, Rule::Skip),
        (POW_OPERATOR, Rule::Hook(uses::operator)),
        (PREFIX_OPERATOR, Rule::Hook(uses::operator)),
        (QUOTED_STRING, Rule::Leaf),
        (REL_OPERATOR, Rule::Hook(uses::operator)),
        (STRING, Rule::Leaf),
        (TYPE_BINDING, Rule::Hook(type_binding)),
        (TYPE_CONSTRUCTOR_PATH, Rule::Hook(uses::type_path)),
        (VALUE_PATH, Rule::Hook(uses::value)),
        (VALUE_SPECIFICATION, Rule::Hook(specification)),
    ],
    shapes: &[
        (APPLICATION, ShapeRule::Hook(uses::application_shape)),
        (EXTENDED_MODULE_PATH, ShapeRule::Hook(uses::path_shape)),
        (FIELD_GET, ShapeRule::Hook(uses::field_shape)),
        (METHOD_INVOCATION, ShapeRule::Hook(uses::method_shape)),
        (MODULE_NAME, ShapeRule::Name),
        (MODULE_PATH, ShapeRule::Hook(uses::path_shape)),
        (NEW, ShapeRule::Typed(Field::NONE)),
        (PARENTHESIZED, ShapeRule::Through(Field::NONE)),
        (TYPED, ShapeRule::Typed(field::TYPE)),
        (VALUE_PATH, ShapeRule::Hook(uses::path_shape)),
    ],
    types: &[
        (CLASS_PATH, TypeRule::Named),
        (CONSTRUCTED_TYPE, TypeRule::Hook(constructed)),
        (LABELED_ARGUMENT_TYPE, TypeRule::Through(field::TYPE)),
        (MODULE_TYPE_PATH, TypeRule::Named),
        (PARENTHESIZED_TYPE, TypeRule::Through(Field::NONE)),
        (POLYMORPHIC_TYPE, TypeRule::Through(field::TYPE)),
        (TYPE_CONSTRUCTOR_PATH, TypeRule::Named),
    ],
    builtins: &[
        "End_of_file",
        "Error",
        "Exit",
        "Failure",
        "Invalid_argument",
        "None",
        "Not_found",
        "Ok",
        "Some",
        "array",
        "bool",
        "bytes",
        "char",
        "compare",
        "exn",
        "failwith",
        "false",
        "float",
        "fst",
        "ignore",
        "int",
        "invalid_arg",
        "list",
        "max",
        "min",
        "not",
        "option",
        "print_endline",
        "print_string",
        "raise",
        "ref",
        "result",
        "snd",
        "string",
        "true",
        "unit",
    ],
    exported: Some(|_, _| true),
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_ocaml::LANGUAGE_OCAML.into(), KINDS)
};

/// `item option` is an item, `item list` a collection of them.
fn constructed(node: Node<'_>) -> TypeShape<'_> {
    let (Some(first), Some(last)) = (node.first_named(), node.named_children().last()) else {
        return TypeShape::Unknown;
    };
    match last.text() {
        "option" | "ref" | "lazy_t" | "Lazy.t" | "Lwt.t" | "Deferred.t" | "result" | "Or_error.t" => {
            TypeShape::Through(first)
        }
        "list" | "array" | "Seq.t" | "List.t" | "Array.t" => TypeShape::Collection(first),
        _ => TypeShape::Through(last),
    }
}

/// Every module that the file opens, in a part of it or in all, is one import: which names come from it only its
/// definition tells.
fn unit<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut seen = HashSet::new();
    for below in node.subtree() {
        if !matches!(below.kind(), LOCAL_OPEN | OPEN_MODULE | OPEN_MODULE_SIGNATURE) {
            continue;
        }
        let path = below.named_children().find(|path| matches!(path.kind(), EXTENDED_MODULE_PATH | MODULE_PATH));
        if let Some(path) = path.filter(|path| seen.insert(path.text())) {
            cx.import(below.row(), ImportKind::Wildcard, &dotted(path.text()), &[]);
        }
    }
    Flow::Into
}

fn include<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let path = node.first_named().filter(|path| matches!(path.kind(), EXTENDED_MODULE_PATH | MODULE_PATH));
    if let Some(path) = path {
        cx.import(node.row(), ImportKind::ReexportAll, &dotted(path.text()), &[]);
    }
    Flow::Into
}

/// Records a definition whose comment may stand below it, as in interfaces.
fn define<'t>(cx: &mut Cx<'t>, def: Def<'t>) -> Sym {
    let node = def.node;
    let sym = cx.define(def);
    if cx.doc_of(sym).is_none() {
        let mut item = node;
        while let Some(outer) = item.parent().filter(|outer| outer.start() == item.start()) {
            item = outer;
        }
        let mut after = item.siblings_after();
        let comment = after.next().filter(|comment| {
            let near = comment.row() <= item.last_row().saturating_add(1);
            comment.kind() == COMMENT && comment.text().starts_with("(**") && near
        });
        let next = after.next();
        if let Some(comment) = comment
            && next.is_none_or(|next| next.row() > comment.last_row().saturating_add(1))
            && let Some(symbol) = cx.symbol_mut(sym)
        {
            symbol.doc = Some(LineRange::new(comment.row(), comment.last_row()));
        }
    }
    sym
}

fn bare(name: Node<'_>) -> &str {
    name.text().trim_matches(['(', ')', ' '])
}

/// `val name : type` and `external name : type`.
fn specification<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let name = node.named_children().find(|name| matches!(name.kind(), PARENTHESIZED_OPERATOR | VALUE_NAME));
    let Some(name) = name.filter(|_| !cx.is_claimed(node)) else { return Flow::Into };
    let mut ty = node.child(field::TYPE);
    let mut count = 0_u8;
    while let Some(arrow) = ty.filter(|ty| ty.kind() == FUNCTION_TYPE) {
        count = count.saturating_add(1);
        ty = arrow.child(field::CODOMAIN);
    }
    let is_function = count > 0 || cx.place() == Place::Type;
    let mut def = cx.def(if is_function { SymbolKind::Function } else { SymbolKind::Constant }, node, name);
    def.name = bare(name);
    def.ty = ty.and_then(|ty| cx.ty(ty));
    def.params = (count > 0).then_some(Params { min: count, max: count });
    def.mark(SymbolFlags::DECLARATION);
    let sym = define(cx, def);
    cx.attribute_to(node, sym);
    Flow::Into
}

fn let_binding<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let definition = node.parent().filter(|parent| parent.kind() == VALUE_DEFINITION);
    let inside = definition.and_then(Node::parent).is_some_and(|around| around.kind() == LET_EXPRESSION);
    let Some(pattern) = node.child(field::PATTERN) else { return Flow::Into };
    let is_name = matches!(pattern.kind(), PARENTHESIZED_OPERATOR | VALUE_NAME);
    if inside || cx.place() == Place::Function {
        return uses::local(cx, node, definition, pattern, is_name);
    }
    let word = definition.and_then(|definition| definition.child_of_kind(ATTRIBUTE_ID)).map_or("", Node::text);
    if ["bench", "expect_test", "test", "test_module", "test_unit"].contains(&word) {
        test(cx, definition.unwrap_or(node), pattern, word);
        return Flow::Into;
    }
    if !is_name {
        for name in uses::names_in(pattern) {
            let def = cx.def(SymbolKind::Constant, node, name);
            let sym = define(cx, def);
            cx.attribute_to(node, sym);
        }
        return Flow::Into;
    }
    let parameters = node.children_of_kind(PARAMETER).count();
    let body = node.child(field::BODY);
    let is_function = parameters > 0 || body.is_some_and(|body| matches!(body.kind(), FUN | FUNCTION));
    // `let f = ... and g = ...` share a line's start with their definition alone for the first.
    let first = definition.filter(|definition| definition.child_of_kind(LET_BINDING) == Some(node));
    let kind = if is_function { SymbolKind::Function } else { SymbolKind::Constant };
    let mut def = cx.def(kind, first.unwrap_or(node), pattern);
    def.name = bare(pattern);
    def.ty = node.child(field::TYPE).and_then(|ty| cx.ty(ty));
    let count = u8::try_from(parameters).unwrap_or(u8::MAX);
    def.params = (count > 0).then_some(Params { min: count, max: count });
    if def.name == "main" && def.container.is_none() {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    if def.name.starts_with("test_") && cx.path().contains("test") {
        def.mark(SymbolFlags::TEST);
    }
    let sym = define(cx, def);
    if first.is_some()
        && let Some(symbol) = cx.symbol_mut(sym)
    {
        symbol.lines.end = node.last_row();
    }
    cx.open(node, sym, Place::Function);
    uses::bind_parameters(cx, node);
    Flow::Into
}

/// Defines a test; `name` is a text, or anything where the test has none.
fn test<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>, otherwise: &'t str) {
    let text = if name.kind() == STRING { name.text().trim_matches('"') } else { "" };
    let mut def = cx.def(SymbolKind::Test, node, name);
    def.name = if text.is_empty() { otherwise } else { text };
    def.mark(SymbolFlags::TEST);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
}

fn exception<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let name = node.child_of_kind(CONSTRUCTOR_DECLARATION).and_then(|c| c.child_of_kind(CONSTRUCTOR_NAME));
    if let Some(name) = name {
        let def = cx.def(SymbolKind::EnumMember, node, name);
        let sym = define(cx, def);
        cx.attribute_to(node, sym);
    }
    Flow::Into
}

fn type_binding<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    if name.kind() != TYPE_CONSTRUCTOR || cx.is_claimed(node) {
        // `type M.t += A` adds to a type of another module.
        return Flow::Into;
    }
    let body = node.child(field::BODY);
    let kind = match body.map(Node::kind) {
        Some(RECORD_DECLARATION) => SymbolKind::Struct,
        Some(VARIANT_DECLARATION) => SymbolKind::Enum,
        _ => SymbolKind::TypeAlias,
    };
    let first = node.parent().filter(|parent| parent.child_of_kind(TYPE_BINDING) == Some(node)).unwrap_or(node);
    let mut def = cx.def(kind, first, name);
    if kind == SymbolKind::TypeAlias {
        def.ty = body.and_then(|body| cx.ty(body));
    }
    let sym = define(cx, def);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.lines.end = node.last_row();
    }
    cx.open(node, sym, Place::Type);
    for member in body.into_iter().flat_map(Node::subtree) {
        match member.kind() {
            CONSTRUCTOR_DECLARATION => {
                if let Some(name) = member.child_of_kind(CONSTRUCTOR_NAME) {
                    let def = cx.def(SymbolKind::EnumMember, member, name);
                    cx.define(def);
                }
            }
            FIELD_DECLARATION => {
                if let Some(name) = member.child_of_kind(FIELD_NAME) {
                    let mut def = cx.def(SymbolKind::Field, member, name);
                    def.ty = member.child(field::TYPE).and_then(|ty| cx.ty(ty));
                    cx.define(def);
                }
            }
            _ => {}
        }
    }
    Flow::Into
}

fn module<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child_of_kind(MODULE_NAME) else { return Flow::Into };
    let body = node.child(field::BODY);
    let parameters: Vec<Node<'t>> = node.children_of_kind(MODULE_PARAMETER).collect();
    if let Some(path) = body.filter(|body| body.kind() == MODULE_PATH && parameters.is_empty()) {
        // Another name for a module, as an import gives one.
        cx.claim_all(name);
        cx.import(node.row(), ImportKind::Module, &dotted(path.text()), &[(None, name.text())]);
        return Flow::Over;
    }
    let outer = node.parent().unwrap_or(node);
    let def = cx.def(SymbolKind::Module, outer, name);
    let sym = define(cx, def);
    cx.open(node, sym, Place::Module);
    for parameter in parameters {
        // A functor's argument is known by its signature.
        let ty = parameter.child_of_kind(MODULE_TYPE_PATH);
        let known = cx.typed(ty);
        if let Some(name) = parameter.child_of_kind(MODULE_NAME) {
            cx.bind(name.text(), known);
        }
    }
    if body.is_some() {
        // The signature beside a body repeats what the body defines.
        for part in node.named_children().filter(|part| part.field() == field::MODULE_TYPE) {
            cx.claim_all(part);
        }
    }
    Flow::Into
}

fn module_type<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child_of_kind(MODULE_TYPE_NAME) else { return Flow::Into };
    let def = cx.def(SymbolKind::Interface, node, name);
    let sym = define(cx, def);
    cx.open(node, sym, Place::Type);
    Flow::Into
}

fn class<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let name = node.named_children().find(|name| matches!(name.kind(), CLASS_NAME | CLASS_TYPE_NAME));
    let Some(name) = name else { return Flow::Into };
    let kind = if node.kind() == CLASS_BINDING { SymbolKind::Class } else { SymbolKind::Interface };
    let outer = node.parent().filter(|outer| outer.first_named() == Some(node)).unwrap_or(node);
    let def = cx.def(kind, outer, name);
    let sym = define(cx, def);
    cx.open(node, sym, Place::Type);
    uses::bind_parameters(cx, node);
    Flow::Into
}

fn object<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    for name in node.child(field::SELF).into_iter().flat_map(uses::names_in) {
        cx.bind(name.text(), Receiver { root: Root::SelfValue, steps: Vec::new() });
    }
    Flow::Into
}

fn inheritance<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let path = node.subtree().find(|below| below.kind() == CLASS_PATH);
    if let Some(base) = path.and_then(|path| cx.base(path))
        && let Some(class) = cx.symbol()
        && let Some(symbol) = cx.symbol_mut(class)
    {
        symbol.bases.push(base);
    }
    for name in node.child(field::ALIAS).into_iter().flat_map(uses::names_in) {
        cx.bind(name.text(), Receiver { root: Root::Super, steps: Vec::new() });
    }
    Flow::Into
}

fn instance_variable<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(INSTANCE_VARIABLE_NAME)
        && cx.place() == Place::Type
    {
        let mut def = cx.def(SymbolKind::Field, node, name);
        def.ty = node.child(field::TYPE).and_then(|ty| cx.ty(ty));
        let sym = cx.define(def);
        cx.attribute_to(node, sym);
    }
    Flow::Into
}

fn method<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child_of_kind(METHOD_NAME).filter(|_| cx.place() == Place::Type) else {
        return Flow::Into;
    };
    let mut def = cx.def(SymbolKind::Method, node, name);
    if node.kind() == METHOD_SPECIFICATION {
        def.mark(SymbolFlags::DECLARATION);
    }
    let count = u8::try_from(node.children_of_kind(PARAMETER).count()).unwrap_or(u8::MAX);
    def.params = Some(Params { min: count, max: count });
    let sym = define(cx, def);
    cx.open(node, sym, Place::Function);
    uses::bind_parameters(cx, node);
    Flow::Into
}

/// Records the use of a path as a type.
fn type_use<'t>(cx: &mut Cx<'t>, node: Node<'t>) {
    let path = dotted(node.text());
    if cx.is_claimed(node) || cx.is_builtin(last_segment(&path)) && !path.contains('.') {
        return;
    }
    let (receiver, name) = cx.free_path(&path);
    cx.reference_named(node, name, receiver, RefKind::Type);
}
