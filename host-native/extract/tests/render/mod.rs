//! Owns the text form of facts that the corpus' expectations are written in.

use core::fmt::Write;

use graphicle_engine::facts::{
    CallKind, FileFacts, Manifest, Name, Outcome, Receiver, Root, Step, Symbol, SymbolFlags, SymbolIdx,
};
use graphicle_engine::span::LineRange;

/// Returns the facts as text, one fact a line.
pub(crate) fn facts(facts: &FileFacts<'_>) -> String {
    let mut out = String::new();
    if facts.outcome != Outcome::Parsed {
        writeln!(out, "outcome {:?}", facts.outcome).unwrap();
    }
    if let Some(package) = facts.package {
        writeln!(out, "package {}", facts.names.get(package)).unwrap();
    }
    if let Some(doc) = facts.module_doc {
        writeln!(out, "module_doc {}", lines(doc)).unwrap();
    }
    if let Some(manifest) = &facts.manifest {
        writeln!(out, "manifest {}", manifest_text(facts, manifest)).unwrap();
    }
    section(&mut out, "symbols", facts.symbols.iter().map(|s| symbol(facts, s)));
    section(
        &mut out,
        "imports",
        facts.imports.iter().map(|import| {
            let bindings: Vec<String> = import
                .bindings
                .iter()
                .map(|b| {
                    let local = facts.names.get(b.local);
                    match b.member {
                        None => format!("module as {local}"),
                        Some(member) if facts.names.get(member) == local => local.to_owned(),
                        Some(member) => format!("{} as {local}", facts.names.get(member)),
                    }
                })
                .collect();
            format!("{} {:?} {:?} [{}]", import.line, import.kind, facts.names.get(import.path), bindings.join(", "))
        }),
    );
    section(
        &mut out,
        "calls",
        facts.calls.iter().map(|call| {
            let kind = if call.kind == CallKind::Call { String::new() } else { format!(" {:?}", call.kind) };
            let args = call.args.map_or_else(|| "..".to_owned(), |n| n.to_string());
            format!(
                "{} in {}: {}{}({args}){kind}",
                call.line,
                symbol_name(facts, call.caller),
                receiver(facts, &call.receiver),
                facts.names.get(call.callee)
            )
        }),
    );
    section(
        &mut out,
        "references",
        facts.references.iter().map(|r| {
            format!(
                "{} in {}: {}{} {:?}",
                r.line,
                symbol_name(facts, r.from),
                receiver(facts, &r.receiver),
                facts.names.get(r.name),
                r.kind
            )
        }),
    );
    out
}

fn section(out: &mut String, title: &str, entries: impl Iterator<Item = String>) {
    for (i, entry) in entries.enumerate() {
        if i == 0 {
            writeln!(out, "\n{title}").unwrap();
        }
        writeln!(out, "  {entry}").unwrap();
    }
}

fn lines(range: LineRange) -> String {
    if range.start == range.end { range.start.to_string() } else { format!("{}-{}", range.start, range.end) }
}

fn qualified(facts: &FileFacts<'_>, symbol: &Symbol) -> String {
    let name = facts.names.get(symbol.name);
    symbol.container.map_or_else(|| name.to_owned(), |container| format!("{}.{name}", facts.names.get(container)))
}

fn symbol_name(facts: &FileFacts<'_>, idx: Option<SymbolIdx>) -> String {
    match idx.and_then(|idx| facts.symbols.get(idx.0 as usize)) {
        Some(symbol) => qualified(facts, symbol),
        None => "-".to_owned(),
    }
}

fn symbol(facts: &FileFacts<'_>, symbol: &Symbol) -> String {
    let mut line = format!("{} {:?} {}", lines(symbol.lines), symbol.kind, qualified(facts, symbol));
    if symbol.name_line != symbol.lines.start {
        write!(line, " named {}", symbol.name_line).unwrap();
    }
    if let Some(params) = symbol.params {
        let max = if params.max == 255 { "*".to_owned() } else { params.max.to_string() };
        write!(line, " ({}..{max})", params.min).unwrap();
    }
    if let Some(ty) = symbol.ty {
        write!(line, " : {}", facts.names.get(ty)).unwrap();
    }
    if !symbol.bases.is_empty() {
        let bases: Vec<&str> = symbol.bases.iter().map(|base| facts.names.get(*base)).collect();
        write!(line, " < {}", bases.join(", ")).unwrap();
    }
    if let Some(doc) = symbol.doc {
        write!(line, " doc {}", lines(doc)).unwrap();
    }
    let parent = symbol_name(facts, symbol.parent);
    let container = symbol.container.map_or("-", |container| facts.names.get(container));
    if parent != container {
        write!(line, " in {parent}").unwrap();
    }
    let flags = [
        (SymbolFlags::EXPORTED, "exported"),
        (SymbolFlags::TEST, "test"),
        (SymbolFlags::DECLARATION, "declaration"),
        (SymbolFlags::STATIC, "static"),
        (SymbolFlags::ENTRY_POINT, "entry"),
    ];
    for (flag, name) in flags {
        if symbol.flags.has(flag) {
            write!(line, " {name}").unwrap();
        }
    }
    line
}

/// Returns `a.b().` for what stands before a name; roots are marked: `<self>`, `<Type>`, `<?>`, `free:`.
fn receiver(facts: &FileFacts<'_>, receiver: &Receiver) -> String {
    let name = |name: Name| facts.names.get(name);
    let root = match receiver.root {
        Root::Bare => String::new(),
        Root::SelfValue => "<self>".to_owned(),
        Root::SelfType => "<Self>".to_owned(),
        Root::Super => "<super>".to_owned(),
        Root::Free(free) => format!("free:{}", name(free)),
        Root::Typed(ty) => format!("<{}>", name(ty)),
        Root::Unknown => "<?>".to_owned(),
    };
    let mut parts = Vec::new();
    if !root.is_empty() {
        parts.push(root);
    }
    for step in &receiver.steps {
        match step {
            Step::Field(field) => parts.push(name(*field).to_owned()),
            Step::Call(call) => parts.push(format!("{}()", name(*call))),
            Step::New(new) => parts.push(format!("new {}", name(*new))),
            Step::Element => parts.push("[]".to_owned()),
        }
    }
    if parts.is_empty() { String::new() } else { format!("{}.", parts.join(".")) }
}

fn manifest_text(facts: &FileFacts<'_>, manifest: &Manifest) -> String {
    let name = |name: &Name| facts.names.get(*name).to_owned();
    let list = |names: &[Name]| names.iter().map(name).collect::<Vec<_>>().join(", ");
    let mappings = |all: &[graphicle_engine::facts::PathMapping]| {
        all.iter().map(|m| format!("{} -> {}", name(&m.pattern), list(&m.targets))).collect::<Vec<_>>().join("; ")
    };
    let optional = |value: &Option<Name>| value.as_ref().map_or_else(|| "-".to_owned(), name);
    match manifest {
        Manifest::GoModule { module, replace } => {
            let replace: Vec<String> =
                replace.iter().map(|r| format!("{} => {}", name(&r.module), name(&r.target))).collect();
            format!("go {} [{}]", name(module), replace.join("; "))
        }
        Manifest::TypeScriptConfig { extends, base_url, paths } => {
            format!("tsconfig extends [{}] baseUrl {} paths [{}]", list(extends), optional(base_url), mappings(paths))
        }
        Manifest::NodePackage { name, entries, workspaces } => {
            format!("node {} entries [{}] workspaces [{}]", optional(name), list(entries), list(workspaces))
        }
        Manifest::ComposerPackage { psr4 } => format!("composer [{}]", mappings(psr4)),
        Manifest::CargoPackage { name, lib_path, path_dependencies } => {
            format!("cargo {} lib {} paths [{}]", optional(name), optional(lib_path), mappings(path_dependencies))
        }
        Manifest::PythonProject { roots } => format!("python [{}]", list(roots)),
        Manifest::DartPackage { name: package } => format!("dart {}", name(package)),
    }
}

/// Returns the lines that differ, `-` for what was expected and `+` for what there is.
pub(crate) fn difference(want: &str, got: &str) -> String {
    let (want, got): (Vec<&str>, Vec<&str>) = (want.lines().collect(), got.lines().collect());
    let missing = want.iter().filter(|line| !got.contains(line)).map(|line| format!("  - {line}"));
    let surplus = got.iter().filter(|line| !want.contains(line)).map(|line| format!("  + {line}"));
    missing.chain(surplus).collect::<Vec<_>>().join("\n")
}
