//! Owns which scope each definition is a member of and which scope it opens: namespaces, files, types, functions; owns
//! no lookup through imports or bases.
//!
//! One idea carries all languages: everything that holds names is a scope. A Go package, a Java package, a Python file,
//! a class, an inline module and a function with nested definitions differ only in their kind and in what is around
//! them.

use graphicle_engine::facts::{Symbol, SymbolFlags, SymbolIdx, SymbolKind};
use graphicle_engine::folders::name_of;
use graphicle_engine::id::{FileId, FolderId, SymbolId};
use hashbrown::HashMap;

use crate::LinkFile;
use crate::family::{Family, Home};
use crate::index::{Symbols, id};
use crate::intern::{Interner, NameId};
use crate::paths::Paths;

/// A scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ScopeId(pub(crate) u32);

impl ScopeId {
    /// No scope.
    pub(crate) const NONE: Self = Self(u32::MAX);
}

/// What a scope is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    /// What all files of a family share.
    Root,
    /// A named part of the root or of another namespace: a package, a namespace, a module that files add to.
    Namespace,
    /// The files of one folder with the same package name.
    Package,
    /// One file.
    File,
    /// A type, or a value with members.
    Type,
    /// The definitions inside a function.
    Function,
}

#[derive(Debug, Clone, Copy)]
struct Scope {
    parent: ScopeId,
    kind: ScopeKind,
    family: Family,
    /// The first definition that opens it; `u32::MAX` for none.
    symbol: u32,
}

/// A definition whose place only the lookup of a name can tell: it is written outside of its type.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Pending<'a> {
    /// Its container `path` is to be looked up from `from`.
    Member {
        /// The definition.
        symbol: SymbolId,
        /// Where the lookup starts.
        from: ScopeId,
        /// The container's name, dotted.
        path: &'a str,
    },
    /// A block that adds to the type `path`, to be looked up from `from`.
    Extension {
        /// The block.
        symbol: SymbolId,
        /// Where the lookup starts.
        from: ScopeId,
        /// The type's name, dotted.
        path: &'a str,
    },
    /// A member of a block that adds to a type.
    Inside {
        /// The definition.
        symbol: SymbolId,
        /// The block.
        block: SymbolId,
    },
}

/// The scopes of a project.
#[derive(Debug)]
pub(crate) struct Scopes {
    #[expect(clippy::struct_field_names, reason = "the plural of what the module is about is its natural name")]
    scopes: Vec<Scope>,
    roots: Vec<ScopeId>,
    named: HashMap<(ScopeId, NameId), ScopeId>,
    file_scope: Vec<ScopeId>,
    /// The package that an import of a folder means.
    folder_package: HashMap<FolderId, (ScopeId, NameId)>,
    home: Vec<ScopeId>,
    opens: Vec<ScopeId>,
}

/// How many families there are.
const FAMILIES: u8 = Family::Inert as u8 + 1;

impl Scopes {
    /// Returns the scopes of all files with what is still pending. `imported` says which files some import leads to.
    pub(crate) fn new<'a>(
        files: &'a [LinkFile<'a>],
        paths: &Paths<'a>,
        symbols: &Symbols,
        names: &mut Interner,
        imported: &[bool],
    ) -> (Self, Vec<Pending<'a>>) {
        let mut scopes = Self {
            scopes: Vec::with_capacity(files.len() + symbols.len() / 3),
            roots: Vec::new(),
            named: HashMap::with_capacity(symbols.len() / 4),
            file_scope: Vec::with_capacity(files.len()),
            folder_package: HashMap::new(),
            home: vec![ScopeId::NONE; symbols.len()],
            opens: vec![ScopeId::NONE; symbols.len()],
        };
        for _ in 0..FAMILIES {
            let root = scopes.add(ScopeId::NONE, ScopeKind::Root, Family::Inert, u32::MAX);
            scopes.roots.push(root);
        }
        let mut packages = Packages::default();
        for (at, file) in (0..).map(FileId).zip(files) {
            let is_imported = imported.get(at.index()).copied().unwrap_or(false);
            let scope = scopes.scope_of_file(file, paths.folder_of(at), names, &mut packages, is_imported);
            scopes.file_scope.push(scope);
        }
        scopes.choose_packages(packages, paths, names);
        let mut pending = Vec::new();
        for (at, file) in (0..).map(FileId).zip(files) {
            if Family::of(file.language) != Family::Inert {
                scopes.place_symbols(at, file, symbols, names, &mut pending);
            }
        }
        (scopes, pending)
    }

    fn add(&mut self, parent: ScopeId, kind: ScopeKind, family: Family, symbol: u32) -> ScopeId {
        self.scopes.push(Scope { parent, kind, family, symbol });
        ScopeId(id(self.scopes.len() - 1))
    }

    fn child(&mut self, parent: ScopeId, name: NameId, kind: ScopeKind, family: Family) -> ScopeId {
        if let Some(known) = self.named.get(&(parent, name)) {
            return *known;
        }
        let scope = self.add(parent, kind, family, u32::MAX);
        self.named.insert((parent, name), scope);
        scope
    }

    /// Returns the namespace with a dotted path below `parent`, made where it is new.
    pub(crate) fn namespace(&mut self, parent: ScopeId, path: &str, names: &mut Interner, family: Family) -> ScopeId {
        let mut scope = parent;
        for part in path.split('.').filter(|part| !part.is_empty()) {
            let name = names.intern(part);
            scope = self.child(scope, name, ScopeKind::Namespace, family);
        }
        scope
    }

    fn scope_of_file<'a>(
        &mut self,
        file: &'a LinkFile<'a>,
        folder: FolderId,
        names: &mut Interner,
        packages: &mut Packages,
        is_imported: bool,
    ) -> ScopeId {
        let family = Family::of(file.language);
        let root = self.root(family);
        let package = file.facts.package.map_or("", |name| file.facts.names.get(name));
        match family.home() {
            Home::Global => root,
            Home::FolderPackage => {
                let package = names.intern(package);
                *packages.counts.entry((folder, package)).or_insert(0) += 1;
                if let Some(known) = packages.scopes.get(&(folder, package)) {
                    return *known;
                }
                let scope = self.add(ScopeId::NONE, ScopeKind::Package, family, u32::MAX);
                packages.scopes.insert((folder, package), scope);
                packages.order.push((folder, package));
                scope
            }
            Home::Namespace => {
                let package = match family {
                    Family::Swift => swift_module(file.path),
                    Family::OCaml => name_of(file.path).split('.').next().unwrap_or(""),
                    _ => package,
                };
                if package.is_empty() && family == Family::Jvm {
                    // The unnamed packages of two folders have nothing to do with each other.
                    let key = (folder, NameId::NONE);
                    if let Some(known) = packages.scopes.get(&key) {
                        return *known;
                    }
                    let scope = self.add(ScopeId::NONE, ScopeKind::Package, family, u32::MAX);
                    packages.scopes.insert(key, scope);
                    return scope;
                }
                self.namespace(root, package, names, family)
            }
            Home::File if family == Family::Script && is_plain_script(file, is_imported) => root,
            Home::File => self.add(ScopeId::NONE, ScopeKind::File, family, u32::MAX),
        }
    }

    fn choose_packages(&mut self, packages: Packages, paths: &Paths<'_>, names: &Interner) {
        for key @ (folder, package) in packages.order {
            let Some(scope) = packages.scopes.get(&key).copied() else { continue };
            let rank = |name: NameId| {
                let text = names.text(name);
                let named_as_folder = text == name_of(paths.folder_path(folder));
                let ordinary = !text.ends_with("_test") && text != "main" && text != "documentation";
                let count = packages.counts.get(&(folder, name)).copied().unwrap_or(0);
                (ordinary, named_as_folder, count, std::cmp::Reverse(text))
            };
            let known = self.folder_package.entry(folder).or_insert((scope, package));
            if rank(package) > rank(known.1) {
                *known = (scope, package);
            }
        }
    }

    fn place_symbols<'a>(
        &mut self,
        at: FileId,
        file: &'a LinkFile<'a>,
        symbols: &Symbols,
        names: &mut Interner,
        pending: &mut Vec<Pending<'a>>,
    ) {
        let family = Family::of(file.language);
        let file_scope = self.file_scope(at);
        let is_script = family == Family::GdScript;
        let text = |name| file.facts.names.get(name);
        for (nth, symbol) in (0_u32..).zip(&file.facts.symbols) {
            let own = symbols.id(at, SymbolIdx(nth));
            // A parent stands before what is in it; anything else is no parent.
            let parent = symbol.parent.filter(|parent| parent.0 < nth);
            let parent = parent.and_then(|parent| Some((parent, file.facts.symbols.get(parent.0 as usize)?)));
            let container = symbol.container.map_or("", text);
            let mut base = file_scope;
            let mut rest = container;
            if let Some((idx, outer)) = parent {
                let block = symbols.id(at, idx);
                let outside = if container.is_empty() {
                    Some("")
                } else {
                    below(container, outer.container.map_or("", text), text(outer.name))
                };
                if outer.kind == SymbolKind::Extension && outside.is_none_or(str::is_empty) {
                    pending.push(Pending::Inside { symbol: own, block });
                    self.open(own, symbol, ScopeId::NONE, family, names, text);
                    continue;
                }
                match outside {
                    Some(outside) => {
                        base = self.opened(block, outer, family);
                        rest = outside;
                    }
                    None if outer.kind == SymbolKind::Module => base = self.opened(block, outer, family),
                    None => {}
                }
            }
            if symbol.kind == SymbolKind::Extension {
                pending.push(Pending::Extension { symbol: own, from: base, path: text(symbol.name) });
                continue;
            }
            if rest.is_empty() {
                let home = if is_script && is_class_of_script(nth, file) { self.root(family) } else { base };
                self.set_home(own, home);
                self.open(own, symbol, home, family, names, text);
            } else {
                pending.push(Pending::Member { symbol: own, from: base, path: rest });
                self.open(own, symbol, ScopeId::NONE, family, names, text);
            }
        }
    }

    /// Opens the scope of a type or module; other definitions open one when something is found inside them.
    fn open<'a>(
        &mut self,
        own: SymbolId,
        symbol: &Symbol,
        home: ScopeId,
        family: Family,
        names: &mut Interner,
        text: impl Fn(graphicle_engine::facts::Name) -> &'a str,
    ) {
        let scope = match symbol.kind {
            SymbolKind::Module if home != ScopeId::NONE => self.namespace(home, text(symbol.name), names, family),
            kind if kind.is_type() || kind == SymbolKind::Block => {
                let open = family.types_are_open()
                    && home != ScopeId::NONE
                    && !(family == Family::Script && self.kind(home) == ScopeKind::Root)
                    && !symbol.flags.has(SymbolFlags::DECLARATION);
                if open
                    && matches!(
                        self.kind(home),
                        ScopeKind::Root | ScopeKind::Namespace | ScopeKind::Package | ScopeKind::File
                    )
                {
                    self.child(home, names.intern(text(symbol.name)), ScopeKind::Type, family)
                } else {
                    self.add(home, ScopeKind::Type, family, own.0)
                }
            }
            SymbolKind::Module => self.add(home, ScopeKind::Namespace, family, own.0),
            _ => return,
        };
        self.set_opens(own, scope);
        if let Some(scope) = self.scopes.get_mut(scope.0 as usize)
            && scope.symbol == u32::MAX
        {
            scope.symbol = own.0;
        }
    }

    /// Returns the scope that `symbol` opens, made where it has none yet.
    fn opened(&mut self, own: SymbolId, symbol: &Symbol, family: Family) -> ScopeId {
        let known = self.opens(own);
        if known != ScopeId::NONE {
            return known;
        }
        let kind = if symbol.kind.is_callable() { ScopeKind::Function } else { ScopeKind::Type };
        let scope = self.add(self.home(own), kind, family, own.0);
        self.set_opens(own, scope);
        scope
    }

    /// Says where a pending definition belongs.
    pub(crate) fn set_home(&mut self, symbol: SymbolId, home: ScopeId) {
        if let Some(slot) = self.home.get_mut(symbol.index()) {
            *slot = home;
        }
        let opened = self.opens(symbol);
        if opened != ScopeId::NONE
            && opened != home
            && let Some(scope) = self.scopes.get_mut(opened.0 as usize)
            && scope.parent == ScopeId::NONE
            && matches!(scope.kind, ScopeKind::Type | ScopeKind::Function | ScopeKind::Namespace)
        {
            scope.parent = home;
        }
    }

    /// Says which scope a block adds to.
    pub(crate) fn set_opens(&mut self, symbol: SymbolId, scope: ScopeId) {
        if let Some(slot) = self.opens.get_mut(symbol.index()) {
            *slot = scope;
        }
    }

    /// Returns a new scope for what is added to a type that the project does not define.
    pub(crate) fn foreign_type(&mut self, around: ScopeId, family: Family) -> ScopeId {
        self.add(around, ScopeKind::Type, family, u32::MAX)
    }

    /// Returns the scope that all files of a family share.
    pub(crate) fn root(&self, family: Family) -> ScopeId {
        self.roots.get(family as usize).copied().unwrap_or(ScopeId::NONE)
    }

    /// Returns the scope that a file's top-level definitions are members of.
    pub(crate) fn file_scope(&self, file: FileId) -> ScopeId {
        self.file_scope.get(file.index()).copied().unwrap_or(ScopeId::NONE)
    }

    /// Returns the package that an import of a folder means, with its name.
    pub(crate) fn folder_package(&self, folder: FolderId) -> Option<(ScopeId, NameId)> {
        self.folder_package.get(&folder).copied()
    }

    /// Returns the namespace or open type with this name directly in `parent`.
    pub(crate) fn named(&self, parent: ScopeId, name: NameId) -> Option<ScopeId> {
        self.named.get(&(parent, name)).copied()
    }

    /// Returns the scope that a definition is a member of.
    pub(crate) fn home(&self, symbol: SymbolId) -> ScopeId {
        self.home.get(symbol.index()).copied().unwrap_or(ScopeId::NONE)
    }

    /// Returns the scope that a definition opens.
    pub(crate) fn opens(&self, symbol: SymbolId) -> ScopeId {
        self.opens.get(symbol.index()).copied().unwrap_or(ScopeId::NONE)
    }

    /// Returns the scope around a scope.
    pub(crate) fn parent(&self, scope: ScopeId) -> ScopeId {
        self.scopes.get(scope.0 as usize).map_or(ScopeId::NONE, |scope| scope.parent)
    }

    /// Returns what a scope is.
    pub(crate) fn kind(&self, scope: ScopeId) -> ScopeKind {
        self.scopes.get(scope.0 as usize).map_or(ScopeKind::Root, |scope| scope.kind)
    }

    /// Returns the family of the file that opened the scope first.
    pub(crate) fn family(&self, scope: ScopeId) -> Family {
        self.scopes.get(scope.0 as usize).map_or(Family::Inert, |scope| scope.family)
    }

    /// Returns the first definition that opens the scope.
    pub(crate) fn symbol(&self, scope: ScopeId) -> Option<SymbolId> {
        self.scopes.get(scope.0 as usize).map(|scope| scope.symbol).filter(|at| *at != u32::MAX).map(SymbolId)
    }

    /// Returns how many scopes there are.
    pub(crate) fn len(&self) -> usize {
        self.scopes.len()
    }

    /// Returns the homes of all definitions, in order of their identifiers.
    pub(crate) fn homes(&self) -> &[ScopeId] {
        &self.home
    }

    /// Returns the scopes of all files' top levels, in order of the files.
    pub(crate) fn file_scopes(&self) -> &[ScopeId] {
        &self.file_scope
    }
}

#[derive(Debug, Default)]
struct Packages {
    scopes: HashMap<(FolderId, NameId), ScopeId>,
    counts: HashMap<(FolderId, NameId), u32>,
    order: Vec<(FolderId, NameId)>,
}

/// Returns what is left of `container` below the definition `outer.name`, or `None` when it is not inside it.
fn below<'c>(container: &'c str, outer: &str, name: &str) -> Option<&'c str> {
    let mut rest = container;
    if !outer.is_empty() {
        rest = rest.strip_prefix(outer)?.strip_prefix('.')?;
    }
    rest = rest.strip_prefix(name)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('.') }
}

/// Returns whether a file is a script whose names all scripts share: a namespace is all of it, or nothing is imported or
/// exported and nothing imports it.
fn is_plain_script(file: &LinkFile<'_>, is_imported: bool) -> bool {
    if file.facts.package.is_some() {
        return true;
    }
    !is_imported
        && file.facts.imports.is_empty()
        && !file.facts.symbols.iter().any(|symbol| symbol.parent.is_none() && symbol.flags.has(SymbolFlags::EXPORTED))
}

/// Returns whether a symbol is the class that a whole `GDScript` file is by its `class_name`, which all scripts see.
fn is_class_of_script(nth: u32, file: &LinkFile<'_>) -> bool {
    let mut others = file.facts.symbols.iter().skip(1);
    nth == 0
        && file.facts.symbols.first().is_some_and(|first| first.kind == SymbolKind::Class)
        && others.all(|symbol| symbol.parent.is_some())
}

/// Returns the module that Swift's package manager makes of a file: the folder below `Sources` or `Tests`.
fn swift_module(path: &str) -> &str {
    for root in ["Sources/", "Tests/"] {
        let inside = match path.strip_prefix(root) {
            Some(inside) => Some(inside),
            None => path.find(&format!("/{root}")).and_then(|at| path.get(at + 1 + root.len()..)),
        };
        if let Some((module, _)) = inside.and_then(|inside| inside.split_once('/')) {
            return module;
        }
    }
    ""
}
