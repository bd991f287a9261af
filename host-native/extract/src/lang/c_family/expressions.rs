//! Owns calls and names in use, as C, C++ and Objective-C have them in common; owns no definition.

use graphicle_engine::facts::{CallKind, Receiver, RefKind};

use super::{IDENTIFIER, TYPE_IDENTIFIER, prepare, tests};
use crate::cx::Cx;
use crate::lang::cpp;
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// Records a call.
pub(super) fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(function) = node.child(field::FUNCTION) else { return Flow::Into };
    let Some((object, name)) = cx.claim_callee(function) else { return Flow::Into };
    if object.is_none() && cx.is_builtin(name.text()) {
        return Flow::Into;
    }
    if let Some(receiver) = cx.receiver(object, name) {
        let args = cx.count_args(node);
        let kind = if object.is_none() { tests::kind_of_call(name.text()) } else { CallKind::Call };
        cx.call(name, receiver, kind, args);
    }
    cpp::allocate(cx, node, name);
    Flow::Into
}

/// Records the use of a name. One in capitals is a constant and no function handed on.
pub(super) fn name_in_use<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let text = node.text();
    if !prepare::is_capital(text) {
        cx.use_at(node, RefKind::Value);
    } else if !cx.is_claimed(node) && !cx.is_local(text) && !cx.is_builtin(text) {
        cx.reference(node, Receiver::BARE, RefKind::Value);
    }
    Flow::Into
}

/// Returns what stands before the name of a type that is written out, and the name; `None` for what only stands for
/// another type: wrappers, collections.
pub(in crate::lang) fn constructed<'t>(cx: &Cx<'t>, ty: Node<'t>) -> Option<(Option<Node<'t>>, Node<'t>)> {
    match ty.kind() {
        TYPE_IDENTIFIER | IDENTIFIER => Some((None, ty)),
        cpp::TEMPLATE_TYPE | cpp::QUALIFIED if !cpp::stands_for_another(ty) => cx.callee(ty),
        _ => None,
    }
}
