//! Owns what Protocol Buffers' syntax means: messages, fields, enumerations and services.

use graphicle_engine::facts::{ImportKind, Name, Params, RefKind, SymbolFlags, SymbolKind};

use crate::cx::{Cx, Place};
use crate::spec::{Define, Flow, Opens, Rule, Spec};
use crate::syntax::{field, kinds};
use crate::tree::Node;
use crate::types::dotted;

kinds! {
    COMMENT = "comment",
    CONSTANT = "constant",
    ENUM = "enum",
    ENUM_FIELD = "enum_field",
    ENUM_NAME = "enum_name",
    EXTEND = "extend",
    FIELD = "field",
    FIELD_OPTIONS = "field_options",
    FULL_IDENT = "full_ident",
    GROUP = "group",
    IDENTIFIER = "identifier",
    IMPORT = "import",
    MAP_FIELD = "map_field",
    MESSAGE = "message",
    MESSAGE_NAME = "message_name",
    MESSAGE_OR_ENUM_TYPE = "message_or_enum_type",
    ONEOF = "oneof",
    ONEOF_FIELD = "oneof_field",
    OPTION = "option",
    PACKAGE = "package",
    PUBLIC = "public",
    REPEATED = "repeated",
    RPC = "rpc",
    RPC_NAME = "rpc_name",
    SERVICE = "service",
    SERVICE_NAME = "service_name",
    TYPE = "type",
}

/// Protocol Buffers.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (COMMENT, Rule::Comment),
        (CONSTANT, Rule::Leaf),
        (ENUM, Rule::Define(&block(SymbolKind::Enum, ENUM_NAME))),
        (ENUM_FIELD, Rule::Define(&Define { kind: SymbolKind::EnumMember, name: IDENTIFIER, opens: Opens::Nothing })),
        (EXTEND, Rule::Define(&block(SymbolKind::Extension, FULL_IDENT))),
        (FIELD, Rule::Hook(message_field)),
        (FIELD_OPTIONS, Rule::Leaf),
        (GROUP, Rule::Define(&block(SymbolKind::Block, MESSAGE_NAME))),
        (IMPORT, Rule::Hook(import)),
        (MAP_FIELD, Rule::Hook(message_field)),
        (MESSAGE, Rule::Define(&block(SymbolKind::Block, MESSAGE_NAME))),
        (MESSAGE_OR_ENUM_TYPE, Rule::Hook(type_use)),
        (ONEOF, Rule::Hook(oneof)),
        (ONEOF_FIELD, Rule::Hook(message_field)),
        (OPTION, Rule::Leaf),
        (PACKAGE, Rule::Hook(package)),
        (RPC, Rule::Hook(rpc)),
        (SERVICE, Rule::Define(&block(SymbolKind::Block, SERVICE_NAME))),
    ],
    exported: Some(|_, _| true),
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_proto::LANGUAGE.into(), KINDS)
};

const fn block(kind: SymbolKind, name: crate::syntax::Kind) -> Define {
    Define { kind, name, opens: Opens::Type }
}

fn package<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.first_named() {
        cx.set_package(name.text());
    }
    if let (Some(doc), _) = cx.take_doc(node.row()) {
        cx.set_module_doc(doc);
    }
    Flow::Over
}

fn import<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(path) = node.child(field::PATH) {
        let kind = if node.child_of_kind(PUBLIC).is_some() { ImportKind::ReexportAll } else { ImportKind::Module };
        cx.import(node.row(), kind, path.text().trim_matches(['"', '\'']), &[]);
    }
    Flow::Over
}

fn message_field<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child_of_kind(IDENTIFIER) else { return Flow::Into };
    let many = node.kind() == MAP_FIELD || node.child_of_kind(REPEATED).is_some();
    let mut def = cx.def(SymbolKind::Field, node, name);
    def.ty = node.child_of_kind(TYPE).map(|ty| type_name(cx, ty, usize::from(many)));
    let sym = cx.define(def);
    cx.attribute_to(node, sym);
    Flow::Into
}

/// Which of its fields is set belongs to the message, and so do the fields.
fn oneof<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child_of_kind(IDENTIFIER) {
        let def = cx.def(SymbolKind::Field, node, name);
        cx.define(def);
    }
    Flow::Into
}

fn type_name<'t>(cx: &mut Cx<'t>, node: Node<'t>, levels: usize) -> Name {
    cx.type_name(node.text().trim_start_matches('.'), levels)
}

/// A procedure takes its request and returns its response, one or a stream of them.
fn rpc<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child_of_kind(RPC_NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::Method, node, name);
    def.params = Some(Params { min: 1, max: 1 });
    def.mark(SymbolFlags::DECLARATION);
    def.ty = node.children_of_kind(MESSAGE_OR_ENUM_TYPE).nth(1).map(|response| type_name(cx, response, 0));
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    Flow::Into
}

fn type_use<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let path = dotted(node.text());
    let (receiver, name) = cx.free_path(&path);
    cx.reference_named(node, name, receiver, RefKind::Type);
    Flow::Over
}
