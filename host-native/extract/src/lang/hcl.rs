//! Owns what HCL's syntax means: Terraform's blocks and what refers to them, and other tools' labelled blocks.

use graphicle_engine::facts::{ImportKind, Receiver, RefKind, Root, Step, SymbolKind};

use crate::cx::{Cx, Place};
use crate::spec::{Flow, Rule, Spec};
use crate::syntax::kinds;
use crate::tree::Node;

use super::outline;

kinds! {
    ATTRIBUTE = "attribute",
    BLOCK = "block",
    BODY = "body",
    COMMENT = "comment",
    CONFIG_FILE = "config_file",
    EXPRESSION = "expression",
    FOR_EXPR = "for_expr",
    FOR_INTRO = "for_intro",
    FUNCTION_ARGUMENTS = "function_arguments",
    FUNCTION_CALL = "function_call",
    IDENTIFIER = "identifier",
    STRING = "string_lit",
    TEMPLATE_LITERAL = "template_literal",
    VARIABLE = "variable_expr",
}

/// HCL.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (ATTRIBUTE, Rule::Hook(attribute)),
        (BLOCK, Rule::Hook(block)),
        (COMMENT, Rule::Comment),
        (FOR_EXPR, Rule::Hook(for_expression)),
        (FUNCTION_CALL, Rule::Hook(call)),
        (STRING, Rule::Leaf),
        (TEMPLATE_LITERAL, Rule::Leaf),
        (VARIABLE, Rule::Hook(variable)),
    ],
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_hcl::LANGUAGE.into(), KINDS)
};

/// How many bytes the attributes after a name are looked for in.
const LONGEST_PATH: usize = 512;

/// Names that are no blocks: what a loop or a block says of itself, and the tool's own.
const WORDS: [&str; 6] = ["count", "each", "path", "self", "terraform", "this"];

/// A block is called as others refer to it: `aws_instance.web`, `data.aws_ami.ubuntu`, `var.region`.
fn block<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(word) = node.child_of_kind(IDENTIFIER) else { return Flow::Into };
    let labels: Vec<Node<'t>> = node.named_children().skip(1).take_while(|n| is_label(*n)).collect();
    let outermost = is_outermost(node);
    if word.text() == "dynamic" {
        cx.open_block(node);
        if let Some(label) = labels.first() {
            cx.bind(label_text(*label), Receiver::UNKNOWN);
        }
    }
    let terraform = [".tf", ".tfvars", ".tofu"].iter().any(|ending| cx.path().ends_with(ending));
    if word.text() == "locals" || !outermost && (terraform || labels.is_empty()) {
        return Flow::Into;
    }
    let name = labels.last().copied().unwrap_or(word);
    if label_text(name).is_empty() {
        return Flow::Into;
    }
    let mut path = Vec::new();
    match word.text() {
        "resource" if labels.len() > 1 => {}
        "variable" => path.push("var"),
        _ if labels.is_empty() => {}
        other => path.push(other),
    }
    path.extend(labels.iter().take(labels.len().saturating_sub(1)).map(|label| label_text(*label)));
    let around = cx.container().map(|around| cx.name_text(around).to_owned());
    let container = around.as_deref().into_iter().chain(path.iter().copied()).collect::<Vec<_>>().join(".");
    let mut def = cx.def(SymbolKind::Block, node, name);
    def.name = label_text(name);
    def.container = if container.is_empty() { None } else { Some(cx.name(&container)) };
    let sym = cx.define(def);
    cx.open(node, sym, Place::Type);
    Flow::Into
}

fn is_label(node: Node<'_>) -> bool {
    matches!(node.kind(), STRING | IDENTIFIER)
}

fn label_text(label: Node<'_>) -> &str {
    label.text().trim_matches('"')
}

fn is_outermost(node: Node<'_>) -> bool {
    let around = node.parent().filter(|parent| parent.kind() == BODY).and_then(Node::parent);
    around.is_some_and(|around| around.kind() == CONFIG_FILE)
}

/// The word of the block that an attribute stands in.
fn block_around(attribute: Node<'_>) -> Option<&str> {
    let block = attribute.parent()?.parent().filter(|around| around.kind() == BLOCK)?;
    block.child_of_kind(IDENTIFIER).map(Node::text)
}

fn attribute<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child_of_kind(IDENTIFIER) else { return Flow::Into };
    let word = block_around(node);
    if word == Some("locals") {
        let mut def = cx.def(SymbolKind::Constant, node, name);
        def.container = Some(cx.name("local"));
        let sym = cx.define(def);
        cx.attribute_to(node, sym);
    } else if is_outermost(node) {
        let def = cx.def(SymbolKind::Entry, node, name);
        let sym = cx.define(def);
        cx.attribute_to(node, sym);
    } else if word == Some("module") && name.text() == "source" {
        let source = node.child_of_kind(EXPRESSION).map_or("", |value| value.text().trim_matches('"'));
        if source.starts_with("./") || source.starts_with("../") {
            cx.import(node.row(), ImportKind::Include, source, &[]);
        }
    }
    Flow::Into
}

fn for_expression<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    cx.open_block(node);
    let intro = node.subtree().find(|below| below.kind() == FOR_INTRO);
    for name in intro.into_iter().flat_map(|intro| intro.children_of_kind(IDENTIFIER)) {
        cx.bind(name.text(), Receiver::UNKNOWN);
    }
    Flow::Into
}

/// Functions are the tool's own; those that read a file say which one.
fn call<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let reads = node
        .child_of_kind(IDENTIFIER)
        .is_some_and(|name| name.text().starts_with("file") || name.text() == "templatefile");
    let first = node.child_of_kind(FUNCTION_ARGUMENTS).and_then(Node::first_named);
    if let Some(path) = first.filter(|_| reads).and_then(|first| own_path(first.text())) {
        cx.import(node.row(), ImportKind::Include, path, &[]);
    }
    Flow::Into
}

/// Returns the path, relative to the file, that a string names.
fn own_path(text: &str) -> Option<&str> {
    let path = text.strip_prefix('"')?.strip_suffix('"')?;
    let path = path.strip_prefix("${path.module}/").unwrap_or(path);
    (!path.is_empty() && !path.contains("${")).then_some(path)
}

fn variable<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let first = node.text();
    if WORDS.contains(&first) || cx.is_local(first) {
        return Flow::Over;
    }
    // The grammar hangs the attributes of an operator's right side on the whole operation: the text tells them.
    let after = outline::upto(cx.tree().text(), node.end() as usize, LONGEST_PATH);
    let mut attributes = attributes(after);
    let mut receiver = Receiver { root: Root::Free(cx.name(first)), steps: Vec::new() };
    if first == "data"
        && let Some(ty) = attributes.next()
    {
        receiver.steps.push(Step::Field(cx.name(ty)));
    }
    if let Some(name) = attributes.next() {
        cx.reference_named(node, name, receiver, RefKind::Value);
    }
    Flow::Over
}

/// Returns the names in `.a.b[0].c` at the start of a text; what stands in brackets is passed over.
fn attributes(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        while let Some(inside) = rest.strip_prefix('[') {
            rest = inside.split_once(']')?.1;
        }
        let name = rest.strip_prefix('.')?;
        let length = name.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-'))).unwrap_or(name.len());
        let (name, after) = name.split_at_checked(length)?;
        rest = after;
        (!name.is_empty()).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_follow_a_name() {
        let all = |text| attributes(text).collect::<Vec<_>>();
        assert_eq!(all(".a[count.index].b-c > 1"), ["a", "b-c"]);
        assert_eq!(all("[0].x.*.y"), ["x"]);
        assert_eq!(all(" + .a"), Vec::<&str>::new());
    }

    #[test]
    fn only_paths_without_expressions_are_own() {
        assert_eq!(own_path("\"${path.module}/init.sh\""), Some("init.sh"));
        assert_eq!(own_path("\"scripts/a.sh\""), Some("scripts/a.sh"));
        assert_eq!(own_path("\"${var.x}/a.sh\""), None);
        assert_eq!(own_path("var.file"), None);
    }
}
