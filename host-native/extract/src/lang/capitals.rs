//! Owns what languages have in common that write types with a capital and functions without: Dart, Kotlin, Scala,
//! Swift; owns no language's syntax.

use graphicle_engine::facts::{CallKind, RefKind, Root};

use crate::cx::Cx;
use crate::spec::Flow;
use crate::syntax::Kind;
use crate::tree::Node;
use crate::types::dotted;

/// Returns whether a name is written as types are.
pub(super) fn is_type_name(name: &str) -> bool {
    name.trim_start_matches('_').starts_with(char::is_uppercase)
}

/// Records a call of `name` on `object`, or on nothing: the call of a type's name makes a value of the type.
pub(super) fn call<'t>(cx: &mut Cx<'t>, object: Option<Node<'t>>, name: Node<'t>, args: Option<u8>) {
    if object.is_none() && cx.is_builtin(name.text()) {
        return;
    }
    let Some(receiver) = cx.receiver(object, name) else { return };
    let makes = is_type_name(name.text()) && receiver.root != Root::Unknown;
    cx.call(name, receiver, if makes { CallKind::Construct } else { CallKind::Call }, args);
}

/// Records the use of a type with what it is in before it: `a.b.Item`, whose parts are of the kind `part`. The names of
/// one that is claimed are no uses of their own.
pub(super) fn type_path<'t>(cx: &mut Cx<'t>, node: Node<'t>, part: Kind) -> Flow {
    let names: Vec<Node<'t>> = node.children_of_kind(part).collect();
    if names.len() > 1 && !cx.is_claimed(node) {
        let path = dotted(node.text().trim_end_matches('?'));
        let (receiver, last) = cx.free_path(&path);
        cx.reference_named(node, last, receiver, RefKind::Type);
    }
    if names.len() > 1 || cx.is_claimed(node) {
        for name in names {
            cx.claim(name);
        }
    }
    Flow::Into
}
