//! Owns the tables over all files that resolving reads, and the order in which they are built; owns no rule of any
//! language.

use graphicle_engine::facts::{Name, Symbol, SymbolFlags, SymbolIdx, SymbolKind};
use graphicle_engine::folders::Folders;
use graphicle_engine::id::{FileId, SymbolId};

use crate::LinkFile;
use crate::family::Family;
use crate::imports::{self, ImportTable, RustModules};
use crate::intern::{Interner, NameId};
use crate::paths::Paths;
use crate::resolve;
use crate::scopes::{ScopeId, Scopes};

/// Returns a count as an identifier; what does not fit becomes the identifier of nothing.
pub(crate) fn id(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Items grouped by a dense key, each group in the order given.
#[derive(Debug)]
pub(crate) struct Csr<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Csr<T> {
    /// Returns a table without groups.
    pub(crate) const fn empty() -> Self {
        Self { starts: Vec::new(), items: Vec::new() }
    }

    /// Groups `pairs` by keys below `keys`; pairs with other keys are left out.
    pub(crate) fn new(keys: usize, pairs: &[(u32, T)]) -> Self {
        let mut starts = vec![0_u32; keys + 1];
        for (key, _) in pairs {
            if (*key as usize) < keys
                && let Some(slot) = starts.get_mut(*key as usize + 1)
            {
                *slot += 1;
            }
        }
        let mut sum = 0;
        for slot in &mut starts {
            sum += *slot;
            *slot = sum;
        }
        let mut next = starts.clone();
        let mut items = Vec::new();
        if let Some((_, first)) = pairs.first() {
            items.resize(sum as usize, *first);
        }
        for (key, item) in pairs {
            if (*key as usize) < keys
                && let Some(at) = next.get_mut(*key as usize)
                && let Some(slot) = items.get_mut(*at as usize)
            {
                *slot = *item;
                *at += 1;
            }
        }
        Self { starts, items }
    }

    fn range(&self, key: u32) -> std::ops::Range<usize> {
        let at = |key: usize| self.starts.get(key).map_or(0, |at| *at as usize);
        at(key as usize)..at((key as usize).saturating_add(1))
    }

    /// Returns the group of a key.
    pub(crate) fn of(&self, key: u32) -> &[T] {
        self.items.get(self.range(key)).unwrap_or_default()
    }

    /// Puts each group in order by a key.
    pub(crate) fn sort_groups<K: Ord>(&mut self, by: impl Fn(&T) -> K) {
        for key in 0..id(self.starts.len().saturating_sub(1)) {
            let range = self.range(key);
            if let Some(group) = self.items.get_mut(range) {
                group.sort_unstable_by_key(&by);
            }
        }
    }
}

/// A member of a scope, under its name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Member {
    pub(crate) name: NameId,
    pub(crate) symbol: SymbolId,
}

/// The definitions of all files.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    starts: Vec<u32>,
    file: Vec<u32>,
    name: Vec<NameId>,
    kind: Vec<SymbolKind>,
    flags: Vec<SymbolFlags>,
}

impl Symbols {
    fn new(files: &[LinkFile<'_>], names: &mut Interner) -> Self {
        let total = files.iter().map(|file| file.facts.symbols.len()).sum();
        let mut symbols = Self {
            starts: Vec::with_capacity(files.len() + 1),
            file: Vec::with_capacity(total),
            name: Vec::with_capacity(total),
            kind: Vec::with_capacity(total),
            flags: Vec::with_capacity(total),
        };
        for (at, file) in (0..).zip(files) {
            symbols.starts.push(id(symbols.file.len()));
            let inert = Family::of(file.language) == Family::Inert;
            for symbol in &file.facts.symbols {
                symbols.file.push(at);
                let name = if inert { NameId::NONE } else { names.intern(file.facts.names.get(symbol.name)) };
                symbols.name.push(name);
                symbols.kind.push(symbol.kind);
                symbols.flags.push(symbol.flags);
            }
        }
        symbols.starts.push(id(symbols.file.len()));
        symbols
    }

    /// Returns the identifier of a file's symbol; one beyond the file's last is nobody's.
    pub(crate) fn id(&self, file: FileId, symbol: SymbolIdx) -> SymbolId {
        let at = |place: usize| self.starts.get(place).copied().unwrap_or(u32::MAX);
        let own = at(file.index()).saturating_add(symbol.0);
        SymbolId(if own < at(file.index() + 1) { own } else { u32::MAX })
    }

    /// Returns the first symbol of a file and of the next.
    pub(crate) fn range(&self, file: FileId) -> (SymbolId, SymbolId) {
        let at = |place: usize| SymbolId(self.starts.get(place).copied().unwrap_or(u32::MAX));
        (at(file.index()), at(file.index() + 1))
    }

    /// Returns the file of a symbol.
    pub(crate) fn file(&self, symbol: SymbolId) -> FileId {
        FileId(self.file.get(symbol.index()).copied().unwrap_or(u32::MAX))
    }

    /// Returns a symbol's place in its file.
    pub(crate) fn place(&self, symbol: SymbolId) -> usize {
        let start = self.starts.get(self.file(symbol).index()).copied().unwrap_or(0);
        symbol.0.saturating_sub(start) as usize
    }

    /// Returns a symbol's name.
    pub(crate) fn name(&self, symbol: SymbolId) -> NameId {
        self.name.get(symbol.index()).copied().unwrap_or(NameId::NONE)
    }

    /// Returns what a symbol is; one that is none is a heading, which nothing looks for.
    pub(crate) fn kind(&self, symbol: SymbolId) -> SymbolKind {
        self.kind.get(symbol.index()).copied().unwrap_or(SymbolKind::Heading)
    }

    /// Returns whether a symbol carries a mark.
    pub(crate) fn has(&self, symbol: SymbolId, mark: SymbolFlags) -> bool {
        self.flags.get(symbol.index()).is_some_and(|flags| flags.has(mark))
    }

    /// Returns how many symbols there are.
    pub(crate) fn len(&self) -> usize {
        self.file.len()
    }
}

/// The tables over all files.
#[derive(Debug)]
pub(crate) struct Index<'a> {
    pub(crate) files: &'a [LinkFile<'a>],
    pub(crate) families: Vec<Family>,
    pub(crate) names: Interner,
    pub(crate) paths: Paths<'a>,
    pub(crate) rust: RustModules,
    pub(crate) symbols: Symbols,
    pub(crate) scopes: Scopes,
    pub(crate) members: Csr<Member>,
    /// The scopes that a scope's types extend, in order.
    pub(crate) bases: Csr<ScopeId>,
    /// The files whose top level is a scope.
    pub(crate) scope_files: Csr<u32>,
    pub(crate) imports: ImportTable,
    /// Callables by name.
    pub(crate) callables: Csr<SymbolId>,
}

impl<'a> Index<'a> {
    /// Builds the tables. Each stage needs the ones before it: names, paths, imports by path, scopes, members written
    /// inside their types, members written outside of them, bases.
    pub(crate) fn new(files: &'a [LinkFile<'a>], folders: &'a Folders) -> Self {
        let mut names = Interner::with_capacity(files.iter().map(|file| file.facts.symbols.len()).sum::<usize>() / 2);
        let symbols = Symbols::new(files, &mut names);
        let paths = Paths::new(files, folders, |file| imports::is_found_by_suffix(file.language));
        let builds = imports::builds(files, &paths);
        let rust = RustModules::new(files, &paths, &builds);
        // Paths may start from a crate that no definition and no import is called like.
        for name in rust.crate_names() {
            names.intern(name);
        }
        let by_path = imports::by_paths(files, &paths, &builds, &rust);
        let imported = by_path.imported_by_scripts(files);
        let (scopes, pending) = Scopes::new(files, &paths, &symbols, &mut names, &imported);
        let imports = ImportTable::new(files, by_path, &scopes, &symbols, &mut names);
        let file_scopes: Vec<(u32, u32)> = scopes.file_scopes().iter().map(|scope| scope.0).zip(0..).collect();
        let mut index = Self {
            families: files.iter().map(|file| Family::of(file.language)).collect(),
            scope_files: Csr::new(scopes.len(), &file_scopes),
            files,
            names,
            paths,
            rust,
            symbols,
            scopes,
            members: Csr::empty(),
            bases: Csr::empty(),
            imports,
            callables: Csr::empty(),
        };
        index.members = index.collect_members();
        if !pending.is_empty() {
            resolve::attach(&mut index, &pending);
            index.members = index.collect_members();
        }
        index.bases = resolve::bases(&index);
        index.callables = index.collect_callables();
        index
    }

    fn collect_members(&self) -> Csr<Member> {
        let homes = self.scopes.homes().iter().zip((0..).map(SymbolId));
        let pairs: Vec<(u32, Member)> = homes
            .filter(|(home, _)| **home != ScopeId::NONE)
            .map(|(home, symbol)| (home.0, Member { name: self.symbols.name(symbol), symbol }))
            .collect();
        let mut members = Csr::new(self.scopes.len(), &pairs);
        members.sort_groups(|member| (member.name, member.symbol));
        members
    }

    fn collect_callables(&self) -> Csr<SymbolId> {
        let mut pairs = Vec::new();
        let mut next = 0;
        for file in self.files {
            for symbol in &file.facts.symbols {
                let own = SymbolId(next);
                next += 1;
                let name = self.symbols.name(own);
                if name != NameId::NONE && symbol.kind.is_callable() && symbol.kind != SymbolKind::Test {
                    pairs.push((name.0, own));
                }
            }
        }
        Csr::new(self.names.len(), &pairs)
    }

    /// Returns the file with this identifier.
    pub(crate) fn file(&self, file: FileId) -> Option<&'a LinkFile<'a>> {
        self.files.get(file.index())
    }

    /// Returns the family of a file.
    pub(crate) fn family(&self, file: FileId) -> Family {
        self.families.get(file.index()).copied().unwrap_or(Family::Inert)
    }

    /// Returns a definition's record.
    pub(crate) fn symbol(&self, symbol: SymbolId) -> Option<&'a Symbol> {
        self.file(self.symbols.file(symbol))?.facts.symbols.get(self.symbols.place(symbol))
    }

    /// Returns the text of a name of a file.
    pub(crate) fn text(&self, file: FileId, name: Name) -> &'a str {
        self.file(file).map_or("", |file| file.facts.names.get(name))
    }

    /// Returns the members of a scope that have a name, in order of their identifiers.
    pub(crate) fn members(&self, scope: ScopeId, name: NameId) -> &[Member] {
        if name == NameId::NONE {
            return &[];
        }
        let all = self.members.of(scope.0);
        let start = all.partition_point(|member| member.name < name);
        let rest = all.get(start..).unwrap_or_default();
        // Most names have one member; some have thousands.
        let end = match rest.get(SHORT) {
            Some(member) if member.name == name => rest.partition_point(|member| member.name == name),
            _ => rest.iter().take(SHORT).take_while(|member| member.name == name).count(),
        };
        rest.get(..end).unwrap_or_default()
    }

    /// Returns the members of a scope that have a name and stand in a file.
    pub(crate) fn members_in(&self, scope: ScopeId, name: NameId, file: FileId) -> &[Member] {
        let all = self.members(scope, name);
        let (first, next) = self.symbols.range(file);
        let start = all.partition_point(|member| member.symbol < first);
        let end = all.partition_point(|member| member.symbol < next);
        all.get(start..end).unwrap_or_default()
    }
}

/// Up to so many members are looked at one after the other.
const SHORT: usize = 8;
