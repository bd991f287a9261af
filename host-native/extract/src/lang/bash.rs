//! Owns what a shell script's syntax means: functions, variables of the script, calls of what may be a function, files
//! that are sourced, and the tests of Bats.

use graphicle_engine::facts::{CallKind, ImportKind, Receiver, RefKind, SymbolFlags, SymbolKind};
use graphicle_engine::span::LineRange;

use crate::cx::{Cx, Place};
use crate::spec::{Flow, Rule, ShapeRule, Spec};
use crate::syntax::{field, kinds};
use crate::tree::Node;

kinds! {
    COMMAND = "command",
    COMMAND_NAME = "command_name",
    COMMENT = "comment",
    DECLARATION = "declaration_command",
    FOR = "for_statement",
    FUNCTION = "function_definition",
    RAW_STRING = "raw_string",
    READONLY = "readonly",
    STRING = "string",
    VARIABLE_ASSIGNMENT = "variable_assignment",
    VARIABLE_NAME = "variable_name",
    WORD = "word",
}

/// Bash and other shells with its syntax.
pub(super) static SPEC: Spec = Spec {
    rules: &[
        (COMMAND, Rule::Hook(command)),
        (COMMENT, Rule::Hook(comment)),
        (DECLARATION, Rule::Hook(declaration)),
        (FOR, Rule::Hook(for_loop)),
        (FUNCTION, Rule::Hook(function)),
        (RAW_STRING, Rule::Leaf),
        (VARIABLE_ASSIGNMENT, Rule::Hook(assignment)),
        (VARIABLE_NAME, Rule::Hook(variable)),
    ],
    shapes: &[(VARIABLE_NAME, ShapeRule::Name)],
    builtins: &[
        "BASH_SOURCE",
        "BATS_TEST_DIRNAME",
        "FUNCNAME",
        "HOME",
        "IFS",
        "LINENO",
        "OLDPWD",
        "OPTARG",
        "OPTIND",
        "PATH",
        "PWD",
        "RANDOM",
        "REPLY",
        "SECONDS",
        "SHELL",
        "TMPDIR",
        "USER",
        "[",
        "alias",
        "awk",
        "base64",
        "basename",
        "bg",
        "break",
        "builtin",
        "cat",
        "cd",
        "chmod",
        "chown",
        "command",
        "continue",
        "cp",
        "curl",
        "cut",
        "date",
        "dirname",
        "docker",
        "echo",
        "egrep",
        "env",
        "eval",
        "exec",
        "exit",
        "export",
        "false",
        "fg",
        "find",
        "getopts",
        "git",
        "grep",
        "hash",
        "head",
        "id",
        "jobs",
        "jq",
        "kill",
        "let",
        "ln",
        "local",
        "ls",
        "make",
        "mkdir",
        "mktemp",
        "mv",
        "nohup",
        "popd",
        "printf",
        "ps",
        "pushd",
        "pwd",
        "read",
        "readarray",
        "readlink",
        "realpath",
        "return",
        "rm",
        "rmdir",
        "sed",
        "seq",
        "set",
        "shift",
        "shopt",
        "sleep",
        "sort",
        "source",
        "sudo",
        "tail",
        "tar",
        "tee",
        "test",
        "time",
        "touch",
        "tr",
        "trap",
        "true",
        "type",
        "ulimit",
        "umask",
        "unalias",
        "uname",
        "uniq",
        "unset",
        "wait",
        "wc",
        "wget",
        "which",
        "whoami",
        "xargs",
        "yes",
    ],
    first_comment_is_module_doc: true,
    ..Spec::new(|| tree_sitter_bash::LANGUAGE.into(), KINDS)
};

fn comment<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if !node.text().starts_with("#!") {
        cx.comment(node);
    }
    Flow::Over
}

/// Returns whether a word may name a function.
fn may_be_function(word: &str) -> bool {
    let mut bytes = word.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b':'))
}

/// Returns whether a word among arguments is written as functions are and plain words are not.
fn looks_like_function(word: &str) -> bool {
    may_be_function(word) && (word.contains('_') || word.contains("::"))
}

fn is_test_file(cx: &Cx<'_>) -> bool {
    cx.file_name().contains("test") || is_bats(cx)
}

fn is_bats(cx: &Cx<'_>) -> bool {
    cx.file_name().rsplit('.').next().is_some_and(|extension| extension == "bats")
}

fn function<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let Some(name) = node.child(field::NAME) else { return Flow::Into };
    let mut def = cx.def(SymbolKind::Function, node, name);
    def.mark(SymbolFlags::EXPORTED);
    if def.name.starts_with("test") && is_test_file(cx) {
        def.mark(SymbolFlags::TEST);
    }
    if def.name == "main" {
        def.mark(SymbolFlags::ENTRY_POINT);
    }
    let sym = cx.define(def);
    cx.open(node, sym, Place::Function);
    Flow::Into
}

/// A use of a variable; positional parameters are none.
fn variable<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if !node.text().starts_with(|c: char| c.is_ascii_digit()) {
        cx.use_at(node, RefKind::Value);
    }
    Flow::Over
}

fn assignment<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::NAME) {
        define_variable(cx, node, name, SymbolKind::Variable);
    }
    Flow::Into
}

/// Defines a variable of the script where it is assigned for the first time.
fn define_variable<'t>(cx: &mut Cx<'t>, node: Node<'t>, name: Node<'t>, kind: SymbolKind) {
    if name.kind() != VARIABLE_NAME || cx.is_claimed(name) {
        return;
    }
    cx.claim(name);
    if cx.place() == Place::Function || cx.defined(None, name.text()).is_some() {
        return;
    }
    let mut def = cx.def(kind, node, name);
    def.mark(SymbolFlags::EXPORTED);
    let sym = cx.define(def);
    cx.attribute_to(node, sym);
}

/// `local a=1 b`, `readonly X=1`, `export Y`.
fn declaration<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let in_function = cx.place() == Place::Function;
    let word = node.text().split_whitespace().next().unwrap_or("");
    let is_local = in_function && matches!(word, "local" | "declare" | "typeset");
    let kind = if node.child_of_kind(READONLY).is_some() { SymbolKind::Constant } else { SymbolKind::Variable };
    for part in node.named_children() {
        let name = if part.kind() == VARIABLE_ASSIGNMENT { part.child(field::NAME) } else { Some(part) };
        let Some(name) = name.filter(|name| name.kind() == VARIABLE_NAME) else { continue };
        if is_local {
            cx.claim(name);
            cx.bind(name.text(), Receiver::UNKNOWN);
        } else if part.kind() == VARIABLE_ASSIGNMENT {
            define_variable(cx, node, name, kind);
        }
    }
    Flow::Into
}

fn for_loop<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    if let Some(name) = node.child(field::VARIABLE) {
        cx.claim(name);
        if cx.place() == Place::Function {
            cx.bind(name.text(), Receiver::UNKNOWN);
        }
    }
    Flow::Into
}

/// Returns the text of a word or a string, quotes off.
fn unquoted(node: Node<'_>) -> Option<&str> {
    match node.kind() {
        STRING | RAW_STRING => Some(node.text().trim_matches(['"', '\''])),
        WORD => Some(node.text()),
        _ => None,
    }
}

fn command<'t>(cx: &mut Cx<'t>, node: Node<'t>) -> Flow {
    let name = node.child(field::NAME).filter(|name| name.kind() == COMMAND_NAME).and_then(Node::first_named);
    let Some(name) = name.filter(|name| name.kind() == WORD) else { return Flow::Into };
    let arguments: Vec<Node<'t>> = node.children_with(field::ARGUMENT).collect();
    let first = arguments.first().copied();
    match name.text() {
        "source" | "." => {
            let path = first.filter(|path| path.text().contains(['/', '.', '$'])).or(first);
            import(cx, node, path.map(Node::text), "");
            return Flow::Into;
        }
        "load" | "bats_load_library" if is_bats(cx) => {
            import(cx, node, first.and_then(unquoted), ".bash");
            return Flow::Into;
        }
        "@test" => {
            define_test(cx, node, first);
            return Flow::Into;
        }
        "trap" => {
            if let Some(word) = first.and_then(unquoted).and_then(|text| text.split([' ', ';']).next())
                && let Some(first) = first.filter(|_| may_be_function(word))
            {
                cx.call_named(first, word, Receiver::BARE, CallKind::Value, None);
            }
            return Flow::Into;
        }
        "command" | "exec" | "nohup" | "run" | "sudo" | "time" => {
            let inner = arguments.iter().find(|argument| !argument.text().starts_with('-'));
            if let Some(inner) = inner.filter(|inner| inner.kind() == WORD) {
                let args = arguments.len().saturating_sub(1);
                call(cx, *inner, CallKind::Call, u8::try_from(args).ok());
            }
        }
        _ => call(cx, name, CallKind::Call, u8::try_from(arguments.len()).ok()),
    }
    for argument in arguments {
        if argument.kind() == WORD && looks_like_function(argument.text()) {
            call(cx, argument, CallKind::Value, None);
        }
    }
    Flow::Into
}

fn call<'t>(cx: &mut Cx<'t>, name: Node<'t>, kind: CallKind, args: Option<u8>) {
    if cx.is_claimed(name) {
        return;
    }
    cx.claim(name);
    if may_be_function(name.text()) && !cx.is_builtin(name.text()) {
        cx.call(name, Receiver::BARE, kind, args);
    }
}

/// Records a sourced file as it is written; what is computed as a whole is none.
fn import<'t>(cx: &mut Cx<'t>, node: Node<'t>, path: Option<&str>, ending: &str) {
    let Some(path) = path.map(|path| path.trim_matches(['"', '\''])) else { return };
    if path.is_empty() || path.starts_with(['<', '(', '`']) {
        return;
    }
    let last = path.rsplit('/').next().unwrap_or(path);
    let path = if ending.is_empty() || last.contains('.') { path.to_owned() } else { format!("{path}{ending}") };
    cx.import(node.row(), ImportKind::Include, &path, &[]);
}

/// `@test "title" { ... }`: the grammar knows no such block, so its commands follow one by one.
fn define_test<'t>(cx: &mut Cx<'t>, node: Node<'t>, title: Option<Node<'t>>) {
    let Some(title) = title else { return };
    let Some(text) = unquoted(title).filter(|text| !text.is_empty()) else { return };
    let mut last = node;
    let mut at = node.next();
    while let Some(next) = cx.tree().node(at).filter(|next| next.parent() == node.parent()) {
        if next.kind() == COMMAND && next.text().starts_with("@test") {
            break;
        }
        at = next.next();
        last = next;
        if next.kind() == COMMAND && next.text() == "}" {
            break;
        }
    }
    let mut def = cx.def(SymbolKind::Test, node, title);
    def.name = text;
    def.mark(SymbolFlags::TEST);
    let sym = cx.define(def);
    if let Some(symbol) = cx.symbol_mut(sym) {
        symbol.lines = LineRange::new(symbol.lines.start, last.last_row());
    }
    cx.open_until(at, sym, Place::Function);
}
