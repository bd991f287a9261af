//! Owns the order in which a file's nodes are visited and what the tables' rules do there; owns no language.

use crate::cx::{Cx, Place};
use crate::spec::{Define, Flow, Opens, Rule};
use crate::tree::Node;

/// The walk looked at more nodes than it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooMuchWork;

/// Visits every node of the file. Stops when hooks have looked at more than `most` children: rules look at a node's
/// neighbours, which takes forever in a file whose nodes all have very many.
pub(crate) fn walk(cx: &mut Cx<'_>, most: u64) -> Result<(), TooMuchWork> {
    let tree = cx.tree();
    let grammar = cx.grammar();
    let mut at = 0;
    while let Some(node) = tree.node(at) {
        if tree.looks() > most {
            return Err(TooMuchWork);
        }
        cx.settle(at);
        let flow = match grammar.rule(node.kind()) {
            Rule::Visit => Flow::Into,
            Rule::Leaf | Rule::Skip | Rule::Drop => Flow::Over,
            Rule::Comment => {
                cx.comment(node);
                Flow::Over
            }
            Rule::Scope => {
                cx.open_block(node);
                Flow::Into
            }
            Rule::Define(define) => {
                define_at(cx, node, *define);
                Flow::Into
            }
            Rule::Call(kind) => {
                cx.call_at(node, kind);
                Flow::Into
            }
            Rule::Use(kind) => {
                cx.use_at(node, kind);
                Flow::Into
            }
            Rule::Hook(hook) => hook(cx, node),
        };
        at = match flow {
            Flow::Into => at.saturating_add(1),
            Flow::Over => node.next().max(at.saturating_add(1)),
        };
    }
    Ok(())
}

/// Defines what the table says and opens its inside.
fn define_at<'t>(cx: &mut Cx<'t>, node: Node<'t>, define: Define) {
    let Some(name) = node.child_of_kind(define.name) else { return };
    let def = cx.def(define.kind, node, name);
    let sym = cx.define(def);
    match define.opens {
        Opens::Nothing => cx.attribute_to(node, sym),
        Opens::Type => cx.open(node, sym, Place::Type),
    }
}
