//! Owns Python's local names other than by assignment: what a function's body binds, loops, `with`, `except`,
//! comprehensions, patterns, and what a test tells of a name's type.

use graphicle_engine::facts::{Receiver, SymbolFlags};

use super::{
    AS_PATTERN, AS_PATTERN_TARGET, ASSIGNMENT, ATTRIBUTE, AUGMENTED_ASSIGNMENT, BOOLEAN, BREAK, CALL, CASE_PATTERN,
    CLASS, CLASS_PATTERN, COMPARISON, CONTINUE, DOTTED_NAME, ELIF, ELSE, EXCEPT, EXPRESSION_LIST, FOR, FOR_IN,
    FUNCTION, GLOBAL, IDENTIFIER, IF, KEYWORD_PATTERN, LAMBDA, MATCH, NAMED_EXPRESSION, NONLOCAL, NOT, PARENTHESIZED,
    PATTERN_LIST, RAISE, RETURN, SPLAT_PATTERN, SUBSCRIPT, TRY, TUPLE, TUPLE_PATTERN, WHILE,
};
use crate::cx::{Cx, Place};
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// Binds the names that a function's body binds anywhere: they are local in all of it, before their first assignment
/// too. Definitions and `global` names mean what they mean outside of local names.
pub(super) fn bind_names_of_body<'t>(cx: &mut Cx<'t>, body: Node<'t>) {
    let tree = cx.tree();
    let mut local: Vec<&'t str> = Vec::new();
    let mut shared: Vec<&'t str> = Vec::new();
    let mut outer: Vec<&'t str> = Vec::new();
    let mut at = body.at();
    while at < body.next() {
        let Some(node) = tree.node(at) else { break };
        at = at.saturating_add(1);
        match node.kind() {
            FUNCTION | CLASS => {
                shared.extend(node.child(field::NAME).map(Node::text));
                at = node.next();
            }
            LAMBDA => at = node.next(),
            ASSIGNMENT | AUGMENTED_ASSIGNMENT | FOR => {
                if let Some(left) = node.child(field::LEFT) {
                    each_name(cx, left, |name| local.push(name.text()));
                }
            }
            AS_PATTERN_TARGET => each_name(cx, node, |name| local.push(name.text())),
            NAMED_EXPRESSION => local.extend(node.child(field::NAME).map(Node::text)),
            GLOBAL => shared.extend(node.named_children().map(Node::text)),
            NONLOCAL => outer.extend(node.named_children().map(Node::text)),
            _ => {}
        }
    }
    for names in [&mut local, &mut shared, &mut outer] {
        names.sort_unstable();
        names.dedup();
    }
    for name in &shared {
        cx.bind_shared(name);
    }
    for name in local {
        let elsewhere = shared.binary_search(&name).is_ok() || outer.binary_search(&name).is_ok();
        if !elsewhere && name != "_" && !cx.is_bound_here(name) {
            cx.bind_nothing(name);
        }
    }
}

/// Calls `found` with every name that a target binds, not with those in `a.b` and `a[b]`.
fn each_name<'t>(cx: &Cx<'t>, target: Node<'t>, mut found: impl FnMut(Node<'t>)) {
    let tree = cx.tree();
    let mut at = target.at();
    while at < target.next() {
        let Some(node) = tree.node(at) else { break };
        at = at.saturating_add(1);
        match node.kind() {
            IDENTIFIER => found(node),
            ATTRIBUTE | SUBSCRIPT | CALL => at = node.next(),
            _ => {}
        }
    }
}

/// Binds every name of a target to the same, from the end of `after` on.
fn bind_all_after<'t>(cx: &mut Cx<'t>, after: Node<'t>, target: Node<'t>, known: &Receiver) {
    let mut names = Vec::new();
    each_name(cx, target, |name| names.push(name));
    for name in names {
        bind_one_after(cx, after, name, known.clone());
    }
}

fn bind_one_after<'t>(cx: &mut Cx<'t>, after: Node<'t>, name: Node<'t>, known: Receiver) {
    cx.claim(name);
    let is_variable = cx.place() != Place::Function && cx.defined(None, name.text()).is_some();
    if !cx.is_shared(name.text()) && !is_variable {
        cx.bind_after(after, name.text(), known);
    }
}

/// `for a in b`: the names are there once the expression has been read.
pub(super) fn for_loop<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(left), Some(right)) = (node.child(field::LEFT), node.child(field::RIGHT)) else { return Flow::Into };
    for (target, known) in loop_values(cx, left, right) {
        bind_all_after(cx, right, target, &known);
    }
    Flow::Into
}

/// A comprehension: its names are local to it, and its body stands before what binds them.
pub(super) fn comprehension<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    for clause in node.children_of_kind(FOR_IN) {
        let (Some(left), Some(right)) = (clause.child(field::LEFT), clause.child(field::RIGHT)) else { continue };
        for (target, known) in loop_values(cx, left, right) {
            let mut names = Vec::new();
            each_name(cx, target, |name| names.push(name));
            for name in names {
                cx.claim(name);
                cx.bind(name.text(), known.clone());
            }
        }
    }
    Flow::Into
}

/// Returns what each target of a loop takes from one round to the next.
fn loop_values<'t>(cx: &mut Cx<'t>, left: Node<'t>, right: Node<'t>) -> Vec<(Node<'t>, Receiver)> {
    if !matches!(left.kind(), PATTERN_LIST | TUPLE_PATTERN) {
        let known = if right.kind() == EXPRESSION_LIST { Receiver::UNKNOWN } else { element(cx, right) };
        return vec![(left, known)];
    }
    let targets: Vec<Node<'t>> = left.named_children().collect();
    let sources = sources_of_parts(cx, right, targets.len());
    let mut values = Vec::with_capacity(targets.len());
    for (target, source) in targets.into_iter().zip(sources) {
        let known = match source {
            Some(source) if matches!(target.kind(), IDENTIFIER) => element(cx, source),
            _ => Receiver::UNKNOWN,
        };
        values.push((target, known));
    }
    values
}

/// Returns the collections whose elements the parts of a loop's target take: of `enumerate(a)` the second is `a`, of
/// `a.items()` the second is `a`, of `zip(a, b)` each is one.
fn sources_of_parts<'t>(cx: &Cx<'t>, right: Node<'t>, parts: usize) -> Vec<Option<Node<'t>>> {
    let mut sources = vec![None; parts];
    if right.kind() != CALL {
        return sources;
    }
    let Some(function) = right.child(field::FUNCTION) else { return sources };
    let arguments = right.child(field::ARGUMENTS);
    let second = match function.kind() {
        ATTRIBUTE if function.child(field::ATTRIBUTE).is_some_and(|name| name.text() == "items") => {
            function.child(field::OBJECT)
        }
        IDENTIFIER if !cx.is_builtin(function.text()) => None,
        IDENTIFIER if function.text() == "enumerate" => arguments.and_then(Node::first_named),
        IDENTIFIER if function.text() == "zip" => {
            let all = arguments.into_iter().flat_map(Node::named_children);
            for (slot, argument) in sources.iter_mut().zip(all) {
                *slot = Some(argument);
            }
            return sources;
        }
        _ => None,
    };
    if let (2, Some(slot)) = (parts, sources.get_mut(1)) {
        *slot = second;
    }
    sources
}

fn element<'t>(cx: &mut Cx<'t>, collection: Node<'t>) -> Receiver {
    let known = cx.chain(collection);
    cx.element_of(known)
}

/// `with a as b`.
pub(super) fn with_item<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(pattern) = node.child(field::VALUE).filter(|value| value.kind() == AS_PATTERN) else {
        return Flow::Into;
    };
    if let (Some(value), Some(target)) = (pattern.first_named(), pattern.child(field::ALIAS)) {
        let single = target.first_named().is_some_and(|inner| inner.kind() == IDENTIFIER);
        let known = if single { cx.chain(value) } else { Receiver::UNKNOWN };
        bind_all_after(cx, node, target, &known);
    }
    Flow::Into
}

/// `except A as b`.
pub(super) fn except<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(pattern) = node.child(field::VALUE).filter(|value| value.kind() == AS_PATTERN) else {
        return Flow::Into;
    };
    if let (Some(ty), Some(target)) = (pattern.first_named(), pattern.child(field::ALIAS)) {
        let known = if ty.kind() == TUPLE { Receiver::UNKNOWN } else { cx.typed(Some(ty)) };
        bind_all_after(cx, pattern, target, &known);
    }
    Flow::Into
}

/// `(a := b)`.
pub(super) fn named_expression<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let (Some(name), Some(value)) = (node.child(field::NAME), node.child(field::VALUE)) {
        let known = cx.chain(value);
        bind_one_after(cx, node, name, known);
    }
    Flow::Into
}

/// A block that may run or not; inside one that a type test guards, the tested name has the type.
pub(super) fn block<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(parent) = node.parent() else { return Flow::Into };
    if !matches!(parent.kind(), IF | ELIF | ELSE | FOR | WHILE | TRY | EXCEPT) {
        return Flow::Into;
    }
    cx.open_branch(node);
    if node.field() == field::CONSEQUENCE
        && let Some(test) = parent.child(field::CONDITION).and_then(|condition| type_test(condition, true))
    {
        narrow(cx, test);
    }
    Flow::Into
}

/// `if`: an early exit on a failed type test tells the type of what follows; calls of a script's own functions under
/// `if __name__ == "__main__"` are where it starts.
pub(super) fn conditional<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let (Some(condition), Some(body)) = (node.child(field::CONDITION), node.child(field::CONSEQUENCE)) else {
        return Flow::Into;
    };
    if cx.place() == Place::File && is_script_test(node) {
        mark_entry_points(cx, body);
        return Flow::Into;
    }
    each_tested_name(condition, |name| cx.let_yield(name));
    let leaves = body.named_children().last().map(Node::kind);
    if matches!(leaves, Some(RETURN | RAISE | CONTINUE | BREAK))
        && let Some((name, ty)) = type_test(condition, false)
    {
        let known = cx.typed(Some(ty));
        if cx.is_local(name) {
            cx.bind_after(node, name, known);
        }
    }
    Flow::Into
}

/// Calls `found` with the names whose own value a condition tests: `a`, `not a`, `a is None`.
fn each_tested_name<'t>(condition: Node<'t>, mut found: impl FnMut(&'t str)) {
    let mut open = vec![condition];
    for _ in 0..MAX_TESTS {
        let Some(node) = open.pop() else { return };
        match node.kind() {
            IDENTIFIER => found(node.text()),
            NOT => open.extend(node.child(field::ARGUMENT)),
            PARENTHESIZED | COMPARISON => open.extend(node.first_named()),
            BOOLEAN => open.extend(node.named_children()),
            CALL => open.extend(type_test(node, true).and_then(|_| node.child(field::ARGUMENTS)?.first_named())),
            _ => {}
        }
    }
}

/// How many parts of a condition are looked at.
const MAX_TESTS: usize = 16;

/// Returns the name and the type of `isinstance(name, Type)` in a condition that holds only where the test's outcome
/// is `outcome`.
fn type_test(condition: Node<'_>, outcome: bool) -> Option<(&str, Node<'_>)> {
    let mut node = condition;
    let mut wanted = outcome;
    for _ in 0..MAX_TESTS {
        match node.kind() {
            PARENTHESIZED => node = node.first_named()?,
            NOT => {
                wanted = !wanted;
                node = node.child(field::ARGUMENT)?;
            }
            BOOLEAN if wanted == outcome => {
                let word = if wanted { "and" } else { "or" };
                node.child(field::OPERATOR).filter(|operator| operator.text() == word)?;
                node = node.child(field::LEFT)?;
            }
            CALL if wanted => {
                node.child(field::FUNCTION).filter(|function| function.text() == "isinstance")?;
                let mut arguments = node.child(field::ARGUMENTS)?.named_children();
                let name = arguments.next().filter(|name| name.kind() == IDENTIFIER)?;
                let ty = arguments.next().filter(|ty| ty.kind() != TUPLE)?;
                return Some((name.text(), ty));
            }
            _ => return None,
        }
    }
    None
}

fn narrow<'t>(cx: &mut Cx<'t>, (name, ty): (&'t str, Node<'t>)) {
    let known = cx.typed(Some(ty));
    cx.bind_narrowed(name, known);
}

/// `assert isinstance(a, B)`.
pub(super) fn assertion<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some((name, ty)) = node.first_named().and_then(|condition| type_test(condition, true))
        && cx.is_local(name)
    {
        let known = cx.typed(Some(ty));
        cx.bind_after(node, name, known);
    }
    Flow::Into
}

/// One case of a `match`: it binds the names of its pattern, and a pattern that is a class tells what is matched.
pub(super) fn case<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_branch(node);
    for pattern in node.children_of_kind(CASE_PATTERN) {
        if let Some(class) = matched_class(pattern)
            && let Some(subject) = node.parent().and_then(Node::parent).and_then(|block| subject_of(block, node))
        {
            narrow(cx, (subject.text(), class));
        }
        bind_captures(cx, pattern);
    }
    Flow::Into
}

fn subject_of<'t>(around: Node<'t>, case: Node<'t>) -> Option<Node<'t>> {
    let statement = if around.kind() == MATCH { around } else { case.parent().filter(|node| node.kind() == MATCH)? };
    statement.child(field::SUBJECT).filter(|subject| subject.kind() == IDENTIFIER)
}

/// Returns the name of the class that a whole pattern asks for.
fn matched_class(pattern: Node<'_>) -> Option<Node<'_>> {
    let mut node = pattern;
    for _ in 0..MAX_TESTS {
        match node.kind() {
            CASE_PATTERN | AS_PATTERN => node = node.first_named()?,
            CLASS_PATTERN => return node.first_named(),
            _ => return None,
        }
    }
    None
}

fn bind_captures<'t>(cx: &mut Cx<'t>, pattern: Node<'t>) {
    let tree = cx.tree();
    for at in pattern.at()..pattern.next() {
        let (Some(node), Some(parent)) = (tree.node(at), tree.node(at).and_then(Node::parent)) else { continue };
        match (node.kind(), parent.kind()) {
            // A dotted name of one part captures, unless it names a class.
            (DOTTED_NAME, CLASS_PATTERN) => {}
            (DOTTED_NAME, _) if node.named_children().count() == 1 => {
                cx.claim_all(node);
                cx.bind(node.text(), Receiver::UNKNOWN);
            }
            (IDENTIFIER, AS_PATTERN) => {
                cx.claim(node);
                let known = matched_class(parent).map_or(Receiver::UNKNOWN, |class| cx.typed(Some(class)));
                cx.bind(node.text(), known);
            }
            (IDENTIFIER, SPLAT_PATTERN) => {
                cx.claim(node);
                cx.bind(node.text(), Receiver::UNKNOWN);
            }
            (IDENTIFIER, KEYWORD_PATTERN) => cx.claim(node),
            _ => {}
        }
    }
}

/// Returns whether an `if` asks whether the file is run as a script.
pub(super) fn is_script_test(node: Node<'_>) -> bool {
    node.child(field::CONDITION).is_some_and(|condition| {
        condition.kind() == COMPARISON
            && condition.named_children().any(|side| side.text() == "__name__")
            && condition.named_children().any(|side| side.text().trim_matches(['"', '\'']) == "__main__")
    })
}

/// Marks the functions of the file that a script's start calls: the ones that are called like a start, else all.
fn mark_entry_points<'t>(cx: &mut Cx<'t>, body: Node<'t>) {
    let tree = cx.tree();
    let mut called = Vec::new();
    for at in body.at()..body.next() {
        let function = tree.node(at).filter(|node| node.kind() == CALL).and_then(|call| call.child(field::FUNCTION));
        if let Some(function) = function.filter(|function| function.kind() == IDENTIFIER)
            && let Some(sym) = cx.defined(None, function.text())
        {
            called.push((function.text().trim_matches('_'), sym));
        }
    }
    let is_start = |name: &str| matches!(name, "main" | "run" | "cli" | "app" | "start");
    let only_starts = called.iter().any(|(name, _)| is_start(name));
    for (name, sym) in called {
        if cx.kind_of(sym).is_callable() && (!only_starts || is_start(name)) {
            cx.mark(sym, SymbolFlags::ENTRY_POINT);
        }
    }
}
