//! Owns what Java defines: types, methods, fields, constants, and the package and the imports of a file.

use graphicle_engine::facts::{CallKind, ImportKind, Name, Receiver, SymbolFlags, SymbolKind};

use super::bindings::{bind_parameters, bind_type_parameters, collection_of, type_name};
use super::{
    ANNOTATION, ANNOTATION_TYPE, ASTERISK, CLASS, CLASS_BODY, COMPACT_CONSTRUCTOR, CONSTANT, CONSTRUCTOR, DIMENSIONS,
    ENUM, EXTENDS_INTERFACES, FINAL, FORMAL_PARAMETER, IMPORT, INTERFACE, MARKER_ANNOTATION, MODIFIERS, PACKAGE,
    PRIVATE, RECORD, SCOPED_IDENTIFIER, STATIC, TYPE_LIST, uses,
};
use crate::cx::{Cx, Def, Place, Sym};
use crate::spec::Flow;
use crate::syntax::{Kind, field};
use crate::tree::Node;

/// Annotations that make a method a test, in byte order.
const TEST_ANNOTATIONS: &[&str] =
    &["ParameterizedTest", "Property", "RepeatedTest", "Test", "TestFactory", "TestTemplate", "Theory"];

/// A file: the names that it defines are not those of `java.lang`.
pub(super) fn program<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    for definition in node.named_children() {
        if !matches!(definition.kind(), IMPORT | PACKAGE)
            && let Some(name) = definition.child(field::NAME)
        {
            cx.shadow_builtin(name.text());
        }
    }
    Flow::Into
}

/// `package a.b;`. In `package-info.java` the comment before it documents the package.
pub(super) fn package<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let is_name = |part: &Node<'_>| matches!(part.kind(), super::IDENTIFIER | SCOPED_IDENTIFIER);
    if let Some(name) = node.named_children().find(is_name) {
        let text: String = name.text().split_whitespace().collect();
        cx.set_package(&text);
        cx.claim_all(name);
    }
    if cx.file_name() == "package-info.java"
        && let (Some(doc), _) = cx.take_doc(node.row())
    {
        cx.set_module_doc(doc);
    }
    Flow::Into
}

/// `import a.b.Name;`, `import a.b.*;`, `import static a.Name.member;`.
pub(super) fn import<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.first_named() else { return Flow::Over };
    if node.child_of_kind(ASTERISK).is_some() {
        cx.import(node.row(), ImportKind::Wildcard, name.text(), &[]);
    } else if let (Some(scope), Some(member)) = (name.child(field::SCOPE), name.child(field::NAME)) {
        let bindings = [(Some(member.text()), member.text())];
        cx.import(node.row(), ImportKind::Module, scope.text(), &bindings);
    }
    Flow::Over
}

fn modifiers(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    node.child_of_kind(MODIFIERS).into_iter().flat_map(Node::children)
}

fn has_modifier(node: Node<'_>, kind: Kind) -> bool {
    modifiers(node).any(|modifier| modifier.kind() == kind)
}

/// Returns whether a definition is visible to other files: everything but what is private or in a method.
pub(super) fn exported<'t>(cx: &Cx<'t>, def: &Def<'t>) -> bool {
    let around = def.node.parent().filter(|parent| parent.kind() == super::FIELD_DECLARATION).unwrap_or(def.node);
    cx.place() != Place::Function && !has_modifier(around, PRIVATE)
}

/// A class, interface, enum, record or annotation type.
pub(super) fn type_declaration<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let kind = match node.kind() {
        INTERFACE | ANNOTATION_TYPE => SymbolKind::Interface,
        ENUM => SymbolKind::Enum,
        RECORD => SymbolKind::Struct,
        _ => SymbolKind::Class,
    };
    let mut def = cx.def(kind, node, name);
    if is_in_test(cx) || is_test_type(cx.path(), def.name) {
        def.mark(SymbolFlags::TEST);
    }
    if has_modifier(node, STATIC) {
        def.mark(SymbolFlags::STATIC);
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    // Initializers belong to the type.
    cx.own_calls(sym);
    bind_type_parameters(cx, node);
    let bases = bases(cx, node);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = bases;
    }
    if node.kind() == RECORD
        && let Some(list) = node.child(field::PARAMETERS)
    {
        components(cx, list);
    }
    Flow::Into
}

fn bases<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Vec<Name> {
    let mut bases = Vec::new();
    if let Some(superclass) = node.child(field::SUPERCLASS).and_then(Node::first_named) {
        bases.extend(uses::base(cx, superclass));
    }
    for clause in node.child(field::INTERFACES).into_iter().chain(node.child_of_kind(EXTENDS_INTERFACES)) {
        for ty in clause.child_of_kind(TYPE_LIST).into_iter().flat_map(Node::named_children) {
            bases.extend(uses::base(cx, ty));
        }
    }
    bases
}

/// A record's components are fields, each with a method of its name.
fn components<'t>(cx: &mut Cx<'t>, list: Node<'t>) {
    for component in list.named_children().filter(|component| component.kind() == FORMAL_PARAMETER) {
        let Some(name) = component.child(field::NAME) else { continue };
        let ty = component.child(field::TYPE).and_then(|ty| type_name(cx, ty));
        let mut field = cx.def(SymbolKind::Field, component, name);
        field.ty = ty;
        cx.define(field);
        let mut method = cx.def(SymbolKind::Method, component, name);
        method.ty = ty;
        method.params = Some(graphicle_engine::facts::Params { min: 0, max: 0 });
        method.mark(SymbolFlags::DECLARATION);
        cx.define(method);
    }
}

fn is_in_test(cx: &mut Cx<'_>) -> bool {
    cx.symbol().and_then(|sym| cx.symbol_mut(sym)).is_some_and(|symbol| symbol.flags.has(SymbolFlags::TEST))
}

/// Returns whether a type is a test by its name and place, as the usual runners find them.
fn is_test_type(path: &str, name: &str) -> bool {
    let named =
        name.starts_with("Test") || ["Test", "Tests", "TestCase", "IT"].iter().any(|ending| name.ends_with(ending));
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    named && folders.split('/').any(|folder| folder.to_ascii_lowercase().contains("test"))
}

/// A method or constructor.
pub(super) fn method<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let constructs = matches!(node.kind(), CONSTRUCTOR | COMPACT_CONSTRUCTOR);
    let kind = if constructs { SymbolKind::Constructor } else { SymbolKind::Method };
    let mut def = cx.def(kind, node, name);
    let is_static = has_modifier(node, STATIC);
    if is_static {
        def.mark(SymbolFlags::STATIC);
    }
    if node.child(field::BODY).is_none() {
        def.mark(SymbolFlags::DECLARATION);
    }
    if is_in_test(cx) || is_test(node) {
        def.mark(SymbolFlags::TEST);
    }
    let parameters = match node.kind() {
        COMPACT_CONSTRUCTOR => record_of(node).and_then(|record| record.child(field::PARAMETERS)),
        _ => node.child(field::PARAMETERS),
    };
    def.params = parameters.map(|list| cx.count_params(list));
    if def.name == "main" && is_static && def.params.is_some_and(|params| params.min <= 1) {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    bind_type_parameters(cx, node);
    let ty = node.child(field::TYPE).and_then(|ty| type_name(cx, ty));
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.ty = ty;
    }
    if let Some(list) = parameters {
        bind_parameters(cx, list);
    }
    Flow::Into
}

/// Returns the record that a compact constructor is in.
fn record_of(constructor: Node<'_>) -> Option<Node<'_>> {
    constructor.parent().filter(|body| body.kind() == CLASS_BODY)?.parent()
}

/// Returns whether a method is a test by its annotations, or by its name in a `TestCase`.
fn is_test(method: Node<'_>) -> bool {
    let annotated = modifiers(method)
        .filter(|modifier| matches!(modifier.kind(), ANNOTATION | MARKER_ANNOTATION))
        .filter_map(|annotation| annotation.child(field::NAME))
        .any(|name| {
            let last = name.text().rsplit('.').next().unwrap_or("");
            TEST_ANNOTATIONS.binary_search(&last).is_ok()
        });
    annotated || (is_named_as_test(method) && is_in_test_case(method))
}

fn is_named_as_test(method: Node<'_>) -> bool {
    let no_arguments = method.child(field::PARAMETERS).is_some_and(|list| list.first_named().is_none());
    no_arguments && method.child(field::NAME).is_some_and(|name| name.text().starts_with("test"))
}

fn is_in_test_case(method: Node<'_>) -> bool {
    let class = method.parent().and_then(Node::parent).filter(|class| class.kind() == CLASS);
    let base = class.and_then(|class| class.child(field::SUPERCLASS)).and_then(Node::first_named);
    base.is_some_and(|base| base.text().ends_with("TestCase"))
}

/// Fields, and constants of an interface.
pub(super) fn fields<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let ty = node.child(field::TYPE).and_then(|ty| type_name(cx, ty));
    let in_interface = node.kind() == CONSTANT;
    let is_static = in_interface || has_modifier(node, STATIC);
    let is_constant = in_interface || (is_static && has_modifier(node, FINAL));
    let kind = if is_constant { SymbolKind::Constant } else { SymbolKind::Field };
    let alone = node.children_with(field::DECLARATOR).nth(1).is_none();
    let in_test = is_in_test(cx);
    // The frames of the values nest from the last to the first: each ends with its own declarator.
    let mut doc = None;
    let mut opened: Vec<(Node<'t>, Sym)> = Vec::new();
    for declarator in node.children_with(field::DECLARATOR) {
        let Some(name) = declarator.child(field::NAME) else { continue };
        let mut def = cx.def(kind, if alone { node } else { declarator }, name);
        def.ty = match ty {
            Some(ty) if declarator.child_of_kind(DIMENSIONS).is_some() => Some(collection_of(cx, ty)),
            ty => ty,
        };
        def.doc = doc;
        if is_static {
            def.mark(SymbolFlags::STATIC);
        }
        if in_test {
            def.mark(SymbolFlags::TEST);
        }
        let sym = cx.define(def);
        doc = cx.doc_of(sym);
        opened.push((declarator, sym));
    }
    for (declarator, sym) in opened.into_iter().rev() {
        open_value(cx, declarator, sym);
    }
    Flow::Into
}

/// Attributes the value of a field to it. What a class without a name defines there belongs to the field, not to the
/// field's type.
fn open_value<'t>(cx: &mut Cx<'t>, declarator: Node<'t>, sym: Sym) {
    let inside = declarator.at()..declarator.next();
    let defines = inside.into_iter().any(|at| cx.tree().node(at).is_some_and(|node| node.kind() == CLASS_BODY));
    if defines {
        cx.open(declarator, sym, Place::Type);
    } else {
        cx.attribute_to(declarator, sym);
    }
    cx.own_calls(sym);
}

/// A value of an enum: it is made by the enum's constructor, and its body extends the enum.
pub(super) fn enum_constant<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let owner = cx.symbol();
    let mut def = cx.def(SymbolKind::EnumMember, node, name);
    def.mark(SymbolFlags::STATIC);
    let sym = cx.define(def);
    let owner = owner.and_then(|owner| cx.symbol_mut(owner)).map(|owner| owner.name);
    if node.child(field::BODY).is_some() {
        cx.open(node, sym, Place::Type);
        if let Some(symbol) = cx.symbol_mut(sym) {
            symbol.bases.extend(owner);
        }
    } else {
        cx.attribute_to(node, sym);
    }
    cx.own_calls(sym);
    if let (Some(owner), Some(_)) = (owner, node.child(field::ARGUMENTS)) {
        let class = cx.name_text(owner).to_owned();
        let args = cx.count_args(node);
        cx.call_named(name, &class, Receiver::BARE, CallKind::Construct, args);
    }
    Flow::Into
}

/// An element of an annotation type.
pub(super) fn annotation_element<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::Method, node, name);
    def.ty = node.child(field::TYPE).and_then(|ty| type_name(cx, ty));
    def.params = Some(graphicle_engine::facts::Params { min: 0, max: 0 });
    def.mark(SymbolFlags::DECLARATION);
    let sym = cx.define(def);
    cx.attribute_to(node, sym);
    Flow::Into
}
