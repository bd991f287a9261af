//! Owns writing a project's facts by hand as short text, and reading links back as text; owns no test.
//!
//! ```text
//! == store/cache.go                 a file; its language comes from its name
//! package store
//! import k8s.io/api/core/v1 = v1    a module under a local name
//! import a.b { C, d as e }          members of it
//! import:wildcard a.b               kinds: wildcard include system reexport reexportall submodule
//! struct Cache < Base               a definition and what it extends
//!   field items : Item[]            what is inside is indented
//! method Get(1) : Item @Cache       arguments, type, a container other than what is around
//!   -> self.items.first()           a call; the receiver's roots: self Self super ? <Type> name
//!   -> new Foo(2)                   a construction
//!   -> &handler                     a function handed on as a value
//!   type v1.Pod                     a reference: type, use, base
//! ```
//!
//! A definition's marks follow it: `!decl`, `!test`, `!exported`, `!static`.

use std::fmt::Write as _;

use graphicle_engine::facts::{
    Binding, Call, CallKind, FileFacts, Import, ImportKind, Manifest, Name, NamesBuilder, Params, Receiver, RefKind,
    Reference, Root, Step, Symbol, SymbolFlags, SymbolIdx, SymbolKind,
};
use graphicle_engine::folders::Folders;
use graphicle_engine::id::{FileId, SymbolId};
use graphicle_engine::language::Language;
use graphicle_engine::links::{Endpoint, ImportTarget, Links};
use graphicle_engine::role::Roles;
use graphicle_engine::span::LineRange;
use graphicle_link::{LinkFile, Linker, merge};

/// A project written by hand.
pub(crate) struct Project {
    files: Vec<(String, FileFacts<'static>)>,
}

impl Project {
    /// Reads the files that `text` describes.
    pub(crate) fn new(text: &str) -> Self {
        let mut files: Vec<(String, Draft)> = Vec::new();
        for line in text.lines() {
            let line = line.strip_prefix("        ").unwrap_or(line);
            if let Some(path) = line.trim().strip_prefix("== ") {
                files.push((path.trim().to_owned(), Draft::default()));
            } else if let Some((_, draft)) = files.last_mut() {
                draft.line(line);
            }
        }
        let files = files.into_iter().map(|(path, draft)| (path, draft.finish()));
        Self { files: files.collect() }
    }

    /// Adds a build file.
    pub(crate) fn manifest(mut self, path: &str, make: impl FnOnce(&mut dyn FnMut(&str) -> Name) -> Manifest) -> Self {
        let mut names = NamesBuilder::default();
        let manifest = make(&mut |text| names.intern(text));
        let facts = FileFacts { names: names.finish(), manifest: Some(manifest), ..FileFacts::default() };
        self.files.push((path.to_owned(), facts));
        self
    }

    /// Links the project and returns its links as text.
    pub(crate) fn link(mut self) -> Linked {
        self.files.sort_by(|a, b| a.0.cmp(&b.0));
        let files: Vec<LinkFile<'_>> = self
            .files
            .iter()
            .map(|(path, facts)| LinkFile {
                path,
                language: Language::of_path(path).unwrap_or_default(),
                roles: if path.contains("test") { Roles::TEST } else { Roles::default() },
                facts: facts.clone(),
            })
            .collect();
        let folders = Folders::of_paths(files.iter().map(|file| file.path));
        let linker = Linker::new(&files, &folders);
        let whole = linker.resolve(0..files.len());
        // However the files are cut, the links are the same.
        let singly = merge((0..files.len()).map(|at| linker.resolve(at..at + 1)).collect());
        assert_eq!(whole, singly, "links depend on how the files are cut");
        Linked::new(&files, &folders, &whole)
    }
}

/// A project's links as text: `path#Container.name -> path#Container.name Evidence`.
#[derive(Debug)]
pub(crate) struct Linked {
    pub calls: Vec<String>,
    pub ambiguous: Vec<String>,
    pub references: Vec<String>,
    pub imports: Vec<String>,
    /// The lines that hold the names of what is called, in order of the calls.
    pub called_lines: Vec<u32>,
}

impl Linked {
    pub(crate) fn new(files: &[LinkFile<'_>], folders: &Folders, links: &Links) -> Self {
        let symbol = |id: SymbolId| {
            let mut at = id.0 as usize;
            for file in files {
                let facts = &file.facts;
                if let Some(symbol) = facts.symbols.get(at) {
                    let container = symbol.container.map(|name| format!("{}.", facts.names.get(name)));
                    return format!("{}#{}{}", file.path, container.unwrap_or_default(), facts.names.get(symbol.name));
                }
                at -= facts.symbols.len();
            }
            panic!("no symbol {id:?}")
        };
        let symbols: Vec<&Symbol> = files.iter().flat_map(|file| &file.facts.symbols).collect();
        let end = |from: Endpoint| match from {
            Endpoint::Symbol(id) => symbol(id),
            Endpoint::File(FileId(at)) => files[at as usize].path.to_owned(),
        };
        let target = |to: ImportTarget| match to {
            ImportTarget::File(file) => files[file.index()].path.to_owned(),
            ImportTarget::Folder(folder) => format!("{}/", folders.paths()[folder.index()]),
        };
        Self {
            calls: links
                .calls
                .iter()
                .map(|edge| format!("{} -> {} {:?}", end(edge.from), symbol(edge.to), edge.evidence))
                .collect(),
            ambiguous: links
                .ambiguous
                .iter()
                .map(|call| {
                    let all: Vec<String> = call.candidates.iter().map(|id| symbol(*id)).collect();
                    format!("{} -> {}", end(call.from), all.join(" | "))
                })
                .collect(),
            references: links
                .references
                .iter()
                .map(|edge| format!("{} -> {} {:?}", end(edge.from), symbol(edge.to), edge.kind))
                .collect(),
            imports: links
                .imports
                .iter()
                .map(|edge| format!("{} -> {}", files[edge.from.index()].path, target(edge.to)))
                .collect(),
            called_lines: links.calls.iter().map(|edge| symbols[edge.to.0 as usize].name_line).collect(),
        }
    }

    /// Asserts that these are all call edges, and that no call is ambiguous.
    #[track_caller]
    pub(crate) fn calls(&self, expected: &[&str]) -> &Self {
        assert_eq!(sorted(&self.calls), sorted(expected));
        assert_eq!(self.ambiguous, Vec::<String>::new());
        self
    }

    /// Asserts that these are all imports.
    #[track_caller]
    pub(crate) fn imports(&self, expected: &[&str]) -> &Self {
        assert_eq!(sorted(&self.imports), sorted(expected));
        self
    }
}

fn sorted<S: AsRef<str>>(all: &[S]) -> Vec<&str> {
    let mut all: Vec<&str> = all.iter().map(AsRef::as_ref).collect();
    all.sort_unstable();
    all
}

#[derive(Default)]
struct Draft {
    names: NamesBuilder,
    facts: FileFacts<'static>,
    number: u32,
    open: Vec<(usize, SymbolIdx)>,
}

impl Draft {
    fn line(&mut self, line: &str) {
        self.number += 1;
        let text = line.trim();
        if text.is_empty() {
            return;
        }
        let indent = line.len() - line.trim_start().len();
        while self.open.last().is_some_and(|(depth, _)| *depth >= indent) {
            self.open.pop();
        }
        for (_, symbol) in &self.open {
            self.facts.symbols[symbol.0 as usize].lines.end = self.number;
        }
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        match word {
            "package" => self.facts.package = Some(self.names.intern(rest)),
            "->" => self.call(rest),
            "type" => self.reference(rest, RefKind::Type),
            "use" => self.reference(rest, RefKind::Value),
            "base" => self.reference(rest, RefKind::Base),
            _ if word == "import" || word.starts_with("import:") => self.import(word, rest),
            _ => self.symbol(kind(word), rest, indent),
        }
    }

    fn import(&mut self, word: &str, rest: &str) {
        let kind = match word.strip_prefix("import:").unwrap_or("") {
            "wildcard" => ImportKind::Wildcard,
            "include" => ImportKind::Include,
            "system" => ImportKind::SystemInclude,
            "reexport" => ImportKind::Reexport,
            "reexportall" => ImportKind::ReexportAll,
            "submodule" => ImportKind::Submodule,
            _ => ImportKind::Module,
        };
        let mut bindings = Vec::new();
        let mut path = rest;
        if let Some((before, local)) = rest.split_once(" = ") {
            path = before;
            bindings.push(Binding { member: None, local: self.names.intern(local) });
        } else if let Some((before, list)) = rest.split_once(" {") {
            path = before;
            for one in list.trim_end_matches('}').split(',').map(str::trim) {
                let (member, local) = one.split_once(" as ").unwrap_or((one, one));
                bindings.push(Binding { member: Some(self.names.intern(member)), local: self.names.intern(local) });
            }
        }
        let path = self.names.intern(path.trim());
        self.facts.imports.push(Import { line: self.number, kind, path, bindings });
    }

    fn symbol(&mut self, kind: SymbolKind, rest: &str, indent: usize) {
        let mut flags = SymbolFlags::default();
        let mut rest = rest.to_owned();
        for (mark, flag) in [
            ("!decl", SymbolFlags::DECLARATION),
            ("!test", SymbolFlags::TEST),
            ("!exported", SymbolFlags::EXPORTED),
            ("!static", SymbolFlags::STATIC),
        ] {
            if let Some(at) = rest.find(mark) {
                flags = flags.with(flag);
                rest.replace_range(at..at + mark.len(), "");
            }
        }
        let (head, container) = match rest.split_once(" @") {
            Some((head, container)) => (head.trim(), Some(container.trim().to_owned())),
            None => (rest.trim(), None),
        };
        let (head, bases) = head.split_once(" < ").map_or((head, ""), |(head, bases)| (head, bases));
        let (head, ty) = head.split_once(" : ").map_or((head, None), |(head, ty)| (head, Some(ty.trim())));
        let (name, params) = match head.trim().split_once('(') {
            None => (head.trim(), None),
            Some((name, count)) => (name, arity(count.trim_end_matches(')'))),
        };
        let parent = self.open.last().map(|(_, symbol)| *symbol);
        let container = container.or_else(|| {
            let outer = &self.facts.symbols[parent?.0 as usize];
            let mut path = String::new();
            if let Some(above) = outer.container {
                let _ = write!(path, "{}.", self.text(above));
            }
            path.push_str(&self.text(outer.name));
            Some(path)
        });
        let symbol = Symbol {
            name: self.names.intern(name),
            kind,
            container: container.map(|path| self.names.intern(&path)),
            parent,
            lines: LineRange::new(self.number, self.number),
            name_line: self.number,
            doc: None,
            ty: ty.map(|ty| self.names.intern(ty)),
            bases: bases.split(',').map(str::trim).filter(|b| !b.is_empty()).map(|b| self.names.intern(b)).collect(),
            params,
            flags,
        };
        self.open.push((indent, SymbolIdx(u32::try_from(self.facts.symbols.len()).unwrap())));
        self.facts.symbols.push(symbol);
    }

    fn text(&self, name: Name) -> String {
        self.names.text(name).to_owned()
    }

    fn call(&mut self, text: &str) {
        let (text, kind) = if let Some(rest) = text.strip_prefix('&') {
            (rest, CallKind::Value)
        } else if let Some(rest) = text.strip_prefix("new ").filter(|rest| !rest.contains(").")) {
            (rest, CallKind::Construct)
        } else if let Some(rest) = text.strip_prefix("macro ") {
            (rest, CallKind::Macro)
        } else if let Some(rest) = text.strip_prefix('@') {
            (rest, CallKind::Decorator)
        } else {
            (text, CallKind::Call)
        };
        let (receiver, last) = self.receiver(text);
        let (name, args) = match last.split_once('(') {
            None => (last.as_str(), None),
            Some((name, count)) => (name, arity(count.trim_end_matches(')')).map(|params| params.min)),
        };
        let callee = self.names.intern(name);
        let caller = self.open.last().map(|(_, symbol)| *symbol);
        self.facts.calls.push(Call { caller, line: self.number, callee, receiver, kind, args });
    }

    fn reference(&mut self, text: &str, kind: RefKind) {
        let (receiver, last) = self.receiver(text);
        let name = self.names.intern(&last);
        let from = self.open.last().map(|(_, symbol)| *symbol);
        self.facts.references.push(Reference { from, line: self.number, name, receiver, kind });
    }

    /// Parts `a.b().c()` into the receiver and the last name with its arguments.
    fn receiver(&mut self, text: &str) -> (Receiver, String) {
        let mut parts: Vec<String> = Vec::new();
        let mut rest = text;
        if let Some((ty, after)) = text.strip_prefix('<').and_then(|inner| inner.split_once('>')) {
            parts.push(format!("<{ty}"));
            rest = after.strip_prefix('.').unwrap_or(after);
        }
        parts.extend(rest.split('.').map(str::to_owned));
        let last = parts.pop().unwrap();
        let mut receiver = Receiver::BARE;
        for (at, part) in parts.into_iter().enumerate() {
            let plain = part.trim_end_matches("[]");
            let elements = (part.len() - plain.len()) / 2;
            let called = plain.strip_suffix(')').and_then(|plain| plain.split_once('(')).map(|(name, _)| name);
            match (at, plain) {
                (0, "self") => receiver.root = Root::SelfValue,
                (0, "Self") => receiver.root = Root::SelfType,
                (0, "super") => receiver.root = Root::Super,
                (0, "?") => receiver.root = Root::Unknown,
                (1.., "") => {}
                (0, typed) if typed.starts_with('<') => receiver.root = Root::Typed(self.names.intern(&part[1..])),
                _ => match called {
                    Some(name) => match name.strip_prefix("new ") {
                        Some(name) => receiver.steps.push(Step::New(self.names.intern(name))),
                        None => receiver.steps.push(Step::Call(self.names.intern(name))),
                    },
                    None if at == 0 => receiver.root = Root::Free(self.names.intern(plain)),
                    None => receiver.steps.push(Step::Field(self.names.intern(plain))),
                },
            }
            if !(at == 0 && plain.starts_with('<')) {
                receiver.steps.extend(std::iter::repeat_n(Step::Element, elements));
            }
        }
        (receiver, last)
    }

    fn finish(self) -> FileFacts<'static> {
        FileFacts { names: self.names.finish(), ..self.facts }
    }
}

fn arity(text: &str) -> Option<Params> {
    if text == "*" {
        return None;
    }
    let (min, max) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str, default| if text.is_empty() { default } else { text.parse().unwrap() };
    Some(Params { min: number(min, 0), max: number(max, if text.contains("..") { 255 } else { 0 }) })
}

fn kind(word: &str) -> SymbolKind {
    match word {
        "fn" => SymbolKind::Function,
        "method" => SymbolKind::Method,
        "ctor" => SymbolKind::Constructor,
        "class" => SymbolKind::Class,
        "struct" => SymbolKind::Struct,
        "interface" => SymbolKind::Interface,
        "trait" => SymbolKind::Trait,
        "enum" => SymbolKind::Enum,
        "member" => SymbolKind::EnumMember,
        "alias" => SymbolKind::TypeAlias,
        "const" => SymbolKind::Constant,
        "var" => SymbolKind::Variable,
        "field" => SymbolKind::Field,
        "mod" => SymbolKind::Module,
        "macro" => SymbolKind::Macro,
        "ext" => SymbolKind::Extension,
        other => panic!("no kind of definition: {other}"),
    }
}
