//! Owns the tests of C, C++ and Objective-C: includes, declarations and definitions, namespaces, types of one name.

use crate::dsl::Project;

#[test]
fn a_call_reaches_the_definition_behind_the_included_declaration() {
    Project::new(
        "
        == include/store.h
        fn store_open(1) !decl !exported
        == src/store.c
        import:include store.h
        fn store_open(1) !exported
          -> check(0)
        fn check(0)
        == src/main.c
        import:include ../include/store.h
        import:system string.h
        fn main(0) !exported
          -> store_open(1)
          -> strlen(1)
        == compat/string.h
        fn strlen(1) !decl !exported
        == compat/strlen.c
        fn strlen(1) !exported
        == other/check.c
        fn check(0)
        ",
    )
    .link()
    .imports(&["src/main.c -> include/store.h", "src/store.c -> include/store.h"])
    .calls(&[
        "src/main.c#main -> src/store.c#store_open Import",
        "src/store.c#store_open -> src/store.c#check SameFile",
    ]);
}

#[test]
fn of_several_definitions_the_one_that_belongs_to_the_header_is_meant_else_the_declaration() {
    Project::new(
        "
        == port/win32/port.c
        fn port_open(0) !exported
        == port/unix/port.c
        fn port_open(0) !exported
        == include/port.h
        fn port_open(0) !decl !exported
        == include/util.h
        fn util(0) !decl !exported
        == lib/util.c
        import:include util.h
        fn util(0) !exported
        == demo/other.c
        fn util(0) !exported
        == src/main.c
        import:include port.h
        import:include util.h
        fn main(0) !exported
          -> port_open(0)
          -> util(0)
        ",
    )
    .link()
    .calls(&["src/main.c#main -> include/port.h#port_open Import", "src/main.c#main -> lib/util.c#util Import"]);
}

#[test]
fn methods_outside_of_their_class_belong_to_it() {
    Project::new(
        "
        == core/node.h
        mod eng
          class Base
            method notify(0)
          class Node < Base
            method add(1) !decl
            method get(0) : Node !decl
            field owner : Node
        == core/node.cpp
        import:include node.h
        method add(1) @eng.Node
          -> get(0)
          -> owner.add(1)
          -> notify(0)
          -> get().get(0)
        mod eng
          method get(0) : Node @eng.Node
        == scene/use.cpp
        import:include core/node.h
        fn use
          -> <eng.Node>.add(1)
          -> <Node>.add(1)
        == thirdparty/node.cpp
        class Node
          method add(1)
        ",
    )
    .link()
    .calls(&[
        "core/node.cpp#eng.Node.add -> core/node.cpp#eng.Node.get SameFile",
        "core/node.cpp#eng.Node.add -> core/node.cpp#eng.Node.add ReceiverType",
        "core/node.cpp#eng.Node.add -> core/node.h#eng.Base.notify Inherited",
        "scene/use.cpp#use -> core/node.cpp#eng.Node.add ReceiverType",
        "scene/use.cpp#use -> thirdparty/node.cpp#Node.add ReceiverType",
    ]);
}

#[test]
fn types_of_one_name_in_several_sources_do_not_mix() {
    let linked = Project::new(
        "
        == a.c
        struct node
          field next : list
        struct list
        fn a
          use <node>.next
        == b.c
        struct node
          field next : list
        struct list
        fn b
          use <node>.next
        ",
    )
    .link()
    .references;
    assert_eq!(linked, ["a.c#a -> a.c#node.next Value", "b.c#b -> b.c#node.next Value"],);
}

#[test]
fn a_function_without_include_is_only_believed_when_the_project_has_one() {
    let linked = Project::new(
        "
        == a.c
        fn run(0) !exported
          -> only_once_here(1)
          -> twice_here(1)
          -> hidden_here(1)
          -> printf(1)
        == b.c
        fn only_once_here(1) !exported
        fn twice_here(1) !exported
        fn hidden_here(1)
        fn printf(1) !exported
        == c.c
        fn twice_here(1) !exported
        ",
    )
    .link();
    assert_eq!(linked.calls, ["a.c#run -> b.c#only_once_here UniqueName"]);
    assert_eq!(linked.ambiguous, ["a.c#run -> b.c#twice_here | c.c#twice_here"]);
}

#[test]
fn a_typedef_of_the_same_name_is_the_struct() {
    let linked = Project::new(
        "
        == a.h
        struct Rel
          field id : Oid
        alias Rel : Rel
        alias Relation : Rel
        struct Oid
          field x
        == a.c
        import:include a.h
        fn run
          use <Relation>.id
          use <Rel>.id
        ",
    )
    .link();
    assert_eq!(linked.references, ["a.c#run -> a.h#Rel.id Value"]);
}
