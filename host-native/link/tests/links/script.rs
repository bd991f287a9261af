//! Owns the tests of TypeScript and JavaScript: specifiers, configurations, workspaces, what modules hand on.

use graphicle_engine::facts::{Manifest, PathMapping};

use crate::dsl::Project;

#[test]
fn specifiers_are_probed_for_endings_and_index_files() {
    Project::new(
        "
        == src/a.ts
        import ./b { one }
        import ./c.js { two }
        import ./lib { three }
        import ../data.json = data
        import ./view.vue { View }
        import fs { readFile }
        fn run !exported
          -> one(0)
          -> two(0)
          -> three(0)
          -> readFile(1)
        == src/b.tsx
        fn one(0) !exported
        == src/c.ts
        fn two(0) !exported
        == src/lib/index.ts
        fn three(0) !exported
        == src/view.vue
        == data.json
        == other/readFile.ts
        fn readFile(1) !exported
        ",
    )
    .link()
    .imports(&[
        "src/a.ts -> src/b.tsx",
        "src/a.ts -> src/c.ts",
        "src/a.ts -> src/lib/index.ts",
        "src/a.ts -> data.json",
        "src/a.ts -> src/view.vue",
    ])
    .calls(&[
        "src/a.ts#run -> src/b.tsx#one Import",
        "src/a.ts#run -> src/c.ts#two Import",
        "src/a.ts#run -> src/lib/index.ts#three Import",
    ]);
}

#[test]
fn names_handed_on_are_followed_and_circles_end() {
    Project::new(
        "
        == index.ts
        import:reexport ./store { Store, make as build }
        import:reexportall ./more
        == store.ts
        class Store !exported
          ctor constructor(1)
          method get(1) : Item
        class Item !exported
          method show(0)
        fn make(0) : Store !exported
        == more.ts
        import:reexportall ./index
        import:reexportall ./deep
        == deep.ts
        fn deep(0) !exported
        == use.ts
        import ./index { Store, build, deep, missing }
        import ./index = all
        fn run !exported
          -> new Store(1)
          -> new Store().get(1)
          -> build().get().show(0)
          -> deep(0)
          -> all.deep(0)
          -> missing(0)
        ",
    )
    .link()
    .calls(&[
        "use.ts#run -> store.ts#Store.constructor Import",
        "use.ts#run -> store.ts#Store.get ReceiverType",
        "use.ts#run -> store.ts#Item.show ReceiverType",
        "use.ts#run -> deep.ts#deep Import",
    ]);
}

#[test]
fn configurations_map_paths_through_what_they_extend() {
    Project::new(
        "
        == app/src/core/store.ts
        fn load(0) !exported
        == app/src/util.ts
        fn util(0) !exported
        == app/src/pages/home.ts
        import @core/store { load }
        import util { util }
        fn home !exported
          -> load(0)
          -> util(0)
        ",
    )
    .manifest("app/tsconfig.json", |names| Manifest::TypeScriptConfig {
        extends: vec![names("./tsconfig.base.json")],
        base_url: None,
        paths: Vec::new(),
    })
    .manifest("app/tsconfig.base.json", |names| Manifest::TypeScriptConfig {
        extends: vec![names("./tsconfig.json")],
        base_url: Some(names("src")),
        paths: vec![PathMapping { pattern: names("@core/*"), targets: vec![names("missing/*"), names("core/*")] }],
    })
    .link()
    .calls(&[
        "app/src/pages/home.ts#home -> app/src/core/store.ts#load Import",
        "app/src/pages/home.ts#home -> app/src/util.ts#util Import",
    ]);
}

#[test]
fn workspace_packages_are_found_by_name() {
    Project::new(
        "
        == packages/core/src/index.ts
        fn core(0) !exported
        == packages/core/src/sub/thing.ts
        fn thing(0) !exported
        == packages/app/main.ts
        import @acme/core { core }
        import @acme/core/sub/thing { thing }
        import @acme/other { other }
        fn main !exported
          -> core(0)
          -> thing(0)
          -> other(0)
        ",
    )
    .manifest("packages/core/package.json", |names| Manifest::NodePackage {
        name: Some(names("@acme/core")),
        entries: vec![names("./dist/index.js")],
        workspaces: Vec::new(),
    })
    .link()
    .calls(&[
        "packages/app/main.ts#main -> packages/core/src/index.ts#core Import",
        "packages/app/main.ts#main -> packages/core/src/sub/thing.ts#thing Import",
    ]);
}

#[test]
fn scripts_share_namespaces_across_files() {
    Project::new(
        "
        == compiler/scanner.ts
        mod ts
          fn createScanner(1) : Scanner !exported
          interface Scanner
            method scan(0) !decl
        == compiler/parser.ts
        mod ts
          fn parse(1)
            -> createScanner(1)
            -> createScanner().scan(0)
        == services/use.ts
        fn use
          -> ts.createScanner(1)
        ",
    )
    .link()
    .calls(&[
        "compiler/parser.ts#ts.parse -> compiler/scanner.ts#ts.createScanner SamePackage",
        "compiler/parser.ts#ts.parse -> compiler/scanner.ts#ts.Scanner.scan ReceiverType",
        "services/use.ts#use -> compiler/scanner.ts#ts.createScanner ReceiverType",
    ]);
}

#[test]
fn overload_signatures_stand_behind_the_implementation() {
    Project::new(
        "
        == a.ts
        fn f(1) !decl !exported
        fn f(2) !decl !exported
        fn f(0..2) !exported
        fn run !exported
          -> f(1)
        ",
    )
    .link()
    .calls(&["a.ts#run -> a.ts#f SameFile"]);
}
