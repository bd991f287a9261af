//! Owns the tests of Go: packages, modules, replacements, embedding, build tags.

use graphicle_engine::facts::{Manifest, Replacement};

use crate::dsl::Project;

fn module(
    path: &str,
    name: &'static str,
    replace: &'static [(&'static str, &'static str)],
) -> impl Fn(Project) -> Project {
    let path = path.to_owned();
    move |project| {
        project.manifest(&path, |names| Manifest::GoModule {
            module: names(name),
            replace: replace
                .iter()
                .map(|(module, target)| Replacement { module: names(module), target: names(target) })
                .collect(),
        })
    }
}

#[test]
fn calls_reach_the_package_imports_and_methods_on_types_of_other_files() {
    let project = Project::new(
        "
        == store/store.go
        package store
        struct Cache
          field items : Item[]
        struct Item
        fn New() : Cache
          -> new Cache
        == store/get.go
        package store
        method Get(1) : Item @Cache
          -> self.lookup(1)
          -> helper(0)
        method lookup(1) : Item @Cache
        == store/helper.go
        package store
        fn helper(0)
        method Touch(0) @Item
        == main.go
        package main
        import example.com/app/store = store
        import fmt = fmt
        fn main
          -> store.New(0)
          -> store.New().Get(1)
          -> store.New().Get().Touch(0)
          -> store.New().items[].Touch(0)
          -> fmt.Println(1)
        ",
    );
    let linked = module("go.mod", "example.com/app", &[])(project).link();
    linked.imports(&["main.go -> store/"]).calls(&[
        "store/store.go#New -> store/store.go#Cache SameFile",
        "store/get.go#Cache.Get -> store/get.go#Cache.lookup ReceiverType",
        "store/get.go#Cache.Get -> store/helper.go#helper SamePackage",
        "main.go#main -> store/store.go#New Import",
        "main.go#main -> store/get.go#Cache.Get ReceiverType",
        "main.go#main -> store/helper.go#Item.Touch ReceiverType",
    ]);
}

#[test]
fn a_replacement_wins_over_vendor_and_packages_may_be_named_unlike_their_folder() {
    let project = Project::new(
        "
        == staging/src/k8s.io/api/core/v1/types.go
        package v1
        struct Pod
        method Name(0) @Pod
        == vendor/k8s.io/api/core/v1/types.go
        package v1
        struct Pod
        method Name(0) @Pod
        == vendor/k8s.io/klog/v2/klog.go
        package klog
        fn Info
        == third/go-thing/thing.go
        package thing
        fn Do
        == pkg/run.go
        package pkg
        import k8s.io/api/core/v1 = v1
        import k8s.io/klog/v2 = v2
        import example.com/root/third/go-thing = go-thing
        fn run
          -> <v1.Pod>.Name(0)
          -> klog.Info(*)
          -> thing.Do(*)
        ",
    );
    let project = module("go.mod", "example.com/root", &[("k8s.io/api", "./staging/src/k8s.io/api")])(project);
    module("staging/src/k8s.io/api/go.mod", "k8s.io/api", &[])(project)
        .link()
        .imports(&[
            "pkg/run.go -> staging/src/k8s.io/api/core/v1/",
            "pkg/run.go -> vendor/k8s.io/klog/v2/",
            "pkg/run.go -> third/go-thing/",
        ])
        .calls(&[
            "pkg/run.go#run -> staging/src/k8s.io/api/core/v1/types.go#Pod.Name ReceiverType",
            "pkg/run.go#run -> vendor/k8s.io/klog/v2/klog.go#Info Import",
            "pkg/run.go#run -> third/go-thing/thing.go#Do Import",
        ]);
}

#[test]
fn modules_of_one_tree_see_each_other_by_the_longest_prefix() {
    let project = Project::new(
        "
        == a/util/x.go
        package util
        fn A
        == a/deep/util/x.go
        package util
        fn B
        == b/main.go
        package main
        import example.com/a/deep/util = util
        fn main
          -> util.B(0)
        ",
    );
    let project = module("a/go.mod", "example.com/a", &[])(project);
    let project = module("a/deep/go.mod", "example.com/a/deep", &[])(project);
    module("b/go.mod", "example.com/b", &[])(project)
        .link()
        .imports(&["b/main.go -> a/deep/util/"])
        .calls(&["b/main.go#main -> a/deep/util/x.go#B Import"]);
}

#[test]
fn embedded_types_lend_their_methods_and_interfaces_are_the_target_themselves() {
    Project::new(
        "
        == p/p.go
        package p
        struct Base
          field log : Logger
        method Start(0) @Base
        interface Logger
          method Write(1) !decl
        struct fileLogger
        method Write(1) @fileLogger
        struct Server < Base
        fn run
          -> <Server>.Start(0)
          -> <Server>.log.Write(1)
        ",
    )
    .link()
    .calls(&["p/p.go#run -> p/p.go#Base.Start Inherited", "p/p.go#run -> p/p.go#Logger.Write ReceiverType"]);
}

#[test]
fn a_named_type_has_its_own_methods_and_an_alias_those_of_what_it_means() {
    Project::new(
        "
        == p/p.go
        package p
        struct Pod
        method Name(0) @Pod
        alias Pods : Pod[]
        method Sort(0) @Pods
        alias Duration : int64
        method Seconds(0) @Duration
        alias Same : Pod
        fn run
          -> <Pods>.Sort(0)
          -> <Pods>[].Name(0)
          -> <Duration>.Seconds(0)
          -> <Same>.Name(0)
        ",
    )
    .link()
    .calls(&[
        "p/p.go#run -> p/p.go#Pods.Sort ReceiverType",
        "p/p.go#run -> p/p.go#Pod.Name ReceiverType",
        "p/p.go#run -> p/p.go#Duration.Seconds ReceiverType",
    ]);
}

#[test]
fn functions_for_several_systems_stay_ambiguous_except_in_their_own_file() {
    let linked = Project::new(
        "
        == p/mount_linux.go
        package p
        fn mount(1)
        fn linux
          -> mount(1)
        == p/mount_windows.go
        package p
        fn mount(1)
        == p/use.go
        package p
        fn use
          -> mount(1)
        ",
    )
    .link();
    assert_eq!(linked.calls, ["p/mount_linux.go#linux -> p/mount_linux.go#mount SameFile"]);
    assert_eq!(linked.ambiguous, ["p/use.go#use -> p/mount_linux.go#mount | p/mount_windows.go#mount"]);
}

#[test]
fn definitions_of_tests_stand_behind_those_of_the_package() {
    Project::new(
        "
        == p/a.go
        package p
        fn setup(0)
        fn run
          -> setup(0)
        == p/a_test.go
        package p
        fn setup(0)
        ",
    )
    .link()
    .calls(&["p/a.go#run -> p/a.go#setup SameFile"]);
}

#[test]
fn a_conversion_is_no_call() {
    Project::new(
        "
        == p/a.go
        package p
        alias Name : string
        fn run
          -> Name(1)
          -> append(2)
        ",
    )
    .link()
    .calls(&[]);
}
