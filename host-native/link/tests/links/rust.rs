//! Owns the tests of Rust: the module tree, `use` in all its forms, crates of a workspace, `impl` blocks.

use graphicle_engine::facts::Manifest;

use crate::dsl::Project;

fn package(project: Project, path: &str, name: &str) -> Project {
    project.manifest(path, |names| Manifest::CargoPackage {
        name: Some(names(name)),
        lib_path: None,
        path_dependencies: Vec::new(),
    })
}

#[test]
fn modules_uses_and_impl_blocks_resolve() {
    let project = Project::new(
        "
        == src/lib.rs
        import:submodule store = store
        import:submodule util = util
        import:reexport crate.store { Store }
        fn start(0) !exported
          -> Store.open(0)
          -> store.Store.open(0)
          -> crate.util.text.trim(1)
          -> Store.open().get(1)
          -> std.mem.swap(2)
        == src/store/mod.rs
        import:submodule inner = inner
        import self.inner { Inner }
        struct Store
          field inner : Inner
        ext Store
          method open(0) : Self !static
            -> Self.check(0)
          method get(1)
            -> self.inner.fetch(1)
            -> self.describe(0)
          method check(0) !static
        trait Describe
          method describe(0)
        ext Store < Describe
        == src/store/inner.rs
        import super.super.util.text { trim as cut }
        struct Inner
        ext Inner
          method fetch(1)
            -> cut(1)
        == src/util.rs
        import:submodule text = text
        == src/util/text.rs
        fn trim(1) !exported
        mod tests
          import:wildcard super
          fn trims(0) !test
            -> trim(1)
        ",
    );
    package(project, "Cargo.toml", "app")
        .link()
        .imports(&[
            "src/lib.rs -> src/store/mod.rs",
            "src/lib.rs -> src/util.rs",
            "src/store/mod.rs -> src/store/inner.rs",
            "src/store/inner.rs -> src/util/text.rs",
            "src/util.rs -> src/util/text.rs",
        ])
        .calls(&[
            "src/lib.rs#start -> src/store/mod.rs#Store.open ReceiverType",
            "src/lib.rs#start -> src/util/text.rs#trim ReceiverType",
            "src/lib.rs#start -> src/store/mod.rs#Store.get ReceiverType",
            "src/store/mod.rs#Store.open -> src/store/mod.rs#Store.check ReceiverType",
            "src/store/mod.rs#Store.get -> src/store/inner.rs#Inner.fetch ReceiverType",
            "src/store/mod.rs#Store.get -> src/store/mod.rs#Describe.describe Inherited",
            "src/store/inner.rs#Inner.fetch -> src/util/text.rs#trim Import",
            "src/util/text.rs#tests.trims -> src/util/text.rs#trim SameFile",
        ]);
}

#[test]
fn crates_of_the_workspace_are_found_by_name() {
    let project = Project::new(
        "
        == crates/core-lib/src/lib.rs
        import:submodule api = api
        import:reexportall crate.api
        == crates/core-lib/src/api.rs
        fn connect(1) !exported
        macro ensure_ready !exported
        == crates/app/src/main.rs
        import core_lib { connect }
        import serde { Serialize }
        fn main
          -> connect(1)
          -> core_lib.api.connect(1)
          -> macro ensure_ready!
          -> macro println!
        == crates/app/tests/run.rs
        import core_lib = core_lib
        fn runs !test
          -> core_lib.connect(1)
        ",
    );
    let project = package(project, "crates/core-lib/Cargo.toml", "core_lib");
    package(project, "crates/app/Cargo.toml", "app")
        .link()
        .imports(&[
            "crates/core-lib/src/lib.rs -> crates/core-lib/src/api.rs",
            "crates/app/src/main.rs -> crates/core-lib/src/api.rs",
            "crates/app/tests/run.rs -> crates/core-lib/src/lib.rs",
        ])
        .calls(&[
            "crates/app/src/main.rs#main -> crates/core-lib/src/api.rs#connect Import",
            "crates/app/src/main.rs#main -> crates/core-lib/src/api.rs#ensure_ready UniqueName",
            "crates/app/tests/run.rs#runs -> crates/core-lib/src/api.rs#connect Import",
        ]);
}

#[test]
fn wrappers_are_passed_through_and_foreign_types_end_the_way() {
    Project::new(
        "
        == src/lib.rs
        struct Job
        ext Job
          method start_now(0)
        struct Pool
          field jobs : Job[]
        ext String < Named
          method named_only_here(0)
        trait Named
        fn run
          -> <Pool>.jobs.iter().next().unwrap().start_now(0)
          -> <Job>.clone().start_now(0)
          -> <String>.named_only_here(0)
          -> <Pool>.jobs.sort_by_key(1)
        ",
    )
    .link()
    .calls(&["src/lib.rs#run -> src/lib.rs#Job.start_now ReceiverType"]);
}
