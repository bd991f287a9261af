//! Owns the local names of C++'s statements and lambdas; owns no definition.

use graphicle_engine::facts::Receiver;

use super::{PLACEHOLDER_TYPE, STRUCTURED_BINDING};
use crate::cx::Cx;
use crate::lang::c_family::{declarators, locals};
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// `for (auto &x : xs)`
pub(super) fn for_range<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let (Some(declarator), Some(right)) = (node.child(field::DECLARATOR), node.child(field::RIGHT)) else {
        return Flow::Into;
    };
    let Some(declared) = declarators::declared(declarator) else { return Flow::Into };
    let ty = node.child(field::TYPE).filter(|ty| ty.kind() != PLACEHOLDER_TYPE);
    let known = if let Some(ty) = ty {
        cx.typed(Some(ty))
    } else {
        let collection = cx.chain(right);
        if collection == Receiver::UNKNOWN { collection } else { cx.element_of(collection) }
    };
    if declared.name.kind() == STRUCTURED_BINDING {
        locals::bind_parts(cx, right, declared.name, Some(known));
    } else {
        cx.claim(declared.name);
        cx.bind_after(right, declared.name.text(), known);
    }
    Flow::Into
}

pub(super) fn catch<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(list) = node.child(field::PARAMETERS) {
        locals::bind_parameters(cx, list);
    }
    Flow::Into
}

/// The calls in a lambda belong to the function around it.
pub(super) fn lambda<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    if let Some(list) = node.child(field::DECLARATOR).and_then(|declarator| declarator.child(field::PARAMETERS)) {
        locals::bind_parameters(cx, list);
    }
    Flow::Into
}

/// `[x = f()]`
pub(super) fn lambda_capture<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let (Some(name), Some(value)) = (node.child(field::LEFT), node.child(field::RIGHT)) {
        cx.claim(name);
        let known = cx.chain(value);
        cx.bind_after(value, name.text(), known);
    }
    Flow::Into
}
