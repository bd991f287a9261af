//! Owns C's and C++'s definitions: functions, variables, fields, types, enumerations; owns neither local names nor
//! expressions.

use graphicle_engine::facts::{Name, Receiver, SymbolFlags, SymbolKind};

use super::declarators::{self, Declared};
use super::{
    DECLARATION, DECLARATION_LIST, ENUM, FIELD_DECLARATION, INIT_DECLARATOR, POINTER_DECLARATOR, STORAGE_CLASS, STRUCT,
    TRANSLATION_UNIT, TYPE_DEFINITION, TYPE_IDENTIFIER, TYPE_QUALIFIER, UNION, is_header, locals, tests,
};
use crate::cx::{Cx, Def, Place, Sym};
use crate::lang::cpp;
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;
use crate::types::dotted;

/// Bound in a class to [`Receiver::UNKNOWN`] while its members are not public; no identifier can be written like this.
const HIDDEN: &str = "private:";
/// Bound in a namespace without a name.
pub(in crate::lang) const UNNAMED: &str = "namespace {";

/// Says whether the members that follow in the class around are public.
pub(in crate::lang) fn set_access(cx: &mut Cx<'_>, access: &str) {
    let known = if access == "public" { Receiver::BARE } else { Receiver::UNKNOWN };
    cx.bind(HIDDEN, known);
}

/// Marks a definition that other files can see. `shared` says whether one in a source file is.
fn export(cx: &Cx<'_>, def: &mut Def<'_>, shared: bool) {
    let seen = match cx.place() {
        Place::Type => cx.local(HIDDEN) != Some(&Receiver::UNKNOWN),
        _ => shared || is_header(cx.path()),
    };
    if seen && !cx.is_local(UNNAMED) {
        def.mark(SymbolFlags::EXPORTED);
    }
}

/// Marks a type that other files can see.
pub(in crate::lang) fn export_type(cx: &Cx<'_>, def: &mut Def<'_>) {
    export(cx, def, false);
}

fn has_word(node: Node<'_>, word: &str) -> bool {
    node.children_of_kind(STORAGE_CLASS).any(|class| class.text() == word)
}

/// Returns the path that a container and what is written before a name make.
fn inside(cx: &mut Cx<'_>, container: Option<Name>, path: &str) -> Name {
    match container {
        None => cx.name(path),
        Some(container) => {
            let path = format!("{}.{path}", cx.name_text(container));
            cx.name(&path)
        }
    }
}

/// Returns the type that a function returns: the one after `->` where there is one.
fn return_type<'t>(cx: &mut Cx<'t>, node: Node<'t>, declared: &Declared<'t>) -> Option<Name> {
    let trailing = declared.function.and_then(|function| function.child_of_kind(cpp::TRAILING_RETURN));
    match trailing.and_then(Node::first_named) {
        Some(ty) => cx.ty(ty),
        None => declarators::declared_type(cx, node.child(field::TYPE), declared),
    }
}

/// Defines a function or method, with or without a body.
fn callable<'t>(cx: &mut Cx<'t>, node: Node<'t>, declared: &Declared<'t>, flags: SymbolFlags) -> Sym {
    let (before, last) = cpp::path(declared.name);
    let mut def = cx.def(SymbolKind::Function, node, last);
    cx.claim_all(declared.name);
    def.flags = flags;
    let is_static = has_word(node, "static");
    if is_static && def.kind == SymbolKind::Method {
        def.mark(SymbolFlags::STATIC);
    }
    export(cx, &mut def, !is_static);
    let before = before.map(dotted).filter(|path| !path.is_empty());
    if let Some(path) = &before {
        let is_namespace = cx.defined(def.container, path).is_some_and(|sym| cx.kind_of(sym) == SymbolKind::Module);
        def.kind = if is_namespace { SymbolKind::Function } else { SymbolKind::Method };
        def.container = Some(inside(cx, def.container, path));
    }
    let name = cpp::written_name(last);
    if def.kind == SymbolKind::Method
        && let Some(container) = def.container
        && cx.name_text(container).rsplit('.').next() == Some(name.as_str())
    {
        def.kind = SymbolKind::Constructor;
    }
    if node.parent().is_some_and(|parent| parent.kind() == cpp::FRIEND) {
        // A friend belongs to the namespace around the class.
        def.kind = SymbolKind::Function;
        let outer = def.container.and_then(|container| Some(cx.name_text(container).rsplit_once('.')?.0.to_owned()));
        def.container = outer.map(|outer| cx.name(&outer));
    }
    if def.name == "main" && def.container.is_none() {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    def.ty = return_type(cx, node, declared);
    def.params = cpp::parameters(declared).and_then(declarators::count);
    let sym = cx.define(def);
    let name = cx.name(&name);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.name = name;
    }
    sym
}

pub(super) fn function_definition<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(flow) = tests::function(cx, node) {
        return flow;
    }
    let Some(declared) = node.child(field::DECLARATOR).and_then(declarators::declared) else { return Flow::Into };
    let mut flags = SymbolFlags::default();
    if node.child_of_kind(cpp::DELETE_METHOD).is_some() || node.child_of_kind(cpp::PURE_VIRTUAL).is_some() {
        flags = SymbolFlags::DECLARATION;
    }
    let sym = callable(cx, node, &declared, flags);
    cx.open(node, sym, Place::Function);
    if let Some(list) = cpp::parameters(&declared) {
        locals::bind_parameters(cx, list);
    }
    Flow::Into
}

pub(super) fn declaration<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if cx.place() == Place::Function {
        return locals::declaration(cx, node);
    }
    let declarators: Vec<Node<'t>> = node.children_with(field::DECLARATOR).collect();
    let single = declarators.len() == 1;
    let mut doc = None;
    for declarator in declarators {
        let Some(declared) = declarators::declared(declarator) else { continue };
        if cpp::is_callable(&declared) {
            if node.child(field::TYPE).is_none() && cpp::is_macro_use(cx, &declared) {
                return cpp::macro_use(cx, &declared);
            }
            let sym = callable(cx, node, &declared, SymbolFlags::DECLARATION);
            doc = share_doc(cx, sym, doc);
            bind_in_prototype(cx, node, sym, &declared);
            continue;
        }
        let sym = variable(cx, node, declarator, &declared);
        doc = share_doc(cx, sym, doc);
        if single && !defines_type(node) {
            cx.attribute_to(node, sym);
        }
    }
    Flow::Into
}

/// Returns whether a declaration defines its type as well.
fn defines_type(node: Node<'_>) -> bool {
    node.child(field::TYPE).is_some_and(|ty| ty.child(field::BODY).is_some())
}

/// The names of a prototype's parameters are no uses of anything.
fn bind_in_prototype<'t>(cx: &mut Cx<'t>, node: Node<'t>, sym: Sym, declared: &Declared<'t>) {
    cx.attribute_to(node, sym);
    if let Some(list) = cpp::parameters(declared) {
        locals::bind_parameters(cx, list);
    }
}

/// Gives the doc comment of the first name in a declaration to all of them.
fn share_doc(
    cx: &mut Cx<'_>,
    sym: Sym,
    doc: Option<graphicle_engine::span::LineRange>,
) -> Option<graphicle_engine::span::LineRange> {
    if let (Some(doc), Some(symbol)) = (doc, cx.symbol_mut(sym)) {
        symbol.doc = symbol.doc.or(Some(doc));
    }
    cx.doc_of(sym)
}

fn variable<'t>(cx: &mut Cx<'t>, node: Node<'t>, declarator: Node<'t>, declared: &Declared<'t>) -> Sym {
    let (before, last) = cpp::path(declared.name);
    let kind = if is_constant(node, declarator, declared) { SymbolKind::Constant } else { SymbolKind::Variable };
    let mut def = cx.def(kind, node, last);
    cx.claim_all(declared.name);
    if let Some(path) = before.map(dotted).filter(|path| !path.is_empty()) {
        def.container = Some(inside(cx, def.container, &path));
        def.kind = if kind == SymbolKind::Variable { SymbolKind::Field } else { kind };
    }
    let is_static = has_word(node, "static");
    if cx.place() == Place::Type && is_static {
        def.mark(SymbolFlags::STATIC);
    }
    export(cx, &mut def, !is_static);
    if has_word(node, "extern") && declarator.kind() != INIT_DECLARATOR {
        def.mark(SymbolFlags::DECLARATION);
    }
    def.ty = declarators::declared_type(cx, node.child(field::TYPE), declared);
    cx.define(def)
}

fn is_constant(node: Node<'_>, declarator: Node<'_>, declared: &Declared<'_>) -> bool {
    let is_const = |qualifier: Node<'_>| matches!(qualifier.text(), "const" | "constexpr" | "constinit");
    if !declared.is_pointer {
        return node.children_of_kind(TYPE_QUALIFIER).any(is_const);
    }
    // What is pointed to may be constant and the pointer not.
    let pointer =
        if declarator.kind() == INIT_DECLARATOR { declarator.child(field::DECLARATOR) } else { Some(declarator) };
    node.children_of_kind(TYPE_QUALIFIER).any(|qualifier| qualifier.text() == "constexpr")
        || pointer.is_some_and(|pointer| {
            pointer.kind() == POINTER_DECLARATOR && pointer.children_of_kind(TYPE_QUALIFIER).any(is_const)
        })
}

pub(super) fn field_declaration<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let declarators: Vec<Node<'t>> = node.children_with(field::DECLARATOR).collect();
    let single = declarators.len() == 1;
    let ty = node.child(field::TYPE);
    let mut doc = None;
    for declarator in declarators {
        let Some(declared) = declarators::declared(declarator) else { continue };
        let sym = if cpp::is_callable(&declared) {
            let sym = callable(cx, node, &declared, SymbolFlags::DECLARATION);
            bind_in_prototype(cx, node, sym, &declared);
            sym
        } else {
            let sym = variable(cx, node, declarator, &declared);
            if single && ty.is_some_and(is_nameless_body) {
                cx.open(node, sym, Place::Type);
            } else if single && !defines_type(node) {
                cx.attribute_to(node, sym);
            }
            sym
        };
        doc = share_doc(cx, sym, doc);
    }
    Flow::Into
}

fn is_nameless_body(ty: Node<'_>) -> bool {
    matches!(ty.kind(), STRUCT | UNION | cpp::CLASS)
        && ty.child(field::NAME).is_none()
        && ty.child(field::BODY).is_some()
}

/// A class, struct or union.
pub(in crate::lang) fn class<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let name = node.child(field::NAME);
    if node.child(field::BODY).is_none() {
        if let Some(name) = name.filter(|_| only_declares(node)) {
            cx.claim_all(name);
        }
        return Flow::Into;
    }
    let access = if node.kind() == cpp::CLASS { "private" } else { "public" };
    let Some(name) = name else {
        cx.open_nameless(node);
        set_access(cx, access);
        return Flow::Into;
    };
    let kind = if node.kind() == cpp::CLASS { SymbolKind::Class } else { SymbolKind::Struct };
    let sym = ty(cx, kind, node, name);
    let bases = node.child_of_kind(cpp::BASE_CLAUSE);
    let mut all = Vec::new();
    for base in bases.into_iter().flat_map(Node::named_children) {
        all.extend(cx.base(base));
    }
    cx.open(node, sym, Place::Type);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.bases = all;
    }
    set_access(cx, access);
    Flow::Into
}

/// Returns whether a type without a body is all that its statement says: `struct foo;`.
fn only_declares(node: Node<'_>) -> bool {
    node.parent().is_none_or(|parent| match parent.kind() {
        DECLARATION | FIELD_DECLARATION => parent.child(field::DECLARATOR).is_none(),
        TRANSLATION_UNIT | DECLARATION_LIST | cpp::TEMPLATE_DECLARATION => true,
        _ => false,
    })
}

/// Defines a type by its name, which may be a path.
fn ty<'t>(cx: &mut Cx<'t>, kind: SymbolKind, node: Node<'t>, name: Node<'t>) -> Sym {
    let (before, last) = cpp::path(name);
    let mut def = cx.def(kind, node, last);
    cx.claim_all(name);
    if let Some(path) = before.map(dotted).filter(|path| !path.is_empty()) {
        def.container = Some(inside(cx, def.container, &path));
    }
    export(cx, &mut def, false);
    let sym = cx.define(def);
    share_typedef_doc(cx, node, sym);
    sym
}

/// The comment above a `typedef` documents the type in it as well as the names that it gives.
fn share_typedef_doc<'t>(cx: &mut Cx<'t>, node: Node<'t>, sym: Sym) {
    let around = node.parent().filter(|parent| parent.kind() == TYPE_DEFINITION);
    let container = cx.container();
    for declarator in around.into_iter().flat_map(|around| around.children_with(field::DECLARATOR)) {
        let Some(declared) = declarators::declared(declarator) else { continue };
        let doc = cx.defined(container, declared.name.text()).and_then(|alias| cx.doc_of(alias));
        if let Some(symbol) = cx.symbol_mut(sym) {
            symbol.doc = symbol.doc.or(doc);
        }
    }
}

pub(super) fn enumeration<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let name = node.child(field::NAME);
    if node.child(field::BODY).is_none() {
        if let Some(name) = name.filter(|_| only_declares(node)) {
            cx.claim_all(name);
        }
        return Flow::Into;
    }
    let Some(name) = name else { return Flow::Into };
    let sym = ty(cx, SymbolKind::Enum, node, name);
    let second = node.text().split_whitespace().nth(1);
    if matches!(second, Some("class" | "struct")) {
        cx.open(node, sym, Place::Type);
    } else {
        cx.open_package(node, sym);
    }
    Flow::Into
}

pub(super) fn enumerator<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        let mut def = cx.def(SymbolKind::EnumMember, node, name);
        export(cx, &mut def, false);
        cx.define(def);
    }
    Flow::Into
}

/// `typedef`: a type without a name takes the first that it is given; all others are aliases.
pub(super) fn type_definition<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let ty = node.child(field::TYPE);
    let own_name = ty.and_then(|ty| ty.child(field::NAME));
    let mut named = ty.as_ref().is_none_or(|ty| !(is_nameless_body(*ty) || is_nameless_enum(*ty)));
    let mut target = None;
    let mut opens = None;
    for declarator in node.children_with(field::DECLARATOR) {
        let Some(declared) = declarators::declared(declarator) else { continue };
        let name = declared.name;
        if !named && declarator.kind() == TYPE_IDENTIFIER {
            named = true;
            let kind = if ty.is_some_and(|ty| ty.kind() == ENUM) { SymbolKind::Enum } else { SymbolKind::Struct };
            let mut def = cx.def(kind, node, name);
            export(cx, &mut def, false);
            target = Some(cx.name(name.text()));
            opens = Some((cx.define(def), kind));
            continue;
        }
        cx.claim(name);
        if own_name.is_some_and(|own| own.text() == name.text()) {
            continue;
        }
        let mut def = cx.def(SymbolKind::TypeAlias, node, name);
        export(cx, &mut def, false);
        def.ty = match target {
            Some(target) => Some(target).filter(|_| declared.function.is_none() && !declared.is_callback),
            None if declared.function.is_some() => None,
            None => declarators::declared_type(cx, ty, &declared),
        };
        let sym = cx.define(def);
        if opens.is_none() && own_name.is_none() {
            cx.attribute_to(node, sym);
        }
    }
    match opens {
        Some((sym, SymbolKind::Struct)) => cx.open(node, sym, Place::Type),
        Some((sym, _)) => cx.open_package(node, sym),
        None => {}
    }
    Flow::Into
}

fn is_nameless_enum(ty: Node<'_>) -> bool {
    ty.kind() == ENUM && ty.child(field::NAME).is_none() && ty.child(field::BODY).is_some()
}
