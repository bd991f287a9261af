//! Owns what can be read inside the tokens that Rust's macros are given: calls, by their shape; owns no macro's
//! meaning.
//!
//! Most macros take expressions (`assert!`, `vec!`, `write!`, `select!`, a project's own), so that
//! `a.b(c)`, `a::b(c)` and `f(c)` in their tokens are taken for calls, with the same receivers as outside. What takes
//! another language or builds code (`quote!`, `asm!`, `html!`) is not looked into.

use graphicle_engine::facts::{CallKind, Receiver, Root, Step, SymbolFlags, SymbolKind};

use super::{
    BLOCK_COMMENT, CRATE, IDENTIFIER, LINE_COMMENT, MUTABLE, SELF, SUPER, TOKEN_TREE, UNWRAPPING, attributes,
    starts_upper,
};
use crate::cx::{Cx, Place};
use crate::spec::Flow;
use crate::syntax::field;
use crate::tree::Node;

/// Macros of the standard library, in byte order: known to all, no calls into a project.
const STANDARD: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "column",
    "compile_error",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include",
    "include_bytes",
    "include_str",
    "line",
    "matches",
    "module_path",
    "option_env",
    "panic",
    "print",
    "println",
    "stringify",
    "thread_local",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// Macros whose tokens are no expressions of the code around, in byte order.
const FOREIGN: &[&str] = &[
    "asm",
    "css",
    "global_asm",
    "html",
    "llvm_asm",
    "naked_asm",
    "parse_quote",
    "parse_quote_spanned",
    "query",
    "query_as",
    "quote",
    "quote_spanned",
    "rsx",
    "sql",
    "stringify",
    "view",
];

/// The most steps of a receiver, as the engine documents it.
const MAX_STEPS: usize = 8;

pub(super) fn definition<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Over };
    let mut def = cx.def(SymbolKind::Macro, node, name);
    if attributes(cx, node).any(|attribute| attribute.text().contains("macro_export")) {
        def.mark(SymbolFlags::EXPORTED);
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    Flow::Into
}

pub(super) fn invocation<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some((object, name)) = node.child(field::MACRO).and_then(|path| cx.callee(path)) else { return Flow::Into };
    cx.claim_all(node.child(field::MACRO).unwrap_or(name));
    if STANDARD.binary_search(&name.text()).is_err()
        && let Some(receiver) = cx.receiver(object, name)
    {
        cx.call(name, receiver, CallKind::Macro, None);
    }
    if FOREIGN.binary_search(&name.text()).is_ok() {
        return Flow::Over;
    }
    cx.open_block(node);
    Flow::Into
}

/// Reads the calls among the tokens directly in a tree; the walk comes to the trees inside.
pub(super) fn token_tree<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let mut reader = Reader { at: node.start().saturating_add(1), last: Last::Nothing, in_parameters: false };
    let tokens: Vec<Node<'t>> = node
        .children()
        .filter(|child| child.is_named() && !matches!(child.kind(), LINE_COMMENT | BLOCK_COMMENT | MUTABLE))
        .collect();
    for (nth, token) in tokens.iter().enumerate() {
        reader.token(cx, *token, tokens.get(nth + 1).copied());
    }
    Flow::Into
}

/// What the tokens before say of the next one.
enum Last {
    /// Nothing to go on from.
    Nothing,
    /// An expression of which nothing is known but that it is one.
    Value,
    /// An expression.
    Chain(Receiver),
    /// A closure's parameter, whose type may follow.
    Parameter,
    /// The words `static ref` of `lazy_static!`.
    StaticRef,
}

struct Reader {
    /// Where the last token ended.
    at: u32,
    last: Last,
    /// Whether the tokens are between the bars of a closure.
    in_parameters: bool,
}

impl Reader {
    fn token<'t>(&mut self, cx: &mut Cx<'t>, token: Node<'t>, next: Option<Node<'t>>) {
        let between = cx.tree().text().get(self.at as usize..token.start() as usize).unwrap_or("");
        let touches = between.is_empty();
        let joint: String = between.replace(".await", "").chars().filter(|c| !c.is_whitespace() && *c != '?').collect();
        let joint = joint.strip_suffix("mut").unwrap_or(&joint);
        self.at = token.end();
        if self.parameter(cx, token, joint) {
            return;
        }
        let last = core::mem::replace(&mut self.last, Last::Nothing);
        if token.kind() == TOKEN_TREE {
            // What is called has been read with its name: an index is left to look at.
            self.last = match last {
                Last::Chain(chain) if touches && token.text().starts_with('[') => Last::Chain(cx.element_of(chain)),
                Last::Chain(chain) if touches => Last::Chain(chain),
                _ => Last::Value,
            };
            return;
        }
        let is_name = matches!(token.kind(), IDENTIFIER | SELF | SUPER | CRATE) || token.text() == "$crate";
        if !is_name {
            self.last = Last::Value;
            return;
        }
        let chain = match joint {
            "." => match last {
                Last::Chain(chain) => chain,
                _ => Receiver::UNKNOWN,
            },
            #[expect(clippy::single_match_else, reason = "the comment says what the other case is")]
            "::" => match last {
                Last::Chain(chain) => chain,
                // Generic arguments or a type stand before: the path has no known start.
                _ => {
                    cx.claim(token);
                    return;
                }
            },
            _ => {
                if joint.ends_with("let") {
                    cx.claim(token);
                    cx.bind(token.text(), Receiver::UNKNOWN);
                } else if joint.ends_with("static") && token.text() == "ref" {
                    cx.claim(token);
                    self.last = Last::StaticRef;
                    return;
                } else if matches!(last, Last::StaticRef) {
                    lazy_static(cx, token, next);
                    return;
                }
                self.last = Last::Chain(start(cx, token, next));
                return;
            }
        };
        cx.claim(token);
        let name = cx.name(token.text());
        if is_called(token, next) {
            cx.call(token, chain.clone(), CallKind::Call, next.and_then(|next| count(cx, next)));
            let unwraps = UNWRAPPING.binary_search(&token.text()).is_ok();
            self.last = Last::Chain(if unwraps { chain } else { step(chain, Step::Call(name)) });
        } else {
            self.last = Last::Chain(step(chain, Step::Field(name)));
        }
    }

    /// Binds the parameters between a closure's bars. Returns whether the token is one of them.
    fn parameter<'t>(&mut self, cx: &mut Cx<'t>, token: Node<'t>, joint: &str) -> bool {
        let mut rest = joint;
        while let Some((before, after)) = rest.split_once('|') {
            let opens = before.is_empty() && matches!(self.last, Last::Nothing)
                || before.ends_with([',', '=', '(', '{', ';', '>'])
                || before.ends_with("move");
            self.in_parameters = !self.in_parameters && opens;
            rest = after;
        }
        if !self.in_parameters || token.kind() != IDENTIFIER {
            return false;
        }
        cx.claim(token);
        let told = joint.trim_end_matches('&').ends_with(':') && !joint.contains("::");
        match (&self.last, told) {
            (Last::Parameter, true) if starts_upper(token.text()) => {
                self.last = Last::Nothing;
                if let Some(before) = self.parameter_before(cx, token) {
                    let known = Receiver { root: Root::Typed(cx.name(token.text())), steps: Vec::new() };
                    cx.bind(before, known);
                }
            }
            _ => {
                cx.bind(token.text(), Receiver::UNKNOWN);
                self.last = Last::Parameter;
            }
        }
        true
    }

    /// Returns the name before the colon before a type.
    #[expect(clippy::unused_self, reason = "asked of the scanner like its other questions")]
    fn parameter_before<'t>(&self, cx: &Cx<'t>, ty: Node<'t>) -> Option<&'t str> {
        let text = cx.tree().text().get(..ty.start() as usize)?;
        let name = text.trim_end().trim_end_matches("mut").trim_end_matches(['&', ' ']).strip_suffix(':')?.trim_end();
        let start = name.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        name.get(start..)
    }
}

/// Returns what the first name of an expression is, recording a call of it.
fn start<'t>(cx: &mut Cx<'t>, token: Node<'t>, next: Option<Node<'t>>) -> Receiver {
    let text = token.text();
    let after = cx.tree().text().get(token.end() as usize..).unwrap_or("");
    if token.kind() == SELF && !after.starts_with("::") {
        return Receiver { root: Root::SelfValue, steps: Vec::new() };
    }
    if text == "Self" {
        return Receiver { root: Root::SelfType, steps: Vec::new() };
    }
    if after.starts_with('!') && next.is_some_and(|next| next.kind() == TOKEN_TREE) {
        cx.claim(token);
        if STANDARD.binary_search(&text).is_err() {
            cx.call(token, Receiver::BARE, CallKind::Macro, None);
        }
        return Receiver::UNKNOWN;
    }
    if !is_called(token, next) {
        return cx.root_of(text);
    }
    cx.claim(token);
    if cx.is_builtin(text) {
        return Receiver::UNKNOWN;
    }
    let receiver = if cx.is_local(text) { Receiver::UNKNOWN } else { Receiver::BARE };
    cx.call(token, receiver.clone(), CallKind::Call, next.and_then(|next| count(cx, next)));
    if receiver == Receiver::UNKNOWN {
        return receiver;
    }
    Receiver { root: Root::Bare, steps: vec![Step::Call(cx.name(text))] }
}

/// `static ref NAME: Type = value;`
fn lazy_static<'t>(cx: &mut Cx<'t>, name: Node<'t>, ty: Option<Node<'t>>) {
    if cx.place() == Place::Function {
        cx.claim(name);
        return;
    }
    let mut def = cx.def(SymbolKind::Variable, name, name);
    def.ty = ty.and_then(|ty| cx.ty(ty));
    cx.define(def);
}

fn is_called(name: Node<'_>, next: Option<Node<'_>>) -> bool {
    next.is_some_and(|next| next.kind() == TOKEN_TREE && next.start() == name.end() && next.text().starts_with('('))
}

fn step(mut chain: Receiver, step: Step) -> Receiver {
    if chain == Receiver::UNKNOWN || chain.steps.len() >= MAX_STEPS {
        return Receiver::UNKNOWN;
    }
    chain.steps.push(step);
    chain
}

/// Returns how many arguments the tokens in parentheses are, or `None` where commas may mean something else.
fn count(cx: &Cx<'_>, arguments: Node<'_>) -> Option<u8> {
    let text = cx.tree().text();
    let end = arguments.end().saturating_sub(1);
    let mut at = arguments.start().saturating_add(1);
    let mut commas = 0_u8;
    let mut rest = "";
    let inner = arguments.children().map(|child| (child.start(), child.end()));
    for (start, next) in inner.chain([(end, end)]) {
        rest = text.get(at as usize..start as usize)?;
        if rest.contains(['|', '<']) {
            return None;
        }
        commas = commas.saturating_add(u8::try_from(rest.matches(',').count()).unwrap_or(u8::MAX));
        at = next;
    }
    let inside = text.get(arguments.start() as usize + 1..end as usize)?;
    if inside.trim().is_empty() {
        return Some(0);
    }
    Some(if rest.trim_end().ends_with(',') { commas } else { commas.saturating_add(1) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_in_byte_order() {
        for list in [STANDARD, FOREIGN] {
            assert!(list.is_sorted_by(|a, b| a < b), "{list:?}");
        }
    }
}
