//! Owns the tests with facts that no extraction gives: any numbers anywhere must neither panic nor change with how the
//! files are cut into ranges.

use graphicle_engine::facts::{
    Binding, Call, CallKind, FileFacts, Import, ImportKind, Manifest, Name, Names, NamesBuilder, Params, PathMapping,
    Receiver, RefKind, Reference, Replacement, Root, Step, Symbol, SymbolFlags, SymbolIdx, SymbolKind,
};
use graphicle_engine::folders::Folders;
use graphicle_engine::language::Language;
use graphicle_engine::links::Links;
use graphicle_engine::role::Roles;
use graphicle_engine::span::LineRange;
use graphicle_link::{LinkFile, Linker, merge};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::dsl::Project;

/// Names that collide, nest, and mean something to some language.
const WORDS: &[&str] = &[
    "a",
    "b",
    "c",
    "a.b",
    "b.c",
    "a.b.c",
    "",
    ".",
    "..",
    ".a",
    "a[]",
    "a.b[][]",
    "self",
    "Self",
    "super",
    "crate",
    "new",
    "default",
    "constructor",
    "__init__",
    "./a",
    "../b",
    "/",
    "x/y",
    "a/b",
    "*",
    "b/*",
    "package:a/b",
    "res://a",
    "${X}/a",
    "std",
    "reconcile_all_pods",
    "é",
];

const PATHS: &[&str] = &[
    "a.go",
    "a/a.go",
    "a/b.go",
    "a_test.go",
    "a.py",
    "a/__init__.py",
    "a/b.py",
    "b.py",
    "a.ts",
    "a/index.ts",
    "b.js",
    "b.tsx",
    "a/A.java",
    "a/B.kt",
    "a.c",
    "a.h",
    "a/b.h",
    "b.cpp",
    "b.hpp",
    "src/lib.rs",
    "src/a.rs",
    "src/a/b.rs",
    "src/a/mod.rs",
    "a.rb",
    "lib/b.rb",
    "a.php",
    "a.cs",
    "a.swift",
    "a.sh",
    "a.lua",
    "a.ex",
    "a.erl",
    "a.hs",
    "a.ml",
    "a.zig",
    "a.dart",
    "a.r",
    "a.jl",
    "a.pm",
    "a.gd",
    "a.proto",
    "a.tf",
    "a.css",
    "a.sql",
    "README.md",
    "go.mod",
    "package.json",
    "a/tsconfig.json",
    "tsconfig.json",
    "Cargo.toml",
    "vendor/a/a.go",
];

fn name() -> impl Strategy<Value = Name> {
    prop_oneof![20 => (0..u32::try_from(WORDS.len()).unwrap()).prop_map(Name), 1 => any::<u32>().prop_map(Name)]
}

fn symbol_idx() -> impl Strategy<Value = SymbolIdx> {
    prop_oneof![20 => (0..8_u32).prop_map(SymbolIdx), 1 => any::<u32>().prop_map(SymbolIdx)]
}

fn receiver() -> impl Strategy<Value = Receiver> {
    let root = prop_oneof![
        Just(Root::Bare),
        Just(Root::SelfValue),
        Just(Root::SelfType),
        Just(Root::Super),
        Just(Root::Unknown),
        name().prop_map(Root::Free),
        name().prop_map(Root::Typed),
    ];
    let step = prop_oneof![
        name().prop_map(Step::Field),
        name().prop_map(Step::Call),
        name().prop_map(Step::New),
        Just(Step::Element),
    ];
    (root, vec(step, 0..5)).prop_map(|(root, steps)| Receiver { root, steps })
}

fn symbol() -> impl Strategy<Value = Symbol> {
    let params = proptest::option::of((any::<u8>(), any::<u8>()).prop_map(|(min, max)| Params { min, max }));
    let around = (proptest::option::of(name()), proptest::option::of(symbol_idx()));
    let types = (proptest::option::of(name()), vec(name(), 0..3));
    (name(), select(&SymbolKind::ALL[..]), around, types, params, 0..16_u8, (1..9_u32, 1..9_u32)).prop_map(
        |(name, kind, (container, parent), (ty, bases), params, flags, (start, end))| Symbol {
            name,
            kind,
            container,
            parent,
            lines: LineRange::new(start, end),
            name_line: start,
            doc: None,
            ty,
            bases,
            params,
            flags: SymbolFlags(flags),
        },
    )
}

fn import() -> impl Strategy<Value = Import> {
    let kinds = [
        ImportKind::Module,
        ImportKind::Wildcard,
        ImportKind::Include,
        ImportKind::SystemInclude,
        ImportKind::Reexport,
        ImportKind::ReexportAll,
        ImportKind::Submodule,
    ];
    let binding = (proptest::option::of(name()), name()).prop_map(|(member, local)| Binding { member, local });
    (1..9_u32, select(kinds.to_vec()), name(), vec(binding, 0..3)).prop_map(|(line, kind, path, bindings)| Import {
        line,
        kind,
        path,
        bindings,
    })
}

fn call() -> impl Strategy<Value = Call> {
    let kinds = [CallKind::Call, CallKind::Construct, CallKind::Macro, CallKind::Decorator, CallKind::Value];
    let args = proptest::option::of(0..4_u8);
    (proptest::option::of(symbol_idx()), name(), receiver(), select(kinds.to_vec()), args)
        .prop_map(|(caller, callee, receiver, kind, args)| Call { caller, line: 1, callee, receiver, kind, args })
}

fn reference() -> impl Strategy<Value = Reference> {
    let kinds = [RefKind::Type, RefKind::Value, RefKind::Base];
    (proptest::option::of(symbol_idx()), name(), receiver(), select(kinds.to_vec()))
        .prop_map(|(from, name, receiver, kind)| Reference { from, line: 1, name, receiver, kind })
}

fn manifest() -> impl Strategy<Value = Option<Manifest>> {
    let mapping =
        || vec((name(), vec(name(), 0..2)).prop_map(|(pattern, targets)| PathMapping { pattern, targets }), 0..3);
    let replacement = (name(), name()).prop_map(|(module, target)| Replacement { module, target });
    let some = prop_oneof![
        (name(), vec(replacement, 0..3)).prop_map(|(module, replace)| Manifest::GoModule { module, replace }),
        (vec(name(), 0..3), proptest::option::of(name()), mapping())
            .prop_map(|(extends, base_url, paths)| Manifest::TypeScriptConfig { extends, base_url, paths }),
        (proptest::option::of(name()), vec(name(), 0..3), vec(name(), 0..2))
            .prop_map(|(name, entries, workspaces)| Manifest::NodePackage { name, entries, workspaces }),
        mapping().prop_map(|psr4| Manifest::ComposerPackage { psr4 }),
        (proptest::option::of(name()), proptest::option::of(name()), mapping()).prop_map(
            |(name, lib_path, path_dependencies)| Manifest::CargoPackage { name, lib_path, path_dependencies }
        ),
        vec(name(), 0..3).prop_map(|roots| Manifest::PythonProject { roots }),
        name().prop_map(|name| Manifest::DartPackage { name }),
    ];
    prop_oneof![3 => Just(None), 2 => some.prop_map(Some)]
}

fn names() -> Names<'static> {
    let mut names = NamesBuilder::default();
    for word in WORDS {
        names.intern(word);
    }
    names.finish()
}

fn facts() -> impl Strategy<Value = FileFacts<'static>> {
    let uses = (vec(call(), 0..8), vec(reference(), 0..4));
    (proptest::option::of(name()), vec(symbol(), 0..8), vec(import(), 0..5), uses, manifest()).prop_map(
        |(package, symbols, imports, (calls, references), manifest)| FileFacts {
            names: names(),
            package,
            symbols,
            imports,
            calls,
            references,
            manifest,
            ..FileFacts::default()
        },
    )
}

fn link(files: &[LinkFile<'_>], cuts: &[usize]) -> Links {
    let folders = Folders::of_paths(files.iter().map(|file| file.path));
    let linker = Linker::new(files, &folders);
    let mut parts = Vec::new();
    let mut start = 0;
    for cut in cuts.iter().copied().chain([files.len()]) {
        if cut >= start {
            parts.push(linker.resolve(start..cut));
            start = cut;
        }
    }
    merge(parts)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_facts_link_the_same_however_they_are_cut(
        files in vec((select(PATHS), facts()), 1..14),
        mut cuts in vec(0..14_usize, 0..4),
    ) {
        let mut files: Vec<LinkFile<'_>> = files
            .into_iter()
            .map(|(path, facts)| LinkFile {
                path,
                language: Language::of_path(path).unwrap_or_default(),
                roles: Roles::default(),
                facts,
            })
            .collect();
        files.sort_by_key(|file| file.path);
        files.dedup_by_key(|file| file.path);
        cuts.sort_unstable();
        cuts.retain(|cut| *cut <= files.len());
        let whole = link(&files, &[]);
        prop_assert_eq!(&whole, &link(&files, &cuts));
        let symbols: usize = files.iter().map(|file| file.facts.symbols.len()).sum();
        prop_assert!(whole.calls.iter().all(|edge| edge.to.index() < symbols));
        prop_assert!(whole.calls.is_sorted() && whole.references.is_sorted() && whole.imports.is_sorted());
        prop_assert!(whole.ambiguous.iter().all(|call| (2..=8).contains(&call.candidates.len())));
        prop_assert!(whole.ambiguous.iter().all(|call| call.candidates.is_sorted_by(|a, b| a < b)));
    }
}

#[test]
fn circles_of_bases_aliases_and_extensions_end() {
    Project::new(
        "
        == a/A.java
        package a
        class A < B.Inner
          class Inner
        class B < A.Inner
          class Inner
          method run(0)
            -> nothing(0)
            -> super.nothing(0)
        alias X : Y
        alias Y : X
        fn go
          -> <X>.nothing(0)
          -> <X>[].nothing(0)
          -> <A>.nothing(0)
        ",
    )
    .link()
    .calls(&[]);
}

#[test]
fn an_empty_project_and_ranges_beyond_the_end_give_nothing() {
    let folders = Folders::of_paths([]);
    let linker = Linker::new(&[], &folders);
    assert_eq!(linker.resolve(0..10), Links::default());
    assert_eq!(linker.resolve(7..7), Links::default());
    assert_eq!(merge(Vec::new()), Links::default());
}
