//! Owns what Ruby's calls mean: those that declare (imports, properties, associations, tests), those that construct,
//! and the rest.

use graphicle_engine::facts::{CallKind, ImportKind, Receiver, Root, SymbolFlags, SymbolKind};

use super::locals::typed_value;
use super::{
    CALL, LAMBDA, METHOD, PAIR, PRIVATE_SECTION, SCOPE_RESOLUTION, SELF, SIMPLE_SYMBOL, SINGLETON_METHOD, STRING,
    STRING_CONTENT, SUPER, define_alias, define_property, definition_around, is_constant, is_test_file,
};
use crate::cx::{Cx, Place};
use crate::spec::{Flow, Shape};
use crate::syntax::field;
use crate::tree::Node;

/// Returns the text of a symbol or of a string without interpolation.
pub(super) fn literal(node: Node<'_>) -> Option<&str> {
    match node.kind() {
        SIMPLE_SYMBOL => node.text().strip_prefix(':'),
        STRING => {
            let mut parts = node.named_children();
            match (parts.next(), parts.next()) {
                (Some(part), None) if part.kind() == STRING_CONTENT => Some(part.text()),
                _ => None,
            }
        }
        _ => None,
    }
}

pub(super) fn arguments(call: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    call.child(field::ARGUMENTS).into_iter().flat_map(Node::named_children)
}

/// Returns the value of a keyword argument.
fn keyword<'t>(call: Node<'t>, wanted: &str) -> Option<Node<'t>> {
    arguments(call)
        .filter(|argument| argument.kind() == PAIR)
        .find(|pair| pair.child(field::KEY).is_some_and(|key| key.text() == wanted))
        .and_then(|pair| pair.child(field::VALUE))
}

pub(super) fn identifier<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let text = node.text();
    if cx.is_claimed(node) || cx.is_local(text) {
        return Flow::Over;
    }
    if cx.place() != Place::Function {
        match text {
            "private" | "protected" => cx.bind(PRIVATE_SECTION, Receiver::UNKNOWN),
            "public" => cx.bind_shared(PRIVATE_SECTION),
            _ => {}
        }
    }
    if !cx.is_builtin(text) {
        cx.call(node, Receiver::BARE, CallKind::Call, Some(0));
    }
    Flow::Over
}

pub(super) fn identifier_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    if cx.is_local(node.text()) { Shape::Name(node) } else { Shape::Invoke { object: None, name: node } }
}

pub(super) fn call_shape<'t>(cx: &Cx<'t>, node: Node<'t>) -> Shape<'t> {
    let object = node.child(field::RECEIVER);
    let Some(name) = node.child(field::METHOD) else { return Shape::Unknown };
    match (object, name.text()) {
        (Some(object), "new") if is_constant(object) => Shape::Typed(object),
        (Some(object), "new") if object.text() == "described_class" => {
            described(node).map_or(Shape::Unknown, Shape::Typed)
        }
        (Some(object), "new") if object.kind() == SELF => Shape::Root(Root::SelfValue),
        (None, "new") if cx.type_around().is_some() => Shape::Root(Root::SelfValue),
        (Some(object), "class") if object.kind() == SELF => Shape::Root(Root::SelfType),
        (Some(object), "clone" | "dup" | "freeze" | "itself" | "tap") => Shape::Through(object),
        _ => Shape::Invoke { object, name },
    }
}

/// Returns the class that the nearest `describe` around a node is about.
fn described(node: Node<'_>) -> Option<Node<'_>> {
    let mut outer = node.parent();
    while let Some(at) = outer {
        if at.kind() == CALL
            && at.child(field::METHOD).is_some_and(|method| method.text() == "describe")
            && let Some(first) = arguments(at).next().filter(|first| is_constant(*first))
        {
            return Some(first);
        }
        outer = at.parent();
    }
    None
}

pub(super) fn bare_super<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if !cx.is_claimed(node) {
        call_super(cx, node, None);
    }
    Flow::Over
}

fn call_super<'t>(cx: &mut Cx<'t>, node: Node<'t>, args: Option<u8>) {
    let method = definition_around(node).filter(|around| matches!(around.kind(), METHOD | SINGLETON_METHOD));
    if let Some(name) = method.and_then(|method| method.child(field::NAME)) {
        let receiver = Receiver { root: Root::Super, steps: Vec::new() };
        cx.call_named(node, name.text(), receiver, CallKind::Call, args);
    }
}

pub(super) fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::METHOD) else { return Flow::Into };
    cx.claim(name);
    let args = if node.child(field::ARGUMENTS).is_some() { cx.count_args(node) } else { Some(0) };
    if name.kind() == SUPER {
        call_super(cx, name, args);
        return Flow::Into;
    }
    let object = node.child(field::RECEIVER);
    if cx.is_claimed(node) {
        // The maker of a constant that has become a type, or the left side of an assignment.
        return Flow::Into;
    }
    if define_test(cx, node, name) {
        return Flow::Into;
    }
    if object.is_none()
        && let Some(flow) = declaration(cx, node, name)
    {
        return flow;
    }
    if name.text() == "new" && construct(cx, name, object, args) {
        return Flow::Into;
    }
    if let Some(object) = object {
        if name.text() == "class" && object.kind() == SELF {
            return Flow::Into;
        }
        let receiver = cx.chain(object);
        hand_on_method(cx, node, name, Some(&receiver));
        cx.call(name, receiver, CallKind::Call, args);
    } else {
        hand_on_method(cx, node, name, None);
        if !cx.is_builtin(name.text()) && !cx.is_local(name.text()) {
            cx.call(name, Receiver::BARE, CallKind::Call, args);
        }
    }
    Flow::Into
}

/// Records `Foo::Bar.new(...)` and `new(...)`. Returns whether the made type is told.
fn construct<'t>(cx: &mut Cx<'t>, name: Node<'t>, object: Option<Node<'t>>, args: Option<u8>) -> bool {
    let ty = match object {
        Some(object) if object.text() == "described_class" => described(object),
        Some(object) if is_constant(object) => {
            cx.claim(object);
            Some(object)
        }
        _ => None,
    };
    if let Some(ty) = ty {
        let last = if ty.kind() == SCOPE_RESOLUTION { ty.child(field::NAME).unwrap_or(ty) } else { ty };
        if object == Some(ty) {
            cx.claim(last);
        }
        let scope = if ty.kind() == SCOPE_RESOLUTION { ty.child(field::SCOPE) } else { None };
        let receiver = scope.map_or(Receiver::BARE, |scope| cx.chain(scope));
        cx.call_named(name, last.text(), receiver, CallKind::Construct, args);
        return true;
    }
    let own = object.is_none_or(|object| object.kind() == SELF);
    let Some(container) = cx.type_around().filter(|_| own) else { return false };
    let last = crate::types::last_segment(cx.name_text(container)).to_owned();
    cx.call_named(name, &last, Receiver::BARE, CallKind::Construct, args);
    true
}

/// `method(:name)`, `send(:name)` and the callbacks of a type's body hand on a method by its name.
fn hand_on_method<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>, receiver: Option<&Receiver>) {
    let by_name = matches!(name.text(), "method" | "public_send" | "send" | "__send__" | "respond_to");
    let in_type = receiver.is_none() && matches!(cx.place(), Place::Type | Place::Module);
    if !by_name && !in_type {
        return;
    }
    for argument in arguments(node) {
        if argument.kind() == SIMPLE_SYMBOL
            && let Some(text) = literal(argument)
        {
            let receiver = receiver.cloned().unwrap_or(Receiver::BARE);
            cx.call_named(argument, text, receiver, CallKind::Value, None);
        } else if by_name {
            return;
        }
    }
}

/// Calls without a receiver that declare something. Returns `None` for any other call.
fn declaration<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>) -> Option<Flow> {
    let text = name.text();
    let first = arguments(node).next();
    let in_type = matches!(cx.place(), Place::Type | Place::Module);
    match text {
        "require" | "require_relative" | "load" | "autoload" => {
            let (path, plain) = required(node)?;
            let system = plain && text != "require_relative";
            let kind = if system { ImportKind::SystemInclude } else { ImportKind::Include };
            cx.import(node.row(), kind, path, &[]);
            Some(Flow::Over)
        }
        "include" | "extend" | "prepend" if in_type => Some(Flow::Into),
        "attr_accessor" | "attr_reader" | "attr_writer" | "cattr_accessor" | "mattr_accessor" | "class_attribute"
        | "attribute"
            if in_type =>
        {
            let all = text != "attribute";
            let names = arguments(node).take(if all { usize::MAX } else { 1 });
            for name in names.collect::<Vec<_>>() {
                define_property(cx, name, None);
            }
            Some(Flow::Into)
        }
        "belongs_to" | "has_one" | "has_many" | "has_and_belongs_to_many" | "embeds_many" | "embeds_one" if in_type => {
            let named = keyword(node, "class_name").and_then(literal);
            let one = matches!(text, "belongs_to" | "has_one" | "embeds_one");
            let class = match (named, first.and_then(literal)) {
                (Some(class), _) => Some(class.to_owned()),
                (None, Some(name)) if one => Some(camel_case(name)),
                _ => None,
            };
            let ty = class.map(|class| cx.type_name(&class, usize::from(!one)));
            if let Some(first) = first {
                define_property(cx, first, ty);
            }
            Some(Flow::Into)
        }
        "alias_method" if in_type => {
            if let Some(first) = first {
                define_alias(cx, node, first);
            }
            Some(Flow::Over)
        }
        "define_method" | "scope" | "let" | "let!" | "subject" | "subject!" => {
            let named = first.filter(|first| literal(*first).is_some());
            let made =
                node.child(field::BLOCK).or_else(|| arguments(node).find(|argument| argument.kind() == LAMBDA))?;
            if !in_type && matches!(text, "define_method" | "scope") {
                return None;
            }
            let mut def = cx.def(SymbolKind::Function, node, named.unwrap_or(name));
            def.name = named.and_then(literal).unwrap_or("subject");
            def.mark(SymbolFlags::EXPORTED);
            if text == "scope" {
                def.mark(SymbolFlags::STATIC);
            }
            let body = made.child(field::BODY);
            let value = body.and_then(|body| body.named_children().last());
            def.ty = value.filter(|_| text.starts_with(['l', 's']) && text != "scope").and_then(|v| typed_value(cx, v));
            let sym = cx.define(def);
            cx.open(node, sym, Place::Function);
            Some(Flow::Into)
        }
        "task" | "namespace" if is_rake_file(cx) => {
            let first = first?;
            let target = if first.kind() == PAIR { first.child(field::KEY)? } else { first };
            let kind = if text == "task" { SymbolKind::Function } else { SymbolKind::Module };
            let mut def = cx.def(kind, node, target);
            def.name = literal(target).unwrap_or(target.text());
            let sym = cx.define(def);
            cx.open(node, sym, if text == "task" { Place::Function } else { Place::Module });
            Some(Flow::Into)
        }
        _ => None,
    }
}

fn is_rake_file(cx: &Cx<'_>) -> bool {
    let file = cx.file_name();
    file == "Rakefile" || file.rsplit('.').next().is_some_and(|extension| extension == "rake")
}

/// Returns the path that a call requires and whether it is written plainly; `File.expand_path("../x", __FILE__)` is
/// relative to the file.
fn required(node: Node<'_>) -> Option<(&str, bool)> {
    let last = arguments(node).last()?;
    if let Some(path) = literal(last) {
        return Some((path, true));
    }
    let mut parts = arguments(last);
    let path = parts.next().and_then(literal)?;
    let expands = last.child(field::METHOD).is_some_and(|method| method.text() == "expand_path");
    match parts.next().map(Node::text) {
        Some("__FILE__") if expands => path.strip_prefix("../").map(|path| (path, false)),
        Some("__dir__") if expands => Some((path, false)),
        _ => None,
    }
}

/// Returns `snake_case` as `SnakeCase`.
fn camel_case(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for word in name.split('_') {
        let mut chars = word.chars();
        out.extend(chars.next().map(|first| first.to_ascii_uppercase()));
        out.push_str(chars.as_str());
    }
    out
}

/// The methods whose block is a test or a group of tests, in byte order.
const TESTS: &[&str] = &[
    "context",
    "describe",
    "example",
    "feature",
    "it",
    "its",
    "scenario",
    "shared_context",
    "shared_examples",
    "shared_examples_for",
    "should",
    "specify",
    "test",
    "xdescribe",
    "xit",
];

/// Defines the test that a call with a block is. Returns whether it is one.
fn define_test<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>) -> bool {
    let receiver_fits = node.child(field::RECEIVER).is_none_or(|receiver| receiver.text() == "RSpec");
    if !receiver_fits
        || TESTS.binary_search(&name.text()).is_err()
        || node.child(field::BLOCK).is_none()
        || !is_test_file(cx)
    {
        return false;
    }
    let title = arguments(node)
        .next()
        .filter(|first| first.kind() == STRING || is_constant(*first) || literal(*first).is_some());
    let mut def = cx.def(SymbolKind::Test, node, name);
    if let Some(title) = title {
        def.name = literal(title).unwrap_or(title.text()).trim_matches('"');
    }
    def.mark(SymbolFlags::TEST);
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    true
}
